//! The flow: the sections as tabs, then the lines of one, with bars for its chart, and the extent of the observations.

use encours_core::app::screens::flow::view::chart::{FlowChart, StackedChart};
use encours_core::app::screens::flow::view::{FlowView, flow_view};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use super::layout::ScreenFrame;
use super::lists::records;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, draw_share_bar, split_rows, text_width, wrap_lines,
};

/// Minimum rows for the lines of the table before there are bars.
const MIN_ROWS: u16 = 6;
/// Minimum width of the area for bars.
const MIN_WIDTH: u16 = 60;

/// Draws the flow.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = flow_view(app);
    let (header, body) = split_rows(frame.body, 1);
    draw_sections(canvas, header, &view);
    let title = view.sections.get(view.section).map_or("", String::as_str);
    let inner = draw_pane(canvas, body, Pane::new(title).note(&view.selection).focused(true));
    if !view.empty.is_empty() {
        let mut lines = vec![(view.empty.as_str(), canvas.theme.second())];
        lines.extend(view.notes.iter().map(|note| (note.as_str(), canvas.theme.text())));
        let lines = wrap_lines(&lines, inner.width);
        canvas.draw_lines(inner, &lines);
        return;
    }
    let mut texts = vec![(view.coverage.as_str(), canvas.theme.second())];
    texts.extend(view.notes.iter().map(|note| (note.as_str(), canvas.theme.second())));
    let notes = wrap_lines(&texts, inner.width);
    // The extent of the observations comes first, so that it stays in a low area.
    let note_rows = (notes.len() as u16).min(inner.height / 3);
    let (above, below) = split_rows(inner, inner.height - note_rows);
    canvas.draw_lines(below, &notes);
    let bars = match &view.chart {
        Some(FlowChart::Bars(bars)) => Some(bars),
        _ => None,
    };
    let bar_rows = bars.map_or(0, |bars| bars.lines.len() as u16 + 2);
    let table_rows = (view.table.rows.len() as u16 + 1).max(MIN_ROWS);
    let (table, rest_area) = if inner.width >= MIN_WIDTH && table_rows + bar_rows <= above.height {
        split_rows(above, above.height - bar_rows)
    } else {
        (above, Rect { height: 0, ..above })
    };
    let rows: Vec<usize> = (0..view.table.rows.len()).collect();
    let grid = records::RecordGrid {
        table: &view.table,
        rows: &rows,
        focused_row: Some(view.line),
        first_column: app.flow.column.min(view.table.columns.len().saturating_sub(2)),
    };
    canvas.set_scroll_limit(rows.len().saturating_sub(1));
    records::draw(app, canvas, table, view.section, &grid);
    if let Some(bars) = bars.filter(|_| rest_area.height > 0) {
        draw_bars(canvas, rest_area, bars);
    }
}

/// Draws the names of the sections, as many as fit; the current one is always visible.
fn draw_sections(canvas: &mut Canvas<'_>, area: Rect, view: &FlowView) {
    let theme = canvas.theme;
    let width = |names: &[String]| names.iter().map(|name| text_width(name) + 2).sum::<u16>();
    let fits =
        |first: &usize| width(view.sections.get(*first..=view.section).unwrap_or_default()) <= area.width;
    let first = (0..=view.section).find(fits).unwrap_or(view.section);
    let mut x = area.x + 1;
    for (at, name) in view.sections.iter().enumerate().skip(first) {
        if x + text_width(name) > area.right() {
            break;
        }
        let style = if at == view.section { theme.selection() } else { theme.second() };
        let used = canvas.draw_text(x, area.y, area.right().saturating_sub(x), name, style);
        canvas.add_target(Rect::new(x, area.y, used, 1), ClickTarget::Pane(at));
        x += used + 2;
    }
}

/// Draws how much of the stays in each status advanced, as a bar of all stays.
fn draw_bars(canvas: &mut Canvas<'_>, area: Rect, chart: &StackedChart) {
    let theme = canvas.theme;
    let name_width = chart.lines.iter().map(|(name, _)| text_width(name)).max().unwrap_or(0);
    let name_width = name_width.min(area.width / 3);
    let x = area.x + name_width + 1;
    let part = chart.parts.first().map_or("", String::as_str);
    let legend = [
        ("━ ", theme.heading()),
        (part, theme.second()),
        ("  ━ ", theme.second()),
        (&chart.whole, theme.second()),
    ];
    canvas.draw_spans(x, area.y + 1, area.right().saturating_sub(x), &legend);
    for (y, (name, numbers)) in (area.y + 2..area.bottom()).zip(&chart.lines) {
        canvas.draw_text(area.x, y, name_width, name, theme.text());
        let all: usize = numbers.iter().sum();
        let share = |number: usize| number as f32 / chart.largest_whole().max(1) as f32;
        let width = area.right().saturating_sub(x);
        draw_share_bar(canvas, x, y, width, share(all), theme.second(), None);
        let advanced = numbers.first().map_or(0.0, |number| share(*number));
        if advanced > 0.0 {
            draw_share_bar(canvas, x, y, width, advanced, theme.heading(), None);
        }
    }
}

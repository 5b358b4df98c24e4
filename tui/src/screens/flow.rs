//! The flow: the sections as tabs, then the rows of one, with bars for its chart, and the extent of the observations.

use encours_core::app::screens::flow::chart::{FlowChart, StackedChart};
use encours_core::app::screens::flow::view::{FlowView, flow_view};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use super::layout::ScreenFrame;
use super::lists::records;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_pane, split_rows, text_width, wrap_lines};

/// Symbols of the parts of a bar, so that they differ without colour: advanced, back, paused, lost, deleted, still there.
const PARTS: [&str; 6] = [">", "<", "=", "x", "-", "."];
/// Minimum rows for the table before there are bars.
const MIN_ROWS: u16 = 6;
/// Minimum width of the area for bars.
const MIN_WIDTH: u16 = 60;

/// Draws the flow.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = flow_view(app);
    let (header, body) = split_rows(frame.body, 1);
    draw_sections(canvas, header, &view);
    let content = view.content;
    let inner = draw_pane(canvas, body, Pane::new(view.title()).note(&view.selection).focused(true));
    let first = if content.empty.is_empty() { &content.coverage } else { &content.empty };
    let texts: Vec<_> = std::iter::once(first)
        .chain(&content.notes)
        .chain((!content.hint.is_empty()).then_some(&content.hint))
        .map(|text| (text.as_str(), canvas.theme.second()))
        .collect();
    let notes = wrap_lines(&texts, inner.width);
    if !content.empty.is_empty() {
        canvas.draw_lines(inner, &notes);
        return;
    }
    // The extent of the observations comes first, so that it stays in a low area.
    let note_rows = (notes.len() as u16).min(inner.height / 3);
    let (above, below) = split_rows(inner, inner.height - note_rows);
    canvas.draw_lines(below, &notes);
    let bars = match &content.chart {
        Some(FlowChart::Bars(bars)) => Some(bars),
        _ => None,
    };
    let bar_rows = bars.map_or(0, |bars| bars.lines.len() as u16 + 2);
    let table_rows = (content.table.rows.len() as u16 + 1).max(MIN_ROWS);
    let (table, rest_area) = if inner.width >= MIN_WIDTH && table_rows + bar_rows <= above.height {
        split_rows(above, above.height - bar_rows)
    } else {
        (above, Rect { height: 0, ..above })
    };
    let rows: Vec<usize> = (0..content.table.rows.len()).collect();
    let grid = records::RecordGrid {
        table: &content.table,
        rows: &rows,
        focused_row: Some(view.row),
        first_column: app.flow.column.min(content.table.columns.len().saturating_sub(2)),
        focused_column: None,
    };
    canvas.set_scroll_limit(rows.len().saturating_sub(1));
    records::draw(app, canvas, table, |line| ClickTarget::PaneLine(view.section, line), &grid);
    if let Some(bars) = bars.filter(|_| rest_area.height > 0) {
        draw_bars(canvas, rest_area, bars);
    }
}

/// Draws the names of the sections, as many as fit; the current one is always visible.
fn draw_sections(canvas: &mut Canvas<'_>, area: Rect, view: &FlowView<'_>) {
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

/// Draws how the stays in each status ended: a bar with a symbol for each part, below the names of the parts.
fn draw_bars(canvas: &mut Canvas<'_>, area: Rect, chart: &StackedChart) {
    let theme = canvas.theme;
    let name_width = chart.lines.iter().map(|(name, _)| text_width(name)).max().unwrap_or(0);
    let name_width = name_width.min(area.width / 3);
    let (x, width) = (area.x + name_width + 1, area.width.saturating_sub(name_width + 1));
    let style = |part: usize| if part == 0 { theme.heading() } else { theme.text() };
    let legend: Vec<String> =
        PARTS.iter().zip(&chart.parts).map(|(symbol, name)| format!("{symbol} {name}  ")).collect();
    let legend: Vec<_> = legend.iter().enumerate().map(|(part, text)| (text.as_str(), style(part))).collect();
    canvas.draw_spans(area.x, area.y + 1, area.width, &legend);
    // Every part has a cell, however small it is.
    let unit = f32::from(width.saturating_sub(PARTS.len() as u16)) / chart.largest_whole().max(1) as f32;
    for (y, (name, numbers)) in (area.y + 2..area.bottom()).zip(&chart.lines) {
        canvas.draw_text(area.x, y, name_width, name, theme.text());
        let mut x = x;
        for ((part, symbol), number) in
            PARTS.iter().enumerate().zip(numbers).filter(|(_, number)| **number > 0)
        {
            let cells = ((*number as f32 * unit).round() as u16).max(1);
            canvas.fill(Rect::new(x, y, cells, 1), symbol, style(part));
            x += cells;
        }
    }
}

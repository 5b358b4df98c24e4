//! Charts of the flow, on the screen and on an exported page.

use super::canvas::{Canvas, PagePart, wrap};
use super::page::{A4, GAP, MARGIN, PaneNote, draw_block, draw_days, draw_pane, row_rect, small_style};
use super::{fonts, statuses};
use crate::chart::ChartScale;
use crate::prelude::*;
use encours_core::app::screens::flow::lines::FlowSection;
use encours_core::app::screens::flow::view::chart::{FlowChart, ScatterChart, StackedChart};
use encours_core::app::screens::flow::view::{FlowView, section_view};
use encours_core::open_json::RecordCell;

/// Size of texts on a page, in points.
const PAGE_TEXT: f32 = 8.5;
/// Number of series colours.
const SERIES: usize = 4;
/// Maximum height of a bar with its gap.
const MAX_BAR_HEIGHT: f32 = 24.0;

/// A part of the screen as a canvas.
struct ScreenCanvas<'a>(Painter<'a>);

impl Canvas for ScreenCanvas<'_> {
    fn fill(&mut self, rect: Rect, color: Color32) {
        self.0.fill(rect, 0, color);
    }

    fn polygon(&mut self, corners: &[Pos2], color: Color32) {
        self.0.inner.add(egui::Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
    }

    fn line(&mut self, points: &[Pos2], width: f32, color: Color32) {
        self.0.inner.add(egui::Shape::line(points.to_vec(), Stroke::new(width, color)));
    }

    fn text_at(&mut self, at: Pos2, text: &str, face: TextStyle, color: Color32) {
        // As in `Canvas::text_in`: capitals are centred.
        let row = rect_at(at.x, at.y - face.size * 0.365 - face.line_height / 2.0, 4_000.0, face.line_height);
        self.0.left(row, text, face, color);
    }
}

/// Draws the page: charts, moves and forecast, with the extent of the observations.
pub(super) fn draw_page(app: &App, theme: &Theme, canvas: &mut impl Canvas) {
    let area = Rect::from_min_size(Pos2::ZERO, A4).shrink(MARGIN);
    let view = |section| section_view(app, section);
    let first = view(FlowSection::Statuses);
    let messages = Messages::new(app.cx.lang());
    let title = format!("{} – {}", messages.get("screen-flow"), first.selection);
    canvas.within(PagePart::Title, |canvas| {
        canvas.text_in(row_rect(area, 0.0, 24.0), Align::Min, &title, TextStyle::title(), theme.colors.text);
    });
    let made = date::date_time(app.cx.lang(), date::local(app.cx.now(), &app.cx.options().zone));
    let made = messages.with("report-made-unread", &[("at", MessageArg::from(made))]);
    let style = small_style(9.0, FontWeight::Regular);
    let note = format!("{made} {}", first.coverage);
    canvas.text_in(row_rect(area, 22.0, 14.0), Align::Min, &note, style, theme.colors.text_secondary);
    let body = area.below(44.0);
    let (width, height) = ((body.width() - GAP) / 2.0, (body.height() - GAP) / 2.0);
    let pane = |column: f32, row: f32| {
        rect_at(body.left() + column * (width + GAP), body.top() + row * (height + GAP), width, height)
    };
    let views = [first, view(FlowSection::Weeks), view(FlowSection::Cycles), view(FlowSection::Forecast)];
    for (at, view) in views.iter().enumerate() {
        let rect = pane((at % 2) as f32, (at / 2) as f32);
        canvas.within(PagePart::Section, |canvas| draw_section(app, theme, canvas, view, rect));
    }
}

/// Draws a section: its notes, and its chart or its lines.
fn draw_section(app: &App, theme: &Theme, canvas: &mut impl Canvas, view: &FlowView, rect: Rect) {
    let title = view.sections.get(view.section).map_or("", String::as_str);
    let (inner, _) = draw_pane(theme, canvas, rect, title, PaneNote::plain("", theme.colors.text_secondary));
    let style = small_style(PAGE_TEXT, FontWeight::Regular);
    let texts: Vec<&str> = std::iter::once(view.empty.as_str())
        .chain(view.notes.iter().map(String::as_str))
        .filter(|text| !text.is_empty())
        .collect();
    let note_height = |text: &&str| wrap(text, style, inner.width()).len() as f32 * style.size * 1.3;
    let mut y = inner.bottom() - texts.iter().map(note_height).sum::<f32>();
    let above = inner.with_max_y(y - 6.0);
    for text in texts {
        draw_block(canvas, inner.with_min_y(y), text, style, theme.colors.text_secondary);
        y += note_height(&text);
    }
    match &view.chart {
        Some(chart) => draw_chart(app, theme, canvas, chart, (above, PAGE_TEXT)),
        None => draw_rows(theme, canvas, view, above),
    }
}

/// Draws the lines as a table with equal columns, as many as fit.
fn draw_rows(theme: &Theme, canvas: &mut impl Canvas, view: &FlowView, rect: Rect) {
    let table = &view.table;
    let width = rect.width() / table.columns.len().max(1) as f32;
    let cell = |row: f32, column: usize| {
        rect_at(rect.left() + column as f32 * width, rect.top() + row * 14.0, width - 4.0, 14.0)
    };
    let align = |at: usize| match table.columns.get(at) {
        Some(column) if column.is_numeric => Align::Max,
        _ => Align::Min,
    };
    let style = small_style(PAGE_TEXT, FontWeight::Regular);
    for (at, column) in table.columns.iter().enumerate() {
        canvas.text_in(cell(0.0, at), align(at), &column.label, style, theme.colors.text_tertiary);
    }
    let fitting = (rect.height() / 14.0 - 1.0).max(0.0) as usize;
    for (row, cells) in table.rows.iter().enumerate().take(fitting) {
        canvas.begin(PagePart::Line);
        for (at, value) in cells.iter().enumerate() {
            if let RecordCell::Value(text) = value {
                canvas.text_in(cell(row as f32 + 1.0, at), align(at), text, style, theme.colors.text);
            }
        }
        canvas.end();
    }
}

/// Draws a chart on the screen.
pub(crate) fn draw_on_screen(app: &App, painter: Painter<'_>, chart: &FlowChart, rect: Rect) {
    let theme = painter.theme;
    draw_chart(app, theme, &mut ScreenCanvas(painter), chart, (rect, TextStyle::small().size));
}

/// Draws a chart with texts of a size.
fn draw_chart(
    app: &App,
    theme: &Theme,
    canvas: &mut impl Canvas,
    chart: &FlowChart,
    (rect, size): (Rect, f32),
) {
    match chart {
        FlowChart::Bars(bars) => {
            let below = draw_legend(theme, canvas, bars, (rect, size));
            draw_bars(app, theme, canvas, bars, (below, size));
        }
        FlowChart::Layers(layers) => {
            let below = draw_legend(theme, canvas, layers, (rect, size));
            draw_layers(app, theme, canvas, layers, below);
        }
        FlowChart::Scatter(scatter) => draw_scatter(app, theme, canvas, scatter, (rect, size)),
    }
}

/// Returns the colour of a part: after the series colours, the same ones paler.
fn part_color(theme: &Theme, at: usize) -> Color32 {
    let paler = if at < SERIES { 0.0 } else { 0.55 };
    theme.series_color(at).lerp_to_gamma(theme.colors.surface, paler)
}

/// Draws the names of the parts beside their colours, in rows. Returns the area below.
fn draw_legend(
    theme: &Theme,
    canvas: &mut impl Canvas,
    chart: &StackedChart,
    (rect, size): (Rect, f32),
) -> Rect {
    let style = small_style(size, FontWeight::Regular);
    let (mut x, mut row) = (rect.left(), rect.row(rect.top(), size * 1.6));
    for (at, name) in chart.parts.iter().enumerate() {
        let width = fonts::text_width(name, style) + size * 2.4;
        if x + width > rect.right() && x > rect.left() {
            (x, row) = (rect.left(), row.translate(vec2(0.0, row.height())));
        }
        let sample = rect_at(x, row.center().y - size * 0.4, size * 0.8, size * 0.8);
        canvas.fill(sample, part_color(theme, at));
        canvas.text_in(row.with_min_x(x + size * 1.2), Align::Min, name, style, theme.colors.text_secondary);
        x += width;
    }
    rect.with_min_y(row.bottom() + size * 0.4)
}

/// Draws a bar for each line, with the number in each part that has space for it.
fn draw_bars(
    app: &App,
    theme: &Theme,
    canvas: &mut impl Canvas,
    chart: &StackedChart,
    (rect, size): (Rect, f32),
) {
    let style = small_style(size, FontWeight::Regular);
    let height = (rect.height() / chart.lines.len().max(1) as f32).min(MAX_BAR_HEIGHT);
    let names = chart.lines.iter().map(|(name, _)| fonts::text_width(name, style));
    let name_width = names.fold(0.0, f32::max).min(rect.width() * 0.35) + 8.0;
    let max_width = rect.width() - name_width;
    let largest = chart.largest_whole().max(1) as f32;
    for (at, (name, numbers)) in chart.lines.iter().enumerate() {
        let row = row_rect(rect, at as f32 * height, height);
        canvas.begin(PagePart::Line);
        let name_rect = row.with_max_x(row.left() + name_width - 6.0);
        canvas.text_in(name_rect, Align::Min, name, style, theme.colors.text);
        let mut x = row.left() + name_width;
        for (part, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            let width = max_width * *number as f32 / largest;
            let bar = rect_at(x, row.top() + 2.0, (width - 1.0).max(0.5), height - 4.0);
            canvas.fill(bar, part_color(theme, part));
            let text = number::integer(app.cx.lang(), *number as u64);
            if height > size + 2.0 && fonts::text_width(&text, style) + 4.0 < width {
                let color = if part < SERIES { theme.colors.surface } else { theme.colors.text };
                canvas.text_in(bar, Align::Center, &text, style, color);
            }
            x += width;
        }
        canvas.end();
    }
}

/// Draws the layers as steps: each number holds until the next week.
fn draw_layers(app: &App, theme: &Theme, canvas: &mut impl Canvas, chart: &StackedChart, rect: Rect) {
    let scale = ChartScale::new(app, (0.0, chart.largest_whole() as f64), chart.ends);
    let plot = statuses::draw_axis(theme, canvas, &scale, rect);
    let count = chart.lines.len().max(1) as f32;
    // Whole points, so that neighbours have no seam.
    let x = |week: usize| (plot.left() + plot.width() * week as f32 / count).round();
    for (week, (_, numbers)) in chart.lines.iter().enumerate() {
        let mut sum = 0;
        for (part, number) in numbers.iter().enumerate() {
            let bottom = scale.y(sum as f64, plot);
            sum += number;
            let top = scale.y(sum as f64, plot);
            let layer = Rect::from_min_max(pos2(x(week), top), pos2(x(week + 1), bottom));
            canvas.fill(layer, part_color(theme, part));
        }
    }
    draw_days(app, theme, canvas, rect.with_min_x(plot.left()), chart.ends);
}

/// Draws a point for each deal, and a line for each percentile.
fn draw_scatter(
    app: &App,
    theme: &Theme,
    canvas: &mut impl Canvas,
    chart: &ScatterChart,
    (rect, size): (Rect, f32),
) {
    let (Some((first, _)), Some((last, _))) = (chart.points.first(), chart.points.last()) else {
        return;
    };
    let max = chart.points.iter().map(|(_, days)| *days).fold(0.0, f64::max);
    let scale = ChartScale::new(app, (0.0, max), [*first, *last]);
    let plot = statuses::draw_axis(theme, canvas, &scale, rect);
    for (at, days) in &chart.points {
        let center = pos2(scale.x(*at, plot), scale.y(*days, plot));
        canvas.fill(Rect::from_center_size(center, vec2(3.0, 3.0)), theme.series_color(0));
    }
    let style = small_style(size, FontWeight::SemiBold);
    // Labels of close lines stand above each other.
    let mut label_y = f32::INFINITY;
    for (label, days) in &chart.percentiles {
        let y = scale.y(*days, plot);
        label_y = y.min(label_y - size * 1.2);
        canvas.line(&[pos2(plot.left(), y), pos2(plot.right(), y)], 1.0, theme.colors.text_secondary);
        let row = Rect::from_min_max(pos2(plot.left(), label_y - size * 1.5), pos2(plot.right(), label_y));
        canvas.text_in(row, Align::Max, label, style, theme.colors.text);
    }
    draw_days(app, theme, canvas, rect.with_min_x(plot.left()), [*first, *last]);
}

//! Charts of the flow, on the screen and on an exported page.

use super::canvas::{Canvas, PagePart, wrap};
use super::page::{A4, GAP, MARGIN, PaneNote, draw_block, draw_days, draw_pane, row_rect, small_style};
use super::{fonts, statuses};
use crate::chart::ChartScale;
use crate::prelude::*;
use encours_core::app::screens::flow::chart::{FlowChart, ScatterChart, StackedChart};
use encours_core::app::screens::flow::sections::FlowSection;
use encours_core::app::screens::flow::view::{FlowView, section_view};
use encours_core::open_json::RecordCell;

/// Size of texts on a page, in points.
const PAGE_TEXT: f32 = 8.5;
/// Number of series colours.
const SERIES: usize = 4;
/// Maximum height of a bar with its gap, and the minimum one by the size of the text.
const MAX_BAR_HEIGHT: f32 = 24.0;
const MIN_BAR_HEIGHT: f32 = 1.4;
/// Minimum height of a chart over time.
const MIN_PLOT_HEIGHT: f32 = 100.0;
/// Height of the forecast on a page: three rows and the notes.
const FORECAST_HEIGHT: f32 = 150.0;
/// Height of a row of a table on a page.
const ROW_HEIGHT: f32 = 14.0;

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
    let first = section_view(app, FlowSection::Statuses);
    let messages = Messages::new(app.cx.lang());
    let title = format!("{} – {}", messages.get("screen-flow"), first.selection);
    canvas.within(PagePart::Title, |canvas| {
        canvas.text_in(row_rect(area, 0.0, 24.0), Align::Min, &title, TextStyle::title(), theme.colors.text);
    });
    let (style, coverage) = (small_style(9.0, FontWeight::Regular), &first.content.coverage);
    canvas.text_in(row_rect(area, 22.0, 14.0), Align::Min, coverage, style, theme.colors.text_secondary);
    let body = area.below(44.0);
    let (width, height) = ((body.width() - GAP) / 2.0, (body.height() - GAP) / 2.0);
    // The funnel has the most lines, the forecast the fewest.
    let funnel = body.height() - GAP - FORECAST_HEIGHT;
    let sections = [
        (FlowSection::Statuses, 0.0, 0.0, funnel),
        (FlowSection::Weeks, width + GAP, 0.0, height),
        (FlowSection::Cycles, width + GAP, height + GAP, height),
        (FlowSection::Forecast, 0.0, funnel + GAP, FORECAST_HEIGHT),
    ];
    for (section, x, y, height) in sections {
        let rect = rect_at(body.left() + x, body.top() + y, width, height);
        canvas.within(PagePart::Section, |canvas| {
            FlowCanvas { app, theme, canvas, size: PAGE_TEXT }
                .draw_section(&section_view(app, section), rect);
        });
    }
}

/// Draws a chart on the screen, if it is legible there.
pub(crate) fn draw_on_screen(app: &App, painter: Painter<'_>, chart: &FlowChart, rect: Rect) -> bool {
    let (theme, size) = (painter.theme, TextStyle::small().size);
    FlowCanvas { app, theme, canvas: &mut ScreenCanvas(painter), size }.draw_chart(chart, rect)
}

/// A canvas with the size of its texts.
struct FlowCanvas<'a, C: Canvas> {
    app: &'a App,
    theme: &'a Theme,
    canvas: &'a mut C,
    size: f32,
}

impl<C: Canvas> FlowCanvas<'_, C> {
    fn style(&self) -> TextStyle {
        small_style(self.size, FontWeight::Regular)
    }

    /// Draws a section: its notes, and its chart or, if that is not legible, its rows.
    fn draw_section(&mut self, view: &FlowView<'_>, rect: Rect) {
        let (theme, style, content) = (self.theme, self.style(), view.content);
        let color = theme.colors.text_secondary;
        let (inner, _) = draw_pane(theme, self.canvas, rect, view.title(), PaneNote::plain("", color));
        let texts = std::iter::once(&content.empty).chain(&content.notes).filter(|text| !text.is_empty());
        let height = |text: &String| wrap(text, style, inner.width()).len() as f32 * style.size * 1.3;
        let mut y = inner.bottom() - texts.clone().map(height).sum::<f32>();
        let above = inner.with_max_y(y - 6.0);
        for text in texts {
            draw_block(self.canvas, inner.with_min_y(y), text, style, color);
            y += height(text);
        }
        match &content.chart {
            Some(FlowChart::Bars(bars)) => self.draw_fitting_bars(bars, above),
            Some(chart) if self.draw_chart(chart, above) => {}
            _ => self.draw_rows(view, above),
        }
    }

    /// Draws as many bars as fit, and the number of the others.
    fn draw_fitting_bars(&mut self, bars: &StackedChart, rect: Rect) {
        let below = rect.with_min_y(self.draw_legend(bars, rect, true));
        let height = self.size * MIN_BAR_HEIGHT;
        let fitting = (below.height() / height).max(0.0) as usize;
        if bars.lines.len() <= fitting {
            return self.draw_bars(bars, below);
        }
        let shown = fitting.saturating_sub(1);
        let lines = bars.lines.iter().take(shown).cloned().collect();
        let bars_rect = below.with_max_y(below.bottom() - height);
        self.draw_bars(&StackedChart { lines, ..bars.clone() }, bars_rect);
        self.draw_left_out(bars.lines.len() - shown, below.with_min_y(bars_rect.bottom()));
    }

    fn draw_left_out(&mut self, count: usize, row: Rect) {
        let (style, color) = (self.style(), self.theme.colors.text_tertiary);
        self.canvas.text_in(row, Align::Min, &format!("+ {count}"), style, color);
    }

    /// Draws the rows as a table, as many rows and columns as fit, and the number of the other rows.
    fn draw_rows(&mut self, view: &FlowView<'_>, rect: Rect) {
        let (style, colors, table) = (self.style(), &self.theme.colors, &view.content.table);
        let fitting = (rect.height() / ROW_HEIGHT - 2.0).max(0.0) as usize;
        let mut x = rect.left();
        for (at, column) in table.columns.iter().enumerate() {
            let align = if column.is_numeric { Align::Max } else { Align::Min };
            let values = table.rows.iter().take(fitting).map(|row| match row.get(at) {
                Some(RecordCell::Value(text)) => text.as_str(),
                _ => "",
            });
            let texts: Vec<&str> = std::iter::once(column.label.as_str()).chain(values).collect();
            let width = texts.iter().map(|text| fonts::text_width(text, style)).fold(0.0, f32::max) + 2.0;
            if x + width > rect.right() {
                break;
            }
            for (row, text) in texts.into_iter().enumerate() {
                let cell = rect_at(x, rect.top() + row as f32 * ROW_HEIGHT, width, ROW_HEIGHT);
                let color = if row == 0 { colors.text_tertiary } else { colors.text };
                self.canvas.text_in(cell, align, text, style, color);
            }
            x += width + 8.0;
        }
        let left_out = table.rows.len().saturating_sub(fitting);
        if left_out > 0 {
            self.draw_left_out(left_out, row_rect(rect, (fitting + 1) as f32 * ROW_HEIGHT, ROW_HEIGHT));
        }
    }

    /// Draws a chart; returns false if it would not be legible.
    fn draw_chart(&mut self, chart: &FlowChart, rect: Rect) -> bool {
        match chart {
            FlowChart::Bars(bars) => {
                let below = rect.with_min_y(self.draw_legend(bars, rect, false));
                if below.height() < bars.lines.len() as f32 * self.size * MIN_BAR_HEIGHT {
                    return false;
                }
                self.draw_legend(bars, rect, true);
                self.draw_bars(bars, below);
            }
            _ if rect.height() < MIN_PLOT_HEIGHT => return false,
            FlowChart::Layers(layers) => {
                let below = rect.with_min_y(self.draw_legend(layers, rect, true));
                self.draw_layers(layers, below);
            }
            FlowChart::Scatter(scatter) => self.draw_scatter(scatter, rect),
        }
        true
    }

    /// Returns the colour of a part: after the series colours, the same ones paler.
    fn part_color(&self, at: usize) -> Color32 {
        let paler = if at < SERIES { 0.0 } else { 0.55 };
        self.theme.series_color(at).lerp_to_gamma(self.theme.colors.surface, paler)
    }

    /// Measures or draws the names of the parts beside their colours, in rows. Returns their bottom edge.
    fn draw_legend(&mut self, chart: &StackedChart, rect: Rect, draws: bool) -> f32 {
        let (style, size) = (self.style(), self.size);
        let (mut x, mut row) = (rect.left(), rect.row(rect.top(), size * 1.6));
        for (at, name) in chart.parts.iter().enumerate() {
            let width = fonts::text_width(name, style) + size * 2.4;
            if x + width > rect.right() && x > rect.left() {
                (x, row) = (rect.left(), row.translate(vec2(0.0, row.height())));
            }
            if draws {
                let sample = rect_at(x, row.center().y - size * 0.4, size * 0.8, size * 0.8);
                self.canvas.fill(sample, self.part_color(at));
                let name_rect = row.with_min_x(x + size * 1.2);
                self.canvas.text_in(name_rect, Align::Min, name, style, self.theme.colors.text_secondary);
            }
            x += width;
        }
        row.bottom() + size * 0.4
    }

    /// Draws a bar for each line, with the number in each part that has space for it.
    fn draw_bars(&mut self, chart: &StackedChart, rect: Rect) {
        let (style, colors) = (self.style(), &self.theme.colors);
        let height = (rect.height() / chart.lines.len().max(1) as f32).min(MAX_BAR_HEIGHT);
        let names = chart.lines.iter().map(|(name, _)| fonts::text_width(name, style));
        let name_width = names.fold(0.0, f32::max).min(rect.width() * 0.35) + 8.0;
        let unit = (rect.width() - name_width) / chart.largest_whole().max(1) as f32;
        for (at, (name, numbers)) in chart.lines.iter().enumerate() {
            let row = row_rect(rect, at as f32 * height, height);
            self.canvas.begin(PagePart::Line);
            let name_rect = row.with_max_x(row.left() + name_width - 6.0);
            self.canvas.text_in(name_rect, Align::Min, name, style, colors.text);
            let mut x = row.left() + name_width;
            for (part, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
                let width = unit * *number as f32;
                let bar = rect_at(x, row.top() + 2.0, (width - 1.0).max(0.5), height - 4.0);
                self.canvas.fill(bar, self.part_color(part));
                let text = number::integer(self.app.cx.lang(), *number as u64);
                if fonts::text_width(&text, style) + 4.0 < width {
                    let color = if part < SERIES { colors.surface } else { colors.text };
                    self.canvas.text_in(bar, Align::Center, &text, style, color);
                }
                x += width;
            }
            self.canvas.end();
        }
    }

    /// Draws the layers as steps: each number holds until the next week.
    fn draw_layers(&mut self, chart: &StackedChart, rect: Rect) {
        let scale = ChartScale::new(self.app, (0.0, chart.largest_whole() as f64), chart.ends);
        let plot = statuses::draw_axis(self.theme, self.canvas, &scale, rect);
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
                self.canvas.fill(layer, self.part_color(part));
            }
        }
        draw_days(self.app, self.theme, self.canvas, rect.with_min_x(plot.left()), chart.ends);
    }

    /// Draws a point for each deal, and a line for each percentile.
    fn draw_scatter(&mut self, chart: &ScatterChart, rect: Rect) {
        let (Some((first, _)), Some((last, _))) = (chart.points.first(), chart.points.last()) else {
            return;
        };
        let (theme, ends) = (self.theme, [*first, *last]);
        let max = chart.points.iter().map(|(_, days)| *days).fold(0.0, f64::max);
        let scale = ChartScale::new(self.app, (0.0, max), ends);
        let plot = statuses::draw_axis(theme, self.canvas, &scale, rect);
        for (at, days) in &chart.points {
            let center = pos2(scale.x(*at, plot), scale.y(*days, plot));
            self.canvas.fill(Rect::from_center_size(center, vec2(4.0, 4.0)), theme.series_color(0));
        }
        let style = small_style(self.size, FontWeight::SemiBold);
        // Labels of close lines stand below each other, from the top of the chart.
        let mut label_y = rect.top() + self.size * 0.3;
        for (label, days) in chart.percentiles.iter().rev() {
            let y = scale.y(*days, plot);
            label_y = y.max(label_y + self.size * 1.2);
            self.canvas.line(
                &[pos2(plot.left(), y), pos2(plot.right(), y)],
                1.0,
                theme.colors.text_secondary,
            );
            let top_left = pos2(plot.left(), label_y - self.size * 1.5);
            let row = Rect::from_min_max(top_left, pos2(plot.right(), label_y));
            self.canvas.text_in(row, Align::Max, label, style, theme.colors.text);
        }
        draw_days(self.app, theme, self.canvas, rect.with_min_x(plot.left()), ends);
    }
}

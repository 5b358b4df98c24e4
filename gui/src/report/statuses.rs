//! The chart of deals by status over time, in the exported image.
//!
//! It has the lines of the screen and a legend, and notes which statuses are hidden.

use super::canvas::{Canvas, PagePart, fitting_style};
use super::fonts;
use super::page::{PaneNote, draw_days, draw_pane, row_rect, small_style};
use crate::chart::{ChartScale, dashed_line, grid_values, step_corners};
use crate::prelude::*;
use egui::Shape;
use encours_core::app::screens::portfolio::view::statuses::{StatusTrend, StatusesView};
use encours_core::app::screens::portfolio::view::trend_line::Trend;

/// Length of the sample line before a status name.
const SAMPLE_WIDTH: f32 = 22.0;
const GAP: f32 = 6.0;
/// Maximum height of a legend row.
const MAX_ROW_HEIGHT: f32 = 15.0;
/// Maximum share of the pane's width for names.
const MAX_NAMES_SHARE: f32 = 0.36;

/// Draws the pane.
pub(super) fn draw(app: &App, theme: &Theme, canvas: &mut impl Canvas, view: &StatusesView, rect: Rect) {
    let trends: Vec<&Trend> = view.drawn_lines().map(|line| &line.trend).collect();
    let oldest = trends.iter().min_by_key(|trend| trend.points.first().map(|point| point.at));
    let recorded_since = oldest.map_or("", |trend| trend.since.as_str());
    let mut heading = format!("{} {recorded_since}", view.label);
    if !view.hidden_names.is_empty() {
        heading = format!("{heading} · {}", view.hidden_names);
    }
    let title = Messages::new(app.cx.lang()).get("trend-title");
    let note = PaneNote::plain(&heading, theme.colors.text_secondary);
    let (inner, _) = draw_pane(theme, canvas, rect, &title, note);
    let plot_right = draw_legend(theme, canvas, view, inner);
    draw_chart(app, theme, canvas, view, (&trends, inner.with_max_x(plot_right - 2.0 * GAP)));
}

/// Draws the legend at the right, fitted to the height, in one font size. Returns its left edge.
fn draw_legend(theme: &Theme, canvas: &mut impl Canvas, view: &StatusesView, inner: Rect) -> f32 {
    let lines: Vec<(usize, &StatusTrend)> = visible_lines(view).collect();
    let height = (inner.height() / lines.len().max(1) as f32).min(MAX_ROW_HEIGHT);
    let name_style = small_style(8.5_f32.min(height * 0.8), FontWeight::Regular);
    let labels = lines.iter().map(|(_, line)| line.trend.label.as_str());
    let style = fitting_style(labels.clone(), name_style, inner.width() * MAX_NAMES_SHARE);
    let longest = labels.map(|label| fonts::text_width(label, style)).fold(0.0, f32::max);
    let name = longest.min(inner.width() * MAX_NAMES_SHARE) + 1.0;
    let bold = small_style(style.size, FontWeight::SemiBold);
    let counts = lines.iter().map(|(_, line)| fonts::text_width(&line.trend.last, bold));
    let count = counts.fold(0.0, f32::max) + 1.0;
    let left_x = inner.right() - (SAMPLE_WIDTH + GAP + name + 2.0 * GAP + count);
    for (index, (at, line)) in lines.into_iter().enumerate() {
        let key = row_rect(inner, index as f32 * height, height).with_min_x(left_x);
        let y = key.center().y;
        draw_line(theme, canvas, &[pos2(left_x, y), pos2(left_x + SAMPLE_WIDTH, y)], at);
        canvas.begin(PagePart::Line);
        let label =
            key.with_min_x(left_x + SAMPLE_WIDTH + GAP).with_max_x(left_x + SAMPLE_WIDTH + GAP + name);
        canvas.text_in(label, Align::Min, &line.trend.label, style, theme.colors.text);
        canvas.text_in(key, Align::Max, &line.trend.last, bold, theme.colors.text);
        canvas.end();
    }
    left_x
}

fn draw_chart(
    app: &App,
    theme: &Theme,
    canvas: &mut impl Canvas,
    view: &StatusesView,
    (trends_shown, inner): (&[&Trend], Rect),
) {
    let scale = ChartScale::for_trends(app, trends_shown);
    let plot = draw_axis(theme, canvas, &scale, inner);
    for (at, line) in visible_lines(view) {
        draw_line(theme, canvas, &step_corners(&line.trend, &scale, plot), at);
    }
    draw_days(app, theme, canvas, inner.with_min_x(plot.left()), [scale.start, scale.end]);
}

/// Draws the axis of the values with its grid. Returns the area of the lines.
pub(super) fn draw_axis(theme: &Theme, canvas: &mut impl Canvas, scale: &ChartScale, inner: Rect) -> Rect {
    let (colors, style) = (&theme.colors, small_style(8.5, FontWeight::Regular));
    let axis: Vec<(f64, String)> = grid_values(scale.min, scale.max, scale.interval)
        .map(|value| (value, scale.format_value(value)))
        .collect();
    let width = axis.iter().map(|(_, name)| fonts::text_width(name, style)).fold(0.0, f32::max);
    let plot = Rect::from_min_max(
        pos2(inner.left() + width + GAP, inner.top() + 6.0),
        pos2(inner.right(), inner.bottom() - 18.0),
    );
    for (value, name) in &axis {
        let y = scale.y(*value, plot);
        canvas.line(&[pos2(plot.left(), y), pos2(plot.right(), y)], 0.5, colors.border);
        let label_rect = Rect::from_min_max(pos2(inner.left(), y - 6.0), pos2(plot.left() - GAP, y + 6.0));
        canvas.text_in(label_rect, Align::Max, name, style, colors.text_tertiary);
    }
    plot
}

/// Returns the visible lines, each with its index among all lines, which determines its dashes.
fn visible_lines(view: &StatusesView) -> impl Iterator<Item = (usize, &StatusTrend)> {
    view.lines.iter().enumerate().filter(|(_, line)| !line.hidden)
}

/// Draws a line with its dashes.
fn draw_line(theme: &Theme, canvas: &mut impl Canvas, corners: &[Pos2], at: usize) {
    let pencil = Stroke::new(1.0, theme.series_color(at));
    for shape in dashed_line(corners, at, pencil) {
        match shape {
            Shape::LineSegment { points, .. } => canvas.line(&points, pencil.width, pencil.color),
            Shape::Path(path) => canvas.line(&path.points, pencil.width, pencil.color),
            _ => {}
        }
    }
}

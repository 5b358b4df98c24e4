//! Trends recorded on this device, drawn as steps: a value holds until the next sync.

use crate::prelude::*;
use encours_core::app::screens::portfolio::view::trend_line::Trend;

use super::canvas::ReportTarget;
use super::fonts;
use super::page::{PaneNote, draw_block, draw_pane, small_style};

/// Returns the corners of the dot that represents a single observation.
fn dot_corners(at: Pos2) -> Vec<Pos2> {
    const DOT_CORNERS: u8 = 16;
    let angle = |n: u8| f32::from(n) / f32::from(DOT_CORNERS) * std::f32::consts::TAU;
    (0..DOT_CORNERS).map(|n| at + 2.5 * Vec2::angled(angle(n))).collect()
}

/// Draws one number over time, or a note that it has no observations yet.
pub(super) fn draw(
    app: &App,
    theme: &Theme,
    canvas: &mut impl ReportTarget,
    trend: Option<&Trend>,
    rect: Rect,
) {
    let messages = Messages::new(app.cx.lang());
    let colors = &theme.colors;
    let name = trend.map(|trend| format!("{} {}", trend.label, trend.since));
    let note = PaneNote::plain(name.as_deref().unwrap_or_default(), colors.text_secondary);
    let (inner, _) = draw_pane(theme, canvas, rect, &messages.get("trend-title"), note);
    let style = small_style(8.5, FontWeight::Regular);
    let Some(trend) = trend else {
        draw_block(canvas, inner, &messages.get("trend-empty"), style, colors.text_tertiary);
        return;
    };
    let width = fonts::text_width(&trend.last, small_style(10.0, FontWeight::SemiBold)) + 8.0;
    let ends = [
        trend.points.iter().min_by(|a, b| a.value.cmp(&b.value)),
        trend.points.iter().max_by(|a, b| a.value.cmp(&b.value)),
    ];
    let value_width = ends.iter().flatten().map(|end| fonts::text_width(&end.text, style));
    let axis = value_width.fold(0.0, f32::max) + 6.0;
    let plot =
        Rect::from_min_max(inner.min + vec2(axis, 6.0), pos2(inner.right() - width, inner.bottom() - 14.0));
    canvas.line(&[plot.left_bottom(), plot.right_bottom()], 0.5, colors.border_strong);
    let (Some(first), Some(last)) = (trend.points.first(), trend.points.last()) else {
        return;
    };
    let y_of = |height: f32| plot.bottom() - plot.height() * (0.1 + 0.8 * height);
    // Minimum and maximum label the axis; a flat line has a single label.
    let [min, max] = ends;
    let max = max.filter(|max| Some(max.value) != min.map(|min| min.value));
    for end in min.iter().chain(&max) {
        let y = y_of(end.height);
        canvas.line(&[pos2(plot.left(), y), pos2(plot.right(), y)], 0.5, colors.border);
        let value_rect = Rect::from_min_max(pos2(inner.left(), y - 6.0), pos2(plot.left() - 6.0, y + 6.0));
        canvas.text_in(value_rect, Align::Max, &end.text, style, colors.text_tertiary);
    }
    let span = (last.at.as_second() - first.at.as_second()).max(1) as f32;
    let mut line: Vec<Pos2> = Vec::new();
    for point in &trend.points {
        let offset = (point.at.as_second() - first.at.as_second()) as f32 / span;
        let at = pos2(plot.left() + plot.width() * offset, y_of(point.height));
        if let Some(previous) = line.last().copied() {
            line.push(pos2(at.x, previous.y));
        }
        line.push(at);
    }
    if line.len() > 1 {
        canvas.line(&line, 1.5, colors.accent);
    }
    if let Some(end) = line.last() {
        if trend.single_load {
            canvas.polygon(&dot_corners(*end), colors.accent);
        }
        let value_rect = Rect::from_min_max(pos2(end.x + 6.0, end.y - 7.0), pos2(inner.right(), end.y + 7.0));
        canvas.text_in(
            value_rect,
            Align::Min,
            &trend.last,
            small_style(10.0, FontWeight::SemiBold),
            colors.text,
        );
    }
    // Place the dates below the whole pane: the plot may be narrower than two dates.
    let days = inner.with_min_y(inner.bottom() - 12.0);
    let day = |at| date::date_short(date::local(at, &app.cx.options().zone).date());
    let (from, to) = (day(first.at), day(last.at));
    canvas.text_in(days, Align::Min, &from, style, colors.text_tertiary);
    if to != from {
        canvas.text_in(days, Align::Max, &to, style, colors.text_tertiary);
    }
}

//! Trends recorded on this device, drawn as steps: a value holds until the next sync.

use crate::chart::step_line;
use crate::prelude::*;
use encours_core::app::screens::portfolio::view::trend_line::Trend;

use super::canvas::Canvas;
use super::fonts;
use super::page::{PaneNote, draw_block, draw_days, draw_pane, small_style};

/// Draws one number over time, or a note that it has no observations yet.
pub(super) fn draw(app: &App, theme: &Theme, canvas: &mut impl Canvas, trend: Option<&Trend>, rect: Rect) {
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
    let line = step_line(trend.points.iter().map(|point| {
        let offset = (point.at.as_second() - first.at.as_second()) as f32 / span;
        pos2(plot.left() + plot.width() * offset, y_of(point.height))
    }));
    if line.len() > 1 {
        canvas.line(&line, 1.5, colors.accent);
    }
    if let Some(end) = line.last() {
        if trend.single_load {
            // A single observation is a dot.
            let angle = |n: u8| f32::from(n) / 16.0 * std::f32::consts::TAU;
            let corners: Vec<Pos2> = (0..16).map(|n| *end + 2.5 * Vec2::angled(angle(n))).collect();
            canvas.polygon(&corners, colors.accent);
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
    draw_days(app, theme, canvas, inner, [first.at, last.at]);
}

//! The chart of deals by status over time, in the exported image.
//!
//! It has the lines of the screen and a legend, and notes which statuses are hidden.

use super::canvas::{Canvas, Part, fitted};
use super::fonts;
use super::page::{Note, pane, row, small};
use crate::chart::{Scale, dashed, lines, steps};
use crate::theme::{Look, Weight};
use egui::{Align, Pos2, Rect, Shape, Stroke, pos2};
use encours_core::app::screens::portfolio::view::statuses::{StatusLine, StatusesView};
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::app::shell::app::App;
use encours_core::text::{Words, date};

/// Length of the sample line before a status name.
const PIECE: f32 = 22.0;
const GAP: f32 = 6.0;
/// Maximum height of a legend row.
const ROW: f32 = 15.0;
/// Maximum share of the pane's width for names.
const NAMES: f32 = 0.36;

/// Draws the pane.
pub(super) fn draw(app: &App, look: &Look, canvas: &mut impl Canvas, view: &StatusesView, rect: Rect) {
    let drawn: Vec<&Trend> = view.drawn().map(|line| &line.trend).collect();
    let oldest = drawn
        .iter()
        .min_by_key(|trend| trend.points.first().map(|point| point.at));
    let since = oldest.map_or("", |trend| trend.since.as_str());
    let mut told = format!("{} {since}", view.label);
    if !view.left_out.is_empty() {
        told = format!("{told} · {}", view.left_out);
    }
    let title = Words::new(app.cx.lang()).get("trend-title");
    let note = Note::plain(&told, look.ink.text_secondary);
    let (inner, _) = pane(look, canvas, rect, &title, note);
    let left = legend(look, canvas, view, inner);
    chart(
        app,
        look,
        canvas,
        view,
        (&drawn, inner.with_max_x(left - 2.0 * GAP)),
    );
}

/// Draws the legend at the right, fitted to the height, in one font size. Returns its left edge.
fn legend(look: &Look, canvas: &mut impl Canvas, view: &StatusesView, inner: Rect) -> f32 {
    let named: Vec<(usize, &StatusLine)> = drawn(view).collect();
    let high = (inner.height() / named.len().max(1) as f32).min(ROW);
    let whole = small(8.5_f32.min(high * 0.8), Weight::Regular);
    let labels = named.iter().map(|(_, line)| line.trend.label.as_str());
    let face = fitted(labels.clone(), whole, inner.width() * NAMES);
    let longest = labels.map(|label| fonts::width(label, face)).fold(0.0, f32::max);
    let name = longest.min(inner.width() * NAMES) + 1.0;
    let bold = small(face.size, Weight::SemiBold);
    let counts = named.iter().map(|(_, line)| fonts::width(&line.trend.last, bold));
    let count = counts.fold(0.0, f32::max) + 1.0;
    let left = inner.right() - (PIECE + GAP + name + 2.0 * GAP + count);
    for (place, (at, line)) in named.into_iter().enumerate() {
        let key = row(inner, place as f32 * high, high).with_min_x(left);
        let y = key.center().y;
        stroke(look, canvas, &[pos2(left, y), pos2(left + PIECE, y)], at);
        canvas.begin(Part::Line);
        let label = key
            .with_min_x(left + PIECE + GAP)
            .with_max_x(left + PIECE + GAP + name);
        canvas.text(label, Align::Min, &line.trend.label, face, look.ink.text);
        canvas.text(key, Align::Max, &line.trend.last, bold, look.ink.text);
        canvas.end();
    }
    left
}

fn chart(
    app: &App,
    look: &Look,
    canvas: &mut impl Canvas,
    view: &StatusesView,
    (drawn_lines, inner): (&[&Trend], Rect),
) {
    let (ink, face) = (&look.ink, small(8.5, Weight::Regular));
    let scale = Scale::of(app, drawn_lines);
    let axis: Vec<(f64, String)> = lines(scale.low, scale.high, scale.step)
        .map(|value| (value, scale.name(value)))
        .collect();
    let wide = axis
        .iter()
        .map(|(_, name)| fonts::width(name, face))
        .fold(0.0, f32::max);
    let plot = Rect::from_min_max(
        pos2(inner.left() + wide + GAP, inner.top() + 6.0),
        pos2(inner.right(), inner.bottom() - 18.0),
    );
    for (value, name) in &axis {
        let y = scale.y(*value, plot);
        canvas.line(&[pos2(plot.left(), y), pos2(plot.right(), y)], 0.5, ink.border);
        let place = Rect::from_min_max(pos2(inner.left(), y - 6.0), pos2(plot.left() - GAP, y + 6.0));
        canvas.text(place, Align::Max, name, face, ink.text_tertiary);
    }
    for (at, line) in drawn(view) {
        stroke(look, canvas, &steps(&line.trend, &scale, plot), at);
    }
    let days = inner.with_min_y(inner.bottom() - 12.0).with_min_x(plot.left());
    let day = |at| date::date_short(date::local(at, &app.cx.options().zone).date());
    let (from, to) = (day(scale.from), day(scale.to));
    canvas.text(days, Align::Min, &from, face, ink.text_tertiary);
    if to != from {
        canvas.text(days, Align::Max, &to, face, ink.text_tertiary);
    }
}

/// Returns the visible lines, each with its index among all lines, which determines its dashes.
fn drawn(view: &StatusesView) -> impl Iterator<Item = (usize, &StatusLine)> {
    view.lines.iter().enumerate().filter(|(_, line)| !line.hidden)
}

/// Draws a line with its dashes.
fn stroke(look: &Look, canvas: &mut impl Canvas, corners: &[Pos2], at: usize) {
    let pencil = Stroke::new(1.0, look.series(at));
    for shape in dashed(corners, at, pencil) {
        match shape {
            Shape::LineSegment { points, .. } => canvas.line(&points, pencil.width, pencil.color),
            Shape::Path(path) => canvas.line(&path.points, pencil.width, pencil.color),
            _ => {}
        }
    }
}

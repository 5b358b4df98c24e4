//! The deals of each status over time, one line per status, with a legend.
//!
//! Lines differ in colour, dashes and the status icon at their end. A line is highlighted when it is hovered, in the
//! chart or the legend, or when its key has the focus. The table contains all lines.

mod end_markers;
mod legend;

use super::super::Along;
use super::table::{Row, table};
use super::{PAD, axis_names, days, grid, note, read_off};
use crate::chart::{Scale, dashed, steps};
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::Pen;
use egui::{Align, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::statuses::{StatusLine, StatusesView};
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::text::{Arg, date};

use legend::Keys;

/// Width of a status icon.
const RING: f32 = 18.0;
/// Distance from a line's end to its status icon. The icon is shifted vertically if several lines end close together.
const LEAD: f32 = 10.0;
/// Gap between chart and legend.
const GAP: f32 = 16.0;

/// Draws the content below the pane's title, which ends at `after`; the tabs begin at `before`.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    figures: &mut Along,
    view: &StatusesView,
    (rect, head): (Rect, Rect),
    (after, before): (f32, f32),
) {
    let drawn: Vec<&Trend> = view.drawn().map(|line| &line.trend).collect();
    let scale = Scale::of(pass.app, &drawn);
    let first = |trend: &&&Trend| trend.points.first().map(|point| point.at);
    let Some(oldest) = drawn.iter().min_by_key(first) else {
        return;
    };
    let table = pass.app.portfolio.trend().table;
    let mut told = note(pass, oldest, &scale);
    if !table && !view.left_out.is_empty() {
        told = format!("{told} · {}", view.left_out);
    }
    let pen = Pen::new(ui.painter(), pass.look);
    let beside = head.with_min_x(after + 12.0).with_max_x(before - 12.0);
    let under = pen.width(&told, Face::small()) > beside.width();
    let own = head.translate(vec2(0.0, 32.0)).with_max_y(head.bottom() + 28.0);
    let line = if under { own } else { beside };
    let at = pen.text(
        line,
        Align::Min,
        &told,
        Face::small(),
        pass.look.ink.text_tertiary,
    );
    let response = ui.interact(at, ui.scope_id().with("note"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.as_str()));
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, head.bottom() + if under { 36.0 } else { 14.0 }),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        rows(ui, pass, view, body);
    } else {
        let keys = Keys::of(&pen, view, body);
        let pointed = keys.show(ui, pass, figures, view);
        let room = body.with_max_x(keys.place.left() - GAP);
        chart(ui, pass, view, &scale, room, pointed);
    }
}

/// Returns the normal stroke of the line with an index.
fn usual(pen: &Pen<'_>, at: usize) -> Stroke {
    Stroke::new(pen.look.tokens.stroke.icon, pen.look.series(at))
}

/// Draws the line with an index, with its dashes.
fn stroke(pen: &Pen<'_>, corners: &[Pos2], at: usize, stroke: Stroke) {
    pen.painter.extend(dashed(corners, at, stroke));
}

fn chart(ui: &Ui, pass: &Pass<'_>, view: &StatusesView, scale: &Scale, body: Rect, pointed: Option<usize>) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let (names, wide) = axis_names(&pen, scale);
    let plot = Rect::from_min_max(
        pos2(body.left() + wide + 12.0, body.top() + 8.0),
        pos2(body.right() - RING - LEAD, body.bottom() - 26.0),
    );
    grid(&pen, &names, scale, plot, body);
    days(&pen, pass, scale, plot, body);
    let response = ui.interact(plot.expand(6.0), ui.scope_id().with("chart"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken(pass, view)));
    let lines: Vec<(usize, &StatusLine, Vec<Pos2>)> = view
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.hidden)
        .map(|(at, line)| (at, line, steps(&line.trend, scale, plot)))
        .collect();
    let pointer = response.hover_pos();
    let nearest = pointer.and_then(|pointer| {
        let apart = |corners: &[Pos2]| Some((height_at(corners, pointer.x)? - pointer.y).abs());
        let apart = lines.iter().filter_map(|(at, _, line)| Some((*at, apart(line)?)));
        apart
            .min_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(at, _)| at)
    });
    let pointed = pointed.or(nearest);
    let ends: Vec<f32> = lines
        .iter()
        .map(|(.., corners)| corners.last().map_or(plot.bottom(), |end| end.y))
        .collect();
    let ends = end_markers::apart(&ends, plot.y_range());
    let lines: Vec<_> = lines.into_iter().zip(ends).collect();
    // Draw the highlighted line last, over the others.
    let (under, over): (Vec<_>, Vec<_>) = lines.iter().partition(|((at, ..), _)| pointed != Some(*at));
    for ((at, line, corners), end) in under.into_iter().chain(over) {
        let chosen = pointed == Some(*at);
        let (pencil, ring) = if chosen {
            (Stroke::new(pass.look.tokens.stroke.ring, ink.accent), ink.accent)
        } else {
            (usual(&pen, *at), ink.text_secondary)
        };
        if corners.len() > 1 {
            stroke(&pen, corners, *at, pencil);
        }
        if let Some(last) = corners.last() {
            let beside = pos2(last.x + LEAD, *end);
            let lead = pass.look.hairline(pencil.color);
            pen.painter.line_segment([*last, beside], lead);
            pen.status(beside + vec2(RING / 2.0, 0.0), &line.code, ring);
        }
    }
    if let (Some(pointer), Some(line)) = (pointer, pointed.and_then(|at| view.lines.get(at))) {
        read_off(ui, pass, &line.trend, scale, plot, pointer);
    }
}

/// Returns the height of a step line at a position; `None` before its start.
fn height_at(corners: &[Pos2], x: f32) -> Option<f32> {
    corners
        .iter()
        .rev()
        .find(|corner| corner.x <= x)
        .map(|corner| corner.y)
}

/// Returns the accessible text: value and change of each visible line, and the hidden ones.
fn spoken(pass: &Pass<'_>, view: &StatusesView) -> String {
    let told = |line: &StatusLine| {
        let parts = [&line.trend.label, &line.trend.last, &line.trend.change];
        let parts: Vec<&str> = parts
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(" ")
    };
    let lines: Vec<String> = view.drawn().map(told).collect();
    let since = view.drawn().next().map(|line| line.trend.since.as_str());
    let args = [
        ("since", Arg::from(since.unwrap_or_default())),
        ("lines", Arg::from(lines.join(", "))),
    ];
    let said = pass.words.with("trend-statuses-spoken", &args);
    if view.left_out.is_empty() {
        said
    } else {
        format!("{said}. {}", view.left_out)
    }
}

/// Draws the count of each status at each time of a change, as a table.
fn rows(ui: &Ui, pass: &Pass<'_>, view: &StatusesView, body: Rect) {
    let (lang, zone) = (pass.app.cx.lang(), &pass.app.cx.options().zone);
    let names: Vec<&str> = view.lines.iter().map(|line| line.short.as_str()).collect();
    let row = |(at, counts): (_, Vec<String>)| {
        let told = view.lines.iter().zip(&counts);
        let told = told.filter(|(_, count)| !count.is_empty());
        let told: Vec<String> = told
            .map(|(line, count)| format!("{} {count}", line.trend.label))
            .collect();
        Row {
            when: date::date_time(lang, date::local(at, zone)),
            spoken: told.join(", "),
            values: counts,
        }
    };
    let mut rows: Vec<Row> = view.rows().into_iter().map(row).collect();
    rows.dedup();
    table(ui, pass, body, &names, &rows);
}

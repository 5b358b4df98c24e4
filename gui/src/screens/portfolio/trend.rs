//! The trend pane: a number over time, as recorded on this machine.
//!
//! The line consists of steps, because a value holds until the next sync. Tabs select a number or the deals by status,
//! the pointer shows a value, and the table lists all points.

mod statuses;
mod table;
mod tabs;

use super::{Along, pane};
use crate::chart::{Scale, lines, steps};
use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::theme::Face;
use crate::widgets::{Pen, Tip as _};
use egui::{Align, Pos2, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::trend::Shown;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::app::screens::portfolio::view::{axis, trend};
use encours_core::text::{Arg, date};
use rust_decimal::prelude::ToPrimitive as _;

use table::{Row, table};

/// Height of the pane in a scrolling portfolio; if everything fits, it takes the remaining height.
pub(super) const HEIGHT: f32 = 344.0;
/// Minimum height for a legible line.
pub(super) const LEAST: f32 = 280.0;
/// Minimum height if the whole portfolio has little height; it shows four grid lines.
pub(super) const CLOSE: f32 = 196.0;
/// Maximum useful height.
pub(super) const MOST: f32 = 480.0;
const PAD: f32 = 16.0;
const ROW: f32 = 24.0;

/// Draws the pane.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    (figures, by_key): (&mut Along, bool),
    trends: &[Trend],
    rect: Rect,
) {
    let title = pass.word("trend-title").into_owned();
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt("trend")
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::Group)
            .accessibility_label(title.as_str()),
    );
    let ui = &mut child;
    super::super::bounds(ui, rect);
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pane(&pen, rect);
    let head = Rect::from_min_size(rect.min + vec2(PAD, 13.0), vec2(rect.width() - 2.0 * PAD, 20.0));
    let statuses = encours_core::app::screens::portfolio::view::statuses::statuses(pass.app);
    let mut labels: Vec<&str> = trends.iter().map(|trend| trend.label.as_str()).collect();
    labels.extend(statuses.as_ref().map(|view| view.label.as_str()));
    let place = trend::place(pass.app, labels.len());
    let left = tabs::tabs(ui, pass, (&mut *figures, by_key), &labels, place, head);
    let said = pen.text(
        head.with_max_x(left - 12.0),
        Align::Min,
        &title,
        Face::heading(),
        ink.text,
    );
    if let Some(Shown::Statuses(view)) = trend::shown(pass.app, trends, statuses.as_ref()) {
        return statuses::show(ui, pass, figures, view, (rect, head), (said.right(), left));
    }
    let Some(trend) = trends.get(place) else {
        let row = Rect::from_min_size(pos2(head.left(), rect.center().y - 9.0), vec2(head.width(), 18.0));
        let empty = pass.word("trend-empty");
        pen.text(row, Align::Center, &empty, Face::body(), ink.text_tertiary);
        let response = ui.interact(row, ui.scope_id().with("empty"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, empty.as_ref()));
        return;
    };
    let scale = Scale::of(pass.app, &[trend]);
    let table = pass.app.portfolio.trend().table;
    let note = note(pass, trend, &scale);
    let beside = head.with_min_x(said.right() + 12.0).with_max_x(left - 12.0);
    // If the note does not fit beside the title, it gets its own line, because a truncated note would hide the start of
    // the axis.
    let under = pen.width(&note, Face::small()) > beside.width();
    // Keep clear of the tabs, which are higher than the title.
    let own = head.translate(vec2(0.0, 32.0)).with_max_y(head.bottom() + 28.0);
    let line = if under { own } else { beside };
    let said = pen.text(line, Align::Min, &note, Face::small(), ink.text_tertiary);
    let under = month(ui, pass, trend, (said, line, own), under);
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, head.bottom() + under),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        points(ui, pass, trend, body);
    } else {
        chart(ui, pass, trend, &scale, body);
    }
}

/// Returns the note with the start of the recording. For a chart, it adds the start of the axis.
fn note(pass: &Pass<'_>, trend: &Trend, scale: &Scale) -> String {
    let key = match (trend.once, pass.app.portfolio.trend().table) {
        (true, true) => "trend-note-once-table",
        (true, false) => "trend-note-once",
        (false, true) => "trend-note-table",
        (false, false) => "trend-note",
    };
    let args = [
        ("since", Arg::from(trend.since.as_str())),
        ("from", Arg::from(scale.name(scale.low))),
    ];
    pass.words.with(key, &args)
}

/// Draws the change of the last month, after the note or on its own line. Returns the distance from the header to the
/// content.
fn month(ui: &Ui, pass: &Pass<'_>, trend: &Trend, (said, line, own): (Rect, Rect, Rect), under: bool) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let after = format!(" · {}", trend.month);
    let beside = pen.width(&after, Face::small()) <= line.right() - said.right();
    let (begin, text, end) = match (beside, under) {
        (true, under) => (
            line.with_min_x(said.right()),
            after.as_str(),
            if under { 36.0 } else { 14.0 },
        ),
        (false, false) => (own, trend.month.as_str(), 36.0),
        (false, true) => (own.translate(vec2(0.0, 18.0)), trend.month.as_str(), 54.0),
    };
    let at = pen.text(
        begin,
        Align::Min,
        text,
        Face::small(),
        pass.look.ink.text_secondary,
    );
    let response = ui.interact(at, ui.scope_id().with("month"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &trend.month));
    if pass.uncovered() {
        response.tip(pass.word("trend-month-how"));
    }
    end
}

fn chart(ui: &Ui, pass: &Pass<'_>, trend: &Trend, scale: &Scale, body: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let (names, wide) = axis_names(&pen, scale);
    let end_name = scale.end(trend);
    let last = pen.width(&end_name, Face::column());
    let plot = Rect::from_min_max(
        pos2(body.left() + wide + 12.0, body.top() + 8.0),
        pos2(body.right() - last - 18.0, body.bottom() - 26.0),
    );
    grid(&pen, &names, scale, plot, body);
    days(&pen, pass, scale, plot, body);
    let line = steps(trend, scale, plot);
    // A single observation is a dot: a line would suggest other observations.
    if line.len() > 1 {
        pen.painter
            .line(line.clone(), Stroke::new(look.tokens.stroke.ring, ink.accent));
    }
    if let Some(end) = line.last() {
        pen.painter.circle_filled(*end, 4.0, ink.accent);
        let row = Rect::from_min_max(pos2(end.x + 10.0, end.y - 9.0), pos2(body.right(), end.y + 9.0));
        pen.text(row, Align::Min, &end_name, Face::column(), ink.text);
    }
    let response = ui.interact(plot.expand(6.0), ui.scope_id().with("chart"), Sense::hover());
    let spoken = pass.words.with(
        match (trend.once, trend.change.is_empty()) {
            (true, _) => "trend-spoken-once",
            (false, true) => "trend-spoken-same",
            (false, false) => "trend-spoken",
        },
        &[
            ("label", Arg::from(trend.label.as_str())),
            ("last", Arg::from(trend.last.as_str())),
            ("change", Arg::from(trend.change.as_str())),
            ("since", Arg::from(trend.since.as_str())),
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken.as_str()));
    if let Some(pointer) = response.hover_pos() {
        read_off(ui, pass, trend, scale, plot, pointer);
    }
}

/// Returns the axis values with their labels, and the width of the widest label.
fn axis_names(pen: &Pen<'_>, scale: &Scale) -> (Vec<(f64, String)>, f32) {
    let names: Vec<(f64, String)> = lines(scale.low, scale.high, scale.step)
        .map(|value| (value, scale.name(value)))
        .collect();
    let wide = names
        .iter()
        .map(|(_, name)| pen.width(name, Face::label()))
        .fold(0.0, f32::max);
    (names, wide)
}

/// Draws the grid lines with their labels.
fn grid(pen: &Pen<'_>, names: &[(f64, String)], scale: &Scale, plot: Rect, body: Rect) {
    let ink = &pen.look.ink;
    for (value, name) in names {
        let y = scale.y(*value, plot).round() + 0.5;
        pen.rule(plot.left()..=plot.right(), y, ink.border);
        let row = Rect::from_min_max(pos2(body.left(), y - 8.0), pos2(plot.left() - 10.0, y + 8.0));
        pen.text(row, Align::Max, name, Face::label(), ink.text_tertiary);
    }
}

fn days(pen: &Pen<'_>, pass: &Pass<'_>, scale: &Scale, plot: Rect, body: Rect) {
    let zone = &pass.app.cx.options().zone;
    let most = ((plot.width() / 130.0) as usize).clamp(1, 6);
    for (at, name) in axis::moments(scale.from, scale.to, zone, most) {
        let x = scale.x(at, plot);
        let row = Rect::from_min_max(
            pos2(x - 40.0, body.bottom() - 20.0),
            pos2(x + 40.0, body.bottom() - 4.0),
        );
        let color = pass.look.ink.text_tertiary;
        pen.text(row, Align::Center, &name, Face::label(), color);
    }
}

/// Draws the value under the pointer, with its time.
fn read_off(ui: &Ui, pass: &Pass<'_>, trend: &Trend, scale: &Scale, plot: Rect, pointer: Pos2) {
    let held = trend
        .points
        .iter()
        .rev()
        .find(|point| scale.x(point.at, plot) <= pointer.x)
        .or(trend.points.first());
    let Some(point) = held else { return };
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    // A single observation only applies to its own time.
    let x = if trend.once {
        scale.x(point.at, plot)
    } else {
        pointer.x.clamp(plot.left(), plot.right())
    };
    let at = pos2(x, scale.y(point.value.to_f64().unwrap_or(scale.low), plot));
    pen.pole(at.x.round() + 0.5, plot.y_range(), ink.control);
    pen.painter.circle_filled(at, 4.5, ink.surface);
    pen.painter.circle_filled(at, 3.5, ink.accent);
    let what = format!("{} – {}", trend.label, point.text);
    // Show the time of the sync from which the value holds.
    let when = date::date_time(
        pass.app.cx.lang(),
        date::local(point.at, &pass.app.cx.options().zone),
    );
    let since = if trend.once {
        "trend-since-once"
    } else {
        "trend-since"
    };
    let when = pass.words.with(since, &[("date", Arg::from(when))]);
    let wide = pen
        .width(&what, Face::strong())
        .max(pen.width(&when, Face::small()))
        + 26.0;
    let x = if at.x + 12.0 + wide > plot.right() {
        at.x - 12.0 - wide
    } else {
        at.x + 12.0
    };
    // Keep the tip clear of the toasts.
    let foot = ui.ctx().content_rect().bottom() - look.tokens.size.statusbar - toasts::covered(pass);
    let y = (at.y + 10.0).min(plot.bottom() - 50.0).min(foot - 54.0);
    let tip = Rect::from_min_size(pos2(x, y), vec2(wide, 48.0));
    pen.raised(tip, look.tokens.radius.pane, ink.border);
    let row = |top: f32| Rect::from_min_size(tip.min + vec2(13.0, top), vec2(wide - 26.0, 18.0));
    pen.text(row(6.0), Align::Min, &what, Face::strong(), ink.text);
    pen.text(row(24.0), Align::Min, &when, Face::small(), ink.text_secondary);
}

/// Draws the newest points as a table.
fn points(ui: &Ui, pass: &Pass<'_>, trend: &Trend, body: Rect) {
    let (lang, zone) = (pass.app.cx.lang(), &pass.app.cx.options().zone);
    let rows = trend::rows_by(trend, |at| date::date_time(lang, date::local(at, zone)));
    let row = |(when, value): (String, String)| Row {
        when,
        spoken: value.clone(),
        values: vec![value],
    };
    let rows: Vec<Row> = rows.into_iter().map(row).collect();
    table(ui, pass, body, &[trend.label.as_str()], &rows);
}

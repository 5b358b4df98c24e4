//! The trend pane: a number over time, as recorded on this machine.
//!
//! The line consists of steps, because a value holds until the next sync. Tabs select a number or the deals by status,
//! the pointer shows a value, and the table lists all points.

mod statuses;
mod table;
mod tabs;

use super::{RovingFocus, draw_pane};
use crate::chart::{ChartScale, grid_values, step_corners};
use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::theme::TextStyle;
use crate::widgets::{Painter, TooltipExt as _};
use egui::{Align, Pos2, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::trend::SelectedChart;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::app::screens::portfolio::view::{axis, trend};
use encours_core::text::{MessageArg, date};
use rust_decimal::prelude::ToPrimitive as _;

use table::{TrendRow, draw_table};

/// Height of the pane in a scrolling portfolio; if everything fits, it takes the remaining height.
pub(super) const PANE_HEIGHT: f32 = 344.0;
/// Minimum height for a legible line.
pub(super) const MIN_HEIGHT: f32 = 280.0;
/// Minimum height if the whole portfolio has little height; it shows four grid lines.
pub(super) const COMPACT_HEIGHT: f32 = 196.0;
/// Maximum useful height.
pub(super) const MAX_HEIGHT: f32 = 480.0;
const PAD: f32 = 16.0;
const ROW_HEIGHT: f32 = 24.0;

/// Draws the pane.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    (figures, by_key): (&mut RovingFocus, bool),
    trends: &[Trend],
    rect: Rect,
) {
    let title = pass.message("trend-title").into_owned();
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt("trend")
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::Group)
            .accessibility_label(title.as_str()),
    );
    let ui = &mut child;
    super::super::set_a11y_bounds(ui, rect);
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    draw_pane(&pen, rect);
    let head = Rect::from_min_size(rect.min + vec2(PAD, 13.0), vec2(rect.width() - 2.0 * PAD, 20.0));
    let statuses = encours_core::app::screens::portfolio::view::statuses::statuses_view(pass.app);
    let mut labels: Vec<&str> = trends.iter().map(|trend| trend.label.as_str()).collect();
    labels.extend(statuses.as_ref().map(|view| view.label.as_str()));
    let place = trend::selected_index(pass.app, labels.len());
    let left = tabs::draw_tabs(ui, pass, (&mut *figures, by_key), &labels, place, head);
    let said = pen.text(
        head.with_max_x(left - 12.0),
        Align::Min,
        &title,
        TextStyle::heading(),
        ink.text,
    );
    if let Some(SelectedChart::Statuses(view)) = trend::selected_chart(pass.app, trends, statuses.as_ref()) {
        return statuses::show(ui, pass, figures, view, (rect, head), (said.right(), left));
    }
    let Some(trend) = trends.get(place) else {
        let row = Rect::from_min_size(pos2(head.left(), rect.center().y - 9.0), vec2(head.width(), 18.0));
        let empty = pass.message("trend-empty");
        pen.text(row, Align::Center, &empty, TextStyle::body(), ink.text_tertiary);
        let response = ui.interact(row, ui.scope_id().with("empty"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, empty.as_ref()));
        return;
    };
    let scale = ChartScale::for_trends(pass.app, &[trend]);
    let table = pass.app.portfolio.trend().is_table;
    let note = note_text(pass, trend, &scale);
    let beside = head.with_min_x(said.right() + 12.0).with_max_x(left - 12.0);
    // If the note does not fit beside the title, it gets its own line, because a truncated note would hide the start of
    // the axis.
    let under = pen.text_width(&note, TextStyle::small()) > beside.width();
    // Keep clear of the tabs, which are higher than the title.
    let own = head.translate(vec2(0.0, 32.0)).with_max_y(head.bottom() + 28.0);
    let line = if under { own } else { beside };
    let said = pen.text(line, Align::Min, &note, TextStyle::small(), ink.text_tertiary);
    let under = draw_month_change(ui, pass, trend, (said, line, own), under);
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, head.bottom() + under),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        draw_points_table(ui, pass, trend, body);
    } else {
        draw_chart(ui, pass, trend, &scale, body);
    }
}

/// Returns the note with the start of the recording. For a chart, it adds the start of the axis.
fn note_text(pass: &FrameCtx<'_>, trend: &Trend, scale: &ChartScale) -> String {
    let key = match (trend.single_load, pass.app.portfolio.trend().is_table) {
        (true, true) => "trend-note-once-table",
        (true, false) => "trend-note-once",
        (false, true) => "trend-note-table",
        (false, false) => "trend-note",
    };
    let args = [
        ("since", MessageArg::from(trend.since.as_str())),
        ("from", MessageArg::from(scale.format_value(scale.min))),
    ];
    pass.messages.with(key, &args)
}

/// Draws the change of the last month, after the note or on its own line. Returns the distance from the header to the
/// content.
fn draw_month_change(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    trend: &Trend,
    (said, line, own): (Rect, Rect, Rect),
    under: bool,
) -> f32 {
    let pen = Painter::new(ui.painter(), pass.theme);
    let after = format!(" · {}", trend.month);
    let beside = pen.text_width(&after, TextStyle::small()) <= line.right() - said.right();
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
        TextStyle::small(),
        pass.theme.colors.text_secondary,
    );
    let response = ui.interact(at, ui.scope_id().with("month"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &trend.month));
    if pass.is_uncovered() {
        response.tooltip(pass.message("trend-month-how"));
    }
    end
}

fn draw_chart(ui: &Ui, pass: &FrameCtx<'_>, trend: &Trend, scale: &ChartScale, body: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let (names, wide) = axis_labels(&pen, scale);
    let end_name = scale.format_latest(trend);
    let last = pen.text_width(&end_name, TextStyle::column());
    let plot = Rect::from_min_max(
        pos2(body.left() + wide + 12.0, body.top() + 8.0),
        pos2(body.right() - last - 18.0, body.bottom() - 26.0),
    );
    draw_grid(&pen, &names, scale, plot, body);
    draw_dates(&pen, pass, scale, plot, body);
    let line = step_corners(trend, scale, plot);
    // A single observation is a dot: a line would suggest other observations.
    if line.len() > 1 {
        pen.inner
            .line(line.clone(), Stroke::new(look.tokens.stroke.ring, ink.accent));
    }
    if let Some(end) = line.last() {
        pen.inner.circle_filled(*end, 4.0, ink.accent);
        let row = Rect::from_min_max(pos2(end.x + 10.0, end.y - 9.0), pos2(body.right(), end.y + 9.0));
        pen.text(row, Align::Min, &end_name, TextStyle::column(), ink.text);
    }
    let response = ui.interact(plot.expand(6.0), ui.scope_id().with("chart"), Sense::hover());
    let spoken = pass.messages.with(
        match (trend.single_load, trend.change.is_empty()) {
            (true, _) => "trend-spoken-once",
            (false, true) => "trend-spoken-same",
            (false, false) => "trend-spoken",
        },
        &[
            ("label", MessageArg::from(trend.label.as_str())),
            ("last", MessageArg::from(trend.last.as_str())),
            ("change", MessageArg::from(trend.change.as_str())),
            ("since", MessageArg::from(trend.since.as_str())),
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken.as_str()));
    if let Some(pointer) = response.hover_pos() {
        draw_pointer_value(ui, pass, trend, scale, plot, pointer);
    }
}

/// Returns the axis values with their labels, and the width of the widest label.
fn axis_labels(pen: &Painter<'_>, scale: &ChartScale) -> (Vec<(f64, String)>, f32) {
    let names: Vec<(f64, String)> = grid_values(scale.min, scale.max, scale.interval)
        .map(|value| (value, scale.format_value(value)))
        .collect();
    let wide = names
        .iter()
        .map(|(_, name)| pen.text_width(name, TextStyle::label()))
        .fold(0.0, f32::max);
    (names, wide)
}

/// Draws the grid lines with their labels.
fn draw_grid(pen: &Painter<'_>, names: &[(f64, String)], scale: &ChartScale, plot: Rect, body: Rect) {
    let ink = &pen.theme.colors;
    for (value, name) in names {
        let y = scale.y(*value, plot).round() + 0.5;
        pen.horizontal_line(plot.left()..=plot.right(), y, ink.border);
        let row = Rect::from_min_max(pos2(body.left(), y - 8.0), pos2(plot.left() - 10.0, y + 8.0));
        pen.text(row, Align::Max, name, TextStyle::label(), ink.text_tertiary);
    }
}

fn draw_dates(pen: &Painter<'_>, pass: &FrameCtx<'_>, scale: &ChartScale, plot: Rect, body: Rect) {
    let zone = &pass.app.cx.options().zone;
    let most = ((plot.width() / 130.0) as usize).clamp(1, 6);
    for (at, name) in axis::time_labels(scale.start, scale.end, zone, most) {
        let x = scale.x(at, plot);
        let row = Rect::from_min_max(
            pos2(x - 40.0, body.bottom() - 20.0),
            pos2(x + 40.0, body.bottom() - 4.0),
        );
        let color = pass.theme.colors.text_tertiary;
        pen.text(row, Align::Center, &name, TextStyle::label(), color);
    }
}

/// Draws the value under the pointer, with its time.
fn draw_pointer_value(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    trend: &Trend,
    scale: &ChartScale,
    plot: Rect,
    pointer: Pos2,
) {
    let held = trend
        .points
        .iter()
        .rev()
        .find(|point| scale.x(point.at, plot) <= pointer.x)
        .or(trend.points.first());
    let Some(point) = held else { return };
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    // A single observation only applies to its own time.
    let x = if trend.single_load {
        scale.x(point.at, plot)
    } else {
        pointer.x.clamp(plot.left(), plot.right())
    };
    let at = pos2(x, scale.y(point.value.to_f64().unwrap_or(scale.min), plot));
    pen.vertical_line(at.x.round() + 0.5, plot.y_range(), ink.control);
    pen.inner.circle_filled(at, 4.5, ink.surface);
    pen.inner.circle_filled(at, 3.5, ink.accent);
    let what = format!("{} – {}", trend.label, point.text);
    // Show the time of the sync from which the value holds.
    let when = date::date_time(
        pass.app.cx.lang(),
        date::local(point.at, &pass.app.cx.options().zone),
    );
    let since = if trend.single_load {
        "trend-since-once"
    } else {
        "trend-since"
    };
    let when = pass.messages.with(since, &[("date", MessageArg::from(when))]);
    let wide = pen
        .text_width(&what, TextStyle::strong())
        .max(pen.text_width(&when, TextStyle::small()))
        + 26.0;
    let x = if at.x + 12.0 + wide > plot.right() {
        at.x - 12.0 - wide
    } else {
        at.x + 12.0
    };
    // Keep the tip clear of the toasts.
    let foot = ui.ctx().content_rect().bottom() - look.tokens.size.statusbar - toasts::covered_height(pass);
    let y = (at.y + 10.0).min(plot.bottom() - 50.0).min(foot - 54.0);
    let tip = Rect::from_min_size(pos2(x, y), vec2(wide, 48.0));
    pen.overlay_background(tip, look.tokens.radius.pane, ink.border);
    let row = |top: f32| Rect::from_min_size(tip.min + vec2(13.0, top), vec2(wide - 26.0, 18.0));
    pen.text(row(6.0), Align::Min, &what, TextStyle::strong(), ink.text);
    pen.text(
        row(24.0),
        Align::Min,
        &when,
        TextStyle::small(),
        ink.text_secondary,
    );
}

/// Draws the newest points as a table.
fn draw_points_table(ui: &Ui, pass: &FrameCtx<'_>, trend: &Trend, body: Rect) {
    let (lang, zone) = (pass.app.cx.lang(), &pass.app.cx.options().zone);
    let rows = trend::table_rows_with(trend, |at| date::date_time(lang, date::local(at, zone)));
    let row = |(when, value): (String, String)| TrendRow {
        time: when,
        a11y_text: value.clone(),
        values: vec![value],
    };
    let rows: Vec<TrendRow> = rows.into_iter().map(row).collect();
    draw_table(ui, pass, body, &[trend.label.as_str()], &rows);
}

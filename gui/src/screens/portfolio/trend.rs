//! The trend pane: a number over time, as recorded on this device.
//!
//! The line consists of steps, because a value holds until the next sync. Tabs select a number or the deals by status,
//! the pointer shows a value, and the table lists all points.

mod statuses;

use super::draw_pane;
use crate::chart::{ChartScale, grid_values, step_corners};
use crate::prelude::*;
use encours_core::app::screens::portfolio::view::trend::SelectedChart;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::app::screens::portfolio::view::{axis, trend};
use rust_decimal::prelude::ToPrimitive as _;

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
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, trends: &[Trend], rect: Rect) {
    let title = frame.message("trend-title").into_owned();
    let mut child = ui.named_part(rect, "trend", (Role::Group, title.as_str()), rect);
    let ui = &mut child;
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_pane(&painter, rect);
    let header = Rect::from_min_size(rect.min + vec2(PAD, 13.0), vec2(rect.width() - 2.0 * PAD, 20.0));
    let statuses = encours_core::app::screens::portfolio::view::statuses::statuses_view(frame.app);
    let mut labels: Vec<&str> = trends.iter().map(|trend| trend.label.as_str()).collect();
    labels.extend(statuses.as_ref().map(|view| view.label.as_str()));
    let selected = trend::selected_index(frame.app, labels.len());
    let tabs_x = draw_tabs(ui, frame, &labels, selected, header);
    let note_end = painter.left(header.with_max_x(tabs_x - 12.0), &title, TextStyle::heading(), colors.text);
    if let Some(SelectedChart::Statuses(view)) = trend::selected_chart(frame.app, trends, statuses.as_ref()) {
        return statuses::show(ui, frame, view, (rect, header), (note_end.right(), tabs_x));
    }
    let Some(trend) = trends.get(selected) else {
        let row = header.row(rect.center().y - 9.0, 18.0);
        let empty = frame.message("trend-empty");
        painter.center(row, &empty, TextStyle::body(), colors.text_tertiary);
        ui.describe(row, "empty", Role::Label, empty.as_ref());
        return;
    };
    let scale = ChartScale::for_trends(frame.app, &[trend]);
    let table = frame.app.portfolio.trend().is_table;
    let note = note_text(frame, trend, &scale);
    let note_rect = header.with_min_x(note_end.right() + 12.0).with_max_x(tabs_x - 12.0);
    // If the note does not fit beside the title, it gets its own line, because a truncated note would hide the start of
    // the axis.
    let note_below = painter.text_width(&note, TextStyle::small()) > note_rect.width();
    // Keep clear of the tabs, which are higher than the title.
    let own_line = header.translate(vec2(0.0, 32.0)).with_max_y(header.bottom() + 28.0);
    let line = if note_below { own_line } else { note_rect };
    let note_end = painter.left(line, &note, TextStyle::small(), colors.text_tertiary);
    let note_below = draw_month_change(ui, frame, trend, (note_end, line, own_line), note_below);
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, header.bottom() + note_below),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        draw_points_table(ui, frame, trend, body);
    } else {
        draw_chart(ui, frame, trend, &scale, body);
    }
}

/// Returns the note with the start of the recording. For a chart, it adds the start of the axis.
fn note_text(frame: &FrameCtx<'_>, trend: &Trend, scale: &ChartScale) -> String {
    let key = match (trend.single_load, frame.app.portfolio.trend().is_table) {
        (true, true) => "trend-note-once-table",
        (true, false) => "trend-note-once",
        (false, true) => "trend-note-table",
        (false, false) => "trend-note",
    };
    let args = [
        ("since", MessageArg::from(trend.since.as_str())),
        ("from", MessageArg::from(scale.format_value(scale.min))),
    ];
    frame.messages.with(key, &args)
}

/// Draws the change of the last month, after the note or on its own line. Returns the distance from the header to the
/// content.
fn draw_month_change(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    trend: &Trend,
    (note_end, line, own_line): (Rect, Rect, Rect),
    note_below: bool,
) -> f32 {
    let painter = frame.painter(ui);
    let after = format!(" · {}", trend.month);
    let fits_beside = painter.text_width(&after, TextStyle::small()) <= line.right() - note_end.right();
    let (begin, text, end) = match (fits_beside, note_below) {
        (true, note_below) => {
            (line.with_min_x(note_end.right()), after.as_str(), if note_below { 36.0 } else { 14.0 })
        }
        (false, false) => (own_line, trend.month.as_str(), 36.0),
        (false, true) => (own_line.translate(vec2(0.0, 18.0)), trend.month.as_str(), 54.0),
    };
    let at = painter.left(begin, text, TextStyle::small(), frame.theme.colors.text_secondary);
    let response = ui.hover_area(at, "month", Role::Label, &trend.month);
    frame.tip(response, frame.message("trend-month-how"));
    end
}

fn draw_chart(ui: &Ui, frame: &FrameCtx<'_>, trend: &Trend, scale: &ChartScale, body: Rect) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let (names, width) = axis_labels(&painter, scale);
    let end_name = scale.format_latest(trend);
    let last = painter.text_width(&end_name, TextStyle::column());
    let plot = Rect::from_min_max(
        pos2(body.left() + width + 12.0, body.top() + 8.0),
        pos2(body.right() - last - 18.0, body.bottom() - 26.0),
    );
    draw_grid(&painter, &names, scale, plot, body);
    draw_dates(&painter, frame, scale, plot, body);
    let line = step_corners(trend, scale, plot);
    // A single observation is a dot: a line would suggest other observations.
    if line.len() > 1 {
        painter.inner.line(line.clone(), Stroke::new(theme.tokens.stroke.ring, colors.accent));
    }
    if let Some(end) = line.last() {
        painter.inner.circle_filled(*end, 4.0, colors.accent);
        let row = Rect::from_min_max(pos2(end.x + 10.0, end.y - 9.0), pos2(body.right(), end.y + 9.0));
        painter.left(row, &end_name, TextStyle::column(), colors.text);
    }
    let key = match (trend.single_load, trend.change.is_empty()) {
        (true, _) => "trend-spoken-once",
        (false, true) => "trend-spoken-same",
        (false, false) => "trend-spoken",
    };
    let args =
        [("label", &trend.label), ("last", &trend.last), ("change", &trend.change), ("since", &trend.since)];
    let a11y_text =
        frame.messages.with(key, &args.map(|(name, text)| (name, MessageArg::from(text.as_str()))));
    let response = ui.hover_area(plot.expand(6.0), "chart", Role::Image, &a11y_text);
    if let Some(pointer) = response.hover_pos() {
        draw_pointer_value(ui, frame, trend, scale, plot, pointer);
    }
}

/// Returns the axis values with their labels, and the width of the widest label.
fn axis_labels(painter: &Painter<'_>, scale: &ChartScale) -> (Vec<(f64, String)>, f32) {
    let names: Vec<(f64, String)> = grid_values(scale.min, scale.max, scale.interval)
        .map(|value| (value, scale.format_value(value)))
        .collect();
    let width =
        names.iter().map(|(_, name)| painter.text_width(name, TextStyle::label())).fold(0.0, f32::max);
    (names, width)
}

/// Draws the grid lines with their labels.
fn draw_grid(painter: &Painter<'_>, names: &[(f64, String)], scale: &ChartScale, plot: Rect, body: Rect) {
    let colors = &painter.theme.colors;
    for (value, name) in names {
        let y = scale.y(*value, plot).round() + 0.5;
        painter.horizontal_line(plot.left()..=plot.right(), y, colors.border);
        let row = Rect::from_min_max(pos2(body.left(), y - 8.0), pos2(plot.left() - 10.0, y + 8.0));
        painter.right(row, name, TextStyle::label(), colors.text_tertiary);
    }
}

fn draw_dates(painter: &Painter<'_>, frame: &FrameCtx<'_>, scale: &ChartScale, plot: Rect, body: Rect) {
    let zone = &frame.app.cx.options().zone;
    let max = ((plot.width() / 130.0) as usize).clamp(1, 6);
    for (at, name) in axis::time_labels(scale.start, scale.end, zone, max) {
        let x = scale.x(at, plot);
        let row =
            Rect::from_min_max(pos2(x - 40.0, body.bottom() - 20.0), pos2(x + 40.0, body.bottom() - 4.0));
        let color = frame.theme.colors.text_tertiary;
        painter.center(row, &name, TextStyle::label(), color);
    }
}

/// Draws the value under the pointer, with its time.
fn draw_pointer_value(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    trend: &Trend,
    scale: &ChartScale,
    plot: Rect,
    pointer: Pos2,
) {
    let last_point =
        trend.points.iter().rev().find(|point| scale.x(point.at, plot) <= pointer.x).or(trend.points.first());
    let Some(point) = last_point else { return };
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    // A single observation only applies to its own time.
    let x =
        if trend.single_load { scale.x(point.at, plot) } else { pointer.x.clamp(plot.left(), plot.right()) };
    let at = pos2(x, scale.y(point.value.to_f64().unwrap_or(scale.min), plot));
    painter.vertical_line(at.x.round() + 0.5, plot.y_range(), colors.control);
    painter.inner.circle_filled(at, 4.5, colors.surface);
    painter.inner.circle_filled(at, 3.5, colors.accent);
    let value_text = format!("{} – {}", trend.label, point.text);
    // Show the time of the sync from which the value holds.
    let when = date::date_time(frame.app.cx.lang(), date::local(point.at, &frame.app.cx.options().zone));
    let time_text = if trend.single_load { "trend-since-once" } else { "trend-since" };
    let when = frame.messages.with(time_text, &[("date", MessageArg::from(when))]);
    let width = painter
        .text_width(&value_text, TextStyle::strong())
        .max(painter.text_width(&when, TextStyle::small()))
        + 26.0;
    let x = if at.x + 12.0 + width > plot.right() { at.x - 12.0 - width } else { at.x + 12.0 };
    // Keep the tip clear of the toasts.
    let bottom =
        ui.ctx().content_rect().bottom() - theme.tokens.size.statusbar - toasts::covered_height(frame);
    let y = (at.y + 10.0).min(plot.bottom() - 50.0).min(bottom - 54.0);
    let tip = rect_at(x, y, width, 48.0);
    painter.overlay_background(tip, theme.tokens.radius.pane, colors.border);
    let row = |top: f32| Rect::from_min_size(tip.min + vec2(13.0, top), vec2(width - 26.0, 18.0));
    painter.left(row(6.0), &value_text, TextStyle::strong(), colors.text);
    painter.left(row(24.0), &when, TextStyle::small(), colors.text_secondary);
}

/// Draws the newest points as a table.
fn draw_points_table(ui: &Ui, frame: &FrameCtx<'_>, trend: &Trend, body: Rect) {
    let (lang, zone) = (frame.app.cx.lang(), &frame.app.cx.options().zone);
    let rows = trend::table_rows_with(trend, |at| date::date_time(lang, date::local(at, zone)));
    let row = |(when, value): (String, String)| TrendRow {
        time: when,
        a11y_text: value.clone(),
        values: vec![value],
    };
    let rows: Vec<TrendRow> = rows.into_iter().map(row).collect();
    draw_table(ui, frame, body, &[trend.label.as_str()], &rows);
}

/// Draws the tabs at the right of the header. Returns their left edge.
fn draw_tabs(ui: &Ui, frame: &mut FrameCtx<'_>, labels: &[&str], selected: usize, header: Rect) -> f32 {
    if labels.len() < 2 {
        return header.right();
    }
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let style = TextStyle::small().with_weight(FontWeight::Medium);
    let widths: Vec<f32> =
        labels.iter().map(|label| painter.text_width(label, style).ceil() + 20.0).collect();
    let mut x = header.right() - widths.iter().sum::<f32>() - 4.0;
    let tabs_x = x;
    // The tabs are taller than the title and centred on it, so that titles of adjacent panes stay aligned.
    let well =
        Rect::from_min_max(pos2(tabs_x, header.top() - 4.0), pos2(header.right(), header.top() + 24.0));
    painter.framed_box(well, theme.tokens.radius.button, colors.sunken, colors.border);
    x += 2.0;
    let ids: Vec<Id> = (0..labels.len()).map(|at| ui.scope_id().with(("series", at))).collect();
    // Arrows change the series, and the focus follows.
    let focused = ui.memory(egui::Memory::focused);
    if frame.state.by_key && focused.is_some_and(|focused| ids.contains(&focused)) {
        ui.memory_mut(|saved_state| saved_state.request_focus(ids[selected]));
    }
    frame.state.metric_focus.tabs.clone_from(&ids);
    for (at, (label, width)) in labels.iter().zip(widths).enumerate() {
        let tab = rect_at(x, well.top() + 2.0, width, 24.0);
        let response = ui.item_area(tab, ids[at], at == selected);
        set_a11y_choice(&response, Role::Tab, true, at == selected, label);
        if at == selected {
            painter.framed_box(tab, 5, colors.surface, colors.border_strong);
        } else if response.hovered() {
            painter.fill(tab, 5, colors.hover);
        }
        painter.ring(tab.shrink(1.0), 5, &response);
        let color = if at == selected { colors.text } else { colors.text_secondary };
        painter.center(tab, label, style, color);
        if response.clicked() {
            frame.request(Action::ShowSeries(at));
        }
        x += width;
    }
    tabs_x
}

/// Width of the time column.
const TIME_WIDTH: f32 = 132.0;
/// Gap between two columns.
const COLUMN_GAP: f32 = 8.0;

/// The values at a time.
#[derive(PartialEq)]
struct TrendRow {
    /// The formatted time.
    time: String,
    /// The value of each column.
    values: Vec<String>,
    /// The accessible text.
    a11y_text: String,
}

/// Draws the table with a header for each column.
fn draw_table(ui: &Ui, frame: &FrameCtx<'_>, body: Rect, names: &[&str], rows: &[TrendRow]) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let width = (body.width() - TIME_WIDTH) / names.len().max(1) as f32;
    let cell = |row: Rect, at: usize| {
        let right = row.left() + TIME_WIDTH + (at + 1) as f32 * width;
        row.with_min_x(right - width + COLUMN_GAP).with_max_x(right)
    };
    let header = body.top_part(ROW_HEIGHT);
    let (style, quiet) = (TextStyle::label(), colors.text_tertiary);
    painter.left(header, &frame.message("table-date"), style, quiet);
    for (at, name) in names.iter().enumerate() {
        painter.right(cell(header, at), name, TextStyle::label(), quiet);
    }
    let fitting = ((body.height() - ROW_HEIGHT) / ROW_HEIGHT).floor().max(1.0) as usize;
    for (row_index, TrendRow { time: when, values, a11y_text }) in rows.iter().take(fitting).enumerate() {
        let corner = pos2(body.left(), header.bottom() + row_index as f32 * ROW_HEIGHT);
        let row = Rect::from_min_size(corner, vec2(body.width(), ROW_HEIGHT));
        painter.horizontal_line(row.x_range(), row.top() + 0.5, colors.border);
        let row_time = row.with_max_x(row.left() + TIME_WIDTH);
        painter.left(row_time, when, TextStyle::small(), colors.text_secondary);
        for (at, value) in values.iter().enumerate() {
            painter.right(cell(row, at), value, TextStyle::column(), colors.text);
        }
        ui.describe(row, ("point", row_index), Role::Row, &format!("{when} – {a11y_text}"));
    }
}

//! The deals of each status over time, one line per status, with a legend.
//!
//! Lines differ in colour, dashes and the status icon at their end. A line is highlighted when it is hovered, in the
//! chart or the legend, or when its key has the focus. The table contains all lines.

mod end_markers;
mod legend;

use super::super::RovingFocus;
use super::table::{TrendRow, draw_table};
use super::{PAD, axis_labels, draw_dates, draw_grid, draw_pointer_value, note_text};
use crate::chart::{ChartScale, dashed_line, step_corners};
use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::Painter;
use egui::{Align, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::statuses::{StatusTrend, StatusesView};
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::text::{MessageArg, date};

use legend::LegendLayout;

/// Width of a status icon.
const ICON_WIDTH: f32 = 18.0;
/// Distance from a line's end to its status icon. The icon is shifted vertically if several lines end close together.
const ICON_DISTANCE: f32 = 10.0;
/// Gap between chart and legend.
const LEGEND_GAP: f32 = 16.0;

/// Draws the content below the pane's title, which ends at `after`; the tabs begin at `before`.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    figures: &mut RovingFocus,
    view: &StatusesView,
    (rect, head): (Rect, Rect),
    (after, before): (f32, f32),
) {
    let drawn: Vec<&Trend> = view.drawn_lines().map(|line| &line.trend).collect();
    let scale = ChartScale::for_trends(pass.app, &drawn);
    let first = |trend: &&&Trend| trend.points.first().map(|point| point.at);
    let Some(oldest) = drawn.iter().min_by_key(first) else {
        return;
    };
    let table = pass.app.portfolio.trend().is_table;
    let mut told = note_text(pass, oldest, &scale);
    if !table && !view.hidden_names.is_empty() {
        told = format!("{told} · {}", view.hidden_names);
    }
    let pen = Painter::new(ui.painter(), pass.theme);
    let beside = head.with_min_x(after + 12.0).with_max_x(before - 12.0);
    let under = pen.text_width(&told, TextStyle::small()) > beside.width();
    let own = head.translate(vec2(0.0, 32.0)).with_max_y(head.bottom() + 28.0);
    let line = if under { own } else { beside };
    let at = pen.text(
        line,
        Align::Min,
        &told,
        TextStyle::small(),
        pass.theme.colors.text_tertiary,
    );
    let response = ui.interact(at, ui.scope_id().with("note"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.as_str()));
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, head.bottom() + if under { 36.0 } else { 14.0 }),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        draw_statuses_table(ui, pass, view, body);
    } else {
        let keys = LegendLayout::new(&pen, view, body);
        let pointed = keys.show(ui, pass, figures, view);
        let room = body.with_max_x(keys.area.left() - LEGEND_GAP);
        draw_chart(ui, pass, view, &scale, room, pointed);
    }
}

/// Returns the normal stroke of the line with an index.
fn normal_stroke(pen: &Painter<'_>, at: usize) -> Stroke {
    Stroke::new(pen.theme.tokens.stroke.icon, pen.theme.series_color(at))
}

/// Draws the line with an index, with its dashes.
fn draw_line(pen: &Painter<'_>, corners: &[Pos2], at: usize, stroke: Stroke) {
    pen.inner.extend(dashed_line(corners, at, stroke));
}

fn draw_chart(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    view: &StatusesView,
    scale: &ChartScale,
    body: Rect,
    pointed: Option<usize>,
) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let (names, wide) = axis_labels(&pen, scale);
    let plot = Rect::from_min_max(
        pos2(body.left() + wide + 12.0, body.top() + 8.0),
        pos2(body.right() - ICON_WIDTH - ICON_DISTANCE, body.bottom() - 26.0),
    );
    draw_grid(&pen, &names, scale, plot, body);
    draw_dates(&pen, pass, scale, plot, body);
    let response = ui.interact(plot.expand(6.0), ui.scope_id().with("chart"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, a11y_text(pass, view)));
    let lines: Vec<(usize, &StatusTrend, Vec<Pos2>)> = view
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.hidden)
        .map(|(at, line)| (at, line, step_corners(&line.trend, scale, plot)))
        .collect();
    let pointer = response.hover_pos();
    let nearest = pointer.and_then(|pointer| {
        let apart = |corners: &[Pos2]| Some((line_y_at(corners, pointer.x)? - pointer.y).abs());
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
    let ends = end_markers::spread_heights(&ends, plot.y_range());
    let lines: Vec<_> = lines.into_iter().zip(ends).collect();
    // Draw the highlighted line last, over the others.
    let (under, over): (Vec<_>, Vec<_>) = lines.iter().partition(|((at, ..), _)| pointed != Some(*at));
    for ((at, line, corners), end) in under.into_iter().chain(over) {
        let chosen = pointed == Some(*at);
        let (pencil, ring) = if chosen {
            (Stroke::new(pass.theme.tokens.stroke.ring, ink.accent), ink.accent)
        } else {
            (normal_stroke(&pen, *at), ink.text_secondary)
        };
        if corners.len() > 1 {
            draw_line(&pen, corners, *at, pencil);
        }
        if let Some(last) = corners.last() {
            let beside = pos2(last.x + ICON_DISTANCE, *end);
            let lead = pass.theme.hairline(pencil.color);
            pen.inner.line_segment([*last, beside], lead);
            pen.status_ring(beside + vec2(ICON_WIDTH / 2.0, 0.0), &line.code, ring);
        }
    }
    if let (Some(pointer), Some(line)) = (pointer, pointed.and_then(|at| view.lines.get(at))) {
        draw_pointer_value(ui, pass, &line.trend, scale, plot, pointer);
    }
}

/// Returns the height of a step line at a position; `None` before its start.
fn line_y_at(corners: &[Pos2], x: f32) -> Option<f32> {
    corners
        .iter()
        .rev()
        .find(|corner| corner.x <= x)
        .map(|corner| corner.y)
}

/// Returns the accessible text: value and change of each visible line, and the hidden ones.
fn a11y_text(pass: &FrameCtx<'_>, view: &StatusesView) -> String {
    let told = |line: &StatusTrend| {
        let parts = [&line.trend.label, &line.trend.last, &line.trend.change];
        let parts: Vec<&str> = parts
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(" ")
    };
    let lines: Vec<String> = view.drawn_lines().map(told).collect();
    let since = view.drawn_lines().next().map(|line| line.trend.since.as_str());
    let args = [
        ("since", MessageArg::from(since.unwrap_or_default())),
        ("lines", MessageArg::from(lines.join(", "))),
    ];
    let said = pass.messages.with("trend-statuses-spoken", &args);
    if view.hidden_names.is_empty() {
        said
    } else {
        format!("{said}. {}", view.hidden_names)
    }
}

/// Draws the count of each status at each time of a change, as a table.
fn draw_statuses_table(ui: &Ui, pass: &FrameCtx<'_>, view: &StatusesView, body: Rect) {
    let (lang, zone) = (pass.app.cx.lang(), &pass.app.cx.options().zone);
    let names: Vec<&str> = view.lines.iter().map(|line| line.short.as_str()).collect();
    let row = |(at, counts): (_, Vec<String>)| {
        let told = view.lines.iter().zip(&counts);
        let told = told.filter(|(_, count)| !count.is_empty());
        let told: Vec<String> = told
            .map(|(line, count)| format!("{} {count}", line.trend.label))
            .collect();
        TrendRow {
            time: date::date_time(lang, date::local(at, zone)),
            a11y_text: told.join(", "),
            values: counts,
        }
    };
    let mut rows: Vec<TrendRow> = view.table_rows().into_iter().map(row).collect();
    rows.dedup();
    draw_table(ui, pass, body, &names, &rows);
}

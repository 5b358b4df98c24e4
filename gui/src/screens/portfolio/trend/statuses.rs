//! The deals of each status over time, one line per status, with a legend.
//!
//! Lines differ in colour, dashes and the status icon at their end. A line is highlighted when it is hovered, in the
//! chart or the legend, or when its key has the focus. The table contains all lines.

mod end_markers;
mod legend;

use super::{PAD, TrendRow, axis_labels, draw_dates, draw_grid, draw_pointer_value, draw_table, note_text};
use crate::chart::{ChartScale, dashed_line, step_corners};
use crate::prelude::*;
use encours_core::app::screens::portfolio::view::statuses::{StatusTrend, StatusesView};
use encours_core::app::screens::portfolio::view::trend_line::Trend;

use legend::LegendLayout;

/// Width of a status icon.
const ICON_WIDTH: f32 = 18.0;
/// Distance from a line's end to its status icon. The icon is shifted vertically if several lines end close together.
const ICON_DISTANCE: f32 = 10.0;
/// Gap between chart and legend.
const LEGEND_GAP: f32 = 16.0;

/// Draws the content below the pane's title, which ends at `title_x`; the tabs begin at `tabs_x`.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    view: &StatusesView,
    (rect, header): (Rect, Rect),
    (title_x, tabs_x): (f32, f32),
) {
    let trends: Vec<&Trend> = view.drawn_lines().map(|line| &line.trend).collect();
    let scale = ChartScale::for_trends(frame.app, &trends);
    let first = |trend: &&&Trend| trend.points.first().map(|point| point.at);
    let Some(oldest) = trends.iter().min_by_key(first) else {
        return;
    };
    let table = frame.app.portfolio.trend().is_table;
    let mut header_note = note_text(frame, oldest, &scale);
    if !table && !view.hidden_names.is_empty() {
        header_note = format!("{header_note} · {}", view.hidden_names);
    }
    let painter = frame.painter(ui);
    let note_rect = header.with_min_x(title_x + 12.0).with_max_x(tabs_x - 12.0);
    let note_below = painter.text_width(&header_note, TextStyle::small()) > note_rect.width();
    let own_line = header.translate(vec2(0.0, 32.0)).with_max_y(header.bottom() + 28.0);
    let line = if note_below { own_line } else { note_rect };
    let at = painter.left(line, &header_note, TextStyle::small(), frame.theme.colors.text_tertiary);
    ui.describe(at, "note", Role::Label, header_note.as_str());
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, header.bottom() + if note_below { 36.0 } else { 14.0 }),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        draw_statuses_table(ui, frame, view, body);
    } else {
        let keys = LegendLayout::new(&painter, view, body);
        let hovered_line = keys.show(ui, frame, view);
        let space = body.with_max_x(keys.area.left() - LEGEND_GAP);
        draw_chart(ui, frame, view, &scale, space, hovered_line);
    }
}

/// Returns the normal stroke of the line with an index.
fn normal_stroke(painter: &Painter<'_>, at: usize) -> Stroke {
    Stroke::new(painter.theme.tokens.stroke.icon, painter.theme.series_color(at))
}

/// Draws the line with an index, with its dashes.
fn draw_line(painter: &Painter<'_>, corners: &[Pos2], at: usize, stroke: Stroke) {
    painter.inner.extend(dashed_line(corners, at, stroke));
}

fn draw_chart(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    view: &StatusesView,
    scale: &ChartScale,
    body: Rect,
    hovered_line: Option<usize>,
) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let (names, width) = axis_labels(&painter, scale);
    let plot = Rect::from_min_max(
        pos2(body.left() + width + 12.0, body.top() + 8.0),
        pos2(body.right() - ICON_WIDTH - ICON_DISTANCE, body.bottom() - 26.0),
    );
    draw_grid(&painter, &names, scale, plot, body);
    draw_dates(&painter, frame, scale, plot, body);
    let response = ui.hover_area(plot.expand(6.0), "chart", Role::Image, &a11y_text(frame, view));
    let lines: Vec<(usize, &StatusTrend, Vec<Pos2>)> = view
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.hidden)
        .map(|(at, line)| (at, line, step_corners(&line.trend, scale, plot)))
        .collect();
    let pointer = response.hover_pos();
    let nearest = pointer.and_then(|pointer| {
        let distance = |corners: &[Pos2]| Some((line_y_at(corners, pointer.x)? - pointer.y).abs());
        let distance = lines.iter().filter_map(|(at, _, line)| Some((*at, distance(line)?)));
        distance.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    });
    let hovered_line = hovered_line.or(nearest);
    let ends: Vec<f32> =
        lines.iter().map(|(.., corners)| corners.last().map_or(plot.bottom(), |end| end.y)).collect();
    let ends = end_markers::spread_heights(&ends, plot.y_range());
    let lines: Vec<_> = lines.into_iter().zip(ends).collect();
    // Draw the highlighted line last, over the others.
    let (behind, in_front): (Vec<_>, Vec<_>) =
        lines.iter().partition(|((at, ..), _)| hovered_line != Some(*at));
    for ((at, line, corners), end) in behind.into_iter().chain(in_front) {
        let is_hovered = hovered_line == Some(*at);
        let (stroke, ring) = if is_hovered {
            (Stroke::new(frame.theme.tokens.stroke.ring, colors.accent), colors.accent)
        } else {
            (normal_stroke(&painter, *at), colors.text_secondary)
        };
        if corners.len() > 1 {
            draw_line(&painter, corners, *at, stroke);
        }
        if let Some(last) = corners.last() {
            let marker_pos = pos2(last.x + ICON_DISTANCE, *end);
            let lead = frame.theme.hairline(stroke.color);
            painter.inner.line_segment([*last, marker_pos], lead);
            painter.status_ring(marker_pos + vec2(ICON_WIDTH / 2.0, 0.0), &line.code, ring);
        }
    }
    if let (Some(pointer), Some(line)) = (pointer, hovered_line.and_then(|at| view.lines.get(at))) {
        draw_pointer_value(ui, frame, &line.trend, scale, plot, pointer);
    }
}

/// Returns the height of a step line at a position; `None` before its start.
fn line_y_at(corners: &[Pos2], x: f32) -> Option<f32> {
    corners.iter().rev().find(|corner| corner.x <= x).map(|corner| corner.y)
}

/// Returns the accessible text: value and change of each visible line, and the hidden ones.
fn a11y_text(frame: &FrameCtx<'_>, view: &StatusesView) -> String {
    let line_text = |line: &StatusTrend| {
        let parts = [&line.trend.label, &line.trend.last, &line.trend.change];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    };
    let lines: Vec<String> = view.drawn_lines().map(line_text).collect();
    let recorded_since = view.drawn_lines().next().map(|line| line.trend.since.as_str());
    let args = [
        ("since", MessageArg::from(recorded_since.unwrap_or_default())),
        ("lines", MessageArg::from(lines.join(", "))),
    ];
    let message = frame.messages.with("trend-statuses-spoken", &args);
    if view.hidden_names.is_empty() { message } else { format!("{message}. {}", view.hidden_names) }
}

/// Draws the count of each status at each time of a change, as a table.
fn draw_statuses_table(ui: &Ui, frame: &FrameCtx<'_>, view: &StatusesView, body: Rect) {
    let (lang, zone) = (frame.app.cx.lang(), &frame.app.cx.options().zone);
    let names: Vec<&str> = view.lines.iter().map(|line| line.short.as_str()).collect();
    let row = |(at, counts): (_, Vec<String>)| {
        let columns = view.lines.iter().zip(&counts);
        let columns = columns.filter(|(_, count)| !count.is_empty());
        let columns: Vec<String> =
            columns.map(|(line, count)| format!("{} {count}", line.trend.label)).collect();
        TrendRow {
            time: date::date_time(lang, date::local(at, zone)),
            a11y_text: columns.join(", "),
            values: counts,
        }
    };
    let mut rows: Vec<TrendRow> = view.table_rows().into_iter().map(row).collect();
    rows.dedup();
    draw_table(ui, frame, body, &names, &rows);
}

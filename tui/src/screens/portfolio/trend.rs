//! A number over time as a step chart or a table. Only observed values are drawn.
//!
//! The axis begins with this client's first sync, and says so.
//!
//! ```text
//! ╭─ ▸ Trend ───────────────────────── since 03/11/2026, +4 ─╮
//! │ ▸ Operations   Nominal   Deals                           │
//! │ 128                                     ╭─────────────● │
//! │ 126             ╭───────────────────────╯               │
//! │ 124 ────────────╯                                       │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use encours_core::app::screens::portfolio::portfolio::TREND_PANE;
use encours_core::app::screens::portfolio::view::trend;
use encours_core::app::screens::portfolio::view::trend_line::{Trend, TrendPoint};
use encours_core::app::shell::app::App;
use encours_core::text::Messages;
use ratatui::layout::Rect;

use crate::widgets::{Canvas, Pane, draw_pane, first_line, split_rows, text_width};

/// Draws the trend.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let messages = Messages::new(app.cx.lang());
    let trends = trend::portfolio_trends(app);
    let at = app.portfolio.trend().series.min(trends.len().saturating_sub(1));
    let current = trends.get(at);
    let note = current.map(note).unwrap_or_default();
    let title = messages.get("portfolio-trend");
    let focused = app.cx.pane() == TREND_PANE;
    let pane = Pane::new(&title).note(&note).number(TREND_PANE).focused(focused);
    let inner = draw_pane(canvas, area, pane);
    let Some(current) = current else {
        let style = canvas.theme.second();
        canvas.draw_wrapped(inner, &messages.get("portfolio-trend-none"), style);
        return;
    };
    if !app.portfolio.trend().is_table && trends.iter().all(Trend::is_flat) {
        draw_values(app, canvas, inner, &trends, at);
        return;
    }
    let together = usize::from(inner.height / CURVE_ROWS).min(trends.len());
    if together > 1 && inner.height >= TALL && !app.portfolio.trend().is_table {
        draw_stacked(app, canvas, inner, &trends, (at, together));
        return;
    }
    draw_series_names(canvas, inner, &trends, at);
    let (_, rest_area) = split_rows(inner, 1);
    if app.portfolio.trend().is_table {
        draw_table(app, canvas, rest_area, current);
    } else {
        draw_chart(app, canvas, rest_area, current);
    }
}

/// Draws only the values if none has changed, because straight lines would waste rows.
fn draw_values(app: &App, canvas: &mut Canvas<'_>, inner: Rect, trends: &[Trend], at: usize) {
    let theme = canvas.theme;
    let label = trends.iter().map(|curve| text_width(&curve.label)).max().unwrap_or(0);
    let value = trends.iter().map(|curve| text_width(&curve.last)).max().unwrap_or(0);
    let first = first_line(at, trends.len(), usize::from(inner.height));
    for (y, (index, curve)) in (inner.top()..inner.bottom()).zip(trends.iter().enumerate().skip(first)) {
        let (mark, style) = if index == at { ("▸ ", theme.accent()) } else { ("  ", theme.second()) };
        canvas.draw_spans(inner.x, y, inner.width, &[(mark, style), (&curve.label, style)]);
        let end = (inner.x + label + value + 6).min(inner.right());
        let max_width = end.saturating_sub(inner.x + text_width(&curve.label) + 3);
        canvas.draw_text_right(end, y, max_width, &curve.last, theme.text());
    }
    // The pane's head already gives the start date.
    let once = trends.iter().all(|curve| curve.single_load);
    let text = Messages::new(app.cx.lang()).get(if once { "trend-once" } else { "trend-quiet" });
    let (_, below) = split_rows(inner, trends.len() as u16 + 1);
    canvas.draw_wrapped(below, &text, theme.second());
}

/// Rows of one stacked curve: name, chart and a blank row.
const CURVE_ROWS: u16 = 6;
/// Minimum height to stack several curves instead of one high curve.
const TALL: u16 = 18;

/// Draws as many stacked curves as fit, including the chosen one.
///
/// Each has its own time range and scale, its last value and its change.
fn draw_stacked(
    app: &App,
    canvas: &mut Canvas<'_>,
    inner: Rect,
    trends: &[Trend],
    (at, together): (usize, usize),
) {
    let theme = canvas.theme;
    let height = inner.height / together as u16;
    let first = first_line(at, trends.len(), together);
    for (row, (index, trend)) in (0_u16..).zip(trends.iter().enumerate().skip(first).take(together)) {
        let top = inner.y + row * height;
        let (mark, style) = if index == at { ("▸ ", theme.accent()) } else { ("  ", theme.heading()) };
        let used = canvas.draw_spans(inner.x, top, inner.width, &[(mark, style), (&trend.label, style)]);
        let gained = [trend.last.as_str(), &trend.change];
        let gained: Vec<&str> = gained.into_iter().filter(|text| !text.is_empty()).collect();
        let max_width = inner.width.saturating_sub(used + 3);
        canvas.draw_spans_right(inner.right(), top, max_width, &[(&gained.join("  "), theme.second())]);
        let area = Rect { y: top + 1, height: height.saturating_sub(2), ..inner };
        draw_chart(app, canvas, area, trend);
    }
}

/// Draws the names of the series in a row and marks the current one.
///
/// If not all fit, it draws those around the current one, and its position.
fn draw_series_names(canvas: &mut Canvas<'_>, inner: Rect, trends: &[Trend], at: usize) {
    const GAP: u16 = 3;
    let theme = canvas.theme;
    let width = |trend: &Trend| text_width(&trend.label) + GAP;
    let total_width = trends.iter().map(width).sum::<u16>().saturating_sub(GAP) + 2;
    let index = format!("{}/{}", at + 1, trends.len());
    let end = if total_width <= inner.width {
        inner.right()
    } else {
        let used = canvas.draw_text_right(inner.right(), inner.y, inner.width, &index, theme.second());
        inner.right().saturating_sub(used + 1)
    };
    // The first name from which the current one is fully visible.
    let max_width = end.saturating_sub(inner.x);
    let reach = |first: &usize| {
        let names = trends.iter().take(at + 1).skip(*first);
        names.map(width).sum::<u16>().saturating_sub(GAP) + 2 <= max_width
    };
    let first = (0..=at).find(reach).unwrap_or(at);
    let mut x = inner.x;
    for (index, trend) in trends.iter().enumerate().skip(first) {
        let (mark, style) = if index == at { ("▸ ", theme.accent()) } else { ("", theme.second()) };
        let available = end.saturating_sub(x);
        // The position is more useful than a cut name.
        if index != at && text_width(&trend.label) > available {
            break;
        }
        x += canvas.draw_spans(x, inner.y, available, &[(mark, style), (&trend.label, style)]) + GAP;
    }
}

fn note(trend: &Trend) -> String {
    if trend.change.is_empty() { trend.since.clone() } else { format!("{}, {}", trend.since, trend.change) }
}

/// Draws the points as a table, the newest first.
fn draw_table(app: &App, canvas: &mut Canvas<'_>, area: Rect, trend: &Trend) {
    let theme = canvas.theme;
    let rows = trend::table_rows(trend, &app.cx.options().zone);
    for (y, (at, value)) in (area.top()..area.bottom()).zip(&rows) {
        canvas.draw_text(area.x, y, area.width, at, theme.second());
        canvas.draw_text_right(area.right(), y, area.width, value, theme.text());
    }
    // A single line would look like a cut list.
    if trend.single_load {
        let text = Messages::new(app.cx.lang()).get("trend-once");
        let below = rows.len() as u16;
        let (_, below) = split_rows(area, if area.height > below + 2 { below + 1 } else { below });
        canvas.draw_wrapped(below, &text, theme.second());
    }
}

/// Draws a step chart, in which a value holds until the next point.
fn draw_chart(app: &App, canvas: &mut Canvas<'_>, area: Rect, trend: &Trend) {
    let (Some(first), Some(last)) = (trend.points.first(), trend.points.last()) else {
        return;
    };
    let theme = canvas.theme;
    let higher = |a: &&TrendPoint, b: &&TrendPoint| a.height.total_cmp(&b.height);
    let text = |point: Option<&TrendPoint>| point.map(|point| (point.text.clone(), point.height));
    let (high, top) = text(trend.points.iter().max_by(higher)).unwrap_or_default();
    let (low, bottom) = text(trend.points.iter().min_by(higher)).unwrap_or_default();
    let label = text_width(&high).max(text_width(&low)) + 1;
    let rows = area.height.saturating_sub(1);
    let plot = Rect { x: area.x + label, width: area.width.saturating_sub(label + 1), height: rows, ..area };
    if plot.width < 4 || rows < 2 {
        canvas.draw_text(area.x, area.y, area.width, &trend.last, theme.heading());
        return;
    }
    let (start, end) = (first.at.as_second(), last.at.as_second());
    let span = (end - start).max(1) as f64;
    let row_of = |height: f32| plot.y + (f32::from(rows - 1) * (1.0 - height.clamp(0.0, 1.0))).round() as u16;
    let before_plot = plot.x.saturating_sub(1);
    canvas.draw_text_right(before_plot, row_of(top), label, &high, theme.second());
    if high != low {
        canvas.draw_text_right(before_plot, row_of(bottom), label, &low, theme.second());
    }
    let value_at = |column: u16| {
        let timestamp = start as f64 + span * f64::from(column) / f64::from(plot.width - 1);
        let passed = trend.points.iter().take_while(|point| point.at.as_second() as f64 <= timestamp + 0.5);
        row_of(passed.last().unwrap_or(first).height)
    };
    let mut before = value_at(0);
    // A single observation is a point, because a line would suggest further ones.
    let drawn = if trend.single_load { 0 } else { plot.width };
    for column in 0..drawn {
        let (x, row) = (plot.x + column, value_at(column));
        if row == before {
            canvas.draw_text(x, row, 1, "─", theme.text());
        } else {
            let up = row < before;
            canvas.draw_text(x, before, 1, if up { "╯" } else { "╮" }, theme.text());
            canvas.draw_text(x, row, 1, if up { "╭" } else { "╰" }, theme.text());
            for y in row.min(before) + 1..row.max(before) {
                canvas.draw_text(x, y, 1, "│", theme.text());
            }
        }
        before = row;
    }
    let end = if trend.single_load { plot.x } else { plot.right() - 1 };
    canvas.draw_text(end, before, 1, "●", theme.accent());
    let Some((from, to)) = trend::end_labels(trend, &app.cx.options().zone) else {
        return;
    };
    let y = area.bottom() - 1;
    let used = canvas.draw_text(plot.x, y, plot.width, &from, theme.second());
    let max_width = plot.width.saturating_sub(used + 2);
    canvas.draw_spans_right(plot.right(), y, max_width, &[(&to, theme.second())]);
}

//! The portfolio: totals, three breakdowns checked against them, and the entity.
//!
//! ```text
//!  Operations       Total nominal        Funds     SPVs     Operators
//!  128              486 215 400,00       6         41       57
//! ╭─ ▸ By status ── ✓ Σ 128 = total ─╮ ╭─ By class ── ◆ Σ 126 ─╮ ╭─ By type ─╮
//! │▌Performing  ━━━━━━━━━━━━  61 48% │ │                       │ │           │
//! ╰──────────────────────────────────╯ ╰───────────────────────╯ ╰───────────╯
//! ╭─ Trend ──────────────────────────────────────────────────╮ ╭─ Entity ────╮
//! ```
//!
//! If only two breakdowns fit side by side, the second area shows the class, or the type while that has the
//! focus. Trend and entity keep their areas.

mod entity;
mod trend;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::portfolio::portfolio::TREND_PANE;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView};
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use ratatui::layout::Rect;

use super::empty_state as empty_pane;
use super::layout::{self, ScreenFrame};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_pane, draw_share_bar, first_line, split_columns,
    split_rows, text_width, wrap_lines,
};

/// Panes of the other breakdowns; the statuses are pane 0.
const CLASS_PANE: usize = 1;
const TYPE_PANE: usize = 2;
/// Pane of the entity.
const ENTITY_PANE: usize = 3;

/// Minimum height of a chart that shows more than its last value.
const TREND_ROWS: u16 = 9;

/// Height at which a chart still shows rises and falls.
const MIN_TREND_ROWS: u16 = 8;

/// Minimum height for blank rows between the bars.
const TALL: u16 = 45;

/// Rows per bar: with a blank row, and with the bar below its name.
const SPACED_ROWS: usize = 2;
const STACKED_ROWS: usize = 3;

/// Draws the portfolio.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = portfolio::portfolio_view(app);
    let body = frame.body;
    if view.is_empty {
        match &view.problem {
            Some(problem) => empty_pane::draw_problem(app, canvas, body, problem),
            None => empty_pane::draw_empty_state(app, canvas, body, &empty_state::loading(app)),
        }
        return;
    }
    let used = draw_totals(canvas, frame, &view) + draw_sync_failure(canvas, frame, &view);
    let (_, rest_area) = split_rows(body, used);
    if frame.tiny || body.width < 70 {
        draw_one_pane(app, canvas, rest_area, &view);
    } else if body.width >= 110 {
        draw_three_columns(app, canvas, rest_area, &view);
    } else {
        draw_two_columns(app, canvas, rest_area, &view);
    }
}

/// Draws the totals and, if it fits, their changes since the first sync. Returns the rows used.
fn draw_totals(canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &PortfolioView) -> u16 {
    let (theme, body) = (canvas.theme, frame.body);
    let max_width = body.width.saturating_sub(2);
    let exact = |total: &portfolio::Total, exact_fits: bool| match &total.exact {
        Some(exact) if exact_fits => exact.clone(),
        _ => total.value.clone(),
    };
    // Show exact amounts if they fit.
    let exact_fits = body.width >= 70;
    let label = |total: &'_ portfolio::Total| if exact_fits { &total.label } else { &total.short }.clone();
    let widths: Vec<u16> = view
        .totals
        .iter()
        .map(|total| {
            let change = if frame.roomy { text_width(&total.change) } else { 0 };
            text_width(&label(total)).max(text_width(&exact(total, exact_fits))).max(change)
        })
        .collect();
    let needed_width: u16 = widths.iter().sum();
    let count = (view.totals.len() as u16).saturating_sub(1).max(1);
    let gap = (max_width.saturating_sub(needed_width) / count).clamp(2, 16);
    let mut x = body.x + 1;
    let mut left_out = view.totals.len();
    for (total, width) in view.totals.iter().zip(widths) {
        let available = body.right().saturating_sub(x + 1);
        if width > available {
            break;
        }
        left_out -= 1;
        canvas.draw_text(x, body.y, available, &label(total), theme.second());
        canvas.draw_text(x, body.y + 1, available, &exact(total, exact_fits), theme.heading());
        if frame.roomy {
            canvas.draw_text(x, body.y + 2, available, &total.change, theme.second());
        }
        x = x.saturating_add(width + gap);
    }
    // Show the number of totals that do not fit; the trend has them.
    if left_out > 0 {
        let more = format!("+{left_out}");
        let (end, max_width) = (body.right().saturating_sub(1), (body.right() + gap).saturating_sub(x + 2));
        canvas.draw_spans_right(end, body.y, max_width, &[(&more, theme.second())]);
    }
    if frame.roomy { 4 } else { 2 }
}

/// Draws why the last sync failed, below the older totals. Returns the extra rows used.
fn draw_sync_failure(canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &PortfolioView) -> u16 {
    let Some(problem) = &view.problem else { return 0 };
    let (body, theme) = (frame.body, canvas.theme);
    // A roomy screen has a free row already.
    let (row, taken) = if frame.roomy { (3, 0) } else { (2, 1) };
    let max_width = body.width.saturating_sub(2);
    let title = format!("▲ {} ", problem.title);
    let parts = [(title.as_str(), theme.alert()), (&problem.safe_data, theme.text())];
    canvas.draw_spans(body.x + 1, body.y + row, max_width, &parts);
    taken
}

/// Returns the number of bars of the longest breakdown.
fn max_bars(view: &PortfolioView) -> u16 {
    let bars = view.breakdowns.iter().map(|breakdown| breakdown.bars.len());
    bars.max().unwrap_or(0) as u16
}

fn draw_three_columns(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView) {
    let lines = max_bars(view);
    // Frame and bars; then a blank row and two rows of notes, if the trend keeps its height.
    let (least_bars, most_bars) = (lines + 2, lines + 5);
    let facts = (view.entity.len() as u16 + 2).max(TREND_ROWS);
    let needed_height = if area.height >= 3 * lines + 6 + facts {
        3 * lines + 6
    } else if area.height >= TALL {
        2 * lines + 6
    } else {
        area.height.saturating_sub(TREND_ROWS).clamp(least_bars, most_bars)
    };
    let per_row = 3;
    let entity = (view.entity.len() as u16).div_ceil(per_row) + 2;
    let min_rows = if needed_height + TREND_ROWS <= area.height { TREND_ROWS } else { entity };
    let height = needed_height.min(area.height.saturating_sub(min_rows));
    let (third, spare) = ((area.width - 2) / 3, (area.width - 2) % 3);
    // The middle one gets the remaining columns.
    let widths = [third, third + spare, third];
    let mut x = area.x;
    for (at, (view_of, width)) in view.breakdowns.iter().zip(widths).enumerate() {
        draw_breakdown(app, canvas, Rect::new(x, area.y, width, height), at, view_of);
        x += width + 1;
    }
    let (_, below) = split_rows(area, height);
    // If enough rows remain, the trend is beside the entity, which becomes a column.
    if below.height >= TREND_ROWS {
        let (left, right) = split_columns(below, area.width * 2 / 3);
        trend::draw(app, canvas, left);
        self::entity::draw(app, canvas, right, view, 1);
        return;
    }
    let (below, _) = split_rows(below, entity);
    if app.cx.pane() == TREND_PANE {
        trend::draw(app, canvas, below);
        return;
    }
    self::entity::draw(app, canvas, below, view, per_row);
}

fn draw_two_columns(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView) {
    let second = if app.cx.pane() == TYPE_PANE { TYPE_PANE } else { CLASS_PANE };
    let visible = [0, second].map(|at| view.breakdowns.get(at).map(|view_of| (at, view_of)));
    let lines = max_bars(view);
    let upper = (lines + 2).min(area.height.saturating_sub(MIN_TREND_ROWS));
    let left_width = (area.width - 1).div_ceil(2);
    let widths = [left_width, area.width - 1 - left_width];
    let mut x = area.x;
    for (view_of, width) in visible.into_iter().flatten().zip(widths) {
        draw_breakdown(app, canvas, Rect::new(x, area.y, width, upper), view_of.0, view_of.1);
        x += width + 1;
    }
    let hidden = if second == TYPE_PANE { CLASS_PANE } else { TYPE_PANE };
    let (above, below) = split_rows(area, upper);
    let (_, pane_area) = split_columns(above, left_width);
    draw_other_breakdowns(app, canvas, pane_area, (second, hidden), view);
    let (left, right) = split_columns(below, (area.width - 1) * 61 / 100);
    trend::draw(app, canvas, left);
    entity::draw(app, canvas, right, view, 1);
}

/// Draws the number of the shown breakdown and the keys to the hidden one.
///
/// A click there shows the hidden one.
fn draw_other_breakdowns(
    app: &App,
    canvas: &mut Canvas<'_>,
    area: Rect,
    (visible, hidden): (usize, usize),
    view: &PortfolioView,
) {
    let Some(other) = view.breakdowns.get(hidden).filter(|_| area.height > 2) else {
        return;
    };
    let theme = canvas.theme;
    // Tab follows the pane order, so an earlier pane needs the previous-pane key.
    let turns = if hidden > app.cx.pane() { ActionId::NextPane } else { ActionId::PreviousPane };
    let key = vec![layout::action_key(app, turns); hidden.abs_diff(app.cx.pane())].join(" ");
    let position = format!(" {}/{}  ", visible + 1, view.breakdowns.len());
    let parts = [
        (position.as_str(), theme.second()),
        (key.as_str(), theme.key()),
        (" ", theme.second()),
        (other.short.as_str(), theme.second()),
        (" ", theme.second()),
    ];
    let y = area.bottom() - 1;
    let used = canvas.draw_spans_right(area.right() - 2, y, area.width.saturating_sub(4), &parts);
    let start = (area.right() - 2).saturating_sub(used);
    canvas.add_target(Rect::new(start, y, used, 1), ClickTarget::Pane(hidden));
}

fn draw_one_pane(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView) {
    if app.cx.pane() == TREND_PANE {
        trend::draw(app, canvas, area);
        return;
    }
    match view.breakdowns.get(app.cx.pane()) {
        Some(view_of) => draw_breakdown(app, canvas, area, app.cx.pane(), view_of),
        None => entity::draw(app, canvas, area, view, 1),
    }
}

fn draw_breakdown(app: &App, canvas: &mut Canvas<'_>, area: Rect, at: usize, view: &BreakdownView) {
    let focused = app.cx.pane() == at;
    let check_fits = text_width(&view.title) + text_width(&view.check.text) + 12 <= area.width;
    let title = if check_fits { &view.title } else { &view.short };
    let inner = draw_pane(canvas, area, Pane::new(title).number(at).focused(focused));
    draw_sum_check(canvas, area, view, check_fits, focused);
    // Show the notes below the bars if rows remain.
    let spare = usize::from(inner.height).saturating_sub(view.bars.len() + 1);
    let footer = wrap_lines(&[(&view.footer, canvas.theme.second())], inner.width);
    let footer = if footer.len() <= spare { footer } else { Vec::new() };
    let available_rows = usize::from(inner.height) - footer.len();
    let (list, below) = split_rows(inner, available_rows as u16);
    let focused_bar = app.cx.focused_bar().filter(|(kind, _)| *kind == view.kind);
    let focused_bar = focused_bar.and_then(|(_, code)| view.bars.iter().position(|bar| bar.key == code));
    if focused_bar.is_some() {
        canvas.set_scroll_limit(view.bars.len().saturating_sub(1));
    }
    let first = first_line(focused_bar.unwrap_or(0), view.bars.len(), available_rows);
    let tall = canvas.area().height >= TALL;
    let fits = |pitch: &usize| *pitch == 1 || tall && available_rows > pitch * view.bars.len();
    let pitch = [STACKED_ROWS, SPACED_ROWS, 1].into_iter().find(fits).unwrap_or(1);
    let air = u16::from(pitch > 1);
    let (_, frame_area) = split_rows(list, air);
    if app.portfolio.trend().is_table {
        draw_values(canvas, frame_area, view, first, pitch);
    } else {
        draw_bars(canvas, frame_area, view, first, pitch);
    }
    let rows = (frame_area.top()..frame_area.bottom()).step_by(pitch);
    for (y, line) in rows.zip(first..view.bars.len()) {
        let row = Rect::new(frame_area.x, y, frame_area.width, if pitch == STACKED_ROWS { 2 } else { 1 });
        canvas.add_target(row, ClickTarget::PaneLine(at, line));
        if focused_bar == Some(line) {
            canvas.highlight_row(Rect { height: 1, ..row });
        }
    }
    canvas.draw_lines(below, &footer);
    draw_frame_scroll_bar(canvas, list, first, view.bars.len());
}

/// Draws in the pane's frame whether the sum agrees with the total.
fn draw_sum_check(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, fits: bool, focused: bool) {
    let theme = canvas.theme;
    let (mark, style) = if view.check.agrees { ("✓", theme.ok()) } else { ("◆", theme.watch()) };
    let text = if fits { &view.check.text } else { &view.check.short };
    let title = text_width(if fits { &view.title } else { &view.short }) + if focused { 4 } else { 2 };
    let parts = [(" ", style), (mark, style), (" ", style), (text.as_str(), style), (" ", style)];
    let max_width = area.width.saturating_sub(title + 4);
    canvas.draw_spans_right(area.right().saturating_sub(2), area.y, max_width, &parts);
}

/// Draws a breakdown without bars: full names, and shares to a tenth of a percent.
fn draw_values(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, first: usize, pitch: usize) {
    let theme = canvas.theme;
    let visible = view.bars.iter();
    let share = visible.map(|bar| text_width(&bar.share)).max().unwrap_or(0);
    let rows = (area.top()..area.bottom()).step_by(pitch);
    for (y, bar) in rows.zip(view.bars.iter().skip(first)) {
        let end = area.right();
        canvas.draw_text_right(end, y, share, &bar.share, theme.second());
        let counts = end.saturating_sub(share + 2);
        let max_width = counts.saturating_sub(area.x);
        let count = canvas.draw_text_right(counts, y, max_width, &bar.count, theme.heading());
        canvas.draw_text(area.x, y, max_width.saturating_sub(count + 1), &bar.label, theme.text());
    }
}

/// Draws the bars from `first`, one per `pitch` rows: beside their names, or below at full width.
fn draw_bars(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, first: usize, pitch: usize) {
    let theme = canvas.theme;
    let widest = |text: fn(&encours_core::app::foundation::presentation::tiles::Bar) -> &str| {
        view.bars.iter().map(|bar| text_width(text(bar))).max().unwrap_or(0)
    };
    let (count, share) = (widest(|bar| &bar.count), widest(|bar| &bar.share_short));
    let label = widest(|bar| &bar.label).min(area.width / 2);
    let end = area.right().saturating_sub(count + share + 2);
    let (start, end, below) =
        if pitch == STACKED_ROWS { (area.x, area.right(), 1) } else { (area.x + label + 1, end, 0) };
    for (y, bar) in (area.top()..area.bottom()).step_by(pitch).zip(view.bars.iter().skip(first)) {
        canvas.draw_text(area.x, y, label, &bar.label, theme.text());
        let width = end.saturating_sub(start);
        draw_share_bar(canvas, start, y + below, width, bar.length, theme.heading(), None);
        canvas.draw_text_right(area.right().saturating_sub(share + 1), y, count, &bar.count, theme.heading());
        canvas.draw_text_right(area.right(), y, share, &bar.share_short, theme.second());
    }
}

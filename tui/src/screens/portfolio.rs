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
use encours_core::app::screens::portfolio::trends::TREND_PANE;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView};
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::text::wrap;
use ratatui::layout::Rect;

use super::empty_state as notice;
use super::layout::{self, ScreenFrame};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, draw_scroll_bar, draw_share_bar, first_line, text_width,
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
            Some(problem) => notice::draw_problem(app, canvas, body, problem),
            None => notice::draw_empty_state(app, canvas, body, &empty_state::loading(app)),
        }
        return;
    }
    let used = draw_totals(canvas, frame, &view) + draw_sync_failure(canvas, frame, &view);
    let rest = Rect {
        y: body.y + used,
        height: body.height.saturating_sub(used),
        ..body
    };
    if frame.tiny || body.width < 70 {
        draw_one_pane(app, canvas, rest, &view);
    } else if body.width >= 110 {
        draw_three_columns(app, canvas, rest, &view);
    } else {
        draw_two_columns(app, canvas, rest, &view);
    }
}

/// Draws the totals and, if it fits, their changes since the first sync. Returns the rows used.
fn draw_totals(canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &PortfolioView) -> u16 {
    let (theme, body) = (canvas.theme, frame.body);
    let room = body.width.saturating_sub(2);
    let exact = |total: &portfolio::Total, whole: bool| match &total.exact {
        Some(exact) if whole => exact.clone(),
        _ => total.value.clone(),
    };
    // Show exact amounts if they fit.
    let whole = body.width >= 70;
    let label = |total: &'_ portfolio::Total| if whole { &total.label } else { &total.short }.clone();
    let widths: Vec<u16> = view
        .totals
        .iter()
        .map(|total| {
            let change = if frame.roomy { text_width(&total.change) } else { 0 };
            text_width(&label(total))
                .max(text_width(&exact(total, whole)))
                .max(change)
        })
        .collect();
    let wanted: u16 = widths.iter().sum();
    let count = (view.totals.len() as u16).saturating_sub(1).max(1);
    let gap = (room.saturating_sub(wanted) / count).clamp(2, 16);
    let mut x = body.x + 1;
    let mut left_out = view.totals.len();
    for (total, width) in view.totals.iter().zip(widths) {
        let left = body.right().saturating_sub(x + 1);
        if width > left {
            break;
        }
        left_out -= 1;
        canvas.draw_text(x, body.y, left, &label(total), theme.second());
        canvas.draw_text(x, body.y + 1, left, &exact(total, whole), theme.heading());
        if frame.roomy {
            canvas.draw_text(x, body.y + 2, left, &total.change, theme.second());
        }
        x = x.saturating_add(width + gap);
    }
    // Show the number of totals that do not fit; the trend has them.
    if left_out > 0 {
        let more = format!("+{left_out}");
        canvas.draw_spans_right(
            body.right().saturating_sub(1),
            body.y,
            (body.right() + gap).saturating_sub(x + 2),
            &[(&more, theme.second())],
        );
    }
    if !frame.roomy {
        return 2;
    }
    4
}

/// Draws why the last sync failed, below the older totals. Returns the extra rows used.
fn draw_sync_failure(canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &PortfolioView) -> u16 {
    let Some(problem) = &view.problem else { return 0 };
    let (body, theme) = (frame.body, canvas.theme);
    // A roomy screen has a free row already.
    let (row, taken) = if frame.roomy { (3, 0) } else { (2, 1) };
    let room = body.width.saturating_sub(2);
    let title = format!("▲ {} ", problem.title);
    canvas.draw_spans(
        body.x + 1,
        body.y + row,
        room,
        &[(&title, theme.alert()), (&problem.safe_data, theme.text())],
    );
    taken
}

/// Returns the number of bars of the longest breakdown.
fn max_bars(view: &PortfolioView) -> u16 {
    let bars = view.breakdowns.iter().map(|one| one.bars.len());
    bars.max().unwrap_or(0) as u16
}

fn draw_three_columns(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView) {
    let lines = max_bars(view);
    // Frame and bars; then a blank row and two rows of notes, if the trend keeps its height.
    let (least_bars, most_bars) = (lines + 2, lines + 5);
    let facts = (view.entity.len() as u16 + 2).max(TREND_ROWS);
    let wanted = if area.height >= 3 * lines + 6 + facts {
        3 * lines + 6
    } else if area.height >= TALL {
        2 * lines + 6
    } else {
        area.height
            .saturating_sub(TREND_ROWS)
            .clamp(least_bars, most_bars)
    };
    let per_row = 3;
    let entity = (view.entity.len() as u16).div_ceil(per_row) + 2;
    let least = if wanted + TREND_ROWS <= area.height {
        TREND_ROWS
    } else {
        entity
    };
    let height = wanted.min(area.height.saturating_sub(least));
    let (third, spare) = ((area.width - 2) / 3, (area.width - 2) % 3);
    // The middle one gets the remaining columns.
    let widths = [third, third + spare, third];
    let mut x = area.x;
    for (at, (one, width)) in view.breakdowns.iter().zip(widths).enumerate() {
        draw_breakdown(app, canvas, Rect::new(x, area.y, width, height), at, one);
        x += width + 1;
    }
    let below = Rect {
        y: area.y + height,
        height: entity.min(area.height - height),
        ..area
    };
    // If enough rows remain, the trend is beside the entity, which becomes a column.
    let left = area.height - height;
    if left >= TREND_ROWS {
        let width = area.width * 2 / 3;
        trend::draw(
            app,
            canvas,
            Rect {
                width,
                height: left,
                ..below
            },
        );
        let right = Rect {
            x: area.x + width + 1,
            width: area.width - width - 1,
            height: left,
            ..below
        };
        self::entity::draw(app, canvas, right, view, 1);
        return;
    }
    if app.cx.pane() == TREND_PANE {
        trend::draw(app, canvas, below);
        return;
    }
    self::entity::draw(app, canvas, below, view, per_row);
}

fn draw_two_columns(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView) {
    let second = if app.cx.pane() == TYPE_PANE {
        TYPE_PANE
    } else {
        CLASS_PANE
    };
    let shown = [0, second].map(|at| view.breakdowns.get(at).map(|one| (at, one)));
    let lines = max_bars(view);
    let upper = (lines + 2).min(area.height.saturating_sub(MIN_TREND_ROWS));
    let left = (area.width - 1).div_ceil(2);
    let widths = [left, area.width - 1 - left];
    let mut x = area.x;
    for (one, width) in shown.into_iter().flatten().zip(widths) {
        draw_breakdown(app, canvas, Rect::new(x, area.y, width, upper), one.0, one.1);
        x += width + 1;
    }
    let hidden = if second == TYPE_PANE {
        CLASS_PANE
    } else {
        TYPE_PANE
    };
    let place = Rect::new(area.x + left + 1, area.y, area.width - left - 1, upper);
    draw_other_breakdowns(app, canvas, place, (second, hidden), view);
    let below = Rect {
        y: area.y + upper,
        height: area.height - upper,
        ..area
    };
    let width = (area.width - 1) * 61 / 100;
    trend::draw(app, canvas, Rect { width, ..below });
    let right = Rect {
        x: area.x + width + 1,
        width: area.width - width - 1,
        ..below
    };
    entity::draw(app, canvas, right, view, 1);
}

/// Draws the number of the shown breakdown and the keys to the hidden one.
///
/// A click there shows the hidden one.
fn draw_other_breakdowns(
    app: &App,
    canvas: &mut Canvas<'_>,
    area: Rect,
    (shown, hidden): (usize, usize),
    view: &PortfolioView,
) {
    let Some(other) = view.breakdowns.get(hidden).filter(|_| area.height > 2) else {
        return;
    };
    let theme = canvas.theme;
    // Tab follows the pane order, so an earlier pane needs the previous-pane key.
    let turns = if hidden > app.cx.pane() {
        ActionId::NextPane
    } else {
        ActionId::PreviousPane
    };
    let key = vec![layout::action_key(app, turns); hidden.abs_diff(app.cx.pane())].join(" ");
    let place = format!(" {}/{}  ", shown + 1, view.breakdowns.len());
    let parts = [
        (place.as_str(), theme.second()),
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
        Some(one) => draw_breakdown(app, canvas, area, app.cx.pane(), one),
        None => entity::draw(app, canvas, area, view, 1),
    }
}

fn draw_breakdown(app: &App, canvas: &mut Canvas<'_>, area: Rect, at: usize, view: &BreakdownView) {
    canvas.add_target(area, ClickTarget::Pane(at));
    let focused = app.cx.pane() == at;
    let wide = text_width(&view.title) + text_width(&view.check.text) + 12 <= area.width;
    let inner = draw_pane(
        canvas,
        area,
        Pane::new(if wide { &view.title } else { &view.short }).focused(focused),
    );
    draw_sum_check(canvas, area, view, wide, focused);
    // Show the notes below the bars if rows remain.
    let spare = usize::from(inner.height).saturating_sub(view.bars.len() + 1);
    let foot = wrap(&view.footer, usize::from(inner.width));
    let foot = if foot.len() <= spare { foot } else { Vec::new() };
    let room = usize::from(inner.height) - foot.len();
    let chosen = app.cx.focused_bar().filter(|(kind, _)| *kind == view.kind);
    let chosen = chosen.and_then(|(_, code)| view.bars.iter().position(|bar| bar.key == code));
    if chosen.is_some() {
        canvas.set_scroll_limit(view.bars.len().saturating_sub(1));
    }
    let first = first_line(chosen.unwrap_or(0), view.bars.len(), room);
    let tall = canvas.area().height >= TALL;
    let fits = |pitch: &usize| *pitch == 1 || tall && room > pitch * view.bars.len();
    let pitch = [STACKED_ROWS, SPACED_ROWS, 1].into_iter().find(fits).unwrap_or(1);
    let air = u16::from(pitch > 1);
    let place = Rect {
        y: inner.y + air,
        height: (room as u16).saturating_sub(air),
        ..inner
    };
    if app.portfolio.trend().is_table {
        draw_values(canvas, place, view, first, pitch);
    } else {
        draw_bars(canvas, place, view, first, pitch);
    }
    let rows = (place.top()..place.bottom()).step_by(pitch);
    for (y, line) in rows.zip(first..view.bars.len()) {
        let row = Rect::new(place.x, y, place.width, if pitch == STACKED_ROWS { 2 } else { 1 });
        canvas.add_target(row, ClickTarget::PaneLine(at, line));
        if chosen == Some(line) {
            canvas.highlight_row(Rect { height: 1, ..row });
        }
    }
    let style = canvas.theme.second();
    for (y, line) in (inner.y + room as u16..inner.bottom()).zip(&foot) {
        canvas.draw_text(inner.x, y, inner.width, line, style);
    }
    let bar = Rect::new(area.right().saturating_sub(1), inner.y, 1, room as u16);
    draw_scroll_bar(canvas, bar, first, room, view.bars.len());
}

/// Draws in the pane's frame whether the sum agrees with the total.
fn draw_sum_check(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, wide: bool, focused: bool) {
    let theme = canvas.theme;
    let (mark, style) = if view.check.agrees {
        ("✓", theme.ok())
    } else {
        ("◆", theme.watch())
    };
    let text = if wide { &view.check.text } else { &view.check.short };
    let title = text_width(if wide { &view.title } else { &view.short }) + if focused { 4 } else { 2 };
    let parts = [
        (" ", style),
        (mark, style),
        (" ", style),
        (text.as_str(), style),
        (" ", style),
    ];
    canvas.draw_spans_right(
        area.right().saturating_sub(2),
        area.y,
        area.width.saturating_sub(title + 4),
        &parts,
    );
}

/// Draws a breakdown without bars: full names, and shares to a tenth of a percent.
fn draw_values(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, first: usize, pitch: usize) {
    let theme = canvas.theme;
    let shown = view.bars.iter();
    let share = shown.map(|bar| text_width(&bar.share)).max().unwrap_or(0);
    let rows = (area.top()..area.bottom()).step_by(pitch);
    for (y, bar) in rows.zip(view.bars.iter().skip(first)) {
        let end = area.right();
        canvas.draw_text_right(end, y, share, &bar.share, theme.second());
        let counts = end.saturating_sub(share + 2);
        let room = counts.saturating_sub(area.x);
        let count = canvas.draw_text_right(counts, y, room, &bar.count, theme.heading());
        canvas.draw_text(
            area.x,
            y,
            room.saturating_sub(count + 1),
            &bar.label,
            theme.text(),
        );
    }
}

/// Draws the bars from `first`, one per `pitch` rows: beside their names, or below at full width.
fn draw_bars(canvas: &mut Canvas<'_>, area: Rect, view: &BreakdownView, first: usize, pitch: usize) {
    let theme = canvas.theme;
    let widest = |text: fn(&encours_core::app::foundation::presentation::bar::Bar) -> &str| {
        view.bars
            .iter()
            .map(|bar| text_width(text(bar)))
            .max()
            .unwrap_or(0)
    };
    let (count, share) = (widest(|bar| &bar.count), widest(|bar| &bar.share_short));
    let label = widest(|bar| &bar.label).min(area.width / 2);
    let end = area.right().saturating_sub(count + share + 2);
    let (start, end, below) = if pitch == STACKED_ROWS {
        (area.x, area.right(), 1)
    } else {
        (area.x + label + 1, end, 0)
    };
    for (y, bar) in (area.top()..area.bottom())
        .step_by(pitch)
        .zip(view.bars.iter().skip(first))
    {
        canvas.draw_text(area.x, y, label, &bar.label, theme.text());
        draw_share_bar(
            canvas,
            start,
            y + below,
            end.saturating_sub(start),
            bar.length,
            theme.heading(),
            None,
        );
        canvas.draw_text_right(
            area.right().saturating_sub(share + 1),
            y,
            count,
            &bar.count,
            theme.heading(),
        );
        canvas.draw_text_right(area.right(), y, share, &bar.share_short, theme.second());
    }
}

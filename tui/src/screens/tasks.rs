//! The task board, with a column for each `statut`.
//!
//! ```text
//!  31 known tasks
//!
//! ▸Prep                  6   To do                 9   Doing           7
//!  ━━━────────────────  19%  ━━━━━─────────────  29%  ━━━━─────────  23%
//!
//! ▌Read the lease – Le Parc  Call the notary          …
//! ▌A. Martin     24/11/2026  J. Roux      ↑ waiting
//! ```

use encours_core::app::foundation::presentation::notice::Notice;
use encours_core::app::screens::tasks::view::{self, TaskCard, TaskLaneView, TasksView};
use encours_core::app::shell::app::App;
use encours_core::text::{Arg, Words, wrap};
use ratatui::layout::Rect;

use super::empty_state;
use super::layout::Frame;
use crate::widgets::{Canvas, Target, columns, first_line, scroll_bar, share_bar};

/// Minimum column width with the gutter.
const PITCH: u16 = 26;
/// Maximum column width.
const WIDEST: u16 = 44;
/// Rows of a name, unless the screen is tiny.
const NAME: u16 = 2;
/// Width of `100 %` with a blank before it.
const SHARE: u16 = 6;

/// Draws the tasks.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let view = view::tasks(app);
    let body = frame.body;
    head(canvas, frame, &view);
    let top = body.y + if frame.roomy { 2 } else { 1 };
    let area = Rect {
        y: top,
        height: body.bottom().saturating_sub(top),
        ..body
    };
    if let Some(blank) = &view.blank {
        nothing(app, canvas, area, &view, blank);
        return;
    }
    let fit = usize::from((area.width / PITCH).max(1)).min(view.lanes.len().max(1));
    let pitch = if fit == 1 {
        area.width
    } else {
        area.width / fit as u16
    }
    .min(WIDEST.max(PITCH));
    let focused = view.lanes.iter().position(|lane| lane.focused).unwrap_or(0);
    let first = first_line(focused, view.lanes.len(), fit);
    let shown = view.lanes.iter().enumerate().skip(first).take(fit);
    beside(canvas, frame, &view, first, fit);
    for (place, (at, lane)) in shown.enumerate() {
        let column = Rect {
            x: area.x + pitch * place as u16,
            width: pitch.min(area.width),
            ..area
        };
        draw_lane(app, canvas, frame, column, at, lane);
    }
}

fn head(canvas: &mut Canvas<'_>, frame: Frame, view: &TasksView) {
    let (theme, y) = (canvas.theme, frame.body.y);
    let (x, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let used = canvas.put(x, y, end.saturating_sub(x), &view.head, theme.heading());
    let room = end.saturating_sub(x + used + 2);
    let problem = view.provenance.problem.as_ref();
    match problem {
        Some(problem) => {
            let text = format!("▲ {}", problem.title);
            canvas.put_right(end, y, room, &text, theme.alert());
        }
        None => {
            canvas.line_right(end, y, room, &[(&view.provenance.mode, theme.second())]);
        }
    }
}

/// Draws the names and counts of the hidden columns, beside the head.
fn beside(canvas: &mut Canvas<'_>, frame: Frame, view: &TasksView, first: usize, fit: usize) {
    if view.lanes.len() <= fit || frame.tiny {
        return;
    }
    let theme = canvas.theme;
    let name = |lane: &TaskLaneView| format!("{} {}", lane.label, lane.count);
    let before: Vec<String> = view.lanes[..first].iter().map(name).collect();
    let after: Vec<String> = view.lanes[first + fit..].iter().map(name).collect();
    let mut text = String::new();
    if !before.is_empty() {
        text = format!("◂ {}", before.join("   "));
    }
    if !after.is_empty() {
        let gap = if text.is_empty() { "" } else { "   " };
        text = format!("{text}{gap}{} ▸", after.join("   "));
    }
    let x = frame.body.x + 1 + columns(&view.head) + 3;
    let end = frame
        .body
        .right()
        .saturating_sub(columns(&view.provenance.mode) + 4);
    canvas.line_right(
        end,
        frame.body.y,
        end.saturating_sub(x),
        &[(&text, theme.second())],
    );
}

fn nothing(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &TasksView, blank: &Notice) {
    if let Some(problem) = &view.provenance.problem {
        empty_state::problem(app, canvas, area, problem);
        return;
    }
    empty_state::draw(canvas, area, blank);
    if let Some(action) = blank.action {
        canvas.hit(area, Target::Run(action));
    }
}

fn draw_lane(app: &App, canvas: &mut Canvas<'_>, frame: Frame, area: Rect, at: usize, lane: &TaskLaneView) {
    let theme = canvas.theme;
    canvas.hit(area, Target::Lane(at));
    // One column for the gutter, two for the gap.
    let (x, width) = (area.x + 1, area.width.saturating_sub(3));
    let style = if lane.focused {
        theme.accent()
    } else {
        theme.heading()
    };
    if lane.focused {
        canvas.put(area.x, area.y, 1, "▸", style);
    }
    let used = canvas.put_right(x + width, area.y, width, &lane.count, style);
    canvas.put(x, area.y, width.saturating_sub(used + 1), &lane.label, style);
    let mut top = area.y + 1;
    if !frame.tiny {
        canvas.put_right(x + width, top, SHARE, &lane.share, theme.second());
        let room = width.saturating_sub(SHARE);
        share_bar(canvas, x, top, room, lane.fraction, style, Some(theme.border()));
        top += 2;
    }
    let rows = area.bottom().saturating_sub(top);
    let names = if frame.tiny { 1 } else { NAME };
    // A blank row follows each card.
    let card_rows = names + 2;
    let fit = usize::from(((rows + 1) / card_rows).max(1));
    let focus = lane.cards.iter().position(|card| card.focused).unwrap_or(0);
    let mut first = first_line(focus, lane.cards.len(), fit);
    let mut fit = fit;
    // If no row is left for the number of further cards, it replaces the last card.
    if first + fit < lane.cards.len() && fit > 1 && card_rows * fit as u16 >= rows {
        fit -= 1;
        first = first_line(focus, lane.cards.len(), fit);
    }
    for (place, (line, card)) in lane.cards.iter().enumerate().skip(first).take(fit).enumerate() {
        let y = top + card_rows * place as u16;
        canvas.hit(
            Rect::new(area.x, y, width + 1, names + 1),
            Target::PaneLine(at, line),
        );
        let place = Rect::new(x, y, width, (names + 1).min(area.bottom().saturating_sub(y)));
        draw_card(canvas, place, names, card);
    }
    let left = lane.cards.len().saturating_sub(first + fit);
    if left > 0 {
        let more = Words::new(app.cx.lang()).with("more-below", &[("n", Arg::from(left))]);
        let y = (top + card_rows * fit as u16).min(area.bottom().saturating_sub(1));
        canvas.put(x, y, width, &more, theme.second());
    }
    if lane.focused {
        let bar = Rect::new(x + width, top, 1, rows);
        scroll_bar(canvas, bar, first, fit, lane.cards.len());
    }
}

/// Draws the due date of a task; for a late one, the delay as text if the owner still fits.
fn due(canvas: &mut Canvas<'_>, end: u16, y: u16, width: u16, card: &TaskCard) -> u16 {
    let theme = canvas.theme;
    if !card.overdue {
        return canvas.put_right(end, y, width, &card.due_day, theme.second());
    }
    let beside = columns(&card.about);
    let sign = "▲ ";
    let fits = |text: &str| columns(sign) + columns(text) + beside + 2 <= width;
    let text = if fits(&card.due_short) {
        &card.due_short
    } else {
        &card.due_day
    };
    let parts = [(sign, theme.alert()), (text.as_str(), theme.second())];
    canvas.line_right(end, y, width, &parts)
}

fn draw_card(canvas: &mut Canvas<'_>, area: Rect, names: u16, card: &TaskCard) {
    let theme = canvas.theme;
    let name = if card.focused {
        theme.selection()
    } else {
        theme.text()
    };
    let mut lines = wrap(&card.name, usize::from(area.width));
    if lines.len() > usize::from(names) {
        // Text that does not fit is cut at the end of the last row.
        let rest = lines.split_off(usize::from(names) - 1).join(" ");
        lines.push(rest);
    }
    for (y, line) in (area.top()..area.bottom()).zip(&lines) {
        if card.focused {
            canvas.fill(Rect { y, height: 1, ..area }, " ", name);
        }
        canvas.put(area.x, y, area.width, line, name);
    }
    if card.focused {
        let height = (lines.len() as u16 + 1).min(area.height);
        canvas.fill(Rect::new(area.x - 1, area.y, 1, height), "▌", theme.accent());
    }
    // The details follow the name directly, so that a short name leaves no gap.
    let y = area.y + (lines.len() as u16).min(names);
    if y >= area.bottom() {
        return;
    }
    let end = area.right();
    let used = match &card.write {
        Some((mark, said)) => {
            let text = format!("{} {said}", mark.glyph());
            canvas.put_right(end, y, area.width, &text, theme.write(*mark))
        }
        None => due(canvas, end, y, area.width, card),
    };
    let room = area.width.saturating_sub(used + u16::from(used > 0));
    canvas.put(area.x, y, room, &card.about, theme.second());
}

//! What is said once: the newest toast, on the blank row over the status line or, where there is none, in its place.

use encours_core::app::{ActionId, App, Screen};
use encours_core::view::text::{Clean, wrap};
use encours_core::view::toast::{self, ToastView};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame::{self, Frame};
use crate::widgets::{Canvas, Target, columns};

/// The least that is shown of a name: enough to tell which record is meant.
const LEAST_NAME: u16 = 6;
/// What does not fit on one row and cannot be taken back goes on over at most so many.
const MOST_ROWS: usize = 3;

/// Draws the newest toast.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let Some(newest) = app.toasts().last() else { return };
    let view = toast::toast(app, newest);
    // The deal's own screen says it beside the deal's name.
    if app.screen() == Screen::Deal && view.undoable && !frame.tiny {
        return;
    }
    let y = row(app, frame);
    let x = frame.area.x + 1;
    let room = frame.area.right().saturating_sub(x + 1);
    if !view.undoable && columns(&view.subject) + columns(&view.text) + 4 > room && !frame.tiny {
        several(canvas, Rect::new(x, y, room, 1), &view);
        return;
    }
    canvas.clear(Rect::new(frame.area.x, y, frame.area.width, 1));
    line(app, canvas, x, y, frame.area.right().saturating_sub(x + 1), &view);
}

/// A long toast on several rows, the last of them where a short one stands.
fn several(canvas: &mut Canvas<'_>, last: Rect, view: &ToastView) {
    let theme = canvas.theme;
    let (mark, style) = mark(canvas, view);
    let taken = columns(mark);
    let text = format!("{} {}", view.subject, view.text);
    let mut lines = wrap(text.trim_start(), usize::from(last.width.saturating_sub(taken)));
    if lines.len() > MOST_ROWS {
        // What still does not fit is cut at the end of the last row.
        let rest = lines.split_off(MOST_ROWS - 1).join(" ");
        lines.push(rest);
    }
    let top = last.y.saturating_sub((lines.len() as u16).saturating_sub(1));
    let height = last.y + 1 - top;
    canvas.clear(Rect::new(last.x.saturating_sub(1), top, last.width + 2, height));
    canvas.put(last.x, top, taken, mark, style);
    for (y, line) in (top..=last.y).zip(&lines) {
        canvas.put(
            last.x + taken,
            y,
            last.width.saturating_sub(taken),
            line,
            theme.text(),
        );
    }
}

/// The sign of what is said.
fn mark(canvas: &Canvas<'_>, view: &ToastView) -> (&'static str, Style) {
    let theme = canvas.theme;
    match (view.problem, view.undoable) {
        _ if view.refused => ("× ", theme.second()),
        (true, _) => ("▲ ", theme.alert()),
        (false, true) => ("↑ ", theme.pending()),
        (false, false) => ("✓ ", theme.ok()),
    }
}

fn row(app: &App, frame: Frame) -> u16 {
    if frame.roomy {
        return frame.body.bottom();
    }
    // The board keeps the row under its last card blank; the other screens fill theirs.
    if app.screen() == Screen::Pipeline && !frame.tiny {
        frame.body.bottom() - 1
    } else {
        frame.status
    }
}

/// Writes a toast from `x` on: on one row, or what happened on the row above where both do not fit on one.
fn line(app: &App, canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, view: &ToastView) {
    let theme = canvas.theme;
    let (mark, style) = mark(canvas, view);
    let undo = view.undoable.then(|| frame::offer(app, ActionId::Undo)).flatten();
    let (key, label) = undo.map(|hint| (hint.keys, hint.label)).unwrap_or_default();
    let gap = |text: &str| if text.is_empty() { "" } else { "  " };
    let countdown = view.countdown.clone().unwrap_or_default();
    let tail: Vec<(&str, Style)> = vec![
        (gap(&countdown), theme.second()),
        (&countdown, theme.second()),
        (gap(&key), theme.second()),
        (&key, theme.key()),
        (if label.is_empty() { "" } else { " " }, theme.second()),
        (&label, theme.second()),
    ];
    // When the write leaves, how to stop it and what happened are never cut; the name is.
    let kept: u16 = tail.iter().map(|(text, _)| columns(text)).sum();
    let verb = columns(mark) + 1 + columns(&view.text);
    let apart = verb + kept + LEAST_NAME.min(columns(&view.subject)) > room && y > 0;
    let (above, taken) = if apart { (y - 1, 0) } else { (y, kept) };
    if apart {
        canvas.clear(Rect::new(x.saturating_sub(1), above, room + 2, 1));
    }
    let name_room = room.saturating_sub(taken + verb).max(LEAST_NAME);
    let subject = Clean::line_of(&view.subject, usize::from(name_room));
    let head = [
        (mark, style),
        (subject.as_str(), theme.heading()),
        (if view.subject.is_empty() { "" } else { " " }, theme.text()),
        (&view.text, theme.text()),
    ];
    let used = canvas.line(x, above, room.saturating_sub(taken), &head);
    let start = if apart { x } else { x + used };
    let after = canvas.line(start, y, (x + room).saturating_sub(start), &tail);
    if !key.is_empty() {
        let width = columns(&key) + 1 + columns(&label);
        canvas.hit(
            Rect::new(start + after.saturating_sub(width), y, width, 1),
            Target::Run(ActionId::Undo),
        );
    }
}

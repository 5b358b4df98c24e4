//! What is said once: the newest toast, on the blank row over the status line or, where there is none, in its place. How
//! fresh what is shown is, and whether the service is there, is seen all the same: beside a short toast in few words, or
//! whole under one that would leave no room for it.

use encours_core::app::{ActionId, App, Screen};
use encours_core::view::text::{Clean, wrap};
use encours_core::view::toast::{self, ToastView};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame::{self, Frame};
use crate::theme::Theme;
use crate::widgets::{Canvas, Target, columns};

/// The least that is shown of a name: enough to tell which record is meant.
const LEAST_NAME: u16 = 6;
/// What does not fit on one row and cannot be taken back goes on over at most so many.
const MOST_ROWS: usize = 3;
/// The same where every row counts.
const MOST_ROWS_TINY: usize = 2;
/// So much of a name is seen beside the freshness; a toast with less goes on the row above.
const NAME_BESIDE: u16 = 16;
/// Between a toast and the freshness.
const GAP: u16 = 3;

/// Draws the newest toast.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let Some(newest) = app.toasts().last() else { return };
    let view = toast::toast(app, newest);
    // The deal's own screen says it beside the deal's name.
    if app.screen() == Screen::Deal && view.undoable && !frame.tiny {
        return;
    }
    let mut y = row(app, frame);
    let x = frame.area.x + 1;
    let room = frame.area.right().saturating_sub(x + 1);
    let mut parts = parts(app, canvas, &view);
    let mut fresh = 0;
    if y == frame.status {
        let said = frame::freshness(app, canvas);
        fresh = said.iter().map(|(text, _)| columns(text)).sum::<u16>() + GAP;
        if parts.width(&view, NAME_BESIDE) + fresh > room {
            (y, fresh) = (y.saturating_sub(1), 0);
        } else {
            canvas.clear(Rect::new(frame.area.x, y, frame.area.width, 1));
            let said: Vec<(&str, Style)> = said.iter().map(|(text, style)| (text.as_str(), *style)).collect();
            canvas.line_right(x + room, y, fresh, &said);
        }
    }
    parts.name_undone(app, &view, room - fresh);
    if !view.undoable && columns(&view.subject) + columns(&view.text) + 4 > room - fresh {
        let most = if frame.tiny { MOST_ROWS_TINY } else { MOST_ROWS };
        several(canvas, Rect::new(x, y, room, 1), &view, most);
        return;
    }
    if fresh == 0 {
        canvas.clear(Rect::new(frame.area.x, y, frame.area.width, 1));
    }
    line(canvas, x, y, room - fresh, &view, &parts);
}

/// A long toast on several rows, the last of them where a short one stands.
fn several(canvas: &mut Canvas<'_>, last: Rect, view: &ToastView, most: usize) {
    let theme = canvas.theme;
    let (mark, style) = mark(canvas, view);
    let taken = columns(mark);
    let text = format!("{} {}", view.subject, view.text);
    let mut lines = wrap(text.trim_start(), usize::from(last.width.saturating_sub(taken)));
    if lines.len() > most {
        // What still does not fit is cut at the end of the last row.
        let rest = lines.split_off(most - 1).join(" ");
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
    // What counts down waits to be sent, whether or not undo would take back this or something newer.
    match (view.problem, view.undoable || view.countdown.is_some()) {
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

/// What a toast is made of beside the name and what happened.
struct Parts {
    mark: &'static str,
    style: Style,
    countdown: String,
    /// The key that takes it back, and what that is called; empty where nothing does.
    key: String,
    label: String,
}

fn parts(app: &App, canvas: &Canvas<'_>, view: &ToastView) -> Parts {
    let undo = view.undoable.then(|| frame::way_back(app)).flatten();
    let (key, label) = undo.map(|hint| (hint.keys, hint.label)).unwrap_or_default();
    let (mark, style) = mark(canvas, view);
    Parts {
        mark,
        style,
        countdown: view.countdown.clone().unwrap_or_default(),
        key,
        label,
    }
}

impl Parts {
    /// When the write leaves and how to stop it.
    fn tail(&self, theme: Theme) -> Vec<(&str, Style)> {
        let gap = |text: &str| if text.is_empty() { "" } else { "  " };
        vec![
            (gap(&self.countdown), theme.second()),
            (&self.countdown, theme.second()),
            (gap(&self.key), theme.second()),
            (&self.key, theme.key()),
            (if self.label.is_empty() { "" } else { " " }, theme.second()),
            (&self.label, theme.second()),
        ]
    }

    /// Names what undo would take back, where that is something else than what is told, and there is room for it.
    fn name_undone(&mut self, app: &App, view: &ToastView, room: u16) {
        let Some(hint) = frame::way_back(app).filter(|_| view.undoes_other) else {
            return;
        };
        // Two blanks before the key, one after it.
        let left = room.saturating_sub(self.width(view, u16::MAX - 1) + columns(&hint.keys) + 3);
        if let Some(label) = toast::undoes(app, usize::from(left)) {
            (self.key, self.label) = (hint.keys, label);
        }
    }

    /// The columns that the toast takes with at most so many of the name.
    fn width(&self, view: &ToastView, name: u16) -> u16 {
        let gap = |text: &str, gap: u16| if text.is_empty() { 0 } else { columns(text) + gap };
        columns(self.mark)
            + gap(&view.subject, 1).min(name + 1)
            + columns(&view.text)
            + gap(&self.countdown, 2)
            + gap(&self.key, 2)
            + gap(&self.label, 1)
    }
}

/// Writes a toast from `x` on: on one row, or what happened on the row above where both do not fit on one.
fn line(canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, view: &ToastView, parts: &Parts) {
    let theme = canvas.theme;
    let tail = parts.tail(theme);
    let (mark, style) = (parts.mark, parts.style);
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
    if !parts.key.is_empty() {
        let width = columns(&parts.key) + 1 + columns(&parts.label);
        canvas.hit(
            Rect::new(start + after.saturating_sub(width), y, width, 1),
            Target::Run(ActionId::Undo),
        );
    }
}

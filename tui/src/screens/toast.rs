//! What is said once: the newest toast, on the blank row over the status line or, where there is none, in its place.

use encours_core::app::{ActionId, App, Screen};
use encours_core::view::toast::{self, ToastView};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame::{self, Frame};
use crate::widgets::{Canvas, Target, columns};

/// Draws the newest toast.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let Some(newest) = app.toasts().last() else { return };
    let view = toast::toast(app, newest);
    // The deal's own screen says it beside the deal's name.
    if app.screen() == Screen::Deal && view.undoable && !frame.tiny {
        return;
    }
    let y = row(app, frame);
    canvas.clear(Rect::new(frame.area.x, y, frame.area.width, 1));
    let x = frame.area.x + 1;
    line(app, canvas, x, y, frame.area.right().saturating_sub(x + 1), &view);
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

/// Writes a toast from `x` on. Returns the columns used.
pub fn line(app: &App, canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, view: &ToastView) -> u16 {
    let theme = canvas.theme;
    let (mark, style) = match (view.problem, view.undoable) {
        _ if view.refused => ("× ", theme.second()),
        (true, _) => ("▲ ", theme.alert()),
        (false, true) => ("↑ ", theme.pending()),
        (false, false) => ("✓ ", theme.ok()),
    };
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
    // When the write leaves and how to stop it are never cut; the name is.
    let kept: u16 = tail.iter().map(|(text, _)| columns(text)).sum();
    let head = [
        (mark, style),
        (view.subject.as_str(), theme.heading()),
        (if view.subject.is_empty() { "" } else { " " }, theme.text()),
        (&view.text, theme.text()),
    ];
    let used = canvas.line(x, y, room.saturating_sub(kept), &head);
    let start = x + used;
    let after = canvas.line(start, y, room.saturating_sub(used), &tail);
    if !key.is_empty() {
        let width = columns(&key) + 1 + columns(&label);
        canvas.hit(
            Rect::new(start + after.saturating_sub(width), y, width, 1),
            Target::Run(ActionId::Undo),
        );
    }
    used + after
}

//! A scheduled change of another process, shown in the status line with an undo button.
//!
//! It was not made in this window, so it is not shown as a toast over the content.

use crate::prelude::*;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::tools::toasts::view;

/// Returns the newest such change, unless the open deal panel shows it.
pub(super) fn newest_scheduled<'a>(frame: &FrameCtx<'a>) -> Option<&'a Toast> {
    let mut newest = frame.app.cx.toasts().iter().rev();
    newest.find(|it| toasts::is_in_status_line(&it.content) && frame.hidden_toast != Some(it.id))
}

/// Draws it into the remaining line, shortened as needed. Returns its right edge if it fits.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, toast: &Toast) -> Option<f32> {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let view = view::toast_view(frame.app, toast);
    let countdown = view.countdown.unwrap_or_default();
    let about = if view.subject.is_empty() { view.text.as_str() } else { &view.subject };
    let texts = [format!("{about} · {countdown}"), countdown.clone()];
    let (label, key_cap) = (frame.message("button-undo").into_owned(), frame.key_cap(ActionId::Undo));
    let button = Button::new(&label).with_key_cap(&key_cap).with_style(ButtonStyle::Link);
    let undo = frame.app.activity.undo_toast(&frame.app.cx) == Some(toast.id);
    let button_width = if undo { button.width(&painter) + 8.0 } else { 0.0 };
    let fits = |text: &&String| painter.text_width(text, TextStyle::small()) + button_width <= rect.width();
    let text = texts.iter().find(fits)?;
    let at = painter.left(rect, text, TextStyle::small(), colors.text_secondary);
    let a11y_text = format!("{} {} {countdown}", view.subject, view.text);
    let response = ui.hover_area(at, "held", Role::Label, a11y_text.trim());
    if response.contains_pointer() {
        frame.hovered_toast = Some(toast.id);
    }
    frame.tip(response, a11y_text.trim());
    if !undo {
        return Some(at.right());
    }
    let size = vec2(button.width(&painter), rect.height() - 4.0);
    let button_rect = Rect::from_min_size(pos2(at.right() + 8.0, rect.top() + 2.0), size);
    let response = button.show(ui, theme, ui.scope_id().with("held-undo"), button_rect);
    if response.has_focus() || response.contains_pointer() {
        frame.hovered_toast = Some(toast.id);
    }
    if response.clicked() {
        frame.request_command(ActionId::Undo);
    }
    Some(button_rect.right())
}

//! A scheduled change of another process, shown in the status line with an undo button.
//!
//! It was not made in this window, so it is not shown as a toast over the content.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::tools::toasts::view;

use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::theme::TextStyle;
use crate::widgets::{Button, ButtonStyle, Painter, TooltipExt};

/// Returns the newest such change, unless the open deal panel shows it.
pub(super) fn newest_scheduled<'a>(pass: &FrameCtx<'a>) -> Option<&'a Toast> {
    let mut newest = pass.app.cx.toasts().iter().rev();
    newest.find(|it| toasts::is_in_status_line(&it.kind) && pass.hidden_toast != Some(it.id))
}

/// Draws it into the remaining line, shortened as needed. Returns its right edge if it fits.
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, held: &Toast) -> Option<f32> {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let view = view::toast_view(pass.app, held);
    let countdown = view.countdown.unwrap_or_default();
    let about = if view.subject.is_empty() {
        view.text.as_str()
    } else {
        &view.subject
    };
    let ways = [format!("{about} · {countdown}"), countdown.clone()];
    let (label, cap) = (
        pass.message("button-undo").into_owned(),
        pass.key_cap(ActionId::Undo),
    );
    let button = Button::new(&label)
        .with_key_cap(&cap)
        .with_style(ButtonStyle::Link);
    let undo = pass.app.bulk_change.undo_toast(&pass.app.activity, &pass.app.cx) == Some(held.id);
    let taken = if undo { button.width(&pen) + 8.0 } else { 0.0 };
    let fits = |text: &&String| pen.text_width(text, TextStyle::small()) + taken <= rect.width();
    let text = ways.iter().find(fits)?;
    let at = pen.text(rect, Align::Min, text, TextStyle::small(), ink.text_secondary);
    let spoken = format!("{} {} {countdown}", view.subject, view.text);
    let response = ui.interact(at, ui.scope_id().with("held"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim()));
    if response.contains_pointer() {
        pass.hovered_toast = Some(held.id);
    }
    if pass.is_uncovered() {
        response.tooltip(spoken.trim());
    }
    if !undo {
        return Some(at.right());
    }
    let size = vec2(button.width(&pen), rect.height() - 4.0);
    let place = Rect::from_min_size(pos2(at.right() + 8.0, rect.top() + 2.0), size);
    let response = button.show(ui, look, ui.scope_id().with("held-undo"), place);
    if response.has_focus() || response.contains_pointer() {
        pass.hovered_toast = Some(held.id);
    }
    if response.clicked() {
        pass.request_command(ActionId::Undo);
    }
    Some(place.right())
}

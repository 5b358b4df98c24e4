//! A scheduled change of another process, shown in the status line with an undo button.
//!
//! It was not made in this window, so it is not shown as a toast over the content.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::tools::toasts::view;

use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen, Tip};

/// Returns the newest such change, unless the open deal panel shows it.
pub(super) fn newest<'a>(pass: &Pass<'a>) -> Option<&'a Toast> {
    let mut newest = pass.app.cx.toasts().iter().rev();
    newest.find(|it| toasts::lies_low(&it.kind) && pass.told != Some(it.id))
}

/// Draws it into the remaining line, shortened as needed. Returns its right edge if it fits.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, held: &Toast) -> Option<f32> {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let view = view::toast(pass.app, held);
    let countdown = view.countdown.unwrap_or_default();
    let about = if view.subject.is_empty() {
        view.text.as_str()
    } else {
        &view.subject
    };
    let ways = [format!("{about} · {countdown}"), countdown.clone()];
    let (label, cap) = (pass.word("button-undo").into_owned(), pass.cap(ActionId::Undo));
    let button = Button::new(&label).key(&cap).kind(Kind::Link);
    let undo = pass.app.bulk_change.undo_toast(&pass.app.activity, &pass.app.cx) == Some(held.id);
    let taken = if undo { button.width(&pen) + 8.0 } else { 0.0 };
    let fits = |text: &&String| pen.width(text, Face::small()) + taken <= rect.width();
    let text = ways.iter().find(fits)?;
    let at = pen.text(rect, Align::Min, text, Face::small(), ink.text_secondary);
    let spoken = format!("{} {} {countdown}", view.subject, view.text);
    let response = ui.interact(at, ui.scope_id().with("held"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim()));
    if response.contains_pointer() {
        pass.lingers = Some(held.id);
    }
    if pass.uncovered() {
        response.tip(spoken.trim());
    }
    if !undo {
        return Some(at.right());
    }
    let size = vec2(button.width(&pen), rect.height() - 4.0);
    let place = Rect::from_min_size(pos2(at.right() + 8.0, rect.top() + 2.0), size);
    let response = button.show(ui, look, ui.scope_id().with("held-undo"), place);
    if response.has_focus() || response.contains_pointer() {
        pass.lingers = Some(held.id);
    }
    if response.clicked() {
        pass.run(ActionId::Undo);
    }
    Some(place.right())
}

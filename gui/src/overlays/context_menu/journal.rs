//! The menu of a journal entry: details, deal, recreation of a deleted deal, request id.

use egui::Ui;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::DisabledReason;
use encours_core::app::records::activity::view::journal_line::JournalView;
use encours_core::app::shell::action::Action;

use super::rows::named_row;
use crate::frame_ctx::FrameCtx;
use crate::theme::Icon;

/// Shows the menu of a journal entry. Returns true if the details should be toggled; `open` tells whether they are
/// shown.
pub fn journal_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: &JournalView, open: bool) -> bool {
    ui.set_width(264.0);
    let key = if open { "journal-fold" } else { "journal-details" };
    let details = frame.message(key).into_owned();
    let icon = if open { Icon::Up } else { Icon::Down };
    let toggled = named_row(ui, frame, (icon, &details, ""), None, false);
    if toggled {
        ui.close();
    }
    let message = |frame: &FrameCtx<'_>, reason: DisabledReason| frame.message(reason.key()).into_owned();
    let open = frame.message("journal-open").into_owned();
    let missing_reason = frame.app.cx.deal_of_entry(line.seq).is_none();
    let missing_reason = missing_reason.then(|| frame.message("journal-no-deal").into_owned());
    if named_row(ui, frame, (Icon::Deal, &open, ""), missing_reason.as_deref(), false) {
        frame.request(Action::OpenJournalEntry(line.seq));
        ui.close();
    }
    if let Some(can) = frame.app.pipeline.can_recreate(line.seq, &frame.app.cx) {
        let label = frame.action_name(ActionId::Recreate);
        let disabled_reason = can.err().map(|reason| message(frame, reason));
        if named_row(ui, frame, (Icon::Undo, &label, ""), disabled_reason.as_deref(), false) {
            frame.request(Action::RecreateFromJournal(line.seq));
            ui.close();
        }
    }
    let copy = frame.message("journal-copy-id").into_owned();
    let none = line.full_id.is_empty();
    let none = none.then(|| frame.message("journal-no-id").into_owned());
    if named_row(ui, frame, (Icon::Copy, &copy, ""), none.as_deref(), false) {
        frame.request(Action::CopyText(line.full_id.to_string()));
        ui.close();
    }
    toggled
}

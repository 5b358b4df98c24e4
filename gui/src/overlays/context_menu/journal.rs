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
pub fn journal_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, line: &JournalView, open: bool) -> bool {
    ui.set_width(264.0);
    let key = if open { "journal-fold" } else { "journal-details" };
    let details = pass.message(key).into_owned();
    let icon = if open { Icon::Up } else { Icon::Down };
    let turn = named_row(ui, pass, (icon, &details, ""), None, false);
    if turn {
        ui.close();
    }
    let said = |pass: &FrameCtx<'_>, reason: DisabledReason| pass.message(reason.key()).into_owned();
    let open = pass.message("journal-open").into_owned();
    let gone = pass.app.cx.deal_of_entry(line.seq).is_none();
    let gone = gone.then(|| pass.message("journal-no-deal").into_owned());
    if named_row(ui, pass, (Icon::Deal, &open, ""), gone.as_deref(), false) {
        pass.request(Action::OpenJournalEntry(line.seq));
        ui.close();
    }
    if let Some(can) = pass.app.pipeline.can_recreate(line.seq, &pass.app.cx) {
        let label = pass.action_name(ActionId::Recreate);
        let why = can.err().map(|reason| said(pass, reason));
        if named_row(ui, pass, (Icon::Undo, &label, ""), why.as_deref(), false) {
            pass.request(Action::RecreateFromJournal(line.seq));
            ui.close();
        }
    }
    let copy = pass.message("journal-copy-id").into_owned();
    let none = line.full_id.is_empty();
    let none = none.then(|| pass.message("journal-no-id").into_owned());
    if named_row(ui, pass, (Icon::Copy, &copy, ""), none.as_deref(), false) {
        pass.request(Action::CopyText(line.full_id.to_string()));
        ui.close();
    }
    turn
}

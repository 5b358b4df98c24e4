//! The menu of a journal entry: details, deal, recreation of a deleted deal, request id.

use egui::Ui;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::app::records::activity::view::journal_line::JournalView;
use encours_core::app::shell::action::Action;

use super::rows::named;
use crate::frame_ctx::Pass;
use crate::theme::Icon;

/// Shows the menu of a journal entry. Returns true if the details should be toggled; `open` tells whether they are
/// shown.
pub fn journal(ui: &mut Ui, pass: &mut Pass<'_>, line: &JournalView, open: bool) -> bool {
    ui.set_width(264.0);
    let key = if open { "journal-fold" } else { "journal-details" };
    let details = pass.word(key).into_owned();
    let icon = if open { Icon::Up } else { Icon::Down };
    let turn = named(ui, pass, (icon, &details, ""), None, false);
    if turn {
        ui.close();
    }
    let said = |pass: &Pass<'_>, reason: Reason| pass.word(reason.key()).into_owned();
    let open = pass.word("journal-open").into_owned();
    let gone = pass.app.cx.deal_of_line(line.seq).is_none();
    let gone = gone.then(|| pass.word("journal-no-deal").into_owned());
    if named(ui, pass, (Icon::Deal, &open, ""), gone.as_deref(), false) {
        pass.act(Action::OpenLine(line.seq));
        ui.close();
    }
    if let Some(can) = pass.app.pipeline.line_recreates(line.seq, &pass.app.cx) {
        let label = pass.label(ActionId::Recreate);
        let why = can.err().map(|reason| said(pass, reason));
        if named(ui, pass, (Icon::Undo, &label, ""), why.as_deref(), false) {
            pass.act(Action::RecreateLine(line.seq));
            ui.close();
        }
    }
    let copy = pass.word("journal-copy-id").into_owned();
    let none = line.whole_id.is_empty();
    let none = none.then(|| pass.word("journal-no-id").into_owned());
    if named(ui, pass, (Icon::Copy, &copy, ""), none.as_deref(), false) {
        pass.act(Action::CopyText(line.whole_id.to_string()));
        ui.close();
    }
    turn
}

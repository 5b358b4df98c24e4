//! The menu of a journal entry: details, deal, recreation of a deleted deal, request id.

use crate::prelude::*;
use encours_core::app::records::activity::view::journal_line::JournalView;

use super::rows::{MenuRow, RowMark};

/// Shows the menu of a journal entry. Returns true if the details should be toggled; `open` tells whether they are
/// shown.
pub fn journal_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: &JournalView, open: bool) -> bool {
    ui.set_width(264.0);
    let (icon, key) = if open { (Icon::Up, "journal-collapse") } else { (Icon::Down, "journal-details") };
    let toggled = MenuRow::new(RowMark::Icon(icon), frame.message(key)).show(ui, frame);
    if toggled {
        ui.close();
    }
    let no_deal = frame.app.cx.deal_of_entry(line.seq).is_none();
    MenuRow::new(RowMark::Icon(Icon::Deal), frame.message("journal-open"))
        .disabled_by(no_deal.then(|| frame.message("journal-no-deal")))
        .run(ui, frame, Action::OpenJournalEntry(line.seq));
    if let Some(can) = frame.app.pipeline.can_recreate(line.seq, &frame.app.cx) {
        MenuRow::new(RowMark::Icon(Icon::Undo), frame.action_name(ActionId::Recreate))
            .disabled_by(can.err().map(|reason| frame.message(reason.key())))
            .run(ui, frame, Action::RecreateFromJournal(line.seq));
    }
    MenuRow::new(RowMark::Icon(Icon::Copy), frame.message("journal-copy-id"))
        .disabled_by(line.full_id.is_empty().then(|| frame.message("journal-no-id")))
        .run(ui, frame, Action::CopyText(line.full_id.to_string()));
    toggled
}

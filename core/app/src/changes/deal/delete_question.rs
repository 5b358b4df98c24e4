//! The confirmation before a deal is deleted.
//!
//! The question names the deal in full. Only the same key again, Enter or its button deletes; any other key disarms. A
//! confirmed deletion gets an undo window like every deletion.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::UndoableChange;
use crate::foundation::cx::overlay::{Overlay, Picker, PickerKind};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::records::activity::conflict::recreate_fields;

impl Deletion {
    /// Returns the name of the deal while its deletion awaits confirmation.
    #[must_use]
    pub fn armed_deletion<'a>(&'a self, cx: &'a AppCx) -> Option<&'a str> {
        let is_open = matches!(cx.overlay, Overlay::Picker(Picker { kind: PickerKind::ConfirmDelete, .. }));
        let armed = self.armed.as_ref().filter(|_| is_open)?;
        Some(&armed.label)
    }

    /// Cancels the deletion question because another key was pressed. Returns whether it was open.
    pub(crate) fn disarm(&mut self, cx: &mut AppCx) -> bool {
        let armed = self.armed_deletion(cx).is_some();
        if armed {
            cx.overlay = Overlay::None;
            self.armed = None;
        }
        armed
    }

    /// Answers the question: the first line deletes, the other keeps the deal.
    pub(crate) fn answer_question(&mut self, line: usize, cx: &mut AppCx) -> Vec<Effect> {
        cx.overlay = Overlay::None;
        let Some(ArmedDeletion { deal, label }) = self.armed.take().filter(|_| line == 0) else {
            return Vec::new();
        };
        let table = &cx.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            cx.refuse(ActionId::DeleteDeal, DisabledReason::DealDeleted);
            return Vec::new();
        };
        let (recreate, base) = (recreate_fields(&row), cx.displayed_fields(&deal));
        cx.history.push(UndoableChange::existence(deal.clone(), &label, false, recreate));
        let undo_delay = cx.options.delete_undo_delay;
        cx.notify(ToastContent::deleting(&label, deal.as_str()), undo_delay);
        if cx.screen == crate::foundation::input::context::Screen::Deal {
            cx.screen = crate::foundation::input::context::Screen::Pipeline;
        }
        vec![Effect::Delete { deal, base, label, undo_delay }]
    }
}

/// The question before a deal is deleted.
#[derive(Clone, Debug, Default)]
pub struct Deletion {
    pub(crate) armed: Option<ArmedDeletion>,
}

/// The deal that the question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArmedDeletion {
    pub(crate) deal: DealId,
    pub(crate) label: String,
}

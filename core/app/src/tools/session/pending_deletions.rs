//! Deletions that were still scheduled when the last run ended. If the user did not see a deletion's undo window end,
//! the user must confirm it again before it is sent. Nothing is sent while the prompt is open. Every answer except the
//! first keeps the deals.

use crate::foundation::cx::app_cx::AppCx;

use crate::contract::ids::DealId;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteKind};

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::{ToastContent, is_scheduled};
use crate::foundation::cx::toast_types::UndoResult;

impl AppCx {
    /// Returns the scheduled deletions, oldest first.
    pub(crate) fn scheduled_deletions(&self) -> impl Iterator<Item = &PendingWrite> {
        let is_scheduled_deletion =
            |write: &&PendingWrite| write.kind == WriteKind::Delete && is_scheduled(write);
        self.snapshot.writes.iter().filter(is_scheduled_deletion)
    }

    /// Closes the prompt if no deletion is scheduled any more: another process cancelled or sent them.
    pub(crate) fn close_stale_prompt(&mut self) {
        if self.is_deletion_prompt_open() && self.scheduled_deletions().next().is_none() {
            self.overlay = Overlay::None;
        }
    }

    /// Applies the answer: the first line deletes after a new undo window, any other keeps the deals.
    pub(crate) fn answer_deletion_prompt(&mut self, line: usize) -> Vec<Effect> {
        self.overlay = Overlay::None;
        let scheduled: Vec<(String, String)> =
            self.scheduled_deletions().map(|write| (write.record.clone(), write.label.clone())).collect();
        let count = scheduled.len();
        self.toasts.retain(|toast| !toast.content.is_variant_of("held-again"));
        if line == 0 {
            let undo_delay = self.options.delete_undo_delay;
            self.notify(ToastContent::counted("toast-held-again", count).scheduled(), undo_delay);
            return vec![Effect::ExtendUndoWindows(undo_delay)];
        }
        let mut effects = Vec::new();
        let mut last = None;
        for (record, label) in scheduled {
            let Ok(deal) = DealId::new(&record) else { continue };
            self.history.drop_unstored(&record);
            effects.push(Effect::CancelDelete(deal));
            last = Some((record, label));
        }
        match last {
            Some((record, label)) if count == 1 => {
                self.notify(ToastContent::undone(&label, UndoResult::Deletion).for_record(record), SHORT);
            }
            Some(_) => self.notify(ToastContent::counted("toast-undone-many", count), SHORT),
            None => {}
        }
        effects
    }
}

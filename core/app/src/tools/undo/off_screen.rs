//! Undo of sent changes that the current screen does not show. Such an undo sends another write at once. The first
//! request therefore only announces the effect, and the second performs it.

use super::undo::UNDO_TOAST_LONG;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use std::collections::HashSet;

impl AppCx {
    /// Announces the effect of undo for a sent change of another screen. Returns whether it did. Does nothing if the
    /// effect was already announced.
    pub(crate) fn confirm_hidden_undo(&mut self) -> bool {
        let Some(kind) = self.hidden_undo_toast() else {
            return false;
        };
        let count = self.toasts.len();
        self.toasts.retain(|toast| toast.kind != kind);
        if self.toasts.len() < count {
            return false;
        }
        self.notify(kind, UNDO_TOAST_LONG);
        true
    }

    fn hidden_undo_toast(&self) -> Option<ToastContent> {
        let change = self.history.peek(Direction::Undo)?;
        let visible = match self.screen {
            // This screen shows all writes.
            Screen::Activity => return None,
            Screen::Pipeline | Screen::Deal => VisibleRecords::Deals,
            Screen::Tasks => VisibleRecords::Tasks,
            Screen::Portfolio | Screen::Notifications | Screen::Views | Screen::Explorer => {
                VisibleRecords::Other
            }
        };
        let (label, count) = match change {
            UndoableChange::Fields { label, .. } | UndoableChange::Record { label, .. } => (label.clone(), 1),
            UndoableChange::Many(changes) => (String::new(), changes.len()),
            _ => return None,
        };
        let singles = match change {
            UndoableChange::Many(changes) => changes.as_slice(),
            one => std::slice::from_ref(one),
        };
        let hidden = |change: &&UndoableChange| match change {
            UndoableChange::Fields { .. } => visible != VisibleRecords::Deals,
            UndoableChange::Record { .. } => visible != VisibleRecords::Tasks,
            _ => false,
        };
        if !singles.iter().any(|change| hidden(&change)) {
            return None;
        }
        let waiting = self.waiting_records();
        if !singles.iter().any(|change| self.was_sent(change, &waiting)) {
            return None;
        }
        Some(ToastContent::ConfirmUndo { label, count, moves: singles.iter().any(is_move) })
    }

    /// Returns whether a field change was sent, so that undo needs another write. `waiting` contains the records with a
    /// pending write.
    pub(crate) fn was_sent(&self, change: &UndoableChange, waiting: &HashSet<&str>) -> bool {
        match change {
            UndoableChange::Fields { deal, .. } => {
                !self.expected.contains_key(deal) && !waiting.contains(deal.as_str())
            }
            UndoableChange::Record { id, .. } => !self.awaits_engine() && !waiting.contains(id.as_str()),
            _ => false,
        }
    }
}

/// Records whose current state a screen shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VisibleRecords {
    Deals,
    Tasks,
    Other,
}

/// Returns whether a change moves a deal to another status.
pub(crate) fn is_move(change: &UndoableChange) -> bool {
    matches!(change, UndoableChange::Fields { before, .. } if before.touches("status"))
}

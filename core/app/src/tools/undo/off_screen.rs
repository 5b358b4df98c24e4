//! Undo of sent changes that the current screen does not show. Such an undo sends another write at once. The first
//! request therefore only announces the effect, and the second performs it.

use super::undo::UNDO_TOAST_LONG;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, ChangeTarget, Direction, UndoableChange};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::input::context::Screen;
use std::collections::HashSet;

impl AppCx {
    /// Announces the effect of undo for a sent change of another screen. Returns whether it did. Does nothing if the
    /// effect was already announced.
    pub(crate) fn confirm_hidden_undo(&mut self) -> bool {
        let Some(content) = self.hidden_undo_toast() else {
            return false;
        };
        let count = self.toasts.len();
        self.toasts.retain(|toast| toast.content != content);
        if self.toasts.len() < count {
            return false;
        }
        self.notify(content, UNDO_TOAST_LONG);
        true
    }

    fn hidden_undo_toast(&self) -> Option<ToastContent> {
        let change = self.history.peek(Direction::Undo)?;
        let visible = match self.screen {
            // This screen shows all writes.
            Screen::Activity => return None,
            Screen::Pipeline | Screen::Deal => VisibleRecords::Deals,
            Screen::Tasks => VisibleRecords::Tasks,
            Screen::Portfolio
            | Screen::Notifications
            | Screen::Views
            | Screen::Explorer
            | Screen::Flow
            | Screen::Agenda => VisibleRecords::Other,
        };
        let singles = match &change.kind {
            ChangeKind::Many(changes) => changes.as_slice(),
            ChangeKind::Fields { .. } => std::slice::from_ref(change),
            _ => return None,
        };
        let hidden = |change: &&UndoableChange| match &change.kind {
            ChangeKind::Fields { target: ChangeTarget::Deal(_), .. } => visible != VisibleRecords::Deals,
            ChangeKind::Fields { .. } => visible != VisibleRecords::Tasks,
            _ => false,
        };
        if !singles.iter().any(|change| hidden(&change)) {
            return None;
        }
        let waiting = self.waiting_records();
        if !singles.iter().any(|change| self.was_sent(change, &waiting)) {
            return None;
        }
        let key = match (change.label.is_empty(), singles.iter().any(is_move)) {
            (false, true) => "toast-would-move-back",
            (false, false) => "toast-would-undo",
            (true, true) => "toast-would-move-back-many",
            (true, false) => "toast-would-undo-many",
        };
        let content = ToastContent::about(key, &change.label).with_arg("n", ToastArg::Count(singles.len()));
        Some(content.with_arg("key", ToastArg::Key(Context::Screens, ActionId::Undo)))
    }

    /// Returns whether a field change was sent, so that undo needs another write. `waiting` contains the records with a
    /// pending write.
    pub(crate) fn was_sent(&self, change: &UndoableChange, waiting: &HashSet<&str>) -> bool {
        let ChangeKind::Fields { target, .. } = &change.kind else {
            return false;
        };
        let is_expected = match target {
            ChangeTarget::Deal(deal) => self.expected.contains_key(deal),
            ChangeTarget::Record(..) => self.awaits_engine(),
        };
        !is_expected && !waiting.contains(target.record_id())
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
    matches!(&change.kind, ChangeKind::Fields { target: ChangeTarget::Deal(_), before, .. } if before.touches("status"))
}

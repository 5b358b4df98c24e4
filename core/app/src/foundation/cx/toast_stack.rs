//! The visible toasts and their lifetime.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::{SentAtEnd, UndoResult};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::storage_health::StorageFailureKind;
use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::change::Direction;
use crate::foundation::cx::toast::{LONG, SHORT, Toast, UNDO_TOAST};
use crate::foundation::cx::toast_content::ToastContent;

/// Undo window for screen reader users, who must hear the toast first. See WCAG 2.2, success criterion 2.2.1.
const SCREEN_READER_DELAY: Duration = Duration::from_secs(20);

impl AppCx {
    /// Lengthens the undo windows from now on, because a screen reader is in use.
    pub fn extend_undo_delays(&mut self) {
        let options = &mut self.options;
        for delay in [&mut options.undo_delay, &mut options.delete_undo_delay, &mut options.confirm_timeout] {
            *delay = SCREEN_READER_DELAY.max(*delay);
        }
    }

    /// Returns the toasts to show, oldest first.
    pub fn toasts(&self) -> &[Toast] {
        &self.toasts
    }

    pub(crate) fn notify(&mut self, content: ToastContent, duration: Duration) {
        /// Maximum number of toasts at once.
        const MAX_TOASTS: usize = 3;
        // A new toast replaces toasts of the same kind.
        self.toasts.retain(|toast| !toast.content.is_replaced_by(&content));
        self.toast_id += 1;
        let until = self.now.saturating_add(duration).unwrap_or(Timestamp::MAX);
        self.toasts.push(Toast {
            id: self.toast_id,
            content,
            until,
            extended_until: None,
            outlived_screen: false,
            write: None,
            change: None,
        });
        if self.toasts.len() > MAX_TOASTS {
            // Keep toasts with an undo as long as possible; remove others first.
            let not_undoable = self.toasts.iter().position(|toast| !toast.content.is_undoable());
            self.toasts.remove(not_undoable.filter(|at| at + 1 < self.toasts.len()).unwrap_or(0));
        }
    }

    /// Links the new toasts that offer undo to the change that was made with them.
    pub(crate) fn link_new_toasts(&mut self) {
        let change = self.history.take_last_made();
        let is_new = |toast: &&mut Toast| toast.id > self.linked_toast && toast.content.is_undoable();
        for toast in self.toasts.iter_mut().filter(is_new) {
            toast.change = change;
        }
        self.linked_toast = self.toast_id;
    }

    /// Replaces the id of a deal in the undo history and in the toasts.
    pub(crate) fn rename_deal(&mut self, was: &str, now: &DealId) {
        self.history.rename_deal(was, now);
        for toast in &mut self.toasts {
            if toast.content.records.remove(was) {
                toast.content.records.insert(now.to_string());
            }
        }
    }

    /// Reports that a change was not made, because it could not be stored on this device.
    pub(crate) fn notify_not_stored(&mut self, label: &str) {
        let key = match self.snapshot.storage.failure.as_ref().map(|failure| failure.kind) {
            Some(StorageFailureKind::DiskFull) => "toast-not-kept-full",
            Some(StorageFailureKind::FileTooLarge) => "toast-not-kept-limited",
            Some(StorageFailureKind::ReadOnly) => "toast-not-kept-closed",
            None => "toast-not-kept",
        };
        self.notify(ToastContent::about(key, label), LONG);
    }

    /// Reports why an action is unavailable.
    pub(crate) fn refuse(&mut self, id: impl Into<Option<ActionId>>, reason: DisabledReason) {
        self.notify(ToastContent::disabled(id.into(), reason.key()), SHORT);
    }

    /// Reports an undo or redo of a change of `record`. A redone change is scheduled again, and can be cancelled until
    /// it is sent.
    pub(crate) fn notify_undo_redo(
        &mut self,
        direction: Direction,
        (label, record): (&str, Option<&str>),
        result: UndoResult,
        undo_delay: Duration,
    ) {
        let sends = (!undo_delay.is_zero()).then_some(SentAtEnd::Write);
        let mut content = match direction {
            Direction::Undo => ToastContent::undone(label, result),
            Direction::Redo => ToastContent::redone(label, result).sending(sends),
        };
        content.records.extend(record.map(str::to_owned));
        self.notify(content, if sends.is_some() { undo_delay } else { UNDO_TOAST });
    }
}

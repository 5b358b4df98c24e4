//! The visible toasts and their lifetime.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::UndoResult;
use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::change::Direction;
use crate::foundation::cx::toast::{Toast, UNDO_TOAST};
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

    pub(crate) fn notify(&mut self, kind: ToastContent, duration: Duration) {
        /// Maximum number of toasts at once.
        const MAX_TOASTS: usize = 3;
        // A new toast replaces toasts of the same kind.
        self.toasts.retain(|toast| !toast.kind.is_replaced_by(&kind));
        self.toast_id += 1;
        let until = self.now.saturating_add(duration).unwrap_or(Timestamp::MAX);
        self.toasts.push(Toast {
            id: self.toast_id,
            kind,
            until,
            extended_until: None,
            outlived_screen: false,
            write: None,
        });
        if self.toasts.len() > MAX_TOASTS {
            // Keep toasts with an undo as long as possible; remove others first.
            let not_undoable = self.toasts.iter().position(|toast| !toast.kind.is_undoable());
            self.toasts.remove(not_undoable.filter(|at| at + 1 < self.toasts.len()).unwrap_or(0));
        }
    }

    /// Reports an undo or redo. A redone change is scheduled again, and can be cancelled until it is sent.
    pub(crate) fn notify_undo_redo(
        &mut self,
        direction: Direction,
        label: String,
        result: UndoResult,
        undo_delay: Duration,
    ) {
        let is_scheduled = !undo_delay.is_zero();
        let kind = match direction {
            Direction::Undo => ToastContent::Undone { label, kind: result },
            Direction::Redo => ToastContent::Redone { label, kind: result, scheduled: is_scheduled },
        };
        self.notify(kind, if is_scheduled { undo_delay } else { UNDO_TOAST });
    }
}

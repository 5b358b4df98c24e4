//! The visible toasts and their lifetime.

use crate::foundation::cx::app_cx::AppCx;
use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::toast::Toast;
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

    /// Returns whether the next undo reverts a change of this record and nothing else.
    pub fn undo_concerns_only(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.history.newest_is_only_of(record),
        }
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
}

//! The visible toasts and their lifetime.

use crate::foundation::cx::app_cx::AppCx;
use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_kind::ToastKind;

/// Undo window for screen reader users, who must hear the toast first. See WCAG 2.2, success criterion 2.2.1.
const READ_ALOUD: Duration = Duration::from_secs(20);

impl AppCx {
    /// Lengthens the undo windows from now on, because a screen reader is in use.
    pub fn read_aloud(&mut self) {
        let options = &mut self.options;
        for hold in [&mut options.hold, &mut options.hold_delete, &mut options.armed] {
            *hold = READ_ALOUD.max(*hold);
        }
    }

    /// Returns the toasts to show, oldest first.
    pub fn toasts(&self) -> &[Toast] {
        &self.toasts
    }

    /// Returns whether the next undo reverts a change of this record and nothing else.
    pub fn undo_is_of(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.history.newest_is_of(record),
        }
    }

    pub(crate) fn say(&mut self, kind: ToastKind, lasts: Duration) {
        /// Maximum number of toasts at once.
        const MOST: usize = 3;
        // A new toast replaces toasts of the same kind.
        self.toasts.retain(|toast| !toast.kind.gives_way_to(&kind));
        self.toast_id += 1;
        let until = self.now.saturating_add(lasts).unwrap_or(Timestamp::MAX);
        self.toasts.push(Toast {
            id: self.toast_id,
            kind,
            until,
            kept: None,
            carried: false,
            write: None,
        });
        if self.toasts.len() > MOST {
            // Keep toasts with an undo as long as possible; remove others first.
            let word = self.toasts.iter().position(|toast| !toast.kind.undoable());
            self.toasts
                .remove(word.filter(|at| at + 1 < self.toasts.len()).unwrap_or(0));
        }
    }
}

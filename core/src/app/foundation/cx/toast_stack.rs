//! The toasts that stand: said, kept while someone looks at them, and over when what they speak of is.

use crate::app::foundation::cx::app_cx::AppCx;
use std::time::Duration;

use jiff::Timestamp;

use crate::app::foundation::cx::toast::Toast;
use crate::app::foundation::cx::toast_kind::ToastKind;

/// How long what can be taken back waits for someone who has the screen read to them: it has to be heard first (WCAG
/// 2.2, success criterion 2.2.1).
const READ_ALOUD: Duration = Duration::from_secs(20);

impl AppCx {
    /// Gives more time to take something back, from now on: a screen reader reads what is shown.
    pub fn read_aloud(&mut self) {
        let options = &mut self.options;
        for hold in [&mut options.hold, &mut options.hold_delete, &mut options.armed] {
            *hold = READ_ALOUD.max(*hold);
        }
    }

    /// The toasts to show, oldest first.
    pub fn toasts(&self) -> &[Toast] {
        &self.toasts
    }

    /// Whether undo would take back a change of this record, and nothing else.
    pub fn undo_is_of(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.history.newest_is_of(record),
        }
    }

    pub(crate) fn say(&mut self, kind: ToastKind, lasts: Duration) {
        /// More than this at once is a wall, not a message.
        const MOST: usize = 3;
        // What says the same of something else takes its place.
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
            // What can still be taken back is seen as long as it can.
            let word = self.toasts.iter().position(|toast| !toast.kind.undoable());
            self.toasts
                .remove(word.filter(|at| at + 1 < self.toasts.len()).unwrap_or(0));
        }
    }
}

//! Undo of sent changes that the current screen does not show. Such an undo sends another write at once. The first
//! request therefore only announces the effect, and the second performs it.

use super::undo::SAID_LONG;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;
use std::collections::HashSet;

impl AppCx {
    /// Announces the effect of undo for a sent change of another screen. Returns whether it did. Does nothing if the
    /// effect was already announced.
    pub(crate) fn tell_out_of_sight(&mut self) -> bool {
        let Some(kind) = self.sent_out_of_sight() else {
            return false;
        };
        let count = self.toasts.len();
        self.toasts.retain(|toast| toast.kind != kind);
        if self.toasts.len() < count {
            return false;
        }
        self.say(kind, SAID_LONG);
        true
    }

    fn sent_out_of_sight(&self) -> Option<ToastKind> {
        let change = self.history.last(Way::Back)?;
        let seen = match self.screen {
            // This screen shows all writes.
            Screen::Activity => return None,
            Screen::Pipeline | Screen::Deal => Seen::Deals,
            Screen::Tasks => Seen::Tasks,
            Screen::Portfolio | Screen::Notifications | Screen::Views | Screen::Explorer => Seen::Neither,
        };
        let (label, count) = match change {
            Change::Fields { label, .. } | Change::Record { label, .. } => (label.clone(), 1),
            Change::Many(changes) => (String::new(), changes.len()),
            _ => return None,
        };
        let each = match change {
            Change::Many(changes) => changes.as_slice(),
            one => std::slice::from_ref(one),
        };
        let hidden = |change: &&Change| match change {
            Change::Fields { .. } => seen != Seen::Deals,
            Change::Record { .. } => seen != Seen::Tasks,
            _ => false,
        };
        if !each.iter().any(|change| hidden(&change)) {
            return None;
        }
        let waiting = self.waiting_records();
        if !each.iter().any(|change| self.has_left(change, &waiting)) {
            return None;
        }
        Some(ToastKind::WouldUndo {
            label,
            count,
            moves: each.iter().any(moves),
        })
    }

    /// Returns whether a field change was sent, so that undo needs another write. `waiting` contains the records with a
    /// pending write.
    pub(crate) fn has_left(&self, change: &Change, waiting: &HashSet<&str>) -> bool {
        match change {
            Change::Fields { deal, .. } => {
                !self.expected.contains_key(deal) && !waiting.contains(deal.as_str())
            }
            Change::Record { id, .. } => !self.awaits_engine() && !waiting.contains(id.as_str()),
            _ => false,
        }
    }
}

/// Records whose current state a screen shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Deals,
    Tasks,
    Neither,
}

/// Returns whether a change moves a deal to another status.
pub(crate) fn moves(change: &Change) -> bool {
    matches!(change, Change::Fields { before, .. } if before.touches("status"))
}

//! The last known focus of the swimlanes, to decide whether to scroll it into view.

use super::super::Stand;

/// The focus when last scrolled into view, and the available height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::screens) struct LanesSeen {
    pub(in crate::screens) wanted: (usize, usize),
    pub(in crate::screens) stand: Stand,
    pub(in crate::screens) presenting: bool,
    pub(in crate::screens) top: f32,
    pub(in crate::screens) step: f32,
    pub(in crate::screens) room: f32,
}

impl LanesSeen {
    /// Returns whether the user moved the focus, or the layout changed. Changes by other users do not count.
    pub(super) fn moved(&self, now: &Self, own: bool) -> bool {
        (own && self.wanted != now.wanted) || (self.stand, self.presenting) != (now.stand, now.presenting)
    }

    /// Returns whether a visible card lost space, or was moved by the user.
    pub(super) fn loses(&self, now: &Self, offset: f32, own: bool) -> bool {
        let middle = self.top + self.step / 2.0;
        let seen = (offset..offset + self.room).contains(&middle);
        seen && (now.room < self.room || own && (now.top - self.top).abs() > 0.5)
    }
}

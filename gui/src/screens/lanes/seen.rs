//! The focus of the lanes as it was last looked at: what tells whether it has to be brought into sight again.

use super::super::board::Stand;

/// The focus as it was last brought into sight in its lane, and the room there was for it.
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
    /// Whether another card has the focus since, or the cards stand otherwise.
    pub(super) fn moved(&self, now: &Self) -> bool {
        (self.wanted, self.stand, self.presenting) != (now.wanted, now.stand, now.presenting)
    }

    /// Whether the card was in sight and has less room, or another place, since.
    pub(super) fn loses(&self, now: &Self, offset: f32) -> bool {
        let middle = self.top + self.step / 2.0;
        let seen = (offset..offset + self.room).contains(&middle);
        seen && (now.room < self.room || (now.top - self.top).abs() > 0.5)
    }
}

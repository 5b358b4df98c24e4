//! The focus of the lanes as it was last looked at: what tells whether it has to be brought into sight again.

use super::super::Stand;

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
    /// Whether the person has given another card the focus since, or the cards stand otherwise. What others move is followed
    /// by the focus alone.
    pub(super) fn moved(&self, now: &Self, own: bool) -> bool {
        (own && self.wanted != now.wanted) || (self.stand, self.presenting) != (now.stand, now.presenting)
    }

    /// Whether the card was in sight and has less room since, or another place by what the person did.
    pub(super) fn loses(&self, now: &Self, offset: f32, own: bool) -> bool {
        let middle = self.top + self.step / 2.0;
        let seen = (offset..offset + self.room).contains(&middle);
        seen && (now.room < self.room || own && (now.top - self.top).abs() > 0.5)
    }
}

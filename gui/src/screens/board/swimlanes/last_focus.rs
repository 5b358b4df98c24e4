//! The last known focus of the swimlanes, to decide whether to scroll it into view.

use super::super::CardGeometry;

/// The focus when last scrolled into view, and the available height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SwimlaneFocus {
    pub(crate) position: (usize, usize),
    pub(crate) geometry: CardGeometry,
    pub(crate) presenting: bool,
    pub(crate) top: f32,
    pub(crate) pitch: f32,
    pub(crate) available_height: f32,
}

impl SwimlaneFocus {
    /// Returns whether the user moved the focus, or the layout changed. Changes by other users do not count.
    pub(super) fn has_moved(&self, now: &Self, follows_user: bool) -> bool {
        (follows_user && self.position != now.position)
            || (self.geometry, self.presenting) != (now.geometry, now.presenting)
    }

    /// Returns whether a visible card lost space, or was moved by the user.
    pub(super) fn loses_space(&self, now: &Self, offset: f32, follows_user: bool) -> bool {
        let middle = self.top + self.pitch / 2.0;
        let was_visible = (offset..offset + self.available_height).contains(&middle);
        was_visible
            && (now.available_height < self.available_height
                || follows_user && (now.top - self.top).abs() > 0.5)
    }
}

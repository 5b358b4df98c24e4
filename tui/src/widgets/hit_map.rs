//! What a pointer finds where: filled in while a frame is drawn, so that it never differs from what is seen.

use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::engine::WriteId;
use ratatui::layout::{Position, Rect};

/// What a pointer can aim at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A tab of the top row.
    Tab(Screen),
    /// A key hint, or another place that runs an action.
    Run(ActionId),
    /// A column of the board, by its place.
    Column(usize),
    /// A card, with its column.
    Card(usize, DealId),
    /// The name of a column that is not drawn.
    Offscreen(usize),
    /// The name of a folded column.
    Folded(usize),
    /// A row of the table.
    Row(DealId),
    /// The head of a column of the table, by its place.
    Head(usize),
    /// A tab of the inbox.
    InboxTab(InboxTab),
    /// A notification.
    Notification(NotificationId),
    /// Where those that stand together in the row of a notification are unfolded, or folded.
    Unfold(NotificationId),
    /// How far a marking of many is, and that it can be stopped.
    StopMarks,
    /// The list of notifications.
    Inbox,
    /// A write of the outbox.
    Write(WriteId),
    /// A line of a pane or of a lane, by both numbers.
    PaneLine(usize, usize),
    /// A lane of the tasks, by its place.
    Lane(usize),
    /// A pane, by its number.
    Pane(usize),
    /// A line of the layer.
    Line(usize),
    /// The layer itself.
    Layer,
    /// Beside the layer.
    Outside,
}

/// The places of a frame that a pointer can hit.
#[derive(Clone, Debug, Default)]
pub struct Hits(Vec<(Rect, Target)>);

impl Hits {
    pub(super) fn push(&mut self, area: Rect, target: Target) {
        self.0.push((area, target));
    }

    /// What lies uppermost at a cell.
    pub fn at(&self, x: u16, y: u16) -> Option<&Target> {
        let position = Position { x, y };
        self.0
            .iter()
            .rev()
            .find(|(area, _)| area.contains(position))
            .map(|(_, target)| target)
    }
}

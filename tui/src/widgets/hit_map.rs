//! Click targets, recorded while a frame is drawn, so that they always match the screen.

use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::model::pending_write::WriteId;
use ratatui::layout::{Position, Rect};

/// Target of a click.
#[derive(Clone, Debug, PartialEq)]
pub enum ClickTarget {
    /// A tab of the top row.
    Tab(Screen),
    /// A key hint, or another element that runs an action.
    Run(ActionId),
    /// A column of the board, by index.
    Column(usize),
    /// A card, with its column.
    Card(usize, DealId),
    /// The name of a hidden column.
    Offscreen(usize),
    /// The name of a collapsed column.
    Collapsed(usize),
    /// A row of the table.
    Row(DealId),
    /// The heading of a group in the table, by line.
    Group(usize),
    /// The header of a table column, by index.
    Header(usize),
    /// A tab of the inbox.
    InboxTab(InboxTab),
    /// A notification.
    Notification(NotificationId),
    /// Mark that collapses or expands the group of a notification.
    Expand(NotificationId),
    /// Progress of a marking run; a click stops it.
    StopMarks,
    /// The list of notifications.
    Inbox,
    /// An outbox entry.
    Write(WriteId),
    /// A line of a pane or a task column, by both numbers.
    PaneLine(usize, usize),
    /// A task column, by index.
    TaskColumn(usize),
    /// A pane, by its number.
    Pane(usize),
    /// A line of the overlay.
    Line(usize),
    /// The overlay itself.
    Overlay,
    /// The area outside the overlay.
    Outside,
}

/// Click targets of a frame.
#[derive(Clone, Debug, Default)]
pub struct HitMap(Vec<(Rect, ClickTarget)>);

impl HitMap {
    pub(super) fn push(&mut self, area: Rect, target: ClickTarget) {
        self.0.push((area, target));
    }

    /// Returns the topmost target at a cell.
    pub fn at(&self, x: u16, y: u16) -> Option<&ClickTarget> {
        let position = Position { x, y };
        self.0.iter().rev().find(|(area, _)| area.contains(position)).map(|(_, target)| target)
    }
}

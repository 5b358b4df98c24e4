//! Whether an action can be done now, and if not, why not.

use crate::engine::WriteState;

use super::{ActionId, App, Reason, Screen};

/// How many lines a page key moves where no front end has told how many fit.
pub(super) const PAGE_LINES: isize = 10;

impl App {
    /// Whether `id` can be done now.
    ///
    /// # Errors
    /// The reason, fit to be shown beside the disabled action.
    pub fn enabled(&self, id: ActionId) -> Result<(), Reason> {
        let applies = id
            .spec()
            .contexts
            .iter()
            .any(|context| *context == self.context() || !context.is_screen());
        if !applies {
            return Err(Reason::NotHere);
        }
        match id {
            ActionId::MoveNext => self.can_move(true),
            ActionId::MovePrevious => self.can_move(false),
            ActionId::MoveTo | ActionId::EditDeal | ActionId::DeleteDeal => {
                self.focused_row().map(|_| ()).ok_or(Reason::NoDeal)
            }
            ActionId::ScreenDeal => {
                let any = self.deal.is_some() || self.board.cursor.deal.is_some();
                any.then_some(()).ok_or(Reason::NoDeal)
            }
            ActionId::Undo => self.history.can_undo().then_some(()).ok_or(Reason::NothingToUndo),
            ActionId::Redo => self.history.can_redo().then_some(()).ok_or(Reason::NothingToRedo),
            ActionId::MarkRead => match self.focused_notification() {
                None => Err(Reason::NoNotification),
                Some(row) if row.read => Err(Reason::AlreadyRead),
                Some(_) => Ok(()),
            },
            ActionId::MarkAllRead => {
                let any = self.shown_notifications().iter().any(|row| !row.read);
                any.then_some(()).ok_or(Reason::NothingUnread)
            }
            ActionId::RetryWrite | ActionId::DiscardWrite => match self.focused_write() {
                None => Err(Reason::NoWrite),
                Some(write) if write.state == WriteState::Sending => Err(Reason::BeingSent),
                Some(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn can_move(&self, forward: bool) -> Result<(), Reason> {
        let row = self.focused_row().ok_or(Reason::NoDeal)?;
        let last = if forward {
            Reason::LastStatus
        } else {
            Reason::FirstStatus
        };
        self.status_beside(row.id, row.status, forward)
            .map(|_| ())
            .ok_or(last)
    }

    /// How many panes the screen has for the focus to turn through.
    pub(super) fn panes(&self) -> usize {
        match self.screen {
            Screen::Deal | Screen::Portfolio => 4,
            Screen::Activity => 2,
            Screen::Pipeline | Screen::Notifications => 1,
        }
    }
}

//! Read-only queries on the task board.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::screens::tasks::tasks::TasksState;

impl TasksState {
    pub(crate) fn can_move_task(&self, id: ActionId) -> Result<(), DisabledReason> {
        self.focused_task().ok_or(DisabledReason::NoTask)?;
        let (forward, last) = match id {
            ActionId::MoveNext => (true, DisabledReason::LastStatus),
            ActionId::MovePrevious => (false, DisabledReason::FirstStatus),
            _ => return Ok(()),
        };
        self.adjacent_statut(forward).map(|_| ()).ok_or(last)
    }
}

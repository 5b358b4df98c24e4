//! Read-only queries on the task board.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Menu;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::screens::tasks::tasks::TasksState;

impl TasksState {
    /// Returns the current status that a menu marks for its deal or task.
    pub(crate) fn menu_status(&self, menu: &Menu, cx: &AppCx) -> String {
        let statut = |id: &str| {
            let mut all = self.columns.iter().flat_map(|column| &column.items);
            all.find(|item| item.id == id)?.text("statut")
        };
        let now = match (&menu.deal, &menu.task) {
            (_, Some(task)) => statut(task),
            (Some(deal), None) => cx.current_intended_status(deal.as_str()),
            (None, None) => None,
        };
        now.unwrap_or_else(|| menu.from.clone())
    }

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

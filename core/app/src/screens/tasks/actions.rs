//! Actions that change the task board.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::screens::tasks::tasks::TasksState;

impl TasksState {
    /// Moves a dropped task, or reports that it was dropped in its own column.
    pub(crate) fn drop_task(&mut self, task: &str, statut: &str, cx: &mut AppCx) -> Vec<Effect> {
        let effects = self.move_task(task, statut, cx);
        if effects.is_empty() {
            cx.refuse(None, DisabledReason::DroppedInPlace);
        }
        effects
    }
}

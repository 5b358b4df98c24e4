//! Actions that change the task board.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::screens::tasks::tasks::TasksState;
use crate::model::effect::Effect;

impl TasksState {
    /// Moves a dropped task, or reports that it was dropped in its own column.
    pub(in crate::app) fn drop_task(&mut self, task: &str, statut: &str, cx: &mut AppCx) -> Vec<Effect> {
        let effects = self.move_task(task, statut, cx);
        if effects.is_empty() {
            cx.refuse_drop(Reason::DroppedInPlace);
        }
        effects
    }
}

//! Dragging a task to another column: target count, drop slot, edge scrolling and cancel key.
//!
//! Keys and a menu offer the same move.

use egui::{LayerId, Order};
use encours_core::app::foundation::input::disabled_reason::DisabledReason;
use encours_core::app::screens::tasks::view::{TaskCard, TasksView};

use super::{HEADER_HEIGHT, card_height, paint_card};
use crate::prelude::*;
use crate::screens::board::drag;
use crate::widgets::card::CardState;

/// State of the tasks board that persists between frames.
#[derive(Debug, Default)]
pub struct TasksUiState {
    pub(super) drag: Option<TaskDrag>,
}

impl TasksUiState {
    /// Returns whether a task is dragged.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Cancels a drag without any change.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        self.drag = None;
        ctx.stop_dragging();
        ctx.request_repaint();
    }
}

/// A task being dragged.
#[derive(Clone, Debug)]
pub(super) struct TaskDrag {
    pub(super) card: TaskCard,
    pub(super) from: usize,
    pub(super) target_column: Option<usize>,
    pub(super) pointer_offset: Vec2,
    pub(super) width: f32,
}

impl TaskDrag {
    /// Returns the column that a drop would move the task to: another one with a known `statut`.
    fn drop_column(&self, view: &TasksView) -> Option<usize> {
        let is_known = |at: &usize| view.columns.get(*at).is_some_and(|column| !column.statut.is_empty());
        self.target_column.filter(|target_column| *target_column != self.from).filter(is_known)
    }

    /// Returns whether a drop would go to this column.
    pub(super) fn drops_into(&self, view: &TasksView, at: usize) -> bool {
        self.drop_column(view) == Some(at)
    }

    /// Returns the count that a column would have after a drop, if it changes.
    pub(super) fn changed_count(&self, frame: &FrameCtx<'_>, view: &TasksView, at: usize) -> Option<String> {
        let target = self.drop_column(view)?;
        let now = view.columns.get(at)?.cards.len() as u64;
        let future_count = match at {
            _ if at == target => now + 1,
            _ if at == self.from => now.saturating_sub(1),
            _ => return None,
        };
        Some(number::integer(frame.app.cx.lang(), future_count))
    }

    /// Returns the drop position in a column.
    pub(super) fn drop_position(&self, frame: &FrameCtx<'_>, view: &TasksView, at: usize) -> Option<usize> {
        let here = self.drops_into(view, at);
        here.then(|| frame.app.tasks.task_drop_index(&self.card.id, at, &frame.app.cx)).flatten()
    }
}

/// Returns the text of a drop position that is out of view.
pub(super) fn position_text(frame: &FrameCtx<'_>, row: usize, total: usize) -> String {
    let number = |n: usize| number::integer(frame.app.cx.lang(), n as u64);
    let args = [("n", 1_u64.into()), ("place", number(row + 1).into()), ("total", number(total).into())];
    frame.messages.with("drag-lands", &args)
}

/// Draws the dragged task and drops it when the button is released.
pub(super) fn update_drag(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    visible: &[(usize, Rect)],
    view: &TasksView,
    rect: Rect,
) {
    let Some(mut drag) = frame.state.tasks.drag.take() else {
        return;
    };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let target_column = at.and_then(|at| drag::column_under(visible, at));
    if target_column != drag.target_column {
        drag.target_column = target_column;
        ui.ctx().request_repaint();
    }
    if !down {
        let column = drag.drop_column(view).and_then(|target| view.columns.get(target));
        if let Some(column) = column {
            frame.request(Action::MoveTask { task: drag.card.id.clone(), statut: column.statut.clone() });
        } else {
            frame.request(Action::DropRejected(match drag.target_column {
                Some(target_column) if target_column == drag.from => DisabledReason::DroppedInPlace,
                Some(_) => DisabledReason::DroppedOnNoStatus,
                None => DisabledReason::DroppedOutside,
            }));
        }
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        draw_dragged_task(ui, frame, &drag, view, at);
    }
    let (scroll_x, down) = drag::scroll_distance(ui, frame, rect, HEADER_HEIGHT);
    if scroll_x != 0.0 {
        frame.state.pane_state.push_by(view.columns.len(), scroll_x);
    }
    if let (Some(column), true) = (target_column, down != 0.0) {
        frame.state.pane_state.push_by(column, down);
    }
    if scroll_x != 0.0 || down != 0.0 {
        ui.ctx().request_repaint();
    }
    frame.state.tasks.drag = Some(drag);
}

/// Draws the task under the pointer, with a tip that names the drop target.
fn draw_dragged_task(ui: &Ui, frame: &FrameCtx<'_>, drag: &TaskDrag, view: &TasksView, at: Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged-task"));
    let painter = Painter::new(&ui.ctx().layer_painter(layer), frame.theme);
    let size = vec2(drag.width, card_height(drag.width + 12.0));
    let state = CardState { floating: true, ..CardState::default() };
    let rect =
        drag::inside_window(Rect::from_min_size(at - drag.pointer_offset, size), ui.ctx().content_rect());
    paint_card(&painter, rect, &drag.card, state);
    let label = |at: usize| view.columns.get(at).map_or("", |column| column.label.as_str());
    let tip_text = match drag.drop_column(view) {
        Some(target) => format!("{} → {}", label(drag.from), label(target)),
        None => frame.message("drag-nowhere").into_owned(),
    };
    drag::draw_tip(ui, frame, &painter, rect, &tip_text);
}

//! Dragging a task to another column: target count, drop slot, edge scrolling and cancel key.
//!
//! Keys and a menu offer the same move.

use egui::{Id, LayerId, Order, Rect, Ui, Vec2, vec2};
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::app::screens::tasks::view::{TaskCard, TasksView};
use encours_core::app::shell::action::Action;
use encours_core::text::number;

use super::{HEAD, Places, card_height, paint};
use crate::frame_ctx::Pass;
use crate::screens::board::drag;
use crate::widgets::Pen;
use crate::widgets::card::State;

/// State of the tasks board that persists between frames.
#[derive(Debug, Default)]
pub struct TasksPlace {
    pub(super) drag: Option<Dragged>,
}

impl TasksPlace {
    /// Returns whether a task is dragged.
    #[must_use]
    pub fn dragging(&self) -> bool {
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
pub(super) struct Dragged {
    pub(super) card: TaskCard,
    pub(super) from: usize,
    pub(super) over: Option<usize>,
    pub(super) grab: Vec2,
    pub(super) wide: f32,
}

impl Dragged {
    /// Returns the column that a drop would move the task to: another one with a known `statut`.
    fn target(&self, view: &TasksView) -> Option<usize> {
        let known = |at: &usize| view.lanes.get(*at).is_some_and(|lane| !lane.statut.is_empty());
        self.over.filter(|over| *over != self.from).filter(known)
    }

    /// Returns whether a drop would go to this column.
    pub(super) fn lands_in(&self, view: &TasksView, at: usize) -> bool {
        self.target(view) == Some(at)
    }

    /// Returns the count that a column would have after a drop, if it changes.
    pub(super) fn change(&self, pass: &Pass<'_>, view: &TasksView, at: usize) -> Option<String> {
        let target = self.target(view)?;
        let now = view.lanes.get(at)?.cards.len() as u64;
        let then = match at {
            _ if at == target => now + 1,
            _ if at == self.from => now.saturating_sub(1),
            _ => return None,
        };
        Some(number::integer(pass.app.cx.lang(), then))
    }

    /// Returns the drop position in a column.
    pub(super) fn landing(&self, pass: &Pass<'_>, view: &TasksView, at: usize) -> Option<usize> {
        let here = self.lands_in(view, at);
        here.then(|| pass.app.tasks.task_landing(&self.card.id, at, &pass.app.cx))
            .flatten()
    }
}

/// Returns the text of a drop position that is out of view.
pub(super) fn lands(pass: &Pass<'_>, row: usize, total: usize) -> String {
    let number = |n: usize| number::integer(pass.app.cx.lang(), n as u64);
    let args = [
        ("n", 1_u64.into()),
        ("place", number(row + 1).into()),
        ("total", number(total).into()),
    ];
    pass.words.with("drag-lands", &args)
}

/// Draws the dragged task and drops it when the button is released.
pub(super) fn finish(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    shown: &[(usize, Rect)],
    view: &TasksView,
    rect: Rect,
) {
    let Some(drag) = &mut places.tasks.drag else {
        return;
    };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let over = at.and_then(|at| drag::under(shown, at));
    if over != drag.over {
        drag.over = over;
        ui.ctx().request_repaint();
    }
    if !down {
        let lane = drag.target(view).and_then(|target| view.lanes.get(target));
        if let Some(lane) = lane {
            pass.act(Action::MoveTask {
                task: drag.card.id.clone(),
                statut: lane.statut.clone(),
            });
        } else {
            pass.act(Action::DropRefused(match drag.over {
                Some(over) if over == drag.from => Reason::DroppedInPlace,
                Some(_) => Reason::DroppedOnNoStatus,
                None => Reason::DroppedOutside,
            }));
        }
        places.tasks.drag = None;
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        float(ui, pass, drag, view, at);
    }
    let (across, down) = drag::pushed(ui, pass, rect, HEAD);
    if across != 0.0 {
        places.panes.push(view.lanes.len(), across);
    }
    if let (Some(lane), true) = (over, down != 0.0) {
        places.panes.push(lane, down);
    }
    if across != 0.0 || down != 0.0 {
        ui.ctx().request_repaint();
    }
}

/// Draws the task under the pointer, with a tip that names the drop target.
fn float(ui: &Ui, pass: &Pass<'_>, drag: &Dragged, view: &TasksView, at: egui::Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged-task"));
    let pen = Pen::new(&ui.ctx().layer_painter(layer), pass.look);
    let size = vec2(drag.wide, card_height(drag.wide + 12.0));
    let state = State {
        floating: true,
        ..State::default()
    };
    let rect = drag::kept_inside(Rect::from_min_size(at - drag.grab, size), ui.ctx().content_rect());
    paint(&pen, rect, &drag.card, state);
    let label = |at: usize| view.lanes.get(at).map_or("", |lane| lane.label.as_str());
    let words = match drag.target(view) {
        Some(target) => format!("{} → {}", label(drag.from), label(target)),
        None => pass.word("drag-nowhere").into_owned(),
    };
    drag::tip(ui, pass, &pen, rect, &words);
}

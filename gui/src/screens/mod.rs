//! The screens of the window, which draw the view models of `encours_core`.

pub mod activity;
mod agenda;
pub mod board;
pub(super) mod deal;
pub mod explorer;
mod flow;
pub mod inbox;
pub mod layout;
pub(crate) mod lists;
pub mod live_region;
pub mod locked;
pub mod pane_scroll;
pub(super) mod pipeline;
pub mod portfolio;
mod screen_header;
pub mod scroll_sync;
mod session;
pub mod sidebar;
pub mod status;
pub mod table;
pub mod tasks;
pub mod views;

use crate::prelude::*;

/// State of the window that persists between frames; losing it at a restart does no harm.
#[derive(Debug, Default)]
pub struct UiState {
    /// The board: drag state and scroll positions.
    pub board: board::BoardUiState,
    /// The table: drag state and inline editor.
    pub table: table::TableUiState,
    /// The deal panel.
    pub panel: deal::panel::PanelUiState,
    /// The tasks board.
    pub tasks: tasks::TasksUiState,
    /// Scroll positions of the panes of views and explorer.
    pub pane_state: pane_scroll::PaneUiState,
    /// The list of notifications.
    pub inbox: inbox::InboxUiState,
    /// Scroll position of the portfolio.
    pub portfolio_scroll: scroll_sync::ScreenScroll,
    /// The portfolio rows that arrow keys move along.
    pub metric_focus: portfolio::RovingFocus,
    /// The activity screen.
    pub activity: activity::ActivityUiState,
    /// Zoom before the presentation, while one is active.
    pub prior_zoom: Option<f32>,
    /// Window width to which a presentation was fitted; true if the board had swimlanes.
    pub presented_width: Option<(f32, bool)>,
    /// The question before signing out.
    pub sign_out_question: crate::overlays::confirm_dialog::SignOutQuestion,
    /// The input of the sign-in form.
    pub sign_in: session::sign_in::SignInUiState,
    /// The input of the locked window.
    pub locked: locked::LockedUiState,
    /// The overlays.
    pub overlays: crate::overlays::OverlayUiState,
    /// The last announcements for screen readers.
    pub announcements: live_region::Announcements,
    /// The screen whose title was drawn last, while it is shown.
    pub titled_screen: Option<Screen>,
    /// The widget to which egui's focus follows the application's.
    pub roving_focus: Option<Id>,
    /// True if a key had an effect; egui's focus then follows.
    pub by_key: bool,
    /// True if the pointer set the focus; the target is visible, so nothing scrolls.
    pub focused_by_pointer: bool,
}

impl UiState {
    /// Returns whether a drag is active; the keyboard then only has Esc.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.board.dragged_card().is_some() || self.tasks.is_dragging() || self.table.is_dragging()
    }

    /// Creates a card that can be clicked and dragged. Only the focused one is a tab stop; arrows move between cards.
    pub(crate) fn card_response(ui: &Ui, rect: Rect, id: Id, focused: bool) -> Response {
        let sense = Sense::CLICK | Sense::DRAG;
        let sense = if focused { sense | Sense::FOCUSABLE } else { sense };
        ui.interact(rect, id, sense)
    }

    /// Moves egui's focus to the application's after a key press.
    pub(crate) fn move_focus(&mut self, card: &Response) {
        self.roving_focus = Some(card.id);
        if self.by_key && !card.has_focus() {
            card.request_focus();
            // Redraw the previously focused widget, which still shows its ring.
            card.ctx.request_repaint();
        }
    }

    /// Cancels a drag without any change.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        self.board.cancel_drag(ctx);
        self.tasks.cancel_drag(ctx);
        self.table.cancel_drag();
    }
}

/// Returns whether the keyboard focus is on a widget other than the application's focus. Two equal rings would be
/// ambiguous.
pub(crate) fn has_other_focus(ui: &Ui, focus_id: Id) -> bool {
    ui.memory(egui::Memory::focused).is_some_and(|id| id != focus_id)
}

/// Draws the title of a screen; it gets the keyboard focus if nothing else on the screen has one.
pub(crate) fn draw_heading(ui: &Ui, frame: &mut FrameCtx<'_>, at: Rect, a11y_text: &str) {
    let id = Id::unique("screen-title");
    let response = ui.named_area(at, id, Sense::FOCUSABLE, (Role::Heading, a11y_text));
    if !matches!(frame.app.cx.overlay(), Overlay::None) {
        return;
    }
    frame.state.roving_focus = Some(id);
    let screen = frame.app.cx.screen();
    let arrived = frame.state.titled_screen.replace(screen) != Some(screen);
    if frame.state.by_key && (arrived || ui.memory(egui::Memory::focused).is_none()) {
        response.request_focus();
    }
    if response.has_focus() {
        let (painter, colors) = frame.painter_and_colors(ui);
        painter.fill(at.with_min_y(at.bottom()).with_max_y(at.bottom() + 2.0), 1, colors.focus_ring);
    }
}

/// Sets the accessible bounds of a `Ui`, which egui does not set.
pub(crate) fn set_a11y_bounds(ui: &Ui, rect: Rect) {
    let rect = egui::accesskit::Rect {
        x0: rect.left().into(),
        y0: rect.top().into(),
        x1: rect.right().into(),
        y1: rect.bottom().into(),
    };
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_bounds(rect));
}

/// Creates a part of the window with an accessible name.
pub(crate) fn labelled_part(ui: &mut Ui, rect: Rect, salt: &'static str, role: Role, name: &str) -> Ui {
    let mut child = ui.named_part(rect, salt, (role, name), rect);
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child
}

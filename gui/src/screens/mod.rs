//! The screens. Each places what `core::view` says; where the scroll bars stand is all they remember.

pub mod activity;
pub mod board;
pub(super) mod deal;
pub mod explorer;
pub mod inbox;
pub mod layout;
mod lists;
pub mod live_region;
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

use egui::{Id, Rect, Response, Sense, Ui, UiBuilder};

/// What the window remembers of its own: nothing that a person would miss after a restart.
#[derive(Debug, Default)]
pub struct Places {
    /// The board: what is dragged, how far each column is scrolled.
    pub board: board::BoardPlace,
    /// The table: what is dragged, where it is edited.
    pub table: table::TablePlace,
    /// The deal panel.
    pub panel: deal::panel::PanelPlace,
    /// The board of tasks.
    pub tasks: tasks::TasksPlace,
    /// The panes of views and explorer, and how far each is scrolled.
    pub panes: pane_scroll::PanePlace,
    /// The list of notifications.
    pub inbox: inbox::InboxPlace,
    /// How far the portfolio is scrolled.
    pub portfolio: scroll_sync::Scrolled,
    /// The rows of the portfolio that arrows go along.
    pub figures: portfolio::Along,
    /// The list of writes.
    pub activity: activity::ActivityPlace,
    /// How large the window was before a presentation, while there is one.
    pub before_presenting: Option<f32>,
    /// How wide the window was when a presentation was fitted to it, and whether the board had lanes.
    pub presented_on: Option<(f32, bool)>,
    /// The question before a window closes while writes wait.
    pub leave: crate::overlays::confirm_dialog::LeavePlace,
    /// What is typed to sign in.
    pub sign_in: session::sign_in::SignInPlace,
    /// What lies over the screen.
    pub layer: crate::overlays::LayerPlace,
    /// The screen that was announced to whoever hears the window.
    pub announced: live_region::Announced,
    /// The screen whose title was drawn last, while it is shown.
    pub titled: Option<encours_core::app::foundation::input::context::Screen>,
    /// The widget that egui's focus follows the application's focus to.
    pub roving: Option<Id>,
    /// Whether a key was pressed that meant something: the focus then follows.
    pub by_key: bool,
    /// Whether the pointer gave the focus to what it touched: that is in sight, and nothing scrolls under the pointer.
    pub touched: bool,
}

impl Places {
    /// Whether something is dragged: then the keyboard has one key, Esc.
    #[must_use]
    pub fn dragging(&self) -> bool {
        self.board.dragged().is_some() || self.tasks.dragging() || self.table.dragging()
    }

    /// A card as a place to click and to drag. One alone takes the keyboard's focus: Tab goes on to the next part, arrows
    /// go among the cards.
    pub(crate) fn card(ui: &Ui, rect: Rect, id: Id, focused: bool) -> Response {
        let sense = Sense::CLICK | Sense::DRAG;
        let sense = if focused { sense | Sense::FOCUSABLE } else { sense };
        ui.interact(rect, id, sense)
    }

    /// The focus of egui goes where the application's is, once a key asks for it.
    pub(crate) fn rove(&mut self, card: &Response) {
        self.roving = Some(card.id);
        if self.by_key && !card.has_focus() {
            card.request_focus();
            // What had it and was drawn before still shows its mark.
            card.ctx.request_repaint();
        }
    }

    /// Ends a drag: everything stays where it was.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        self.board.cancel_drag(ctx);
        self.tasks.cancel_drag(ctx);
        self.table.cancel_drag();
    }
}

/// Whether the keyboard's focus is on something else than what the focus of the application stands on. Two equal marks would
/// leave it open where a key goes.
pub(crate) fn focus_is_elsewhere(ui: &Ui, own: Id) -> bool {
    ui.memory(egui::Memory::focused).is_some_and(|id| id != own)
}

/// The title of a screen: where nothing on it has a focus of its own, whoever comes by keyboard begins there.
pub(crate) fn heading(
    ui: &Ui,
    pass: &crate::frame_ctx::Pass<'_>,
    places: &mut Places,
    at: Rect,
    spoken: &str,
) {
    let id = Id::unique("screen-title");
    let response = ui.interact(at, id, egui::Sense::FOCUSABLE);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, spoken));
    if !matches!(
        pass.app.cx.layer(),
        encours_core::app::foundation::cx::overlay::Layer::None
    ) {
        return;
    }
    places.roving = Some(id);
    let screen = pass.app.cx.screen();
    let arrived = places.titled.replace(screen) != Some(screen);
    if places.by_key && (arrived || ui.memory(egui::Memory::focused).is_none()) {
        response.request_focus();
    }
    if response.has_focus() {
        let pen = crate::widgets::Pen::new(ui.painter(), pass.look);
        let line = at.with_min_y(at.bottom()).with_max_y(at.bottom() + 2.0);
        pen.fill(line, 1, pass.look.ink.focus_ring);
    }
}

/// Tells screen readers where a part stands; a `Ui` by itself says only what it is.
pub(crate) fn bounds(ui: &Ui, rect: Rect) {
    let rect = egui::accesskit::Rect {
        x0: rect.left().into(),
        y0: rect.top().into(),
        x1: rect.right().into(),
        y1: rect.bottom().into(),
    };
    ui.ctx()
        .accesskit_node_builder(ui.unique_id(), |node| node.set_bounds(rect));
}

/// A part of the window as a `Ui` of its own, named for screen readers.
pub(crate) fn part(
    ui: &mut Ui,
    rect: Rect,
    salt: &'static str,
    role: egui::accesskit::Role,
    name: &str,
) -> Ui {
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(salt)
            .max_rect(rect)
            .accessibility_role(role)
            .accessibility_label(name),
    );
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    bounds(&child, rect);
    child
}

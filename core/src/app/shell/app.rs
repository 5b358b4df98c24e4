//! What the user does, without I/O: an action and a time go in, effects come out.
//!
//! Nothing here reads a clock, a file or the network, so every behaviour is tested without any of them. Both front
//! ends drive the same [`App`]; what differs between them is how it is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use crate::app::deals::pipeline::filter::BoardState;
use crate::app::deals::pipeline::selection::Selection;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::change_list::History;
pub use crate::app::foundation::cx::options::{Options, ThemeChoice};
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::dataset::known_statuses::KnownStatuses;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::zoom::Zoom;
use crate::app::screens::explorer::explorer::ExplorerState;
use crate::app::screens::inbox::inbox::InboxState;
use crate::app::screens::library::library::LibraryState;
use crate::app::screens::tasks::tasks::TasksState;
use crate::app::screens::views::views::Views;
use crate::app::tools::export::export::Export;

/// Everything a person sees and does, but for how it is drawn.
#[derive(Clone, Debug)]
pub struct App {
    /// What every feature needs: the snapshot, what lies over the screen, what was said and done.
    pub cx: crate::app::foundation::cx::app_cx::AppCx,
    /// Which deals are meant: the filter, their order, the focus and the selection.
    pub pipeline: crate::app::deals::pipeline::pipeline::Pipeline,
    /// The inbox: its tab, its filters and what has the focus.
    pub inbox: InboxState,
    /// The tasks: their filter and what has the focus.
    pub tasks: TasksState,
    /// The views and dashboards, and which has the focus.
    pub library: LibraryState,
    /// What of the service is looked at as it is.
    pub explorer: ExplorerState,
    /// The record that is looked at, and the identifiers given last.
    pub lists: crate::app::records::lists::lists::ListsState,
    /// How the charts of the portfolio are looked at.
    pub portfolio: crate::app::screens::portfolio::portfolio::PortfolioState,
    /// Which write and which request are looked at.
    pub activity: crate::app::records::activity::activity::ActivityState,
    /// How the deals are laid out as a table.
    pub table: TableState,
    /// The change of many deals that runs, or is prepared.
    pub bulk_change: crate::app::changes::bulk::bulk_change::BulkChange,
    /// The saved views.
    pub views: Views,
    /// A card that the keyboard moves, and where the focus goes after it.
    pub card_move: crate::app::deals::board::card_move::CardMove,
    /// How the session began, and how it ends.
    pub session: crate::app::tools::session::session::SessionState,
    /// What is to be copied, and what was.
    pub clipboard: crate::app::tools::clipboard::clipboard::Clipboard,
    /// What was typed into forms, and texts on their way to the editor.
    pub forms: crate::app::changes::forms::forms::FormsState,
    /// What is to be exported, until the front end takes it.
    pub to_export: Option<Export>,
    /// Whether the menu of what has the focus is to be shown.
    pub to_show_menu: bool,
    /// The change of size that was asked for.
    pub to_zoom: Option<Zoom>,
    /// The user that is acted for.
    pub acting: crate::app::records::act_for::act_for::Acting,
    /// What was asked of a list that is on its way.
    pub(in crate::app) ahead: Option<super::queued_keys::Ahead>,
    /// The question before a deal is deleted.
    pub deletion: crate::app::changes::deal::deletion::Deletion,
    /// The list of changes since the last visit.
    pub visit: crate::app::foundation::history::visit::VisitState,
}

impl App {
    /// An application that knows nothing yet.
    pub fn new(options: Options, now: Timestamp) -> Self {
        let known_statuses = KnownStatuses {
            order: options.status_order.clone(),
            ..KnownStatuses::default()
        };
        Self {
            cx: crate::app::foundation::cx::app_cx::AppCx {
                options,
                snapshot: Arc::default(),
                now,
                screen: Screen::Pipeline,
                pane: 0,
                scroll: 0,
                line_held: false,
                layer: Layer::None,
                toasts: Vec::new(),
                toast_id: 0,
                history: History::default(),
                submitted: 0,
                expected: BTreeMap::new(),
                asking: crate::app::foundation::cx::in_flight::Asking::default(),
                afterwards: Vec::new(),
                events_seen: 0,
                may_sign_out: false,
                presenting: false,
                moving_back: BTreeMap::new(),
            },
            pipeline: crate::app::deals::pipeline::pipeline::Pipeline {
                board: BoardState::default(),
                lens: Lens::default(),
                sieve: crate::app::foundation::dataset::filter_pass::Sieve::default(),
                whole: crate::app::foundation::dataset::all_deals::Whole::default(),
                named: crate::app::foundation::search::deal_names::Named::default(),
                known_statuses,
                selection: Selection::default(),
                deal: None,
                back_to: Screen::Pipeline,
                returning: None,
                completing: None,
                pointed_completion: None,
                no_deals_write: false,
            },
            inbox: InboxState::default(),
            tasks: TasksState::default(),
            library: LibraryState::default(),
            explorer: ExplorerState::default(),
            lists: crate::app::records::lists::lists::ListsState::default(),
            portfolio: crate::app::screens::portfolio::portfolio::PortfolioState::default(),
            activity: crate::app::records::activity::activity::ActivityState::default(),
            table: TableState::default(),
            bulk_change: crate::app::changes::bulk::bulk_change::BulkChange::default(),
            views: Views::default(),
            card_move: crate::app::deals::board::card_move::CardMove::default(),
            session: crate::app::tools::session::session::SessionState::default(),
            clipboard: crate::app::tools::clipboard::clipboard::Clipboard::default(),
            forms: crate::app::changes::forms::forms::FormsState::default(),
            to_export: None,
            to_show_menu: false,
            to_zoom: None,
            acting: crate::app::records::act_for::act_for::Acting::default(),
            ahead: None,
            deletion: crate::app::changes::deal::deletion::Deletion::default(),
            visit: crate::app::foundation::history::visit::VisitState::default(),
        }
    }

    /// Takes the wish for the menu of what has the focus, once.
    pub fn take_show_menu(&mut self) -> bool {
        std::mem::take(&mut self.to_show_menu)
    }

    /// Takes the change of size that was asked for, once.
    pub fn take_zoom(&mut self) -> Option<Zoom> {
        self.to_zoom.take()
    }
}

#[cfg(test)]
mod app_tests;

//! What a person does. Rule of the room: pure. An [`Action`] and a moment go in, `Effect`s come out; nothing here
//! reads a clock, a file or the network, so every behaviour is tested without any of them. Both front ends drive the
//! same [`App`]; what differs between them is how it is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

pub use super::action::Action;
pub use crate::app::changes::bulk::model::{Bulk, BulkCounts, BulkStage};
pub(crate) use crate::app::changes::entry::entry_form::is_own_field;
pub use crate::app::changes::forms::long_text::{Edit, EditWhat};
pub use crate::app::changes::forms::suggestions::Suggestion;
pub use crate::app::changes::forms::unknown_owner::Stranger;
pub use crate::app::deals::board::column_stats::ColumnFigure;
pub use crate::app::deals::board::drop_position::Landings;
pub use crate::app::deals::board::header_metric::{Aggregate, FigureChoice, HeadFigure, HeadFigureError};
pub use crate::app::deals::board::keyboard_drag::Grab;
pub use crate::app::deals::board::metrics::{Metrics, Slow};
pub use crate::app::deals::board::swimlane_stats::LaneFigures;
pub use crate::app::deals::board::swimlanes::Lane;
pub use crate::app::deals::pipeline::filter::{BoardState, Cursor, Viewport};
pub use crate::app::deals::pipeline::filter_suggestions::OtherSense;
pub use crate::app::deals::pipeline::layout::{BoardLook, CARD_PARTS, Density, MOST_NUMBERS};
pub use crate::app::deals::pipeline::me::kept_me;
pub use crate::app::deals::pipeline::selection::{Selection, SelectionSummary};
pub use crate::app::deals::table::cell_range::Cells;
pub use crate::app::deals::table::layout::{GAP, TableLayout};
pub use crate::app::deals::table::table::{TableState, TableViewport};
pub use crate::app::foundation::cx::bulk_row::{BulkRow, BulkState, BulkVerb};
pub use crate::app::foundation::cx::change::{Again, Change, Gone};
pub use crate::app::foundation::cx::change_list::{History, Undoes};
pub use crate::app::foundation::cx::change_types::KeptChange;
pub use crate::app::foundation::cx::change_types::Slept;
pub use crate::app::foundation::cx::change_types::Source;
pub use crate::app::foundation::cx::change_types::{Flag, Flagged};
pub use crate::app::foundation::cx::entry_rules::{AskedReason, EntryRule, EntryRuleError, EntryRules};
pub use crate::app::foundation::cx::options::{Options, ThemeChoice};
pub use crate::app::foundation::cx::overlay::{
    FieldValue, Form, FormField, Layer, Menu, Palette, PaletteGroup, PaletteItem, Purpose,
};
pub use crate::app::foundation::cx::overlay_types::Command;
pub use crate::app::foundation::cx::overlay_types::Entrants;
pub use crate::app::foundation::cx::overlay_types::InboxTab;
pub use crate::app::foundation::cx::overlay_types::Lanes;
pub use crate::app::foundation::cx::overlay_types::Part;
pub use crate::app::foundation::cx::overlay_types::{Ask, Entering, Moves};
pub use crate::app::foundation::cx::overlay_types::{ExportForm, ExportWhat};
pub use crate::app::foundation::cx::sheet::{Sheet, SheetKind};
pub use crate::app::foundation::cx::toast::Toast;
pub use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
pub use crate::app::foundation::cx::toast_types::Snooze;
pub use crate::app::foundation::cx::toast_types::Undid;
pub use crate::app::foundation::cx::toast_types::{ActFor, TurnFailure, UserRefusal};
pub use crate::app::foundation::cx::toast_types::{CopiedBy, CopiedWhat};
pub use crate::app::foundation::dataset::column::{
    Column, ColumnError, MOST_COLUMNS, MOST_SORT_KEYS, SortKey,
};
pub use crate::app::foundation::dataset::column_totals::Foot;
pub use crate::app::foundation::dataset::filtered::{Left, Lens, LensColumn, age_days};
pub use crate::app::foundation::dataset::known_statuses::KnownStatuses;
pub use crate::app::foundation::dataset::stage_ages::Ages;
pub use crate::app::foundation::input::commands::{ACTIONS, ActionId, ActionSpec, Side};
pub use crate::app::foundation::input::context::{Context, Group, Screen};
pub use crate::app::foundation::input::disabled_reason::Reason;
pub use crate::app::foundation::input::key::{Key, KeyCode, KeyError};
pub use crate::app::foundation::input::keymap::{FrontEnd, Keymap};
pub use crate::app::foundation::input::keymap_error::KeymapError;
pub use crate::app::foundation::input::zoom::Zoom;
pub use crate::app::records::act_for::act_for::Offered;
pub use crate::app::records::activity::conflict::Sides;
pub(crate) use crate::app::records::activity::conflict::choices;
pub use crate::app::records::activity::outcomes::{JOURNAL, NOTICES, RIGHTS};
pub use crate::app::records::activity::request_log::REQUESTS;
pub use crate::app::records::lists::family_items::FamilyItem;
pub use crate::app::records::lists::record_viewer::{Shown, ShownWhat};
pub use crate::app::screens::explorer::explorer::{ExplorerState, RECORDS, SOURCES, TREE};
pub use crate::app::screens::explorer::route::route_text;
pub use crate::app::screens::explorer::rows::Rows;
pub use crate::app::screens::inbox::frequency::{Burst, Bursts};
pub use crate::app::screens::inbox::grouping::Standing;
pub use crate::app::screens::inbox::inbox::{ALERTS, InboxState, KINDS, LIST, PREFERENCES};
pub use crate::app::screens::inbox::mark_many::MarkCounts;
pub use crate::app::screens::inbox::triage::Triage;
pub use crate::app::screens::library::library::{
    DASHBOARDS, DEAL_VIEWS, DETAIL, LibraryState, SERVICE_VIEWS,
};
pub use crate::app::screens::portfolio::focus::RATIOS;
pub use crate::app::screens::portfolio::legend::{Chart, Draw};
pub use crate::app::screens::portfolio::trends::{TREND, TrendState};
pub use crate::app::screens::tasks::tasks::{TaskLane, TasksState, due_of};
pub use crate::app::screens::views::samples::sample_probabilities;
pub use crate::app::screens::views::saved_view::{
    Layout, SavedView, ViewError, view_name, views_from_text, views_to_import, views_to_text,
};
pub use crate::app::screens::views::views::{Views, kept_views, view_setting};
pub use crate::app::tools::clipboard::copy::CopyWay;
pub use crate::app::tools::export::export::Export;
pub(crate) use crate::app::tools::export::export::WRONG_ENDING;
pub use crate::app::tools::palette::targets::{ENTITY, PARTS, part_of};
pub use crate::app::tools::session::quit::LeaveAnswer;

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

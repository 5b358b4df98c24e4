//! What a person does. Rule of the room: pure. An [`Action`] and a moment go in, [`Effect`]s come out; nothing here
//! reads a clock, a file or the network, so every behaviour is tested without any of them. Both front ends drive the
//! same [`App`]; what differs between them is how it is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

pub use super::action::Action;
pub use super::sheet_dispatch::{Sheet, SheetKind};
pub use crate::app::changes::bulk::model::{Bulk, BulkCounts, BulkRow, BulkStage, BulkState, BulkVerb};
pub use crate::app::changes::entry::deals_entering::Entrants;
pub(crate) use crate::app::changes::entry::entry_form::is_own_field;
pub use crate::app::changes::entry::entry_form::{Ask, Entering, Moves};
pub use crate::app::changes::entry::rules::{AskedReason, EntryRule, EntryRuleError, EntryRules};
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
pub use crate::app::deals::pipeline::layout::{BoardLook, CARD_PARTS, Density, Lanes, MOST_NUMBERS};
pub use crate::app::deals::pipeline::me::kept_me;
pub use crate::app::deals::pipeline::selection::{Selection, SelectionSummary};
pub use crate::app::deals::table::cell_range::Cells;
pub use crate::app::deals::table::layout::{GAP, TableLayout};
pub use crate::app::deals::table::table::{TableState, TableViewport};
pub use crate::app::foundation::cx::change::{Again, Change, Gone};
pub use crate::app::foundation::cx::change_list::{History, Undoes};
pub use crate::app::foundation::cx::options::{Options, ThemeChoice};
pub use crate::app::foundation::cx::overlay::{
    FieldValue, Form, FormField, Layer, Menu, Palette, PaletteGroup, PaletteItem, Purpose,
};
pub use crate::app::foundation::cx::toast::Toast;
pub use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
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
pub use crate::app::records::act_for::act_for::{ActFor, Offered, TurnFailure, UserRefusal};
pub use crate::app::records::activity::conflict::Sides;
pub(crate) use crate::app::records::activity::conflict::choices;
pub use crate::app::records::activity::outcomes::{JOURNAL, NOTICES, RIGHTS};
pub use crate::app::records::activity::request_log::REQUESTS;
pub use crate::app::records::lists::family_items::FamilyItem;
pub use crate::app::records::lists::record_viewer::{Shown, ShownWhat};
pub use crate::app::screens::explorer::explorer::{ExplorerState, RECORDS, SOURCES, Source, TREE};
pub use crate::app::screens::explorer::route::route_text;
pub use crate::app::screens::explorer::rows::Rows;
pub use crate::app::screens::inbox::flag_undo::{Flag, Flagged};
pub use crate::app::screens::inbox::frequency::{Burst, Bursts};
pub use crate::app::screens::inbox::grouping::Standing;
pub use crate::app::screens::inbox::inbox::{ALERTS, InboxState, InboxTab, KINDS, LIST, PREFERENCES};
pub use crate::app::screens::inbox::mark_many::MarkCounts;
pub use crate::app::screens::inbox::snooze_undo::Slept;
pub use crate::app::screens::inbox::triage::{Snooze, Triage};
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
pub use crate::app::tools::clipboard::copy::{CopiedBy, CopiedWhat, CopyWay};
pub(crate) use crate::app::tools::export::export::WRONG_ENDING;
pub use crate::app::tools::export::export::{Export, ExportForm, ExportWhat};
pub use crate::app::tools::palette::targets::{ENTITY, PARTS, Part, part_of};
pub use crate::app::tools::palette::typed_commands::Command;
pub use crate::app::tools::session::quit::LeaveAnswer;
pub use crate::app::tools::undo::settings::KeptChange;
pub use crate::app::tools::undo::undo::Undid;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::{Effect, Snapshot, WriteId};

/// Everything a person sees and does, but for how it is drawn.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) options: Options,
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) now: Timestamp,
    pub(crate) screen: Screen,
    pub(crate) layer: Layer,
    pub(crate) board: BoardState,
    pub(crate) lens: Lens,
    pub(in crate::app) sieve: crate::app::foundation::dataset::filter_pass::Sieve,
    /// Every deal in the board's own order.
    pub(in crate::app) whole: crate::app::foundation::dataset::all_deals::Whole,
    /// What was looked for by name last.
    pub(in crate::app) named: crate::app::foundation::search::deal_names::Named,
    pub(crate) known_statuses: KnownStatuses,
    pub(crate) deal: Option<DealId>,
    /// The screen that the deal was opened from: there Esc leads back.
    pub(crate) back_to: Screen,
    /// A deal whose deletion was taken back, or its move out of sight: it has the focus again when it is there again.
    pub(crate) returning: Option<DealId>,
    pub(crate) pane: usize,
    pub(crate) scroll: usize,
    /// Whether a person put the focus on the line of the log that has it; else the newest one has it.
    pub(in crate::app) line_held: bool,
    pub(crate) inbox: InboxState,
    pub(in crate::app) tasks: TasksState,
    pub(in crate::app) library: LibraryState,
    pub(in crate::app) explorer: ExplorerState,
    pub(in crate::app) record: Option<Shown>,
    pub(in crate::app) trend: TrendState,
    pub(in crate::app) legend: crate::app::screens::portfolio::legend::Legend,
    pub(crate) write: Option<WriteId>,
    pub(crate) sides: Sides,
    pub(crate) history: History,
    pub(crate) toasts: Vec<Toast>,
    pub(crate) toast_id: u64,
    pub(crate) submitted: u64,
    pub(crate) expected: BTreeMap<DealId, (u64, Fields)>,
    pub(crate) events_seen: u64,
    pub(in crate::app) table: TableState,
    pub(in crate::app) selection: Selection,
    pub(in crate::app) bulk: Option<Bulk>,
    pub(in crate::app) views: Views,
    /// Whether the window shows large type for a projector.
    pub(in crate::app) presenting: bool,
    pub(in crate::app) trail: Option<crate::app::deals::board::focus_after_move::Trail>,
    pub(in crate::app) grab: Option<Grab>,
    pub(in crate::app) restored: Option<crate::app::tools::session::restore::Kept>,
    pub(in crate::app) afterwards: Vec<Effect>,
    pub(in crate::app) asking: crate::app::foundation::cx::in_flight::Asking,
    pub(in crate::app) completing: Option<crate::app::deals::pipeline::filter_completion::Completing>,
    pub(in crate::app) pointed_completion: Option<usize>,
    pub(in crate::app) no_deals_write: bool,
    pub(in crate::app) to_copy: Option<crate::app::tools::clipboard::copy::Copying>,
    pub(in crate::app) copied: Option<CopiedWhat>,
    pub(in crate::app) to_edit: Option<Edit>,
    pub(in crate::app) to_export: Option<Export>,
    pub(super) to_show_menu: bool,
    pub(super) to_zoom: Option<Zoom>,
    /// Whether the key was given on this machine, so that it can be taken off it again.
    pub(in crate::app) may_sign_out: bool,
    pub(in crate::app) to_sign_in: bool,
    pub(in crate::app) to_sign_out: bool,
    pub(in crate::app) looked_at: Option<(u64, Duration)>,
    /// What was typed into forms that were left.
    pub(in crate::app) drafts: crate::app::changes::forms::drafts::Drafts,
    pub(in crate::app) opened_notes: crate::app::changes::forms::note_merge::Opened,
    pub(in crate::app) acting: crate::app::records::act_for::act_for::Acting,
    /// What was asked of a list that is on its way.
    pub(super) ahead: Option<super::queued_keys::Ahead>,
    pub(in crate::app) deleting: Option<crate::app::changes::deal::delete_question::Armed>,
    /// The identifiers given last, until the service has answered for each.
    pub(in crate::app) given: Option<crate::app::records::lists::watched_ids::Given>,
    pub(in crate::app) leaving: crate::app::tools::session::quit::Leaving,
    pub(in crate::app) left_over: crate::app::records::activity::sent_at_start::LeftOver,
    /// The deals that are being moved back, with their names and where to.
    pub(in crate::app) moving_back: BTreeMap<String, (String, String)>,
    /// The request whose facts lie over the screen.
    pub(in crate::app) request: Option<crate::engine::RequestLine>,
    /// Whether of the requests the writes alone are shown.
    pub(in crate::app) only_writes: bool,
    /// The newest write that was told as kept from the last session.
    pub(in crate::app) held_again: Option<crate::engine::WriteId>,
    /// How many changes since the last visit there are to tell of.
    pub(in crate::app) since_told: usize,
    /// How the list of them is looked at.
    pub(in crate::app) since: crate::app::foundation::history::view::since::Looking,
    pub(crate) quitting: bool,
}

impl App {
    /// An application that knows nothing yet.
    pub fn new(options: Options, now: Timestamp) -> Self {
        let known_statuses = KnownStatuses {
            order: options.status_order.clone(),
            ..KnownStatuses::default()
        };
        Self {
            options,
            snapshot: Arc::default(),
            now,
            screen: Screen::Pipeline,
            layer: Layer::None,
            board: BoardState::default(),
            lens: Lens::default(),
            sieve: crate::app::foundation::dataset::filter_pass::Sieve::default(),
            whole: crate::app::foundation::dataset::all_deals::Whole::default(),
            named: crate::app::foundation::search::deal_names::Named::default(),
            known_statuses,
            deal: None,
            back_to: Screen::Pipeline,
            returning: None,
            pane: 0,
            scroll: 0,
            line_held: false,
            inbox: InboxState::default(),
            tasks: TasksState::default(),
            library: LibraryState::default(),
            explorer: ExplorerState::default(),
            record: None,
            trend: TrendState::default(),
            legend: crate::app::screens::portfolio::legend::Legend::default(),
            write: None,
            sides: Sides::default(),
            history: History::default(),
            toasts: Vec::new(),
            toast_id: 0,
            submitted: 0,
            expected: BTreeMap::new(),
            events_seen: 0,
            table: TableState::default(),
            selection: Selection::default(),
            bulk: None,
            views: Views::default(),
            presenting: false,
            only_writes: false,
            held_again: None,
            trail: None,
            grab: None,
            restored: None,
            afterwards: Vec::new(),
            asking: crate::app::foundation::cx::in_flight::Asking::default(),
            completing: None,
            pointed_completion: None,
            no_deals_write: false,
            to_copy: None,
            copied: None,
            to_edit: None,
            to_export: None,
            to_show_menu: false,
            to_zoom: None,
            may_sign_out: false,
            to_sign_in: false,
            to_sign_out: false,
            looked_at: None,
            drafts: crate::app::changes::forms::drafts::Drafts::default(),
            opened_notes: Vec::new(),
            acting: crate::app::records::act_for::act_for::Acting::default(),
            ahead: None,
            deleting: None,
            given: None,
            leaving: crate::app::tools::session::quit::Leaving::default(),
            left_over: crate::app::records::activity::sent_at_start::LeftOver::default(),
            moving_back: BTreeMap::new(),
            request: None,
            since_told: 0,
            since: crate::app::foundation::history::view::since::Looking::default(),
            quitting: false,
        }
    }

    /// Takes what is to be copied, once. Whoever takes it says what became of it ([`Action::Copied`] or
    /// [`Action::CopyFailed`]).
    pub fn take_copy(&mut self) -> Option<String> {
        let copying = self.to_copy.take()?;
        self.copied = Some(copying.said);
        Some(copying.text)
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
pub(in crate::app) mod testing;

#[cfg(test)]
mod app_tests;

#[cfg(test)]
mod desk_tests;

//! What a person does. Rule of the room: pure. An [`Action`] and a moment go in, [`Effect`]s come out; nothing here
//! reads a clock, a file or the network, so every behaviour is tested without any of them. Both front ends drive the
//! same [`App`]; what differs between them is how it is drawn.

mod abreast;
mod absorb;
mod acting;
mod action;
mod ahead;
mod answers;
mod apply;
mod asked;
mod asking;
mod bits;
mod board;
mod board_focus;
mod board_look;
mod board_order;
mod both_notes;
mod bulk;
mod bulk_outcome;
mod bulk_plan;
mod bulk_run;
mod bursts;
mod called;
mod cells;
mod change;
mod changes;
mod collation;
mod column;
mod column_figures;
mod commands;
mod complete;
mod conflict;
mod context;
mod copying;
mod decisions;
mod deleting;
mod discards;
mod drafts;
mod editing;
mod elsewhere;
mod enabled;
mod entered;
mod entrants;
mod entry;
mod entry_rules;
mod explored_of;
mod explored_rows;
mod explorer;
mod explorer_pages;
mod exporting;
mod facts;
mod family;
mod feet;
mod figures;
mod filter_by;
mod flagged;
mod fold;
mod forms;
mod grab;
mod groups;
mod head_figure;
mod held;
mod helping;
mod holding;
mod inbox;
mod inbox_focus;
mod inbox_local;
mod inbox_marks;
mod inbox_note;
mod inbox_rows;
mod inbox_run;
mod inbox_selection;
mod journal_lines;
mod kept;
mod kept_deletions;
mod key;
mod keymap;
mod keymap_error;
mod known_statuses;
mod landing;
mod lane_figures;
mod lanes;
mod layer;
mod leaving;
mod left_over;
mod legend;
mod lens;
mod library;
mod log_focus;
mod looks;
mod marked;
mod me;
mod menu_search;
mod metrics;
mod moments;
mod named;
mod namesakes;
mod navigate;
mod not_kept_here;
mod opening;
mod options;
mod order;
mod ordered;
mod other_sense;
mod out_of_sight;
mod outcomes;
mod overtaken;
mod own_columns;
mod own_keys;
mod palette;
mod parts;
mod plan;
mod pointed;
mod ranked;
mod reason;
mod records;
mod requests;
mod rights;
mod route;
mod sample_views;
mod saved_view;
mod seen;
mod selection;
mod session;
mod sheet;
mod shown;
mod sieve;
mod signing;
mod slept;
mod sorted;
mod stage_ages;
mod status_sums;
mod step;
mod strangers;
mod table;
mod table_layout;
mod tally;
mod task_moves;
mod tasks;
mod toast;
mod toast_changes;
mod toast_kind;
mod toast_writes;
mod toasts;
mod trail;
mod trends;
mod triage;
mod undeleting;
mod undo;
mod view_counts;
mod views;
mod views_back;
mod watching;
mod whole;
mod writes;
mod zoom;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

pub use acting::{ActFor, Offered, TurnFailure, UserRefusal};
pub use action::{ACTIONS, ActionId, ActionSpec};
pub use asked::Action;
pub use board::{BoardState, Cursor, Viewport};
pub use board_look::{BoardLook, CARD_PARTS, Density, Lanes, MOST_NUMBERS};
pub use bulk::{Bulk, BulkCounts, BulkRow, BulkStage, BulkState, BulkVerb};
pub use bursts::{Burst, Bursts};
pub use cells::Cells;
pub use change::{Again, Change, Gone};
pub use changes::{History, Undoes};
pub use column::{Column, ColumnError, MOST_COLUMNS, MOST_SORT_KEYS, SortKey};
pub use column_figures::ColumnFigure;
pub use commands::Command;
pub use conflict::Sides;
pub(crate) use conflict::choices;
pub use context::{Context, Group, Screen};
pub use copying::{CopiedBy, CopiedWhat, CopyWay};
pub use editing::{Edit, EditWhat};
pub use entrants::Entrants;
pub(crate) use entry::is_own_field;
pub use entry::{Ask, Entering, Moves};
pub use entry_rules::{AskedReason, EntryRule, EntryRuleError, EntryRules};
pub use explored_rows::Rows;
pub use explorer::{ExplorerState, RECORDS, SOURCES, Source, TREE};
pub(crate) use exporting::WRONG_ENDING;
pub use exporting::{Export, ExportForm, ExportWhat};
pub use family::FamilyItem;
pub use feet::Foot;
pub use figures::RATIOS;
pub use flagged::{Flag, Flagged};
pub use grab::Grab;
pub use head_figure::{Aggregate, FigureChoice, HeadFigure, HeadFigureError};
pub use inbox::{ALERTS, InboxState, InboxTab, KINDS, LIST, PREFERENCES};
pub use inbox_rows::Standing;
pub use inbox_run::MarkCounts;
pub use kept::KeptChange;
pub use key::{Key, KeyCode, KeyError};
pub use keymap::{FrontEnd, Keymap};
pub use keymap_error::KeymapError;
pub use known_statuses::KnownStatuses;
pub use landing::Landings;
pub use lane_figures::LaneFigures;
pub use lanes::Lane;
pub use layer::{FieldValue, Form, FormField, Layer, Menu, Palette, PaletteGroup, PaletteItem, Purpose};
pub use leaving::LeaveAnswer;
pub use legend::{Chart, Draw};
pub use lens::{Left, Lens, LensColumn, age_days};
pub use library::{DASHBOARDS, DEAL_VIEWS, DETAIL, LibraryState, SERVICE_VIEWS};
pub use me::kept_me;
pub use metrics::{Metrics, Slow};
pub use options::{Options, ThemeChoice};
pub use other_sense::OtherSense;
pub use outcomes::{JOURNAL, NOTICES, RIGHTS};
pub use parts::{ENTITY, PARTS, Part, part_of};
pub use reason::Reason;
pub use requests::REQUESTS;
pub use route::route_text;
pub use sample_views::sample_probabilities;
pub use saved_view::{Layout, SavedView, ViewError, view_name, views_from_text, views_to_text};
pub use selection::{Selection, SelectionSummary};
pub use sheet::{Sheet, SheetKind};
pub use shown::{Shown, ShownWhat};
pub use slept::Slept;
pub use stage_ages::Ages;
pub use strangers::Stranger;
pub use table::{TableState, TableViewport};
pub use table_layout::{GAP, TableLayout};
pub use tasks::{TaskLane, TasksState, due_of};
pub use toast::Toast;
pub use toast_kind::{ToastKind, Triaged};
pub use trends::{TREND, TrendState};
pub use triage::{Snooze, Triage};
pub use undo::Undid;
pub use views::{Views, kept_views, view_setting};
pub use zoom::Zoom;

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
    sieve: sieve::Sieve,
    /// Every deal in the board's own order.
    whole: whole::Whole,
    /// What was looked for by name last.
    named: named::Named,
    pub(crate) known_statuses: KnownStatuses,
    pub(crate) deal: Option<DealId>,
    /// The screen that the deal was opened from: there Esc leads back.
    pub(crate) back_to: Screen,
    /// A deal whose deletion was taken back, or its move out of sight: it has the focus again when it is there again.
    pub(crate) returning: Option<DealId>,
    pub(crate) pane: usize,
    pub(crate) scroll: usize,
    /// Whether a person put the focus on the line of the log that has it; else the newest one has it.
    line_held: bool,
    pub(crate) inbox: InboxState,
    tasks: TasksState,
    library: LibraryState,
    explorer: ExplorerState,
    record: Option<Shown>,
    trend: TrendState,
    legend: legend::Legend,
    pub(crate) write: Option<WriteId>,
    pub(crate) sides: Sides,
    pub(crate) history: History,
    pub(crate) toasts: Vec<Toast>,
    pub(crate) toast_id: u64,
    pub(crate) submitted: u64,
    pub(crate) expected: BTreeMap<DealId, (u64, Fields)>,
    pub(crate) events_seen: u64,
    table: TableState,
    selection: Selection,
    bulk: Option<Bulk>,
    views: Views,
    /// Whether the window shows large type for a projector.
    presenting: bool,
    trail: Option<trail::Trail>,
    grab: Option<Grab>,
    restored: Option<session::Kept>,
    afterwards: Vec<Effect>,
    asking: asking::Asking,
    completing: Option<complete::Completing>,
    pointed_completion: Option<usize>,
    no_deals_write: bool,
    to_copy: Option<copying::Copying>,
    copied: Option<CopiedWhat>,
    to_edit: Option<Edit>,
    to_export: Option<Export>,
    to_show_menu: bool,
    to_zoom: Option<Zoom>,
    /// Whether the key was given on this machine, so that it can be taken off it again.
    may_sign_out: bool,
    to_sign_in: bool,
    to_sign_out: bool,
    looked_at: Option<(u64, Duration)>,
    /// What was typed into forms that were left.
    drafts: drafts::Drafts,
    opened_notes: both_notes::Opened,
    acting: acting::Acting,
    /// What was asked of a list that is on its way.
    ahead: Option<ahead::Ahead>,
    deleting: Option<deleting::Armed>,
    /// The identifiers given last, until the service has answered for each.
    given: Option<watching::Given>,
    leaving: leaving::Leaving,
    left_over: left_over::LeftOver,
    /// The deals that are being moved back, with their names and where to.
    moving_back: BTreeMap<String, (String, String)>,
    /// The request whose facts lie over the screen.
    request: Option<crate::engine::RequestLine>,
    /// Whether of the requests the writes alone are shown.
    only_writes: bool,
    /// The newest write that was told as kept from the last session.
    held_again: Option<crate::engine::WriteId>,
    /// How many changes since the last visit there are to tell of.
    since_told: usize,
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
            sieve: sieve::Sieve::default(),
            whole: whole::Whole::default(),
            named: named::Named::default(),
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
            legend: legend::Legend::default(),
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
            asking: asking::Asking::default(),
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
            drafts: drafts::Drafts::default(),
            opened_notes: Vec::new(),
            acting: acting::Acting::default(),
            ahead: None,
            deleting: None,
            given: None,
            leaving: leaving::Leaving::default(),
            left_over: left_over::LeftOver::default(),
            moving_back: BTreeMap::new(),
            request: None,
            since_told: 0,
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
mod testing;

#[cfg(test)]
mod app_tests;

#[cfg(test)]
mod desk_tests;

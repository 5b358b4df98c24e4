//! State machine of the user interface: an action and a time go in, an [`Output`] comes out.
//!
//! This module performs no I/O and reads no clock, so tests need neither. Both front ends drive the same [`App`] and
//! differ only in drawing.

use crate::dataset::known_statuses::KnownStatuses;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::change_list::UndoHistory;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::query::local_test::FilterNeeds;
use crate::screens::agenda::agenda::AgendaState;
use crate::screens::explorer::explorer::ExplorerState;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::server_views::server_views::ServerViewsState;
use crate::screens::tasks::tasks::TasksState;
use crate::screens::views::views::Views;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Application state, without drawing.
#[derive(Clone, Debug)]
pub struct App {
    /// Shared context: the snapshot, overlays, toasts and the undo history.
    pub cx: crate::foundation::cx::app_cx::AppCx,
    /// Deals: filter, order, focus and selection.
    pub pipeline: Pipeline,
    /// Inbox: tab, filter and focus.
    pub inbox: InboxState,
    /// Tasks: board and focus.
    pub tasks: TasksState,
    /// Agenda: the focused day and entry.
    pub agenda: AgendaState,
    /// Views and dashboards, with their focus.
    pub server_views: ServerViewsState,
    /// Explorer of raw records.
    pub explorer: ExplorerState,
    /// Shown record, and the identifiers added last.
    pub lists: crate::records::lists::lists::ListsState,
    /// Display state of the portfolio's charts.
    pub portfolio: crate::screens::portfolio::portfolio::PortfolioState,
    /// Display of the flow.
    pub flow: crate::screens::flow::flow::FlowState,
    /// Focused write and focused request.
    pub activity: crate::records::activity::activity::ActivityState,
    /// Table layout of the deals.
    pub table: TableState,
    /// Current or prepared bulk change.
    pub bulk_change: crate::changes::bulk::bulk_change::BulkChange,
    /// The saved views.
    pub views: Views,
    /// Card being moved with the keyboard, and the focus after the move.
    pub card_move: crate::deals::board::card_move::CardMove,
    /// Start and end of the session.
    pub session: crate::tools::session::session::SessionState,
    /// Form texts.
    pub forms: crate::changes::forms::forms::FormsState,
    /// Delegated user.
    pub user_switch: crate::records::delegated_users::user_switch::UserSwitch,
    /// Keys queued for a list that is being loaded.
    pub(crate) queued_keys: Option<QueuedKeys>,
    /// Prompt before a deal is deleted.
    pub deletion: crate::changes::deal::delete_question::Deletion,
    /// Changes since the last visit.
    pub visit: crate::foundation::history::visit::VisitState,
}

impl App {
    /// Creates an application without any data.
    pub fn new(options: Options, now: Timestamp) -> Self {
        let known_statuses =
            KnownStatuses { order: options.status_order.clone(), ..KnownStatuses::default() };
        Self {
            cx: crate::foundation::cx::app_cx::AppCx {
                options,
                snapshot: Arc::default(),
                local_deals: Arc::default(),
                now,
                screen: Screen::Pipeline,
                pane: 0,
                scroll: 0,
                log_cursor_pinned: false,
                overlay: Overlay::None,
                toasts: Vec::new(),
                toast_id: 0,
                linked_toast: 0,
                history: UndoHistory::default(),
                submitted: 0,
                expected: BTreeMap::new(),
                in_flight: BTreeMap::new(),
                output: Output::default(),
                events_seen: 0,
                palette_choice: None,
                can_sign_out: false,
                presenting: false,
                undoing_moves: BTreeMap::new(),
                filter_needs: FilterNeeds::default(),
                trail: crate::foundation::cx::trail::Trail::default(),
            },
            pipeline: Pipeline { known_statuses, ..Pipeline::default() },
            inbox: InboxState::default(),
            tasks: TasksState::default(),
            agenda: AgendaState::default(),
            server_views: ServerViewsState::default(),
            explorer: ExplorerState::default(),
            lists: crate::records::lists::lists::ListsState::default(),
            portfolio: crate::screens::portfolio::portfolio::PortfolioState::default(),
            flow: crate::screens::flow::flow::FlowState::default(),
            activity: crate::records::activity::activity::ActivityState::default(),
            table: TableState::default(),
            bulk_change: crate::changes::bulk::bulk_change::BulkChange::default(),
            views: Views::default(),
            card_move: crate::deals::board::card_move::CardMove::default(),
            session: crate::tools::session::session::SessionState::default(),
            forms: crate::changes::forms::forms::FormsState::default(),
            user_switch: crate::records::delegated_users::user_switch::UserSwitch::default(),
            queued_keys: None,
            deletion: crate::changes::deal::delete_question::Deletion::default(),
            visit: crate::foundation::history::visit::VisitState::default(),
        }
    }
}

/// Maximum age of queued actions; later the user no longer expects them.
pub(super) const MAX_QUEUE_AGE: SignedDuration = SignedDuration::from_secs(3);

/// Actions queued for a list that is being loaded.
#[derive(Clone, Debug)]
pub(crate) struct QueuedKeys {
    pub(super) screen: Screen,
    pub(super) pane: usize,
    pub(super) actions: Vec<ActionId>,
    pub(super) since: Timestamp,
}

impl QueuedKeys {
    /// Returns the time at which the queue expires.
    pub(crate) fn expires_at(&self) -> Timestamp {
        self.since.saturating_add(MAX_QUEUE_AGE).unwrap_or(self.since)
    }
}

#[cfg(test)]
mod app_tests;

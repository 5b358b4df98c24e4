//! Immutable snapshot of everything that a front end may show.
//!
//! It is cheap to share and reflects one point in time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::note::DealNote;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::patch::Fields;
use crate::error::Error;
use crate::model::as_of::AsOf;
use crate::model::discarded::WriteProgress;
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::flow::FlowFigures;
use crate::model::history::filter_data::FilterData;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::observed::ObservedHistory;
use crate::model::pending_write::{WriteId, WriteKind, WriteProblem};
use crate::model::pending_writes::PendingWrites;
use crate::model::resources::learned_codes::LearnedCodes;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::permissions::Permissions;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::model::rule::LocalAlert;
use crate::model::storage_health::{QuarantinedFile, StorageHealth};
use crate::model::table::DealTable;

/// State of the engine at one point in time. Large parts are shared between snapshots.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Publication number, incremented by 1 each time.
    pub revision: u64,
    /// Number of processed effects; the snapshot reflects all of them.
    pub handled: u64,
    /// Past time of the deals, the portfolio and the history; `None` for the present.
    pub as_of: Option<AsOf>,
    /// Deals as the user sees them: confirmed rows with pending writes applied.
    pub deals: Arc<DealTable>,
    /// Exact number of deals per status code.
    ///
    /// They are the service's counts (`total` of `GET /deals?status=…`). While the full sync is incomplete, they are
    /// the only source, and pending writes are applied.
    pub status_totals: Arc<BTreeMap<String, u64>>,
    /// Extent and time of the pipeline sync.
    pub coverage: Coverage,
    /// Error of the last full sync, if it failed.
    pub deals_error: Option<Error>,
    /// Observations of this client over time.
    pub history: Arc<ObservedHistory>,
    /// Outbox entries, oldest first.
    pub writes: Arc<PendingWrites>,
    /// Connection state.
    pub connection: ConnectionState,
    /// `GET /entity`
    pub entity: Fetched<Entity>,
    /// `GET /portfolio/summary`
    pub portfolio: Fetched<PortfolioSummary>,
    /// Flow of the deals, once requested.
    pub flow: Option<Arc<FlowFigures>>,
    /// Data that filters asked for.
    pub filter_data: Arc<FilterData>,
    /// Known notifications.
    pub inbox: Arc<Inbox>,
    /// Requested resource kinds without a documented list, with their discovery state.
    pub resources: Arc<BTreeMap<ResourceKind, ResourceList>>,
    /// Permissions of the key, as learned from responses.
    pub permissions: Arc<Permissions>,
    /// Codes learned from the service.
    pub learned_codes: Arc<LearnedCodes>,
    /// Routes loaded individually, by request.
    pub loaded_routes: Arc<BTreeMap<RouteRequest, Fetched<JsonBody>>>,
    /// Recently opened deals, with their notes.
    pub details: Arc<BTreeMap<DealId, DealDetail>>,
    /// Latest requests, newest last.
    pub requests: Arc<Vec<RequestLine>>,
    /// Latest events to report, oldest first; `seq` identifies new ones.
    pub events: Arc<Vec<Event>>,
    /// Base URL of the service, without any secret.
    pub base_url: Arc<str>,
    /// Delegated user that owns the outbox; empty for the key itself.
    pub user: Arc<str>,
    /// Settings of this profile by name, such as saved views and private notes; `None` until loaded.
    pub settings: Option<Arc<BTreeMap<String, String>>>,
    /// Health of the local storage.
    pub storage: StorageHealth,
}

impl Snapshot {
    /// Returns whether any data of the service is cached, also from earlier runs.
    pub fn has_cached_data(&self) -> bool {
        self.coverage.complete_at.is_some()
            || !self.deals.is_empty()
            || !self.inbox.items.is_empty()
            || self.entity.value.is_some()
            || self.portfolio.value.is_some()
    }
}

/// Extent of the pipeline in the table.
///
/// Pending writes are applied to its numbers as to the deals: a deal with a pending deletion is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coverage {
    /// Number of deals loaded in the current pass.
    pub fetched: u64,
    /// Total stated by the service.
    pub total: Option<u64>,
    /// End of the last complete pass.
    pub complete_at: Option<Timestamp>,
    /// True while a pass is in progress.
    pub syncing: bool,
    /// Number of deals that the service counts outside the known statuses.
    pub in_unknown_status: u64,
    /// True if the last full sync differed from the service's count, despite retries.
    pub count_mismatch: bool,
}

/// Connection state and, without responses, the reason.
#[derive(Clone, Debug, Default)]
pub enum ConnectionState {
    /// No request has been sent yet.
    #[default]
    Starting,
    /// Offline mode, chosen by the user; the network may be available.
    OfflineMode,
    /// The last response was successful.
    Online,
    /// The service answers slowly.
    Slow {
        /// Start of this state.
        since: Timestamp,
    },
    /// No connection; retries are automatic.
    Offline {
        /// Start of this state.
        since: Timestamp,
        /// Time of the next attempt.
        retry_at: Timestamp,
        /// Last failure.
        error: Error,
    },
    /// Rate limit: the service asked to wait (429).
    RateLimited {
        /// No request is sent before this time.
        until: Timestamp,
    },
    /// The service rejected the key (401).
    SignInNeeded {
        /// The rejection.
        error: Error,
    },
    /// The service answers with errors (5xx) or violates the contract.
    Failing {
        /// Time of the next attempt.
        retry_at: Timestamp,
        /// Last failure.
        error: Error,
    },
}

impl ConnectionState {
    /// Returns the time before which no load and no pending write is sent, if known.
    pub fn paused_until(&self) -> Option<Timestamp> {
        match self {
            Self::Offline { retry_at: at, .. }
            | Self::RateLimited { until: at }
            | Self::Failing { retry_at: at, .. } => Some(*at),
            Self::Starting
            | Self::Online
            | Self::Slow { .. }
            | Self::OfflineMode
            | Self::SignInNeeded { .. } => None,
        }
    }
}

/// Full data of one deal.
#[derive(Clone, Debug, Default)]
pub struct DealDetail {
    /// `GET /deals/{deal_id}`
    pub deal: Fetched<Deal>,
    /// `GET /deals/{deal_id}/notes`
    pub notes: Fetched<Vec<DealNote>>,
    /// Observations of the deal, oldest first.
    pub history: Arc<Vec<HistoryEntry>>,
}

/// Known notifications.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// Notifications, newest first.
    pub items: Vec<NotificationRow>,
    /// Source of the list.
    pub mode: ListMode,
    /// Time of the last load.
    pub fetched_at: Option<Timestamp>,
    /// Error of the last load, if it failed.
    pub error: Option<Error>,
    /// True while a load is in progress.
    pub loading: bool,
}

/// One notification with pending writes applied.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationRow {
    /// Identifier.
    pub id: NotificationId,
    /// Title as received; not sanitised yet.
    pub title: String,
    /// `severity` as received (not in the contract); empty if absent.
    pub severity: String,
    /// True if it is read, confirmed or by a pending mark.
    pub read: bool,
    /// True while a mark is in the outbox or being sent.
    pub pending: bool,
    /// True if a mark was rejected and the user must decide.
    pub rejected: bool,
    /// The service's date, if it sends one (not in the contract).
    pub created_at: Option<Timestamp>,
    /// Time of the first observation by this client.
    pub first_seen: Timestamp,
    /// The raised rule, for a local notification; the server does not have it.
    pub local: Option<Arc<LocalAlert>>,
}

/// One logged request. Never contains a secret, a bearer or a body.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestLine {
    /// Send time.
    pub at: Timestamp,
    /// HTTP method.
    pub method: &'static str,
    /// Path under the base URL; with the query for requests of this session.
    pub path: String,
    /// Status of the response, if there was one.
    pub status: Option<u16>,
    /// Failure, if no response came.
    pub fault: Option<String>,
    /// Number of the attempt within the call, from 1.
    pub attempt: u32,
    /// `X-Request-ID`
    pub request_id: String,
    /// Duration until the response.
    pub took: Duration,
}

impl RequestLine {
    /// Returns whether the request is a write. A token exchange is not a write.
    #[must_use]
    pub fn is_write(&self) -> bool {
        self.method != "GET" && !self.path.starts_with("/auth/")
    }
}

/// An event to report to the user once.
#[derive(Clone, Debug)]
pub struct Event {
    /// Event number, incremented by 1 each time.
    pub seq: u64,
    /// Kind of the event.
    pub kind: EventKind,
}

/// Reason why an undo was not performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoSkipReason {
    /// Another process has changed the value since.
    Changed,
    /// The change was never sent.
    NeverSent,
    /// The change is part of a blocked write that needs the user's decision.
    NeedsDecision,
    /// The deal is deleted.
    Deleted,
}

/// Kind of an [`Event`].
#[derive(Clone, Debug)]
pub enum EventKind {
    /// The service applied a write.
    Applied {
        /// Kind of the write.
        kind: WriteKind,
        /// Id of the record at the service.
        record: String,
        /// Name of the record.
        label: String,
        /// Former temporary id, for a creation.
        temp_id: Option<String>,
    },
    /// The service rejected a write, which is now blocked.
    Rejected {
        /// Kind of the write.
        kind: WriteKind,
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// Reason of the rejection.
        problem: WriteProblem,
    },
    /// A write is in conflict with a changed record, and is now blocked.
    Conflict {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
    },
    /// A creation is stored and shown with a temporary id.
    Created {
        /// Temporary id.
        record: String,
        /// Name of the record.
        label: String,
        /// Fields of the creation.
        fields: Fields,
        /// Id of the deleted deal that it replaces, if any.
        replaced_id: Option<String>,
        /// Conflicting write over a deleted deal that this creation resolves, if any.
        resolved_write: Option<WriteId>,
    },
    /// A deletion or mark could not be cancelled: it was already sent.
    TooLate {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
    },
    /// A deletion to be undone is being sent; its outcome is reported later.
    DeletionInFlight {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
    },
    /// Nothing to do: the requested state already exists.
    ///
    /// A write to be undone was never sent, and was cancelled or discarded before, possibly by another process.
    NothingToDo {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// True if the service may have applied the discarded write.
        in_doubt: bool,
    },
    /// The service already had the wanted values: nothing was sent, and there is nothing to undo.
    AlreadyApplied {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// Fields as the user saw them before.
        base: Fields,
        /// Wanted fields.
        fields: Fields,
    },
    /// Another process resolved a conflict over a change made here.
    ///
    /// The change replaces the service's values at that time, and not the ones that the user started from.
    ConflictResolvedByPeer {
        /// Id of the record.
        record: String,
        /// Fields that the change was compared with before.
        base: Fields,
        /// Fields that the change was to set.
        fields: Fields,
        /// The service's values of the fields.
        service_values: Fields,
        /// Fields that are sent.
        sent: Fields,
    },
    /// An undo was not performed.
    UndoSkipped {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// Reason.
        reason: UndoSkipReason,
    },
    /// A change cancelled here stays pending, because another process requested the same.
    SameWriteByPeer {
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
    },
    /// Another process discarded or cancelled a write.
    DiscardedByPeer {
        /// The write.
        write: WriteId,
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// Progress of the write.
        progress: WriteProgress,
    },
    /// A deal to be deleted was already deleted at the service.
    AlreadyDeleted {
        /// Id of the deal.
        record: String,
        /// Name of the deal.
        label: String,
    },
    /// The user's change could not be stored on this device, so it was not made.
    WriteNotStored {
        /// Kind of the write.
        kind: WriteKind,
        /// Id of the record.
        record: String,
        /// Name of the record.
        label: String,
        /// Fields of the change.
        fields: Fields,
    },
    /// A setting could not be stored; its old value stays.
    SettingsNotStored {
        /// Values to store by name; `None` for a removal.
        settings: Vec<(String, Option<String>)>,
    },
    /// Writes were still scheduled when the program ended: their full undo window starts again.
    Rescheduled {
        /// Number of writes.
        count: usize,
        /// Send time of the first one.
        until: Timestamp,
    },
    /// A store file was damaged when it was opened; readable content was recovered.
    Damaged {
        /// The file, its recovered content and its new path.
        file: QuarantinedFile,
    },
    /// The store failed to save data; the text is for a log.
    StoreFailed {
        /// The failure.
        error: Error,
    },
}

//! The one thing a front end reads: everything it may show, as of one moment, immutable and cheap to share.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::json::dynamic_body::Body;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::note::DealNote;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::patch::Fields;
use crate::error::Error;
use crate::model::discarded::Reached;
use crate::model::fetched::{Asked, Remote};
use crate::model::history_entry::Entry;
use crate::model::learned_codes::Vocabulary;
use crate::model::list_source::Mode;
use crate::model::observed::Observed;
use crate::model::pending_write::{WriteId, WriteKind, WriteProblem};
use crate::model::pending_writes::Writes;
use crate::model::permissions::Rights;
use crate::model::resource_kind::Family;
use crate::model::resource_list::FamilyList;
use crate::model::storage_health::{Keeping, SetAside};
use crate::model::table::DealTable;

/// What the engine knows, at one moment. Large parts are shared between snapshots.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Grows by one with every publication.
    pub revision: u64,
    /// How many effects have been taken in so far: what was asked before is reflected here.
    pub handled: u64,
    /// The deals as a person sees them: confirmed rows with the outbox laid over them.
    pub deals: Arc<DealTable>,
    /// The exact number of deals per status code as the service counts them (`total` of `GET /deals?status=…`); until
    /// everything has been read, when nothing else tells it, with the outbox laid over it as over the deals.
    pub status_totals: Arc<BTreeMap<String, u64>>,
    /// How much of the pipeline has been read, and when.
    pub coverage: Coverage,
    /// Why the last reading of the pipeline failed, if it did.
    pub deals_error: Option<Error>,
    /// What this client observed over time.
    pub observed: Arc<Observed>,
    /// The outbox, oldest first.
    pub writes: Arc<Writes>,
    /// Whether the service answers.
    pub connection: Connection,
    /// `GET /entity`
    pub entity: Remote<Entity>,
    /// `GET /portfolio/summary`
    pub portfolio: Remote<PortfolioSummary>,
    /// The notifications known here.
    pub inbox: Arc<Inbox>,
    /// The families asked for whose list the contract does not document, with how each is known.
    pub families: Arc<BTreeMap<Family, FamilyList>>,
    /// What this key may do, as its answers told.
    pub rights: Arc<Rights>,
    /// The codes the service speaks, as they were learned.
    pub words: Arc<Vocabulary>,
    /// The routes read on their own, by what was asked.
    pub explored: Arc<BTreeMap<Asked, Remote<Body>>>,
    /// The deals opened lately, with their notes.
    pub details: Arc<BTreeMap<DealId, DealDetail>>,
    /// The latest requests, newest last.
    pub requests: Arc<Vec<RequestLine>>,
    /// The latest outcomes worth telling, oldest first; `seq` says which are new.
    pub events: Arc<Vec<Event>>,
    /// The address of the service, without any secret.
    pub base_url: Arc<str>,
    /// The delegated user acted for, to whom the outbox belongs; empty where the key acts for itself.
    pub user: Arc<str>,
    /// The settings kept for this profile, by name: saved views, private notes, where one left off. `None` until they
    /// have been read.
    pub settings: Option<Arc<BTreeMap<String, String>>>,
    /// How well this machine keeps what it should.
    pub keeping: Keeping,
}

impl Snapshot {
    /// Whether anything of the service is held here, from this run or an earlier one.
    pub fn anything_read(&self) -> bool {
        self.coverage.complete_at.is_some()
            || !self.deals.is_empty()
            || !self.inbox.items.is_empty()
            || self.entity.value.is_some()
            || self.portfolio.value.is_some()
    }
}

/// How much of the pipeline the table holds. Its numbers have the outbox laid over them as the deals have: a deal that is
/// to be deleted is in none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coverage {
    /// How many deals have been read in the pass that counts.
    pub read: u64,
    /// How many the service says there are.
    pub total: Option<u64>,
    /// When the last complete pass ended.
    pub complete_at: Option<Timestamp>,
    /// Whether a pass is under way.
    pub reading: bool,
    /// How many deals the service counts in no status that is known here.
    pub unknown_status: u64,
    /// Whether the last reading brought another number than the service counted then, however often it asked.
    pub miscounted: bool,
}

/// Whether the service answers, and if not, why not.
#[derive(Clone, Debug, Default)]
pub enum Connection {
    /// Nothing has been asked yet.
    #[default]
    Starting,
    /// Nothing is asked, because the person wants it so: there may well be a connection.
    Withheld,
    /// The last answer was a good one.
    Online,
    /// Answers come, but take long.
    Slow {
        /// Since when.
        since: Timestamp,
    },
    /// No connection; the next attempt comes by itself.
    Offline {
        /// Since when.
        since: Timestamp,
        /// When it will be tried again.
        retry_at: Timestamp,
        /// The last failure.
        error: Error,
    },
    /// The service asked to wait (429).
    RateLimited {
        /// No request leaves before this moment.
        until: Timestamp,
    },
    /// The key was refused (401).
    SignInNeeded {
        /// The refusal.
        error: Error,
    },
    /// The service answers with errors (5xx) or with what the contract does not allow.
    Failing {
        /// When it will be tried again.
        retry_at: Timestamp,
        /// The last failure.
        error: Error,
    },
}

impl Connection {
    /// Until when nothing leaves, where that is known: neither a reading nor a write that waits.
    pub fn closed_until(&self) -> Option<Timestamp> {
        match self {
            Self::Offline { retry_at: at, .. }
            | Self::RateLimited { until: at }
            | Self::Failing { retry_at: at, .. } => Some(*at),
            Self::Starting
            | Self::Online
            | Self::Slow { .. }
            | Self::Withheld
            | Self::SignInNeeded { .. } => None,
        }
    }
}

/// One deal read whole.
#[derive(Clone, Debug, Default)]
pub struct DealDetail {
    /// `GET /deals/{deal_id}`
    pub deal: Remote<Deal>,
    /// `GET /deals/{deal_id}/notes`
    pub notes: Remote<Vec<DealNote>>,
    /// What this client observed of it, oldest first.
    pub history: Arc<Vec<Entry>>,
}

/// The notifications known here.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// Newest first.
    pub items: Vec<NotificationRow>,
    /// Where the list comes from.
    pub mode: Mode,
    /// When it was last read.
    pub read_at: Option<Timestamp>,
    /// Why the last reading failed, if it did.
    pub error: Option<Error>,
    /// Whether a reading is under way.
    pub loading: bool,
}

/// One notification with the outbox laid over it.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationRow {
    /// Its identifier.
    pub id: NotificationId,
    /// Its title as received; not yet fit for a screen.
    pub title: String,
    /// Its `severity` as received (not in the contract); empty where none is sent.
    pub severity: String,
    /// Whether it is read, as the person sees it: confirmed, or marked here and waiting.
    pub read: bool,
    /// Whether a mark waits in the outbox, or is on its way.
    pub pending: bool,
    /// Whether a mark was refused, and stays until the person has decided.
    pub refused: bool,
    /// The service's date, where it sends one (not in the contract).
    pub created_at: Option<Timestamp>,
    /// When this client first saw it.
    pub first_seen: Timestamp,
}

/// One request as the log shows it. Never holds a secret, a bearer or a body.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestLine {
    /// When it was sent.
    pub at: Timestamp,
    /// The HTTP method.
    pub method: &'static str,
    /// The path under the base URL; of a request of this session with its query.
    pub path: String,
    /// The status answered, if there was an answer.
    pub status: Option<u16>,
    /// Where it failed, if no answer came.
    pub fault: Option<String>,
    /// Which try of the call it was, from 1.
    pub attempt: u32,
    /// `X-Request-ID`
    pub request_id: String,
    /// How long the answer took.
    pub took: Duration,
}

impl RequestLine {
    /// Whether it was to change something; a token is only fetched.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.method != "GET" && !self.path.starts_with("/auth/")
    }
}

/// An outcome worth telling the person once.
#[derive(Clone, Debug)]
pub struct Event {
    /// Grows by one with each event.
    pub seq: u64,
    /// What happened.
    pub kind: EventKind,
}

/// Why what was to be taken back is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftAs {
    /// It is otherwise since, by the doing of another window or of the command line.
    Changed,
    /// It was never sent.
    Never,
    /// It is part of a write that stands in the outbox until the person decides.
    ToDecide,
    /// The deal is deleted.
    Deleted,
}

/// What an [`Event`] tells.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A write was applied by the service.
    Applied {
        /// Which mutation.
        kind: WriteKind,
        /// The record's id on the service.
        record: String,
        /// Its name.
        label: String,
        /// The temporary id it had, for a creation.
        was: Option<String>,
    },
    /// A write was refused and is parked in the outbox.
    Refused {
        /// Which mutation.
        kind: WriteKind,
        /// The record's id.
        record: String,
        /// Its name.
        label: String,
        /// Why.
        problem: WriteProblem,
    },
    /// A write met a record that had changed, and is parked in the outbox.
    Conflict {
        /// The record's id.
        record: String,
        /// Its name.
        label: String,
    },
    /// A creation is on disk and shown under a temporary id.
    Created {
        /// The temporary id.
        record: String,
        /// Its name.
        label: String,
        /// The fields it is created with.
        fields: Fields,
        /// The id of the deleted deal that it takes the place of, if it does.
        again: Option<String>,
        /// The write in conflict over a deal that is gone which it was decided to stand for, if it was.
        decided: Option<WriteId>,
    },
    /// A deletion or mark could not be taken back: it had already left.
    TooLate {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
    },
    /// A deletion that is to be taken back is on its way: whether it is done is told once that is known.
    Leaving {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
    },
    /// Nothing was to be done: what was asked is so already. What was to be taken back never left, and was taken back or
    /// given up before, by whoever.
    AlreadySo {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
        /// Whether the service may have applied what was given up.
        in_doubt: bool,
    },
    /// What a change wanted was so at the service before it left: nothing was sent, and there is nothing to take back.
    FoundSo {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
        /// The fields as they were seen before it.
        base: Fields,
        /// The fields that it wanted.
        fields: Fields,
    },
    /// A conflict over a change that was made here was decided by another window or the command line: it takes the place of
    /// what the service held, not of what stood there when the person began.
    DecidedElsewhere {
        /// The record's id.
        record: String,
        /// The fields as the change was measured against until then.
        base: Fields,
        /// The fields that it was to set.
        fields: Fields,
        /// The fields as the service held them.
        over: Fields,
        /// The fields that are set.
        sent: Fields,
    },
    /// What was to be taken back is left as it is, and nothing was done.
    ChangedSince {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
        /// Why.
        left: LeftAs,
    },
    /// What was taken back here waits all the same: another window or the command line asked for it as well.
    SameElsewhere {
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
    },
    /// Another window, or the command line, gave a write up or took it back.
    DroppedElsewhere {
        /// Which write.
        write: WriteId,
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
        /// How far it had come.
        reached: Reached,
    },
    /// A deal that was to be deleted was deleted at the service before: what was wished is so.
    GoneAlready {
        /// The deal's id.
        record: String,
        /// The deal's name.
        label: String,
    },
    /// What the person asked could not be kept on this machine, so nothing was done about it.
    NotKept {
        /// Which mutation.
        kind: WriteKind,
        /// The record's id.
        record: String,
        /// The record's name.
        label: String,
        /// What they wrote.
        fields: Fields,
    },
    /// What a person keeps for themselves could not be kept: it is as it was.
    SettingsNotKept {
        /// What was to be kept, by name; `None` where it was to be forgotten.
        settings: Vec<(String, Option<String>)>,
    },
    /// Writes were still held when the program ended: they are held again, for a full window.
    HeldAgain {
        /// How many.
        count: usize,
        /// When the first of them leaves.
        until: Timestamp,
    },
    /// A file of the store was damaged when it was opened; what could be read of it is kept.
    Damaged {
        /// Which file, what was saved of it and where it is.
        found: SetAside,
    },
    /// The store could not keep something; what, in words for a log.
    StoreFailed {
        /// The failure.
        error: Error,
    },
}

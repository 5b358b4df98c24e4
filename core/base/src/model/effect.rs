//! Requests of the application to the engine. Creating an effect has no side effects.

use std::time::Duration;

use crate::contract::ids::{DealId, IdempotencyKey, NotificationId};
use crate::contract::patch::Fields;
use crate::model::as_of::AsOf;
use crate::model::fetched::RouteRequest;
use crate::model::flow::FlowRequest;
use crate::model::history::visit::Visit;
use crate::model::pending_write::WriteId;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::rule::RuleConfig;
use crate::query::local_test::FilterNeeds;

/// One request to the engine. Writes are stored in the outbox before anything is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Reload the data of the open screens now.
    Refresh,
    /// Load one deal and its notes (`GET /deals/{deal_id}`, `…/notes`).
    LoadDeal(DealId),
    /// Load the portfolio summary and the entity.
    LoadPortfolio,
    /// Collect received fields and observed changes for filters, and keep them up to date.
    LoadFilterData(FilterNeeds),
    /// Compute the flow of the deals from the local history.
    LoadFlow(FlowRequest),
    /// Load the notifications, if the service lists them.
    LoadNotifications,
    /// Load a resource kind without a documented list.
    ///
    /// Loads its list if the service has one, else its watched records.
    LoadResources(ResourceKind),
    /// Discover the lists of all unknown resource kinds in turn; sends no write.
    Discover,
    /// Watch identifiers of a resource kind, and load them.
    Watch {
        /// Resource kind.
        kind: ResourceKind,
        /// Identifiers; [`crate::model::parse_ids::parse_pasted`] finds them in a text.
        ids: Vec<String>,
    },
    /// Stop watching identifiers of a resource kind.
    Unwatch {
        /// Resource kind.
        kind: ResourceKind,
        /// Identifiers.
        ids: Vec<String>,
    },
    /// Load any route (`GET`) of any shape.
    LoadRoute(RouteRequest),
    /// Change fields of a deal (`PUT /deals/{deal_id}`).
    ///
    /// Coalesces with an unsent change of the same deal. A change back to the service's values removes the outbox
    /// entry.
    Update {
        /// Deal to change.
        deal: DealId,
        /// Fields to change, and no others.
        fields: Fields,
        /// The same fields as the user saw them, for conflict detection.
        base: Fields,
        /// Name of the deal, for messages.
        label: String,
        /// Undo window before the write is sent.
        undo_delay: Duration,
    },
    /// Change fields of a writable record.
    ///
    /// That is a task (`PUT /tasks/{task_id}`) or a saved view (`PUT /users/me/saved-views/{view_id}`). Coalesces as
    /// [`Effect::Update`] does.
    UpdateRecord {
        /// Resource kind; only tasks and saved views are writable.
        kind: ResourceKind,
        /// Record to change.
        id: String,
        /// Fields to change, and no others.
        fields: Fields,
        /// The same fields as the user saw them.
        base: Fields,
        /// Name of the record, for messages.
        label: String,
        /// Undo window before the write is sent.
        undo_delay: Duration,
    },
    /// Create a deal (`POST /deals`), shown with a temporary id until the service answers.
    Create {
        /// Fields of the new deal.
        fields: Fields,
        /// Name of the deal, for messages.
        label: String,
    },
    /// Write a row of an import under its own key: create the deal if its id is temporary, otherwise change it.
    Import {
        /// Deal to create or to change.
        deal: DealId,
        /// Key of the row, the same at each start of the import.
        key: IdempotencyKey,
        /// Fields of the new deal, or fields to change.
        fields: Fields,
        /// The changed fields as the plan showed them.
        base: Fields,
        /// Name of the deal, for messages.
        label: String,
        /// Undo window before the write is sent.
        undo_delay: Duration,
    },
    /// Create a deleted deal again; the service assigns another id.
    ///
    /// Fields that only an update can set follow in a second write.
    Recreate {
        /// Former id.
        deal: DealId,
        /// Fields of the creation.
        fields: Fields,
        /// Fields of the following update; may be empty.
        update: Fields,
        /// Name of the deal, for messages.
        label: String,
    },
    /// Delete a deal (`DELETE /deals/{deal_id}`) after the undo window.
    Delete {
        /// Deal to change.
        deal: DealId,
        /// Writable fields of the deal as the user saw them.
        ///
        /// If the service has other values, the user must confirm again.
        base: Fields,
        /// Name of the deal, for messages.
        label: String,
        /// Undo window before the write is sent.
        undo_delay: Duration,
    },
    /// Cancel the unsent deletion of a deal.
    CancelDelete(DealId),
    /// Mark notifications as read (`POST …/actions/read`), with one paced request for each.
    MarkRead {
        /// Notifications to mark.
        ids: Vec<NotificationId>,
        /// Undo window before the writes are sent.
        undo_delay: Duration,
    },
    /// Cancel unsent read marks.
    CancelRead(Vec<NotificationId>),
    /// Reload the delegated users of this key and their pending writes on this device.
    RefreshUsers,
    /// Report the user's attention; polling slows down without it.
    SetVisibility(Visibility),
    /// Extend every undo window to at least this length while the user views undo options.
    ExtendUndoWindows(Duration),
    /// Show the deals as they were known at a past time; `None` shows the present.
    ShowAsOf(Option<AsOf>),
    /// Use these rules from now on.
    SetRules(Box<RuleConfig>),
    /// Report that the user views the changes since the last visit; they count as seen after this visit.
    ViewChanges,
    /// End the visit: all changes so far count as seen.
    EndVisit,
    /// Undo the end of the visit: changes since the previous end count as unseen again.
    ResumeVisit(Option<Visit>),
    /// Send a blocked or scheduled write now.
    Retry(WriteId),
    /// Resolve a conflict: send these fields over the service's current values.
    ///
    /// Without fields, the service's version stays.
    ResolveConflict {
        /// Write in conflict.
        write: WriteId,
        /// Fields for which the user's value wins.
        keep_mine: Vec<String>,
        /// Undo window before the result is sent.
        undo_delay: Duration,
    },
    /// Undo an unsent conflict resolution; the conflict returns with both sides.
    ReopenConflict {
        /// Write that was in conflict.
        write: WriteId,
        /// Record that it changes.
        record: String,
        /// Name of the record, for messages.
        label: String,
    },
    /// Discard a write that is not known to be applied.
    Discard(WriteId),
    /// Restore a discarded write with its key, attempts and doubt.
    ///
    /// A blocked write is blocked again; any other is scheduled.
    Restore {
        /// Former outbox number.
        write: WriteId,
        /// Record that it changes.
        record: String,
        /// Name of the record, for messages.
        label: String,
        /// Undo window before it is sent.
        undo_delay: Duration,
    },
    /// Store a setting of this profile; `None` removes it.
    ///
    /// Examples are saved views, private notes and the last position. Settings are local and never sent.
    SaveSetting {
        /// Name of the setting.
        name: String,
        /// Value of the setting.
        value: Option<String>,
    },
    /// Store or remove several settings atomically.
    SaveSettings(Vec<(String, Option<String>)>),
}

impl Effect {
    /// Returns whether the effect needs no outbox: it only reads, or stores a setting.
    pub fn needs_no_outbox(&self) -> bool {
        matches!(
            self,
            Self::LoadPortfolio
                | Self::LoadFlow(_)
                | Self::LoadFilterData(_)
                | Self::LoadNotifications
                | Self::LoadResources(_)
                | Self::LoadRoute(_)
                | Self::LoadDeal(_)
                | Self::SaveSetting { .. }
                | Self::SaveSettings(_)
        )
    }

    /// Returns whether the effect only loads data or changes what is shown. A past day allows no other.
    pub fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::Refresh
                | Self::LoadDeal(_)
                | Self::LoadPortfolio
                | Self::LoadFlow(_)
                | Self::LoadFilterData(_)
                | Self::LoadNotifications
                | Self::LoadResources(_)
                | Self::LoadRoute(_)
                | Self::Discover
                | Self::RefreshUsers
                | Self::SetVisibility(_)
                | Self::ExtendUndoWindows(_)
                | Self::ShowAsOf(_)
                | Self::ViewChanges
        )
    }

    /// Returns whether the effect adds a write to the outbox or cancels one.
    pub fn is_write(&self) -> bool {
        matches!(
            self,
            Self::Update { .. }
                | Self::UpdateRecord { .. }
                | Self::Create { .. }
                | Self::Import { .. }
                | Self::Delete { .. }
                | Self::CancelDelete(_)
                | Self::MarkRead { .. }
                | Self::CancelRead(_)
        )
    }
}

/// Attention of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// The user is active.
    #[default]
    Foreground,
    /// The window is visible, but the user has been inactive for a while.
    Idle,
    /// The window or terminal is invisible: minimised, covered, or on another screen.
    Hidden,
}

impl Visibility {
    /// Returns the factor by which polling intervals grow.
    pub fn polling_factor(self) -> u32 {
        match self {
            Self::Foreground => 1,
            Self::Idle => 3,
            Self::Hidden => 15,
        }
    }
}

/// Default minimum interval between read marks of notifications.
pub const MARK_READ_INTERVAL: Duration = Duration::from_millis(100);

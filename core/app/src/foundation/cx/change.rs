//! One undoable change, with the data that undo and redo need.

use std::collections::BTreeSet;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::model::history::visit::Visit;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::resources::resource_kind::ResourceKind;

use crate::foundation::cx::change_types::{FlagChange, LocalSettingsChange, RecordSource, SnoozeChange};

/// A change that the user made.
#[derive(Clone, Debug, PartialEq)]
pub enum UndoableChange {
    /// Fields of a deal.
    Fields {
        /// Deal id.
        deal: DealId,
        /// Name of the deal.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// Creation or deletion of a deal.
    Existence {
        /// Deal id.
        deal: DealId,
        /// Name of the deal.
        label: String,
        /// True if the change created the deal; otherwise it deleted it.
        created: bool,
        /// Values for creating the deal again.
        recreate: RecreateFields,
        /// State of the deletion. Once it is sent, undo can only create the deal again.
        deletion: DeletionState,
    },
    /// Notifications that were marked as read.
    MarkedRead {
        /// Ids that the server is asked to mark as read.
        ids: Vec<NotificationId>,
        /// Ids that were only marked unread locally; the server gets no request for them.
        local_ids: Vec<NotificationId>,
    },
    /// Fields of a record of a resource kind.
    Record {
        /// Resource kind.
        kind: ResourceKind,
        /// Record id.
        id: String,
        /// Name of the record.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// A pending write that was discarded before the server accepted it.
    Discarded(Box<UndoableDiscard>),
    /// A decided conflict whose outcome is not sent yet. Until then, undo reverts the decision itself.
    Decided(Box<Decision>),
    /// Changes that were marked as seen.
    MarkedSeen {
        /// End of the previous visit; `None` for the first visit.
        before: Option<Visit>,
        /// Number of changes listed until then.
        changes: usize,
    },
    /// Notes or views that are stored only on this machine.
    LocalSettings(Box<LocalSettingsChange>),
    /// A filter that was removed wholly or in part: of the deals, or of the records of an explored source.
    Filter {
        /// Explored source; `None` for the deals.
        source: Option<RecordSource>,
        /// The filter before.
        before: String,
        /// The filter after.
        after: String,
    },
    /// Notifications that were snoozed or woken.
    Snoozed(Box<SnoozeChange>),
    /// Notifications whose star or local unread flag was set or removed.
    Flagged(Box<FlagChange>),
    /// Watched identifiers that were added or removed.
    Watched {
        /// Resource kind.
        kind: ResourceKind,
        /// Identifiers that changed; those already watched before are left out.
        ids: Vec<String>,
        /// True if they are watched now.
        watched: bool,
    },
    /// Several changes made together and undone together.
    Many(Vec<UndoableChange>),
}

impl UndoableChange {
    /// Returns the fields before and after, if this is a field change of `record`.
    pub(crate) fn fields_of(&mut self, record: &str) -> Option<(&mut Fields, &mut Fields)> {
        match self {
            Self::Fields { deal, before, after, .. } if deal.as_str() == record => Some((before, after)),
            Self::Record { id, before, after, .. } if id == record => Some((before, after)),
            _ => None,
        }
    }

    /// Builds the undoable change for a decided conflict over a write of another session. `mine` names the fields that
    /// the user keeps; `theirs` holds the server's values. Returns `None` if nothing can be undone.
    pub(crate) fn from_decision(
        write: &PendingWrite,
        theirs: &Fields,
        mine: &BTreeSet<String>,
    ) -> Option<Self> {
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (name, value) in write.fields.iter().filter(|(name, _)| mine.contains(*name)) {
            // Without a known server value there is nothing to go back to.
            if let Some(server_value) = theirs.get(name).or_else(|| write.base.get(name)) {
                before.set_raw(name, server_value.to_owned());
                after.set_raw(name, value.to_owned());
            }
        }
        if after.is_empty() {
            return None;
        }
        let (label, id) = (write.label.clone(), write.record.clone());
        if let Some(kind) = kind_of_write(write.kind) {
            return Some(Self::Record { kind, id, label, before, after });
        }
        let deal = DealId::new(id).ok().filter(|_| write.kind == WriteKind::Update)?;
        Some(Self::Fields { deal, label, before, after })
    }

    /// Returns whether it changes this record, alone or among others.
    pub(crate) fn concerns(&self, record: &str) -> bool {
        match self {
            Self::Fields { deal, .. } | Self::Existence { deal, .. } => deal.as_str() == record,
            Self::MarkedRead { ids, .. } => ids.iter().any(|id| id.as_str() == record),
            Self::Record { id, .. } => id == record,
            Self::Discarded(discarded) => discarded.write.record == record,
            Self::Decided(decision) => decision.write.record == record,
            Self::MarkedSeen { .. }
            | Self::LocalSettings(_)
            | Self::Filter { .. }
            | Self::Snoozed(_)
            | Self::Flagged(_)
            | Self::Watched { .. } => false,
            Self::Many(changes) => changes.iter().any(|change| change.concerns(record)),
        }
    }

    /// Calls `visit` with the id of every record that it changes.
    pub(crate) fn each_record<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Self::Fields { deal, .. } | Self::Existence { deal, .. } => visit(deal.as_str()),
            Self::MarkedRead { ids, .. } => ids.iter().for_each(|id| visit(id.as_str())),
            Self::Record { id, .. } => visit(id),
            Self::Discarded(discarded) => visit(&discarded.write.record),
            Self::Decided(decision) => {
                visit(&decision.write.record);
                if let Some(sent) = &decision.sent_change {
                    sent.each_record(visit);
                }
            }
            Self::MarkedSeen { .. }
            | Self::LocalSettings(_)
            | Self::Filter { .. }
            | Self::Snoozed(_)
            | Self::Flagged(_)
            | Self::Watched { .. } => {}
            Self::Many(changes) => changes.iter().for_each(|change| change.each_record(visit)),
        }
    }

    /// Calls `visit` for every single change in it.
    pub(crate) fn for_each_single(&mut self, visit: &mut impl FnMut(&mut Self)) {
        match self {
            Self::Many(changes) => changes.iter_mut().for_each(|change| change.for_each_single(visit)),
            Self::Decided(decision) => {
                let prev = decision.prev_change.as_mut().map(|(_, prev)| prev);
                decision.sent_change.iter_mut().chain(prev).for_each(|change| change.for_each_single(visit));
            }
            single => visit(single),
        }
    }
}

/// A write that was discarded.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoableDiscard {
    /// The write at the time it was discarded.
    pub write: PendingWrite,
}

/// A conflict in which the user kept some or all local values.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The write at the time of the conflict.
    pub write: PendingWrite,
    /// Names of the fields that keep the user's values.
    pub mine: Vec<String>,
    /// Undoable change once the outcome is sent. `None` if it cannot be undone or the outbox has not stored it yet.
    pub sent_change: Option<UndoableChange>,
    /// Change that led to the conflict, with its index in the undo list.
    pub prev_change: Option<(usize, UndoableChange)>,
}

/// Values for creating a deal again, as far as the contract allows writing them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecreateFields {
    /// Fields that the creation request sets.
    pub fields: Fields,
    /// Fields that only an update can set.
    pub on_update: Fields,
}

impl RecreateFields {
    /// Applies the server's values of some fields.
    pub(super) fn overlay(&mut self, server_fields: &Fields) {
        for (name, raw) in server_fields.iter() {
            let target = match name {
                "responsable" => &mut self.on_update,
                _ => &mut self.fields,
            };
            if matches!(raw.get(), "null" | "\"\"") {
                target.remove(name);
            } else {
                target.set_raw(name, raw.to_owned());
            }
        }
    }
}

/// State of a deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeletionState {
    /// Not sent as far as known; undo can still cancel it.
    #[default]
    NotSent,
    /// Sent.
    Sent,
    /// Sent, and the user has been told that undo creates the deal again.
    UserNotified,
}

/// Direction in the undo history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
}

/// Returns the resource kind whose records such a write changes.
pub(super) fn kind_of_write(kind: WriteKind) -> Option<ResourceKind> {
    match kind {
        WriteKind::Task => Some(ResourceKind::Tasks),
        WriteKind::View => Some(ResourceKind::SavedViews),
        _ => None,
    }
}

/// Returns whether undoing or redoing `change` creates the deal.
pub(crate) fn creates_deal(change: Option<&UndoableChange>, direction: Direction) -> bool {
    matches!(change, Some(UndoableChange::Existence { created, .. }) if *created == (direction == Direction::Redo))
}

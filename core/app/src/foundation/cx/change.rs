//! One undoable change, with the data that undo and redo need.

use std::collections::BTreeSet;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::model::history::visit::Visit;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::resources::resource_kind::ResourceKind;

use crate::foundation::cx::change_types::SettingsChange;

/// The number of a change of this session. Toasts name their change by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeId(pub(super) u64);

/// A change that the user made.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoableChange {
    /// Number of the change, once it is in the undo history.
    pub(crate) id: ChangeId,
    /// Name of the record, the note or the view; empty if there are several.
    pub(crate) label: String,
    /// Kind of the change.
    pub(crate) kind: ChangeKind,
}

/// The kind of a change.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeKind {
    /// Fields of a record.
    Fields {
        /// The record.
        target: ChangeTarget,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// Creation or deletion of a deal.
    Existence {
        /// Deal id.
        deal: DealId,
        /// True if the change created the deal; otherwise it deleted it.
        created: bool,
        /// Values for creating the deal again.
        recreate: RecreateFields,
        /// State of the deletion. Once it is sent, undo can only create the deal again.
        deletion: DeletionState,
    },
    /// Notifications that were marked read.
    MarkedRead {
        /// Ids that the server is asked to mark read.
        ids: Vec<NotificationId>,
        /// Ids that were only marked unread locally; the server gets no request for them.
        local_ids: Vec<NotificationId>,
    },
    /// A pending write that was discarded before the server accepted it, as it was then.
    Discarded(Box<PendingWrite>),
    /// A decided conflict whose outcome is not sent yet. Until then, undo reverts the decision itself.
    Decided(Box<Decision>),
    /// Changes that were marked as seen.
    MarkedSeen {
        /// End of the previous visit; `None` for the first visit.
        before: Option<Visit>,
        /// Number of changes listed until then.
        changes: usize,
    },
    /// Settings of this device: notes, views, filters, flags of notifications, watched identifiers.
    Settings(SettingsChange),
    /// Several changes made together and undone together.
    Many(Vec<UndoableChange>),
}

/// The record whose fields a change sets.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeTarget {
    /// A deal.
    Deal(DealId),
    /// A record of a resource kind, by its id.
    Record(ResourceKind, String),
}

impl ChangeTarget {
    /// Returns the id of the record.
    pub(crate) fn record_id(&self) -> &str {
        match self {
            Self::Deal(deal) => deal.as_str(),
            Self::Record(_, id) => id,
        }
    }
}

impl UndoableChange {
    /// Returns a change that is not in the undo history yet.
    pub(crate) fn new(label: impl Into<String>, kind: ChangeKind) -> Self {
        Self { id: ChangeId::default(), label: label.into(), kind }
    }

    /// Returns a change of a deal's fields.
    pub(crate) fn of_deal(deal: DealId, label: impl Into<String>, before: Fields, after: Fields) -> Self {
        Self::new(label, ChangeKind::Fields { target: ChangeTarget::Deal(deal), before, after })
    }

    /// Returns the creation or deletion of a deal, which is not sent yet.
    pub(crate) fn existence(
        deal: DealId,
        label: impl Into<String>,
        created: bool,
        recreate: RecreateFields,
    ) -> Self {
        let deletion = DeletionState::NotSent;
        Self::new(label, ChangeKind::Existence { deal, created, recreate, deletion })
    }

    /// Returns the fields before and after, if this is a field change of `record`.
    pub(crate) fn fields_of(&mut self, record: &str) -> Option<(&mut Fields, &mut Fields)> {
        match &mut self.kind {
            ChangeKind::Fields { target, before, after } if target.record_id() == record => {
                Some((before, after))
            }
            _ => None,
        }
    }

    /// Returns the deal that it creates or deletes.
    pub(crate) fn deal_of_existence(&self) -> Option<&DealId> {
        match &self.kind {
            ChangeKind::Existence { deal, .. } => Some(deal),
            _ => None,
        }
    }

    /// Returns the decision, if it decided a conflict.
    pub(crate) fn decision(&self) -> Option<&Decision> {
        match &self.kind {
            ChangeKind::Decided(decision) => Some(decision),
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
        let target = target_of_write(write).filter(|_| !after.is_empty())?;
        Some(Self::new(&write.label, ChangeKind::Fields { target, before, after }))
    }

    /// Returns whether it changes this record, alone or among others.
    pub(crate) fn concerns(&self, record: &str) -> bool {
        if let Some(decision) = self.decision() {
            return decision.write.record == record;
        }
        let mut is_found = false;
        self.each_record(&mut |id| is_found |= id == record);
        is_found
    }

    /// Calls `visit` with the id of every record that it changes.
    pub(crate) fn each_record<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match &self.kind {
            ChangeKind::Fields { target, .. } => visit(target.record_id()),
            ChangeKind::Existence { deal, .. } => visit(deal.as_str()),
            ChangeKind::MarkedRead { ids, .. } => ids.iter().for_each(|id| visit(id.as_str())),
            ChangeKind::Discarded(write) => visit(&write.record),
            ChangeKind::Decided(decision) => {
                visit(&decision.write.record);
                if let Some(sent) = &decision.sent_change {
                    sent.each_record(visit);
                }
            }
            ChangeKind::Many(changes) => changes.iter().for_each(|change| change.each_record(visit)),
            _ => {}
        }
    }

    /// Calls `visit` for every single change in it.
    pub(crate) fn for_each_single(&mut self, visit: &mut impl FnMut(&mut Self)) {
        match &mut self.kind {
            ChangeKind::Many(changes) => changes.iter_mut().for_each(|change| change.for_each_single(visit)),
            ChangeKind::Decided(decision) => {
                let prev = decision.prev_change.as_mut().map(|(_, prev)| prev);
                decision.sent_change.iter_mut().chain(prev).for_each(|change| change.for_each_single(visit));
            }
            _ => visit(self),
        }
    }
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

/// Returns the record whose fields a write sets; `None` for other writes.
pub(super) fn target_of_write(write: &PendingWrite) -> Option<ChangeTarget> {
    let kind = match write.kind {
        WriteKind::Task => ResourceKind::Tasks,
        WriteKind::View => ResourceKind::SavedViews,
        WriteKind::Update => return DealId::new(&write.record).ok().map(ChangeTarget::Deal),
        _ => return None,
    };
    Some(ChangeTarget::Record(kind, write.record.clone()))
}

/// Returns whether undoing or redoing `change` creates the deal.
pub(crate) fn creates_deal(change: Option<&UndoableChange>, direction: Direction) -> bool {
    change.is_some_and(|change| match change.kind {
        ChangeKind::Existence { created, .. } => created == (direction == Direction::Redo),
        _ => false,
    })
}

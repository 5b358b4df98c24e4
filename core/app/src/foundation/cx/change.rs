//! One undoable change, with the data that undo and redo need.

use std::collections::BTreeSet;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::model::history::visit::Visit;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::resources::resource_kind::Family;

use crate::foundation::cx::change_types::{Flagged, KeptChange, Slept, Source};

/// A change that the user made.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Fields of a deal.
    Fields {
        /// Deal id.
        deal: DealId,
        /// Its name.
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
        /// Its name.
        label: String,
        /// True if the change created the deal; otherwise it deleted it.
        created: bool,
        /// Values for creating the deal again.
        again: Again,
        /// State of the deletion. Once it is sent, undo can only create the deal again.
        gone: Gone,
    },
    /// Notifications that were marked read.
    Read {
        /// Ids that the server is asked to mark read.
        ids: Vec<NotificationId>,
        /// Ids that were only marked unread locally; the server gets no request for them.
        here: Vec<NotificationId>,
    },
    /// Fields of a record of a resource kind.
    Record {
        /// Resource kind.
        family: Family,
        /// Record id.
        id: String,
        /// Its name.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// A pending write that was discarded before the server accepted it.
    Discarded(Box<GivenUp>),
    /// A decided conflict whose outcome is not sent yet. Until then, undo reverts the decision itself.
    Decided(Box<Decision>),
    /// Changes that were marked as seen.
    Seen {
        /// End of the previous visit; `None` for the first visit.
        before: Option<Visit>,
        /// Number of changes listed until then.
        changes: usize,
    },
    /// Notes or views that are stored only on this machine.
    Kept(Box<KeptChange>),
    /// A filter that was removed wholly or in part: of the deals, or of the records of an explored source.
    Filter {
        /// Explored source; `None` for the deals.
        of: Option<Source>,
        /// The filter before.
        before: String,
        /// The filter after.
        after: String,
    },
    /// Notifications that were snoozed or woken.
    Slept(Box<Slept>),
    /// Notifications whose star or local unread flag was set or removed.
    Flagged(Box<Flagged>),
    /// Watched identifiers that were added or removed.
    Watched {
        /// Resource kind.
        family: Family,
        /// Identifiers that changed; those already watched before are left out.
        ids: Vec<String>,
        /// True if they are watched now.
        on: bool,
    },
    /// Several changes made together and undone together.
    Many(Vec<Change>),
}

impl Change {
    /// Returns the fields before and after, if this is a field change of `record`.
    pub(crate) fn of_fields(&mut self, record: &str) -> Option<(&mut Fields, &mut Fields)> {
        match self {
            Self::Fields {
                deal, before, after, ..
            } if deal.as_str() == record => Some((before, after)),
            Self::Record {
                id, before, after, ..
            } if id == record => Some((before, after)),
            _ => None,
        }
    }

    /// Builds the undoable change for a decided conflict over a write of another session. `mine` names the fields that
    /// the user keeps; `theirs` holds the server's values. Returns `None` if nothing can be undone.
    pub(crate) fn of_decided(write: &PendingWrite, theirs: &Fields, mine: &BTreeSet<String>) -> Option<Self> {
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (name, wanted) in write.fields.iter().filter(|(name, _)| mine.contains(*name)) {
            // Without a known server value there is nothing to go back to.
            if let Some(held) = theirs.get(name).or_else(|| write.base.get(name)) {
                before.set_raw(name, held.to_owned());
                after.set_raw(name, wanted.to_owned());
            }
        }
        if after.is_empty() {
            return None;
        }
        let (label, id) = (write.label.clone(), write.record.clone());
        if let Some(family) = family_of(write.kind) {
            return Some(Self::Record {
                family,
                id,
                label,
                before,
                after,
            });
        }
        let deal = DealId::new(id).ok().filter(|_| write.kind == WriteKind::Update)?;
        Some(Self::Fields {
            deal,
            label,
            before,
            after,
        })
    }

    /// Returns whether it changes this record, alone or among others.
    pub(crate) fn concerns(&self, record: &str) -> bool {
        match self {
            Self::Fields { deal, .. } | Self::Existence { deal, .. } => deal.as_str() == record,
            Self::Read { ids, .. } => ids.iter().any(|id| id.as_str() == record),
            Self::Record { id, .. } => id == record,
            Self::Discarded(given_up) => given_up.write.record == record,
            Self::Decided(decision) => decision.write.record == record,
            Self::Seen { .. }
            | Self::Kept(_)
            | Self::Filter { .. }
            | Self::Slept(_)
            | Self::Flagged(_)
            | Self::Watched { .. } => false,
            Self::Many(changes) => changes.iter().any(|change| change.concerns(record)),
        }
    }

    /// Calls `take` with the id of every record that it changes.
    pub(crate) fn records<'a>(&'a self, take: &mut impl FnMut(&'a str)) {
        match self {
            Self::Fields { deal, .. } | Self::Existence { deal, .. } => take(deal.as_str()),
            Self::Read { ids, .. } => ids.iter().for_each(|id| take(id.as_str())),
            Self::Record { id, .. } => take(id),
            Self::Discarded(given_up) => take(&given_up.write.record),
            Self::Decided(decision) => {
                take(&decision.write.record);
                if let Some(sent) = &decision.sent {
                    sent.records(take);
                }
            }
            Self::Seen { .. }
            | Self::Kept(_)
            | Self::Filter { .. }
            | Self::Slept(_)
            | Self::Flagged(_)
            | Self::Watched { .. } => {}
            Self::Many(changes) => changes.iter().for_each(|change| change.records(take)),
        }
    }

    /// Calls `work` for every single change in it.
    pub(crate) fn each(&mut self, work: &mut impl FnMut(&mut Self)) {
        match self {
            Self::Many(changes) => changes.iter_mut().for_each(|change| change.each(work)),
            Self::Decided(decision) => {
                let was = decision.was.as_mut().map(|(_, was)| was);
                decision
                    .sent
                    .iter_mut()
                    .chain(was)
                    .for_each(|change| change.each(work));
            }
            one => work(one),
        }
    }
}

/// A write that was discarded.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenUp {
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
    pub sent: Option<Change>,
    /// Change that led to the conflict, with its index in the undo list.
    pub was: Option<(usize, Change)>,
}

/// Values for creating a deal again, as far as the contract allows writing them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Again {
    /// Fields that the creation request sets.
    pub fields: Fields,
    /// Fields that only an update can set.
    pub then: Fields,
}

impl Again {
    /// Applies the server's values of some fields.
    pub(super) fn overlay(&mut self, held: &Fields) {
        for (name, raw) in held.iter() {
            let part = match name {
                "responsable" => &mut self.then,
                _ => &mut self.fields,
            };
            if matches!(raw.get(), "null" | "\"\"") {
                part.remove(name);
            } else {
                part.set_raw(name, raw.to_owned());
            }
        }
    }
}

/// State of a deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gone {
    /// Not sent as far as known; undo can still cancel it.
    #[default]
    No,
    /// Sent.
    Sent,
    /// Sent, and the user has been told that undo creates the deal again.
    Told,
}

/// Direction in the undo history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Undo.
    Back,
    /// Redo.
    Again,
}

/// Returns the resource kind whose records such a write changes.
pub(super) fn family_of(kind: WriteKind) -> Option<Family> {
    match kind {
        WriteKind::Task => Some(Family::Tasks),
        WriteKind::View => Some(Family::SavedViews),
        _ => None,
    }
}

/// Returns whether undoing or redoing `change` creates the deal.
pub(crate) fn makes(change: Option<&Change>, way: Way) -> bool {
    matches!(change, Some(Change::Existence { created, .. }) if *created == (way == Way::Again))
}

//! One change that a person made, as much of it as taking it back and making it again need.

use std::collections::BTreeSet;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::discovery::Family;
use crate::engine::{PendingWrite, Visit, WriteKind};

use crate::app::foundation::cx::change_types::{Flagged, KeptChange, Slept, Source};

/// A change a person made.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Fields of a deal.
    Fields {
        /// Which deal.
        deal: DealId,
        /// Its name.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// A deal was created, or deleted.
    Existence {
        /// Which deal.
        deal: DealId,
        /// Its name.
        label: String,
        /// Whether the change created it; else it deleted it.
        created: bool,
        /// What it can be created with again.
        again: Again,
        /// Whether its deletion has left, so that it can only be created anew.
        gone: Gone,
    },
    /// Notifications were marked read.
    Read {
        /// Which ones the service is told of.
        ids: Vec<NotificationId>,
        /// Which ones were only held unread here, so that it is told nothing.
        here: Vec<NotificationId>,
    },
    /// Fields of a record of a family.
    Record {
        /// Which family.
        family: Family,
        /// Which record.
        id: String,
        /// Its name.
        label: String,
        /// The fields before.
        before: Fields,
        /// The fields after.
        after: Fields,
    },
    /// A write was given up before the service had taken it.
    Discarded(Box<GivenUp>),
    /// A conflict was decided, and what was chosen has not left: until then the decision itself is what is taken back.
    Decided(Box<Decision>),
    /// What changed was said to be seen.
    Seen {
        /// The end of the visit before; `None` where that was the first one.
        before: Option<Visit>,
        /// How many changes were told of until then.
        changes: usize,
    },
    /// Notes or views were changed that this machine alone keeps.
    Kept(Box<KeptChange>),
    /// The filter of the deals, or a part of it, was taken away; or that of the records of an explored source.
    Filter {
        /// The source; `None` of the deals.
        of: Option<Source>,
        /// The filter before.
        before: String,
        /// The filter after.
        after: String,
    },
    /// Notifications were put to sleep, or woken.
    Slept(Box<Slept>),
    /// Notifications were starred, or held unread here, or were so no more.
    Flagged(Box<Flagged>),
    /// Identifiers of a family were given to be watched, or forgotten.
    Watched {
        /// Which family.
        family: Family,
        /// Which ones: of those given, the ones that were not watched before.
        ids: Vec<String>,
        /// Whether they are watched since.
        on: bool,
    },
    /// Several of these at once, taken back at once.
    Many(Vec<Change>),
}

impl Change {
    /// The fields of a record before and after, if it is those of this one that were changed.
    pub(in crate::app) fn of_fields(&mut self, record: &str) -> Option<(&mut Fields, &mut Fields)> {
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

    /// That a write of an earlier session, or of another program, was decided as `mine` names, over what the service held:
    /// from now on undo can take that back. `None` where it can't.
    pub(in crate::app) fn of_decided(
        write: &PendingWrite,
        theirs: &Fields,
        mine: &BTreeSet<String>,
    ) -> Option<Self> {
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (name, wanted) in write.fields.iter().filter(|(name, _)| mine.contains(*name)) {
            // What nobody has seen can't be gone back to.
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

    /// Whether it is one of this record, or of several with this one among them.
    pub(in crate::app) fn concerns(&self, record: &str) -> bool {
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

    /// Hands every record it is one of to `take`.
    pub(in crate::app) fn records<'a>(&'a self, take: &mut impl FnMut(&'a str)) {
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

    /// Every single change of it.
    pub(in crate::app) fn each(&mut self, work: &mut impl FnMut(&mut Self)) {
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

/// A write that was given up.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenUp {
    /// The write, as it stood.
    pub write: PendingWrite,
}

/// A conflict that was decided for something of this machine's version.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The write, as it stood in conflict.
    pub write: PendingWrite,
    /// Which of its fields are to be as the person wrote them.
    pub mine: Vec<String>,
    /// The change that it is once it has left; none where that could not be gone back from, or is not kept yet.
    pub sent: Option<Change>,
    /// The change that met the conflict, with its place among those made.
    pub was: Option<(usize, Change)>,
}

/// What a deal can be created with again, as far as the contract lets one write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Again {
    /// What the creation sets.
    pub fields: Fields,
    /// What only a change can set.
    pub then: Fields,
}

impl Again {
    /// Takes in what the service holds of some fields.
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

/// Whether a deletion has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gone {
    /// Not as far as is known: it may still be taken back.
    #[default]
    No,
    /// It has.
    Sent,
    /// It has, and the person has been told what that means.
    Told,
}

/// Which way a change is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Way {
    /// Undo.
    Back,
    /// Redo.
    Again,
}

/// The family whose records such a write changes.
pub(super) fn family_of(kind: WriteKind) -> Option<Family> {
    match kind {
        WriteKind::Task => Some(Family::Tasks),
        WriteKind::View => Some(Family::SavedViews),
        _ => None,
    }
}

/// Whether going a way brings the deal into being.
pub(in crate::app) fn makes(change: Option<&Change>, way: Way) -> bool {
    matches!(change, Some(Change::Existence { created, .. }) if *created == (way == Way::Again))
}

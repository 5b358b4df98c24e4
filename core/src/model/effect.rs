//! What the application asks of the engine. An effect is data: making one does nothing.

use std::time::Duration;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::patch::Fields;
use crate::model::fetched::Asked;
use crate::model::pending_write::WriteId;
use crate::model::resource_kind::Family;
use crate::model::visit::Visit;

/// One request of the application to the engine. Writes are persisted in the outbox before anything is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Read everything the open screens show again, now.
    Refresh,
    /// Read one deal and its notes (`GET /deals/{deal_id}`, `…/notes`).
    LoadDeal(DealId),
    /// Read the portfolio summary and the entity.
    LoadPortfolio,
    /// Read the notifications, where the service lists them.
    LoadNotifications,
    /// Read a family whose list the contract does not document: its list where the service has one, else what is
    /// watched of it.
    LoadFamily(Family),
    /// Look for the list of every family that is not known, one after the other; never a write.
    Discover,
    /// Watch identifiers of a family, and read them.
    Watch {
        /// Which family.
        family: Family,
        /// The identifiers; [`crate::model::parse_ids::pasted`] finds them in a text.
        ids: Vec<String>,
    },
    /// Stop watching identifiers of a family.
    Unwatch {
        /// Which family.
        family: Family,
        /// The identifiers.
        ids: Vec<String>,
    },
    /// Read any route (`GET`), whatever its shape.
    Read(Asked),
    /// Change fields of a deal (`PUT /deals/{deal_id}`). Coalesces with an unsent change of the same deal; a change
    /// back to what the service holds removes the row from the outbox.
    Update {
        /// Which deal.
        deal: DealId,
        /// The fields to change, and nothing else.
        fields: Fields,
        /// The same fields as the person saw them: what a conflict is measured against.
        base: Fields,
        /// The deal's name, for messages.
        label: String,
        /// How long the write waits before it is sent, so that undo is real.
        hold: Duration,
    },
    /// Change fields of a record of a family that the contract lets one write: a task (`PUT /tasks/{task_id}`) or a saved
    /// view (`PUT /users/me/saved-views/{view_id}`). Coalesces as [`Effect::Update`] does.
    UpdateRecord {
        /// Which family; only tasks and saved views are written.
        family: Family,
        /// Which record.
        id: String,
        /// The fields to change, and nothing else.
        fields: Fields,
        /// The same fields as the person saw them.
        base: Fields,
        /// The record's name, for messages.
        label: String,
        /// How long the write waits before it is sent.
        hold: Duration,
    },
    /// Create a deal (`POST /deals`). It is shown under a temporary id until the service has answered.
    Create {
        /// The fields given.
        fields: Fields,
        /// The deal's name, for messages.
        label: String,
    },
    /// Create a deal again that was deleted: the service gives it another id. What only a change can set follows the
    /// creation.
    Recreate {
        /// The id it had.
        deal: DealId,
        /// The fields to create it with.
        fields: Fields,
        /// The fields to change once it is there; may be none.
        then: Fields,
        /// The deal's name, for messages.
        label: String,
    },
    /// Delete a deal (`DELETE /deals/{deal_id}`) after its hold.
    Delete {
        /// Which deal.
        deal: DealId,
        /// The deal as the person saw it, as far as the contract lets one write it: where the service holds it otherwise,
        /// they are asked again.
        base: Fields,
        /// The deal's name, for messages.
        label: String,
        /// How long the write waits before it is sent.
        hold: Duration,
    },
    /// Take back the deletion of a deal that has not been sent yet.
    CancelDelete(DealId),
    /// Mark notifications read (`POST …/actions/read`), one paced request each.
    MarkRead {
        /// Which ones.
        ids: Vec<NotificationId>,
        /// How long the writes wait before they are sent.
        hold: Duration,
    },
    /// Take back marks that have not been sent yet.
    CancelRead(Vec<NotificationId>),
    /// See again for whom else this key can act, and what waits for them on this machine.
    LookForUsers,
    /// Say whether anyone looks: the service is asked less often when nobody does.
    Attend(Attention),
    /// Hold what is held for at least so long from now: someone is looking at the way back.
    Prolong(Duration),
    /// The changes since the last visit are being looked at: what is told of them now is over with this visit.
    LookAtChanges,
    /// End the visit: what changed until now has been seen.
    EndVisit,
    /// Take that back: what changed since the end of the visit before is told of again.
    ResumeVisit(Option<Visit>),
    /// Send a parked or waiting write now.
    Retry(WriteId),
    /// Decide a conflict: send these fields of the write, over what the service holds now. With none, the service's
    /// version stays.
    Decide {
        /// The write in conflict.
        write: WriteId,
        /// The fields that are to be as the person wrote them.
        mine: Vec<String>,
        /// How long what is to be sent waits before it is.
        hold: Duration,
    },
    /// Take back what was decided of a conflict, while it has not left: the conflict stands again, with both its sides.
    Reopen {
        /// The write that was in conflict.
        write: WriteId,
        /// The record it changes.
        record: String,
        /// Its name, for messages.
        label: String,
    },
    /// Give up a write that has not been applied, as far as is known.
    Discard(WriteId),
    /// Take a write up again that was given up: the same one, with its key, its attempts and its doubt. Parked it stands as
    /// it stood; else it is held.
    TakeUp {
        /// The number it had.
        write: WriteId,
        /// The record it changes.
        record: String,
        /// Its name, for messages.
        label: String,
        /// How long it waits before it is sent.
        hold: Duration,
    },
    /// Keep a setting of this profile, or with `None` forget it: saved views, private notes, where one left off. It is
    /// kept here and sent nowhere.
    Keep {
        /// Its name.
        name: String,
        /// Its text.
        value: Option<String>,
    },
    /// Keep or forget several settings, all of them or none.
    KeepAll(Vec<(String, Option<String>)>),
}

impl Effect {
    /// Whether it only reads from the service, or keeps a setting: the outbox is not needed for it.
    pub(crate) fn is_plain_read(&self) -> bool {
        matches!(
            self,
            Self::LoadPortfolio
                | Self::LoadNotifications
                | Self::LoadFamily(_)
                | Self::Read(_)
                | Self::LoadDeal(_)
                | Self::Keep { .. }
                | Self::KeepAll(_)
        )
    }

    /// Whether it puts a write into the outbox or takes one back.
    pub(crate) fn is_write(&self) -> bool {
        matches!(
            self,
            Self::Update { .. }
                | Self::UpdateRecord { .. }
                | Self::Create { .. }
                | Self::Delete { .. }
                | Self::CancelDelete(_)
                | Self::MarkRead { .. }
                | Self::CancelRead(_)
        )
    }
}

/// Whether anyone looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// The person is there.
    #[default]
    Foreground,
    /// The window is there, the person has done nothing for a while.
    Idle,
    /// Nobody can see it: minimised, behind, or another screen of the terminal.
    Hidden,
}

impl Attention {
    /// How many times longer the waits are.
    pub(crate) fn slower(self) -> u32 {
        match self {
            Self::Foreground => 1,
            Self::Idle => 3,
            Self::Hidden => 15,
        }
    }
}

/// The least time between two marks of notifications, unless it is set.
pub const MARK_PACE: Duration = Duration::from_millis(100);

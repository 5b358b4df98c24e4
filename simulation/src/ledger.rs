//! What the user was told and what the server did. Every change carries a text of its own, so that both can be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use http::Method;
use jiff::Timestamp;

/// Prefix of the texts that changes carry.
const MARK: &str = "Sim-";
/// The common part of the first thousand of them.
pub const FIRST_MARKS: &str = "Sim-000";
/// Length of such a text.
const MARK_LEN: usize = MARK.len() + 6;
/// Tolerance for the undo window, since clocks are read a little earlier than the window is stored.
const TOLERANCE: Duration = Duration::from_millis(5);

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Update,
    Create,
    Delete,
}

/// One change of a user.
#[derive(Clone, Debug)]
pub struct Change {
    pub kind: ChangeKind,
    /// Deal; empty for a creation.
    pub deal: String,
    /// Text that it writes; for a deletion, only its name.
    pub mark: String,
    /// Program that wrote it.
    author: usize,
    /// End of its undo window, if nothing ends it early.
    opens_at: Timestamp,
    /// True once a screen has shown it as pending.
    pub is_acknowledged: bool,
    /// True if the user gave it up, or overtook it by another change.
    pub is_given_up: bool,
    /// Number of times that the server applied it, and may.
    pub applied: u32,
    pub allowed: u32,
}

/// All changes, and the values that the server ever had.
#[derive(Default)]
pub struct Ledger {
    pub changes: Vec<Change>,
    /// Owners of each deal over time.
    owners: BTreeMap<String, BTreeSet<String>>,
    deleted: BTreeSet<String>,
    /// Temporary id of each creation, by its mark.
    creations: BTreeMap<String, String>,
    /// Id at the server of each created deal, by the marks of its creation.
    created_ids: BTreeMap<String, String>,
    /// Id at the server of each created deal, by its temporary id.
    real_ids: BTreeMap<String, String>,
}

/// Returns the marks in a text.
pub fn marks(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(MARK).filter_map(|(at, _)| text.get(at..at + MARK_LEN))
}

impl Ledger {
    /// Returns the text for the next change.
    pub fn next_mark(&self) -> String {
        format!("{MARK}{:06}", self.changes.len())
    }

    /// Adds a change that the user of a program makes.
    pub fn add(&mut self, author: usize, kind: ChangeKind, deal: &str, opens_at: Timestamp) {
        let deal = self.real_id(deal).to_owned();
        // A later change of a deal ends the undo windows of earlier ones.
        for earlier in self.changes.iter_mut().filter(|change| change.deal == deal) {
            earlier.opens_at = earlier.opens_at.min(opens_at);
        }
        let mark = self.next_mark();
        let is_acknowledged = false;
        let change = Change {
            kind,
            deal,
            mark,
            author,
            opens_at,
            is_acknowledged,
            is_given_up: false,
            applied: 0,
            allowed: 1,
        };
        self.changes.push(change);
    }

    fn by_mark(&mut self, mark: &str) -> Option<&mut Change> {
        let number: usize = mark.strip_prefix(MARK)?.parse().ok()?;
        self.changes.get_mut(number)
    }

    /// Gives up the changes whose marks are in `text`.
    pub fn give_up(&mut self, text: &str) {
        for mark in marks(text) {
            if let Some(change) = self.by_mark(mark) {
                change.is_given_up = true;
            }
        }
    }

    /// Allows the changes whose marks are in `text` once more, because the user asks for their values again.
    pub fn allow_again(&mut self, text: &str) {
        for mark in marks(text) {
            if let Some(change) = self.by_mark(mark) {
                change.allowed += 1;
            }
        }
    }

    /// Gives up all changes of a deal.
    pub fn give_up_deal(&mut self, deal: &str) {
        let of_deal = self.changes.iter_mut().filter(|change| change.deal == deal);
        of_deal.for_each(|change| change.is_given_up = true);
    }

    /// Lets the changes of a program that closes be sent from `now` on, with earlier ones of the same deals, which may be
    /// part of the same writes.
    pub fn open_gates(&mut self, author: usize, now: Timestamp) {
        let mut deals = BTreeSet::new();
        for change in self.changes.iter_mut().rev() {
            if change.author == author {
                deals.insert(change.deal.clone());
            }
            if deals.contains(&change.deal) {
                change.opens_at = change.opens_at.min(now);
            }
        }
    }

    /// Notes that a program starts alone: what others left in its undo window is its own from now on.
    pub fn adopt(&mut self, author: usize) {
        self.changes.iter_mut().for_each(|change| change.author = author);
    }

    /// Acknowledges the change of a pending write that a screen shows.
    pub fn acknowledge(&mut self, mark: &str) {
        if let Some(change) = self.by_mark(mark) {
            change.is_acknowledged = true;
        }
    }

    /// Returns whether the user knows what became of a change, or has overtaken it.
    pub fn is_answered(&self, mark: &str) -> bool {
        let mut from = self.changes.iter().skip_while(|change| change.mark != mark);
        let Some(change) = from.next() else { return true };
        let is_known = change.is_acknowledged || change.is_given_up || change.applied > 0;
        is_known || from.any(|later| later.deal == change.deal)
    }

    /// Returns the id of a created deal at the server, if it is known, instead of its temporary one.
    pub fn real_id<'a>(&'a self, deal: &'a str) -> &'a str {
        self.real_ids.get(deal).map_or(deal, String::as_str)
    }

    /// Returns whether the server has deleted a deal.
    pub fn is_deleted(&self, deal: &str) -> bool {
        self.deleted.contains(deal)
    }

    /// Notes the temporary id of a creation.
    pub fn note_creation(&mut self, mark: &str, temporary: &str) {
        self.creations.insert(mark.to_owned(), temporary.to_owned());
        self.rename_created(mark);
    }

    /// Gives the changes of a temporary deal to the real one, once both are known.
    fn rename_created(&mut self, mark: &str) {
        let (Some(temporary), Some(id)) = (self.creations.get(mark), self.created_ids.get(mark)) else {
            return;
        };
        let renamed = self.changes.iter_mut().filter(|change| change.deal == *temporary);
        renamed.for_each(|change| change.deal.clone_from(id));
        self.real_ids.insert(temporary.clone(), id.clone());
    }

    /// Acknowledges the deletion of a deal that a screen shows.
    pub fn acknowledge_deletion(&mut self, deal: &str) {
        let of_deal = |change: &&mut Change| change.kind == ChangeKind::Delete && change.deal == deal;
        self.changes.iter_mut().filter(of_deal).for_each(|change| change.is_acknowledged = true);
    }

    /// Checks that a write is sent after its undo window only.
    pub fn check_gate(&mut self, body: &str, now: Timestamp) -> Result<(), String> {
        for mark in marks(body) {
            if let Some(change) = self.by_mark(mark)
                && now.saturating_add(TOLERANCE).unwrap_or(now) < change.opens_at
            {
                return Err(format!("{mark} is sent before {}", change.opens_at));
            }
        }
        Ok(())
    }

    /// Adds a value that the server has.
    pub fn add_owner(&mut self, deal: &str, owner: &str) {
        self.owners.entry(deal.to_owned()).or_default().insert(owner.to_owned());
    }

    /// Returns whether the server ever had this owner of a deal.
    pub fn had_owner(&self, deal: &str, owner: &str) -> bool {
        self.owners.get(deal).is_some_and(|owners| owners.contains(owner))
    }

    /// Counts a write that the server has applied; fails if it did so before.
    pub fn on_applied(&mut self, method: &Method, path: &str, sent: &str, body: &str) -> Result<(), String> {
        let of = |text: &str, name: &str| {
            let json: serde_json::Value = serde_json::from_str(text).ok()?;
            json.get(name)?.as_str().map(str::to_owned)
        };
        let id = of(body, "id").or_else(|| path.rsplit('/').next().map(str::to_owned)).unwrap_or_default();
        if let Some(owner) = of(sent, "responsable").filter(|_| path.contains("/deals")) {
            self.add_owner(&id, &owner);
        }
        if *method == Method::POST {
            for mark in marks(sent) {
                self.created_ids.insert(mark.to_owned(), id.clone());
                self.rename_created(mark);
            }
        }
        if *method == Method::DELETE {
            self.deleted.insert(id);
        }
        let carried: BTreeSet<String> = marks(sent).map(str::to_owned).collect();
        for mark in carried {
            if let Some(change) = self.by_mark(&mark) {
                change.applied += 1;
                if change.applied > change.allowed {
                    return Err(format!("{mark} is applied {} times", change.applied));
                }
            }
        }
        Ok(())
    }

    /// Returns the first acknowledged change that is neither in the outbox nor at the server.
    pub fn find_lost(&self, outbox: &[(String, String)]) -> Option<&Change> {
        let is_pending = |change: &Change| match change.kind {
            ChangeKind::Delete => outbox.iter().any(|(record, _)| *record == change.deal),
            _ => outbox.iter().any(|(_, body)| body.contains(&change.mark)),
        };
        let is_done = |change: &Change| match change.kind {
            ChangeKind::Delete => self.deleted.contains(&change.deal),
            _ => change.applied > 0,
        };
        let is_kept = |change: &Change| change.is_given_up || is_done(change) || is_pending(change);
        // A later change of the same field replaces an unsent one.
        let is_overtaken = |(at, change): (usize, &Change)| {
            let mut later = self.changes.iter().skip(at + 1);
            later.any(|other| other.kind == ChangeKind::Update && other.deal == change.deal && is_kept(other))
        };
        let mut promised = self.changes.iter().enumerate().filter(|(_, change)| change.is_acknowledged);
        let lost = promised.find(|promised| !is_kept(promised.1) && !is_overtaken(*promised));
        lost.map(|(_, change)| change)
    }
}

//! Observed moves in a compact form, and the stays in a status between them.

use std::sync::Arc;

use jiff::Timestamp;

use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::record::Record;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::omitted_status::status_of;
use crate::model::history::status_since::StatusChangeTime;
use crate::model::intern::{InternCode, Interner};

/// Time of a move in Unix seconds: after `after`, and not later than `at`. Equal bounds are a time known to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// Last time at which the move had not happened.
    pub after: i64,
    /// First time at which it had happened.
    pub at: i64,
}

impl MoveTime {
    /// Creates an exact time.
    pub fn exact(at: i64) -> Self {
        Self { after: at, at }
    }

    /// Returns the middle of the range, the best estimate of the time.
    pub fn middle(self) -> i64 {
        self.after + (self.at - self.after) / 2
    }
}

/// Knowledge of the start of a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// The deal is new.
    Created,
    /// The deal existed before the first observation, with a status of unknown age.
    Found,
    /// The deal got the status at the observed time, or was deleted then.
    Moved,
}

/// One observed move of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowMove {
    /// The deal.
    pub deal: InternCode,
    /// The new status; [`InternCode::NONE`] for a deletion.
    pub to: InternCode,
    /// Kind of the move.
    pub kind: MoveKind,
    /// Time of the move.
    pub time: MoveTime,
}

/// A stay of a deal in a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The move that began it.
    pub start: FlowMove,
    /// Time of its end and the next status, [`InternCode::NONE`] for a deletion; `None` if the deal is still there.
    pub end: Option<(MoveTime, InternCode)>,
}

impl Stay {
    /// Returns the time at which the deal got the status, if that was observed.
    pub fn entry(&self) -> Option<MoveTime> {
        (self.start.kind != MoveKind::Found).then_some(self.start.time)
    }
}

/// Present state of a deal in the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowDeal {
    /// Asset class.
    pub class: InternCode,
    /// Owner.
    pub owner: InternCode,
    /// Date of the status as the server sends it.
    pub status_date: Option<DateOrTime>,
    status: InternCode,
    /// Last time with a status, if the status is now omitted.
    omitted_since: Option<i64>,
    last_move_at: i64,
    /// Position of the first move.
    first_move: Option<usize>,
}

/// The moves of all deals, in the order of their observation.
#[derive(Clone, Debug, Default)]
pub struct FlowLog {
    /// Identifiers of the deals.
    pub ids: Arc<Interner>,
    /// Status codes.
    pub statuses: Interner,
    /// Asset classes.
    pub classes: Interner,
    /// Owners.
    pub owners: Interner,
    /// State of each deal, by its code.
    deals: Vec<FlowDeal>,
    /// The moves in the order of their observation.
    pub moves: Vec<FlowMove>,
    /// Times of the first and the last observation in Unix seconds.
    pub observed: Option<(i64, i64)>,
}

impl FlowLog {
    /// Adds the next entry of the history.
    pub fn apply(&mut self, entry: &HistoryEntry) {
        let at = entry.at.as_second();
        let (first, last) = self.observed.unwrap_or((at, at));
        self.observed = Some((first.min(at), last.max(at)));
        let deal = Arc::make_mut(&mut self.ids).intern(&entry.deal);
        if self.deals.len() <= deal.index() {
            self.deals.resize(deal.index() + 1, FlowDeal::default());
        }
        let after = entry.not_before.map(Timestamp::as_second);
        match &entry.kind {
            EntryKind::FirstSeen { body, status_since } => {
                let status = self.set_fields(deal, body);
                let known = if after.is_some() { MoveKind::Created } else { MoveKind::Moved };
                let (kind, time) = match (*status_since, after) {
                    (Some(StatusChangeTime::Exact(exact)), _) => {
                        (known, (exact.as_second(), exact.as_second()))
                    }
                    (Some(StatusChangeTime::Interval { after, before }), _) => {
                        (known, (after.as_second(), before.as_second()))
                    }
                    (Some(StatusChangeTime::AtLeast(since)), _) => {
                        (MoveKind::Found, (since.as_second(), since.as_second()))
                    }
                    (None, Some(after)) => (MoveKind::Created, (after, at)),
                    (None, None) => (MoveKind::Found, (at, at)),
                };
                self.see(deal, status, kind, time, entry.is_ours);
            }
            EntryKind::Restored { body } => {
                let status = self.set_fields(deal, body);
                let last = self.deals[deal.index()].last_move_at;
                self.push(deal, status, MoveKind::Moved, (after.unwrap_or(last), at));
            }
            EntryKind::Deleted { .. } => {
                let last = self.deals[deal.index()].last_move_at;
                self.push(deal, InternCode::NONE, MoveKind::Moved, (after.unwrap_or(last), at));
            }
            EntryKind::FieldChanged { name, after: token, .. } => {
                let text = status_of(token.as_deref()).unwrap_or_default();
                match &**name {
                    "status" => self.set_status(deal, &text, after, at),
                    "classe_actif" => self.deals[deal.index()].class = self.classes.intern(&text),
                    "status_since" | "status_changed_at" => {
                        self.deals[deal.index()].status_date = DateOrTime::parse(&text);
                    }
                    "responsable" => self.deals[deal.index()].owner = self.owners.intern(&text),
                    _ => {}
                }
            }
            EntryKind::Missing | EntryKind::Reappeared => {}
        }
    }

    /// Stores the class and the owner of a body; returns its status.
    fn set_fields(&mut self, deal: InternCode, body: &str) -> InternCode {
        let Ok(record) = Record::parse(body) else {
            return InternCode::NONE;
        };
        let text = |name: &str| record.text(name).unwrap_or_default();
        let state = &mut self.deals[deal.index()];
        state.class = self.classes.intern(&text("classe_actif"));
        state.owner = self.owners.intern(&text("responsable"));
        let dates = ["status_since", "status_changed_at"];
        state.status_date = dates.iter().find_map(|name| DateOrTime::parse(&record.text(name)?));
        self.statuses.intern(&text("status"))
    }

    /// Adds a first observation. A second one dates our own creation, or follows a loss of entries.
    fn see(&mut self, deal: InternCode, status: InternCode, kind: MoveKind, time: (i64, i64), is_ours: bool) {
        let state = self.deals[deal.index()];
        match state.first_move.filter(|_| state.status != InternCode::NONE) {
            Some(first) if is_ours => {
                let first_move = &mut self.moves[first];
                first_move.kind = MoveKind::Created;
                first_move.time = MoveTime::exact(time.1.min(first_move.time.at));
            }
            Some(_) if status == state.status => {}
            Some(_) => self.push(deal, status, MoveKind::Moved, (state.last_move_at, time.1)),
            None => self.push(deal, status, kind, time),
        }
    }

    /// Adds a changed status. An omitted one is bridged: a deal that returns with the same one has not moved.
    fn set_status(&mut self, deal: InternCode, text: &str, after: Option<i64>, at: i64) {
        let state = &mut self.deals[deal.index()];
        if text.is_empty() {
            if state.status != InternCode::NONE {
                let since = after.unwrap_or(state.last_move_at);
                state.omitted_since.get_or_insert(since);
            }
            return;
        }
        let status = self.statuses.intern(text);
        let omitted_since = state.omitted_since.take();
        if state.status == status {
            return;
        }
        if state.status == InternCode::NONE {
            let kind = if after.is_some() { MoveKind::Moved } else { MoveKind::Found };
            self.push(deal, status, kind, (after.unwrap_or(at), at));
            return;
        }
        let after = match omitted_since {
            // Our own move has the time of its response, even if the earlier status was unknown for long.
            Some(since) if after != Some(at) => since,
            _ => after.unwrap_or(state.last_move_at),
        };
        self.push(deal, status, MoveKind::Moved, (after, at));
    }

    /// Adds a move. A clock that was set back does not reverse the order of a deal's moves.
    fn push(&mut self, deal: InternCode, to: InternCode, kind: MoveKind, (after, at): (i64, i64)) {
        let state = &mut self.deals[deal.index()];
        let is_first = state.first_move.is_none();
        if to == state.status {
            return;
        }
        let earliest = if is_first { i64::MIN } else { state.last_move_at };
        let at = at.max(earliest);
        let time = MoveTime { after: after.max(earliest).min(at), at };
        state.first_move.get_or_insert(self.moves.len());
        state.status = to;
        state.omitted_since = None;
        state.last_move_at = at;
        self.moves.push(FlowMove { deal, to, kind, time });
    }

    /// Returns the state of a deal.
    pub fn deal(&self, deal: InternCode) -> FlowDeal {
        self.deals.get(deal.index()).copied().unwrap_or_default()
    }

    /// Visits the stays in a status: those that ended in the order of their end, then the others.
    pub fn for_each_stay(&self, mut visit: impl FnMut(&Stay)) {
        let mut open: Vec<Option<FlowMove>> = vec![None; self.deals.len()];
        for step in &self.moves {
            let current = &mut open[step.deal.index()];
            let next = (step.to != InternCode::NONE).then_some(*step);
            if let Some(start) = std::mem::replace(current, next) {
                visit(&Stay { start, end: Some((step.time, step.to)) });
            }
        }
        for start in open.into_iter().flatten() {
            visit(&Stay { start, end: None });
        }
    }
}

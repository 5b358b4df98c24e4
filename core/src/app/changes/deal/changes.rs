//! Changing deals: move, edit, delete. Each change is an effect with what was seen before it, so that the engine can
//! tell a conflict from a write; here nothing is changed but what the person is told. Taking it back is in `undo`.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::contract::ids::{DealId, is_temporary};
use crate::contract::models::deal::WRITABLE;
use crate::contract::patch::Fields;
use crate::engine::{DealRow, Effect};
use crate::vocabulary::{Family, status_is_aside};

use crate::app::changes::entry::entry_values::Entered;
use crate::app::foundation::cx::change::Change;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::disabled_reason::Reason;

impl AppCx {
    /// The status of a deal as the person means it: what was asked a moment ago counts before the engine has answered.
    pub(in crate::app) fn intended_status(&self, deal: &str, shown: &str) -> String {
        let asked = self.expected.iter().find(|(id, _)| id.as_str() == deal);
        let asked =
            asked.and_then(|(_, (_, fields))| fields.text("status").map(std::borrow::Cow::into_owned));
        asked.unwrap_or_else(|| shown.to_owned())
    }

    pub(in crate::app) fn move_deal(&mut self, deal: &DealId, status: &str) -> Vec<Effect> {
        match self.status_meant(deal.as_str()) {
            Some(from) => self.move_seen(deal, (&from, status)),
            None => Vec::new(),
        }
    }

    /// The status of a deal as the person means it, of one that is there.
    pub(in crate::app) fn status_meant(&self, deal: &str) -> Option<String> {
        let table = &self.snapshot.deals;
        let row = table.find(deal).and_then(|ix| table.row(ix))?;
        Some(self.intended_status(row.id, row.status))
    }

    /// Moves a deal that the person saw in the first of two statuses: where it stands in another one since by somebody
    /// else's doing, that is not written over, but meets the move.
    pub(in crate::app) fn move_seen(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        if from == status || self.asks_to_enter(deal, (from, status), None) {
            return Vec::new();
        }
        self.enter(deal, (from, status), None, &Entered::default())
    }

    /// The same without asking for anything.
    pub(in crate::app) fn moved(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status {
            return Vec::new();
        }
        let label = row.name.to_owned();
        let from = from.to_owned();
        self.change_status(deal, label, (from, status), (Fields::new(), Fields::new()))
    }

    /// Moves a deal and gives it to the owner of a lane: one write, which one undo takes back.
    pub(in crate::app) fn move_to_lane(&mut self, deal: &DealId, status: &str, owner: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let from = self.intended_status(row.id, row.status);
        if from == status {
            return self.set_owner(deal.clone(), owner);
        }
        let way = (from.as_str(), status);
        if self.asks_to_enter(deal, way, Some(owner)) {
            return Vec::new();
        }
        self.enter(deal, way, Some(owner), &Entered::default())
    }

    /// The same without asking for anything.
    pub(in crate::app::changes) fn moved_to_lane(
        &mut self,
        deal: &DealId,
        (from, status): (&str, &str),
        owner: &str,
    ) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status || row.owner == owner {
            return self.moved(deal, (from, status));
        }
        let label = row.name.to_owned();
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (fields, owner) in [(&mut before, row.owner), (&mut after, owner)] {
            if owner.is_empty() {
                fields.set_null("responsable");
            } else {
                fields.set_text("responsable", owner);
            }
        }
        self.change_status(deal, label, (from.to_owned(), status), (before, after))
    }

    /// Says that a deal moves, and asks for it with what else is changed along.
    fn change_status(
        &mut self,
        deal: &DealId,
        label: String,
        (from, to): (String, &str),
        (mut before, mut after): (Fields, Fields),
    ) -> Vec<Effect> {
        before.set_text("status", &from);
        after.set_text("status", to);
        let owner = after.touches("responsable").then(|| {
            let given = after.text("responsable");
            given.map_or_else(String::new, std::borrow::Cow::into_owned)
        });
        let told = ToastKind::Moved {
            label: label.clone(),
            from,
            to: to.to_owned(),
            owner,
        };
        self.say(told, self.options.hold);
        self.change_fields(deal.clone(), label, before, after)
    }

    /// Notes a change of fields and asks for it.
    pub(in crate::app::changes) fn change_fields(
        &mut self,
        deal: DealId,
        label: String,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        self.history.push(Change::Fields {
            deal: deal.clone(),
            label: label.clone(),
            before: before.clone(),
            after: after.clone(),
        });
        self.expect(&deal, &after);
        vec![Effect::Update {
            deal,
            fields: after,
            base: before,
            label,
            hold: self.options.hold,
        }]
    }

    /// What a person sees of a deal that they delete, with what they asked of it a moment ago over it: empty where they do
    /// not see it.
    pub(in crate::app) fn seen_of(&self, deal: &DealId) -> Fields {
        let table = &self.snapshot.deals;
        let held = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        let mut seen = held.map(|row| seen(&row)).unwrap_or_default();
        if let Some((_, asked)) = self.expected.get(deal) {
            seen.merge(asked);
        }
        seen
    }

    pub(in crate::app) fn expect(&mut self, deal: &DealId, fields: &Fields) {
        self.expect_behind(0, deal, fields);
    }

    /// The same of a write that is asked for behind so many others: it is expected until its own turn has come.
    pub(in crate::app) fn expect_behind(&mut self, others: usize, deal: &DealId, fields: &Fields) {
        // `submit` counts these effects next.
        let seq = self.submitted + 1 + others as u64;
        let entry = self
            .expected
            .entry(deal.clone())
            .or_insert_with(|| (seq, Fields::new()));
        entry.0 = seq;
        entry.1.merge(fields);
    }
}

impl Pipeline {
    /// The status a step away from that of a deal, in board order; else why there is none.
    pub(in crate::app) fn status_beside(
        &self,
        deal: &str,
        shown: &str,
        forward: bool,
        cx: &AppCx,
    ) -> Result<String, Reason> {
        let status = cx.intended_status(deal, shown);
        let statuses: Vec<String> = self
            .lens
            .columns
            .iter()
            .map(|column| column.status.clone())
            .collect();
        beside(&statuses, &status, forward).map(str::to_owned)
    }
}

/// What is seen of a deal, as far as the contract lets one write it. Of one that is not created yet, what they gave it: what the service
/// adds to that is nobody's change.
pub(in crate::app) fn seen(row: &DealRow<'_>) -> Fields {
    let mut seen = Fields::new();
    let shown = [row.name, row.status, row.class, row.owner];
    for (name, value) in WRITABLE.into_iter().zip(shown) {
        if !value.is_empty() || !is_temporary(row.id) {
            seen.set_text(name, value);
        }
    }
    seen
}

/// Of the statuses in which several deals stand the furthest along the course: those behind catch up, and Enter alone sends
/// none of them back. One that has left the course is none to catch up with; where all have left it there is no such place.
pub(in crate::app) fn furthest(stand: &BTreeSet<String>, statuses: &[String]) -> Option<usize> {
    let on_course = |status: &String| stand.contains(status) && !status_is_aside(status);
    statuses.iter().rposition(on_course)
}

/// The status a step away from another one in board order. A step keeps to the course: what parks a deal or ends it is
/// passed over, and taken by name alone. Deals without a status have a column, but none is moved there.
pub(in crate::app) fn beside<'a>(
    statuses: &'a [String],
    status: &str,
    forward: bool,
) -> Result<&'a str, Reason> {
    let end = if forward {
        Reason::LastStatus
    } else {
        Reason::FirstStatus
    };
    let here = statuses.iter().position(|own| own == status).ok_or(end)?;
    let (before, after) = statuses.split_at(here);
    let mut ahead: Vec<&str> = if forward {
        after.iter().skip(1).map(String::as_str).collect()
    } else {
        before.iter().rev().map(String::as_str).collect()
    };
    ahead.retain(|status| !status.is_empty());
    let aside = ahead.iter().take_while(|status| status_is_aside(status)).count();
    match ahead.get(aside) {
        None if aside == 0 => Err(end),
        Some(next) if aside == 0 || is_known(next) => Ok(next),
        // What nobody knows is no way on from there.
        _ => Err(Reason::StatusAside),
    }
}

/// Whether a status is one of the contract's own.
fn is_known(status: &str) -> bool {
    let mut known = Family::DealStatus.codes().iter();
    known.any(|known| known.code == status)
}

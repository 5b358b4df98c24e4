//! Changing deals: move, edit, delete. Each change is an effect with what was seen before it, so that the engine can
//! tell a conflict from a write; here nothing is changed but what the person is told. Taking it back is in `undo`.

use std::collections::BTreeSet;

use crate::contract::deal::WRITABLE;
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::patch::Fields;
use crate::engine::{DealRow, Effect};
use crate::vocabulary::status_is_aside;

use crate::app::changes::bulk::dry_run::beside;
use crate::app::changes::bulk::model::BulkVerb;
use crate::app::changes::entry::entry_values::Entered;
use crate::app::foundation::cx::change::Again;
use crate::app::shell::app::{ActionId, App, Change, Layer, Menu, Reason, ToastKind};

impl App {
    /// The status of a deal as the person means it: what was asked a moment ago counts before the engine has answered.
    pub(in crate::app) fn intended_status(&self, deal: &str, shown: &str) -> String {
        let asked = self.cx.expected.iter().find(|(id, _)| id.as_str() == deal);
        let asked =
            asked.and_then(|(_, (_, fields))| fields.text("status").map(std::borrow::Cow::into_owned));
        asked.unwrap_or_else(|| shown.to_owned())
    }

    /// The status a step away from that of a deal, in board order; else why there is none.
    pub(in crate::app) fn status_beside(
        &self,
        deal: &str,
        shown: &str,
        forward: bool,
    ) -> Result<String, Reason> {
        let status = self.intended_status(deal, shown);
        let statuses: Vec<String> = self
            .pipeline
            .lens
            .columns
            .iter()
            .map(|column| column.status.clone())
            .collect();
        beside(&statuses, &status, forward).map(str::to_owned)
    }

    pub(in crate::app) fn move_by(&mut self, forward: bool) -> Vec<Effect> {
        if self.acts_on_selection() {
            return self.change_selected(BulkVerb::Beside { forward });
        }
        let Some(row) = self.focused_row() else {
            return Vec::new();
        };
        let target = self.status_beside(row.id, row.status, forward);
        match (target, DealId::new(row.id)) {
            (Ok(status), Ok(deal)) => self.move_deal(&deal, &status),
            _ => Vec::new(),
        }
    }

    pub(in crate::app) fn move_deal(&mut self, deal: &DealId, status: &str) -> Vec<Effect> {
        match self.status_meant(deal.as_str()) {
            Some(from) => self.move_seen(deal, (&from, status)),
            None => Vec::new(),
        }
    }

    /// The status of a deal as the person means it, of one that is there.
    fn status_meant(&self, deal: &str) -> Option<String> {
        let table = &self.cx.snapshot.deals;
        let row = table.find(deal).and_then(|ix| table.row(ix))?;
        Some(self.intended_status(row.id, row.status))
    }

    /// Moves a deal that the person saw in the first of two statuses: where it stands in another one since by somebody
    /// else's doing, that is not written over, but meets the move.
    fn move_seen(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        if from == status || self.asks_to_enter(deal, (from, status), None) {
            return Vec::new();
        }
        self.enter(deal, (from, status), None, &Entered::default())
    }

    /// The same without asking for anything.
    pub(in crate::app) fn moved(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        let table = &self.cx.snapshot.deals;
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

    /// The status that a menu is to mark as the one in which its deal or task stands: now, not when it was opened.
    pub(crate) fn stands_in(&self, menu: &Menu) -> String {
        let statut = |id: &str| {
            let mut all = self.tasks.lanes.iter().flat_map(|lane| &lane.items);
            all.find(|item| item.id == id)?.text("statut")
        };
        let now = match (&menu.deal, &menu.task) {
            (_, Some(task)) => statut(task),
            (Some(deal), None) => self.status_meant(deal.as_str()),
            (None, None) => None,
        };
        now.unwrap_or_else(|| menu.from.clone())
    }

    /// Moves a deal and gives it to the owner of a lane: one write, which one undo takes back.
    pub(in crate::app) fn move_to_lane(&mut self, deal: &DealId, status: &str, owner: &str) -> Vec<Effect> {
        let table = &self.cx.snapshot.deals;
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
        let table = &self.cx.snapshot.deals;
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
        self.say(told, self.cx.options.hold);
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
        self.cx.history.push(Change::Fields {
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
            hold: self.cx.options.hold,
        }]
    }

    /// What a person sees of a deal that they delete, with what they asked of it a moment ago over it: empty where they do
    /// not see it.
    pub(in crate::app) fn seen_of(&self, deal: &DealId) -> Fields {
        let table = &self.cx.snapshot.deals;
        let held = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        let mut seen = held.map(|row| seen(&row)).unwrap_or_default();
        if let Some((_, asked)) = self.cx.expected.get(deal) {
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
        let seq = self.cx.submitted + 1 + others as u64;
        let entry = self
            .cx
            .expected
            .entry(deal.clone())
            .or_insert_with(|| (seq, Fields::new()));
        entry.0 = seq;
        entry.1.merge(fields);
    }

    pub(in crate::app) fn begin_move(&mut self) -> Vec<Effect> {
        let many = self.acts_on_selection();
        let row = self.focused_row().filter(|_| !many);
        let from = row
            .as_ref()
            .map_or_else(String::new, |row| self.intended_status(row.id, row.status));
        let deal = row.as_ref().and_then(|row| DealId::new(row.id).ok());
        if deal.is_none() && !many {
            return Vec::new();
        }
        let label = row.map_or_else(String::new, |row| row.name.to_owned());
        let statuses = self.pipeline.lens.statuses();
        let at = |status: &str| statuses.iter().position(|one| one == status);
        let next = |status: &str| at(status).map(|at| (at + 1).min(statuses.len().saturating_sub(1)));
        let selected = if many {
            let stand = self.selected_statuses();
            match stand.first() {
                Some(shared) if stand.len() == 1 => next(shared),
                _ => furthest(&stand, &statuses),
            }
        } else {
            next(&from).or(Some(0))
        };
        self.cx.layer = Layer::Menu(Menu {
            deal,
            task: None,
            label,
            from,
            statuses,
            selected,
            typed: String::new(),
        });
        Vec::new()
    }

    /// The statuses in which the selected deals stand, as the person means it.
    fn selected_statuses(&self) -> BTreeSet<String> {
        let deals = &self.cx.snapshot.deals;
        let meant = self.meant_statuses();
        let rows = self.selected();
        let statuses = rows.iter().map(|ix| match meant.get(ix) {
            Some(status) => status.as_str(),
            None => deals
                .status_of(*ix)
                .map_or("", |code| deals.statuses().text(code)),
        });
        let found: BTreeSet<&str> = statuses.collect();
        found.into_iter().map(str::to_owned).collect()
    }

    pub(in crate::app) fn finish_move(&mut self) -> Vec<Effect> {
        // Until a status is chosen there is nowhere to move to.
        if matches!(&self.cx.layer, Layer::Menu(menu) if menu.selected.is_none()) {
            let (id, reason) = (Some(ActionId::MoveTo), Reason::NoStatusChosen.key());
            self.say(
                ToastKind::Disabled { id, reason },
                crate::app::foundation::cx::toast::SHORT,
            );
            return Vec::new();
        }
        let Layer::Menu(menu) = std::mem::take(&mut self.cx.layer) else {
            return Vec::new();
        };
        let chosen = menu.selected.and_then(|at| menu.statuses.get(at));
        if let (Some(statut), Some(task)) = (chosen, &menu.task) {
            return self.move_task(task, statut);
        }
        match (chosen, menu.deal) {
            (Some(status), Some(deal)) => {
                self.leave_trail(None);
                // Whoever chooses where it stood then has seen that it stands elsewhere.
                let since = (*status == menu.from).then(|| self.status_meant(deal.as_str()));
                let from = since.flatten().unwrap_or(menu.from);
                self.move_seen(&deal, (&from, status))
            }
            (Some(status), None) => {
                let status = status.clone();
                self.change_selected(BulkVerb::Status(status))
            }
            (None, _) => Vec::new(),
        }
    }

    pub(in crate::app) fn delete_deal(&mut self) -> Vec<Effect> {
        if self.armed_deletion().is_some() {
            return self.answer_deletion(0);
        }
        if self.acts_on_selection() {
            self.plan_bulk(BulkVerb::Delete);
            return Vec::new();
        }
        self.arm_deletion();
        Vec::new()
    }
}

/// What a deal can be created with again: the fields that the contract lets one write.
pub(in crate::app) fn again(row: &DealRow<'_>) -> Again {
    let mut again = Again::default();
    for (name, value) in [
        ("name", row.name),
        ("status", row.status),
        ("classe_actif", row.class),
    ] {
        if !value.is_empty() {
            again.fields.set_text(name, value);
        }
    }
    if !row.owner.is_empty() {
        again.then.set_text("responsable", row.owner);
    }
    again
}

/// What is seen of a deal, as far as the contract lets one write it. Of one that is not created yet, what they gave it: what the service
/// adds to that is nobody's change.
fn seen(row: &DealRow<'_>) -> Fields {
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
fn furthest(stand: &BTreeSet<String>, statuses: &[String]) -> Option<usize> {
    let on_course = |status: &String| stand.contains(status) && !status_is_aside(status);
    statuses.iter().rposition(on_course)
}

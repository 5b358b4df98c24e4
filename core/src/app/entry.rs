//! What a status asks before a deal enters it ([`EntryRules`](super::EntryRules)): a form for what is missing and for the
//! reason. Nothing moves and nothing is asked of the engine before it is filled in; whoever leaves it finds the card where it
//! stood. What the contract lets one write goes along with the move; the rest, and the reason, is kept on this machine.
//! A change of many deals asks once. What is taken back or made again is not asked about.

use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealRow, Effect, own_field_setting, reason_setting};
use crate::view::text::typed::one_line;

use super::bulk::{BulkRow, BulkRows, BulkState};
use super::entrants::Entrants;
use super::forms::choice;
use super::sheet::SheetKind;
use super::{App, BulkVerb, FieldValue, Form, FormField, Layer, Purpose};

/// The one field that is asked for and goes to the service with a move (`PUT /deals/{deal_id}`).
pub(super) const OWNER: &str = "responsable";

/// A move that waits for what its status asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Entering {
    /// What moves.
    pub moves: Moves,
    /// What is asked, field by field of the form.
    pub asks: Vec<Ask>,
}

/// What moves once the form is filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    /// One deal.
    One {
        /// Which.
        deal: DealId,
        /// Where to.
        status: String,
        /// To whom, where a lane is what it is let go in.
        owner: Option<String>,
    },
    /// The deals of the change that is planned.
    Planned(Entrants),
}

/// What one field of the form asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A field that is to be filled in.
    Field(String),
    /// Why deals enter this status.
    Reason {
        /// The status.
        status: String,
        /// Whether the move waits for it.
        required: bool,
    },
}

/// What was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entered {
    fields: Vec<(String, String)>,
    reasons: Vec<(String, String)>,
}

impl Entered {
    fn of(form: &Form, asks: &[Ask]) -> Self {
        let mut given = Self::default();
        for (ask, field) in asks.iter().zip(&form.fields) {
            let text = one_line(field.text());
            match ask {
                Ask::Field(name) => given.fields.push((name.clone(), text)),
                Ask::Reason { status, .. } => given.reasons.push((status.clone(), text)),
            }
        }
        given
    }

    /// The owner given.
    fn owner(&self) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields
            .find(|(name, _)| name == OWNER)
            .map(|(_, owner)| owner.as_str())
    }

    fn reason(&self, status: &str) -> Option<&str> {
        let found = self.reasons.iter().find(|(of, _)| of == status);
        found
            .map(|(_, reason)| reason.as_str())
            .filter(|reason| !reason.is_empty())
    }
}

impl App {
    /// The reason given here for the status in which a deal stands; empty if there is none.
    #[must_use]
    pub fn entry_reason(&self, status: &str, deal: &str) -> &str {
        self.kept_text(&reason_setting(status, deal))
    }

    /// A field of a deal that is the house's own, as it is kept here; empty if there is none.
    #[must_use]
    pub fn own_field(&self, field: &str, deal: &str) -> &str {
        self.kept_text(&own_field_setting(field, deal))
    }

    fn kept_text(&self, name: &str) -> &str {
        let settings = self.snapshot.settings.as_ref();
        settings
            .and_then(|settings| settings.get(name))
            .map_or("", String::as_str)
    }

    /// Opens the form where a status asks for something before a deal enters it. Whether it does.
    pub(super) fn asks_to_enter(&mut self, deal: &DealId, status: &str, owner: Option<&str>) -> bool {
        if self.options.entry_rules.is_empty() {
            return false;
        }
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return false;
        };
        let mut asks = Vec::new();
        self.ask(&row, status, owner, &mut asks);
        let label = row.name.to_owned();
        self.open_entry(label, asks, || Moves::One {
            deal: deal.clone(),
            status: status.to_owned(),
            owner: owner.map(str::to_owned),
        })
    }

    /// The same of the change that is planned.
    pub(super) fn asks_for_planned(&mut self) -> bool {
        if self.options.entry_rules.is_empty() {
            return false;
        }
        let (mut asks, mut entrants) = (Vec::new(), Entrants::default());
        if let Some(bulk) = &self.bulk
            && let BulkRows::Plan(plan) = &bulk.rows
        {
            let planned = (0..plan.planned()).filter_map(|at| plan.row(&bulk.verb, at));
            for row in planned.filter(|row| enters(row, &bulk.verb)) {
                let table = &self.snapshot.deals;
                if let Some(held) = table.find(row.deal.as_str()).and_then(|ix| table.row(ix)) {
                    self.ask(&held, &row.to, given_by(&bulk.verb), &mut asks);
                }
                entrants.add(&row);
            }
        }
        self.open_entry(String::new(), asks, || Moves::Planned(entrants))
    }

    /// Adds what a status asks of a deal to what is asked already. The reasons stand last.
    fn ask(&self, row: &DealRow<'_>, status: &str, owner: Option<&str>, asks: &mut Vec<Ask>) {
        let Some(rule) = self.options.entry_rules.of(status) else {
            return;
        };
        for field in rule.requires() {
            let ask = Ask::Field(field.clone());
            if !asks.contains(&ask) && self.lacks(row, field, owner) {
                let fields = asks.iter().filter(|ask| matches!(ask, Ask::Field(_))).count();
                asks.insert(fields, ask);
            }
        }
        let asked = rule.reason().map(|reason| Ask::Reason {
            status: status.to_owned(),
            required: reason.required,
        });
        asks.extend(asked.filter(|ask| !asks.contains(ask)));
    }

    /// Whether nothing is known of a field of a deal, neither from the service nor here. `owner` is the one that the move
    /// itself gives.
    fn lacks(&self, row: &DealRow<'_>, field: &str, owner: Option<&str>) -> bool {
        let held = match (field, KpiKey::from_name(field)) {
            (OWNER, _) => {
                let meant = self.expected.iter().find(|(id, _)| id.as_str() == row.id);
                let meant = meant.filter(|(_, (_, fields))| fields.touches(OWNER));
                match (owner, meant) {
                    (Some(owner), _) => !owner.is_empty(),
                    (None, Some((_, (_, fields)))) => {
                        fields.text(OWNER).is_some_and(|owner| !owner.is_empty())
                    }
                    (None, None) => !row.owner.is_empty(),
                }
            }
            ("name", _) => !row.name.is_empty(),
            ("classe_actif", _) => !row.class.is_empty(),
            (_, Some(key)) => row.number(key).is_some(),
            (_, None) => self.received(row.id, field),
        };
        !held && (field == OWNER || self.own_field(field, row.id).is_empty())
    }

    /// Whether the service sent a field that no list needs, where the deal was read by itself.
    fn received(&self, deal: &str, field: &str) -> bool {
        let mut details = self.snapshot.details.iter();
        let detail = details.find(|(id, _)| id.as_str() == deal);
        let read = detail.and_then(|(_, detail)| detail.deal.value.as_ref());
        let raw = read.and_then(|deal| deal.record().raw(field));
        raw.is_some_and(|raw| !matches!(raw.get(), "null" | "\"\"" | "[]" | "{}"))
    }

    fn open_entry(&mut self, label: String, asks: Vec<Ask>, moves: impl FnOnce() -> Moves) -> bool {
        if asks.is_empty() {
            return false;
        }
        let fields = asks.iter().map(|ask| self.entry_field(ask)).collect();
        self.layer = Layer::Form(Form {
            purpose: Purpose::Enter(Box::new(Entering { moves: moves(), asks })),
            label,
            replaces: None,
            fields,
            focus: 0,
            error: None,
        });
        true
    }

    fn entry_field(&self, ask: &Ask) -> FormField {
        let text = |name, known| FormField {
            name,
            value: FieldValue::Text {
                text: String::new(),
                known,
            },
        };
        match ask {
            Ask::Field(name) if name == OWNER => text(OWNER, self.owners_by_frequency()),
            Ask::Field(name) => text("own", self.given_before(&own_field_setting(name, ""))),
            Ask::Reason { status, .. } => {
                let rule = self.options.entry_rules.of(status);
                let choices = rule
                    .and_then(|rule| rule.reason())
                    .map_or(&[][..], |reason| &reason.choices);
                if choices.is_empty() {
                    return text("reason", self.given_before(&reason_setting(status, "")));
                }
                // None is taken for granted: the first of a list would be what most moves are said to be for.
                let options = std::iter::once(String::new()).chain(choices.iter().cloned());
                choice("reason", options.collect(), "")
            }
        }
    }

    /// What was given before where `prefix` is asked for, most often first.
    fn given_before(&self, prefix: &str) -> Vec<String> {
        let Some(settings) = &self.snapshot.settings else {
            return Vec::new();
        };
        let mut count: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        let kept = settings.range(prefix.to_owned()..);
        for (_, text) in kept.take_while(|(name, _)| name.starts_with(prefix)) {
            *count.entry(text).or_default() += 1;
        }
        let mut texts: Vec<(&str, usize)> = count.into_iter().collect();
        texts.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        texts.into_iter().map(|(text, _)| text.to_owned()).collect()
    }

    /// Moves what waited for the form, with what was given; or says what is still missing.
    pub(super) fn finish_entry(&mut self, mut form: Form, entering: &Entering) -> Vec<Effect> {
        if let Some((at, why)) = missing(&form, entering) {
            form.error = Some(why);
            form.focus = at;
            self.layer = Layer::Form(form);
            return Vec::new();
        }
        let given = Entered::of(&form, &entering.asks);
        match &entering.moves {
            Moves::One { deal, status, owner } => self.enter(deal, status, owner.as_deref(), &given),
            Moves::Planned(_) => {
                // Where the plan is looked at, what becomes of it is, too.
                if !self.options.beside {
                    self.open_sheet(SheetKind::Bulk);
                }
                self.run_entered(&given)
            }
        }
    }

    /// Moves one deal with what was given.
    pub(super) fn enter(
        &mut self,
        deal: &DealId,
        status: &str,
        owner: Option<&str>,
        given: &Entered,
    ) -> Vec<Effect> {
        let owner = given.owner().or(owner).map(str::to_owned);
        let kept = self.keep_entered(deal, status, given);
        let moved = match owner {
            Some(owner) => self.moved_to_lane(deal, status, &owner),
            None => self.moved(deal, status),
        };
        if moved.is_empty() {
            return Vec::new();
        }
        self.after_kept(&BTreeSet::from([deal.clone()]), kept, moved)
    }

    /// What is kept of a deal that enters a status. What was said of an earlier time there holds no more.
    pub(super) fn keep_entered(
        &self,
        deal: &DealId,
        status: &str,
        given: &Entered,
    ) -> Vec<(String, Option<String>)> {
        let own = given
            .fields
            .iter()
            .filter(|(name, _)| name != OWNER && self.own_field(name, deal.as_str()).is_empty());
        let mut kept: Vec<(String, Option<String>)> = own
            .filter(|(name, _)| {
                let rule = self.options.entry_rules.of(status);
                rule.is_some_and(|rule| rule.requires().contains(name))
            })
            .map(|(name, text)| (own_field_setting(name, deal.as_str()), Some(text.clone())))
            .collect();
        let reason = given.reason(status);
        if reason.unwrap_or_default() != self.entry_reason(status, deal.as_str()) {
            kept.push((reason_setting(status, deal.as_str()), reason.map(str::to_owned)));
        }
        kept
    }

    /// Whether any reason is kept here at all.
    fn keeps_reasons(&self) -> bool {
        let prefix = reason_setting("", "");
        let prefix = prefix.trim_end_matches('/');
        let settings = self.snapshot.settings.as_ref();
        settings.is_some_and(|settings| {
            let first = settings.range(prefix.to_owned()..).next();
            first.is_some_and(|(name, _)| name.starts_with(prefix))
        })
    }

    /// Puts what is kept before the writes: whoever stops the program between finds a move with its reason, or none.
    pub(super) fn after_kept(
        &mut self,
        deals: &BTreeSet<DealId>,
        kept: Vec<(String, Option<String>)>,
        writes: Vec<Effect>,
    ) -> Vec<Effect> {
        if kept.is_empty() {
            return writes;
        }
        for deal in deals {
            if let Some((seq, _)) = self.expected.get_mut(deal) {
                *seq += 1;
            }
        }
        std::iter::once(Effect::KeepAll(kept)).chain(writes).collect()
    }

    /// What a row of a change is given besides, and what is kept of it.
    pub(super) fn entered_row(
        &self,
        row: &mut BulkRow,
        verb: &BulkVerb,
        given: &Entered,
    ) -> Vec<(String, Option<String>)> {
        if row.state != BulkState::Planned || !enters(row, verb) {
            return Vec::new();
        }
        if self.options.entry_rules.is_empty() && !self.keeps_reasons() {
            return Vec::new();
        }
        let table = &self.snapshot.deals;
        if let Some(owner) = given.owner()
            && let Some(rule) = self.options.entry_rules.of(&row.to)
            && rule.requires().iter().any(|field| field == OWNER)
            && let Some(held) = table.find(row.deal.as_str()).and_then(|ix| table.row(ix))
            && self.lacks(&held, OWNER, given_by(verb))
        {
            row.filled = Some(owner.to_owned());
        }
        self.keep_entered(&row.deal, &row.to, given)
    }
}

/// Whether a row of a change moves its deal to another status.
fn enters(row: &BulkRow, verb: &BulkVerb) -> bool {
    let moves = matches!(
        verb,
        BulkVerb::Status(_) | BulkVerb::Beside { .. } | BulkVerb::Lane { .. }
    );
    moves && row.from != row.to
}

/// Whether a field is a house's own: one of which the contract names nothing.
pub(crate) fn is_own_field(field: &str) -> bool {
    !matches!(field, OWNER | "name" | "classe_actif") && KpiKey::from_name(field).is_none()
}

/// The owner that a change itself gives.
fn given_by(verb: &BulkVerb) -> Option<&str> {
    match verb {
        BulkVerb::Lane { owner, .. } => Some(owner),
        _ => None,
    }
}

/// The first field that is to be filled in and is not, with the key of the words for it.
fn missing(form: &Form, entering: &Entering) -> Option<(usize, &'static str)> {
    let asked = entering.asks.iter().zip(&form.fields).enumerate();
    asked
        .filter(|(_, (_, field))| one_line(field.text()).is_empty())
        .find_map(|(at, (ask, _))| match ask {
            Ask::Field(_) => Some((at, "form-entry-field-empty")),
            Ask::Reason { required: true, .. } => Some((at, "form-entry-reason-empty")),
            Ask::Reason { .. } => None,
        })
}

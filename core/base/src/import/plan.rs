//! Plan of an import: for each row the write that it needs, or the reason why it needs none.
//!
//! A row with an identifier changes that deal. Any other row is matched by name and class. A row of which the plan is not
//! sure is never written.

use std::collections::{BTreeSet, HashMap};

use crate::contract::ids::{DealId, IdempotencyKey, TEMPORARY_PREFIX, is_temporary};
use crate::contract::models::kpi::KpiKey;
use crate::contract::patch::Fields;
use crate::import::contradictions::{refuse_contradictions, refuse_similar_rows};
use crate::import::mapping::Mapping;
use crate::import::parsed_row::ParsedRow;
use crate::import::planned_row::{PlannedRow, RowCategory};
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::similar::{is_same_person, is_unusual, may_resemble, nearest, resembles};
use crate::import::table::{ImportTable, hex_digest};
use crate::model::entry_rules::EntryRules;
use crate::model::table::{DealRow, DealTable};
use crate::query::letter_mask;
use crate::text::single_line::one_line;
use crate::text::{Lang, fold};
use crate::vocabulary::{self, CodeKind};

/// Beginning of the keys of imported rows.
pub const KEY_PREFIX: &str = "import-";

/// Data that a plan is made from.
#[derive(Clone, Copy, Debug)]
pub struct ImportFacts<'a> {
    /// All deals, with pending writes applied.
    pub deals: &'a DealTable,
    /// Status codes of the organisation.
    pub statuses: &'a [String],
    /// Rules for entering a status.
    pub entry_rules: &'a EntryRules,
    /// Lines that the user accepts although the plan is not sure of them.
    pub accepted: &'a BTreeSet<usize>,
}

/// Plan of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportPlan {
    /// Name of the file, or empty for pasted text.
    pub source: String,
    /// Mapping of the columns.
    pub mapping: Mapping,
    /// The rows by category, each in the order of the file.
    pub rows: Vec<PlannedRow>,
}

impl ImportPlan {
    /// Plans the import of a table.
    pub fn new(table: &ImportTable, mapping: Mapping, facts: ImportFacts<'_>) -> Self {
        debug_assert!(mapping.check().is_ok(), "a mapping is checked before it is used");
        let parsed: Vec<ParsedRow> = table.lines.iter().map(|line| ParsedRow::new(line, &mapping)).collect();
        let known = KnownValues::new(&parsed, facts);
        let mut rows: Vec<PlannedRow> = parsed.iter().map(|row| known.plan_row(row, &table.digest)).collect();
        refuse_similar_rows(&mut rows, facts.accepted);
        refuse_contradictions(&mut rows, facts.accepted);
        rows.sort_by_key(|row| (row.category(), row.line));
        Self { source: table.source.clone(), mapping, rows }
    }

    /// Returns the number of rows in a category.
    pub fn count(&self, category: RowCategory) -> usize {
        self.rows.iter().filter(|row| row.category() == category).count()
    }
}

/// Deals, codes and owners that the rows may mean.
struct KnownValues<'a> {
    facts: ImportFacts<'a>,
    by_name: HashMap<String, Vec<DealRow<'a>>>,
    /// Name of a deal that resembles a name without a deal.
    similar: HashMap<String, &'a str>,
    statuses: Vec<&'a str>,
    classes: Vec<&'a str>,
    owners: HashMap<String, &'a str>,
    /// Owners that only the rows name, folded.
    new_owners: BTreeSet<String>,
}

impl<'a> KnownValues<'a> {
    fn new(rows: &[ParsedRow], facts: ImportFacts<'a>) -> Self {
        let named = rows.iter().filter(|row| row.value("id").is_empty());
        let names = named.map(|row| fold(row.value("name"))).filter(|name| !name.is_empty());
        let mut by_name: HashMap<String, Vec<DealRow<'a>>> = names.map(|name| (name, Vec::new())).collect();
        for deal in facts.deals.rows() {
            if let Some(deals) = by_name.get_mut(deal.folded) {
                deals.push(deal);
            }
        }
        let unmatched = by_name.iter().filter(|(_, deals)| deals.is_empty());
        let unmatched: Vec<_> = unmatched.map(|(name, _)| (name, letter_mask(name))).collect();
        let mut similar = HashMap::new();
        for deal in facts.deals.rows().filter(|_| !unmatched.is_empty()) {
            let letters = letter_mask(deal.folded);
            for (name, own_letters) in &unmatched {
                if may_resemble(*own_letters, letters) && resembles(name, deal.folded) {
                    similar.insert((*name).clone(), deal.name);
                }
            }
        }
        let codes = |kind: CodeKind| kind.codes().iter().map(|entry| entry.code);
        let statuses = codes(CodeKind::DealStatus)
            .chain(facts.statuses.iter().map(String::as_str))
            .chain(facts.deals.statuses().iter().map(|(_, code)| code));
        let classes =
            codes(CodeKind::AssetClass).chain(facts.deals.classes().iter().map(|(_, code)| code)).collect();
        let owners: HashMap<String, &str> =
            facts.deals.owners().iter().map(|(_, owner)| (fold(owner), owner)).collect();
        let named = rows.iter().map(|row| fold(row.value("responsable")));
        let new_owners = named.filter(|owner| !owners.contains_key(owner)).collect();
        Self { facts, by_name, similar, statuses: statuses.collect(), classes, owners, new_owners }
    }

    fn plan_row(&self, row: &ParsedRow, digest: &str) -> PlannedRow {
        let name = row.value("name").to_owned();
        let mut planned = PlannedRow { line: row.line, name, ..PlannedRow::default() };
        match self.changes(row, &mut planned) {
            Ok((before, after)) => (planned.before, planned.after) = (before, after),
            Err(issue) => planned.issue = Some(issue),
        }
        if !planned.after.is_empty() {
            let record = planned.deal.as_ref().map_or("", DealId::as_str);
            let digest = write_digest(digest, row.line, record, &planned.after.to_body());
            planned.key = IdempotencyKey::new(format!("{KEY_PREFIX}{digest}")).ok();
            if planned.deal.is_none() {
                // The engine replaces it when the server has assigned an identifier.
                let uuid = digest.get(..32).and_then(|digits| uuid::Uuid::try_parse(digits).ok());
                planned.deal = uuid.and_then(|uuid| DealId::new(format!("{TEMPORARY_PREFIX}{uuid}")).ok());
            }
        }
        planned
    }

    /// Returns the fields that a row changes, before and after, and completes its deal.
    fn changes(&self, row: &ParsedRow, planned: &mut PlannedRow) -> Result<(Fields, Fields), RowIssue> {
        if let Some(issue) = &row.issue {
            return Err(issue.clone());
        }
        let is_accepted = self.facts.accepted.contains(&row.line);
        let status =
            known_code(row, "status", (CodeKind::DealStatus, RowRule::UNKNOWN_STATUS), &self.statuses)?;
        let class =
            known_code(row, "classe_actif", (CodeKind::AssetClass, RowRule::UNKNOWN_CLASS), &self.classes)?;
        let deal = self.deal(row, class, is_accepted)?;
        if let Some(deal) = &deal {
            planned.deal = DealId::new(deal.id).ok();
            deal.name.clone_into(&mut planned.name);
        }
        // Broken rules come before what only the user can say.
        let owner = || self.owner(row.value("responsable"), is_accepted);
        let (name, (mut before, mut after)) = (row.value("name"), (Fields::new(), Fields::new()));
        let Some(deal) = deal else {
            self.check_new_name(name, is_accepted)?;
            let owner = owner()?;
            let values =
                [("name", name), ("status", status), ("classe_actif", class), ("responsable", owner)];
            for (field, value) in values.into_iter().filter(|(_, value)| !value.is_empty()) {
                after.set_text(field, value);
            }
            self.check_entry(status, |field| after.touches(field))?;
            return Ok((before, after));
        };
        // Name and class can only be set by a creation, so a difference means another deal or a mistake.
        for (field, value, current) in [("name", name, deal.name), ("classe_actif", class, deal.class)] {
            if !value.is_empty() && fold(value) != fold(&one_line(current)) {
                return Err(RowIssue::new(RowRule::READ_ONLY, field, value).with_other(current));
            }
        }
        let owner = owner()?;
        for (field, value, current) in [("status", status, deal.status), ("responsable", owner, deal.owner)] {
            if !value.is_empty() && value != current {
                after.set_text(field, value);
                before.set(field, &Some(current).filter(|current| !current.is_empty()));
            }
        }
        if !after.is_empty() && is_temporary(deal.id) {
            return Err(RowIssue::new(RowRule::NOT_CREATED_YET, None, deal.name));
        }
        if after.touches("status") {
            self.check_entry(status, |field| match field {
                "name" => true,
                "classe_actif" => !deal.class.is_empty(),
                "responsable" => !owner.is_empty() || !deal.owner.is_empty(),
                field => KpiKey::from_name(field).is_some_and(|key| deal.number(key).is_some()),
            })?;
        }
        Ok((before, after))
    }

    /// Returns the deal that a row means; `None` for a new one.
    fn deal(&self, row: &ParsedRow, class: &str, is_accepted: bool) -> Result<Option<DealRow<'a>>, RowIssue> {
        let (id, name) = (row.value("id"), row.value("name"));
        if !id.is_empty() {
            let deal = self.facts.deals.find(id).and_then(|ix| self.facts.deals.row(ix));
            return deal.map(Some).ok_or_else(|| RowIssue::new(RowRule::UNKNOWN_ID, "id", id));
        }
        let folded = fold(name);
        let named = self.by_name.get(&folded).map_or(&[][..], Vec::as_slice);
        let mut matching = named.iter().filter(|deal| class.is_empty() || deal.class == class);
        let issue = match (matching.next(), matching.count(), named.first()) {
            (Some(deal), 0, _) => return Ok(Some(*deal)),
            // No answer of the user could name one of them.
            (Some(_), others, _) => {
                let count = (others + 1).to_string();
                return Err(RowIssue::new(RowRule::SEVERAL_DEALS, "name", name).with_other(count));
            }
            (None, _, Some(other)) => {
                Some(RowIssue::new(RowRule::OTHER_CLASS, "classe_actif", class).with_other(other.class))
            }
            (None, _, None) => self
                .similar
                .get(&folded)
                .map(|similar| RowIssue::new(RowRule::SIMILAR_NAME, "name", name).with_other(*similar)),
        };
        issue.filter(|_| !is_accepted).map_or(Ok(None), Err)
    }

    fn check_new_name(&self, name: &str, is_accepted: bool) -> Result<(), RowIssue> {
        let rule = match name.trim() {
            "" => RowRule::NO_NAME,
            id if self.facts.deals.find(id).is_some() => RowRule::NAME_IS_ID,
            _ if is_unusual(name) && !is_accepted => RowRule::UNUSUAL_NAME,
            _ => return Ok(()),
        };
        Err(RowIssue::new(rule, "name", name))
    }

    /// Checks the organisation's rule for entering a status. A required reason cannot be imported.
    fn check_entry(&self, status: &str, has_value: impl Fn(&str) -> bool) -> Result<(), RowIssue> {
        let Some(rule) = self.facts.entry_rules.rule_for(status) else { return Ok(()) };
        let missing = rule.requires().iter().map(String::as_str).find(|field| !has_value(field));
        let reason = rule.reason().filter(|reason| reason.required).map(|_| "reason");
        let issue = |field| RowIssue::new(RowRule::ENTRY_RULE, "status", status).with_other(field);
        missing.or(reason).map_or(Ok(()), |field| Err(issue(field)))
    }

    /// Returns an owner as the deals spell the name.
    fn owner<'b>(&'b self, value: &'b str, is_accepted: bool) -> Result<&'b str, RowIssue> {
        let folded = fold(value);
        if let Some(owner) = self.owners.get(&folded) {
            return Ok(owner);
        }
        if value.is_empty() || is_accepted {
            return Ok(value);
        }
        let mut known = self.owners.values().copied();
        let others = || self.new_owners.iter().map(String::as_str).filter(|other| *other != folded);
        let similar = nearest(&folded, known.clone())
            .or_else(|| known.find(|other| is_same_person(&folded, &fold(other))))
            .or_else(|| others().find(|other| resembles(&folded, other) || is_same_person(&folded, other)));
        let issue = |rule| Err(RowIssue::new(rule, "responsable", value));
        match similar {
            Some(similar) => issue(RowRule::SIMILAR_OWNER).map_err(|issue| issue.with_other(similar)),
            None if is_unusual(value) || self.classes.contains(&value) => issue(RowRule::UNUSUAL_NAME),
            None => Ok(value),
        }
    }
}

/// Returns whether an import of this table has requested a write.
pub fn is_write_of(table: &ImportTable, key: &IdempotencyKey, record: &str, body: &str) -> bool {
    // The identifier of a creation derives from the digest.
    let record = if is_temporary(record) { "" } else { record };
    let Some(digest) = key.as_str().strip_prefix(KEY_PREFIX) else { return false };
    table.lines.iter().any(|line| write_digest(&table.digest, line.number, record, body) == digest)
}

fn write_digest(table: &str, line: usize, record: &str, body: &str) -> String {
    hex_digest(&[table, &line.to_string(), record, body].map(str::as_bytes))
}

/// Returns the code of a value, which may be the code or its name in a language; empty for no value.
fn known_code<'a>(
    row: &ParsedRow,
    field: &'static str,
    (kind, rule): (CodeKind, RowRule),
    codes: &[&'a str],
) -> Result<&'a str, RowIssue> {
    let value = row.value(field);
    if value.is_empty() {
        return Ok("");
    }
    let folded = fold(value);
    let is_named = |code: &&str| {
        let texts = [vocabulary::label, vocabulary::short_label];
        let mut names = Lang::ALL.into_iter().flat_map(|lang| texts.map(|text| text(lang, kind, code)));
        names.any(|name| fold(&name) == folded)
    };
    let mut known = codes.iter().copied().filter(|code| !code.is_empty());
    let exact = known.clone().find(|code| fold(code) == folded);
    exact.or_else(|| known.find(is_named)).ok_or_else(|| {
        let similar = nearest(&folded, codes.iter().copied());
        RowIssue::new(rule, field, value).with_other(similar.unwrap_or_default())
    })
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

//! Plan of an import: for each row the write that it needs, or the reason why it needs none.
//!
//! A row with an identifier changes that deal. Any other row is matched by name and class. A row of which the plan is not
//! sure is never written.

use std::collections::{BTreeSet, HashMap};

use crate::contract::ids::{DealId, IdempotencyKey, TEMPORARY_PREFIX, is_temporary};
use crate::contract::models::kpi::KpiKey;
use crate::contract::patch::Fields;
use crate::import::contradictions::refuse_contradictions;
use crate::import::mapping::{ImportField, Mapping};
use crate::import::parsed_row::ParsedRow;
use crate::import::planned_row::{PlannedRow, RowVerdict};
use crate::import::row_category::RowCategory;
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::similar::{NameShape, nearest};
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
    /// Header and field of each column.
    pub columns: Vec<(String, Option<ImportField>)>,
    /// The rows by category, each in the order of the file.
    pub rows: Vec<PlannedRow>,
}

impl ImportPlan {
    /// Plans the import of a table.
    pub fn new(table: &ImportTable, mapping: &Mapping, facts: ImportFacts<'_>) -> Self {
        debug_assert_eq!(mapping.check(), Ok(()), "a mapping is checked before it is used");
        let parsed: Vec<ParsedRow> =
            table.lines.iter().map(|line| ParsedRow::new(line, table, mapping)).collect();
        let known = KnownValues::new(&parsed, facts);
        let mut rows: Vec<PlannedRow> = parsed.iter().map(|row| known.judge(row, table)).collect();
        refuse_contradictions(&mut rows, facts.accepted);
        rows.sort_by_key(|row| (row.category(), row.line));
        let columns = table.header.iter().cloned().zip(mapping.fields().iter().copied()).collect();
        Self { source: table.source.clone(), columns, rows }
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
}

impl<'a> KnownValues<'a> {
    fn new(rows: &[ParsedRow], facts: ImportFacts<'a>) -> Self {
        let named = rows.iter().filter(|row| row.value(ImportField::Id).is_empty());
        let names = named.map(|row| fold(row.value(ImportField::Name))).filter(|name| !name.is_empty());
        let mut by_name: HashMap<String, Vec<DealRow<'a>>> = names.map(|name| (name, Vec::new())).collect();
        for deal in facts.deals.rows() {
            if let Some(deals) = by_name.get_mut(deal.folded) {
                deals.push(deal);
            }
        }
        let unmatched = by_name.iter().filter(|(_, deals)| deals.is_empty()).map(|(name, _)| name);
        let shapes: Vec<(&String, NameShape)> = unmatched.map(|name| (name, NameShape::new(name))).collect();
        let mut similar = HashMap::new();
        for deal in facts.deals.rows().filter(|_| !shapes.is_empty()) {
            let letters = letter_mask(deal.folded);
            for (name, shape) in &shapes {
                if shape.resembles(deal.folded, letters) {
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
        let owners = facts.deals.owners().iter().map(|(_, owner)| (fold(owner), owner)).collect();
        Self { facts, by_name, similar, statuses: statuses.collect(), classes, owners }
    }

    fn judge(&self, row: &ParsedRow, table: &ImportTable) -> PlannedRow {
        let mut planned = PlannedRow {
            line: row.line,
            name: row.value(ImportField::Name).to_owned(),
            deal: None,
            verdict: RowVerdict::Same,
            key: None,
        };
        match self.verdict(row, &mut planned) {
            Ok(verdict) => planned.verdict = verdict,
            Err(issue) => planned.verdict = RowVerdict::Refused(issue),
        }
        if let Some((_, after)) = planned.change() {
            let record = planned.deal.as_ref().map_or("", DealId::as_str);
            let line = row.line.to_string();
            let digest = hex_digest(&[
                table.digest.as_bytes(),
                line.as_bytes(),
                record.as_bytes(),
                after.to_body().as_bytes(),
            ]);
            planned.key = IdempotencyKey::new(format!("{KEY_PREFIX}{digest}")).ok();
            if planned.deal.is_none() {
                // The engine replaces it when the server has assigned an identifier.
                let uuid = digest.get(..32).and_then(|digits| uuid::Uuid::try_parse(digits).ok());
                planned.deal = uuid.and_then(|uuid| DealId::new(format!("{TEMPORARY_PREFIX}{uuid}")).ok());
            }
        }
        planned
    }

    fn verdict(&self, row: &ParsedRow, planned: &mut PlannedRow) -> Result<RowVerdict, RowIssue> {
        if let Some(issue) = &row.issue {
            return Err(issue.clone());
        }
        let is_accepted = self.facts.accepted.contains(&row.line);
        let status = Self::code(row, ImportField::Status, &self.statuses)?;
        let class = Self::code(row, ImportField::Class, &self.classes)?;
        let deal = self.deal(row, class, is_accepted)?;
        if let Some(deal) = &deal {
            planned.deal = DealId::new(deal.id).ok();
            deal.name.clone_into(&mut planned.name);
        }
        let owner = self.owner(row.value(ImportField::Owner), is_accepted)?;
        match deal {
            None => self.creation(row, (status, class, owner)),
            Some(deal) => self.update(row, &deal, (status, class, owner)),
        }
    }

    /// Returns the deal that a row means; `None` for a new one.
    fn deal(&self, row: &ParsedRow, class: &str, is_accepted: bool) -> Result<Option<DealRow<'a>>, RowIssue> {
        let (id, name) = (row.value(ImportField::Id), row.value(ImportField::Name));
        if !id.is_empty() {
            let deal = self.facts.deals.find(id).and_then(|ix| self.facts.deals.row(ix));
            return deal.map(Some).ok_or_else(|| RowIssue::new(RowRule::UnknownId, ImportField::Id, id));
        }
        let folded = fold(name);
        let named = self.by_name.get(&folded).map_or(&[][..], Vec::as_slice);
        let mut matching = named.iter().filter(|deal| class.is_empty() || deal.class == class);
        let issue = match (matching.next(), matching.count(), named.first()) {
            (Some(deal), 0, _) => return Ok(Some(*deal)),
            // No answer of the user could name one of them.
            (Some(_), others, _) => {
                let count = (others + 1).to_string();
                return Err(RowIssue::new(RowRule::SeveralDeals, ImportField::Name, name).with_other(count));
            }
            (None, _, Some(other)) => {
                RowIssue::new(RowRule::OtherClass, ImportField::Class, class).with_other(other.class)
            }
            (None, _, None) => match self.similar.get(&folded) {
                Some(similar) => {
                    RowIssue::new(RowRule::SimilarName, ImportField::Name, name).with_other(*similar)
                }
                None => return Ok(None),
            },
        };
        if is_accepted { Ok(None) } else { Err(issue) }
    }

    fn creation(
        &self,
        row: &ParsedRow,
        (status, class, owner): (&str, &str, &str),
    ) -> Result<RowVerdict, RowIssue> {
        let name = row.value(ImportField::Name);
        if name.is_empty() {
            return Err(RowIssue::new(RowRule::NoName, ImportField::Name, ""));
        }
        let has_value = |field: &str| match field {
            "name" => true,
            "classe_actif" => !class.is_empty(),
            "responsable" => !owner.is_empty(),
            _ => false,
        };
        self.check_entry(status, has_value)?;
        let mut fields = Fields::new();
        let values = [("name", name), ("status", status), ("classe_actif", class), ("responsable", owner)];
        for (field, value) in values.into_iter().filter(|(_, value)| !value.is_empty()) {
            fields.set_text(field, value);
        }
        Ok(RowVerdict::New(fields))
    }

    fn update(
        &self,
        row: &ParsedRow,
        deal: &DealRow<'_>,
        (status, class, owner): (&str, &str, &str),
    ) -> Result<RowVerdict, RowIssue> {
        // Name and class can only be set by a creation, so a difference means another deal or a mistake.
        let name = row.value(ImportField::Name);
        let fixed = [(ImportField::Name, name, deal.name), (ImportField::Class, class, deal.class)];
        for (field, value, current) in fixed {
            if !value.is_empty() && fold(value) != fold(&one_line(current)) {
                return Err(RowIssue::new(RowRule::ReadOnly, field, value).with_other(current));
            }
        }
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (field, value, current) in [("status", status, deal.status), ("responsable", owner, deal.owner)] {
            if value.is_empty() || value == current {
                continue;
            }
            after.set_text(field, value);
            match current {
                "" => before.set_null(field),
                current => before.set_text(field, current),
            };
        }
        if after.is_empty() {
            return Ok(RowVerdict::Same);
        }
        if is_temporary(deal.id) {
            return Err(RowIssue::new(RowRule::NotCreatedYet, None, deal.name));
        }
        if after.touches("status") {
            let has_value = |field: &str| match (field, KpiKey::from_name(field)) {
                ("name", _) => true,
                ("classe_actif", _) => !deal.class.is_empty(),
                ("responsable", _) => !owner.is_empty() || !deal.owner.is_empty(),
                (_, Some(key)) => deal.number(key).is_some(),
                (_, None) => false,
            };
            self.check_entry(status, has_value)?;
        }
        Ok(RowVerdict::Changed { before, after })
    }

    /// Checks the organisation's rule for entering a status. A required reason cannot be imported.
    fn check_entry(&self, status: &str, has_value: impl Fn(&str) -> bool) -> Result<(), RowIssue> {
        let Some(rule) = self.facts.entry_rules.rule_for(status) else { return Ok(()) };
        let missing = rule.requires().iter().map(String::as_str).find(|field| !has_value(field));
        let reason = rule.reason().filter(|reason| reason.required).map(|_| "reason");
        match missing.or(reason) {
            Some(field) => {
                Err(RowIssue::new(RowRule::EntryRule, ImportField::Status, status).with_other(field))
            }
            None => Ok(()),
        }
    }

    /// Returns the code of a value, which may be the code or its name in a language.
    fn code(row: &ParsedRow, field: ImportField, codes: &[&'a str]) -> Result<&'a str, RowIssue> {
        let value = row.value(field);
        if value.is_empty() {
            return Ok("");
        }
        let (kind, rule) = match field {
            ImportField::Class => (CodeKind::AssetClass, RowRule::UnknownClass),
            _ => (CodeKind::DealStatus, RowRule::UnknownStatus),
        };
        let folded = fold(value);
        let is_named = |code: &str| {
            let names = Lang::ALL.into_iter().flat_map(|lang| {
                [vocabulary::label(lang, kind, code), vocabulary::short_label(lang, kind, code)]
            });
            names.into_iter().any(|name| fold(&name) == folded)
        };
        let known = || codes.iter().copied().filter(|code| !code.is_empty());
        let exact = known().find(|code| fold(code) == folded);
        if let Some(code) = exact.or_else(|| known().find(|code| is_named(code))) {
            return Ok(code);
        }
        let similar = nearest(&folded, codes.iter().copied());
        Err(RowIssue::new(rule, field, value).with_other(similar.unwrap_or_default()))
    }

    /// Returns an owner as the deals spell the name.
    fn owner<'b>(&'b self, value: &'b str, is_accepted: bool) -> Result<&'b str, RowIssue> {
        let folded = fold(value);
        if let Some(owner) = self.owners.get(&folded) {
            return Ok(owner);
        }
        let similar = nearest(&folded, self.owners.values().copied());
        match similar.filter(|_| !value.is_empty() && !is_accepted) {
            Some(similar) => {
                Err(RowIssue::new(RowRule::SimilarOwner, ImportField::Owner, value).with_other(similar))
            }
            None => Ok(value),
        }
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

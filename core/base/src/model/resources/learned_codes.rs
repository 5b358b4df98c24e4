//! Codes seen in records, with their labels.

use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::{Record, raw_text};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Source of a code, the most authoritative first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeSource {
    /// The service's own taxonomy.
    Taxonomy,
    /// A field definition.
    FieldDefinition,
    /// A key of a breakdown of the portfolio summary.
    Portfolio,
    /// A value of a record.
    Record,
}

/// Data of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedCode {
    /// Most authoritative source so far.
    pub source: CodeSource,
    /// The service's French label, if any; not sanitised yet.
    pub label_fr: Option<String>,
    /// The service's English label, if any.
    pub label_en: Option<String>,
    /// Time of the first observation.
    pub first_seen: Timestamp,
    /// Time of the last observation.
    pub last_seen: Timestamp,
    /// Number of records with the code at the last count.
    pub count: u64,
}

/// Codes of every code family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedCodes {
    /// Data by code family and code, joined by a space; neither contains one.
    pub codes: BTreeMap<String, LearnedCode>,
    /// Names of codes that are not stored yet.
    pub unsaved: Vec<String>,
}

impl LearnedCodes {
    /// Records a code, with the number of its records if they were counted.
    pub fn record_code(
        &mut self,
        kind: &str,
        code: &str,
        source: CodeSource,
        count: Option<u64>,
        now: Timestamp,
    ) {
        self.record_labels(kind, code, source, (None, None), count, now);
    }

    fn record_labels(
        &mut self,
        kind: &str,
        code: &str,
        source: CodeSource,
        (label_fr, label_en): (Option<String>, Option<String>),
        count: Option<u64>,
        now: Timestamp,
    ) {
        if code.is_empty() || kind.is_empty() {
            return;
        }
        let name = format!("{kind} {code}");
        let is_new = if let Some(existing) = self.codes.get_mut(&name) {
            let day = jiff::SignedDuration::from_hours(24);
            let is_new = source < existing.source
                || count.is_some_and(|count| count != existing.count)
                || now.duration_since(existing.last_seen) >= day
                || label_fr.is_some() && label_fr != existing.label_fr;
            existing.source = existing.source.min(source);
            existing.last_seen = existing.last_seen.max(now);
            existing.count = count.unwrap_or(existing.count);
            existing.label_fr = label_fr.or(existing.label_fr.take());
            existing.label_en = label_en.or(existing.label_en.take());
            is_new
        } else {
            let new_entry = LearnedCode {
                source,
                label_fr,
                label_en,
                first_seen: now,
                last_seen: now,
                count: count.unwrap_or_default(),
            };
            self.codes.insert(name.clone(), new_entry);
            true
        };
        if is_new && !self.unsaved.contains(&name) {
            self.unsaved.push(name);
        }
    }

    /// Learns from a taxonomy element. Services name the family `family`, `taxonomy` or `type`.
    pub fn record_taxonomy(&mut self, element: &Record, now: Timestamp) {
        let text = |names: &[&str]| names.iter().find_map(|name| element.text(name));
        let (Some(kind), Some(code)) =
            (text(&["family", "taxonomy", "type"]), text(&["code", "key", "value"]))
        else {
            return;
        };
        let labels = (text(&["label_fr", "label"]).map(Into::into), text(&["label_en"]).map(Into::into));
        self.record_labels(&kind, &code, CodeSource::Taxonomy, labels, None, now);
    }

    /// Learns from the allowed values of a field definition, if it lists any.
    pub fn record_field(&mut self, definition: &Record, now: Timestamp) {
        let Some(key) = definition.text("field_key") else {
            return;
        };
        for name in ["allowed_values", "values", "options", "enum"] {
            for value in definition.array(name).unwrap_or_default() {
                let code = raw_text(&value).map(String::from).or_else(|| {
                    let option = Record::parse(value.get()).ok()?;
                    option.text("code").or_else(|| option.text("value")).map(String::from)
                });
                if let Some(code) = code {
                    self.record_code(&key, &code, CodeSource::FieldDefinition, None, now);
                }
            }
        }
    }

    /// Learns from the breakdowns of the portfolio summary.
    pub fn record_portfolio(&mut self, summary: &PortfolioSummary, now: Timestamp) {
        let record = summary.record();
        for (breakdown, kind) in [
            ("operations_by_status", "statut_operation"),
            ("operations_by_classe_actif", "classe_actif"),
            ("operations_by_type_investissement", "type_investissement"),
        ] {
            let Some(counts) = record.object(breakdown) else {
                continue;
            };
            for (code, _) in counts.fields() {
                let count = counts.integer(code).and_then(|count| u64::try_from(count).ok());
                self.record_code(kind, code, CodeSource::Portfolio, count, now);
            }
        }
    }

    /// Iterates over the codes of a family, sorted by code.
    pub fn codes_of<'a>(&'a self, code_family: &'a str) -> impl Iterator<Item = (&'a str, &'a LearnedCode)> {
        self.iter()
            .filter(move |(its_family, ..)| *its_family == code_family)
            .map(|(_, code, entry)| (code, entry))
    }

    /// Iterates over all codes with their family and data.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &LearnedCode)> {
        self.codes.iter().filter_map(|(name, entry)| {
            let (kind, code) = name.split_once(' ')?;
            Some((kind, code, entry))
        })
    }

    /// Returns whether both have the same codes, labels and counts; dates are ignored.
    pub fn has_same_codes(&self, right: &Self) -> bool {
        let is_same = |left: &LearnedCode, right: &LearnedCode| {
            (left.source, left.count, &left.label_fr, &left.label_en)
                == (right.source, right.count, &right.label_fr, &right.label_en)
        };
        self.codes.len() == right.codes.len()
            && self
                .codes
                .iter()
                .zip(&right.codes)
                .all(|((name, left), (right_name, right))| name == right_name && is_same(left, right))
    }

    /// Returns whether there are unsaved codes.
    pub fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(hour * 3_600).unwrap()
    }

    fn record(json: &str) -> Record {
        Record::parse(json).unwrap()
    }

    #[test]
    fn codes_seen_again_compare_equal_except_for_the_time() {
        let mut words = LearnedCodes::default();
        words.record_code("status", "ic", CodeSource::Record, Some(3), at(1));
        let before = words.clone();
        words.record_code("status", "ic", CodeSource::Record, Some(3), at(2));
        assert_ne!(words, before, "it was seen later");
        assert!(words.has_same_codes(&before));
        words.record_code("status", "ic", CodeSource::Record, Some(4), at(2));
        assert!(!words.has_same_codes(&before), "in one record more");
        words = before.clone();
        words.record_code("status", "lost", CodeSource::Record, None, at(2));
        assert!(!words.has_same_codes(&before), "another code");
        words = before.clone();
        words.record_taxonomy(
            &record(r#"{"family": "status", "code": "ic", "label_en": "Committee"}"#),
            at(2),
        );
        assert!(!words.has_same_codes(&before), "a name");
    }

    #[test]
    fn learned_code_keeps_its_best_source_and_times() {
        let mut words = LearnedCodes::default();
        words.record_code("status", "pre_ic", CodeSource::Record, Some(3), at(0));
        words.record_taxonomy(
            &record(r#"{"family":"status","code":"pre_ic","label_fr":"Pré-comité"}"#),
            at(1),
        );
        words.record_code("status", "pre_ic", CodeSource::Record, Some(2), at(2));
        words.record_code("status", "", CodeSource::Record, None, at(2));
        let all: Vec<_> = words.codes_of("status").collect();
        assert_eq!(all.len(), 1);
        let (code, learned) = all[0];
        assert_eq!(
            (code, learned.source, learned.count, learned.label_fr.as_deref()),
            ("pre_ic", CodeSource::Taxonomy, 2, Some("Pré-comité"))
        );
        assert_eq!((learned.first_seen, learned.last_seen), (at(0), at(2)));
    }

    #[test]
    fn breakdowns_and_definitions_teach_codes() {
        let mut words = LearnedCodes::default();
        let summary = record(
            r#"{"operations_by_status":{"cloture":2,"gel":1},"operations_by_classe_actif":{"bureaux":3}}"#,
        );
        words.record_portfolio(&PortfolioSummary::from_record(summary).unwrap(), at(0));
        words.record_field(&record(r#"{"field_key":"cycle","allowed_values":["a",{"code":"b"},7]}"#), at(0));
        let all: Vec<_> =
            words.iter().map(|(code_family, code, learned)| (code_family, code, learned.count)).collect();
        assert_eq!(
            all,
            [
                ("classe_actif", "bureaux", 3),
                ("cycle", "a", 0),
                ("cycle", "b", 0),
                ("statut_operation", "cloture", 2),
                ("statut_operation", "gel", 1)
            ]
        );
    }
}

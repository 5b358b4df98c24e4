//! Codes that the service uses, with source, dates and counts.
//!
//! The contract lists a few codes of each code family and says that there are more. An unknown code is used unchanged,
//! with its own column and the raw code as its name. It is never counted under another code.

use crate::model::resources::learned_codes::{Learned, Source, Vocabulary};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::{Record, text_of};
use crate::model::discovery::Lesson;
use crate::store::{Cache, StoreError};

/// Topic under which codes are stored.
const TOPIC: &str = "code";

#[derive(Serialize, Deserialize)]
struct Kept {
    source: Source,
    label_fr: Option<String>,
    label_en: Option<String>,
    first_seen: i64,
    count: u64,
}

impl Vocabulary {
    /// Loads the codes learned by earlier processes.
    ///
    /// # Errors
    /// Those of the store.
    pub fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut words = Self::default();
        for lesson in cache.lessons(TOPIC)? {
            let Ok(kept) = serde_json::from_str::<Kept>(&lesson.body) else {
                continue;
            };
            if let Ok(first_seen) = Timestamp::from_microsecond(kept.first_seen) {
                let learned = Learned {
                    source: kept.source,
                    label_fr: kept.label_fr,
                    label_en: kept.label_en,
                    first_seen,
                    last_seen: lesson.at,
                    count: kept.count,
                };
                words.known.insert(lesson.name, learned);
            }
        }
        Ok(words)
    }

    /// Stores the codes learned since the last call.
    ///
    /// # Errors
    /// Those of the store; unsaved codes are saved by the next call.
    pub fn keep(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let lessons: Vec<Lesson> = self
            .unkept
            .iter()
            .filter_map(|name| Some((name, self.known.get(name)?)))
            .map(|(name, learned)| {
                let kept = Kept {
                    source: learned.source,
                    label_fr: learned.label_fr.clone(),
                    label_en: learned.label_en.clone(),
                    first_seen: learned.first_seen.as_microsecond(),
                    count: learned.count,
                };
                Lesson {
                    name: name.clone(),
                    // Texts and numbers always serialise.
                    body: serde_json::to_string(&kept).unwrap_or_default(),
                    at: learned.last_seen,
                }
            })
            .collect();
        cache.learn(TOPIC, &lessons)?;
        self.unkept.clear();
        Ok(())
    }

    /// Records a code, with the number of its records if they were counted.
    pub fn see(&mut self, family: &str, code: &str, source: Source, count: Option<u64>, now: Timestamp) {
        self.name(family, code, source, (None, None), count, now);
    }

    fn name(
        &mut self,
        family: &str,
        code: &str,
        source: Source,
        (label_fr, label_en): (Option<String>, Option<String>),
        count: Option<u64>,
        now: Timestamp,
    ) {
        if code.is_empty() || family.is_empty() {
            return;
        }
        let name = format!("{family} {code}");
        let news = if let Some(have) = self.known.get_mut(&name) {
            let day = jiff::SignedDuration::from_hours(24);
            let news = source < have.source
                || count.is_some_and(|count| count != have.count)
                || now.duration_since(have.last_seen) >= day
                || label_fr.is_some() && label_fr != have.label_fr;
            have.source = have.source.min(source);
            have.last_seen = have.last_seen.max(now);
            have.count = count.unwrap_or(have.count);
            have.label_fr = label_fr.or(have.label_fr.take());
            have.label_en = label_en.or(have.label_en.take());
            news
        } else {
            let learned = Learned {
                source,
                label_fr,
                label_en,
                first_seen: now,
                last_seen: now,
                count: count.unwrap_or_default(),
            };
            self.known.insert(name.clone(), learned);
            true
        };
        if news && !self.unkept.contains(&name) {
            self.unkept.push(name);
        }
    }

    /// Learns from a taxonomy element. Services name the family `family`, `taxonomy` or `type`.
    pub fn see_taxonomy(&mut self, element: &Record, now: Timestamp) {
        let text = |names: &[&str]| names.iter().find_map(|name| element.text(name));
        let (Some(family), Some(code)) = (
            text(&["family", "taxonomy", "type"]),
            text(&["code", "key", "value"]),
        ) else {
            return;
        };
        let labels = (
            text(&["label_fr", "label"]).map(Into::into),
            text(&["label_en"]).map(Into::into),
        );
        self.name(&family, &code, Source::Taxonomy, labels, None, now);
    }

    /// Learns from the allowed values of a field definition, if it lists any.
    pub fn see_field(&mut self, definition: &Record, now: Timestamp) {
        let Some(key) = definition.text("field_key") else {
            return;
        };
        for name in ["allowed_values", "values", "options", "enum"] {
            for value in definition.array(name).unwrap_or_default() {
                let code = text_of(&value).map(String::from).or_else(|| {
                    let option = Record::parse(value.get()).ok()?;
                    option
                        .text("code")
                        .or_else(|| option.text("value"))
                        .map(String::from)
                });
                if let Some(code) = code {
                    self.see(&key, &code, Source::FieldDefinition, None, now);
                }
            }
        }
    }

    /// Learns from the breakdowns of the portfolio summary.
    pub fn see_portfolio(&mut self, summary: &PortfolioSummary, now: Timestamp) {
        let record = summary.record();
        for (breakdown, family) in [
            ("operations_by_status", "statut_operation"),
            ("operations_by_classe_actif", "classe_actif"),
            ("operations_by_type_investissement", "type_investissement"),
        ] {
            let Some(counts) = record.object(breakdown) else {
                continue;
            };
            for (code, _) in counts.fields() {
                let count = counts.integer(code).and_then(|count| u64::try_from(count).ok());
                self.see(family, code, Source::Portfolio, count, now);
            }
        }
    }

    /// Iterates over the codes of a family, sorted by code.
    pub fn family<'a>(&'a self, family: &'a str) -> impl Iterator<Item = (&'a str, &'a Learned)> {
        self.iter()
            .filter(move |(of, ..)| *of == family)
            .map(|(_, code, learned)| (code, learned))
    }

    /// Iterates over all codes with their family and data.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Learned)> {
        self.known.iter().filter_map(|(name, learned)| {
            let (family, code) = name.split_once(' ')?;
            Some((family, code, learned))
        })
    }

    /// Returns whether both have the same codes, labels and counts; dates are ignored.
    pub fn says_like(&self, other: &Self) -> bool {
        let same = |one: &Learned, other: &Learned| {
            (one.source, one.count, &one.label_fr, &one.label_en)
                == (other.source, other.count, &other.label_fr, &other.label_en)
        };
        self.known.len() == other.known.len()
            && self
                .known
                .iter()
                .zip(&other.known)
                .all(|((name, one), (other_name, other))| name == other_name && same(one, other))
    }

    /// Returns whether there are unsaved codes.
    pub fn has_news(&self) -> bool {
        !self.unkept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(hour * 3_600).unwrap()
    }

    fn record(json: &str) -> Record {
        Record::parse(json).unwrap()
    }

    #[test]
    fn what_is_seen_again_is_said_alike() {
        let mut words = Vocabulary::default();
        words.see("status", "ic", Source::Record, Some(3), at(1));
        let before = words.clone();
        words.see("status", "ic", Source::Record, Some(3), at(2));
        assert_ne!(words, before, "it was seen later");
        assert!(words.says_like(&before));
        words.see("status", "ic", Source::Record, Some(4), at(2));
        assert!(!words.says_like(&before), "in one record more");
        words = before.clone();
        words.see("status", "lost", Source::Record, None, at(2));
        assert!(!words.says_like(&before), "another code");
        words = before.clone();
        words.see_taxonomy(
            &record(r#"{"family": "status", "code": "ic", "label_en": "Committee"}"#),
            at(2),
        );
        assert!(!words.says_like(&before), "a name");
    }

    #[test]
    fn a_code_keeps_its_best_source_and_when_it_was_seen() {
        let mut words = Vocabulary::default();
        words.see("status", "pre_ic", Source::Record, Some(3), at(0));
        words.see_taxonomy(
            &record(r#"{"family":"status","code":"pre_ic","label_fr":"Pré-comité"}"#),
            at(1),
        );
        words.see("status", "pre_ic", Source::Record, Some(2), at(2));
        words.see("status", "", Source::Record, None, at(2));
        let all: Vec<_> = words.family("status").collect();
        assert_eq!(all.len(), 1);
        let (code, learned) = all[0];
        assert_eq!(
            (code, learned.source, learned.count, learned.label_fr.as_deref()),
            ("pre_ic", Source::Taxonomy, 2, Some("Pré-comité"))
        );
        assert_eq!((learned.first_seen, learned.last_seen), (at(0), at(2)));
    }

    #[test]
    fn breakdowns_and_definitions_teach_codes() {
        let mut words = Vocabulary::default();
        let summary = record(
            r#"{"operations_by_status":{"cloture":2,"gel":1},"operations_by_classe_actif":{"bureaux":3}}"#,
        );
        words.see_portfolio(&PortfolioSummary::from_record(summary).unwrap(), at(0));
        words.see_field(
            &record(r#"{"field_key":"cycle","allowed_values":["a",{"code":"b"},7]}"#),
            at(0),
        );
        let all: Vec<_> = words
            .iter()
            .map(|(family, code, learned)| (family, code, learned.count))
            .collect();
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

    #[test]
    fn what_was_learned_outlives_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let mut words = Vocabulary::default();
        words.see("status", "ic", Source::Record, Some(1), at(0));
        words.see("status", "ic", Source::Record, Some(4), at(5));
        words.keep(store.cache()).unwrap();
        assert!(!words.has_news());
        assert_eq!(Vocabulary::load(store.cache()).unwrap(), words);
    }
}

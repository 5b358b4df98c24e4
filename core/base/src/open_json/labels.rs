//! Field labels: from the service's field definitions, else our catalog, else the field name.

use std::collections::BTreeMap;

use super::{Called, How, known_fields};
use crate::contract::record::Record;
use crate::text::{Clean, Lang, Words};
use crate::vocabulary;

/// Longest column name, in characters.
const LONGEST: usize = 40;

/// Labels from field definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    known: BTreeMap<String, (Option<String>, Option<String>)>,
}

impl Labels {
    /// Collects the labels of field definitions.
    pub fn of<'a>(definitions: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut labels = Self::default();
        for definition in definitions {
            labels.learn(definition);
        }
        labels
    }

    /// Learns from one field definition. The contract documents `label_fr`; `label_en` is used if present.
    pub fn learn(&mut self, definition: &Record) {
        if let Some(key) = definition.text("field_key") {
            let text = |name| {
                definition
                    .text(name)
                    .filter(|text| !text.trim().is_empty())
                    .map(String::from)
            };
            self.known
                .insert(key.into_owned(), (text("label_fr"), text("label_en")));
        }
    }

    /// Returns the label of a field in the style of `how`.
    ///
    /// The order is: field definition, our catalog, the name as sent.
    pub fn called(&self, how: &How, field: &str) -> Clean {
        let name = self.name(how.lang, field);
        match known_fields::any_label_key(field) {
            Some(key) if how.called != Called::AsSent && name.as_str() == field => {
                Clean::line(&Words::new(how.lang).get(key))
            }
            _ => name,
        }
    }

    /// Returns the sanitised name of a field.
    pub fn name(&self, lang: Lang, field: &str) -> Clean {
        let learned = self.known.get(field).and_then(|(fr, en)| match lang {
            Lang::Fr => fr.as_deref(),
            Lang::En => en.as_deref(),
        });
        match learned {
            Some(label) => Clean::line_of(label, LONGEST),
            None if vocabulary::kpi(field).is_some() => Clean::line(&vocabulary::kpi_short(lang, field)),
            None => Clean::line_of(field, LONGEST),
        }
    }
}

//! Field labels: from the service's field definitions, else our catalog, else the field name.

use std::collections::BTreeMap;

use super::{FormatOptions, NamingStyle, known_fields};
use crate::contract::record::Record;
use crate::text::{Lang, Messages, SafeText};
use crate::vocabulary;

/// Longest column name, in characters.
const MAX_NAME_CHARS: usize = 40;

/// Labels from field definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldLabels {
    labels: BTreeMap<String, (Option<String>, Option<String>)>,
}

impl FieldLabels {
    /// Collects the labels of field definitions.
    pub fn from_definitions<'a>(definitions: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut labels = Self::default();
        for definition in definitions {
            labels.add_definition(definition);
        }
        labels
    }

    /// Learns from one field definition. The contract documents `label_fr`; `label_en` is used if present.
    pub fn add_definition(&mut self, definition: &Record) {
        if let Some(key) = definition.text("field_key") {
            let text = |name| definition.text(name).filter(|text| !text.trim().is_empty()).map(String::from);
            self.labels.insert(key.into_owned(), (text("label_fr"), text("label_en")));
        }
    }

    /// Returns the label of a field in the style of `options`.
    ///
    /// The order is: field definition, our catalog, the name as sent.
    pub fn label(&self, options: &FormatOptions, field: &str) -> SafeText {
        let name = self.localized_name(options.lang, field);
        match known_fields::any_label_key(field) {
            Some(key) if options.naming != NamingStyle::AsSent && name.as_str() == field => {
                SafeText::line(&Messages::new(options.lang).get(key))
            }
            _ => name,
        }
    }

    /// Returns the sanitised name of a field.
    pub fn localized_name(&self, lang: Lang, field: &str) -> SafeText {
        let defined = self.labels.get(field).and_then(|(fr, en)| match lang {
            Lang::Fr => fr.as_deref(),
            Lang::En => en.as_deref(),
        });
        match defined {
            Some(label) => SafeText::line_within(label, MAX_NAME_CHARS),
            None if vocabulary::metric(field).is_some() => {
                SafeText::line(&vocabulary::kpi_short(lang, field))
            }
            None => SafeText::line_within(field, MAX_NAME_CHARS),
        }
    }
}

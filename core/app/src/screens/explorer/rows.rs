//! Records of unknown shape, as table rows that a filter selects from. A filter consists of words that a row must
//! contain. `field:value` requires an exact field value, either the code or the displayed text.

use std::collections::BTreeMap;

use crate::contract::record::Record;
use crate::open_json::{FieldLabels, FormatOptions, RecordCell, RecordTable, record_table};
use crate::text::{Lang, SafeText, fold};

/// Table of a source's records, with the rows that match the filter.
#[derive(Clone, Debug, Default)]
pub struct ExplorerRows {
    /// The records.
    pub records: Vec<Record>,
    /// The records as a table.
    pub table: RecordTable,
    /// Normalised text of each row, for the filter.
    normalized: Vec<String>,
    /// Names of referenced records, by identifier.
    names: BTreeMap<String, SafeText>,
    /// Table indexes of the rows that match the filter.
    pub visible: Vec<usize>,
}

/// Maximum number of characters searched in a nested value.
const MAX_NESTED_CHARS: usize = 400;

/// Filter fields that portfolio bars link to: name in the contract, English name.
const FIELD_NAMES: [(&str, &str); 3] =
    [("statut", "status"), ("classe_actif", "class"), ("type_investissement", "investment_type")];

/// Returns the displayed name of a filter field in the user's language. Field names follow the language; codes come
/// from the service. Both languages' names work in either language.
pub(crate) fn filter_name(lang: Lang, field: &'static str) -> &'static str {
    let known = FIELD_NAMES.iter().find(|(name, _)| *name == field);
    match lang {
        Lang::En => known.map_or(field, |(_, en)| en),
        Lang::Fr => field,
    }
}

/// One condition of a filter.
enum RowCondition {
    /// The row contains this text.
    Contains(String),
    /// The field in this column equals this text.
    FieldEquals(usize, String),
}

impl ExplorerRows {
    /// Builds the rows of these records, without a filter applied.
    pub(crate) fn new(
        format_options: &FormatOptions,
        labels: &FieldLabels,
        names: BTreeMap<String, SafeText>,
        records: Vec<Record>,
    ) -> Self {
        let raw_row = record_table(format_options, labels, &records).in_display_order();
        let table = raw_row.clone().with_names(&names);
        // A record shown by name is also found by its identifier.
        let both = table.rows.iter().zip(&raw_row.rows).zip(&records);
        let nested: Vec<&str> = table
            .columns
            .iter()
            .filter(|column| column.is_nested)
            .map(|column| column.field.as_str())
            .collect();
        let folded = both.map(|((columns_of_row, raw_row), record)| {
            let mut text = normalized_row(columns_of_row);
            if columns_of_row != raw_row {
                text.push_str(&normalized_row(raw_row));
            }
            // A nested value is shown as a summary, so its raw text is searched too.
            for raw in nested.iter().filter_map(|field| record.raw(field)) {
                text.push_str(&fold(&SafeText::line_within(raw.get(), MAX_NESTED_CHARS)));
            }
            text
        });
        let normalized = folded.collect();
        Self { records, table, normalized, names, visible: Vec::new() }
    }

    /// Returns the names of referenced records, by identifier.
    pub fn names(&self) -> &BTreeMap<String, SafeText> {
        &self.names
    }

    /// Selects the rows that match every condition of a filter.
    pub(crate) fn apply_filter(&mut self, filter: &str) {
        let conditions: Vec<RowCondition> =
            split_words(filter).iter().map(|word| self.parse_condition(word)).collect();
        self.visible = (0..self.normalized.len())
            .filter(|row| conditions.iter().all(|condition| self.matches(*row, condition)))
            .collect();
    }

    /// Parses one filter word. A word that names no field of these records is searched as text.
    fn parse_condition(&self, word: &str) -> RowCondition {
        let field_condition = word.split_once(':').and_then(|(field, value)| {
            let at = self.find_column(&fold(field)).filter(|_| !value.is_empty())?;
            Some(RowCondition::FieldEquals(at, fold(&value.replace('"', ""))))
        });
        field_condition.unwrap_or_else(|| RowCondition::Contains(fold(&word.replace('"', ""))))
    }

    /// Finds a column by wire name, label, or the name in the other language. Services use either language.
    fn find_column(&self, name: &str) -> Option<usize> {
        let find = |name: &str| {
            let columns = &self.table.columns;
            columns.iter().position(|column| fold(&column.field) == name || fold(&column.label) == name)
        };
        find(name).or_else(|| {
            let alias = FIELD_NAMES.iter().find_map(|(fr, en)| match name {
                _ if name == *fr => Some(*en),
                _ if name == *en => Some(*fr),
                _ => None,
            });
            alias.and_then(find)
        })
    }

    fn matches(&self, row: usize, condition: &RowCondition) -> bool {
        match condition {
            RowCondition::Contains(word) => self.normalized.get(row).is_some_and(|text| text.contains(word)),
            RowCondition::FieldEquals(at, value) => self.field_equals(row, *at, value).unwrap_or(false),
        }
    }

    fn field_equals(&self, row: usize, at: usize, value: &str) -> Option<bool> {
        let field = &self.table.columns.get(at)?.field;
        let code = self.records.get(row)?.text(field);
        let cell_text = match self.table.rows.get(row)?.get(at)? {
            RecordCell::Value(text) => fold(text),
            RecordCell::Null | RecordCell::Absent => String::new(),
        };
        Some(code.is_some_and(|code| fold(&code) == value) || cell_text == value)
    }
}

/// Splits a filter into words; quotes keep words together.
fn split_words(filter: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in filter.chars() {
        quoted ^= c == '"';
        match words.last_mut() {
            Some(word) if quoted || !c.is_whitespace() => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Separator between the digit groups of a number.
const GROUP_SEPARATOR: char = '\u{202f}';

/// Normalises the cells of a row for the filter. Numbers match as displayed and without group separators, as users
/// paste them.
fn normalized_row(row: &[RecordCell]) -> String {
    let mut text = String::new();
    for cell in row {
        if let RecordCell::Value(value) = cell {
            text.push_str(&fold(value));
            text.push('\n');
            if value.contains(GROUP_SEPARATOR) {
                text.push_str(&fold(&value.replace(GROUP_SEPARATOR, "")));
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::open_json::NamingStyle;
    use jiff::tz::TimeZone;

    fn sample_rows(lang: Lang) -> ExplorerRows {
        let records = [
            r#"{"id":"o1","name":"Retard à Metz","statut":"en_cours","type_investissement":"dette_senior"}"#,
            r#"{"id":"o2","name":"Le Parc","statut":"retard","type_investissement":"bridge"}"#,
            r#"{"id":"o3","name":"Docks Nord","statut":null,"siren":"732829320"}"#,
        ];
        let format_options = FormatOptions {
            lang,
            zone: TimeZone::UTC,
            naming: NamingStyle::Localized(Some(ResourceKind::Operations)),
            currency: None,
        };
        ExplorerRows::new(
            &format_options,
            &FieldLabels::default(),
            BTreeMap::new(),
            records.map(|json| Record::parse(json).unwrap()).into(),
        )
    }

    fn matching_rows(lang: Lang, filter: &str) -> Vec<usize> {
        let mut rows = sample_rows(lang);
        rows.apply_filter(filter);
        rows.visible
    }

    #[test]
    fn field_filter_accepts_codes_and_displayed_text() {
        assert_eq!(matching_rows(Lang::Fr, "retard"), [0, 1]);
        assert_eq!(matching_rows(Lang::Fr, "statut:retard"), [1]);
        assert_eq!(matching_rows(Lang::Fr, "status:\"En retard\""), [1]);
        assert_eq!(matching_rows(Lang::En, "statut:late"), [1]);
        assert_eq!(matching_rows(Lang::Fr, "statut:en_cours metz"), [0]);
        assert_eq!(matching_rows(Lang::Fr, "type_investissement:\"bridge\""), [1]);
        for lang in Lang::ALL {
            assert_eq!(matching_rows(lang, "investment_type:bridge"), [1], "either word in {lang:?}");
        }
        assert_eq!(matching_rows(Lang::Fr, "gare:bridge"), [0; 0]);
        assert_eq!(matching_rows(Lang::Fr, ""), [0, 1, 2]);
    }

    #[test]
    fn grouped_number_is_found_in_any_pasted_form() {
        for typed in ["732829320", "732\u{202f}829\u{202f}320", "siren:732829320"] {
            assert_eq!(matching_rows(Lang::Fr, typed), [2], "{typed}");
        }
    }

    #[test]
    fn name_column_comes_first_and_identifier_last() {
        let fields: Vec<String> = sample_rows(Lang::Fr).table.columns.into_iter().map(|c| c.field).collect();
        assert_eq!(fields, ["name", "statut", "type_investissement", "siren", "id"]);
    }
}

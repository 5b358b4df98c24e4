//! Records of unknown shape, as table rows that a filter selects from. A filter consists of words that a row must
//! contain. `field:value` requires an exact field value, either the code or the displayed text.

use std::collections::BTreeMap;

use crate::contract::record::Record;
use crate::open_json::{Cell, How, Labels, Table, table};
use crate::text::{Clean, Lang, fold};

/// Table of a source's records, with the rows that match the filter.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The records.
    pub records: Vec<Record>,
    /// The records as a table.
    pub table: Table,
    /// Normalised text of each row, for the filter.
    folded: Vec<String>,
    /// Names of referenced records, by identifier.
    names: BTreeMap<String, Clean>,
    /// Table indexes of the rows that match the filter.
    pub shown: Vec<usize>,
}

/// Maximum number of characters searched in a nested value.
const FOUND: usize = 400;

/// Filter fields that metrics link to: name in the contract, English name.
const NAMES: [(&str, &str); 3] = [
    ("statut", "status"),
    ("classe_actif", "class"),
    ("type_investissement", "investment_type"),
];

/// Returns the displayed name of a filter field in the user's language. Field names follow the language; codes come
/// from the service. Both languages' names work in either language.
pub(crate) fn filter_name(lang: Lang, field: &'static str) -> &'static str {
    let known = NAMES.iter().find(|(name, _)| *name == field);
    match lang {
        Lang::En => known.map_or(field, |(_, en)| en),
        Lang::Fr => field,
    }
}

/// One condition of a filter.
enum Wanted {
    /// The row contains this text.
    Word(String),
    /// The field in this column equals this text.
    Field(usize, String),
}

impl Rows {
    /// Builds the rows of these records, without a filter applied.
    pub(crate) fn new(
        how: &How,
        labels: &Labels,
        names: BTreeMap<String, Clean>,
        records: Vec<Record>,
    ) -> Self {
        let sent = table(how, labels, &records).for_people();
        let table = sent.clone().naming(&names);
        // A record shown by name is also found by its identifier.
        let both = table.rows.iter().zip(&sent.rows).zip(&records);
        let nested: Vec<&str> = table
            .columns
            .iter()
            .filter(|column| column.nested)
            .map(|column| column.field.as_str())
            .collect();
        let folded = both.map(|((named, sent), record)| {
            let mut text = folded_row(named);
            if named != sent {
                text.push_str(&folded_row(sent));
            }
            // A nested value is shown as a summary, so its raw text is searched too.
            for raw in nested.iter().filter_map(|field| record.raw(field)) {
                text.push_str(&fold(&Clean::line_of(raw.get(), FOUND)));
            }
            text
        });
        let folded = folded.collect();
        Self {
            records,
            table,
            folded,
            names,
            shown: Vec::new(),
        }
    }

    /// Returns the names of referenced records, by identifier.
    pub fn names(&self) -> &BTreeMap<String, Clean> {
        &self.names
    }

    /// Selects the rows that match every condition of a filter.
    pub(crate) fn choose(&mut self, filter: &str) {
        let wanted: Vec<Wanted> = words(filter).iter().map(|word| self.wanted(word)).collect();
        self.shown = (0..self.folded.len())
            .filter(|row| wanted.iter().all(|wanted| self.answers(*row, wanted)))
            .collect();
    }

    /// Parses one filter word. A word that names no field of these records is searched as text.
    fn wanted(&self, word: &str) -> Wanted {
        let named = word.split_once(':').and_then(|(field, value)| {
            let at = self.column(&fold(field)).filter(|_| !value.is_empty())?;
            Some(Wanted::Field(at, fold(&value.replace('"', ""))))
        });
        named.unwrap_or_else(|| Wanted::Word(fold(&word.replace('"', ""))))
    }

    /// Finds a column by wire name, label, or the name in the other language. Services use either language.
    fn column(&self, name: &str) -> Option<usize> {
        let find = |name: &str| {
            let columns = &self.table.columns;
            columns
                .iter()
                .position(|column| fold(&column.field) == name || fold(&column.label) == name)
        };
        find(name).or_else(|| {
            let other = NAMES.iter().find_map(|(fr, en)| match name {
                _ if name == *fr => Some(*en),
                _ if name == *en => Some(*fr),
                _ => None,
            });
            other.and_then(find)
        })
    }

    fn answers(&self, row: usize, wanted: &Wanted) -> bool {
        match wanted {
            Wanted::Word(word) => self.folded.get(row).is_some_and(|text| text.contains(word)),
            Wanted::Field(at, value) => self.is(row, *at, value).unwrap_or(false),
        }
    }

    fn is(&self, row: usize, at: usize, value: &str) -> Option<bool> {
        let field = &self.table.columns.get(at)?.field;
        let code = self.records.get(row)?.text(field);
        let shown = match self.table.rows.get(row)?.get(at)? {
            Cell::Value(text) => fold(text),
            Cell::Null | Cell::Absent => String::new(),
        };
        Some(code.is_some_and(|code| fold(&code) == value) || shown == value)
    }
}

/// Splits a filter into words; quotes keep words together.
fn words(filter: &str) -> Vec<String> {
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
const GROUPS: char = '\u{202f}';

/// Normalises the cells of a row for the filter. Numbers match as displayed and without group separators, as users
/// paste them.
fn folded_row(row: &[Cell]) -> String {
    let mut text = String::new();
    for cell in row {
        if let Cell::Value(value) = cell {
            text.push_str(&fold(value));
            text.push('\n');
            if value.contains(GROUPS) {
                text.push_str(&fold(&value.replace(GROUPS, "")));
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::resources::resource_kind::Family;
    use crate::open_json::Called;
    use jiff::tz::TimeZone;

    fn rows(lang: Lang) -> Rows {
        let records = [
            r#"{"id":"o1","name":"Retard à Metz","statut":"en_cours","type_investissement":"dette_senior"}"#,
            r#"{"id":"o2","name":"Le Parc","statut":"retard","type_investissement":"bridge"}"#,
            r#"{"id":"o3","name":"Docks Nord","statut":null,"siren":"732829320"}"#,
        ];
        let how = How {
            lang,
            zone: TimeZone::UTC,
            called: Called::InWords(Some(Family::Operations)),
            currency: None,
        };
        Rows::new(
            &how,
            &Labels::default(),
            BTreeMap::new(),
            records.map(|json| Record::parse(json).unwrap()).into(),
        )
    }

    fn found(lang: Lang, filter: &str) -> Vec<usize> {
        let mut rows = rows(lang);
        rows.choose(filter);
        rows.shown
    }

    #[test]
    fn a_field_is_asked_for_by_its_code_or_as_it_is_shown() {
        assert_eq!(found(Lang::Fr, "retard"), [0, 1]);
        assert_eq!(found(Lang::Fr, "statut:retard"), [1]);
        assert_eq!(found(Lang::Fr, "status:\"En retard\""), [1]);
        assert_eq!(found(Lang::En, "statut:late"), [1]);
        assert_eq!(found(Lang::Fr, "statut:en_cours metz"), [0]);
        assert_eq!(found(Lang::Fr, "type_investissement:\"bridge\""), [1]);
        for lang in Lang::ALL {
            assert_eq!(
                found(lang, "investment_type:bridge"),
                [1],
                "either word in {lang:?}"
            );
        }
        assert_eq!(found(Lang::Fr, "gare:bridge"), [0; 0]);
        assert_eq!(found(Lang::Fr, ""), [0, 1, 2]);
    }

    #[test]
    fn a_number_in_groups_is_found_as_it_is_pasted() {
        for typed in ["732829320", "732\u{202f}829\u{202f}320", "siren:732829320"] {
            assert_eq!(found(Lang::Fr, typed), [2], "{typed}");
        }
    }

    #[test]
    fn the_name_comes_first_and_the_identifier_last() {
        let fields: Vec<String> = rows(Lang::Fr)
            .table
            .columns
            .into_iter()
            .map(|c| c.field)
            .collect();
        assert_eq!(fields, ["name", "statut", "type_investissement", "siren", "id"]);
    }
}

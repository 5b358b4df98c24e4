//! Fields of the query language, for the reference documentation.

use crate::vocabulary::METRICS;

pub use super::field::FieldValueKind;
use super::field::{FIELDS, QueryField, known_names};

/// One field with all its names in queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldNames {
    /// Message key of its label.
    pub label_key: &'static str,
    /// Names without accents; for a number the key comes first.
    pub names: Vec<&'static str>,
    /// Kind of its value.
    pub value: FieldValueKind,
}

/// Returns all fields, text fields first.
#[must_use]
pub fn fields() -> Vec<FieldNames> {
    let text = FIELDS.iter().map(|&(field, _, label_key, value)| FieldNames {
        label_key,
        names: extra_names(field),
        value,
    });
    let numbers = METRICS.iter().map(|kpi| FieldNames {
        label_key: kpi.label,
        names: std::iter::once(kpi.key).chain(extra_names(QueryField::Number(kpi.key, kpi.unit))).collect(),
        value: FieldValueKind::Number(kpi.unit),
    });
    text.chain(numbers).collect()
}

/// Returns the names other than the keys of `kpi_snapshot`.
fn extra_names(field: QueryField) -> Vec<&'static str> {
    known_names().filter(|name| QueryField::by_name(name) == Some(field)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_name_resolves_to_its_field() {
        let fields = fields();
        assert_eq!(fields.len(), METRICS.len() + 15);
        let names: usize = fields.iter().map(|field| field.names.len()).sum();
        assert_eq!(names, known_names().count() + METRICS.len());
        for FieldNames { names, value, .. } in &fields {
            for name in names {
                let unit = match QueryField::by_name(name) {
                    Some(QueryField::Number(_, unit)) => Some(unit),
                    field => {
                        assert!(field.is_some(), "{name}");
                        None
                    }
                };
                let expected = matches!(value, FieldValueKind::Number(own) if Some(*own) == unit);
                assert!(expected || unit.is_none(), "{name}");
            }
        }
    }
}

//! Fields of the query language, for the reference documentation.

use crate::vocabulary::{KPIS, Unit};

use super::field::{Field, NAMES};

/// One field with all its names in queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldNames {
    /// Message key of its label.
    pub label_key: &'static str,
    /// Names without accents; for a number the key comes first.
    pub names: Vec<&'static str>,
    /// Kind of its value.
    pub value: FieldValue,
}

/// Kind of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Codes or names, separated by commas.
    Names,
    /// A number of days.
    Days,
    /// A number in a unit.
    Number(Unit),
}

/// Returns all fields, text fields first.
#[must_use]
pub fn fields() -> Vec<FieldNames> {
    let text = [
        (Field::Status, "field-status", FieldValue::Names),
        (Field::Class, "field-class", FieldValue::Names),
        (Field::Owner, "field-owner", FieldValue::Names),
        (Field::Age, "field-age", FieldValue::Days),
    ];
    let text = text.map(|(field, label_key, value)| FieldNames {
        label_key,
        names: names_of(field),
        value,
    });
    let numbers = KPIS.iter().map(|kpi| {
        let field = Field::Number(kpi.key, kpi.unit);
        FieldNames {
            label_key: kpi.label,
            names: std::iter::once(kpi.key).chain(names_of(field)).collect(),
            value: FieldValue::Number(kpi.unit),
        }
    });
    text.into_iter().chain(numbers).collect()
}

/// Returns the names other than the keys of `kpi_snapshot`.
fn names_of(field: Field) -> Vec<&'static str> {
    let names = NAMES.iter().map(|(name, _)| *name);
    names.filter(|name| Field::named(name) == Some(field)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_field() {
        let fields = fields();
        assert_eq!(fields.len(), KPIS.len() + 4);
        let names: usize = fields.iter().map(|field| field.names.len()).sum();
        assert_eq!(names, NAMES.len() + KPIS.len());
        for FieldNames { names, value, .. } in &fields {
            for name in names {
                let unit = match Field::named(name) {
                    Some(Field::Number(_, unit)) => Some(unit),
                    field => {
                        assert!(field.is_some(), "{name}");
                        None
                    }
                };
                let expected = matches!(value, FieldValue::Number(own) if Some(*own) == unit);
                assert!(expected || unit.is_none(), "{name}");
            }
        }
    }
}

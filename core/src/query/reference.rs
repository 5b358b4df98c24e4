//! The fields of the query language, for the reference.

use crate::vocabulary::{KPIS, Unit};

use super::field::{Field, NAMES};

/// One field with every name that it has in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldNames {
    /// Key of its label in the locales.
    pub label_key: &'static str,
    /// Its names without accents; of a figure the key comes first.
    pub names: Vec<&'static str>,
    /// What it is compared with.
    pub value: FieldValue,
}

/// What a field is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Codes or names, separated by commas.
    Names,
    /// A number of days.
    Days,
    /// A number in a unit.
    Number(Unit),
}

/// Every field, those of text first.
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

/// The names besides the keys of `kpi_snapshot`.
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

//! Fields of the query language, for the reference documentation.

use crate::vocabulary::{METRICS, MetricUnit};

use super::field::{ChangeKind, FIELD_NAMES, QueryField};

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

/// Kind of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValueKind {
    /// Codes or names, separated by commas.
    Names,
    /// A number of days.
    Days,
    /// An urgency or a date.
    Due,
    /// A kind of data on this device.
    Local,
    /// A state of the deal on this device.
    State,
    /// Codes or names, then an optional time.
    NamesAndTime,
    /// An optional time.
    Time,
    /// A field, then an optional time.
    FieldAndTime,
    /// Fields to sort by.
    Columns,
    /// A number of deals.
    Count,
    /// Labels, separated by commas.
    Labels,
    /// Metrics whose arithmetic fails, separated by commas.
    Checks,
    /// A number in a unit.
    Number(MetricUnit),
}

/// Returns all fields, text fields first.
#[must_use]
pub fn fields() -> Vec<FieldNames> {
    let text = [
        (QueryField::Status, "field-status", FieldValueKind::Names),
        (QueryField::Class, "field-class", FieldValueKind::Names),
        (QueryField::Owner, "field-owner", FieldValueKind::Names),
        (QueryField::Age, "field-age", FieldValueKind::Days),
        (QueryField::Followup, "field-followup", FieldValueKind::Due),
        (QueryField::Has, "field-has", FieldValueKind::Local),
        (QueryField::Is, "field-is", FieldValueKind::State),
        (QueryField::Change(ChangeKind::Was), "field-was", FieldValueKind::Names),
        (QueryField::Change(ChangeKind::Entered), "field-entered", FieldValueKind::NamesAndTime),
        (QueryField::Change(ChangeKind::Moved), "field-moved", FieldValueKind::Time),
        (QueryField::Change(ChangeKind::Changed), "field-changed", FieldValueKind::FieldAndTime),
        (QueryField::Sort, "cli-field-sort", FieldValueKind::Columns),
        (QueryField::Limit, "field-limit", FieldValueKind::Count),
        (QueryField::Label, "field-labels", FieldValueKind::Labels),
        (QueryField::Check, "field-check", FieldValueKind::Checks),
    ];
    let text =
        text.map(|(field, label_key, value)| FieldNames { label_key, names: extra_names(field), value });
    let numbers = METRICS.iter().map(|kpi| {
        let field = QueryField::Number(kpi.key, kpi.unit);
        FieldNames {
            label_key: kpi.label,
            names: std::iter::once(kpi.key).chain(extra_names(field)).collect(),
            value: FieldValueKind::Number(kpi.unit),
        }
    });
    text.into_iter().chain(numbers).collect()
}

/// Returns the names other than the keys of `kpi_snapshot`.
fn extra_names(field: QueryField) -> Vec<&'static str> {
    known_names().filter(|name| QueryField::by_name(name) == Some(field)).collect()
}

fn known_names() -> impl Iterator<Item = &'static str> {
    FIELD_NAMES.iter().flat_map(|(_, names)| names.split(' '))
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

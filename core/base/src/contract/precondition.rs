//! Read, compare, write: a substitute for `If-Match`, which the contract lacks.
//!
//! The service's record is read before it is overwritten. This shortens the race with other users; only the service
//! could exclude it.

use serde_json::value::RawValue;

use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::contract::record::Record;

/// Result of comparing a write with the service's record.
#[derive(Clone, Debug, PartialEq)]
pub enum PreconditionResult {
    /// The record already has the values of the write.
    AlreadyApplied,
    /// The record still has the values that the user saw.
    Unchanged,
    /// The record has other values: the fields of the write with the service's values.
    Changed(Fields),
}

/// Compares a write with the service's record.
///
/// `mine` has the values of the write, `base` the values that the user saw. A field absent from `base` is not checked.
pub fn compare(mine: &Fields, base: &Fields, theirs: &Record) -> PreconditionResult {
    let current = |name: &str| theirs.raw(name);
    if mine.iter().all(|(name, value)| is_same_value(current(name), Some(value))) {
        return PreconditionResult::AlreadyApplied;
    }
    let untouched = |name: &str, value: &RawValue| {
        base.get(name).is_none_or(|base_value| is_same_value(current(name), Some(base_value)))
            || is_same_value(current(name), Some(value))
    };
    if mine.iter().all(|(name, value)| untouched(name, value)) {
        return PreconditionResult::Unchanged;
    }
    PreconditionResult::Changed(current_values(mine.names(), theirs))
}

/// Returns these fields with the record's values; null if the record lacks them.
pub fn current_values<'a>(names: impl Iterator<Item = &'a str>, record: &Record) -> Fields {
    let mut fields = Fields::new();
    for name in names {
        match record.raw(name) {
            Some(raw) => fields.set_raw(name, raw.to_owned()),
            None => fields.set_null(name),
        };
    }
    fields
}

/// Returns the fields of `base` that have other values at the service.
///
/// Returns `None` if all are equal. For a write that deletes the whole record.
pub fn changed_fields(base: &Fields, theirs: &Record) -> Option<Fields> {
    let mut fields = Fields::new();
    for (name, base_value) in base.iter() {
        match theirs.raw(name) {
            current if is_same_value(current, Some(base_value)) => continue,
            Some(raw) => fields.set_raw(name, raw.to_owned()),
            None => fields.set_null(name),
        };
    }
    (!fields.is_empty()).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parse(json).unwrap()
    }

    fn compared(mine: &str, base: &str, theirs: &str) -> PreconditionResult {
        compare(&fields(mine), &fields(base), &Record::parse(theirs).unwrap())
    }

    #[test]
    fn done_clear_and_changed() {
        let (mine, base) = (r#"{"status":"ic"}"#, r#"{"status":"sourcing"}"#);
        assert_eq!(compared(mine, base, r#"{"id":"d","status":"ic"}"#), PreconditionResult::AlreadyApplied);
        assert_eq!(compared(mine, base, r#"{"id":"d","status":"sourcing"}"#), PreconditionResult::Unchanged);
        assert_eq!(
            compared(mine, base, r#"{"id":"d","status":"lost"}"#),
            PreconditionResult::Changed(fields(r#"{"status":"lost"}"#))
        );
    }

    #[test]
    fn a_half_applied_write_is_not_a_conflict() {
        let mine = r#"{"status":"ic","responsable":"A"}"#;
        let base = r#"{"status":"sourcing","responsable":"B"}"#;
        assert_eq!(
            compared(mine, base, r#"{"status":"ic","responsable":"B"}"#),
            PreconditionResult::Unchanged
        );
    }

    #[test]
    fn precondition_treats_absent_null_and_empty_alike() {
        let (mine, base) = (r#"{"responsable":"A"}"#, r#"{"responsable":null}"#);
        for theirs in ["{}", r#"{"responsable":null}"#, r#"{"responsable":""}"#] {
            assert_eq!(compared(mine, base, theirs), PreconditionResult::Unchanged, "{theirs}");
        }
        assert_eq!(compared(base, mine, "{}"), PreconditionResult::AlreadyApplied);
        assert_eq!(
            compared(mine, base, r#"{"responsable":"C"}"#),
            PreconditionResult::Changed(fields(r#"{"responsable":"C"}"#))
        );
    }

    #[test]
    fn the_form_of_a_value_does_not_matter() {
        assert_eq!(compared(r#"{"a":"é"}"#, "{}", r#"{"a":"\u00e9"}"#), PreconditionResult::AlreadyApplied);
        assert_eq!(compared(r#"{"a":0.10}"#, "{}", r#"{"a":"0.1"}"#), PreconditionResult::AlreadyApplied);
    }

    #[test]
    fn changed_fields_returns_only_differences_from_the_base() {
        let base = fields(r#"{"name":"Halle","status":"ic","responsable":""}"#);
        let told = |theirs: &str| changed_fields(&base, &Record::parse(theirs).unwrap());
        assert_eq!(told(r#"{"name":"Halle","status":"ic","ltv":0.5}"#), None);
        assert_eq!(
            told(r#"{"name":"Halle","status":"lost","responsable":null}"#),
            Some(fields(r#"{"status":"lost"}"#))
        );
        assert_eq!(
            told(r#"{"status":"ic","responsable":"Ana"}"#),
            Some(fields(r#"{"name":null,"responsable":"Ana"}"#))
        );
    }

    #[test]
    fn an_unguarded_field_is_sent() {
        assert_eq!(compared(r#"{"a":1}"#, "{}", r#"{"a":2}"#), PreconditionResult::Unchanged);
    }
}

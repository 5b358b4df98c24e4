//! Read, compare, write: the contract has no `If-Match`, so what the service holds is read before it is overwritten.
//! This narrows the race with other people; only the service could close it.

use serde_json::value::RawValue;

use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::contract::record::Record;

/// What the service's record says about a write.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It already is as the write wants it.
    Done,
    /// It still is as the person saw it.
    Clear,
    /// It is neither: these are the fields of the write as the service holds them.
    Changed(Fields),
}

/// Compares what a write wants (`mine`) and what the person saw (`base`) with the service's record. A field that is not
/// in `base` is not guarded.
pub fn compare(mine: &Fields, base: &Fields, theirs: &Record) -> Verdict {
    let held = |name: &str| theirs.raw(name);
    if mine.iter().all(|(name, wanted)| same(held(name), Some(wanted))) {
        return Verdict::Done;
    }
    let untouched = |name: &str, wanted: &RawValue| {
        base.get(name).is_none_or(|seen| same(held(name), Some(seen))) || same(held(name), Some(wanted))
    };
    if mine.iter().all(|(name, wanted)| untouched(name, wanted)) {
        return Verdict::Clear;
    }
    Verdict::Changed(as_held(mine.names(), theirs))
}

/// These fields as a record holds them; null where it does not.
pub fn as_held<'a>(names: impl Iterator<Item = &'a str>, record: &Record) -> Fields {
    let mut fields = Fields::new();
    for name in names {
        match record.raw(name) {
            Some(raw) => fields.set_raw(name, raw.to_owned()),
            None => fields.set_null(name),
        };
    }
    fields
}

/// What the service holds otherwise than the person saw it, of the fields in `base`; `None` if it is all as they saw it.
/// For a write that ends the whole record.
pub fn changed(base: &Fields, theirs: &Record) -> Option<Fields> {
    let mut fields = Fields::new();
    for (name, seen) in base.iter() {
        match theirs.raw(name) {
            held if same(held, Some(seen)) => continue,
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

    fn verdict(mine: &str, base: &str, theirs: &str) -> Verdict {
        compare(&fields(mine), &fields(base), &Record::parse(theirs).unwrap())
    }

    #[test]
    fn done_clear_and_changed() {
        let (mine, base) = (r#"{"status":"ic"}"#, r#"{"status":"sourcing"}"#);
        assert_eq!(verdict(mine, base, r#"{"id":"d","status":"ic"}"#), Verdict::Done);
        assert_eq!(
            verdict(mine, base, r#"{"id":"d","status":"sourcing"}"#),
            Verdict::Clear
        );
        assert_eq!(
            verdict(mine, base, r#"{"id":"d","status":"lost"}"#),
            Verdict::Changed(fields(r#"{"status":"lost"}"#))
        );
    }

    #[test]
    fn a_half_applied_write_is_not_a_conflict() {
        let mine = r#"{"status":"ic","responsable":"A"}"#;
        let base = r#"{"status":"sourcing","responsable":"B"}"#;
        assert_eq!(
            verdict(mine, base, r#"{"status":"ic","responsable":"B"}"#),
            Verdict::Clear
        );
    }

    #[test]
    fn nothing_is_nothing_however_it_is_written() {
        let (mine, base) = (r#"{"responsable":"A"}"#, r#"{"responsable":null}"#);
        for theirs in ["{}", r#"{"responsable":null}"#, r#"{"responsable":""}"#] {
            assert_eq!(verdict(mine, base, theirs), Verdict::Clear, "{theirs}");
        }
        assert_eq!(verdict(base, mine, "{}"), Verdict::Done);
        assert_eq!(
            verdict(mine, base, r#"{"responsable":"C"}"#),
            Verdict::Changed(fields(r#"{"responsable":"C"}"#))
        );
    }

    #[test]
    fn the_form_of_a_value_does_not_matter() {
        assert_eq!(verdict(r#"{"a":"é"}"#, "{}", r#"{"a":"\u00e9"}"#), Verdict::Done);
        assert_eq!(verdict(r#"{"a":0.10}"#, "{}", r#"{"a":"0.1"}"#), Verdict::Done);
    }

    #[test]
    fn what_is_not_as_it_was_seen_is_told_alone() {
        let base = fields(r#"{"name":"Halle","status":"ic","responsable":""}"#);
        let told = |theirs: &str| changed(&base, &Record::parse(theirs).unwrap());
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
        assert_eq!(verdict(r#"{"a":1}"#, "{}", r#"{"a":2}"#), Verdict::Clear);
    }
}

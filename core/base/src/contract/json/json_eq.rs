//! Semantic equality of JSON values.
//!
//! Services write one value in many ways: a missing field or `null`, a number in quotes, an extra space. Such
//! differences are not changes.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use crate::contract::record::{Record, raw_text};

use super::num::Num;

/// Returns whether two tokens have the same meaning.
///
/// A field that is absent, `null` or an empty text counts as empty. Numbers are compared by value, texts by their
/// characters, objects member by member, and arrays in order.
pub fn is_same_value(a: Option<&RawValue>, b: Option<&RawValue>) -> bool {
    let (a, b) = (a.filter(|raw| !is_empty_value(raw)), b.filter(|raw| !is_empty_value(raw)));
    let (Some(a), Some(b)) = (a, b) else {
        return a.is_none() && b.is_none();
    };
    if a.get() == b.get() {
        return true;
    }
    if let (Some(a), Some(b)) = (raw_text(a), raw_text(b))
        && a == b
    {
        return true;
    }
    if let (Some(a), Some(b)) = (Num::from_raw(a), Num::from_raw(b)) {
        return a.same_amount(&b);
    }
    match (a.get().as_bytes().first(), b.get().as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => match (Record::parse(a.get()), Record::parse(b.get())) {
            (Ok(a), Ok(b)) => differing_fields(&a, &b).is_empty(),
            _ => false,
        },
        (Some(b'['), Some(b'[')) => has_same_elements(a, b),
        _ => false,
    }
}

/// Returns the names of the fields whose values differ in meaning.
pub fn differing_fields<'a>(a: &'a Record, b: &'a Record) -> BTreeSet<&'a str> {
    let names: BTreeSet<&str> = a.fields().chain(b.fields()).map(|(name, _)| name).collect();
    names.into_iter().filter(|name| !is_same_value(a.raw(name), b.raw(name))).collect()
}

fn has_same_elements(a: &RawValue, b: &RawValue) -> bool {
    let elements = |raw: &RawValue| serde_json::from_str::<Vec<Box<RawValue>>>(raw.get()).ok();
    let (Some(a), Some(b)) = (elements(a), elements(b)) else {
        return false;
    };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| is_same_value(Some(a), Some(b)))
}

fn is_empty_value(raw: &RawValue) -> bool {
    matches!(raw.get(), "null" | "\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    fn are_same(a: &str, b: &str) -> bool {
        is_same_value(Some(&raw(a)), Some(&raw(b)))
    }

    #[test]
    fn the_form_does_not_matter() {
        for (a, b) in [
            ("0.10", "\"0.1\""),
            ("\"é\"", "\"\\u00e9\""),
            ("{\"a\": 1, \"b\":null}", "{\"a\":1.0}"),
            ("[1, {\"x\":\"2\"}]", "[1.0,{\"x\":2}]"),
            ("null", "\"\""),
        ] {
            assert!(are_same(a, b) && are_same(b, a), "{a} {b}");
        }
        assert!(is_same_value(None, Some(&raw("null"))));
    }

    #[test]
    fn json_with_another_meaning_is_unequal() {
        for (a, b) in [
            ("0.10", "0.11"),
            ("\"a\"", "\"b\""),
            ("{\"a\":1}", "{\"a\":1,\"b\":2}"),
            ("[1,2]", "[2,1]"),
            ("{}", "[]"),
            ("false", "null"),
        ] {
            assert!(!are_same(a, b) && !are_same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn differing_fields_are_named() {
        let read = |json: &str| Record::parse(json).unwrap();
        let (a, b) = (
            read(r#"{"id":"1","status":"ic","x":1,"gone":2}"#),
            read(r#"{"id":"1","status":"closing","x":1.0,"new":3}"#),
        );
        let names: Vec<&str> = differing_fields(&a, &b).into_iter().collect();
        assert_eq!(names, ["gone", "new", "status"]);
    }
}

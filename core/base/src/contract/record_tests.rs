//! Tests of records: stored as received, read field by field.

use super::*;
use proptest::prelude::*;

fn record(text: &str) -> Record {
    Record::parse(text).unwrap()
}

#[test]
fn typed_getters() {
    let record = record(
        r#" {"a":"x\u00e9","b":0.10,"c":true,"d":null,"e":{"f":[1,2]},"g":3,"h":"3","i":3.5,"j":[1, "x"]} "#,
    );
    assert_eq!(record.text("a").unwrap(), "xé");
    assert_eq!(record.num("b").unwrap().as_json(), "0.10");
    assert_eq!(record.boolean("c"), Some(true));
    assert!(record.is_null("d") && record.has("d"));
    assert!(!record.is_null("z") && !record.has("z"));
    assert_eq!(record.object("e").unwrap().raw("f").unwrap().get(), "[1,2]");
    assert_eq!((record.integer("g"), record.integer("h"), record.integer("i")), (Some(3), Some(3), None));
    assert_eq!(record.array("j").unwrap().len(), 2);
    assert!(record.as_str().starts_with('{') && record.as_str().ends_with('}'));
}

#[test]
fn wrong_types_read_as_absent() {
    let record = record(r#"{"a":1,"b":"x","c":[],"d":"\ud800"}"#);
    assert_eq!(record.text("a"), None);
    assert_eq!(record.text("d"), None);
    assert_eq!(record.boolean("b"), None);
    assert_eq!(record.object("c"), None);
    assert_eq!(record.num("c"), None);
    assert_eq!(record.array("a").map(|items| items.len()), None);
}

#[test]
fn last_duplicate_name_wins_and_order_is_preserved() {
    let record = record(r#"{"b":1,"a":2,"b":3}"#);
    assert_eq!(record.integer("b"), Some(3));
    let names: Vec<_> = record.fields().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn record_parse_reports_bodies_that_are_no_object() {
    assert_eq!(Record::parse("[1]").unwrap_err(), ShapeError::Expected { expected: "an object" });
    assert!(matches!(Record::parse("<html>").unwrap_err(), ShapeError::NotJson(_)));
    assert!(matches!(Record::parse(r#"{"a":1"#).unwrap_err(), ShapeError::NotJson(_)));
    assert!(matches!(Record::parse("{} x").unwrap_err(), ShapeError::NotJson(_)));
    assert!(matches!(Record::parse("").unwrap_err(), ShapeError::NotJson(_)));
    assert_eq!(Record::parse(b"{\"a\":\"\xff\"}").unwrap_err(), ShapeError::NotUtf8);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(record("\u{feff}{\"a\":1}").as_str(), "{\"a\":1}");
}

#[test]
fn compact_keeps_every_token() {
    let text = "{ \"a b\" : [ 1.10 ,\n\t\"x \\\" y\" ] }";
    assert_eq!(compact(text), "{\"a b\":[1.10,\"x \\\" y\"]}");
}

#[test]
fn depth_is_capped() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert!(Record::parse(nested(MAX_DEPTH - 1)).is_ok());
    assert_eq!(Record::parse(nested(MAX_DEPTH)).unwrap_err(), ShapeError::TooDeep);
    assert!(Record::parse(format!(r#"{{"a":"{}\""}}"#, "[".repeat(500))).is_ok());
}

#[test]
fn number_beyond_float_range_does_not_hide_the_record() {
    let record = record(r#"{"id":"1","data":{"x":1e400,"y":79228162514264337593543950336}}"#);
    assert_eq!(record.object("data").unwrap().num("x").unwrap().as_json(), "1e400");
}

#[test]
fn debug_shows_no_value() {
    assert_eq!(format!("{:?}", record(r#"{"name":"secret"}"#)), r#"Record{"name"}"#);
}

proptest! {
    #[test]
    fn every_field_is_found_byte_for_byte(
        fields in proptest::collection::btree_map(".{0,8}", "-?[1-9][0-9]{0,20}(\\.[0-9]{1,20})?", 0..20)
    ) {
        let body: Vec<_> = fields
            .iter()
            .map(|(name, raw)| format!("{}:{raw}", serde_json::to_string(name).unwrap()))
            .collect();
        let record = Record::parse(format!("{{{}}}", body.join(","))).unwrap();
        for (name, raw) in &fields {
            prop_assert_eq!(record.raw(name).unwrap().get(), raw);
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Record::parse(bytes);
    }
}

use super::*;

fn check(json: &str) -> Vec<LimitViolation> {
    limit_violations(&Fields::parse(json).unwrap(), None)
}

fn object(keys: usize) -> String {
    let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn documented_and_undocumented_view_fields_are_split() {
    let update = Fields::parse(r#"{"filters":{"a" : 1},"name":"n","is_default":true,"sort":[]}"#).unwrap();
    let (stated, rest) = split_documented(&update);
    assert_eq!(stated.to_body(), r#"{"name":"n","is_default":true}"#);
    assert_eq!(rest.to_body(), r#"{"filters":{"a" : 1},"sort":[]}"#);
}

#[test]
fn limits_are_included() {
    let fields = |name: &str, json: String| Fields::parse(&format!("{{\"{name}\":{json}}}")).unwrap();
    let other = Record::parse(r#"{"type":"deals"}"#).unwrap();
    let check = |name: &str, json: String| limit_violations(&fields(name, json), Some(&other));
    let sorts = |n: usize| format!("[{}]", vec![r#"{"sort_by":"name"}"#; n].join(","));
    assert_eq!(check("filters", object(24)), []);
    assert_eq!(check("filters", object(25)), [LimitViolation::FilterKeys(25)]);
    assert_eq!(check("columns", format!("[{}]", vec!["\"a\""; 64].join(","))), []);
    assert_eq!(check("columns", format!("[{}]", vec!["\"a\""; 65].join(","))), [LimitViolation::Columns(65)]);
    assert_eq!(check("sort", sorts(4)), []);
    assert_eq!(check("sort", sorts(5)), [LimitViolation::SortKeys(5)]);
    let text = |bytes: usize| format!("[\"{}\"]", "x".repeat(bytes - 4));
    assert_eq!(check("columns", text(MAX_STATE_BYTES)), []);
    assert_eq!(
        check("columns", text(MAX_STATE_BYTES + 1)),
        [LimitViolation::StateBytes(MAX_STATE_BYTES + 1)]
    );
}

#[test]
fn bytes_are_counted_not_characters() {
    let json = format!("{{\"columns\":[\"{}\"]}}", "é".repeat(8_191));
    assert_eq!(check(&json), [LimitViolation::StateBytes(16_386)]);
}

#[test]
fn view_limits_ignore_untouched_fields() {
    let columns = vec!["1"; 70].join(",");
    let state = "x".repeat(MAX_STATE_BYTES);
    let stored = Record::parse(format!(
        r#"{{"type":"operations","filters":{{"status":"{state}"}},"columns":[{columns}],"sort":[1,2,3,4,5]}}"#
    ))
    .unwrap();
    for update in [r#"{"name":"n"}"#, r#"{"is_default":true}"#, r#"{"columns":["a"]}"#, r#"{"filters":{}}"#] {
        assert_eq!(limit_violations(&Fields::parse(update).unwrap(), Some(&stored)), [], "{update}");
    }
}

#[test]
fn names_and_filter_keys() {
    assert_eq!(check(r#"{"name":" "}"#), [LimitViolation::EmptyName]);
    assert_eq!(check(r#"{"name":null}"#), [LimitViolation::EmptyName]);
    assert_eq!(check(r#"{"is_default":true}"#), []);
    assert_eq!(check(r#"{"filters":{"statut":"x"}}"#), []);
    assert_eq!(
        check(r#"{"type":"operations","filters":{"status":"x"}}"#),
        [LimitViolation::FilterKey("status".to_owned())]
    );
    assert!(depends_on_type(&Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap()));
    assert!(!depends_on_type(&Fields::parse(r#"{"filters":{"statut":"x"}}"#).unwrap()));
}

#[test]
fn the_state_is_made_as_the_contract_has_it() {
    for good in [
        r#"{"filters":{},"columns":[],"sort":[]}"#,
        r#"{"sort":{"sort_by":"name"}}"#,
        r#"{"sort":[{"sort_by":"name","sort_order":"desc"},{"sort_order":"asc","sort_by":"a"}]}"#,
        r#"{"sort_order":"asc"}"#,
    ] {
        assert_eq!(check(good), [], "{good}");
    }
    for (field, values) in [
        ("sort", &["[{}]", "{}", r#"["name"]"#, r#"[{"sort_order":"asc"}]"#, r#"[{"sort_by":5}]"#][..]),
        ("sort", &["null", r#""""#, "5", r#"[{"sort_by":"a","x":1}]"#, r#"[{"sort_by":""}]"#]),
        ("sort", &[r#"[{"sort_by":"a","sort_by":"a"}]"#, r#"[[{"sort_by":"a"}]]"#]),
        ("columns", &["{}", "[1]", r#"[""]"#, "null", r#""name""#]),
        ("filters", &["[]", r#"{"search":"a","search":"b"}"#, "null", "1"]),
        ("is_default", &["null", "1", r#""true""#]),
    ] {
        for value in values {
            let json = format!("{{\"{field}\":{value}}}");
            assert_eq!(check(&json), [LimitViolation::Shape(field)], "{json}");
        }
    }
}

#[test]
fn only_views_of_operations_have_their_filters_listed() {
    let update = Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap();
    for (stored, allowed) in
        [(r#"{"type":"operations"}"#, false), (r#"{"type":"deals"}"#, true), ("{}", true)]
    {
        let stored = Record::parse(stored).unwrap();
        assert_eq!(limit_violations(&update, Some(&stored)).is_empty(), allowed, "{stored:?}");
    }
}

#[test]
fn an_update_stays_bound_to_the_stored_view() {
    let stored = Record::parse(r#"{"id":"v1","type":"operations"}"#).unwrap();
    let check = |json: &str| limit_violations(&Fields::parse(json).unwrap(), Some(&stored));
    assert_eq!(check(r#"{"id":"v1","type":"operations"}"#), []);
    assert_eq!(check(r#"{"type":"deals"}"#), [LimitViolation::Immutable("type")]);
    assert_eq!(check(r#"{"id":null}"#), [LimitViolation::Immutable("id")]);
    let unknown = |json: &str| limit_violations(&Fields::parse(json).unwrap(), None);
    assert_eq!(unknown(r#"{"type":"operations","id":"v2"}"#), []);
    assert_eq!(unknown(r#"{"type":null}"#), [LimitViolation::Immutable("type")]);
}

#[test]
fn view_names_are_normalised_and_invisible_names_rejected() {
    let update = Fields::parse(r#"{"name":"  a   b ","x":1.0}"#).unwrap();
    assert_eq!(with_normalised_name(&update).to_body(), r#"{"name":"a b","x":1.0}"#);
    assert_eq!(check("{\"name\":\" \u{200b}\u{2060}\"}"), [LimitViolation::EmptyName]);
}

#[test]
fn view_sort_order_is_validated_and_whitespace_is_uncounted() {
    assert_eq!(check(r#"{"sort":{"sort_by":"name","sort_order":"asc"}}"#), []);
    assert_eq!(
        check(r#"{"sort":[{"sort_by":"name","sort_order":"up"}]}"#),
        [LimitViolation::SortOrder("\"up\"".to_owned())]
    );
    let spaced = format!("{{\"columns\":[{}\"a b\"]}}", " ".repeat(MAX_STATE_BYTES));
    assert_eq!(check(&spaced), []);
}

use super::*;

fn check(json: &str) -> Vec<Breach> {
    breaches(&Fields::parse(json).unwrap(), None)
}

fn object(keys: usize) -> String {
    let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn what_the_contract_documents_is_told_apart() {
    let update = Fields::parse(r#"{"filters":{"a" : 1},"name":"n","is_default":true,"sort":[]}"#).unwrap();
    let (stated, rest) = documented(&update);
    assert_eq!(stated.to_body(), r#"{"name":"n","is_default":true}"#);
    assert_eq!(rest.to_body(), r#"{"filters":{"a" : 1},"sort":[]}"#);
}

#[test]
fn limits_are_included() {
    let fields = |name: &str, json: String| Fields::parse(&format!("{{\"{name}\":{json}}}")).unwrap();
    let other = Record::parse(r#"{"type":"deals"}"#).unwrap();
    let check = |name: &str, json: String| breaches(&fields(name, json), Some(&other));
    let sorts = |n: usize| format!("[{}]", vec![r#"{"sort_by":"name"}"#; n].join(","));
    assert_eq!(check("filters", object(24)), []);
    assert_eq!(check("filters", object(25)), [Breach::FilterKeys(25)]);
    assert_eq!(check("columns", format!("[{}]", vec!["\"a\""; 64].join(","))), []);
    assert_eq!(
        check("columns", format!("[{}]", vec!["\"a\""; 65].join(","))),
        [Breach::Columns(65)]
    );
    assert_eq!(check("sort", sorts(4)), []);
    assert_eq!(check("sort", sorts(5)), [Breach::SortKeys(5)]);
    let text = |bytes: usize| format!("[\"{}\"]", "x".repeat(bytes - 4));
    assert_eq!(check("columns", text(STATE_BYTES)), []);
    assert_eq!(
        check("columns", text(STATE_BYTES + 1)),
        [Breach::StateBytes(STATE_BYTES + 1)]
    );
}

#[test]
fn bytes_are_counted_not_characters() {
    let json = format!("{{\"columns\":[\"{}\"]}}", "é".repeat(8_191));
    assert_eq!(check(&json), [Breach::StateBytes(16_386)]);
}

#[test]
fn what_is_not_touched_is_not_checked() {
    let columns = vec!["1"; 70].join(",");
    let state = "x".repeat(STATE_BYTES);
    let stored = Record::parse(format!(
        r#"{{"type":"operations","filters":{{"status":"{state}"}},"columns":[{columns}],"sort":[1,2,3,4,5]}}"#
    ))
    .unwrap();
    for update in [
        r#"{"name":"n"}"#,
        r#"{"is_default":true}"#,
        r#"{"columns":["a"]}"#,
        r#"{"filters":{}}"#,
    ] {
        assert_eq!(
            breaches(&Fields::parse(update).unwrap(), Some(&stored)),
            [],
            "{update}"
        );
    }
}

#[test]
fn names_and_filter_keys() {
    assert_eq!(check(r#"{"name":" "}"#), [Breach::EmptyName]);
    assert_eq!(check(r#"{"name":null}"#), [Breach::EmptyName]);
    assert_eq!(check(r#"{"is_default":true}"#), []);
    assert_eq!(check(r#"{"filters":{"statut":"x"}}"#), []);
    assert_eq!(
        check(r#"{"type":"operations","filters":{"status":"x"}}"#),
        [Breach::FilterKey("status".to_owned())]
    );
    assert!(hangs_on_the_type(
        &Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap()
    ));
    assert!(!hangs_on_the_type(
        &Fields::parse(r#"{"filters":{"statut":"x"}}"#).unwrap()
    ));
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
        (
            "sort",
            &[
                "[{}]",
                "{}",
                r#"["name"]"#,
                r#"[{"sort_order":"asc"}]"#,
                r#"[{"sort_by":5}]"#,
            ][..],
        ),
        (
            "sort",
            &[
                "null",
                r#""""#,
                "5",
                r#"[{"sort_by":"a","x":1}]"#,
                r#"[{"sort_by":""}]"#,
            ],
        ),
        (
            "sort",
            &[r#"[{"sort_by":"a","sort_by":"a"}]"#, r#"[[{"sort_by":"a"}]]"#],
        ),
        ("columns", &["{}", "[1]", r#"[""]"#, "null", r#""name""#]),
        ("filters", &["[]", r#"{"search":"a","search":"b"}"#, "null", "1"]),
        ("is_default", &["null", "1", r#""true""#]),
    ] {
        for value in values {
            let json = format!("{{\"{field}\":{value}}}");
            assert_eq!(check(&json), [Breach::Shape(field)], "{json}");
        }
    }
}

#[test]
fn only_views_of_operations_have_their_filters_listed() {
    let update = Fields::parse(r#"{"filters":{"status":"x"}}"#).unwrap();
    for (stored, allowed) in [
        (r#"{"type":"operations"}"#, false),
        (r#"{"type":"deals"}"#, true),
        ("{}", true),
    ] {
        let stored = Record::parse(stored).unwrap();
        assert_eq!(breaches(&update, Some(&stored)).is_empty(), allowed, "{stored:?}");
    }
}

#[test]
fn an_update_stays_bound_to_the_stored_view() {
    let stored = Record::parse(r#"{"id":"v1","type":"operations"}"#).unwrap();
    let check = |json: &str| breaches(&Fields::parse(json).unwrap(), Some(&stored));
    assert_eq!(check(r#"{"id":"v1","type":"operations"}"#), []);
    assert_eq!(check(r#"{"type":"deals"}"#), [Breach::Bound("type")]);
    assert_eq!(check(r#"{"id":null}"#), [Breach::Bound("id")]);
    let unknown = |json: &str| breaches(&Fields::parse(json).unwrap(), None);
    assert_eq!(unknown(r#"{"type":"operations","id":"v2"}"#), []);
    assert_eq!(unknown(r#"{"type":null}"#), [Breach::Bound("type")]);
}

#[test]
fn names_are_normalised_and_what_cannot_be_seen_is_no_name() {
    let update = Fields::parse(r#"{"name":"  a   b ","x":1.0}"#).unwrap();
    assert_eq!(normalised(&update).to_body(), r#"{"name":"a b","x":1.0}"#);
    assert_eq!(check("{\"name\":\" \u{200b}\u{2060}\"}"), [Breach::EmptyName]);
}

#[test]
fn the_order_is_asc_or_desc_and_white_space_does_not_count() {
    assert_eq!(check(r#"{"sort":{"sort_by":"name","sort_order":"asc"}}"#), []);
    assert_eq!(
        check(r#"{"sort":[{"sort_by":"name","sort_order":"up"}]}"#),
        [Breach::SortOrder("\"up\"".to_owned())]
    );
    let spaced = format!("{{\"columns\":[{}\"a b\"]}}", " ".repeat(STATE_BYTES));
    assert_eq!(check(&spaced), []);
}

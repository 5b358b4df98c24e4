//! Tests of conditions on received fields and changes, of the order and of the limit.

use super::*;
use crate::contract::record::Record;
use crate::query::local_test::FilterNeeds;
use crate::query::received_test::ReceivedValue;

fn message(text: &str) -> String {
    Query::parse(text).unwrap_err().message(Messages::new(Lang::En))
}

#[test]
fn a_filter_names_the_data_that_it_needs() {
    let needs = |text: &str| Query::parse(text).unwrap().needs();
    let fields = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    assert_eq!(needs("parc status:ic is:waiting has:note"), FilterNeeds::default());
    assert_eq!(
        needs(".city:lyon or not (.fee>=1% parc)"),
        FilterNeeds { fields: fields(&["city", "fee"]), ..FilterNeeds::default() }
    );
    assert_eq!(needs("-moved:<7d"), FilterNeeds { changes: true, ..FilterNeeds::default() });
}

#[test]
fn new_conditions_parse_in_both_languages() {
    for text in [
        ".city:lyon,lille",
        ".city!=\"le havre\"",
        ".kpi_snapshot.fee:1..2%",
        ".created_at > 2026-11-01",
        ".created_at:<7d",
        ".due<=+30d",
        ".city:empty",
        "was:ic",
        "etait:comité",
        "entered:ic>=2026-11-01",
        "entre:ic,closing<7j",
        "entered:closing:2026-11-01..2026-11-15",
        "moved:<7d",
        "moved<2w",
        "moved:any",
        "deplace:>hier",
        "changed:responsable<30d",
        "changed:ltv,.city",
        "is:waiting est:conflit is:unread",
        "ltv:60%,65%",
        "ltv:empty",
    ] {
        assert_eq!(Query::parse(text).map(|_| ()), Ok(()), "{text}");
    }
    // Today's texts keep their meaning: these words are parts of names.
    for word in ["entre", "est", "sort", "moved", ".city", "12.5:3"] {
        let query = Query::parse(word).unwrap();
        assert!(matches!(query.terms()[0].kind, ConditionKind::Word(_)), "{word}");
    }
}

#[test]
fn mistakes_of_new_conditions_say_what_to_write() {
    for (text, column, part) in [
        (".city<lyon", 6, "write .city:lyon"),
        ("is:foo", 3, "is:waiting"),
        ("moved:soonish", 6, ">=2026-11-01"),
        ("entered:ic<x", 10, "<7d"),
        ("was:ic<7d", 6, "<7d"),
        ("changed:foo", 8, "changed:owner"),
        ("sort:foo", 5, "sort:ltv desc"),
        ("limit:x", 6, "limit:20"),
        ("limit:0", 6, "limit:20"),
        ("(sort:ltv parc)", 1, "out of the brackets"),
        (".city:", 6, "needs a value"),
    ] {
        assert_eq!(Query::parse(text).unwrap_err().column(), column, "{text}");
        assert!(message(text).contains(part), "{text}: {}", message(text));
    }
}

#[test]
fn order_and_limit_belong_to_the_whole_filter() {
    let query = Query::parse("status:ic sort:statut,-ltv or parc limit:20").unwrap();
    assert_eq!((query.order(), query.limit()), (&[("status", false), ("ltv", true)][..], Some(20)));
    assert_eq!(query.terms().len(), 3);
    for (text, keys) in [
        ("sort:ltv desc", [("ltv", true)]),
        ("tri:ltv décroissant", [("ltv", true)]),
        ("sort:nom asc", [("name", false)]),
        ("sort:owner:desc", [("responsable", true)]),
    ] {
        assert_eq!(Query::parse(text).unwrap().order(), keys, "{text}");
    }
    let text = "parc sort:ltv desc limit:5";
    let query = Query::parse(text).unwrap();
    assert_eq!(query.without(text, 1), "parc limit:5");
    assert_eq!(query.without(text, 0), "sort:ltv desc limit:5");
    assert!(query.matches(&sample_deal()));
    assert_eq!(Query::text_with("a or b sort:ltv desc", "c"), "(a or b) c sort:ltv desc");
}

fn kinds() -> FieldKinds {
    [
        ("city", "text", ""),
        ("fee", "decimal", "fraction"),
        ("price", "decimal", "EUR"),
        ("units", "integer", ""),
        ("due", "date", ""),
        ("signed", "boolean", ""),
        ("other", "polygon", ""),
    ]
    .iter()
    .filter_map(|(key, kind, unit)| {
        let definition = format!(r#"{{"field_key":"{key}","value_type":"{kind}","unit":"{unit}"}}"#);
        FieldKind::from_definition(&Record::parse(definition).unwrap())
    })
    .collect()
}

#[test]
fn kinds_of_fields_reject_comparisons_and_offer_corrections() {
    let kinds = kinds();
    let vocabulary = KnownValues { kinds: Some(&kinds), ..KnownValues::default() };
    for (text, key, fixed) in [
        (".city<lyon", "query-bad-received", Some(".city:lyon")),
        (".created_at>=2026-13-01", "query-bad-date", None),
        ("parc -.city >= 5 ltv>60%", "query-kind-text", Some("-.city:5")),
        (".fee>65", "query-percent", Some(".fee>65%")),
        (".fee:60..65", "query-percent", Some(".fee:60..65%")),
        (".price:abc", "query-kind-number", None),
        (".units>=2026-11-01", "query-kind-number", None),
        (".due:lyon", "query-bad-time", None),
        (".signed>2", "query-kind-flag", Some(".signed:yes")),
        (".signed:maybe", "query-kind-flag", Some(".signed:yes")),
    ] {
        let (_, _, error) = Query::parse_prefix(text, Some(&kinds));
        assert_eq!(error.as_ref().map(|error| error.key), Some(key), "{text}");
        assert_eq!(Query::mistakes(text, Some(&kinds)), [error.unwrap()], "{text}");
        let fix = Query::fix(text, &vocabulary, Lang::En).map(|fix| fix.items.concat());
        assert_eq!(fix.as_deref(), fixed, "{text}");
    }
    for text in [
        ".city:lyon,lille .city:2026-11-01 -.city:empty",
        ".fee>65% .fee:1..2% .fee<=0.5",
        ".price>10M .units:3 .units:1..5",
        ".due<7d .due>=2026-11-01 .due:empty",
        ".signed:yes .signed!=oui",
        ".other<5 .other:x .unknown>5",
    ] {
        assert_eq!(Query::parse_prefix(text, Some(&kinds)).2, None, "{text}");
    }
}

#[test]
fn kinds_of_fields_decide_how_values_are_read() {
    let read = |raw: &str, kind| {
        let raw: Box<serde_json::value::RawValue> = serde_json::from_str(raw).unwrap();
        ReceivedValue::from_raw(&raw, kind).unwrap()
    };
    let text = |raw, kind| read(raw, kind).typed_text(kind).unwrap();
    assert!(matches!(read("75001", Some(FieldKind::Text)), ReceivedValue::Text(_)));
    assert!(matches!(read("\"2026-11-01\"", Some(FieldKind::Text)), ReceivedValue::Text(_)));
    assert!(matches!(read("\"2026-11-01\"", None), ReceivedValue::Time(_)));
    assert_eq!(read("\"oui\"", Some(FieldKind::Flag)), ReceivedValue::Flag(true));
    assert_eq!(text("0.650", Some(FieldKind::Percent)), "65%");
    assert_eq!(text("\"0.0125\"", Some(FieldKind::Percent)), "1.25%");
    assert_eq!(text("0.650", None), "0.65");
}

#[test]
fn completion_offers_operators_and_values_of_a_kind() {
    let kinds = kinds();
    let fields = [("fee", 3), ("city", 2), ("due", 2), ("signed", 1)];
    let known = [("yes".to_owned(), 4)];
    let values = |path: &str| if path == "signed" { &known[..] } else { &[] };
    let vocabulary =
        KnownValues { kinds: Some(&kinds), fields: &fields, values: Some(&values), ..KnownValues::default() };
    let items = |text: &str, lang| Query::completions(text, text.chars().count(), &vocabulary, lang).items;
    assert_eq!(items("-.", Lang::En), ["-.fee>", "-.city:", "-.due>=", "-.signed:"]);
    assert_eq!(items(".signed:", Lang::En), ["yes", "no"]);
    assert_eq!(items(".signed:n", Lang::Fr), ["non"]);
    assert_eq!(items(".due:<", Lang::Fr), ["<7j", "<30j"]);
}

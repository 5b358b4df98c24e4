//! Tests of conditions on received fields and changes, of the order and of the limit.

use super::*;
use crate::query::local_test::FilterNeeds;

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

//! Tests of completions while typing.

use super::*;
use crate::text::fold;

#[test]
fn status_and_class_completions_show_name_and_differing_code() {
    let label = |text: &str, lang, item: &str| {
        let found = Query::completions(text, text.chars().count(), &KnownValues::default(), lang);
        assert!(found.items.iter().any(|offered| offered == item), "{item}: {found:?}");
        found.label(lang, item)
    };
    assert_eq!(label("statut:", Lang::Fr, "\"Comité d’investissement\"").as_deref(), Some("ic"));
    assert_eq!(label("statut:", Lang::Fr, "Sourcing"), None);
    assert_eq!(label("statut:", Lang::Fr, "\"Due diligence\""), None);
    assert_eq!(label("classe:", Lang::Fr, "aucun"), None, "a word, no code");
    assert_eq!(label("class:", Lang::En, "Offices").as_deref(), Some("bureaux"));
    // Also matches by code, and the suggestion itself can be parsed.
    for (typed, lang, item) in
        [("statut:comi", Lang::Fr, "\"Comité d’investissement\""), ("class:bur", Lang::En, "Offices")]
    {
        let found = Query::completions(typed, typed.chars().count(), &KnownValues::default(), lang);
        assert_eq!(found.items, [item], "{typed}");
        let field = typed.split(':').next().unwrap();
        assert!(Query::parse(&format!("{field}:{item}")).is_ok());
    }
    assert_eq!(label("", Lang::Fr, "statut:"), None);
}

#[test]
fn completions_follow_the_cursor() {
    let seen = KnownValues {
        statuses: &["ic", "pre_ic", ""],
        classes: &[],
        owners: &["A. Martin", "J. Roux", ""],
        labels: &["Lender", "urgent call"],
        ..KnownValues::default()
    };
    let at = |text: &str, lang| Query::completions(text, text.chars().count(), &seen, lang);
    let items = |text, lang| at(text, lang).items;
    assert_eq!(items("st", Lang::Fr), ["statut:"]);
    assert_eq!(items("parc -cl", Lang::En), ["-class:"]);
    assert_eq!(items("statut:com", Lang::Fr), ["\"Comité d’investissement\""]);
    assert_eq!(items("statut:ic,pre", Lang::Fr).last().unwrap(), "pre_ic");
    assert_eq!(items("owner:m", Lang::En), ["\"A. Martin\"", "me"]);
    assert_eq!(items("owner:\"a. m", Lang::En), ["\"A. Martin\""]);
    for scattered in ["statut:dd", "statut:zq", "owner:am", "owner:mrtn"] {
        assert!(items(scattered, Lang::Fr).is_empty(), "no word begins so: {scattered}");
    }
    assert_eq!(items("owner:", Lang::En), ["me", "none", "\"A. Martin\"", "\"J. Roux\""]);
    assert_eq!(items("responsable:", Lang::Fr).get(..2).unwrap(), ["moi", "aucun"]);
    assert_eq!(items("-responsable:\"A. Martin\",mo", Lang::Fr), ["moi"]);
    assert_eq!(items("class:", Lang::En).first().unwrap(), "none");
    assert_eq!(items("classe:aucu", Lang::Fr), ["aucun"]);
    assert_eq!(items("", Lang::Fr).len(), 20);
    assert_eq!(items("label:", Lang::En), ["Lender", "\"urgent call\""]);
    assert_eq!(items("étiquette:lender,ca", Lang::Fr), ["\"urgent call\""]);
    assert_eq!(
        (items("is:s", Lang::En), items("est:é", Lang::Fr)),
        (vec!["starred".into()], vec!["étoile".into()])
    );
    assert_eq!(items("check:d", Lang::En), ["debt_yield", "dscr"]);
    for whole in ["parc ltv>", "-ltv>", "status:ic", "status:", "owner:\"A. Martin\"", "ltv:OK"] {
        let typed = whole.rsplit([' ', ':']).next().unwrap();
        assert!(!items(whole, Lang::En).iter().any(|item| item == typed), "{whole}");
    }
    assert_eq!(items("foo:bar noi>", Lang::En), Vec::<String>::new());
    assert_eq!(items("ltv:", Lang::Fr), ["alerte", "vigilance", "OK", "aucun"]);
    assert_eq!(items("ltv:alerte,vi", Lang::Fr), ["vigilance"]);
    assert_eq!(items("ltv:alerte,", Lang::Fr), ["vigilance", "OK", "aucun"], "not twice");
    assert_eq!(items("owner:\"A. Martin\",", Lang::En), ["me", "none", "\"J. Roux\""]);
    assert_eq!(items("noi:", Lang::Fr), Vec::<String>::new(), "it has no limits");
    // Every suggestion can be parsed.
    for (field, lang) in [("owner:", Lang::En), ("classe:", Lang::Fr), ("ltv:", Lang::En)] {
        for item in items(field, lang) {
            assert!(Query::parse(&format!("{field}{item}")).is_ok(), "{field}{item}");
        }
    }
    let completions = at("parc statut:ic,clo", Lang::Fr);
    assert_eq!((completions.start, completions.end), (15, 18));
    assert_eq!(completions.items.iter().map(|item| fold(item)).collect::<Vec<_>>(), ["closing"]);
    assert_eq!(Query::completions("statut:ic", 99, &seen, Lang::Fr).end, 9);
}

#[test]
fn empty_input_offers_every_field() {
    let offered = Query::completions("", 0, &KnownValues::default(), Lang::Fr).items;
    assert!(offered.contains(&"statut:".to_owned()) && offered.contains(&"ltv>".to_owned()));
    let after = Query::completions("parc -", 6, &KnownValues::default(), Lang::Fr).items;
    assert!(after.contains(&"-statut:".to_owned()));
}

#[test]
fn contract_and_foreign_fields_complete_without_own_matches() {
    let at = |text: &str, lang| {
        Query::completions(text, text.chars().count(), &KnownValues::default(), lang).items
    };
    assert_eq!(at("resp", Lang::En), ["responsable:"]);
    assert_eq!(at("classe_", Lang::Fr), ["classe_actif:"]);
    assert_eq!(at("statut", Lang::En), ["statut:"]);
    assert_eq!(at("own", Lang::Fr), ["owner:"]);
    assert_eq!(at("cl", Lang::En), ["class:"], "its own word comes alone");
}

#[test]
fn a_metric_offers_round_numbers_to_compare_it_with() {
    let offered = |text: &str, lang| {
        let found = Query::completions(text, text.chars().count(), &KnownValues::default(), lang);
        (found.start, found.items)
    };
    assert_eq!(
        offered("ltv>", Lang::En),
        (4, ["60%", "65%", "70%", "75%", "80%"].map(str::to_owned).to_vec())
    );
    assert_eq!(offered("ltv>=7", Lang::En).1, ["70%", "75%"]);
    assert!(offered("dscr<", Lang::Fr).1.contains(&"1,25".to_owned()));
    assert!(offered("noi>", Lang::En).1.is_empty());
    for lang in Lang::ALL {
        for field in ["ltv>", "ltc>", "dscr<", "icr<", "age>", "crd>"] {
            for item in offered(field, lang).1 {
                assert!(Query::parse(&format!("{field}{item}")).is_ok(), "{field}{item}");
            }
        }
    }
}

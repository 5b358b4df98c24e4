//! Tests of words and signs that look like operators: applied, or rejected with a hint.

use super::*;

#[test]
fn brackets_are_rejected_unless_quoted() {
    let error = |text: &str| Query::parse(text).map_err(|error| (error.key, error.column()));
    assert!(error("parc \"(lyon)\"").is_ok());
    assert!(error("\"(\" responsable:\"A) Martin\"").is_ok());
    for (text, column) in [
        ("(ltv>65% ou dscr<1", 0),
        ("parc -(statut:ic)", 6),
        ("parc (lyon)", 5),
        ("parc lyon)", 9),
        ("statut:(ic,closing)", 7),
        ("{parc}", 0),
        ("[parc lyon]", 0),
    ] {
        assert_eq!(error(text), Err(("query-no-groups", column)), "{text}");
    }
    let first = error("statut:ic OU (statut:closing)");
    assert_eq!(first, Err(("query-no-or", 10)));
}

#[test]
fn operator_acts_or_is_rejected_and_never_matches_names() {
    let error = |text: &str| Query::parse(text).map(drop).map_err(|error| (error.key, error.column()));
    for (text, key, column) in [
        ("statut:ic OR statut:closing", "query-no-or", 10),
        ("parc or lyon", "query-no-or", 5),
        ("parc ou", "query-no-or", 5),
        ("OR", "query-no-or", 0),
        ("ltv > 65% or dscr < 1,2", "query-no-or", 10),
        ("parc || lyon", "query-no-or", 5),
        ("parc|lyon", "query-no-or", 4),
        ("statut:ic|closing", "query-no-or", 9),
        ("not parc", "query-no-not", 0),
        ("parc sauf lyon", "query-no-not", 5),
        ("parc and not lyon", "query-no-not", 9),
        ("-not parc", "query-no-not", 1),
        ("! parc", "query-no-not", 0),
        ("!parc", "query-no-not", 0),
        ("statut:!lost", "query-no-not", 7),
        ("sans tour", "query-no-not", 0),
        ("pas paris", "query-no-not", 0),
        ("ltv>70% nor age>15d", "query-no-or", 8),
        ("ltv>70% und age>15d", "query-no-word", 8),
        ("ltv>70% ∧ age>15d", "query-no-sign", 8),
        ("ltv>70% ; age>15d", "query-no-sign", 8),
        ("ltv>70% + age>15d", "query-no-sign", 8),
        ("parc ( lyon", "query-no-groups", 5),
        ("parc is lyon", "query-no-word", 5),
        ("parc where ltv>70%", "query-no-word", 5),
        ("parc with ltv>70%", "query-no-word", 5),
        ("with ltv>70%", "query-no-word", 0),
        ("parc avec ltv>70%", "query-no-word", 5),
        ("ltv over 70", "query-field-needs-value", 0),
        ("mezzanine over 70", "query-no-word", 10),
        ("mezzanine plus de 70", "query-no-word", 10),
        ("mezzanine au-dessus de 70", "query-no-word", 10),
        ("ltv is null", "query-field-needs-value", 0),
        ("parc crd", "query-field-needs-value", 5),
        ("-Âge", "query-field-needs-value", 1),
        ("and", "query-joins-two", 0),
        ("parc and", "query-joins-two", 8),
        ("parc et et lyon", "query-joins-two", 8),
        ("parc and or lyon", "query-no-or", 9),
        ("parc -et lyon", "query-joins-two", 6),
        ("parc&&lyon", "query-joins-two", 4),
        ("statut:ic&&ltv>70%", "query-joins-two", 9),
    ] {
        assert_eq!(error(text), Err((key, column)), "{text}");
    }
    for text in [
        "côte d'or",
        "où",
        "r&d",
        "\"OR\" parc",
        "\"and\"",
        "ORPEA lyon",
        "parc \"OU\" lyon",
        "owner:\"A || B\"",
        "notre",
        "parc – lyon",
        "\"sans souci\"",
        "sansouci",
        "« le parc »",
        "\"ltv\" \"∧\"",
        "senior lyon",
        "overseas",
        "plusieurs",
        "\"avec\" lyon",
    ] {
        assert_eq!(error(text), Ok(()), "{text}");
    }
    let said = Query::parse("statut:ic OU parc").unwrap_err();
    assert!(said.message(Messages::new(Lang::Fr)).contains("statut:ic,closing"));
    let said = Query::parse("age>15 d").unwrap_err().message(Messages::new(Lang::En));
    assert!(said.contains("15d"), "{said}");
}

#[test]
fn malformed_numbers_in_comparisons_are_errors() {
    for text in ["ltv>1..0%", "ltv:60..70%", "ltv>60..70%", "ltv>6.0.0%", "crd>1.2.3m", "dscr<1..2x"] {
        let error = Query::parse(text).map(drop).map_err(|error| error.key);
        assert_eq!(error, Err("query-bad-number"), "{text}");
    }
    for text in ["ltv>65,5%", "crd>1.234.567", "crd>1,234.5", "crd>1,2m"] {
        assert!(Query::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn and_between_conditions_equals_a_space() {
    let kinds = |text: &str| {
        let query = Query::parse(text).unwrap();
        let terms = query.terms().iter().map(|term| (term.negated, term.kind.clone()));
        terms.collect::<Vec<_>>()
    };
    let plain = kinds("parc ltv>70% -statut:lost");
    for joined in ["parc and ltv>70% && -statut:lost", "parc ET ltv > 70 % et -statut:lost"] {
        assert_eq!(kinds(joined), plain, "{joined}");
    }
    let text = "parc and lyon et ltv>70%";
    let query = Query::parse(text).unwrap();
    assert_eq!(query.without(text, 0), "lyon ltv>70%");
    assert_eq!(query.without(text, 1), "parc ltv>70%");
    assert_eq!(query.without(text, 2), "parc lyon");
}

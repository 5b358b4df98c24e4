//! Tests of words and signs that look like operators: applied, or rejected with a hint.

use super::*;

#[test]
fn misplaced_brackets_are_rejected_unless_quoted() {
    let error = |text: &str| Query::parse(text).map_err(|error| (error.key, error.column()));
    assert!(error("parc \"(lyon)\"").is_ok());
    assert!(error("\"(\" responsable:\"A) Martin\"").is_ok());
    for (text, key, column) in [
        ("(ltv>65% ou dscr<1", "query-unclosed-bracket", 0),
        ("parc (lyon (ic)", "query-unclosed-bracket", 5),
        ("parc ()", "query-empty-brackets", 5),
        ("parc ( )", "query-empty-brackets", 5),
        ("parc lyon)", "query-unopened-bracket", 9),
        ("ltv>70%)", "query-unopened-bracket", 7),
        ("age>15d) parc", "query-unopened-bracket", 7),
        ("parc(lyon)", "query-bracket", 4),
        ("statut:(ic,closing)", "query-bracket", 7),
        ("{parc}", "query-square-bracket", 0),
        ("[status:ic]", "query-square-bracket", 0),
        ("ltv:[60..70%]", "query-square-bracket", 4),
    ] {
        assert_eq!(error(text), Err((key, column)), "{text}");
    }
    let nested = |depth| format!("{}parc{}", "(".repeat(depth), ")".repeat(depth));
    assert!(error(&nested(20)).is_ok());
    assert_eq!(error(&nested(21)), Err(("query-too-deep", 20)));
}

#[test]
fn mistaken_brackets_and_ranges_get_their_own_advice() {
    for (query, en, fr) in [
        ("[status:ic]", "“[” isn’t supported: round brackets group, as in", "les parenthèses ( ) groupent"),
        ("parc ()", "put a condition between the brackets", "une condition entre les parenthèses"),
        ("ltv>70%)", "no “(” before this “)”", "aucune « ( » ne précède cette « ) »"),
        ("(ltv>70%", "no “)” after this “(”", "aucune « ) » ne suit cette « ( »"),
        ("status:(ic,lost)", "status:ic,closing", "statut:ic,closing"),
        ("age:1m..2w", "write age:2w..1m", "écrivez age:2w..1m"),
        ("ltv:70..60%", "write ltv:60%..70%", "écrivez ltv:60%..70%"),
        ("ltv:60..70..80", "“60..70..80” has too many bounds", "« 60..70..80 » a trop de bornes"),
        ("crd>x", "try crd>10M", "par exemple crd>10M"),
        ("dscr!=?", "try dscr!=1.2", "par exemple dscr!=1.2"),
    ] {
        let error = Query::parse(query).unwrap_err();
        let [in_en, in_fr] =
            [Lang::En, Lang::Fr].map(|lang| plain_spaces(&error.message(Messages::new(lang))).into_owned());
        assert!(in_en.contains(en) && in_fr.contains(fr), "{query}: {in_en}; {in_fr}");
    }
}

#[test]
fn alternatives_bind_less_than_joined_conditions() {
    for (text, expected) in [
        ("statut:ic or lyon", true),
        ("statut:closing ou paris", false),
        ("paris lyon ou statut:ic", true),
        ("paris (lyon ou statut:ic)", false),
        ("paris et lyon || parc et statut:ic", true),
        ("not paris", true),
        ("non (paris ou lyon)", false),
        ("!(paris lyon) -statut:closing", true),
        ("not not parc", true),
        ("(ltv > 70 % ou dscr<1) age>10j", true),
        ("lyon sauf(statut:ic)", false),
        ("(parc)", true),
        ("( parc )or( paris )", true),
    ] {
        assert_eq!(matches_sample(text), expected, "{text}");
    }
}

/// A condition, its truth for the sample deal, and how tightly it binds.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    is_true: bool,
    strength: u8,
}

impl Written {
    /// Returns the text, in brackets if it binds less than `strength`.
    fn within(&self, strength: u8) -> String {
        if self.strength < strength { format!("({})", self.text) } else { self.text.clone() }
    }
}

fn written_condition() -> impl Strategy<Value = Written> {
    let leaves =
        [("parc", true), ("paris", false), ("statut:ic", true), ("age>20j", false), ("ltv>70%", true)];
    let leaf = proptest::sample::select(leaves.to_vec());
    let leaf = leaf.prop_map(|(text, is_true)| Written { text: text.to_owned(), is_true, strength: 2 });
    leaf.prop_recursive(5, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), proptest::sample::select(vec!["or", "ou", "||"])).prop_map(
                |((left, right), word)| {
                    let text = format!("{} {word} {}", left.within(0), right.within(0));
                    Written { text, is_true: left.is_true || right.is_true, strength: 0 }
                }
            ),
            (pair, proptest::sample::select(vec!["", "and", "et"])).prop_map(|((left, right), word)| {
                let text = format!("{} {word} {}", left.within(1), right.within(1));
                Written { text, is_true: left.is_true && right.is_true, strength: 1 }
            }),
            (inner, proptest::sample::select(vec!["not ", "-", "!"])).prop_map(|(inner, word)| {
                let strength =
                    if inner.strength == 2 && inner.text.starts_with(['-', '!', 'n']) { 3 } else { 2 };
                let text = format!("{word}{}", inner.within(strength));
                Written { text, is_true: !inner.is_true, strength: 2 }
            }),
        ]
    })
}

proptest! {
    #[test]
    fn written_conditions_mean_what_they_say(written in written_condition()) {
        prop_assert_eq!(matches_sample(&written.text), written.is_true, "{}", written.text);
        let narrowed = Query::text_with(&written.text, "lyon age>10j");
        prop_assert_eq!(matches_sample(&narrowed), written.is_true, "{}", narrowed);
        let narrowed = Query::text_with(&written.text, "paris");
        prop_assert!(!matches_sample(&narrowed), "{}", narrowed);
    }
}

#[test]
fn operator_acts_or_is_rejected_and_never_matches_names() {
    let error = |text: &str| Query::parse(text).map(drop).map_err(|error| (error.key, error.column()));
    for (text, key, column) in [
        ("parc ou", "query-joins-two", 7),
        ("OR", "query-joins-two", 0),
        ("(or parc)", "query-joins-two", 1),
        ("(parc or)", "query-joins-two", 8),
        ("parc|lyon", "query-joins-two", 4),
        ("statut:ic|closing", "query-joins-two", 9),
        ("not", "query-lone-minus", 0),
        ("(parc not)", "query-lone-minus", 6),
        ("-not parc", "query-no-not", 1),
        ("not or parc", "query-joins-two", 4),
        ("statut:!lost", "query-no-not", 7),
        ("sans tour", "query-no-not", 0),
        ("pas paris", "query-no-not", 0),
        ("ltv>70% nor age>15d", "query-no-word", 8),
        ("ltv>70% und age>15d", "query-no-word", 8),
        ("ltv>70% ∧ age>15d", "query-no-sign", 8),
        ("ltv>70% ; age>15d", "query-no-sign", 8),
        ("ltv>70% + age>15d", "query-no-sign", 8),
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
        ("parc and or lyon", "query-joins-two", 9),
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
    let said = Query::parse("age>15 d").unwrap_err().message(Messages::new(Lang::En));
    assert!(said.contains("15d"), "{said}");
}

#[test]
fn malformed_numbers_in_comparisons_are_errors() {
    for text in ["ltv>1..0%", "ltv>60..70%", "ltv>6.0.0%", "crd>1.2.3m", "dscr<1..2x"] {
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

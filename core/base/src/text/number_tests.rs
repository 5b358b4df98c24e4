use proptest::prelude::*;

use super::*;

fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn in_both_languages(format: impl Fn(Lang) -> String) -> [String; 2] {
    Lang::ALL.map(|lang| plain_spaces(&format(lang)).into_owned())
}

#[test]
fn french_spaces_follow_the_cldr() {
    assert_eq!(money(Lang::Fr, dec("1234567.89"), Some("€")), "1\u{202f}234\u{202f}567,89\u{a0}€");
    assert_eq!(percent(Lang::Fr, dec("0.65"), 1), "65,0\u{a0}%");
    assert_eq!(siren("732829320"), "732\u{202f}829\u{202f}320");
}

#[test]
fn numbers_of_the_table_in_the_domain_notes() {
    assert_eq!(in_both_languages(|l| integer(l, 8420)), ["8 420", "8,420"]);
    assert_eq!(in_both_languages(|l| integer(l, 100)), ["100", "100"]);
    assert_eq!(in_both_languages(|l| percent(l, dec("0.764"), 1)), ["76,4 %", "76.4%"]);
    assert_eq!(in_both_languages(|l| percent(l, dec("0.0788"), 2)), ["7,88 %", "7.88%"]);
    assert_eq!(in_both_languages(|l| multiple(l, dec("1.25"))), ["1,25x", "1.25x"]);
    assert_eq!(in_both_languages(|l| points(l, dec("62"))), ["62 / 100", "62/100"]);
    assert_eq!(in_both_languages(|l| points(l, dec("62.54"))), ["62,5 / 100", "62.5/100"]);
    assert_eq!(
        in_both_languages(|l| money(l, dec("1234567.89"), Some("€"))),
        ["1 234 567,89 €", "€1,234,567.89"]
    );
    assert_eq!(in_both_languages(|l| money(l, dec("-1234.5"), Some("€"))), ["−1 234,50 €", "−€1,234.50"]);
    assert_eq!(in_both_languages(|l| money(l, dec("1234.5"), None)), ["1 234,50", "1,234.50"]);
    assert_eq!(in_both_languages(|l| money(l, dec("1234.5"), Some("EUR"))), ["1 234,50 EUR", "EUR 1,234.50"]);
    assert_eq!(in_both_languages(|l| share(l, 60, 240)), ["25 %", "25%"]);
    assert_eq!(in_both_languages(|l| share_with_digits(l, 61, 128, 1)), ["47,7 %", "47.7%"]);
    assert_eq!(in_both_languages(|l| share(l, 0, 0)), ["", ""]);
    assert_eq!(in_both_languages(|l| difference(l, 1204)), ["+1 204", "+1,204"]);
    assert_eq!(in_both_languages(|l| difference(l, i64::MIN)).map(|t| t.len()), [28, 28]);
    assert_eq!(in_both_languages(|l| exact(l, dec("0.750400"))), ["0,7504", "0.7504"]);
}

#[test]
fn compact_amounts() {
    for (amount, fr, en) in [
        ("1234567.89", "1,2 M€", "€1.2m"),
        ("486215400", "486,2 M€", "€486.2m"),
        ("2500000000", "2,5 Md€", "€2.5bn"),
        ("850000", "850 k€", "€850k"),
        ("950", "950 €", "€950"),
        ("999.6", "1 k€", "€1k"),
        ("999499", "999 k€", "€999k"),
        ("999950", "1,0 M€", "€1.0m"),
        ("999960000", "1,0 Md€", "€1.0bn"),
        ("-1250000", "−1,3 M€", "−€1.3m"),
        ("0", "0 €", "€0"),
        ("-0.4", "0 €", "€0"),
        ("12345678901234", "12 345,7 Md€", "€12,345.7bn"),
    ] {
        assert_eq!(in_both_languages(|l| money_compact(l, dec(amount), Some("€"))), [fr, en], "{amount}");
    }
    assert_eq!(in_both_languages(|l| money_compact(l, dec("1200000"), None)), ["1,2 M", "1.2m"]);
    assert_eq!(
        in_both_languages(|l| money_compact(l, dec("1200000"), Some("EUR"))),
        ["1,2 M EUR", "EUR 1.2m"]
    );
}

#[test]
fn rounding_is_half_away_and_zero_has_no_sign() {
    assert_eq!(decimal(Lang::En, dec("0.645"), 2), "0.65");
    assert_eq!(decimal(Lang::En, dec("-0.645"), 2), "−0.65");
    assert_eq!(decimal(Lang::Fr, dec("-0.004"), 2), "0,00");
    assert_eq!(decimal(Lang::Fr, dec("-0"), 0), "0");
    assert_eq!(percent(Lang::Fr, dec("0.7504"), 1), "75,0\u{a0}%");
    assert_eq!(decimal(Lang::En, Decimal::MAX, 2), "79,228,162,514,264,337,593,543,950,335.00");
}

#[test]
fn typed_numbers_are_read_liberally() {
    for (text, value) in [
        ("0,65", "0.65"),
        ("0.65", "0.65"),
        (".5", "0.5"),
        ("1 234,5", "1234.5"),
        ("1\u{202f}234\u{a0}567,89", "1234567.89"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("−3", "-3"),
        ("-0,5", "-0.5"),
    ] {
        assert_eq!(parse(text), Some(dec(value)), "{text}");
    }
    for text in [
        "",
        " ",
        "-",
        ",",
        "a",
        "1a",
        "1,2.3,4",
        "1..0",
        "60..70",
        "6.0.0",
        "1.2.3",
        "1234,567.8",
        "--1",
        "1-2",
        "0x1",
        "1e5",
        "9".repeat(40).as_str(),
    ] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn only_a_siren_is_grouped() {
    assert_eq!(siren("73282932"), "73282932");
    assert_eq!(siren("73282932A"), "73282932A");
}

proptest! {
    #[test]
    fn displayed_numbers_parse_back(mantissa in any::<i64>(), scale in 0_u32..9, digits in 0_u32..9) {
        let value = Decimal::new(mantissa, scale);
        for lang in Lang::ALL {
            let shown = decimal(lang, value, digits);
            prop_assert!(!shown.starts_with("−0") || shown.bytes().any(|b| (b'1'..=b'9').contains(&b)));
            // With two kinds of separators or a decimal part, the notation is unambiguous.
            if digits > 0 && (lang == Lang::Fr || round_half_away(value, digits).abs() < Decimal::ONE_THOUSAND) {
                prop_assert_eq!(parse(&shown), Some(round_half_away(value, digits)), "{}", shown);
            }
        }
    }

    #[test]
    fn no_number_breaks_a_formatter(lo in any::<u32>(), mid in any::<u32>(), hi in any::<u32>(), minus in any::<bool>(), scale in 0_u32..29) {
        let value = Decimal::from_parts(lo, mid, hi, minus, scale);
        for lang in Lang::ALL {
            for text in [
                decimal(lang, value, 2), percent(lang, value, 1), multiple(lang, value), points(lang, value),
                money(lang, value, Some("€")), money_compact(lang, value, Some("€")), exact(lang, value),
            ] {
                prop_assert!(!text.is_empty());
            }
        }
    }
}

//! Text of a JSON value in a table or CSV cell.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{OutputStyle, ValueStyle, json};
use encours_core::contract::Num;
use encours_core::contract::json::date_or_time::DateOrTime;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::record::raw_text;
use encours_core::text::{Messages, SafeText, date, guard_formula, number, plain_spaces};
use encours_core::vocabulary::CodeKind;
use serde_json::value::RawValue;

/// Returns the text of a table cell. `None` means a field that was not sent, or `null`.
pub(super) fn cell_text(
    out_style: &OutputStyle,
    style: Option<ValueStyle>,
    raw: Option<&RawValue>,
) -> String {
    let messages = Messages::new(out_style.lang);
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else {
        return messages.get("absent-not-provided-short").into_owned();
    };
    let text = match (style, raw.get()) {
        (_, "true") => messages.get("yes").into_owned(),
        (_, "false") => messages.get("no").into_owned(),
        (Some(style), _) if style.is_numeric() => Num::from_raw(raw)
            .and_then(|num| number_text(out_style, style, &num))
            .unwrap_or_else(|| remote_line(raw)),
        (Some(ValueStyle::Day), _) => match raw_text(raw).and_then(|text| DateOrTime::parse(&text)) {
            Some(DateOrTime::Day(day)) => date::date_short(day),
            _ => remote_line(raw),
        },
        (Some(ValueStyle::Siren), _) => number::siren(&remote_line(raw)).into_owned(),
        (Some(ValueStyle::Named(code_kind)), _) => code_name(out_style, code_kind, raw),
        (Some(ValueStyle::Fault), _) => fault_text(messages, raw),
        (Some(ValueStyle::Text | ValueStyle::Id | ValueStyle::Code | ValueStyle::Parts), _) => {
            remote_line(raw)
        }
        // In an unknown field, only a JSON number counts as a number: digits in a string may be a name.
        (None, token) if token.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => Num::from_raw(raw)
            .and_then(|num| number_text(out_style, ValueStyle::Number, &num))
            .unwrap_or_else(|| remote_line(raw)),
        _ => raw_text(raw)
            .and_then(|text| timestamp_text(out_style, &text))
            .unwrap_or_else(|| remote_line(raw)),
    };
    if out_style.has_plain_spaces { plain_spaces(&text).into_owned() } else { text }
}

/// Returns the text for a failed request, if this version knows the code.
fn fault_text(messages: &'static Messages, raw: &RawValue) -> String {
    let key = raw_text(raw).map(|code| format!("fault-{code}"));
    match key.filter(|key| messages.has(key)) {
        Some(key) => messages.get(&key).into_owned(),
        None => remote_line(raw),
    }
}

/// Returns the text of a `kpi_snapshot` value, with a note if the contract forbids it.
///
/// See "Financial snapshot" in the contract.
pub(super) fn kpi_text(
    out_style: &OutputStyle,
    key: KpiKey,
    style: Option<ValueStyle>,
    raw: Option<&RawValue>,
) -> String {
    let text = cell_text(out_style, style, raw);
    let numeric = style.is_some_and(ValueStyle::is_numeric);
    let Some(raw) = raw.filter(|raw| numeric && raw.get() != "null") else {
        return text;
    };
    let sent = raw_text(raw);
    let value = Num::from_raw(raw).and_then(|num| num.value());
    let note = match value {
        // A number with more digits than a decimal has is valid too.
        None if sent.is_some_and(|sent| sent.parse::<f64>().is_ok_and(f64::is_finite)) => return text,
        None => "cli-not-a-number",
        Some(value) if !key.accepts(value) => "kpi-out-of-range",
        Some(_) => return text,
    };
    format!("{text} ({})", Messages::new(out_style.lang).get(note))
}

/// Returns the name of a code, or the code itself if it is unknown.
fn code_name(out_style: &OutputStyle, code_kind: CodeKind, raw: &RawValue) -> String {
    let known = raw_text(raw).and_then(|code| code_kind.find(&code));
    known
        .map_or_else(|| remote_line(raw), |known| Messages::new(out_style.lang).get(known.label).into_owned())
}

fn number_text(out_style: &OutputStyle, style: ValueStyle, num: &Num) -> Option<String> {
    let value = num.value()?;
    let text = match style {
        ValueStyle::Percent => number::percent(out_style.lang, value, 1),
        ValueStyle::Multiple => number::multiple(out_style.lang, value),
        ValueStyle::Points => number::points(out_style.lang, value),
        ValueStyle::Amount => number::money(out_style.lang, value, None),
        _ => number::exact(out_style.lang, value),
    };
    // A number that is cut out of a table must stay a number, so use the ASCII minus sign.
    Some(text.replace(number::MINUS, "-"))
}

fn timestamp_text(out_style: &OutputStyle, text: &str) -> Option<String> {
    Some(match DateOrTime::parse(text)? {
        DateOrTime::Day(day) => date::date_short(day),
        DateOrTime::Instant(instant) => {
            date::date_time(out_style.lang, date::local(instant, &out_style.zone))
        }
    })
}

/// Returns clean remote text on one line. Objects and arrays appear as JSON.
pub(super) fn remote_line(raw: &RawValue) -> String {
    let text = raw_text(raw).unwrap_or_else(|| Cow::Owned(json::compact(raw.get())));
    SafeText::line(&mark_breaks(&text)).as_str().to_owned()
}

/// Replaces line breaks and tabs by visible marks, which spaces would hide.
fn mark_breaks(text: &str) -> Cow<'_, str> {
    let breaks = ['\n', '\r', '\t', '\u{85}', '\u{2028}', '\u{2029}'];
    if !text.contains(breaks) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if breaks.contains(&c) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns the text of a CSV cell, neither rounded nor localised.
///
/// Text that a spreadsheet would run as a formula gets a leading apostrophe. Numbers stay unchanged, including
/// negative ones.
pub(super) fn csv_text(raw: Option<&RawValue>) -> Cow<'_, str> {
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else {
        return Cow::Borrowed("");
    };
    let Some(text) = raw_text(raw) else {
        return Cow::Owned(json::compact(raw.get()));
    };
    guard_formula(text)
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;
    use jiff::tz::TimeZone;

    use super::super::OutputKind;
    use super::*;

    fn look(lang: Lang) -> OutputStyle {
        OutputStyle::plain(lang, jiff::Timestamp::UNIX_EPOCH)
    }

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    #[test]
    fn a_business_date_is_shifted_by_no_zone() {
        let mut out_style = look(Lang::En);
        out_style.zone = TimeZone::get("Europe/Paris").unwrap();
        let day = |json: &str| cell_text(&out_style, Some(ValueStyle::Day), Some(&raw(json)));
        assert_eq!(day("\"2024-02-29\""), "29/02/2024");
        assert_eq!(day("\"2024-02-29T00:00:00+14:00\""), "2024-02-29T00:00:00+14:00");
    }

    #[test]
    fn metric_outside_the_contract_is_shown_and_marked() {
        let metric = |name: &str, json: &str| {
            let key = KpiKey::from_name(name).unwrap();
            kpi_text(&look(Lang::En), key, OutputKind::Other.style(name), Some(&raw(json)))
        };
        assert_eq!(metric("ltv", "2"), "200.0%");
        assert_eq!(metric("ltv", "3"), "300.0% (out of range)");
        assert_eq!(metric("ltv", "\"-0.1\""), "-10.0% (out of range)");
        assert_eq!(metric("pct_perte_estimee", "1.2"), "120.0% (out of range)");
        assert_eq!(metric("risk_score_simple", "101"), "101/100 (out of range)");
        assert_eq!(metric("icr", "\"abc\""), "abc (not a number)");
        assert_eq!(metric("dscr", "9"), "9.00x");
        assert_eq!(metric("crd_total_source", "\"zz\""), "zz");
        assert_eq!(metric("ltv", "null"), "n/a");
    }

    #[test]
    fn numbers_read_in_the_language() {
        let (fr, en) = (look(Lang::Fr), look(Lang::En));
        for (style, json, french, english) in [
            (Some(ValueStyle::Percent), "0.724", "72,4 %", "72.4%"),
            (Some(ValueStyle::Amount), "\"1234567.89\"", "1 234 567,89", "1,234,567.89"),
            (Some(ValueStyle::Multiple), "1.25", "1,25x", "1.25x"),
            (Some(ValueStyle::Count), "8420", "8 420", "8,420"),
            (None, "-1234.50", "-1 234,5", "-1,234.5"),
            (None, "\"1234\"", "1234", "1234"),
            (Some(ValueStyle::Percent), "\"n/d\"", "n/d", "n/d"),
            (None, "1e400", "1e400", "1e400"),
        ] {
            assert_eq!(cell_text(&fr, style, Some(&raw(json))), french);
            assert_eq!(cell_text(&en, style, Some(&raw(json))), english);
        }
    }

    #[test]
    fn cell_text_formats_other_json_values() {
        let fr = look(Lang::Fr);
        for (style, json, text) in [
            (None, "true", "oui"),
            (None, "null", "n. c."),
            (None, "\"2025-03-09\"", "09/03/2025"),
            (None, "\"2025-03-09T14:05:00Z\"", "09/03/2025 à 14:05"),
            (Some(ValueStyle::Text), "\"2025-03-09\"", "2025-03-09"),
            (Some(ValueStyle::Siren), "\"732829320\"", "732 829 320"),
            (None, "{ \"a\" : [1] }", "{\"a\":[1]}"),
        ] {
            assert_eq!(cell_text(&fr, style, Some(&raw(json))), text, "{json}");
        }
        assert_eq!(cell_text(&fr, None, None), "n. c.");
    }

    #[test]
    fn known_codes_have_names_and_unknown_codes_stay() {
        let shown = |code_kind, json| {
            cell_text(&look(Lang::En), Some(ValueStyle::Named(code_kind)), Some(&raw(json)))
        };
        assert_eq!(shown(CodeKind::DealStatus, "\"ic\""), "Investment committee");
        assert_eq!(shown(CodeKind::OperationStatus, "\"en_cours\""), "Performing");
        assert_eq!(shown(CodeKind::DealStatus, "\"en\\ncours\""), "en\\ncours");
        assert_eq!(shown(CodeKind::DealStatus, "7"), "7");
    }

    #[test]
    fn hostile_text_is_sanitised_to_one_line() {
        let name = serde_json::to_string("a\u{1b}[31m\nb\u{202e}c").unwrap();
        let text = cell_text(&look(Lang::Fr), Some(ValueStyle::Text), Some(&raw(&name)));
        assert!(!text.contains(['\u{1b}', '\n', '\u{202e}']), "{text:?}");
        let breaks = serde_json::to_string("a\nb\tc\r\nd\u{85}e\u{2028}f\u{1b}[g\u{7}").unwrap();
        assert_eq!(
            cell_text(&look(Lang::Fr), Some(ValueStyle::Text), Some(&raw(&breaks))),
            "a\\nb\\tc\\r\\nd⟨U+0085⟩e⟨U+2028⟩f^[[g^G"
        );
    }

    #[test]
    fn formulas_are_neutralised_and_numbers_are_not() {
        for (json, cell) in [
            ("\"=1+1\"", "'=1+1"),
            ("\"+33 1 23\"", "'+33 1 23"),
            ("\"-\"", "'-"),
            ("\"@x\"", "'@x"),
            ("\"\\tx\"", "'\tx"),
            ("\"-12.50\"", "-12.50"),
            ("\"+1e3\"", "+1e3"),
            ("-12.50", "-12.50"),
            ("1.10", "1.10"),
            ("null", ""),
            ("true", "true"),
            ("\"-1e\"", "'-1e"),
            ("\"-1.\"", "'-1."),
        ] {
            assert_eq!(csv_text(Some(&raw(json))), cell, "{json}");
        }
        assert_eq!(csv_text(None), "");
    }
}

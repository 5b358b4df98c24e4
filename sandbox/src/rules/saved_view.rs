//! Limits of a saved view (contract, "Limits"): sizes, filter keys, sort keys, non-empty name.

use super::enum_values;
use super::problem::ApiProblem;
use crate::json::{self, JsonKind, Object};

/// Maximum JSON bytes of filters, columns and sort together.
const STATE_BYTES: usize = 16_384;
const FILTER_KEYS: usize = 24;
const COLUMNS: usize = 64;
const SORT_KEYS: usize = 4;

/// The filter keys of a view of type operations.
const FILTERS: [&str; 9] = [
    "preset",
    "search",
    "statut",
    "statut_interne",
    "statut_operationnel",
    "cycle_interne",
    "classe_actif",
    "type_investissement",
    "operateur_id",
];

/// The columns and sort fields of a view of deals: the deal fields of this service.
const DEAL_FIELDS: [&str; 20] = [
    "name",
    "status",
    "classe_actif",
    "responsable",
    "status_since",
    "created_at",
    "ltv",
    "ltc",
    "debt_yield",
    "dscr",
    "icr",
    "pct_perte_estimee",
    "risk_score_simple",
    "crd_total",
    "crd_senior",
    "crd_mezzanine",
    "valeur_venale",
    "noi",
    "service_dette",
    "crd_total_source",
];

/// The names that a view of one type may use.
#[derive(Clone, Copy)]
struct ViewAllowlist<'a> {
    /// The filter keys; `None` allows any, because the contract lists only those of operations.
    filters: Option<&'static [&'static str]>,
    /// The allowlist of columns and sort fields.
    fields: &'a dyn Fn(&str) -> bool,
}

/// Returns whether a character is invisible by itself: controls, format characters, fillers, selectors, tags.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Normalises a name: outer spaces and control characters removed, inner white space collapsed.
///
/// A name without visible characters becomes empty. Joiners and variation selectors inside it are preserved, because
/// emoji and some scripts need them. Characters that change the writing direction are removed.
pub(crate) fn normalise(name: &str) -> String {
    let is_joiner =
        |c: &char| matches!(c, '\u{200c}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}');
    let visible_words: Vec<String> = name
        .split_whitespace()
        .filter(|word| !word.chars().all(is_invisible))
        .map(|word| word.chars().filter(|c| is_joiner(c) || !is_invisible(*c)).collect())
        .collect();
    visible_words.join(" ")
}

/// Checks a change and returns the resulting view; `current` is the stored view, `kind` its type.
pub(crate) fn apply(
    current: &Object,
    kind: &str,
    change: &Object,
    operation_fields: &[String],
) -> Result<Object, ApiProblem> {
    let is_operation_field = |name: &str| operation_fields.iter().any(|field| field == name);
    let is_deal_field = |name: &str| DEAL_FIELDS.contains(&name);
    let allowed = if kind == "deals" {
        ViewAllowlist { filters: None, fields: &is_deal_field }
    } else {
        ViewAllowlist { filters: Some(&FILTERS), fields: &is_operation_field }
    };
    let mut next = current.clone();
    for (name, json) in change.iter() {
        match name {
            "name" => {
                let normalised = normalise(&enum_values::parse_text(name, json)?);
                if normalised.is_empty() {
                    return Err(invalid_view("`name` must not be empty"));
                }
                next.set_text(name, &normalised);
            }
            "is_default" => match json::kind(json) {
                JsonKind::Bool => next.set(name, json),
                _ => return Err(invalid_view("`is_default` must be true or false")),
            },
            "filters" => check_filters(json, allowed).map(|()| next.set(name, json))?,
            "columns" => check_columns(json, allowed).map(|()| next.set(name, json))?,
            "sort" => check_sort(json, allowed).map(|()| next.set(name, json))?,
            "sort_by" | "sort_order" => {
                check_sort_entry(name, json, allowed)?;
                next.set(name, json);
            }
            "type" if enum_values::parse_text(name, json).is_ok_and(|text| text == kind) => {}
            "id" if enum_values::parse_text(name, json).is_ok_and(|text| is_id(&text, current)) => {}
            "id" | "type" => return Err(invalid_view(&format!("`{name}` is bound to the stored view"))),
            _ => next.set(name, json),
        }
    }
    let bytes: usize =
        ["filters", "columns", "sort"].iter().filter_map(|name| next.get(name)).map(str::len).sum();
    if bytes > STATE_BYTES {
        let detail =
            format!("filters, columns and sort take {bytes} bytes of JSON; at most {STATE_BYTES} are kept");
        return Err(invalid_view(&detail));
    }
    Ok(next)
}

/// Returns whether the text identifies the stored view. UUID digits may be in either case.
fn is_id(text: &str, current: &Object) -> bool {
    let id = current.text("id").unwrap_or_default();
    let is_same = |requested: uuid::Uuid| uuid::Uuid::try_parse(&id).is_ok_and(|id| id == requested);
    text == id || uuid::Uuid::try_parse(text).is_ok_and(is_same)
}

fn check_filters(json: &str, allowed: ViewAllowlist<'_>) -> Result<(), ApiProblem> {
    let filters = parse_object("filters", json)?;
    let keys: Vec<&str> = filters.iter().map(|(key, _)| key).collect();
    check_max("filter keys", keys.len(), FILTER_KEYS)?;
    let Some(known) = allowed.filters else {
        return Ok(());
    };
    match keys.into_iter().find(|key| !known.contains(key)) {
        Some(key) => Err(invalid_view(&format!("`{key}` is not a filter key. Use {}", known.join(", ")))),
        None => Ok(()),
    }
}

fn check_columns(json: &str, allowed: ViewAllowlist<'_>) -> Result<(), ApiProblem> {
    let columns: Vec<String> =
        serde_json::from_str(json).map_err(|_| invalid_view("`columns` must be an array of strings"))?;
    check_max("columns", columns.len(), COLUMNS)?;
    columns.iter().try_for_each(|column| check_field("columns", column, allowed))
}

/// Checks `sort`: an object with `sort_by` and `sort_order`, or an array of such objects.
fn check_sort(json: &str, allowed: ViewAllowlist<'_>) -> Result<(), ApiProblem> {
    let keys = match json::kind(json) {
        JsonKind::Object => vec![parse_object("sort", json)?],
        JsonKind::Array => {
            serde_json::from_str(json).map_err(|_| invalid_view("`sort` must be an array of objects"))?
        }
        _ => return Err(invalid_view("`sort` must be an object or an array of objects")),
    };
    check_max("sort keys", keys.len(), SORT_KEYS)?;
    for key in &keys {
        for (name, value) in key.iter() {
            match name {
                "sort_by" | "sort_order" => check_sort_entry(name, value, allowed)?,
                _ => return Err(invalid_view(&format!("`{name}` is not a part of a sort key"))),
            }
        }
        if key.get("sort_by").is_none() {
            return Err(invalid_view("a sort key needs `sort_by`"));
        }
    }
    Ok(())
}

/// Checks `sort_by` or `sort_order`, inside `sort` or beside it.
fn check_sort_entry(name: &str, json: &str, allowed: ViewAllowlist<'_>) -> Result<(), ApiProblem> {
    let text = enum_values::parse_text(name, json)?;
    match name {
        "sort_by" => check_field(name, &text, allowed),
        _ if ["asc", "desc"].contains(&&*text) => Ok(()),
        _ => Err(invalid_view("`sort_order` must be asc or desc")),
    }
}

fn check_field(part: &str, name: &str, allowed: ViewAllowlist<'_>) -> Result<(), ApiProblem> {
    if (allowed.fields)(name) {
        return Ok(());
    }
    Err(invalid_view(&format!("`{name}` cannot be used in `{part}` of a view of this type")))
}

fn parse_object(name: &str, json: &str) -> Result<Object, ApiProblem> {
    Object::parse(json.as_bytes()).map_err(|_| invalid_view(&format!("`{name}` must be an object")))
}

fn check_max(item: &str, count: usize, max: usize) -> Result<(), ApiProblem> {
    if count > max {
        return Err(invalid_view(&format!("{count} {item}; at most {max} are kept")));
    }
    Ok(())
}

fn invalid_view(detail: &str) -> ApiProblem {
    ApiProblem::invalid(detail).with_reason("invalid_view")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> Object {
        Object::parse(br#"{"id":"v","name":"Mes op\u00e9rations","type":"operations","is_default":false,"filters":{},"columns":[],"sort":[]}"#)
            .unwrap()
    }

    fn change(json: &str) -> Result<String, u16> {
        change_of("operations", json)
    }

    fn change_of(kind: &str, json: &str) -> Result<String, u16> {
        let change = Object::parse(json.as_bytes()).unwrap();
        apply(&stored(), kind, &change, &crate::SpecGaps::default().view_fields)
            .map(|view| view.to_string())
            .map_err(|problem| problem.status)
    }

    #[test]
    fn names_are_normalised_and_stay_non_empty() {
        assert!(change(r#"{"name":"  En   retard\n"}"#).unwrap().contains(r#""name":"En retard""#));
        assert_eq!(change(r#"{"name":" \u00a0 "}"#), Err(422));
        assert_eq!(change(r#"{"name":"\u200b\u0000 \ufeff"}"#), Err(422));
        assert_eq!(change(r#"{"name":null}"#), Err(422));
        for unseen in
            ["\u{202e}", "\u{ad}", "\u{200d} \u{fe0f}", "\u{3164}\u{2800}", "\u{e0041}", "\u{2066}\u{2069}"]
        {
            assert_eq!(normalise(unseen), "", "{unseen:?}");
        }
        assert_eq!(normalise("\u{202e}abc\u{ad}"), "abc");
        assert_eq!(
            normalise("équipe \u{1f468}\u{200d}\u{1f469} \u{200b}"),
            "équipe \u{1f468}\u{200d}\u{1f469}"
        );
    }

    #[test]
    fn keys_are_checked_against_allowlists() {
        assert!(change(r#"{"filters":{"statut":"retard","search":"parc"}}"#).is_ok());
        assert!(
            change(r#"{"columns":["name","nominal"],"sort":{"sort_by":"nominal","sort_order":"desc"}}"#)
                .is_ok()
        );
        for bad in [
            r#"{"filters":{"status":"retard"}}"#,
            r#"{"filters":[]}"#,
            r#"{"columns":["secret"]}"#,
            r#"{"columns":"name"}"#,
            r#"{"sort":{"sort_by":"secret"}}"#,
            r#"{"sort":{"sort_by":"name","sort_order":"up"}}"#,
            r#"{"sort":{"sort_order":"asc"}}"#,
            r#"{"sort":[1]}"#,
            r#"{"sort":[{}]}"#,
            r#"{"sort":{}}"#,
            r#"{"sort":[{"sort_by":"name"},{}]}"#,
            r#"{"sort_by":"secret"}"#,
            r#"{"sort_by":"name","sort_order":"up"}"#,
            r#"{"is_default":"true"}"#,
            r#"{"type":"deals"}"#,
            r#"{"id":"w"}"#,
        ] {
            assert_eq!(change(bad), Err(422), "{bad}");
        }
        assert!(change(r#"{"type":"operations","id":"v"}"#).is_ok());
        let uuid = "5a48b0f0-0000-7000-8000-00000000000a";
        let stored = Object::parse(format!(r#"{{"id":"{uuid}"}}"#).as_bytes()).unwrap();
        assert!(is_id(&uuid.to_uppercase(), &stored) && !is_id("v", &stored));
    }

    #[test]
    fn counts_stop_at_their_limits() {
        let columns = |n: usize| format!(r#"{{"columns":[{}]}}"#, vec!["\"name\""; n].join(","));
        assert!(change(&columns(64)).is_ok());
        assert_eq!(change(&columns(65)), Err(422));
        let sort = |n: usize| format!(r#"{{"sort":[{}]}}"#, vec![r#"{"sort_by":"name"}"#; n].join(","));
        assert!(change(&sort(4)).is_ok());
        assert_eq!(change(&sort(5)), Err(422));
        let filters = |n: usize| {
            let keys: Vec<String> = (0..n).map(|i| format!("\"key_{i}\":1")).collect();
            format!(r#"{{"filters":{{{}}}}}"#, keys.join(","))
        };
        assert!(change_of("deals", &filters(24)).is_ok());
        assert_eq!(change_of("deals", &filters(25)), Err(422));
        assert_eq!(change(&filters(1)), Err(422), "a view of operations has its own keys");
    }

    #[test]
    fn a_view_of_deals_has_its_own_fields() {
        let good = r#"{"filters":{"status":"ic"},"columns":["status","ltv"],"sort":[{"sort_by":"ltv"}],"type":"deals"}"#;
        assert!(change_of("deals", good).is_ok());
        assert_eq!(change_of("deals", r#"{"columns":["operateur_id"]}"#), Err(422));
        assert_eq!(change_of("deals", r#"{"type":"operations"}"#), Err(422));
        assert_eq!(change(r#"{"columns":["status"]}"#), Err(422));
    }

    #[test]
    fn the_state_stops_at_its_bytes() {
        let fixed = r#"{"search":""}[][]"#.len();
        let filters = |n: usize| format!(r#"{{"filters":{{"search":"{}"}}}}"#, "x".repeat(n));
        assert!(change(&filters(STATE_BYTES - fixed)).is_ok());
        assert_eq!(change(&filters(STATE_BYTES - fixed + 1)), Err(422));
    }
}

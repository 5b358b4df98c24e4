//! What a saved view may hold (contract, "Limits"): sizes, filter keys, sort keys, and a name that stays non-empty.

use super::{codes, problem::Problem};
use crate::json::{Kind, Object, kind};

/// Bytes of JSON that filters, columns and sort may take together.
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

/// The columns and sort fields of a view of type operations (contract: "checked against allowlists", not shown).
pub(crate) const FIELDS: [&str; 10] = [
    "name",
    "statut",
    "statut_interne",
    "statut_operationnel",
    "cycle_interne",
    "classe_actif",
    "type_investissement",
    "operateur_id",
    "nominal",
    "date_echeance",
];

/// A name as it is kept: outer spaces off, inner runs of white space one space.
pub(crate) fn normalise(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks a change and returns the view it leads to; `current` is the view as stored.
pub(crate) fn apply(current: &Object, change: &Object) -> Result<Object, Problem> {
    let mut next = current.clone();
    for (name, json) in change.iter() {
        match name {
            "name" => {
                let normal = normalise(&codes::text(name, json)?);
                if normal.is_empty() {
                    return Err(wrong("`name` must not be empty"));
                }
                next.set_text(name, &normal);
            }
            "is_default" => match kind(json) {
                Kind::Bool => next.set(name, json),
                _ => return Err(wrong("`is_default` must be true or false")),
            },
            "filters" => check_filters(json).map(|()| next.set(name, json))?,
            "columns" => check_columns(json).map(|()| next.set(name, json))?,
            "sort" => check_sort(json).map(|()| next.set(name, json))?,
            "type" if current.get("type") == Some(json) => {}
            "id" | "type" => return Err(wrong(&format!("`{name}` is bound to the stored view"))),
            _ => next.set(name, json),
        }
    }
    let bytes: usize = ["filters", "columns", "sort"]
        .iter()
        .filter_map(|name| next.get(name))
        .map(str::len)
        .sum();
    if bytes > STATE_BYTES {
        let detail =
            format!("filters, columns and sort take {bytes} bytes of JSON; at most {STATE_BYTES} are kept");
        return Err(wrong(&detail));
    }
    Ok(next)
}

fn check_filters(json: &str) -> Result<(), Problem> {
    let filters = object("filters", json)?;
    let keys: Vec<&str> = filters.iter().map(|(key, _)| key).collect();
    at_most("filter keys", keys.len(), FILTER_KEYS)?;
    match keys.into_iter().find(|key| !FILTERS.contains(key)) {
        Some(key) => Err(wrong(&format!(
            "`{key}` is no filter key; there are {}",
            FILTERS.join(", ")
        ))),
        None => Ok(()),
    }
}

fn check_columns(json: &str) -> Result<(), Problem> {
    let columns: Vec<String> =
        serde_json::from_str(json).map_err(|_| wrong("`columns` must be an array of strings"))?;
    at_most("columns", columns.len(), COLUMNS)?;
    columns.iter().try_for_each(|column| field("columns", column))
}

/// An object with `sort_by` and `sort_order`, or an array of such objects.
fn check_sort(json: &str) -> Result<(), Problem> {
    let keys = match kind(json) {
        Kind::Object => vec![object("sort", json)?],
        Kind::Array => serde_json::from_str(json).map_err(|_| wrong("`sort` must be an array of objects"))?,
        _ => return Err(wrong("`sort` must be an object or an array of objects")),
    };
    at_most("sort keys", keys.len(), SORT_KEYS)?;
    for key in &keys {
        for (name, value) in key.iter() {
            match name {
                "sort_by" => field("sort_by", &codes::text(name, value)?)?,
                "sort_order" if matches!(value, "\"asc\"" | "\"desc\"") => {}
                "sort_order" => return Err(wrong("`sort_order` must be asc or desc")),
                _ => return Err(wrong(&format!("`{name}` is no part of a sort key"))),
            }
        }
        if key.get("sort_by").is_none() && key.get("sort_order").is_some() {
            return Err(wrong("`sort_order` needs `sort_by`"));
        }
    }
    Ok(())
}

fn field(place: &str, name: &str) -> Result<(), Problem> {
    if FIELDS.contains(&name) {
        return Ok(());
    }
    Err(wrong(&format!(
        "`{name}` cannot be used in `{place}`; there are {}",
        FIELDS.join(", ")
    )))
}

fn object(name: &str, json: &str) -> Result<Object, Problem> {
    Object::parse(json.as_bytes()).map_err(|_| wrong(&format!("`{name}` must be an object")))
}

fn at_most(what: &str, count: usize, max: usize) -> Result<(), Problem> {
    if count > max {
        return Err(wrong(&format!("{count} {what}; at most {max} are kept")));
    }
    Ok(())
}

fn wrong(detail: &str) -> Problem {
    Problem::invalid(detail).reason("invalid_view")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> Object {
        Object::parse(br#"{"id":"v","name":"Mes op\u00e9rations","type":"operations","is_default":false,"filters":{},"columns":[],"sort":[]}"#)
            .unwrap()
    }

    fn change(json: &str) -> Result<String, u16> {
        apply(&stored(), &Object::parse(json.as_bytes()).unwrap())
            .map(|view| view.to_string())
            .map_err(|problem| problem.status)
    }

    #[test]
    fn names_are_normalised_and_stay_non_empty() {
        assert!(
            change(r#"{"name":"  En   retard\n"}"#)
                .unwrap()
                .contains(r#""name":"En retard""#)
        );
        assert_eq!(change(r#"{"name":" \u00a0 "}"#), Err(422));
        assert_eq!(change(r#"{"name":null}"#), Err(422));
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
            r#"{"is_default":"true"}"#,
            r#"{"type":"deals"}"#,
            r#"{"id":"w"}"#,
        ] {
            assert_eq!(change(bad), Err(422), "{bad}");
        }
        assert!(change(r#"{"type":"operations"}"#).is_ok());
    }

    #[test]
    fn counts_stop_at_their_limits() {
        let columns = |n: usize| format!(r#"{{"columns":[{}]}}"#, vec!["\"name\""; n].join(","));
        assert!(change(&columns(64)).is_ok());
        assert_eq!(change(&columns(65)), Err(422));
        let sort = |n: usize| format!(r#"{{"sort":[{}]}}"#, vec![r#"{"sort_by":"name"}"#; n].join(","));
        assert!(change(&sort(4)).is_ok());
        assert_eq!(change(&sort(5)), Err(422));
        assert_eq!(at_most("filter keys", 24, FILTER_KEYS), Ok(()));
        assert!(at_most("filter keys", 25, FILTER_KEYS).is_err());
    }

    #[test]
    fn the_state_stops_at_its_bytes() {
        let fixed = r#"{"search":""}[][]"#.len();
        let filters = |n: usize| format!(r#"{{"filters":{{"search":"{}"}}}}"#, "x".repeat(n));
        assert!(change(&filters(STATE_BYTES - fixed)).is_ok());
        assert_eq!(change(&filters(STATE_BYTES - fixed + 1)), Err(422));
    }
}

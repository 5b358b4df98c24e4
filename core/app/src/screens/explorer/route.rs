//! Typed routes: a path under the base URL with its query. Rejects routes that the contract rules out.

use crate::model::fetched::RouteRequest;

/// Maximum route length in bytes: the minimum that RFC 9110 §4.1 recommends to support.
const MAX_ROUTE_BYTES: usize = 8_000;

pub(crate) fn query_number(request: &RouteRequest, name: &str) -> Option<u64> {
    let (_, value) = request.query.iter().find(|(key, _)| key == name)?;
    value.parse().ok()
}

pub(super) fn set_query(request: &mut RouteRequest, name: &str, value: u64) {
    let value = value.to_string();
    match request.query.iter_mut().find(|(key, _)| key == name) {
        Some((_, current)) => *current = value,
        None => request.query.push((name.to_owned(), value)),
    }
}

/// Returns the typed route if the user appended one to the prefilled search. A search value that starts with `/` is
/// taken as a route, because no record name starts with one.
pub(crate) fn route_after_search(text: &str) -> &str {
    let searched = text.split_once('?').and_then(|(_, query)| query.split_once('='));
    searched.map_or(text, |(_, value)| if value.starts_with('/') { value } else { text })
}

/// Parses a route: a path under the base URL, with a query.
///
/// # Errors The message key of the problem.
pub(crate) fn parse_route(text: &str) -> Result<RouteRequest, &'static str> {
    let text = text.trim();
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let path = path.strip_prefix("GET ").unwrap_or(path).trim();
    let path = format!("/{}", path.trim_start_matches('/'));
    let is_valid = |c: char| c.is_ascii_graphic() && !matches!(c, '#' | '\\' | '{' | '}');
    let dots = path.split('/').any(|segment| segment == "." || segment == "..");
    if path.len() < 2
        || dots
        || text.len() > MAX_ROUTE_BYTES
        || !path.chars().all(is_valid)
        || path.contains("//")
    {
        return Err("form-route-wrong");
    }
    let query: Vec<(String, String)> = query
        .split('&')
        .filter(|pair| !pair.trim().is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.trim().to_owned(), value.trim().to_owned())
        })
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .collect();
    let has = |name: &str| query.iter().any(|(key, _)| key == name);
    if has("page") && has("offset") {
        return Err("form-route-page-offset");
    }
    if has("name") && has("search") {
        return Err("form-route-name-search");
    }
    Ok(RouteRequest { path, query })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::presentation::provenance::route_text;

    #[test]
    fn a_route_is_a_path_with_a_query() {
        let read = |text: &str| parse_route(text).map(|request| route_text(&request));
        assert_eq!(read("operations?status=active&x="), Ok("/operations?status=active".into()));
        assert_eq!(read("GET /spvs"), Ok("/spvs".into()));
        for wrong in ["", "/", "/a/../b", "/a//b", "/a b", "/x#y", "/deals/{deal_id}"] {
            assert_eq!(read(wrong), Err("form-route-wrong"), "{wrong}");
        }
    }

    #[test]
    fn route_typed_after_a_search_replaces_it() {
        for (typed, expected) in [
            ("/operations?name=/portfolio/summary", "/portfolio/summary"),
            ("/operations?name=Parc", "/operations?name=Parc"),
            ("/operations", "/operations"),
        ] {
            assert_eq!(route_after_search(typed), expected);
        }
    }

    #[test]
    fn routes_with_excluded_parameter_pairs_are_rejected() {
        assert_eq!(parse_route("/x?page=1&offset=2").err(), Some("form-route-page-offset"));
        assert_eq!(parse_route("/operateurs?name=a&search=b").err(), Some("form-route-name-search"));
    }
}

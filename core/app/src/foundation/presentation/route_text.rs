//! A route as the user types it.

use crate::model::fetched::RouteRequest;

/// Returns the route as editable text.
pub fn route_text(asked: &RouteRequest) -> String {
    let query: Vec<String> = asked
        .query
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if query.is_empty() {
        asked.path.clone()
    } else {
        format!("{}?{}", asked.path, query.join("&"))
    }
}

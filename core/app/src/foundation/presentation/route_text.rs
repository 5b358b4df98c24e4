//! A route as the user types it.

use crate::model::fetched::RouteRequest;

/// Returns the route as editable text.
pub fn route_text(request: &RouteRequest) -> String {
    let query: Vec<String> = request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if query.is_empty() { request.path.clone() } else { format!("{}?{}", request.path, query.join("&")) }
}

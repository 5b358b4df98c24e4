//! A route of the service as a person writes it.

use crate::engine::Asked;

/// A route as a person writes it.
pub fn route_text(asked: &Asked) -> String {
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

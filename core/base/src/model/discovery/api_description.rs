//! The service's API description: a Postman collection or an `OpenAPI` document.

use crate::model::discovery::DescriptionFormat;
use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{openapi, postman};
use crate::contract::json::schema_error::ShapeError;
use crate::contract::record::json_text;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::route::Route;

/// Most routes stored for one description.
const MAX_ROUTES: usize = 5_000;

/// Content of a description, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiDescription {
    /// Format of the description.
    pub format: DescriptionFormat,
    /// SHA-256 of its bytes in hexadecimal; equal hashes mean the same description.
    pub hash: String,
    /// Routes it names, each method and path once.
    pub routes: Vec<Route>,
}

impl ApiDescription {
    /// Parses a description. `base_path` is the path of the base URL, which its routes may include.
    ///
    /// # Errors
    /// It is not JSON, or neither of the two formats.
    pub fn parse(body: &[u8], base_path: &str) -> Result<Self, ShapeError> {
        let text = json_text(body)?;
        let document: Value = serde_json::from_str(text).map_err(|error| ShapeError::json(&error))?;
        let (format, parsed_routes) = if document.get("paths").is_some_and(Value::is_object) {
            (DescriptionFormat::OpenApi, openapi::routes(&document, base_path))
        } else if let Some(collection) = postman::find_collection(&document) {
            (DescriptionFormat::Postman, postman::routes(collection, base_path))
        } else {
            return Err(ShapeError::Expected { expected: "a Postman collection or an OpenAPI document" });
        };
        let mut routes: Vec<Route> = Vec::new();
        for route in parsed_routes.into_iter().take(MAX_ROUTES) {
            match routes
                .iter_mut()
                .find(|existing| existing.method == route.method && existing.path == route.path)
            {
                // Merge the query parameters of two samples of one route.
                Some(existing) => {
                    let new = route.query.into_iter().filter(|name| !existing.query.contains(name));
                    existing.query.extend(new.collect::<Vec<_>>());
                }
                None => routes.push(route),
            }
        }
        Ok(Self { format, hash: body_hash(body), routes })
    }
}

/// Finds the list route of a resource kind.
///
/// The conventional path is preferred. Otherwise it is the shortest path without variables whose last segment is a name
/// of the kind.
pub(super) fn find_list_route(routes: &[Route], kind: ResourceKind) -> Option<&Route> {
    let conventional = kind.list_operation().spec().path;
    let is_plain_list = |route: &&Route| route.is_read() && route.variables().next().is_none();
    let has_suffix = |route: &&Route| {
        let last = route.path.rsplit('/').next().unwrap_or_default();
        kind.segments().contains(&last)
    };
    routes.iter().find(|route| route.is_read() && route.path == conventional).or_else(|| {
        routes.iter().filter(is_plain_list).filter(has_suffix).min_by_key(|route| route.path.len())
    })
}

fn body_hash(body: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(body) {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_format_is_detected_from_the_body() {
        let read = |body: &str| ApiDescription::parse(body.as_bytes(), "/v1");
        assert_eq!(read(r#"{"item":[]}"#).unwrap().format, DescriptionFormat::Postman);
        assert_eq!(read(r#"{"collection":{"item":[]}}"#).unwrap().format, DescriptionFormat::Postman);
        assert_eq!(read(r#"{"openapi":"3.1.0","paths":{}}"#).unwrap().format, DescriptionFormat::OpenApi);
        assert!(matches!(read("<html>"), Err(ShapeError::NotJson(_))));
        assert!(matches!(read(r#"{"a":1}"#), Err(ShapeError::Expected { .. })));
        assert_eq!(read(r#"{"item":[]}"#).unwrap().hash.len(), 64);
    }

    #[test]
    fn list_route_is_found_by_path_or_by_word() {
        let route = |path: &str| Route::new("r", "GET", path, "/v1", Vec::new()).unwrap();
        let routes = [
            route("/notifications/{id}"),
            route("/me/inbox/notifications"),
            route("/feed/notifications"),
            route("/users/{user}/tasks"),
            route("/funds"),
            route("/tasks"),
        ];
        let path = |kind| find_list_route(&routes, kind).map(|route| route.path.as_str());
        assert_eq!(path(ResourceKind::Notifications), Some("/feed/notifications"));
        assert_eq!(path(ResourceKind::Tasks), Some("/tasks"));
        assert_eq!(path(ResourceKind::Fonds), Some("/funds"));
        assert_eq!(path(ResourceKind::Alerts), None);
        let write = [Route::new("r", "POST", "/alerts", "/v1", Vec::new()).unwrap()];
        assert_eq!(find_list_route(&write, ResourceKind::Alerts), None, "a write is no list");
    }
}

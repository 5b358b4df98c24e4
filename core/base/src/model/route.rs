//! Route of an API description, as a template relative to the base URL.

use crate::contract::operation::Method;

/// A route that a description names.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Route {
    /// Name in the description; remote text, not sanitised yet.
    pub name: String,
    /// HTTP method, as on the wire.
    pub method: String,
    /// Path template under the base URL, `/deals/{deal_id}`.
    pub path: String,
    /// Names of the query parameters.
    pub query: Vec<String>,
}

impl Route {
    /// Creates a route from a description.
    ///
    /// Returns `None` for a method that the service does not use, or a path outside the base URL.
    pub fn new(name: &str, method: &str, path: &str, base_path: &str, query: Vec<String>) -> Option<Self> {
        let method: Method = method.parse().ok()?;
        Some(Self {
            name: name.to_owned(),
            method: method.as_str().to_owned(),
            path: template(path, base_path)?,
            query,
        })
    }

    /// Returns whether it is a read.
    pub fn is_read(&self) -> bool {
        self.method == Method::Get.as_str()
    }

    /// Iterates over the names between braces in the path, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Returns whether a concrete path matches it.
    pub fn matches(&self, path: &str) -> bool {
        let (mut template_segments, mut path_segments) = (self.path.split('/'), path.split('/'));
        loop {
            match (template_segments.next(), path_segments.next()) {
                (None, None) => return true,
                (Some(template_segment), Some(path_segment))
                    if template_segment == path_segment
                        || template_segment.starts_with('{') && !path_segment.is_empty() => {}
                _ => return false,
            }
        }
    }
}

/// Converts a path of a description into a template under the base URL.
///
/// Variables get braces; host, query and the base URL's own path are removed. Postman writes `:id` and `{{id}}`,
/// `OpenAPI` `{id}`.
fn template(text: &str, base_path: &str) -> Option<String> {
    let text = text.trim();
    let text = text.split(['?', '#']).next().unwrap_or_default();
    let text = match text.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => text,
    };
    let mut segments: Vec<String> =
        text.split('/').filter(|segment| !segment.is_empty()).map(segment).collect();
    // In `{{base_url}}/deals`, the variables before the first literal segment are the address.
    if !text.starts_with('/') && segments.first().is_some_and(|first| first.starts_with('{')) {
        segments.remove(0);
    }
    let base: Vec<&str> = base_path.split('/').filter(|segment| !segment.is_empty()).collect();
    let strip_prefix = |prefix: &[&str]| {
        segments.len() >= prefix.len() && segments.iter().zip(prefix).all(|(have, want)| have == want)
    };
    let skip = if strip_prefix(&base) {
        base.len()
    } else {
        // The path may start with the version only, if the address contains the rest of the base path.
        let version: Vec<&str> = base.last().copied().into_iter().collect();
        if strip_prefix(&version) { version.len() } else { 0 }
    };
    let path: Vec<String> = segments.split_off(skip.min(segments.len()));
    let is_valid =
        |segment: &String| !matches!(segment.as_str(), "." | "..") && !segment.contains(['\\', '%', ' ']);
    (!path.is_empty() && path.iter().all(is_valid)).then(|| format!("/{}", path.join("/")))
}

fn segment(text: &str) -> String {
    let braced = text.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
    let name = text.strip_prefix(':').or(braced);
    match name {
        Some(name) => format!("{{{name}}}"),
        // A sample identifier in place of a variable.
        None if uuid::Uuid::try_parse(text).is_ok() => "{id}".to_owned(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_a_path_is_read() {
        for (written, path) in [
            ("{{base_url}}/deals/:deal_id?limit=", "/deals/{deal_id}"),
            ("{{base_url}}/deals/{{deal_id}}", "/deals/{deal_id}"),
            ("{{host}}/v1/deals", "/deals"),
            ("https://api.example.com/v1/deals/{deal_id}#x", "/deals/{deal_id}"),
            ("https://api.example.com/partner/v1/deals", "/deals"),
            ("/v1/deals", "/deals"),
            ("/deals", "/deals"),
            ("deals", "/deals"),
            ("/{deal_id}", "/{deal_id}"),
            ("/deals/3f2504e0-4f89-41d3-9a0c-0305e82c3301", "/deals/{id}"),
            ("/partner/v1/deals/", "/deals"),
        ] {
            assert_eq!(template(written, "/partner/v1").as_deref(), Some(path), "{written}");
        }
        for nothing in ["", "/", "{{base_url}}", "https://api.example.com", "/v1", "/a/../b", "/a/%2e"] {
            assert_eq!(template(nothing, "/v1"), None, "{nothing}");
        }
    }

    #[test]
    fn a_concrete_path_finds_its_route() {
        let route = Route::new("one", "get", "/deals/:deal_id", "/v1", Vec::new()).unwrap();
        assert!(route.is_read() && route.matches("/deals/1"));
        assert!(!route.matches("/deals") && !route.matches("/deals/") && !route.matches("/deals/1/notes"));
        assert_eq!(route.variables().collect::<Vec<_>>(), ["deal_id"]);
        assert_eq!(Route::new("x", "OPTIONS", "/deals", "/v1", Vec::new()), None);
    }
}

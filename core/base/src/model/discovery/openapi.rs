//! Parser for an `OpenAPI` 3 or Swagger 2 document.

use serde_json::Value;

use crate::model::route::Route;

/// Returns every operation of the document.
pub(super) fn routes(document: &Value, base_path: &str) -> Vec<Route> {
    let prefix = path_prefix(document);
    let mut out = Vec::new();
    for (path, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let shared = query_parameters(document, item);
        for (method, operation) in item.as_object().into_iter().flatten() {
            if !operation.is_object() {
                continue;
            }
            let name = ["operationId", "summary"]
                .iter()
                .find_map(|key| operation.get(*key)?.as_str())
                .unwrap_or_default();
            let mut names = shared.clone();
            names.extend(
                query_parameters(document, operation).into_iter().filter(|name| !shared.contains(name)),
            );
            let full = format!("{prefix}/{}", path.trim_start_matches('/'));
            out.extend(Route::new(name, method, &full, base_path, names));
        }
    }
    out
}

/// Returns the common path prefix: from the first server, or Swagger's `basePath`.
fn path_prefix(document: &Value) -> String {
    let server =
        document.get("servers").and_then(|servers| servers.get(0)?.get("url")?.as_str()).map(|url| match url
            .split_once("://")
        {
            Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
            None => url,
        });
    let path = server.or_else(|| document.get("basePath")?.as_str()).unwrap_or_default().trim_matches('/');
    if path.is_empty() { String::new() } else { format!("/{path}") }
}

/// Returns the query parameter names of a path or operation, following references once.
fn query_parameters(document: &Value, node: &Value) -> Vec<String> {
    let parameters = node.get("parameters").and_then(Value::as_array).into_iter().flatten();
    parameters
        .filter_map(|parameter| match parameter.get("$ref").and_then(Value::as_str) {
            Some(reference) => document.pointer(reference.strip_prefix('#')?),
            None => Some(parameter),
        })
        .filter(|parameter| parameter.get("in").and_then(Value::as_str) == Some("query"))
        .filter_map(|parameter| parameter.get("name")?.as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route_names(json: &str) -> Vec<String> {
        routes(&serde_json::from_str(json).unwrap(), "/v1")
            .into_iter()
            .map(|route| format!("{} {} {}", route.method, route.path, route.query.join(",")))
            .collect()
    }

    #[test]
    fn parameters_are_gathered_from_path_operation_and_references() {
        let json = r##"{"openapi":"3.1.0","servers":[{"url":"https://host/v1"}],
            "components":{"parameters":{"Limit":{"name":"limit","in":"query"}}},
            "paths":{
                "/tasks":{"parameters":[{"$ref":"#/components/parameters/Limit"}],
                    "get":{"operationId":"tasks","parameters":[{"name":"statut","in":"query"},{"name":"x","in":"header"}]}},
                "/tasks/{task_id}":{"summary":"s","put":{},"get":{}}
            }}"##;
        assert_eq!(
            route_names(json),
            ["GET /tasks limit,statut", "GET /tasks/{task_id} ", "PUT /tasks/{task_id} "]
        );
    }

    #[test]
    fn openapi_routes_omit_base_path_and_version() {
        assert_eq!(
            route_names(r#"{"swagger":"2.0","basePath":"/v1","paths":{"/fonds":{"get":{}}}}"#),
            ["GET /fonds "]
        );
        assert_eq!(route_names(r#"{"openapi":"3.0.0","paths":{"/v1/fonds":{"get":{}}}}"#), ["GET /fonds "]);
        assert_eq!(
            route_names(r#"{"openapi":"3.0.0","servers":[{"url":"/"}],"paths":{"fonds":{"get":{}}}}"#),
            ["GET /fonds "]
        );
    }
}

//! Parser for a Postman collection, format 2.0 and 2.1.
//!
//! Folders nest, and a URL is a text or an object.

use serde_json::Value;

use crate::model::route::Route;

/// Returns the collection: the body itself, or wrapped as by Postman's API.
pub(super) fn find_collection(document: &Value) -> Option<&Value> {
    [Some(document), document.get("collection")]
        .into_iter()
        .flatten()
        .find(|candidate| candidate.get("item").is_some_and(Value::is_array))
}

/// Returns every request of the collection, including those in folders.
pub(super) fn routes(collection: &Value, base_path: &str) -> Vec<Route> {
    let mut out = Vec::new();
    // A stack instead of recursion: the service decides the nesting depth.
    let mut open: Vec<&Value> = items(collection).rev().collect();
    while let Some(item) = open.pop() {
        open.extend(items(item).rev());
        if let Some(request) = item.get("request") {
            let name = item.get("name").and_then(Value::as_str).unwrap_or_default();
            out.extend(parse_route(name, request, base_path));
        }
    }
    out
}

fn items(node: &Value) -> std::slice::Iter<'_, Value> {
    node.get("item").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default().iter()
}

fn parse_route(name: &str, request: &Value, base_path: &str) -> Option<Route> {
    // A request given as text is a GET of that address.
    if let Some(url) = request.as_str() {
        return Route::new(name, "GET", url, base_path, raw_query_names(url));
    }
    let method = request.get("method").and_then(Value::as_str).unwrap_or("GET");
    let url = request.get("url")?;
    if let Some(url) = url.as_str() {
        return Route::new(name, method, url, base_path, raw_query_names(url));
    }
    let raw = url.get("raw").and_then(Value::as_str);
    let path = match url.get("path") {
        Some(Value::Array(segments)) => {
            Some(format!("/{}", segments.iter().filter_map(path_segment).collect::<Vec<_>>().join("/")))
        }
        Some(Value::String(path)) => Some(format!("/{}", path.trim_start_matches('/'))),
        _ => raw.map(str::to_owned),
    }?;
    let query = match url.get("query").and_then(Value::as_array) {
        Some(query) => query
            .iter()
            .filter_map(|parameter| parameter.get("key").and_then(Value::as_str))
            .map(str::to_owned)
            .collect(),
        None => raw.map(raw_query_names).unwrap_or_default(),
    };
    Route::new(name, method, &path, base_path, query)
}

/// Returns a path segment: a text, or an object that contains one.
fn path_segment(node: &Value) -> Option<&str> {
    node.as_str().or_else(|| node.get("value")?.as_str())
}

fn raw_query_names(url: &str) -> Vec<String> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    query
        .split('&')
        .filter_map(|pair| pair.split('=').next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_nest_and_urls_come_in_every_form() {
        let collection: Value = serde_json::from_str(
            r#"{"item":[
                {"name":"a","item":[{"name":"b","item":[
                    {"name":"deals","request":{"method":"GET","url":{"raw":"{{base_url}}/deals?limit=","path":["deals"],
                     "query":[{"key":"limit","disabled":true},{"key":"status"}]}}},
                    {"name":"one","request":{"method":"PUT","url":{"path":["v1","deals",{"type":"any","value":":deal_id"}]}}}
                ]}]},
                {"name":"text","request":"https://host/v1/spvs?name=x&limit=1"},
                {"name":"raw","request":{"method":"POST","url":{"raw":"{{base_url}}/imports"}}},
                {"name":"string path","request":{"url":{"path":"/fonds"}}},
                {"name":"no url","request":{"method":"GET"}},
                {"name":"odd","request":7},
                7
            ]}"#,
        )
        .unwrap();
        let found: Vec<_> = routes(&collection, "/v1")
            .into_iter()
            .map(|route| format!("{} {} {}", route.method, route.path, route.query.join(",")))
            .collect();
        assert_eq!(
            found,
            [
                "GET /deals limit,status",
                "PUT /deals/{deal_id} ",
                "GET /spvs name,limit",
                "POST /imports ",
                "GET /fonds "
            ]
        );
    }
}

//! One operation as an item of the collection.

use encours_core::contract::operation::{BearerRule, Operation, OperationId};

use super::{array, samples, scripts};
use crate::{
    SpecGaps,
    json::{Object, quote},
    routes::parameters,
    rules::{delegation, idempotency},
};

/// Builds the item: its request, and the test of its response.
pub(super) fn item(op: &Operation, spec_gaps: &SpecGaps) -> String {
    let mut request = Object::new();
    request.set_text("method", op.method.as_str());
    request.set("header", headers(op, spec_gaps));
    if op.has_body() {
        let mut body = Object::new();
        body.set_text("mode", "raw");
        body.set_text("raw", samples::body(op.id));
        body.set("options", r#"{"raw":{"language":"json"}}"#);
        request.set("body", body.to_string());
    }
    request.set("url", url(op));
    if op.bearer == BearerRule::Never {
        request.set("auth", r#"{"type":"noauth"}"#);
    }
    request.set_text("description", &description(op));
    let mut item = Object::new();
    item.set_text("name", op.name);
    item.set("event", array(std::iter::once(scripts::check(op))));
    item.set("request", request.to_string());
    item.set("response", "[]");
    item.to_string()
}

fn url(op: &Operation) -> String {
    let segments: Vec<String> = op
        .path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .map(|segment| {
            segment
                .strip_prefix('{')
                .and_then(|segment| segment.strip_suffix('}'))
                .map_or(segment.to_owned(), |name| format!(":{name}"))
        })
        .collect();
    let query = parameters::names(op)
        .map(|name| format!("{{\"key\":{},\"value\":\"\",\"disabled\":true}}", quote(name)));
    let variables = op.path_parameters().map(|name| {
        // The collection deletes only the deal that it created.
        let variable = match op.id {
            OperationId::DealsDelete => "created_deal_id",
            _ => name,
        };
        format!("{{\"key\":{},\"value\":{}}}", quote(name), quote(&format!("{{{{{variable}}}}}")))
    });
    let mut url = Object::new();
    url.set_text("raw", &format!("{{{{base_url}}}}/{}", segments.join("/")));
    url.set("host", r#"["{{base_url}}"]"#);
    url.set("path", array(segments.iter().map(|segment| quote(segment))));
    url.set("query", array(query));
    url.set("variable", array(variables));
    url.to_string()
}

fn headers(op: &Operation, spec_gaps: &SpecGaps) -> String {
    let mut headers = Vec::new();
    if op.requires_key() || (op.safety.is_write() && spec_gaps.key_required_on_every_write) {
        headers.push((idempotency::HEADER_NAME, "{{$guid}}"));
    }
    if op.delegated {
        headers.push((delegation::HEADER, "{{delegated_user_id}}"));
    }
    if op.has_body() {
        headers.push(("Content-Type", "application/json"));
    }
    array(headers.iter().map(|(key, value)| format!("{{\"key\":{},\"value\":{}}}", quote(key), quote(value))))
}

fn description(op: &Operation) -> String {
    let scope = op.scope.map_or("no scope".to_owned(), |scope| format!("scope {scope}"));
    let capability = op.capability.map_or(String::new(), |capability| format!(", capability {capability}"));
    format!("{} {}: {scope}{capability}", op.method, op.path)
}

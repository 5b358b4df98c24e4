//! `GET /postman.json`: a Postman collection (format 2.1) of what this profile serves, made from the table of
//! operations and so never out of step with the routes.

use encours_core::contract::operation::{Bearer, OPERATIONS, Operation};

use super::serves;
use crate::{
    exchange::{Answer, Call, Outcome},
    json::{Object, quote},
    rules::{delegation, idempotency},
};

const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

#[expect(clippy::unnecessary_wraps, reason = "every handler has this form")]
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let mut folders: Vec<(&str, Vec<String>)> = Vec::new();
    for op in OPERATIONS.iter().filter(|op| serves(call.config.profile, op)) {
        let family = family(op);
        match folders.iter_mut().find(|(name, _)| *name == family) {
            Some((_, items)) => items.push(item(op)),
            None => folders.push((family, vec![item(op)])),
        }
    }
    let folders: Vec<String> = folders
        .iter()
        .map(|(name, items)| format!("{{\"name\":{},\"item\":[{}]}}", quote(name), items.join(",")))
        .collect();
    Ok(Answer::ok(format!(
        "{{\"info\":{{\"name\":\"Partner Portfolio and Pipeline API\",\"version\":\"v1\",\"schema\":\"{SCHEMA}\"}},\
         \"item\":[{}],\
         \"auth\":{{\"type\":\"bearer\",\"bearer\":[{{\"key\":\"token\",\"value\":\"{{{{access_token}}}}\",\"type\":\"string\"}}]}},\
         \"variable\":[{{\"key\":\"base_url\",\"value\":\"\"}},{{\"key\":\"access_token\",\"value\":\"\"}}]}}",
        folders.join(",")
    )))
}

/// The first segment of the path, or the user's own for the delegated routes.
fn family(op: &Operation) -> &'static str {
    let mut parts = op.path.split('/').filter(|part| !part.is_empty());
    match parts.next() {
        Some("users") => parts.nth(1).unwrap_or("users"),
        first => first.unwrap_or("other"),
    }
}

fn item(op: &Operation) -> String {
    let mut url = Object::new();
    let parts: Vec<String> = op
        .path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(|part| {
            part.strip_prefix('{')
                .and_then(|p| p.strip_suffix('}'))
                .map_or(part.to_owned(), |p| format!(":{p}"))
        })
        .collect();
    url.set_text("raw", &format!("{{{{base_url}}}}/{}", parts.join("/")));
    url.set("host", "[\"{{base_url}}\"]");
    url.set("path", array(parts.iter().map(|part| quote(part))));
    let query = op
        .page
        .iter()
        .flat_map(|_| ["limit", "offset"])
        .chain(filters(op).iter().copied());
    url.set(
        "query",
        array(query.map(|name| format!("{{\"key\":\"{name}\",\"value\":\"\",\"disabled\":true}}"))),
    );
    let variables = op
        .path_parameters()
        .map(|name| format!("{{\"key\":\"{name}\",\"value\":\"\"}}"));
    url.set("variable", array(variables));

    let mut headers = Vec::new();
    if op.requires_key() {
        headers.push(header(idempotency::HEADER, "{{$guid}}"));
    }
    if op.delegated {
        headers.push(header(delegation::HEADER, ""));
    }
    if op.has_body() {
        headers.push(header("content-type", "application/json"));
    }
    let mut request = Object::new();
    request.set_text("method", op.method.as_str());
    request.set("header", array(headers.into_iter()));
    if op.has_body() {
        request.set("body", "{\"mode\":\"raw\",\"raw\":\"{}\"}");
    }
    request.set("url", url.to_string());
    if op.bearer != Bearer::Required {
        request.set("auth", "{\"type\":\"noauth\"}");
    }
    if let Some(scope) = op.scope {
        request.set_text("description", &format!("scope: {scope}"));
    }
    format!("{{\"name\":\"{}\",\"request\":{request}}}", op.name)
}

/// The filters a list takes, beside its page.
fn filters(op: &Operation) -> &'static [&'static str] {
    match op.name {
        "deals_list" => &["status"],
        "tasks_list" => &["statut"],
        "notifications_list" => &["read"],
        "operations_list" => &["name", "status", "classe_actif", "type_investissement"],
        "spvs_list" | "fonds_list" => &["name"],
        "operateurs_list" => &["page", "name", "search"],
        "taxonomies_list" => &["family"],
        _ => &[],
    }
}

fn header(key: &str, value: &str) -> String {
    format!("{{\"key\":\"{key}\",\"value\":\"{value}\"}}")
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

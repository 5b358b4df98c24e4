//! `GET /postman.json`: a Postman collection (format 2.1) of this profile's routes.
//!
//! It is built from the table of operations, so it always matches the routes. It runs without editing: its address,
//! key and sample identifiers are filled in, and its script signs the token exchange with the generated secret. A
//! configured secret is not included unless `postman_carries_secret` says so. The user then sets the variable
//! `secret`; without it the script reports what is missing.

mod request;
mod samples;
mod scripts;

use encours_core::contract::operation::{OPERATIONS, Operation};

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::{Object, quote};

use super::serves;

const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let mut folders: Vec<(&str, Vec<String>)> = Vec::new();
    for op in OPERATIONS.iter().filter(|op| serves(call.config.profile, op)) {
        let (op_folder, item) = (folder_name(op), request::item(op, &call.config.spec_gaps));
        match folders.iter_mut().find(|(name, _)| *name == op_folder) {
            Some((_, items)) => items.push(item),
            None => folders.push((op_folder, vec![item])),
        }
    }
    let folders: Vec<String> = folders
        .iter()
        .map(|(name, items)| format!("{{\"name\":{},\"item\":[{}]}}", quote(name), items.join(",")))
        .collect();
    // Leave out variables that no request of this profile and no script uses.
    let is_used = |name: &str| {
        scripts::SCRIPT_VARIABLES.contains(&name)
            || folders.iter().any(|folder| folder.contains(&format!("{{{{{name}}}}}")))
    };
    let variables =
        samples::variables(call)?.into_iter().filter(|(key, _)| is_used(key)).map(|(key, value)| {
            format!("{{\"key\":{},\"value\":{},\"type\":\"string\"}}", quote(key), quote(&value))
        });
    let mut info = Object::new();
    info.set_text("name", "Partner Portfolio and Pipeline API");
    info.set_text("description", DESCRIPTION);
    info.set_text("version", "v1");
    info.set_text("schema", SCHEMA);
    let mut collection = Object::new();
    collection.set("info", info.to_string());
    collection.set("item", array(folders.iter().cloned()));
    collection.set("event", array(std::iter::once(scripts::sign_in())));
    collection.set(
        "auth",
        r#"{"type":"bearer","bearer":[{"key":"token","value":"{{access_token}}","type":"string"}]}"#,
    );
    collection.set("variable", array(variables));
    Ok(ApiResponse::ok(collection.to_string()))
}

const DESCRIPTION: &str = "Every operation this service answers. The collection signs in by itself, and again when \
its bearer expires; where its variable `secret` is empty, set it to the key's raw secret.";

/// Returns the first segment of the path, or the one after `users/me` for delegated routes.
fn folder_name(op: &Operation) -> &'static str {
    let mut segments = op.path.split('/').filter(|segment| !segment.is_empty());
    match segments.next() {
        Some("users") => segments.nth(1).unwrap_or("users"),
        first => first.unwrap_or("other"),
    }
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

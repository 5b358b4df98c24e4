//! The core's table of operations matches the client, the sandbox and the docs.
//!
//! The sandbox's routes, its `postman.json`, its settings and its faults are compared.

use std::collections::BTreeSet;

use encours_core::client::auth::random_id;
use encours_core::client::{Call, Client, ClientConfig, DelegatedUser, SecretSource};
use encours_core::contract::operation::{BearerRule, DocLevel, OPERATIONS, Operation, OperationId};
use encours_core::contract::{BaseUrl, UserId};
use encours_sandbox::{Config, FaultKind, Setting};
use encours_tests::reference_client::{ReferenceClient, test_config};
use serde_json::Value;

const OPENAPI: &str = include_str!("../../assets/openapi.yaml");
const DOCS: &str = include_str!("../../docs/sandbox.md");

/// Returns the cells of the table in one section.
fn table_rows(section: &str) -> Vec<Vec<String>> {
    let section = DOCS.split(&format!("\n## {section}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    section
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
        })
        .collect()
}

fn table_row(op: &Operation) -> [String; 4] {
    let stated = match op.documented {
        DocLevel::Full => "whole",
        DocLevel::NamedOnly => "named",
        DocLevel::Undocumented => "usual",
    };
    [
        op.name.to_owned(),
        format!("{} {}", op.method, op.path),
        op.scope.unwrap_or("none").to_owned(),
        stated.to_owned(),
    ]
}

#[test]
fn page_lists_every_operation_of_the_table() {
    let expected: Vec<Vec<String>> = OPERATIONS.iter().map(|op| table_row(op).to_vec()).collect();
    assert_eq!(table_rows("Operations"), expected);
}

#[test]
fn the_page_lists_every_spec_gap_with_its_default() {
    let plain = Config::default();
    let expected: Vec<[String; 3]> = Setting::all()
        .map(|setting| {
            [
                setting.name().to_owned(),
                setting.value(&plain),
                // A bar would end the cell.
                setting.form().replace('|', " or "),
            ]
        })
        .collect();
    let listed = table_rows("Spec gaps");
    for row in &listed {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(row[3].len() > 10, "{row:?}");
    }
    let listed: Vec<[String; 3]> =
        listed.iter().map(|row| [row[0].clone(), row[1].clone(), row[2].clone()]).collect();
    assert_eq!(listed, expected);
}

#[test]
fn page_lists_every_fault_with_its_value_form() {
    let expected: Vec<[String; 2]> =
        FaultKind::catalog().map(|(name, form)| [name.to_owned(), form.replace('|', " or ")]).collect();
    let listed: Vec<[String; 2]> = table_rows("Faults")
        .iter()
        .map(|row| {
            assert!(row[2].len() > 10, "{row:?}");
            [row[0].clone(), row[1].clone()]
        })
        .collect();
    assert_eq!(listed, expected);
}

#[test]
fn the_contracts_own_table_is_in_ours() {
    let contract = include_str!("../../docs/contract.md");
    let table = contract.split_once("| Operation | Method and path |").unwrap().1;
    let stated: BTreeSet<String> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('|').nth(2).unwrap().trim().to_owned())
        .collect();
    let ours: BTreeSet<String> = OPERATIONS
        .iter()
        .filter(|op| op.documented == DocLevel::Full)
        .map(|op| format!("{} {}", op.method, op.path))
        .collect();
    assert_eq!(stated, ours);
    for op in OPERATIONS.iter().filter(|op| op.documented == DocLevel::NamedOnly) {
        assert!(contract.contains(op.path), "{}", op.path);
    }
}

/// Returns the entries of a list under `key`, with references resolved to the last part of their name.
fn entries(operation: &Value, key: &str) -> BTreeSet<String> {
    let names = operation[key].as_array().into_iter().flatten();
    let name = |entry: &Value| entry["$ref"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    names.map(name).collect()
}

#[test]
fn openapi_description_matches_the_operation_table() {
    let described: Value = serde_saphyr::from_str(OPENAPI).unwrap();
    let parameters = &described["components"]["parameters"];
    let mut found = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let op = OperationId::by_name(operation["operationId"].as_str().unwrap()).unwrap().spec();
            assert_eq!((op.path, op.method.as_str()), (&**path, &*method.to_uppercase()), "{}", op.name);
            let responses = operation["responses"].as_object().unwrap();
            let success: Vec<_> = responses.keys().filter(|status| status.starts_with('2')).collect();
            assert_eq!(success, [&op.success.to_string()], "{}", op.name);
            for status in ["401", "403", "422", "429", "500"] {
                assert!(responses.contains_key(status), "{}: {status}", op.name);
            }
            let listed = entries(operation, "parameters");
            assert!(listed.contains("RequestId"), "{}", op.name);
            assert_eq!(listed.contains("IdempotencyKey"), op.requires_key(), "{}", op.name);
            assert_eq!(listed.contains("DelegatedUser"), op.delegated, "{}", op.name);
            assert_eq!(listed.contains("Offset"), op.page.is_some(), "{}", op.name);
            let in_path = listed.iter().map(|name| &parameters[name]).filter(|own| own["in"] == "path");
            let in_path: BTreeSet<&str> = in_path.map(|own| own["name"].as_str().unwrap()).collect();
            assert_eq!(in_path, op.path_parameters().collect(), "{}", op.name);
            let has_body = op.has_body() && op.id != OperationId::NotificationsRead;
            assert_eq!(operation.get("requestBody").is_some(), has_body, "{}", op.name);
            assert_eq!(operation.get("security").is_some(), op.bearer == BearerRule::Never, "{}", op.name);
            if let Some(scope) = operation["description"].as_str() {
                assert_eq!(Some(scope), op.scope.map(|scope| format!("Scope {scope}.")).as_deref());
            }
            found.insert(op.name);
        }
    }
    let stated = OPERATIONS.iter().filter(|op| op.documented == DocLevel::Full).map(|op| op.name);
    assert_eq!(found, stated.collect());
}

#[tokio::test]
async fn server_serves_the_openapi_description() {
    let partner = ReferenceClient::start(test_config()).await;
    let url = format!("{}/openapi.yaml", partner.sandbox.base_url());
    let response = reqwest::get(url).await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/yaml");
    assert_eq!(response.text().await.unwrap(), OPENAPI);
}

#[tokio::test]
async fn client_reaches_every_operation_of_the_server() {
    let partner = ReferenceClient::start(test_config()).await;
    let mut config = ClientConfig::new(
        BaseUrl::parse(partner.sandbox.base_url()).unwrap(),
        partner.sandbox.key_id(),
        SecretSource::fixed(partner.sandbox.secret().expose()),
    );
    config.delegated_user = Some(DelegatedUser::new(UserId::new("u-martin").unwrap()));
    let client = Client::new(config).unwrap();
    for op in OPERATIONS.iter().filter(|op| op.name != "auth_token_exchange") {
        let mut call = op.path_parameters().fold(Call::new(op.id), |call, name| {
            call.parameter(name, "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4")
        });
        if op.has_body() {
            call = call.body("{}");
        }
        if op.safety.is_write() {
            call = call.key(&random_id::idempotency_key());
        }
        // A rejection counts too; the test checks only which route received the call.
        let answered = client.call(call).await;
        let seen = partner.sandbox.requests().last().unwrap();
        assert_eq!(seen.route.as_deref(), Some(op.name), "{answered:?}");
        assert_eq!(seen.method, op.method.as_str());
    }
    // The partner's own exchange, and the client's.
    assert!(partner.sandbox.requests().count("auth_token_exchange") >= 2);
}

//! Saved views: the documented update and its limits.

use encours_tests::reference_client::{HttpReply, ReferenceClient, test_config};
use reqwest::Method;
use serde_json::{Value, json};

async fn views(partner: &ReferenceClient) -> Vec<Value> {
    partner.get_as("u-martin", "/users/me/saved-views").await.success(200)["items"]
        .as_array()
        .unwrap()
        .clone()
}

async fn update(partner: &ReferenceClient, view: &Value, body: &Value) -> HttpReply {
    let path = format!("/users/me/saved-views/{}", view["id"].as_str().unwrap());
    let user = [("X-Service-Delegated-User-Id", "u-martin")];
    partner.send(Method::PUT, &path, &user, Some(&body.to_string())).await
}

#[tokio::test]
async fn view_name_is_normalised_and_omitted_fields_stay() {
    let partner = ReferenceClient::start(test_config()).await;
    let view = &views(&partner).await[1];
    let changed = update(&partner, view, &json!({"name": "  En\n retard  "})).await.success(200);
    let mut expected = view.clone();
    expected["name"] = json!("En retard");
    assert_eq!(changed, expected);
    assert_eq!(views(&partner).await[1], changed);
    update(&partner, view, &json!({"name": " \t "})).await.problem(422);
    assert_eq!(views(&partner).await[1], changed);
}

#[tokio::test]
async fn exactly_one_saved_view_is_the_default() {
    let partner = ReferenceClient::start(test_config()).await;
    let all = views(&partner).await;
    assert_eq!(all[0]["is_default"], true);
    update(&partner, &all[2], &json!({"is_default": true})).await.success(200);
    let defaults: Vec<bool> =
        views(&partner).await.iter().map(|view| view["is_default"].as_bool().unwrap()).collect();
    assert_eq!(defaults, [false, false, true, false]);
    let others = partner.get_as("u-nguyen", "/users/me/saved-views").await.success(200);
    assert_eq!(others["items"][0]["is_default"], true, "another user's default is their own");
}

#[tokio::test]
async fn keys_columns_and_sorts_are_checked() {
    let partner = ReferenceClient::start(test_config()).await;
    let view = &views(&partner).await[0];
    for bad in [
        json!({"filters": {"status": "retard"}}),
        json!({"filters": {"secret": 1}}),
        json!({"columns": ["secret"]}),
        json!({"columns": vec!["name"; 65]}),
        json!({"sort": [{"sort_by": "secret"}]}),
        json!({"sort": [{"sort_by": "name", "sort_order": "up"}]}),
        json!({"sort": vec![json!({"sort_by": "name"}); 5]}),
        json!({"is_default": "yes"}),
        json!({"type": "deals"}),
        json!({"id": "other"}),
        json!({"filters": {"search": "x".repeat(16_384)}}),
    ] {
        update(&partner, view, &bad).await.problem(422);
    }
    assert_eq!(views(&partner).await[0], *view);
    let good = json!({
        "filters": {"preset": "p", "search": "parc", "statut": ["retard"], "statut_interne": null, "operateur_id": "x"},
        "columns": vec!["name"; 64],
        "sort": vec![json!({"sort_by": "nominal", "sort_order": "desc"}); 4],
    });
    let stored = update(&partner, view, &good).await.success(200);
    assert_eq!((&stored["filters"], &stored["sort"]), (&good["filters"], &good["sort"]));
}

#[tokio::test]
async fn the_state_is_measured_over_its_three_parts_together() {
    let partner = ReferenceClient::start(test_config()).await;
    let view = &views(&partner).await[0];
    update(&partner, view, &json!({"columns": [], "sort": []})).await.success(200);
    let filters = |search: usize| json!({"filters": {"search": "x".repeat(search)}});
    let around = r#"{"search":""}[][]"#.len();
    update(&partner, view, &filters(16_384 - around)).await.success(200);
    update(&partner, view, &filters(16_384 - around + 1)).await.problem(422);
    // The stored columns count together with the new fields.
    update(&partner, view, &json!({"columns": ["name"]})).await.problem(422);
}

#[tokio::test]
async fn deal_view_accepts_up_to_24_arbitrary_filter_keys() {
    let partner = ReferenceClient::start(test_config()).await;
    let views = views(&partner).await;
    let view = views.iter().find(|view| view["type"] == "deals").unwrap();
    let filters = |count: usize| {
        let keys: serde_json::Map<String, Value> =
            (0..count).map(|n| (format!("cle_{n}"), json!(n))).collect();
        json!({ "filters": keys })
    };
    update(&partner, view, &filters(24)).await.success(200);
    update(&partner, view, &filters(25)).await.problem(422);
    update(&partner, view, &json!({"filters": {"status": "ic"}})).await.success(200);
    update(&partner, view, &json!({"type": "operations"})).await.problem(422);
    update(&partner, view, &json!({"type": "deals"})).await.success(200);
    update(&partner, &views[0], &json!({"sort_by": "secret"})).await.problem(422);
    update(&partner, &views[0], &json!({"sort_order": "up"})).await.problem(422);
}

#[tokio::test]
async fn strict_server_checks_the_view_type_it_hides() {
    let id = views(&ReferenceClient::start(test_config()).await).await[0].clone();
    let strict = ReferenceClient::start(encours_sandbox::Config {
        profile: encours_sandbox::ServiceProfile::Strict,
        ..test_config()
    })
    .await;
    let shown = update(&strict, &id, &json!({"type": "operations", "notre_champ": [1]})).await.success(200);
    assert_eq!((shown.get("type"), &shown["notre_champ"]), (None, &json!([1])));
    update(&strict, &id, &json!({"type": "deals"})).await.problem(422);
    update(&strict, &id, &json!({"filters": {"status": "ic"}})).await.problem(422);
}

#[tokio::test]
async fn a_view_is_never_ambiguous_and_its_name_shows() {
    let partner = ReferenceClient::start(test_config()).await;
    let view = views(&partner).await[0].clone();
    let path = format!("/users/me/saved-views/{}", view["id"].as_str().unwrap());
    let user = [("X-Service-Delegated-User-Id", "u-martin")];
    for bad in [
        r#"{"filters":{"search":"a","search":"b"}}"#,
        r#"{"filters":{"search":{"x":1,"x":1}}}"#,
        r#"{"name":"a","name":"b"}"#,
        r#"{"sort":[{"sort_by":"name","sort_by":"nominal"}]}"#,
        r#"{"notre_champ":[{"a":1,"a":2}]}"#,
        r#"{"sort":[{}]}"#,
        r#"{"sort":{}}"#,
        r#"{"filters":[]}"#,
        r#"{"filters":null}"#,
        r#"{"name":"\u202e"}"#,
        r#"{"name":"\u00ad\u2066 \u2069"}"#,
    ] {
        let reply = partner.send(Method::PUT, &path, &user, Some(bad)).await;
        assert_eq!(reply.status, 422, "{bad}: {}", reply.text);
    }
    assert_eq!(views(&partner).await[0], view);
}

//! The lists that the contract names: page forms, name and search rules, status filters (extended).

use encours_tests::reference_client::{ReferenceClient, test_config};
use serde_json::{Value, json};

fn array(reply: &encours_tests::reference_client::HttpReply) -> Vec<Value> {
    reply.success(200).as_array().unwrap().clone()
}

#[tokio::test]
async fn operations_are_an_array_without_page_headers() {
    let partner = ReferenceClient::start(test_config()).await;
    let reply = partner.get("/operations?limit=30&offset=120").await;
    assert_eq!(array(&reply).len(), 8);
    assert_eq!(reply.header("x-service-limit"), "");
    assert_eq!(array(&partner.get("/operations").await).len(), 50);
}

#[tokio::test]
async fn spvs_and_funds_are_arrays_with_page_headers() {
    let partner = ReferenceClient::start(test_config()).await;
    for (path, count) in [("/spvs", 41), ("/fonds", 6)] {
        let reply = partner.get(&format!("{path}?limit=5")).await;
        assert_eq!(array(&reply).len(), 5);
        assert_eq!((reply.header("x-service-limit"), reply.header("x-service-offset")), ("5", "0"));
        assert_eq!(reply.header("x-service-has-more"), "true");
        let last = partner.get(&format!("{path}?limit=5&offset={}", count - 1)).await;
        assert_eq!((array(&last).len(), last.header("x-service-has-more")), (1, "false"));
        let exact = partner.get(&format!("{path}?limit=2&offset={}", count - 2)).await;
        assert_eq!((array(&exact).len(), exact.header("x-service-has-more")), (2, "false"));
        assert_eq!(partner.fetch_all(path, 4).await.len(), count);
    }
}

#[tokio::test]
async fn operators_page_by_number_or_offset_never_both() {
    let partner = ReferenceClient::start(test_config()).await;
    let first = partner.get("/operateurs?page=1&limit=20").await.success(200);
    assert_eq!((&first["page"], &first["total"], first.get("offset")), (&json!(1), &json!(57), None));
    let third = partner.get("/operateurs?page=3&limit=20").await.success(200);
    assert_eq!(third["items"].as_array().unwrap().len(), 17);
    let fourth = partner.get("/operateurs?page=4&limit=20").await.success(200);
    assert_eq!(fourth["items"], json!([]));
    let by_offset = partner.get("/operateurs?offset=40&limit=20").await.success(200);
    assert_eq!((&by_offset["items"], &by_offset["offset"]), (&third["items"], &json!(40)));
    partner.get("/operateurs?page=1&offset=0").await.problem(422);
    partner.get("/operateurs?page=0").await.problem(422);
    partner.get("/operateurs?page=x").await.problem(422);
}

#[tokio::test]
async fn names_match_exactly_but_for_case_and_outer_spaces() {
    let partner = ReferenceClient::start(test_config()).await;
    let spv = array(&partner.get("/spvs?name=%20spv%20DOCKS%20nord%20").await);
    assert_eq!(spv.len(), 1);
    assert_eq!(spv[0]["name"], "SPV Docks Nord");
    assert_eq!(array(&partner.get("/spvs?name=SPV%20Docks").await), [] as [Value; 0]);
    let operation = array(&partner.get("/operations?limit=1").await)[0]["name"].as_str().unwrap().to_owned();
    let shouted =
        operation.to_uppercase().bytes().fold(String::new(), |url, byte| url + &format!("%{byte:02X}"));
    let found = array(&partner.get(&format!("/operations?name={shouted}")).await);
    assert!(!found.is_empty() && found.iter().all(|one| one["name"] == *operation));
}

#[tokio::test]
async fn operators_are_searched_by_part_or_name_never_both() {
    let partner = ReferenceClient::start(test_config()).await;
    let all = partner.fetch_all("/operateurs", 50).await;
    let name = all[0]["name"].as_str().unwrap().to_lowercase();
    let part = name.split(' ').nth(1).unwrap();
    let found = partner.get(&format!("/operateurs?search={part}")).await.success(200);
    let expected =
        all.iter().filter(|one| one["name"].as_str().unwrap().to_lowercase().contains(part)).count();
    assert_eq!(found["total"], expected);
    assert!(expected >= 1);
    assert_eq!(
        partner.get("/operateurs?search=%25").await.success(200)["total"],
        0,
        "a wildcard is a letter like others"
    );
    partner.get("/operateurs?search=a&name=b").await.problem(422);
}

#[tokio::test]
async fn operations_filter_by_code_and_active_covers_five_codes() {
    let partner = ReferenceClient::start(test_config()).await;
    let count = async |query: &str| partner.fetch_all(&format!("/operations?{query}"), 50).await.len();
    assert_eq!(count("status=en_cours").await, 61);
    assert_eq!(count("status=active").await, 61 + 12 + 9 + 4 + 3);
    assert_eq!(count("classe_actif=bureaux").await, 24);
    assert_eq!(count("type_investissement=bridge").await, 12);
    partner.get("/operations?status=signed").await.problem(422);
    partner.get("/operations?classe_actif=offices").await.problem(422);
}

#[tokio::test]
async fn taxonomies_list_every_code_with_its_labels() {
    let partner = ReferenceClient::start(test_config()).await;
    let codes = partner.fetch_all("/taxonomies?family=deal_status", 4).await;
    let order: Vec<&str> = codes.iter().map(|code| code["code"].as_str().unwrap()).collect();
    assert_eq!(
        order,
        [
            "sourcing",
            "screening",
            "due_diligence",
            "ic",
            "term_sheet",
            "structuring",
            "closing",
            "on_hold",
            "lost"
        ]
    );
    assert_eq!(codes[3]["label_fr"], "Comité d’investissement");
    assert_eq!(codes[3]["label_en"], "Investment committee");
    assert!(partner.fetch_all("/taxonomies", 30).await.len() > 40);
}

#[tokio::test]
async fn a_page_is_never_mistaken_for_another() {
    let partner = ReferenceClient::start(test_config()).await;
    for path in ["/operations", "/spvs", "/fonds", "/deals", "/notifications", "/tasks"] {
        // A list without `page` would return its first page instead of the second.
        partner.get(&format!("{path}?page=2")).await.problem(422);
        let beyond = partner.get(&format!("{path}?offset=99999999999999999999")).await.success(200);
        let items = beyond.get("items").unwrap_or(&beyond);
        assert_eq!(items, &json!([]), "{path}: a whole number, beyond the end");
    }
    let page = partner.get("/operateurs?page=99999999999999999999").await.success(200);
    assert_eq!((&page["items"], &page["total"]), (&json!([]), &json!(57)));
}

use proptest::prelude::*;

use super::*;

type PlainDeal = (String, String, [Option<String>; 6], Vec<(KpiKey, [u8; 16])>);

fn plain_summary(brief: &DealSummary<'_>) -> PlainDeal {
    let [since, changed] = brief.status_since;
    let texts = [brief.name, brief.status, brief.classe_actif, brief.responsable, since, changed];
    let numbers = brief.numbers.iter().map(|(key, value)| (*key, value.serialize()));
    (brief.body.to_owned(), brief.id.to_owned(), texts.map(|text| text.map(str::to_owned)), numbers.collect())
}

fn plain_deal(deal: &Deal) -> PlainDeal {
    let text = |name: &str| deal.record().text(name).map(String::from);
    let numbers = deal.kpi().map(|kpi| kpi.values().collect::<Vec<_>>());
    let numbers = numbers.unwrap_or_default().into_iter();
    (
        deal.record().as_str().to_owned(),
        deal.id().as_str().to_owned(),
        TEXTS.map(text),
        numbers.map(|(key, value)| (key, value.serialize())).collect(),
    )
}

/// Checks that both parsers return the same for a page.
fn parse_with_both(body: &str) -> Result<usize, ShapeError> {
    let headers = PageHeaders::default();
    let listing = DealPage::parse(body, headers, DealParts::Rows);
    let bodies = DealPage::parse(body, headers, DealParts::Bodies);
    let page = Page::parse(body.as_bytes(), headers).map(Page::into_resources::<Deal>);
    let (listing, page) = match (listing, page) {
        (Ok(listing), Ok(page)) => (listing, page),
        (listing, page) => {
            assert_eq!(listing.as_ref().err(), page.as_ref().err(), "{body}");
            return Err(page.expect_err("one of them failed, so both did"));
        }
    };
    let said: Vec<PlainDeal> = listing.deals().map(|deal| plain_summary(&deal)).collect();
    assert_eq!(said, page.items.iter().map(plain_deal).collect::<Vec<_>>(), "{body}");
    let deals_of = |listing: &DealPage| -> Vec<_> {
        let deals = listing.deals();
        deals.map(|deal| (deal.id.to_owned(), deal.body.to_owned(), deal.status.map(str::to_owned))).collect()
    };
    assert_eq!(bodies.as_ref().map(deals_of), Ok(deals_of(&listing)), "{body}");
    // The slow parser finds records that are not deals only in its second step, so the order differs.
    let reasons = |rejected: Vec<(usize, ShapeError)>| {
        let mut reasons: Vec<String> = rejected.into_iter().map(|(_, why)| format!("{why:?}")).collect();
        reasons.sort_unstable();
        reasons
    };
    assert_eq!(reasons(listing.rejected), reasons(page.rejected), "{body}");
    assert_eq!(
        (listing.total, listing.limit, listing.offset, listing.has_more),
        (page.total, page.limit, page.offset, page.has_more)
    );
    Ok(said.len())
}

#[test]
fn deal_page_parsing_matches_generic_page_parsing() {
    for (body, deals) in [
        (r#"{"items":[{"id":"a"}],"total":3,"limit":1,"offset":0}"#, 1),
        (r#" {"x":{"items":[1]}, "items" : [ {"id":"a"} , {"id":"b","name":null} ] , "total":"2"} "#, 2),
        (r#"[{"id":"a","name":"\u00cele \"x\"","status":"ic"}, 7, {"name":"no id"}, {"id":".."}]"#, 1),
        (r#"{"items":[{"id":"a","id":"b","name":"x"}]}"#, 0),
        (r#"{"items":[{"id":"a","id":"a","name":"x","name":3}]}"#, 1),
        (r#"{"items":[{"id":"a","n\u0061me":"x"}]}"#, 1),
        (r#"{"items":[{"id":"a","name":"\ud800"}]}"#, 1),
        (r#"{"items":[{"id":"a","\ud800":1}]}"#, 0),
        (
            r#"{"items":[{"id":"a","status_since":"2026-02-01","kpi_snapshot":{"noi":"-12.50","ltv":0.650,"x":{},
               "ltc":1e2,"dscr":null,"crd_total_source":"x"}}]}"#,
            1,
        ),
        (r#"{"items":[{"id":"a","kpi_snapshot":{"ltv":1},"kpi_snapshot":7}]}"#, 1),
        (r#"{"items":[{"id":"a","kpi_snapshot":{}, "name":"after"}],"items":[{"id":"z"}]}"#, 1),
        (r#"{"items":[]}"#, 0),
    ] {
        assert_eq!(parse_with_both(body), Ok(deals), "{body}");
    }
}

#[test]
fn both_page_parsers_report_the_same_errors() {
    let deep =
        |n: usize| format!("{{\"items\":[{{\"id\":\"a\",\"x\":{}{}}}]}}", "[".repeat(n), "]".repeat(n));
    for body in
        ["", "{}", "[", "{", "7", "<html>", r#"{"items":null}"#, r#"{"items":[{]}"#, r#"{"items":[]} x"#]
    {
        assert!(parse_with_both(body).is_err(), "{body}");
    }
    assert_eq!(parse_with_both(&deep(125)), Ok(1));
    assert_eq!(parse_with_both(&deep(126)), Err(ShapeError::TooDeep));
    assert_eq!(
        parse_with_both(&format!("{{\"items\":[],\"x\":{}{}}}", "[".repeat(128), "]".repeat(128))),
        Err(ShapeError::TooDeep)
    );
}

#[test]
fn single_deal_body_is_parsed() {
    let listing = DealPage::parse_one(r#"{"id":"a","name":"Îlot"}"#).unwrap();
    let deals: Vec<_> = listing.deals().collect();
    assert_eq!((deals[0].id, deals[0].name), ("a", Some("Îlot")));
    assert!(DealPage::parse_one("{}").is_err());
}

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?",
        "\"(\\\\[\"\\\\/nt]|\\\\u00[0-9a-f]{2}|\\\\ud83d|[a-zé ,:{}\\[\\]]){0,8}\"",
        "\"-?[0-9]{1,20}(\\.[0-9]{0,6})?\"",
        Just("\"2026-02-01\"".to_owned()),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|all| format!("[{}]", all.join(" ,"))),
            object(inner),
        ]
    })
}

fn object(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let name = proptest::sample::select(vec![
        "id",
        "name",
        "status",
        "classe_actif",
        "responsable",
        "status_since",
        "status_changed_at",
        "kpi_snapshot",
        "ltv",
        "noi",
        "crd_total",
        "crd_total_source",
        "x",
        "i\\u0064",
    ]);
    proptest::collection::vec((name, value), 0..9).prop_map(|members| {
        let members: Vec<String> =
            members.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        format!("{{{}}}", members.join(","))
    })
}

proptest! {
    #[test]
    fn any_page_is_read_alike(elements in proptest::collection::vec(prop_oneof![object(value()), value()], 0..5)) {
        let body = format!("{{\"total\":5,\"items\":[{}]}}", elements.join(", "));
        let _ = parse_with_both(&body);
    }

    #[test]
    fn any_damaged_page_is_read_alike(
        elements in proptest::collection::vec(object(value()), 1..4),
        place in any::<proptest::sample::Index>(),
        instead in proptest::sample::select(vec!["", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "1", "-", ".", "e", "\n", "\t", "u", "é"]),
    ) {
        let body = format!("{{\"items\":[{}],\"total\":5,\"limit\":2}}", elements.join(","));
        let mut body: Vec<char> = body.chars().collect();
        let place = place.index(body.len());
        body.splice(place..=place, instead.chars());
        let _ = parse_with_both(&body.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_is_read_alike(body in "[\\[\\]{}\",:a1 \\\\]{0,30}") {
        let _ = parse_with_both(&body);
        let _ = DealPage::parse_one(&body);
    }
}

#[test]
fn overlong_name_is_truncated_but_the_body_stays_complete() {
    let name = format!("x{}", "é".repeat(MAX_NAME_BYTES));
    for written in [name.clone(), format!("\\u00e9{name}")] {
        let body = format!(r#"{{"id":"a","name":"{written}"}}"#);
        let listing = DealPage::parse_one(&body).unwrap();
        let deal = listing.deals().next().unwrap();
        let shown = deal.name.unwrap();
        assert!(shown.len() > MAX_NAME_BYTES - 4 && shown.len() <= MAX_NAME_BYTES, "{}", shown.len());
        assert_eq!(deal.body, body);
    }
}

//! Random generation of requests: names, values, bodies and headers, valid and invalid ones mixed.

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    strategy::Union,
};
use serde_json::Value;

/// One generated request; its identifiers are looked up when it is sent.
#[derive(Debug, Clone)]
pub struct DrawnRequest {
    pub op: Index,
    pub known_id: Option<Index>,
    pub other_id: String,
    pub query: Vec<(String, String)>,
    pub bearer: u8,
    pub user: u8,
    pub key: Option<Vec<u8>>,
    pub request_id: Option<Vec<u8>>,
    pub media: Option<&'static str>,
    pub body: Vec<u8>,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "ic",
            "sourcing",
            "lost",
            "bureaux",
            "prep",
            "fait",
            "retard",
            "active",
            "name",
            "nominal",
            "asc",
            "true",
            "false",
            "0",
            "1",
            "-1",
            "500",
            "501",
            "99999999999999999999",
            "1.5",
            "",
            " ",
            "A. Martin",
            "Le Parc, Lyon",
            "SPV Docks Nord",
            "spv docks nord",
            "NULL",
            "' OR 1=1 --",
            "%",
            "operations",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
        any::<String>(),
    ]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i32>().prop_map(|n| n.to_string()),
        (0_u32..200).prop_map(|n| format!("{}.{:02}", n / 100, n % 100)),
        select(vec![
            "0",
            "-0",
            "-0.0",
            "-1e-400",
            "0.1e1",
            "9007199254740993",
            "123456789012345678901234567890.123456789012345678901234567890",
        ])
        .prop_map(str::to_owned),
    ]
}

fn field_name() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => select(vec![
            "id", "name", "status", "classe_actif", "responsable", "external_reference", "kpi_snapshot", "data",
            "created_at", "status_since", "statut", "is_default", "filters", "columns", "sort", "sort_by",
            "sort_order", "type", "preset", "search", "ltv", "noi", "crd_total_source", "key_id", "timestamp", "nonce",
            "signature", "deal_id", "operation_id", "montant", "date", "document", "notre_champ",
        ])
        .prop_map(str::to_owned),
        2 => any::<String>(),
    ]
}

fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// Generates a JSON value as text, which allows numbers that no Rust type represents.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => text().prop_map(|text| quote(&text)),
        3 => number(),
        1 => number().prop_map(|number| quote(&number)),
        1 => select(vec!["null", "true", "false", "{}", "[]", "\"\\ud800\"", "\"\\u0000\""]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(", "))),
            object(inner.boxed()),
        ]
    })
}

fn object(value: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    vec((field_name(), value), 0..6).prop_map(|fields| {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}: {value}", quote(name))).collect();
        format!("{{{}}}", fields.join(", "))
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let good = vec![
        r#"{"name":"Dossier tiré"}"#,
        r#"{"name":"Dossier tiré","status":"ic","classe_actif":"bureaux","responsable":null}"#,
        r#"{"status":"lost","responsable":"A. Martin"}"#,
        r#"{"statut":"fait"}"#,
        r#"{"name":"  Ma   vue ","is_default":true,"filters":{"statut":"retard"},"columns":["name"]}"#,
        r#"{"filters":{"status":"ic"},"sort":{"sort_by":"name","sort_order":"desc"}}"#,
        r#"{"document":"bail.pdf","montant":"10.50"}"#,
        r#"{"name":"a","external_reference":"CRM-1","kpi_snapshot":{"ltv":"0.65"},"data":{"x":[1]}}"#,
    ];
    let good = select(good).prop_map(|text| text.as_bytes().to_vec());
    Union::new_weighted(vec![
        (4, good.boxed()),
        (4, object(json().boxed()).prop_map(String::into_bytes).boxed()),
        (2, json().prop_map(String::into_bytes).boxed()),
        (1, vec(any::<u8>(), 0..64).boxed()),
        (1, (1_usize..400).prop_map(|deep| [vec![b'['; deep], vec![b']'; deep]].concat()).boxed()),
        (1, Just(Vec::new()).boxed()),
    ])
}

fn query() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = select(vec![
        "limit",
        "offset",
        "page",
        "status",
        "statut",
        "name",
        "search",
        "read",
        "family",
        "classe_actif",
        "type_investissement",
        "operation_id",
        "external_id",
        "inconnu",
    ]);
    vec((name.prop_map(str::to_owned), text()), 0..4)
}

/// Generates a header value that HTTP can transport: no control characters except the tab.
fn header() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => "[!-~]{1,40}".prop_map(String::into_bytes),
        1 => vec(prop_oneof![Just(b'\t'), 0x20_u8..0x7f, 0x80_u8..=0xff], 0..300),
    ]
}

pub fn drawn_request() -> impl Strategy<Value = DrawnRequest> {
    let id = prop_oneof![
        Just("6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4".to_owned()),
        "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        Just("ltv".to_owned()),
        "\\PC{1,20}",
    ];
    let media = prop_oneof![
        8 => Just(Some("application/json")),
        1 => select(vec![None, Some("text/plain"), Some("application/json; charset=utf-8"), Some("application/xml")]),
    ];
    (
        (any::<Index>(), prop::option::weighted(0.7, any::<Index>()), id, query()),
        (0_u8..12, 0_u8..12, prop::option::weighted(0.8, header()), prop::option::weighted(0.3, header())),
        (media, body()),
    )
        .prop_map(|((op, known_id, other_id, query), (bearer, user, key, request_id), (media, body))| {
            DrawnRequest { op, known_id, other_id, query, bearer, user, key, request_id, media, body }
        })
}

/// Percent-encodes every byte that is not a letter or digit.
pub fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::new(), |url, byte| {
        if byte.is_ascii_alphanumeric() {
            url + char::from(byte).encode_utf8(&mut [0; 4])
        } else {
            url + &format!("%{byte:02X}")
        }
    })
}

//! Tests of the checks and the request building before sending.

use super::*;
use crate::client::auth::secret_source::SecretSource;
use crate::client::config::DelegatedUser;
use crate::contract::base_url::BaseUrl;
use crate::contract::ids::UserId;
use crate::error::ErrorKind;
use proptest::prelude::*;

fn config() -> ClientConfig {
    let base = BaseUrl::parse("https://api.example.com/v1").unwrap();
    ClientConfig::new(base, "k", SecretSource::fixed("s"))
}

fn prepare(call: Call) -> Result<PreparedCall, Error> {
    PreparedCall::new(call, &config())
}

#[test]
fn writes_always_have_a_key_and_reads_none() {
    for spec in crate::contract::OPERATIONS.iter().filter(|spec| !spec.delegated) {
        let call = spec.path_parameters().fold(Call::new(spec.id), |call, name| call.parameter(name, "x"));
        let prepared = prepare(call).unwrap();
        let write = spec.safety != RetrySafety::Read && spec.id != OperationId::AuthTokenExchange;
        assert_eq!(prepared.headers.contains_key("idempotency-key"), write, "{}", spec.name);
        assert!(prepared.headers.contains_key("x-request-id"));
        assert!(!prepared.headers.contains_key(DelegatedUser::HEADER));
    }
}

#[test]
fn delegated_routes_send_exactly_one_header() {
    let call = || Call::new(OperationId::AlertPreferencesList);
    assert_eq!(prepare(call()).unwrap_err().kind(), ErrorKind::Usage);
    let mut config = config();
    config.delegated_user =
        Some(DelegatedUser { header: "X-Other-Id".to_owned(), id: UserId::new("u1").unwrap() });
    let prepared = PreparedCall::new(call(), &config).unwrap();
    assert_eq!(prepared.headers.get_all("x-other-id").iter().count(), 1);
    assert!(!prepared.headers.contains_key(DelegatedUser::HEADER));
    for path in ["/users/me/anything", "/users/me", "/users/m%65/x"] {
        let raw = PreparedCall::new(Call::raw(Method::Get, path), &config).unwrap();
        assert!(raw.headers.contains_key("x-other-id"), "{path}");
    }
    let other = PreparedCall::new(Call::raw(Method::Get, "/users/mentions"), &config).unwrap();
    assert!(!other.headers.contains_key("x-other-id"));
}

#[test]
fn caller_cannot_set_client_headers() {
    for name in ["Authorization", "Host", "X-Service-Delegated-User-Id", "Transfer-Encoding", "a b", ""] {
        let error = Call::raw(Method::Get, "/x").header(name, "v").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{name}");
    }
    let call = Call::raw(Method::Post, "/x").header("idempotency-key", "k 1");
    assert!(call.is_err());
    let call = Call::raw(Method::Post, "/x").header("Idempotency-Key", "k1").unwrap();
    assert_eq!(prepare(call).unwrap().retry_rule, RetryRule::Safety(RetrySafety::KeyedWrite));
}

#[test]
fn raw_paths_use_the_operation_table_if_known() {
    let prepared = prepare(Call::raw(Method::Post, "/deals")).unwrap();
    assert_eq!(
        (prepared.operation, prepared.retry_rule),
        (Some(OperationId::DealsCreate), RetryRule::Safety(RetrySafety::KeyedWrite))
    );
    let unknown = prepare(Call::raw(Method::Post, "/imports")).unwrap();
    assert_eq!(unknown.retry_rule, RetryRule::Safety(RetrySafety::Never));
    assert!(unknown.is_write && unknown.key.is_some());
}

#[test]
fn requests_excluded_by_the_contract_are_not_built() {
    let rejected = |call| assert_eq!(prepare(call).unwrap_err().kind(), ErrorKind::Usage);
    let list = |id| Call::new(id);
    rejected(list(OperationId::DealsList).query("page", "1").query("offset", "0"));
    rejected(Call::raw(Method::Get, "/operateurs").query("name", "a").query("search", "b"));
    assert!(prepare(list(OperationId::OperateursList).query("name", "a")).is_ok());
    let misplaced = r#"{"data":{"ltv":0.5}}"#;
    rejected(Call::new(OperationId::DealsCreate).body(misplaced));
    rejected(Call::raw(Method::Put, "/deals/d1").body(misplaced));
    assert!(prepare(Call::raw(Method::Post, "/imports").body(misplaced)).is_ok());
    rejected(Call::raw(Method::Post, "/auth/token").body("{}"));
}

#[test]
fn temporary_ids_are_rejected_in_path_and_body() {
    let own = format!("new-{}", uuid::Uuid::from_u128(7));
    let rejected = |call: Call| {
        let error = prepare(call).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert!(error.to_string().contains(&own), "{error}");
    };
    for operation in [OperationId::DealsGet, OperationId::DealsUpdate, OperationId::DealsDelete] {
        rejected(Call::new(operation).parameter("deal_id", &own));
    }
    rejected(Call::raw(Method::Get, format!("/deals/{own}/notes")));
    rejected(Call::new(OperationId::DealsCreate).body(format!(r#"{{"of":"{own}"}}"#)));
    prepare(Call::new(OperationId::DealsGet).parameter("deal_id", "new-york")).unwrap();
}

#[test]
fn a_view_that_breaks_its_limits_is_not_sent() {
    let mut config = config();
    config.delegated_user = Some(DelegatedUser::new(UserId::new("u1").unwrap()));
    let raw = |body: &'static str| Call::raw(Method::Put, "/users/me/saved-views/v1").body(body);
    let typed =
        |body: &'static str| Call::new(OperationId::SavedViewsUpdate).parameter("view_id", "v1").body(body);
    let view = |kind: &str| crate::contract::Record::parse(format!("{{\"type\":\"{kind}\"}}")).unwrap();
    let status = r#"{"filters":{"status":"ic"}}"#;
    for (call, sent) in [
        (raw(status), true),
        (raw(r#"{"type":"operations","filters":{"status":"ic"}}"#), false),
        (raw(r#"{"filters":[]}"#), false),
        (typed(status), true),
        (typed(status).stored_view(&view("operations")), false),
        (typed(status).stored_view(&view("deals")), true),
        (typed(r#"{"name":" "}"#), false),
        (raw(r#"{"name":"x","is_default":true}"#), true),
    ] {
        let prepared = PreparedCall::new(call.clone(), &config);
        assert_eq!(prepared.is_ok(), sent, "{call:?}");
        assert!(prepared.is_ok() || prepared.unwrap_err().kind() == ErrorKind::Usage);
    }
}

#[test]
fn api_description_is_requested_at_the_host_root() {
    let base = BaseUrl::parse("https://api.example.com/partner/v1").unwrap();
    let config = ClientConfig { base_url: base, ..config() };
    let prepared = PreparedCall::new(Call::new(OperationId::PostmanGet).anonymous(), &config).unwrap();
    assert_eq!(prepared.url.as_str(), "https://api.example.com/v1/postman.json");
    assert!(!prepared.needs_bearer);
}

proptest! {
    #[test]
    fn url_library_preserves_the_built_path_and_query(id in "\\PC{1,20}|[./%?#\\\\ -~]{1,8}", value in "\\PC{0,20}") {
        let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id).query("q", value.clone());
        if crate::contract::ids::check_segment(&id).is_err() {
            prop_assert!(prepare(call).is_err());
            return Ok(());
        }
        let url = prepare(call).unwrap().url;
        let segments: Vec<_> = url.path_segments().unwrap().collect();
        prop_assert_eq!(segments.len(), 4);
        prop_assert_eq!((segments[0], segments[1], segments[3]), ("v1", "deals", "notes"));
        let decoded = percent_encoding::percent_decode_str(segments[2]).decode_utf8().unwrap();
        prop_assert_eq!(&*decoded, id.as_str());
        let pairs: Vec<_> = url.query_pairs().into_owned().collect();
        prop_assert_eq!(pairs, vec![("q".to_owned(), value)]);
    }

    #[test]
    fn raw_path_stays_under_the_base_url(path in "/[a-z./%2e\\\\?#:@ ]{0,20}") {
        if let Ok(prepared) = prepare(Call::raw(Method::Get, path)) {
            prop_assert!(prepared.url.as_str().starts_with("https://api.example.com/v1/"));
        }
    }
}

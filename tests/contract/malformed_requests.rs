//! Malformed and careless requests: every response is a problem of the contract.

use encours_tests::{
    raw_request::{self, request},
    reference_client::{ReferenceClient, test_config},
    shapes,
};

async fn send(partner: &ReferenceClient, bytes: &[u8]) -> encours_tests::reference_client::HttpReply {
    raw_request::send(partner.sandbox.base_url(), bytes).await
}

fn bearer(partner: &ReferenceClient) -> Vec<u8> {
    format!("Bearer {}", partner.bearer()).into_bytes()
}

#[tokio::test]
async fn malformed_http_gets_a_400_problem() {
    let partner = ReferenceClient::start(test_config()).await;
    for bytes in [
        &b"HELLO\r\n\r\n"[..],
        b"GET /v1/entity\r\n\r\n",
        b"GET /v1/entity HTTP/9.9\r\n\r\n",
        b"GET /v1/entity HTTP/1.1\r\nno colon here\r\n\r\n",
        b"GET /v1/entity HTTP/1.1\r\nx: no host\r\n\r\n",
        b"P\xffST /v1/deals HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST /v1/deals HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n",
    ] {
        let reply = send(&partner, bytes).await;
        assert_eq!(reply.status, 400, "{}", String::from_utf8_lossy(bytes));
        shapes::check_problem(&reply);
        assert_eq!(reply.header("content-length"), reply.text.len().to_string());
        assert_eq!(reply.header("date"), "Fri, 20 Nov 2026 08:41:00 GMT");
    }
    let with_request_id = send(&partner, b"GET /v1/entity HTTP/9\r\nX-Request-ID: r-9\r\n\r\n").await;
    assert_eq!(with_request_id.problem(400)["request_id"], "r-9");
    partner.get("/entity").await.success(200);
}

#[tokio::test]
async fn misplaced_characters_are_treated_literally() {
    let partner = ReferenceClient::start(test_config()).await;
    let authorization = bearer(&partner);
    let id = partner.first_deal("ic").await;
    for (method, target, status) in [
        ("GET", "/v1/entity?search=\"".to_owned(), 200),
        ("GET", "/v1/deals?limit= 5".to_owned(), 422),
        ("GET", "/v1/operations?name=<`{|}>\\^".to_owned(), 200),
        ("GET", "/v1/operations?name=a\u{1}\u{7f}é#b".to_owned(), 200),
        ("POST", "/v1/notifications/</actions/read".to_owned(), 404),
        ("PUT", "/v1/tasks/a b".to_owned(), 404),
        ("GET", "/v1/deals/\"".to_owned(), 422),
        ("GET", "/v1/no such route".to_owned(), 404),
        ("GET", format!("/v1/deals/{id}"), 200),
    ] {
        let headers = [
            ("authorization", &*authorization),
            ("x-request-id", b"odd-1"),
            ("x-note", b"a\x01b\x7f"),
            ("content-type", b"application/json"),
        ];
        let body: &[u8] = if method == "PUT" { b"{}" } else { b"" };
        let reply = send(&partner, &request(method, &target, &headers, body)).await;
        assert_eq!(reply.status, status, "{target}: {}", reply.text);
        assert_eq!(reply.header("x-request-id"), "odd-1");
        assert_eq!(reply.header("date"), "Fri, 20 Nov 2026 08:41:00 GMT");
        let stranger = send(&partner, &request(method, &target, &[], body)).await;
        assert!([401, 404].contains(&stranger.status), "{target}");
    }
    // A header with rules of its own is checked by them.
    let key = request(
        "POST",
        "/v1/deals",
        &[("authorization", &authorization), ("idempotency-key", b"a\x01b")],
        b"{}",
    );
    send(&partner, &key).await.problem(400);
    let user = [("authorization", &*authorization), ("x-service-delegated-user-id", b"u-martin\x01")];
    let user = request("GET", "/v1/users/me/alert-preferences", &user, b"");
    send(&partner, &user).await.problem(404);
    let odd = request("GET", "/v1/deals", &[("x-request-id", b"a\x01b")], b"");
    assert_eq!(send(&partner, &odd).await.problem(401)["request_id"], "a\u{fffd}b");
}

#[tokio::test]
async fn a_request_that_stalls_is_answered() {
    let mut config = test_config();
    config.set("read_timeout=1").unwrap();
    let partner = ReferenceClient::start(config).await;
    let authorization = bearer(&partner);
    let head = [b"POST /v1/deals HTTP/1.1\r\nhost: x\r\nauthorization: ", &*authorization].concat();
    for (partial_request, status) in [
        (b"GET /v1/ent".to_vec(), 422),
        (b"POST /v1/auth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{".to_vec(), 422),
        (b"POST /v1/deals HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{".to_vec(), 401),
        ([&*head, b"\r\ncontent-length: 50\r\n\r\n{"].concat(), 422),
        ([&*head, b"\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"].concat(), 422),
    ] {
        // The client keeps its side open and sends nothing more.
        let reply = send(&partner, &partial_request).await;
        assert_eq!(reply.status, status, "{}", String::from_utf8_lossy(&partial_request));
        shapes::check_problem(&reply);
    }
    partner.get("/entity").await.success(200);
}

#[tokio::test]
async fn excessive_content_length_is_rejected_before_the_body() {
    let mut config = test_config();
    config.set("read_timeout=3600").unwrap();
    let partner = ReferenceClient::start(config).await;
    let head =
        b"POST /v1/deals HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\nidempotency-key: k\r\nauthorization: ";
    let partial_request = [&head[..], &bearer(&partner), b"\r\n\r\n{"].concat();
    // The body stops after one byte, and the response still arrives at once.
    let reply = send(&partner, &partial_request).await;
    assert_eq!(reply.status, 422, "{}", reply.text);
    shapes::check_problem(&reply);
}

#[tokio::test]
async fn oversized_request_heads_get_422() {
    let partner = ReferenceClient::start(test_config()).await;
    let header_names: Vec<String> = (0..150).map(|n| format!("x-{n}")).collect();
    let header_names: Vec<(&str, &[u8])> = header_names.iter().map(|name| (&**name, &b"1"[..])).collect();
    for bytes in [
        request("GET", &format!("/v1/deals?name={}", "x".repeat(70_000)), &[], b""),
        request("GET", "/v1/deals", &[("x-long", &vec![b'x'; 600_000])], b""),
        request("GET", "/v1/deals", &header_names, b""),
    ] {
        let reply = send(&partner, &bytes).await;
        assert_eq!(reply.status, 422, "{}", reply.text);
        shapes::check_problem(&reply);
    }
    // A long address within the limit is accepted.
    let long = format!("/deals?status={}", "x".repeat(60_000));
    partner.get(&long).await.problem(422);
    partner.get(&format!("/{}", "x".repeat(60_000))).await.problem(404);
}

#[tokio::test]
async fn unsupported_methods_are_404() {
    let partner = ReferenceClient::start(test_config()).await;
    let authorization = bearer(&partner);
    let headers = [("authorization", &*authorization), ("x-request-id", b"m-1")];
    for method in ["OPTIONS", "TRACE", "PATCH", "PURGE", "get", "CONNECT"] {
        let reply = send(&partner, &request(method, "/v1/deals", &headers, b"")).await;
        assert_eq!(reply.status, 404, "{method}");
        shapes::check_problem(&reply);
        assert_eq!(reply.json()["request_id"], "m-1");
    }
    // HEAD is GET without the body (RFC 9110, 9.3.2).
    let get_reply = send(&partner, &request("GET", "/v1/entity", &headers, b"")).await;
    let head_reply = send(&partner, &request("HEAD", "/v1/entity", &headers, b"")).await;
    assert_eq!((head_reply.status, &*head_reply.text), (200, ""));
    assert_eq!(head_reply.header("content-length"), get_reply.text.len().to_string());
    let head_reply = send(&partner, &request("HEAD", "/v1/auth/token", &headers, b"")).await;
    assert_eq!((head_reply.status, head_reply.header("content-type")), (404, "application/problem+json"));
}

#[tokio::test]
async fn escapes_must_be_complete_and_valid_utf_8() {
    let partner = ReferenceClient::start(test_config()).await;
    let authorization = bearer(&partner);
    let headers = [("authorization", &*authorization)];
    let id = partner.first_deal("ic").await;
    for (target, status) in [
        ("/v1/deals/%".to_owned(), 422),
        ("/v1/deals/%zz".to_owned(), 422),
        ("/v1/deals/%FF".to_owned(), 422),
        ("/v1/field-definitions/by-key/%F".to_owned(), 422),
        ("/v1/operations?name=%".to_owned(), 422),
        ("/v1/operations?name=%C3".to_owned(), 422),
        ("/v1/operations?name=%C3%8Elot".to_owned(), 200),
        ("/v1/deals?other=%".to_owned(), 422),
        (format!("/v1/deals/%{:02X}{}", id.as_bytes()[0], id.split_at(1).1), 200),
        (format!("/v1/deals/{id}/"), 404),
        (format!("/v1//deals/{id}"), 404),
        (format!("/v1/deals/{id}%2Fnotes"), 422),
        (format!("http://127.0.0.1/v1/deals/{id}"), 200),
    ] {
        let reply = send(&partner, &request("GET", &target, &headers, b"")).await;
        assert_eq!(reply.status, status, "{target}: {}", reply.text);
        if status != 200 {
            shapes::check_problem(&reply);
        }
    }
}

#[tokio::test]
async fn unauthenticated_requests_get_no_validation_details() {
    let partner = ReferenceClient::start(test_config()).await;
    let huge = vec![b'x'; 2 * 1024 * 1024];
    for (method, target, body) in [
        ("GET", "/v1/deals?limit=%", &b""[..]),
        ("GET", "/v1/deals/%FF", b""),
        ("POST", "/v1/deals", &huge),
        ("PUT", "/v1/tasks/%zz", b"{"),
    ] {
        let reply = send(&partner, &request(method, target, &[], body)).await;
        assert_eq!(reply.problem(401)["reason_code"], "bearer_missing", "{target}");
    }
}

#[tokio::test]
async fn oversized_or_truncated_body_is_422_and_changes_nothing() {
    let partner = ReferenceClient::start(test_config()).await;
    let authorization = bearer(&partner);
    let headers = |key: &'static [u8]| {
        [
            ("authorization", authorization.clone()),
            ("idempotency-key", key.to_vec()),
            ("content-type", b"application/json".to_vec()),
        ]
    };
    let post = async |key: &'static [u8], body: &[u8]| {
        let headers = headers(key);
        let headers: Vec<(&str, &[u8])> = headers.iter().map(|(name, value)| (*name, &**value)).collect();
        send(&partner, &request("POST", "/v1/deals", &headers, body)).await
    };
    // The body is eight times the limit: the response does not wait for it, and still arrives.
    let huge = format!(r#"{{"name":"a","note":"{}"}}"#, "x".repeat(8 * 1024 * 1024));
    shapes::check_problem(&post(b"huge", huge.as_bytes()).await);
    shapes::check_problem(&post(b"bytes", b"{\"name\":\"\xff\"}").await);
    shapes::check_problem(&post(b"mark", b"\xef\xbb\xbf{\"name\":\"a\"}").await);
    let chunked = b"POST /v1/deals HTTP/1.1\r\nhost: x\r\nconnection: close\r\nidempotency-key: c\r\n\
        content-type: application/json\r\ntransfer-encoding: chunked\r\nauthorization: ";
    let broken = [chunked, &*authorization, b"\r\n\r\n5\r\n{\"nam\r\nnonsense\r\n"].concat();
    let reply = send(&partner, &broken).await;
    assert_eq!(reply.status, 422, "{}", reply.text);
    let good = [chunked, &*authorization, b"\r\n\r\n5\r\n{\"nam\r\n7\r\ne\":\"c\"}\r\n0\r\n\r\n"].concat();
    assert_eq!(send(&partner, &good).await.status, 201);
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
}

#[tokio::test]
async fn authorization_is_case_insensitive_but_not_repeatable() {
    let partner = ReferenceClient::start(test_config()).await;
    let good = bearer(&partner);
    let lower = [b"bearer ", partner.bearer().as_bytes()].concat();
    let get =
        async |headers: &[(&str, &[u8])]| send(&partner, &request("GET", "/v1/entity", headers, b"")).await;
    assert_eq!(get(&[("AUTHORIZATION", &good)]).await.status, 200);
    assert_eq!(get(&[("authorization", &lower)]).await.status, 200);
    for headers in [
        &[("authorization", &*good), ("authorization", &*good)][..],
        &[("authorization", b"Bearer a"), ("authorization", &good)],
        &[("authorization", b"Basic dTpw")],
        &[("authorization", b"Bearer")],
        &[("authorization", b"Bearer \xe9")],
        &[("authorization", partner.bearer().as_bytes())],
    ] {
        let reply = get(headers).await;
        assert_eq!(reply.status, 401);
        shapes::check_problem(&reply);
    }
    let mut tampered = good.clone();
    if let Some(last) = tampered.last_mut() {
        *last = if *last == b'0' { b'1' } else { b'0' };
    }
    assert_eq!(get(&[("authorization", &tampered)]).await.json()["reason_code"], "bearer_unknown");
}

#[tokio::test]
async fn request_id_of_any_characters_is_returned() {
    let partner = ReferenceClient::start(test_config()).await;
    for (sent, expected) in [
        (&b"r-1"[..], "r-1"),
        ("dossier n° 7".as_bytes(), "dossier n° 7"),
        (b"latin \xe9", "latin é"),
        (b"\"quoted\" \\ back", "\"quoted\" \\ back"),
        (b"a\tb", "a\tb"),
        (b"", ""),
    ] {
        let bytes = request("GET", "/v1/deals", &[("X-Request-ID", sent)], b"");
        let reply = send(&partner, &bytes).await;
        assert_eq!(reply.problem(401)["request_id"], expected);
        assert_eq!(reply.headers["x-request-id"].as_bytes(), sent);
    }
    assert!(
        partner.sandbox.requests().all().iter().any(|one| one.request_id.as_deref() == Some("latin é")),
        "the log has it too"
    );
    let without_id = send(&partner, &request("GET", "/v1/deals", &[], b"")).await;
    assert!(
        without_id.problem(401).get("request_id").is_none()
            && !without_id.headers.contains_key("x-request-id")
    );
}

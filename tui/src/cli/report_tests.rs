use encours_core::contract::RequestId;

use super::*;

fn forbidden() -> Error {
    let problem = Problem::parse(
        b"{\"title\":\"Forbidden\",\"status\":403,\"detail\":\"no \\u001b[31mscope\",\"scope\":\"deals:write\",\"x\":1.10}",
        true,
    );
    Error::from_status(403, problem).with_request_id(RequestId::new("r-1").unwrap())
}

#[test]
fn scripts_get_one_json_object_for_an_error() {
    let text = json(&[forbidden()]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["error"]["kind"], "forbidden");
    assert_eq!(value["error"]["status"], 403);
    assert_eq!(value["error"]["problem"]["scope"], "deals:write");
    assert_eq!(value["error"]["request_id"], "r-1");
    assert!(value["error"]["retry_after"].is_null());
    assert!(text.contains("\"x\":1.10") && !text.contains('\n'));
}

#[test]
fn server_error_text_comes_before_record_and_hint() {
    let problem = Problem::parse(b"{\"title\":\"Unauthorized\",\"detail\":\"revoked\"}", true);
    let error = Error::from_status(401, problem).with_record("d-1");
    let text = error.with_message("this change stays").to_string();
    assert_eq!(text, "401 Unauthorized: revoked: d-1: this change stays");
}

#[test]
fn list_cut_by_damage_is_reported_as_incomplete() {
    use super::super::CommandFailure;
    let damaged = || Error::unexpected("a page is bad").with_disk_error(DiskError::Damaged);
    let nothing = CommandFailure::Error(damaged()).after_output(false);
    assert!(matches!(nothing, CommandFailure::Error(_)), "{nothing:?}");
    let CommandFailure::Named(name, error) = CommandFailure::Error(damaged()).after_output(true) else {
        panic!("expected a named failure")
    };
    assert_eq!(error.kind(), ErrorKind::Unexpected, "exit 1");
    let text = with_explanation(name, &error);
    for part in ["The list is incomplete", "No saved data was deleted", "Run the command again"] {
        assert!(text.message().contains(part), "{part}: {}", text.message());
    }
    let other = CommandFailure::Error(forbidden()).after_output(true);
    assert!(matches!(other, CommandFailure::Error(_)), "{other:?}");
}

#[test]
fn scripts_get_one_json_object_for_several_errors() {
    let other = Error::from_status(404, None).with_record("b");
    let text = json(&[forbidden(), other]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["error"]["status"], 403);
    let statuses: Vec<_> = value["error"]["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["status"].as_u64().unwrap())
        .collect();
    assert_eq!(statuses, [403, 404]);
    assert!(!text.contains('\n'));
}

#[test]
fn users_get_sentences_without_control_characters() {
    for lang in Lang::ALL {
        let report = Report { is_for_scripts: false, lang, color: false };
        let text = report.sentences("forbidden", &forbidden());
        assert!(text.contains("deals:write") && text.contains("r-1"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}

#[test]
fn each_delegation_error_has_its_own_text() {
    let rejected = |status, detail: &str| {
        let body = format!("{{\"title\":\"T\",\n \"detail\":\"{detail}\"}}");
        Error::from_status(status, Problem::parse(body.as_bytes(), true))
            .with_operation(encours_core::contract::OperationId::AlertPreferencesList)
    };
    let mut texts = std::collections::BTreeSet::new();
    for (status, detail) in [
        (400, "delegated user header missing"),
        (403, "user not approved"),
        (403, "user not in the allowlist"),
        (403, "capability absent"),
        (403, "user is read_only"),
        (403, "no"),
        (404, "user not found"),
    ] {
        let error = rejected(status, detail);
        let name = format!("delegated-{}", error.delegation().unwrap().name());
        for lang in Lang::ALL {
            let messages = Messages::new(lang);
            assert!(
                messages.has(&format!("cli-error-{name}-what"))
                    && messages.has(&format!("cli-error-{name}-do"))
            );
            let report = Report { is_for_scripts: false, lang, color: false };
            texts.insert(report.sentences(&name, &error));
        }
        assert!(!json(std::slice::from_ref(&error)).contains('\n'));
    }
    assert_eq!(texts.len(), 14, "all texts must differ");
}

#[test]
fn missing_secret_error_names_all_ways_to_provide_it() {
    let missing = Error::auth("the system keyring has no secret for this key");
    assert!(lacks_secret(&missing) && !lacks_secret(&Error::from_status(401, None)));
    let mut texts = vec![json(&[with_explanation("secret", &missing)])];
    texts.extend(Lang::ALL.map(|lang| {
        let report = Report { is_for_scripts: false, lang, color: false };
        report.sentences("secret", &missing)
    }));
    for text in texts {
        for way in ["ENCOURS_SECRET", "credential_command", "encours login", "keyring"] {
            assert!(text.contains(way), "{way}: {text}");
        }
    }
}

#[test]
fn queued_write_is_reported_as_a_note() {
    let report = Report { is_for_scripts: false, lang: Lang::En, color: true };
    let text = report.sentences("queued", &Error::queued("offline"));
    assert!(text.starts_with("Note: ") && !text.contains("Error"), "{text}");
    let text = report.sentences("conflict", &Error::new(ErrorKind::Conflict, "x"));
    assert!(text.contains("Error:"), "{text}");
}

#[test]
fn every_kind_has_its_sentences() {
    use ErrorKind as K;
    for lang in Lang::ALL {
        let messages = Messages::new(lang);
        for kind in [
            K::Unexpected,
            K::Usage,
            K::Auth,
            K::Forbidden,
            K::NotFound,
            K::Conflict,
            K::Invalid,
            K::Queued,
            K::RateLimited,
            K::Unreachable,
            K::Protocol,
            K::Interrupted,
        ] {
            let name = kind.name().replace('_', "-");
            for part in ["what", "kept", "do"] {
                let key = format!("cli-error-{name}-{part}");
                assert!(messages.has(&key), "{key}");
            }
        }
    }
}

#[test]
fn response_shape_errors_are_localised() {
    use encours_core::contract::json::schema_error::ShapeError;
    use encours_core::contract::paging::pager::PagerError;
    let text = |error: &Error, lang| message(error, Messages::new(lang));
    for (expected, french) in [
        ("an object", "un objet"),
        ("a string", "une chaîne"),
        ("one usable ID", "un identifiant utilisable"),
        ("an object of whole numbers", "un objet de nombres entiers"),
        ("`Bearer`", "`Bearer`"),
    ] {
        for error in
            [Error::from(ShapeError::field("f", expected)), Error::from(ShapeError::Expected { expected })]
        {
            let output = text(&error, Lang::Fr);
            assert!(output.contains(french) && !output.contains("must"), "{output}");
            assert_eq!(text(&error, Lang::En), error.message());
        }
    }
    for error in [
        Error::from(ShapeError::NotUtf8),
        Error::from(ShapeError::NotJson("x".into())),
        Error::from(ShapeError::TooDeep),
        Error::from(ShapeError::OtherRecord { field: "id" }),
        Error::from(PagerError::Stuck),
        Error::from(PagerError::TooManyPages),
    ] {
        let output = text(&error, Lang::Fr);
        assert!(output != error.message() && !output.contains('{') && !output.contains("shape-"), "{output}");
    }
}

#[test]
fn local_errors_are_not_attributed_to_the_server() {
    let found = [
        (ErrorKind::NotFound, "usage-no-write"),
        (ErrorKind::NotFound, "usage-history-unknown"),
        (ErrorKind::NotFound, "usage-not-watched"),
        (ErrorKind::Conflict, "usage-write-conflict"),
        (ErrorKind::Conflict, "usage-write-gone"),
        (ErrorKind::Conflict, "usage-write-leaving"),
        (ErrorKind::Conflict, "usage-key-taken"),
        (ErrorKind::Conflict, "usage-key-used"),
    ];
    for (lang, kind, key) in Lang::ALL.into_iter().flat_map(|lang| found.map(|(kind, key)| (lang, kind, key)))
    {
        let report = Report { is_for_scripts: false, lang, color: false };
        let error = super::super::error_message::localized(kind, key, &[("id", "1")]);
        let (name, error) = report.split_name(&error);
        let text = report.sentences(&name, &error);
        for of_kind in ["cli-error-not-found-what", "cli-error-conflict-what", "cli-error-conflict-do"] {
            let of_kind = report.messages().get(of_kind);
            assert!(!text.contains(&*of_kind), "{key}: {text}");
        }
    }
}

/// Returns the user texts of an error in both languages.
fn both_languages(error: &Error) -> [String; 2] {
    Lang::ALL.map(|lang| {
        let report = Report { is_for_scripts: false, lang, color: false };
        let (name, error) = report.split_name(error);
        report.sentences(&name, &error)
    })
}

#[test]
fn failed_load_suggests_offline_but_failed_write_does_not() {
    use encours_core::contract::OperationId;
    let failed = Error::from_status(503, None);
    for text in both_languages(&failed.clone().with_operation(OperationId::DealsList)) {
        assert!(text.contains("--offline") && text.contains("503"), "{text}");
    }
    for text in both_languages(&failed.with_operation(OperationId::DealsUpdate)) {
        assert!(!text.contains("--offline"), "not for writes: {text}");
    }
}

#[test]
fn queued_write_behind_a_sign_in_page_suggests_retry() {
    let page = Error::protocol("a page").with_intercepted(true);
    for text in both_languages(&page.clone().with_kind(ErrorKind::Queued)) {
        assert!(text.contains("encours outbox retry"), "{text}");
    }
    for text in both_languages(&page) {
        assert!(!text.contains("outbox"), "a read has no outbox entry: {text}");
    }
}

#[test]
fn uncached_deal_is_not_reported_as_an_outage() {
    let args = [("what", "d-9"), ("date", "20/11/2026 09:41")];
    let error = super::super::error_message::localized(ErrorKind::NotFound, "usage-no-such-deal", &args);
    for (text, unreachable) in both_languages(&error).iter().zip(["injoignable", "can’t be reached"]) {
        assert!(!text.contains(unreachable) && text.contains("20/11/2026 09:41"), "{text}");
        assert!(text.contains("encours sync"), "{text}");
    }
}

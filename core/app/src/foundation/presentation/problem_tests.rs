use super::*;
use crate::shell::app::App;

#[test]
fn user_route_403_and_404_name_the_user() {
    let rejected = |status| Error::protocol("no").with_status(status);
    for (status, text) in [(404, "or doesn’t have this list"), (403, "or can’t see this list")] {
        let view = user_load_problem(Lang::En, &rejected(status), false, Some("u-1"));
        assert!(view.title.contains("u-1") && view.title.contains(text), "{}", view.title);
        let other = load_problem(Lang::En, &rejected(status), false);
        assert_ne!((view.title, view.next_step), (other.title.clone(), other.next_step.clone()));
        assert_eq!(user_load_problem(Lang::En, &rejected(status), false, None), other);
    }
    let away = rejected(500);
    assert_eq!(user_load_problem(Lang::En, &away, true, Some("u-1")), load_problem(Lang::En, &away, true));
}

#[test]
fn a_route_without_its_user_blames_no_service() {
    let error = Error::usage("name one").with_message_ref(NO_USER, &[]);
    let view = load_problem(Lang::En, &error, false);
    assert_eq!(view.title, "These lists belong to a user, and none is selected.");
    assert_eq!(view.safe_data, "The server wasn’t contacted.");
    assert!(view.next_step.contains("--as-user") && view.next_step.contains("as_user"), "{}", view.next_step);
    assert!(view.http_status.is_none() && view.request_id.is_none() && view.detail.is_none());
    let own = Error::usage("--limit is 1 to 500").with_message_ref("cli-net-name", &[("why", "x.example")]);
    let [fr, en] = [Lang::Fr, Lang::En].map(|lang| load_problem(lang, &own, false).detail.unwrap());
    assert!(fr.starts_with("le nom d’hôte") && fr.contains("x.example") && fr != en, "{fr} / {en}");
    let other = load_problem(Lang::En, &Error::usage("a limit of 500"), true);
    assert_eq!(other.detail.as_deref(), Some("a limit of 500"));
    assert_ne!(other.title, Messages::new(Lang::En).get("error-unexpected-what"));
}

#[test]
fn withheld_requests_are_not_reported_as_an_outage() {
    let error =
        Error::unreachable(crate::error::NetworkError::Connect, "withheld").with_message_ref(WITHHELD, &[]);
    for lang in Lang::ALL {
        let (view, outage) =
            (load_problem(lang, &error, false), Messages::new(lang).get("error-unreachable-what"));
        assert_ne!(view.title, outage);
        assert!(view.next_step.contains("--offline"), "{}", view.next_step);
        assert!(view.request_id.is_none() && view.detail.is_none());
        assert_ne!(view.safe_data, load_problem(lang, &error, true).safe_data);
    }
}

#[test]
fn missing_secret_problem_names_ways_to_provide_it() {
    let none =
        Error::auth("there is no system keyring on this device").with_message_ref("usage-no-keyring", &[]);
    for (lang, title) in
        [(Lang::Fr, "Aucun secret utilisable pour cette clé."), (Lang::En, "No usable secret for this key.")]
    {
        let view = load_problem(lang, &none, false);
        assert_eq!(view.title, title);
        assert_ne!(view.title, Messages::new(lang).get("error-auth-what"));
        assert!(view.next_step.contains("encours login") && view.next_step.contains("ENCOURS_SECRET"));
        assert!(view.http_status.is_none() && view.request_id.is_none());
        assert_ne!(view.safe_data, load_problem(lang, &none, true).safe_data);
    }
    let [fr, en] = [Lang::Fr, Lang::En].map(|lang| load_problem(lang, &none, false).detail.unwrap());
    assert!(fr.starts_with("il n’y a pas de trousseau") && en.starts_with("there is no"), "{fr} / {en}");
    let rejected = Error::from_status(401, None);
    assert_eq!(load_problem(Lang::En, &rejected, false).title, "The server rejected the key.");
}

#[test]
fn known_reasons_are_translated_and_system_texts_quoted() {
    let locked = Error::auth("the system keyring is locked or refuses access")
        .with_message_ref("usage-keyring-locked", &[]);
    let text = reason_text(Lang::Fr, &Reason::from(&locked));
    assert_eq!(text, "le trousseau du système est verrouillé ou refuse l’accès");
    let system = Reason::from("No space left on device".to_owned());
    assert_eq!(reason_text(Lang::Fr, &system), "«\u{a0}No space left on device\u{a0}»");
    assert_eq!(reason_text(Lang::En, &system), "“No space left on device”");
}

#[test]
fn outage_shown_elsewhere_is_not_repeated_beside_stale_data() {
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let now = jiff::Timestamp::UNIX_EPOCH;
    let mut app = App::new(Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC), now);
    let away = Error::unreachable(crate::error::NetworkError::Connect, "Connection refused");
    assert!(stale_data_problem(&app.cx, &away).is_some(), "the screen does not report it elsewhere");
    app.on_snapshot(std::sync::Arc::new(Snapshot {
        revision: 1,
        connection: ConnectionState::Offline { since: now, retry_at: now, error: away.clone() },
        ..Snapshot::default()
    }));
    assert_eq!(stale_data_problem(&app.cx, &away), None);
    let rejected = Error::from_status(403, None);
    assert!(stale_data_problem(&app.cx, &rejected).is_some(), "a rejection is not an outage");
}

#[test]
fn a_reading_that_has_to_wait_promises_no_sending() {
    let view = load_problem(Lang::Fr, &Error::from_status(429, None), true);
    assert!(view.next_step.contains("actualisez") && !view.next_step.contains("envoi"), "{}", view.next_step);
}

#[test]
fn damaged_file_message_gives_advice_without_database_terms() {
    let damaged = Error::from(encours_service::store::StoreError::damaged("malformed"));
    for (lang, todo) in [(Lang::Fr, "Relancez Encours"), (Lang::En, "Restart Encours")] {
        let text = reason_text(lang, &Reason::from(&damaged));
        assert!(text.contains(todo) && !text.contains("malformed"), "{text}");
    }
}

#[test]
fn missing_keyring_suggests_a_passphrase_and_no_unlocking() {
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    let now = jiff::Timestamp::UNIX_EPOCH;
    let todo = |error: &Error| {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
        options.split_view = true;
        let mut app = App::new(options, now);
        app.cx.allow_sign_out(true);
        app.on_snapshot(std::sync::Arc::new(Snapshot {
            revision: 1,
            connection: ConnectionState::SignInNeeded { error: error.clone() },
            ..Snapshot::default()
        }));
        load_problem_with_advice(&app.cx, error, false).next_step
    };
    let absent = Error::auth("there is no system keyring").with_message_ref("usage-no-keyring", &[]);
    let locked = Error::auth("the system keyring is locked").with_message_ref("usage-keyring-locked", &[]);
    let (absent, locked) = (todo(&absent), todo(&locked));
    assert!(absent.contains("phrase secrète") && !absent.contains("déverrouillez"), "{absent}");
    assert!(locked.contains("déverrouillez"), "{locked}");
    // A user who opens the window for the first time has not entered a secret before.
    assert!([absent, locked].iter().all(|said| !said.contains("de nouveau")));
}

#[test]
fn problem_members_are_labelled_and_copied_in_full() {
    let view = ProblemView {
        title: "No".into(),
        safe_data: String::new(),
        next_step: String::new(),
        http_status: Some("403 Forbidden".into()),
        detail: Some(SafeText::line("Missing scope")),
        request_id: Some(SafeText::line("r-1")),
        members: vec![("scope", SafeText::line("deals:write")), ("route_id", SafeText::line("x"))],
    };
    for (lang, right) in [(Lang::Fr, "Droit manquant"), (Lang::En, "Missing permission")] {
        let messages = Messages::new(lang);
        let details = view.details(messages);
        let scope = details.iter().find(|fact| fact.name == "scope").unwrap();
        assert_eq!((scope.label.as_str(), scope.value.as_str()), (right, "deals:write"));
        let text = view.for_support(messages);
        for part in ["403 Forbidden", "Missing scope", "r-1", "(scope)", "deals:write", "(route_id)"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    assert_eq!(view.for_screen(Screen::Explorer), view);
    let message = view.for_screen(Screen::Tasks);
    assert_eq!((message.http_status, message.members.len()), (None, 0));
    assert_eq!((message.detail, message.request_id), (view.detail, view.request_id));
}

#[test]
fn response_detail_comes_before_its_codes() {
    let body = br#"{"title":"Unauthorized","status":401,"detail":"unknown key"}"#;
    let problem = Problem::parse(body, true).unwrap();
    let error = Error::protocol("")
        .with_operation(crate::contract::OperationId::AuthTokenExchange)
        .with_status(401)
        .with_problem(problem);
    assert!(error.to_string().starts_with("auth_token_exchange"), "{error}");
    let text = reason_text(Lang::En, &Reason::from(&error));
    assert!(text.starts_with("“unknown key”") && text.contains("401"), "{text}");
    assert!(!text.contains("auth_token_exchange"), "{text}");
}

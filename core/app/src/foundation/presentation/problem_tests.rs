use super::*;
use crate::shell::app::App;

#[test]
fn a_route_of_a_user_that_is_not_known_or_closed_may_be_about_the_user() {
    let refused = |status| Error::protocol("no").with_status(status);
    for (status, said) in [
        (404, "or doesn’t have this list"),
        (403, "or can’t see this list"),
    ] {
        let view = read_of_user(Lang::En, &refused(status), false, Some("u-1"));
        assert!(
            view.title.contains("u-1") && view.title.contains(said),
            "{}",
            view.title
        );
        let other = read_problem(Lang::En, &refused(status), false);
        assert_ne!((view.title, view.todo), (other.title.clone(), other.todo.clone()));
        assert_eq!(read_of_user(Lang::En, &refused(status), false, None), other);
    }
    let away = refused(500);
    assert_eq!(
        read_of_user(Lang::En, &away, true, Some("u-1")),
        read_problem(Lang::En, &away, true)
    );
}

#[test]
fn a_route_without_its_user_blames_no_service() {
    let error = Error::usage("name one").with_said(NO_USER, &[]);
    let view = read_problem(Lang::En, &error, false);
    assert_eq!(view.title, "These lists belong to a user, and none is selected.");
    assert_eq!(view.kept, "The server wasn’t contacted.");
    assert!(
        view.todo.contains("--as-user") && view.todo.contains("as_user"),
        "{}",
        view.todo
    );
    assert!(view.answer.is_none() && view.request_id.is_none() && view.detail.is_none());
    let own = Error::usage("--limit is 1 to 500").with_said("cli-net-name", &[("why", "x.example")]);
    let [fr, en] = [Lang::Fr, Lang::En].map(|lang| read_problem(lang, &own, false).detail.unwrap());
    assert!(
        fr.starts_with("le nom d’hôte") && fr.contains("x.example") && fr != en,
        "{fr} / {en}"
    );
    let other = read_problem(Lang::En, &Error::usage("a limit of 500"), true);
    assert_eq!(other.detail.as_deref(), Some("a limit of 500"));
    assert_ne!(other.title, Words::new(Lang::En).get("error-unexpected-what"));
}

#[test]
fn what_was_not_to_be_asked_is_told_as_no_outage() {
    let error = Error::unreachable(crate::error::Fault::Connect, "withheld").with_said(WITHHELD, &[]);
    for lang in Lang::ALL {
        let (view, outage) = (
            read_problem(lang, &error, false),
            Words::new(lang).get("error-unreachable-what"),
        );
        assert_ne!(view.title, outage);
        assert!(view.todo.contains("--offline"), "{}", view.todo);
        assert!(view.request_id.is_none() && view.detail.is_none());
        assert_ne!(view.kept, read_problem(lang, &error, true).kept);
    }
}

#[test]
fn without_a_secret_nobody_was_asked_and_the_ways_to_give_one_are_named() {
    let none = Error::auth("there is no system keyring on this device").with_said("usage-no-keyring", &[]);
    for (lang, title) in [
        (Lang::Fr, "Aucun secret utilisable pour cette clé."),
        (Lang::En, "No usable secret for this key."),
    ] {
        let view = read_problem(lang, &none, false);
        assert_eq!(view.title, title);
        assert_ne!(view.title, Words::new(lang).get("error-auth-what"));
        assert!(view.todo.contains("encours login") && view.todo.contains("ENCOURS_SECRET"));
        assert!(view.answer.is_none() && view.request_id.is_none());
        assert_ne!(view.kept, read_problem(lang, &none, true).kept);
    }
    let [fr, en] = [Lang::Fr, Lang::En].map(|lang| read_problem(lang, &none, false).detail.unwrap());
    assert!(
        fr.starts_with("il n’y a pas de trousseau") && en.starts_with("there is no"),
        "{fr} / {en}"
    );
    let refused = Error::of_status(401, None);
    assert_eq!(
        read_problem(Lang::En, &refused, false).title,
        "The server rejected the key."
    );
}

#[test]
fn what_we_have_words_for_is_said_and_the_rest_is_quoted() {
    let locked =
        Error::auth("the system keyring is locked or refuses access").with_said("usage-keyring-locked", &[]);
    let said = why(Lang::Fr, &Why::from(&locked));
    assert_eq!(said, "le trousseau du système est verrouillé ou refuse l’accès");
    let system = Why::from("No space left on device".to_owned());
    assert_eq!(why(Lang::Fr, &system), "«\u{a0}No space left on device\u{a0}»");
    assert_eq!(why(Lang::En, &system), "“No space left on device”");
}

#[test]
fn an_outage_that_the_screen_tells_is_not_told_again_beside_what_was_read() {
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let now = jiff::Timestamp::UNIX_EPOCH;
    let mut app = App::new(Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC), now);
    let away = Error::unreachable(crate::error::Fault::Connect, "Connection refused");
    assert!(
        beside_what_was_read(&app.cx, &away).is_some(),
        "the screen does not report it elsewhere"
    );
    app.absorb(std::sync::Arc::new(Snapshot {
        revision: 1,
        connection: Connection::Offline {
            since: now,
            retry_at: now,
            error: away.clone(),
        },
        ..Snapshot::default()
    }));
    assert_eq!(beside_what_was_read(&app.cx, &away), None);
    let refused = Error::of_status(403, None);
    assert!(
        beside_what_was_read(&app.cx, &refused).is_some(),
        "a refusal is not an outage"
    );
}

#[test]
fn a_reading_that_has_to_wait_promises_no_sending() {
    let view = read_problem(Lang::Fr, &Error::of_status(429, None), true);
    assert!(
        view.todo.contains("actualisez") && !view.todo.contains("envoi"),
        "{}",
        view.todo
    );
}

#[test]
fn a_damaged_file_is_said_with_what_to_do_and_in_no_words_of_the_database() {
    let damaged = Error::from(encours_service::store::StoreError::damaged("malformed"));
    for (lang, todo) in [(Lang::Fr, "Relancez Encours"), (Lang::En, "Restart Encours")] {
        let said = why(lang, &Why::from(&damaged));
        assert!(said.contains(todo) && !said.contains("malformed"), "{said}");
    }
}

#[test]
fn a_machine_without_a_keyring_is_told_of_a_passphrase_and_of_nothing_to_unlock() {
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    let now = jiff::Timestamp::UNIX_EPOCH;
    let todo = |error: &Error| {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
        options.beside = true;
        let mut app = App::new(options, now);
        app.cx.allow_sign_out(true);
        app.absorb(std::sync::Arc::new(Snapshot {
            revision: 1,
            connection: Connection::SignInNeeded { error: error.clone() },
            ..Snapshot::default()
        }));
        read(&app.cx, error, false).todo
    };
    let absent = Error::auth("there is no system keyring").with_said("usage-no-keyring", &[]);
    let locked = Error::auth("the system keyring is locked").with_said("usage-keyring-locked", &[]);
    let (absent, locked) = (todo(&absent), todo(&locked));
    assert!(
        absent.contains("phrase secrète") && !absent.contains("déverrouillez"),
        "{absent}"
    );
    assert!(locked.contains("déverrouillez"), "{locked}");
    // A user who opens the window for the first time has not entered a secret before.
    assert!([absent, locked].iter().all(|said| !said.contains("de nouveau")));
}

#[test]
fn what_the_service_names_is_told_in_words_with_its_name_beside_it_and_copied_whole() {
    let view = ProblemView {
        title: "No".into(),
        kept: String::new(),
        todo: String::new(),
        answer: Some("403 Forbidden".into()),
        detail: Some(Clean::line("Missing scope")),
        request_id: Some(Clean::line("r-1")),
        named: vec![
            ("scope", Clean::line("deals:write")),
            ("route_id", Clean::line("x")),
        ],
    };
    for (lang, right) in [(Lang::Fr, "Droit manquant"), (Lang::En, "Missing right")] {
        let words = Words::new(lang);
        let facts = view.facts(words);
        let scope = facts.iter().find(|fact| fact.name == "scope").unwrap();
        assert_eq!(
            (scope.label.as_str(), scope.value.as_str()),
            (right, "deals:write")
        );
        let text = view.for_support(words);
        for part in [
            "403 Forbidden",
            "Missing scope",
            "r-1",
            "(scope)",
            "deals:write",
            "(route_id)",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    assert_eq!(view.told_on(Screen::Explorer), view);
    let told = view.told_on(Screen::Tasks);
    assert_eq!((told.answer, told.named.len()), (None, 0));
    assert_eq!((told.detail, told.request_id), (view.detail, view.request_id));
}

#[test]
fn of_an_answer_the_words_come_before_its_codes() {
    let body = br#"{"title":"Unauthorized","status":401,"detail":"unknown key"}"#;
    let problem = Problem::parse(body, true).unwrap();
    let error = Error::protocol("")
        .with_operation(crate::contract::OperationId::AuthTokenExchange)
        .with_status(401)
        .with_problem(problem);
    assert!(error.to_string().starts_with("auth_token_exchange"), "{error}");
    let said = why(Lang::En, &Why::from(&error));
    assert!(
        said.starts_with("“unknown key”") && said.contains("401"),
        "{said}"
    );
    assert!(!said.contains("auth_token_exchange"), "{said}");
}

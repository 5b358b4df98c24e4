//! The pause that a service asks for: it applies to every command of the key at once.

use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use encours_core::store::{RateLimitState, SharedRateLimit};

use super::server::{CliOutput, Reply, Server, wait_until};

const ENTITY: &str = r#"{"id":"e1"}"#;

fn rate_limited_server(seconds: u64) -> Server {
    Server::start(move |_, before| match before {
        0 => Reply::problem(429, r#"{"title":"Too Many Requests","detail":"banned"}"#)
            .with("Retry-After", seconds.to_string()),
        _ => Reply::json(200, ENTITY),
    })
}

#[test]
fn the_next_command_does_not_send_before_its_time() {
    let server = rate_limited_server(600);
    let error = server.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    assert!(error["retry_after"].as_u64().unwrap() > 590, "{error}");
    let sent = server.requests().len();
    for line in [
        &["entity"][..],
        &["deals", "list"],
        &["deals", "create", "--name", "x"],
        &["api", "GET", "/spvs"],
        &["token"],
        &["entity", "--as-user", "u-1"],
        &["login", "--passphrase-file"],
    ] {
        let mut command = server.command(line);
        let output = CliOutput::from_output(command.env("ENCOURS_PASSPHRASE", "p").output().unwrap());
        assert_eq!(output.status, 9, "{line:?}: {output:?}");
    }
    server.run(&["doctor"]);
    assert_eq!(server.requests().len(), sent, "nothing was sent");
    // Another key has its own limit.
    let other = CliOutput::from_output(
        server.command(&["entity"]).env("ENCOURS_KEY_ID", "key_other").output().unwrap(),
    );
    assert_eq!(other.status, 0, "{other:?}");
}

#[test]
fn next_command_waits_for_a_short_rate_limit() {
    let server = rate_limited_server(2);
    let begun = Instant::now();
    server.run(&["entity", "--timeout", "1"]).failed(9, "rate_limited");
    server.run(&["entity", "--timeout", "20"]).assert_ok();
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(server.calls().len(), 2);
    server.run(&["entity"]).assert_ok();
}

#[test]
fn rate_limit_is_stored_immediately() {
    // The command waits longer than the whole test takes, and is killed meanwhile.
    let server = rate_limited_server(600);
    let mut child = server
        .command(&["entity", "--timeout", "900"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let data = server.dir.path().join("data");
    let rate_limit = SharedRateLimit::new(&data, &server.base_url, "key_hostile_1");
    server.await_call();
    let rejected_run = || rate_limit.state(jiff::Timestamp::now());
    wait_until("the pause is kept", || matches!(rejected_run(), Ok(RateLimitState::Closed(_))));
    child.kill().unwrap();
    child.wait().unwrap();
    server.run(&["entity", "--timeout", "2"]).failed(9, "rate_limited");
    assert_eq!(server.calls().len(), 1);
}

#[test]
fn a_date_counts_against_the_services_clock() {
    let server = Server::start(|_, _| {
        let service = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        Reply::json(429, "")
            .with("Date", httpdate(service))
            .with("Retry-After", httpdate(service + Duration::from_hours(2)))
    });
    let error = server.run(&["entity"]).failed(9, "rate_limited");
    let wait = error["retry_after"].as_u64().unwrap();
    assert!((7_190..=7_200).contains(&wait), "{error}");
}

/// Formats a date of RFC 9110 §5.6.7 within a few days of January 1970.
fn httpdate(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    let (day, remaining) = (seconds / 86_400, seconds % 86_400);
    let name = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][usize::try_from(day % 7).unwrap()];
    format!(
        "{name}, {:02} Jan 1970 {:02}:{:02}:{:02} GMT",
        day + 1,
        remaining / 3_600,
        remaining / 60 % 60,
        remaining % 60
    )
}

#[test]
fn invalid_or_huge_retry_after_is_replaced() {
    for odd in ["soon", "-5", "1.5", ""] {
        let server = Server::start(move |_, before| match before {
            0 => Reply::json(429, "").with("Retry-After", odd),
            _ => Reply::json(200, ENTITY),
        });
        server.run(&["entity"]).assert_ok();
        assert_eq!(server.calls().len(), 2, "{odd}");
    }
    let without_end = Server::start(|_, _| Reply::json(429, "").with("Retry-After", "99999999999999999999"));
    let error = without_end.run(&["entity"]).failed(9, "rate_limited");
    assert_eq!(error["retry_after"], 86_400, "a day at most is believed");
    let text = error["message"].as_str().unwrap();
    assert!(text.contains("one day at most"), "{text}");
}

#[test]
fn a_banned_exchange_is_a_pause_too() {
    let server = Server::start_raw(|_, _| Reply::json(429, "").with("Retry-After", "600"));
    server.run(&["entity", "--timeout", "2"]).failed(9, "rate_limited");
    server.run(&["entity", "--timeout", "2"]).failed(9, "rate_limited");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn doctor_reports_and_lifts_the_rate_limit() {
    let server = rate_limited_server(600);
    server.run(&["entity"]).failed(9, "rate_limited");
    let findings = server.run(&["doctor"]);
    let pause = |output: &CliOutput| {
        let findings = output.json();
        let findings = findings.as_array().unwrap();
        findings.iter().find(|finding| finding["check"] == "pause").cloned()
    };
    let text = pause(&findings).unwrap();
    assert_eq!((findings.status, &text["result"]), (9, &"attention".into()));
    assert!(text["advice"].as_str().unwrap().contains("--lift-pause"), "{text}");
    let sent = server.requests().len();
    let lifted = server.run(&["doctor", "--lift-pause"]);
    assert_eq!(pause(&lifted).unwrap()["result"], "good");
    assert!(server.requests().len() > sent, "it asks again");
    server.run(&["entity"]).assert_ok();
    assert_eq!(pause(&server.run(&["doctor"])), None);
}

#[test]
fn doctor_does_not_wait_for_the_rate_limit() {
    let server = rate_limited_server(600);
    server.run(&["entity"]).failed(9, "rate_limited");
    let sent = server.requests().len();
    // It could wait for the end of the pause, but does not.
    let findings = server.run(&["doctor", "--timeout", "900"]);
    let checks = findings.json();
    let sign_in = checks.as_array().unwrap().iter().find(|finding| finding["check"] == "sign-in").unwrap();
    assert_eq!(sign_in["result"], "failed");
    assert_eq!(sign_in["detail"], "not tried, requests are paused");
    assert_eq!((findings.status, server.requests().len()), (9, sent));
}

#[test]
fn retry_delay_names_the_server_or_encours_as_source() {
    let named = Server::start(|_, _| Reply::json(429, "").with("Retry-After", "500"));
    let error = named.run(&["entity"]).failed(9, "rate_limited");
    assert_eq!(error["retry_after"], 500);
    assert!(error["message"].as_str().unwrap().contains("retry after 500 s"), "{error}");
    for odd in [None, Some("-5")] {
        let server = Server::start(move |_, _| match odd {
            Some(value) => Reply::json(429, "").with("Retry-After", value),
            None => Reply::json(429, ""),
        });
        let error = server.run(&["entity", "--timeout", "0.5"]).failed(9, "rate_limited");
        let text = error["message"].as_str().unwrap();
        assert!(text.contains("This one was set by Encours"), "{text}");
    }
}

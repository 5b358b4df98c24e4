//! Searches everything an engine shows, reports and stores for secrets.
//!
//! These are the key's secret, bearers, nonces and signatures. The service in this test repeats the request in each
//! rejection.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::activity::activity_view;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::client::SecretSource;
use encours_core::contract::ids::DealId;
use encours_core::contract::record::Record;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::harness::test_harness::{
    SECRET, TestHarness, applied_count, fields, ids_with_status, move_effect, new_app, start_engine, submit,
    wait,
};
use crate::harness::test_proxy::TestProxy;

const NOW: Duration = Duration::ZERO;
const WRONG_SECRET: &str = "another secret, and a wrong one";

/// Secrets that the service has received or issued.
#[derive(Default)]
struct SeenSecrets {
    bearers: BTreeSet<String>,
    proofs: BTreeSet<String>,
}

/// A proxy that forwards requests, or rejects them with a response that repeats the request.
struct EchoProxy {
    proxy: TestProxy,
    seen: Arc<Mutex<SeenSecrets>>,
    /// The statuses with which it rejects calls and token exchanges; 0 forwards them.
    rejection_statuses: Arc<[AtomicU16; 2]>,
}

impl EchoProxy {
    fn in_front_of(base_url: &str) -> Self {
        let (seen, rejection_statuses): (Arc<Mutex<SeenSecrets>>, Arc<[AtomicU16; 2]>) = Default::default();
        let (seen_in_proxy, rejections) = (seen.clone(), rejection_statuses.clone());
        let proxy = TestProxy::in_front_of(base_url, move |client, target| {
            let (target, seen_in_proxy, rejections) =
                (target.to_owned(), seen_in_proxy.clone(), rejections.clone());
            std::thread::spawn(move || {
                // A closed connection gets no response.
                let _gone = serve_one(client, &target, &seen_in_proxy, &rejections);
            });
        });
        Self { proxy, seen, rejection_statuses }
    }

    fn set_rejections(&self, calls: u16, exchanges: u16) {
        self.rejection_statuses[0].store(calls, Ordering::SeqCst);
        self.rejection_statuses[1].store(exchanges, Ordering::SeqCst);
    }

    /// Returns the secret texts, as sent and in capitals.
    fn secrets(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        assert!(seen.bearers.len() >= 2 && seen.proofs.len() >= 6, "the engine signed in several times");
        let sent_secrets = seen.bearers.iter().chain(&seen.proofs).cloned();
        let all: Vec<String> = sent_secrets.chain([SECRET.to_owned(), WRONG_SECRET.to_owned()]).collect();
        let capitals: Vec<String> = all.iter().map(|text| text.to_uppercase()).collect();
        all.into_iter().chain(capitals).collect()
    }
}

/// Answers one request and closes the connection.
fn serve_one(
    mut client: TcpStream,
    target: &str,
    seen: &Mutex<SeenSecrets>,
    rejection_statuses: &[AtomicU16; 2],
) -> std::io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let (mut header, mut length, mut bearer) = (String::new(), 0, String::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if line == "\r\n" {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        match name.to_ascii_lowercase().as_str() {
            "connection" => continue,
            "content-length" => length = value.trim().parse().unwrap(),
            "authorization" => value.trim().trim_start_matches("Bearer ").clone_into(&mut bearer),
            _ => {}
        }
        header.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    let signs_in = header.starts_with("POST /v1/auth/token ");
    {
        let mut seen = seen.lock().unwrap();
        if !bearer.is_empty() {
            seen.bearers.insert(bearer.clone());
        }
        if signs_in {
            let sent = Record::parse(body.clone()).unwrap();
            let proofs = ["signature", "nonce"].map(|name| sent.text(name).unwrap().into_owned());
            seen.proofs.extend(proofs);
        }
    }
    let status = rejection_statuses[usize::from(signs_in)].load(Ordering::SeqCst);
    if status > 0 {
        let echo = format!("Bearer {bearer} {}", body.replace(['"', '\\'], "'"));
        let problem = format!(r#"{{"title":"{echo}","detail":"{echo}","echo":["{echo}"]}}"#);
        return write!(
            client,
            "HTTP/1.1 {status} No\r\nconnection: close\r\ncontent-type: application/problem+json\r\n\
             x-echo: {echo}\r\ncontent-length: {}\r\n\r\n{problem}",
            problem.len()
        );
    }
    let mut service = TcpStream::connect(target)?;
    write!(service, "{header}connection: close\r\n\r\n{body}")?;
    let mut response = Vec::new();
    service.read_to_end(&mut response)?;
    client.write_all(&response)
}

/// Returns the snapshot and all its screen texts.
fn all_texts(s: &Arc<Snapshot>) -> String {
    let mut texts = format!("{s:?}");
    for lang in [Lang::En, Lang::Fr] {
        let mut app = new_app(s.clone(), lang);
        app.dispatch(Action::Run(ActionId::ScreenActivity), Timestamp::now());
        write!(texts, "{:?}{:?}{:?}", activity_view(&app), status_line(&app), app.cx.toasts()).unwrap();
    }
    texts
}

/// Collects the bytes of every file below a directory.
fn collect_files(dir: &Path, bytes: &mut Vec<u8>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_files(&path, bytes);
        } else {
            bytes.extend(std::fs::read(&path).unwrap());
        }
    }
}

fn rejected_count(s: &Snapshot) -> usize {
    let is_rejected = |write: &&PendingWrite| matches!(write.state, WriteState::Rejected(_));
    s.writes.iter().filter(is_rejected).count()
}

fn wait_for_sign_in(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "the refused key", |s| matches!(s.connection, ConnectionState::SignInNeeded { .. }))
}

#[test]
fn no_shown_or_stored_text_contains_a_secret() {
    let harness = TestHarness::fast(24);
    let echo_proxy = EchoProxy::in_front_of(harness.base_url());
    let settings = harness.settings_at(&echo_proxy.proxy.base_url);
    let engine = start_engine(settings.clone());
    let synced =
        wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let mut texts = all_texts(&synced);
    let ids = ids_with_status(&synced, "sourcing");
    let [moved, deleted, disputed, forbidden, invalid, ..] = ids.as_slice() else {
        panic!("too few deals: {ids:?}")
    };

    // Successful requests.
    let deal = |id: &str| DealId::new(id).unwrap();
    engine.submit(vec![
        Effect::LoadPortfolio,
        Effect::LoadNotifications,
        Effect::LoadDeal(deal(moved)),
        move_effect(moved, "sourcing", "ic", NOW),
        Effect::Create { fields: fields("name", "Halle"), label: "Halle".into() },
        Effect::Delete {
            deal: deal(deleted),
            base: fields("status", "sourcing"),
            label: "a deal".into(),
            undo_delay: NOW,
        },
    ]);
    texts += &all_texts(&wait(&engine, "what goes well", |s| {
        applied_count(s) == 3 && s.portfolio.fetched_at.is_some() && s.inbox.fetched_at.is_some()
    }));

    // A conflict, and rejections that repeat the whole request.
    harness.move_by_another(disputed, "closing");
    engine.submit(vec![move_effect(disputed, "sourcing", "ic", NOW)]);
    wait(&engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    for (at, (status, id)) in [(403, forbidden), (422, invalid)].into_iter().enumerate() {
        echo_proxy.set_rejections(status, 0);
        engine.submit(vec![Effect::LoadPortfolio, move_effect(id, "sourcing", "ic", NOW)]);
        texts += &all_texts(&wait(&engine, "the rejection", |s| {
            rejected_count(s) > at && s.portfolio.error.is_some()
        }));
    }
    echo_proxy.set_rejections(0, 0);
    harness
        .sandbox()
        .faults()
        .add("drop-before-commit@portfolio_summary:1".parse::<encours_sandbox::Fault>().unwrap());
    submit(&engine, vec![Effect::LoadPortfolio]);

    // First revoke a bearer, then refuse the key too.
    harness.sandbox().revoke_tokens().unwrap();
    engine.submit(vec![Effect::Refresh, move_effect(moved, "ic", "sourcing", NOW)]);
    texts += &all_texts(&wait(&engine, "the move back", |s| applied_count(s) == 4));
    harness.sandbox().revoke_tokens().unwrap();
    echo_proxy.set_rejections(0, 401);
    engine.submit(vec![move_effect(moved, "sourcing", "ic", NOW)]);
    texts += &all_texts(&wait_for_sign_in(&engine));
    drop(engine);
    echo_proxy.set_rejections(0, 0);
    let mut wrong_settings = settings;
    wrong_settings.client.secret = SecretSource::fixed(WRONG_SECRET.to_owned());
    let engine = start_engine(wrong_settings);
    texts += &all_texts(&wait_for_sign_in(&engine));
    drop(engine);

    for masked in ["[bearer]", "[signature]", "[nonce]", "/auth/token"] {
        assert!(texts.contains(masked), "{masked}: nothing was repeated, so nothing is proved");
    }
    let mut files = Vec::new();
    collect_files(harness.profile().parent().unwrap(), &mut files);
    assert!(files.len() > 10_000, "{} bytes were stored", files.len());
    let files = String::from_utf8_lossy(&files);
    if cfg!(feature = "encryption") {
        assert!(!harness.names().iter().any(|name| files.contains(name)), "a name of a deal is stored");
    }
    for secret in echo_proxy.secrets() {
        assert!(!texts.contains(&secret), "{secret} is shown");
        assert!(!files.contains(&secret), "{secret} is stored");
    }
}

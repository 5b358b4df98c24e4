//! Searches everything an engine shows, reports and stores for secrets.
//!
//! These are the key's secret, bearers, nonces and signatures. The service in this test repeats the request in each
//! refusal.

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

use crate::bench::{
    SECRET, TestHarness, applied_count, fields, ids_with_status, move_effect, new_app, start_engine, submit,
    wait,
};
use crate::between::TestProxy;

const NOW: Duration = Duration::ZERO;
const WRONG_SECRET: &str = "another secret, and a wrong one";

/// Secrets that the service has received or issued.
#[derive(Default)]
struct SeenSecrets {
    bearers: BTreeSet<String>,
    proofs: BTreeSet<String>,
}

/// A proxy that forwards requests, or refuses them with an answer that repeats the request.
struct EchoProxy {
    proxy: TestProxy,
    seen: Arc<Mutex<SeenSecrets>>,
    /// The statuses with which it refuses calls and token exchanges; 0 forwards them.
    refusal_statuses: Arc<[AtomicU16; 2]>,
}

impl EchoProxy {
    fn in_front_of(base_url: &str) -> Self {
        let (seen, refusal_statuses): (Arc<Mutex<SeenSecrets>>, Arc<[AtomicU16; 2]>) = Default::default();
        let (hears, refusing) = (seen.clone(), refusal_statuses.clone());
        let proxy = TestProxy::in_front_of(base_url, move |client, target| {
            let (target, hears, refusing) = (target.to_owned(), hears.clone(), refusing.clone());
            std::thread::spawn(move || {
                // A closed connection gets no answer.
                let _gone = serve_one(client, &target, &hears, &refusing);
            });
        });
        Self {
            proxy,
            seen,
            refusal_statuses,
        }
    }

    fn set_refusals(&self, calls: u16, exchanges: u16) {
        self.refusal_statuses[0].store(calls, Ordering::SeqCst);
        self.refusal_statuses[1].store(exchanges, Ordering::SeqCst);
    }

    /// Returns the secret texts, as sent and in capitals.
    fn secrets(&self) -> Vec<String> {
        let heard = self.seen.lock().unwrap();
        assert!(
            heard.bearers.len() >= 2 && heard.proofs.len() >= 6,
            "the engine signed in several times"
        );
        let sent = heard.bearers.iter().chain(&heard.proofs).cloned();
        let all: Vec<String> = sent.chain([SECRET.to_owned(), WRONG_SECRET.to_owned()]).collect();
        let capitals: Vec<String> = all.iter().map(|text| text.to_uppercase()).collect();
        all.into_iter().chain(capitals).collect()
    }
}

/// Answers one request and closes the connection.
fn serve_one(
    mut client: TcpStream,
    target: &str,
    heard: &Mutex<SeenSecrets>,
    refuses: &[AtomicU16; 2],
) -> std::io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let (mut head, mut length, mut bearer) = (String::new(), 0, String::new());
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
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    let signs_in = head.starts_with("POST /v1/auth/token ");
    {
        let mut heard = heard.lock().unwrap();
        if !bearer.is_empty() {
            heard.bearers.insert(bearer.clone());
        }
        if signs_in {
            let sent = Record::parse(body.clone()).unwrap();
            let proofs = ["signature", "nonce"].map(|name| sent.text(name).unwrap().into_owned());
            heard.proofs.extend(proofs);
        }
    }
    let status = refuses[usize::from(signs_in)].load(Ordering::SeqCst);
    if status > 0 {
        let said = format!("Bearer {bearer} {}", body.replace(['"', '\\'], "'"));
        let problem = format!(r#"{{"title":"{said}","detail":"{said}","echo":["{said}"]}}"#);
        return write!(
            client,
            "HTTP/1.1 {status} No\r\nconnection: close\r\ncontent-type: application/problem+json\r\n\
             x-echo: {said}\r\ncontent-length: {}\r\n\r\n{problem}",
            problem.len()
        );
    }
    let mut service = TcpStream::connect(target)?;
    write!(service, "{head}connection: close\r\n\r\n{body}")?;
    let mut whole = Vec::new();
    service.read_to_end(&mut whole)?;
    client.write_all(&whole)
}

/// Returns the snapshot and all its screen texts.
fn all_texts(s: &Arc<Snapshot>) -> String {
    let mut all = format!("{s:?}");
    for lang in [Lang::En, Lang::Fr] {
        let mut app = new_app(s.clone(), lang);
        app.apply(Action::Run(ActionId::ScreenActivity), Timestamp::now());
        write!(
            all,
            "{:?}{:?}{:?}",
            activity_view(&app),
            status_line(&app),
            app.cx.toasts()
        )
        .unwrap();
    }
    all
}

/// Collects the bytes of every file below a directory.
fn collect_files(dir: &Path, into: &mut Vec<u8>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_files(&path, into);
        } else {
            into.extend(std::fs::read(&path).unwrap());
        }
    }
}

fn refused_count(s: &Snapshot) -> usize {
    let refused = |write: &&PendingWrite| matches!(write.state, WriteState::Refused(_));
    s.writes.iter().filter(refused).count()
}

fn wait_for_sign_in(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "the refused key", |s| {
        matches!(s.connection, ConnectionState::SignInNeeded { .. })
    })
}

#[test]
fn nothing_that_is_shown_told_or_kept_holds_a_secret() {
    let bench = TestHarness::fast(24);
    let parrot = EchoProxy::in_front_of(bench.base_url());
    let settings = bench.settings_at(&parrot.proxy.base_url);
    let engine = start_engine(settings.clone());
    let read = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.syncing
    });
    let mut all = all_texts(&read);
    let ids = ids_with_status(&read, "sourcing");
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
        Effect::Create {
            fields: fields("name", "Halle"),
            label: "Halle".into(),
        },
        Effect::Delete {
            deal: deal(deleted),
            base: fields("status", "sourcing"),
            label: "a deal".into(),
            hold: NOW,
        },
    ]);
    all += &all_texts(&wait(&engine, "what goes well", |s| {
        applied_count(s) == 3 && s.portfolio.fetched_at.is_some() && s.inbox.fetched_at.is_some()
    }));

    // A conflict, and refusals that repeat the whole request.
    bench.move_by_another(disputed, "closing");
    engine.submit(vec![move_effect(disputed, "sourcing", "ic", NOW)]);
    wait(&engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::is_blocked)
    });
    for (at, (status, id)) in [(403, forbidden), (422, invalid)].into_iter().enumerate() {
        parrot.set_refusals(status, 0);
        engine.submit(vec![
            Effect::LoadPortfolio,
            move_effect(id, "sourcing", "ic", NOW),
        ]);
        all += &all_texts(&wait(&engine, "the refusal", |s| {
            refused_count(s) > at && s.portfolio.error.is_some()
        }));
    }
    parrot.set_refusals(0, 0);
    bench.sandbox().faults().add(
        "drop-before-commit@portfolio_summary:1"
            .parse::<encours_sandbox::Fault>()
            .unwrap(),
    );
    submit(&engine, vec![Effect::LoadPortfolio]);

    // First revoke a bearer, then refuse the key too.
    bench.sandbox().revoke_tokens().unwrap();
    engine.submit(vec![Effect::Refresh, move_effect(moved, "ic", "sourcing", NOW)]);
    all += &all_texts(&wait(&engine, "the move back", |s| applied_count(s) == 4));
    bench.sandbox().revoke_tokens().unwrap();
    parrot.set_refusals(0, 401);
    engine.submit(vec![move_effect(moved, "sourcing", "ic", NOW)]);
    all += &all_texts(&wait_for_sign_in(&engine));
    drop(engine);
    parrot.set_refusals(0, 0);
    let mut wrong = settings;
    wrong.client.secret = SecretSource::fixed(WRONG_SECRET.to_owned());
    let engine = start_engine(wrong);
    all += &all_texts(&wait_for_sign_in(&engine));
    drop(engine);

    for masked in ["[bearer]", "[signature]", "[nonce]", "/auth/token"] {
        assert!(
            all.contains(masked),
            "{masked}: nothing was repeated, so nothing is proved"
        );
    }
    let mut files = Vec::new();
    collect_files(bench.profile().parent().unwrap(), &mut files);
    assert!(files.len() > 10_000, "{} bytes were stored", files.len());
    let files = String::from_utf8_lossy(&files);
    for secret in parrot.secrets() {
        assert!(!all.contains(&secret), "{secret} is shown");
        assert!(!files.contains(&secret), "{secret} is stored");
    }
}

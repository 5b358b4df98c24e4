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
use encours_core::app::records::activity::view::activity::activity;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::client::SecretSource;
use encours_core::contract::ids::DealId;
use encours_core::contract::record::Record;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{Connection, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::bench::{Bench, SECRET, app, applied, fields, moving, start, submit, wait, with_status};
use crate::between::Between;

const NOW: Duration = Duration::ZERO;
const WRONG: &str = "another secret, and a wrong one";

/// Secrets that the service has received or issued.
#[derive(Default)]
struct Heard {
    bearers: BTreeSet<String>,
    proofs: BTreeSet<String>,
}

/// A proxy that forwards requests, or refuses them with an answer that repeats the request.
struct Parrot {
    between: Between,
    heard: Arc<Mutex<Heard>>,
    /// The statuses with which it refuses calls and token exchanges; 0 forwards them.
    refuses: Arc<[AtomicU16; 2]>,
}

impl Parrot {
    fn before(base_url: &str) -> Self {
        let (heard, refuses): (Arc<Mutex<Heard>>, Arc<[AtomicU16; 2]>) = Default::default();
        let (hears, refusing) = (heard.clone(), refuses.clone());
        let between = Between::before(base_url, move |client, target| {
            let (target, hears, refusing) = (target.to_owned(), hears.clone(), refusing.clone());
            std::thread::spawn(move || {
                // A closed connection gets no answer.
                let _gone = answer(client, &target, &hears, &refusing);
            });
        });
        Self {
            between,
            heard,
            refuses,
        }
    }

    fn refuse(&self, calls: u16, exchanges: u16) {
        self.refuses[0].store(calls, Ordering::SeqCst);
        self.refuses[1].store(exchanges, Ordering::SeqCst);
    }

    /// Returns the secret texts, as sent and in capitals.
    fn secrets(&self) -> Vec<String> {
        let heard = self.heard.lock().unwrap();
        assert!(
            heard.bearers.len() >= 2 && heard.proofs.len() >= 6,
            "the engine signed in several times"
        );
        let sent = heard.bearers.iter().chain(&heard.proofs).cloned();
        let all: Vec<String> = sent.chain([SECRET.to_owned(), WRONG.to_owned()]).collect();
        let capitals: Vec<String> = all.iter().map(|text| text.to_uppercase()).collect();
        all.into_iter().chain(capitals).collect()
    }
}

/// Answers one request and closes the connection.
fn answer(
    mut client: TcpStream,
    target: &str,
    heard: &Mutex<Heard>,
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
fn shown(s: &Arc<Snapshot>) -> String {
    let mut all = format!("{s:?}");
    for lang in [Lang::En, Lang::Fr] {
        let mut app = app(s.clone(), lang);
        app.apply(Action::Run(ActionId::ScreenActivity), Timestamp::now());
        write!(
            all,
            "{:?}{:?}{:?}",
            activity(&app),
            status_line(&app),
            app.cx.toasts()
        )
        .unwrap();
    }
    all
}

/// Collects the bytes of every file below a directory.
fn kept(dir: &Path, into: &mut Vec<u8>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kept(&path, into);
        } else {
            into.extend(std::fs::read(&path).unwrap());
        }
    }
}

fn refused(s: &Snapshot) -> usize {
    let refused = |write: &&PendingWrite| matches!(write.state, WriteState::Refused(_));
    s.writes.iter().filter(refused).count()
}

fn needs_a_sign_in(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "the refused key", |s| {
        matches!(s.connection, Connection::SignInNeeded { .. })
    })
}

#[test]
fn nothing_that_is_shown_told_or_kept_holds_a_secret() {
    let bench = Bench::quick(24);
    let parrot = Parrot::before(bench.base_url());
    let settings = bench.settings_at(&parrot.between.at);
    let engine = start(settings.clone());
    let read = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let mut all = shown(&read);
    let ids = with_status(&read, "sourcing");
    let [moved, deleted, disputed, forbidden, invalid, ..] = ids.as_slice() else {
        panic!("too few deals: {ids:?}")
    };

    // Successful requests.
    let deal = |id: &str| DealId::new(id).unwrap();
    engine.submit(vec![
        Effect::LoadPortfolio,
        Effect::LoadNotifications,
        Effect::LoadDeal(deal(moved)),
        moving(moved, "sourcing", "ic", NOW),
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
    all += &shown(&wait(&engine, "what goes well", |s| {
        applied(s) == 3 && s.portfolio.read_at.is_some() && s.inbox.read_at.is_some()
    }));

    // A conflict, and refusals that repeat the whole request.
    bench.move_by_another(disputed, "closing");
    engine.submit(vec![moving(disputed, "sourcing", "ic", NOW)]);
    wait(&engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    for (at, (status, id)) in [(403, forbidden), (422, invalid)].into_iter().enumerate() {
        parrot.refuse(status, 0);
        engine.submit(vec![Effect::LoadPortfolio, moving(id, "sourcing", "ic", NOW)]);
        all += &shown(&wait(&engine, "the refusal", |s| {
            refused(s) > at && s.portfolio.error.is_some()
        }));
    }
    parrot.refuse(0, 0);
    bench.sandbox().faults().add(
        "drop-before-commit@portfolio_summary:1"
            .parse::<encours_sandbox::Fault>()
            .unwrap(),
    );
    submit(&engine, vec![Effect::LoadPortfolio]);

    // First revoke a bearer, then refuse the key too.
    bench.sandbox().revoke_tokens().unwrap();
    engine.submit(vec![Effect::Refresh, moving(moved, "ic", "sourcing", NOW)]);
    all += &shown(&wait(&engine, "the move back", |s| applied(s) == 4));
    bench.sandbox().revoke_tokens().unwrap();
    parrot.refuse(0, 401);
    engine.submit(vec![moving(moved, "sourcing", "ic", NOW)]);
    all += &shown(&needs_a_sign_in(&engine));
    drop(engine);
    parrot.refuse(0, 0);
    let mut wrong = settings;
    wrong.client.secret = SecretSource::fixed(WRONG.to_owned());
    let engine = start(wrong);
    all += &shown(&needs_a_sign_in(&engine));
    drop(engine);

    for masked in ["[bearer]", "[signature]", "[nonce]", "/auth/token"] {
        assert!(
            all.contains(masked),
            "{masked}: nothing was repeated, so nothing is proved"
        );
    }
    let mut files = Vec::new();
    kept(bench.profile().parent().unwrap(), &mut files);
    assert!(files.len() > 10_000, "{} bytes were stored", files.len());
    let files = String::from_utf8_lossy(&files);
    for secret in parrot.secrets() {
        assert!(!all.contains(&secret), "{secret} is shown");
        assert!(!files.contains(&secret), "{secret} is stored");
    }
}

//! A process with an engine on a profile, for tests that kill or stop it.
//!
//! It writes continuously. Each line of output is a change about to be submitted (`try …`), accepted on disk (`ack …`)
//! or rejected (`nak …`). `shut` reports that it shows the service's pause.
//!
//! `encours-driver BASE_URL SECRET PROFILE RUN LEASE_MS PILE [DEAL…]`: with deals it moves them in turn between
//! creations; it waits while `PILE` writes are not answered.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "part of a test: whatever it cannot do must be seen"
)]

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use encours_core::client::{ClientConfig, SecretSource};
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{ConnectionState, Event, EventKind, Snapshot};

const TIMEOUT: Duration = Duration::from_mins(1);
const STATUSES: [&str; 4] = ["sourcing", "screening", "ic", "closing"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [base_url, secret, profile, run_name, lease, max_pending, deals @ ..] = arguments.as_slice() else {
        panic!("encours-driver BASE_URL SECRET PROFILE RUN LEASE_MS PILE [DEAL…]");
    };
    let max_pending: usize = max_pending.parse().unwrap();
    let mut client =
        ClientConfig::new(base_url.parse().unwrap(), "key_engine_tests", SecretSource::fixed(secret.clone()));
    client.max_tries = 1;
    let mut settings = Settings::new(client, profile.into());
    settings.retry_base = Duration::from_millis(5);
    settings.retry_cap = Duration::from_millis(50);
    settings.lease = Duration::from_millis(lease.parse().unwrap());
    encours_tests::encrypted_profile::unlock_profile(&settings.dir);
    let engine = Engine::start(settings, Arc::new(|| {})).unwrap();
    print_line("ready");
    let mut not_paused = true;
    for round in 0_usize.. {
        // Limit the number of unanswered writes.
        let snapshot = wait_until(&engine, |s| s.writes.len() < max_pending);
        if not_paused && matches!(snapshot.connection, ConnectionState::RateLimited { .. }) {
            print_line("shut");
            not_paused = false;
        }
        let deal = deals.get(round % deals.len().max(1));
        match deal.filter(|_| round % 3 != 0) {
            Some(deal) => move_deal(&engine, deal, round),
            None => create(&engine, &format!("{run_name}-{round}")),
        }
    }
}

fn create(engine: &Engine, name: &str) {
    let mut fields = Fields::new();
    fields.set_text("name", name);
    print_line(&format!("try create {name}"));
    let is_stored = submit(engine, Effect::Create { fields, label: name.to_owned() });
    print_line(&format!("{} create {name}", if is_stored { "ack" } else { "nak" }));
}

fn move_deal(engine: &Engine, deal: &str, round: usize) {
    let snapshot = wait_until(engine, |s| s.deals.find(deal).is_some());
    let row = snapshot.deals.find(deal).and_then(|ix| snapshot.deals.row(ix));
    let from = row.expect("the deal exists").status.to_owned();
    let to = STATUSES[round / 3 % STATUSES.len()];
    if from == to {
        return;
    }
    let (mut fields, mut base) = (Fields::new(), Fields::new());
    fields.set_text("status", to);
    base.set_text("status", &from);
    print_line(&format!("try move {deal} {to}"));
    let is_stored = submit(
        engine,
        Effect::Update {
            deal: DealId::new(deal).unwrap(),
            fields,
            base,
            label: deal.to_owned(),
            undo_delay: Duration::ZERO,
        },
    );
    print_line(&format!("{} move {deal} {to}", if is_stored { "ack" } else { "nak" }));
}

/// Submits an effect; returns whether it was stored.
fn submit(engine: &Engine, effect: Effect) -> bool {
    let before = engine.snapshot();
    let last_seq = before.events.last().map_or(0, |event| event.seq);
    engine.submit(vec![effect]);
    let after = wait_until(engine, |s| s.handled > before.handled);
    let is_not_stored =
        |event: &Event| event.seq > last_seq && matches!(event.kind, EventKind::WriteNotStored { .. });
    !after.events.iter().any(is_not_stored)
}

fn wait_until(engine: &Engine, condition: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    engine.wait_until(TIMEOUT, condition).unwrap_or_else(|last| panic!("timed out: {:?}", last.connection))
}

fn print_line(line: &str) {
    // The parent process has ended.
    if writeln!(std::io::stdout().lock(), "{line}").is_err() {
        std::process::exit(0);
    }
}

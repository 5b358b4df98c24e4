//! Simulated users: they move and reassign deals, write notes and cause notifications.
//!
//! Their actions are drawn from the seed. The configured pause, or a test's call, sets the time.

use rusqlite::{Connection, OptionalExtension, params};

use crate::clock::date_time;
use crate::data::portfolio::search_key;
use crate::data::rng::Random;
use crate::data::vocabulary::DEAL_STATUS;
use crate::data::{StateDb, notifications};
use crate::json::{Object, quote};
use crate::lock::lock;
use crate::server::ServerState;
use crate::{Error, ServiceProfile};

/// An action of a simulated user.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulatedAction {
    /// A deal changed its status.
    Moved {
        /// The deal.
        deal_id: String,
        /// The old status.
        from: String,
        /// The new status.
        to: String,
    },
    /// A deal changed its owner.
    Reassigned {
        /// The deal.
        deal_id: String,
        /// The new owner.
        to: String,
    },
    /// A note was added to a deal.
    Noted {
        /// The deal.
        deal_id: String,
    },
    /// A notification arrived.
    Notified {
        /// The notification.
        notification_id: String,
    },
    /// No action, because every deal is deleted or none exists.
    Nothing,
}

const OWNERS: [&str; 6] = ["A. Martin", "L. Nguyen", "C. Delaunay", "J. Roux", "S. Benali", "M. Ferrand"];

const REMARKS: [&str; 4] = [
    "Point fait avec le sponsor ce matin : calendrier confirmé.",
    "Pièces complémentaires reçues, à verser au dossier.",
    "Question du comité sur la valeur : réponse de l’expert attendue.",
    "Banque senior relancée.",
];

/// Acts at the configured pace while polled; never completes if `live` is off.
pub(crate) async fn run(state: &ServerState) {
    if !state.config.live {
        return std::future::pending().await;
    }
    let pause =
        std::time::Duration::try_from(state.config.live_pause).unwrap_or(std::time::Duration::from_secs(5));
    loop {
        tokio::time::sleep(pause.max(std::time::Duration::from_millis(10))).await;
        match act(state) {
            Ok(act) => tracing::info!(?act, "another user"),
            Err(error) => tracing::error!(%error, "failed to act as another user"),
        }
    }
}

/// Performs one action in one transaction.
pub(crate) fn act(state: &ServerState) -> Result<SimulatedAction, Error> {
    let now = state.clock.now();
    let mut data = lock(&state.data);
    let StateDb { db, page_cursors: bookmarks } = &mut *data;
    let tx = db.transaction()?;
    // The action count is part of the state, so that a state file continues its sequence.
    let sequence_number: u64 = tx
        .query_row("SELECT value FROM meta WHERE key = 'acts'", [], |row| row.get::<_, String>(0))
        .optional()?
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    tx.execute(
        "INSERT OR REPLACE INTO meta (key, value) VALUES ('acts', ?1)",
        [(sequence_number + 1).to_string()],
    )?;
    let mut random = Random::new(state.config.seed, &format!("act {sequence_number}"));
    let act = match random.below(10) {
        0..=4 => change_deal(&tx, &mut random, |random, deal| Ok(move_deal(random, deal, state, now)))?,
        5 => change_deal(&tx, &mut random, |random, deal| Ok(reassign(random, deal)))?,
        6 => change_deal(&tx, &mut random, |random, deal| add_note(&tx, random, deal))?,
        _ => add_notification(&tx, &mut random, state.config.profile, &date_time(now))?,
    };
    tx.commit()?;
    if matches!(act, SimulatedAction::Moved { .. }) {
        bookmarks.clear();
    }
    Ok(act)
}

/// A live deal during an action.
struct LiveDeal {
    row: i64,
    id: String,
    body: Object,
}

fn change_deal(
    tx: &Connection,
    random: &mut Random,
    apply_action: impl FnOnce(&mut Random, &mut LiveDeal) -> rusqlite::Result<SimulatedAction>,
) -> rusqlite::Result<SimulatedAction> {
    let max_row: i64 = tx.query_row("SELECT COALESCE(MAX(seq), 0) FROM deal", [], |row| row.get(0))?;
    let start_row = random.between(1, max_row.max(1));
    // The first live deal from this row, or else the first of all.
    let mut find =
        tx.prepare_cached("SELECT seq, body FROM deal WHERE deleted = 0 AND seq >= ?1 ORDER BY seq LIMIT 1")?;
    let mut find =
        |start_row: i64| find.query_row([start_row], |row| Ok((row.get(0)?, row.get(1)?))).optional();
    let row_body: Option<(i64, String)> = match find(start_row)? {
        Some(row_body) => Some(row_body),
        None => find(0)?,
    };
    let Some((row, body)) = row_body else {
        return Ok(SimulatedAction::Nothing);
    };
    let Ok(body) = Object::parse(body.as_bytes()) else {
        return Ok(SimulatedAction::Nothing);
    };
    let mut deal = LiveDeal { row, id: body.text("id").unwrap_or_default(), body };
    let apply_action = apply_action(random, &mut deal)?;
    let status = deal.body.text("status").unwrap_or_default();
    tx.execute("UPDATE deal SET body = ?2 WHERE seq = ?1", params![deal.row, deal.body.to_string()])?;
    tx.execute("UPDATE deal SET status = ?2 WHERE seq = ?1 AND status <> ?2", params![deal.row, status])?;
    Ok(apply_action)
}

fn move_deal(
    random: &mut Random,
    deal: &mut LiveDeal,
    state: &ServerState,
    now: jiff::Timestamp,
) -> SimulatedAction {
    let from = deal.body.text("status").unwrap_or_default();
    let index = DEAL_STATUS.iter().position(|entry| entry.code == from).unwrap_or(0);
    // Mostly one step forward; sometimes on hold or lost.
    let to = match random.below(10) {
        0 if from != "on_hold" => "on_hold",
        1 if from != "lost" => "lost",
        _ => DEAL_STATUS[(index + 1) % 7].code,
    };
    deal.body.set_text("status", to);
    if state.config.profile != ServiceProfile::Strict {
        let today = now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string();
        deal.body.set_text("status_since", &today);
    }
    SimulatedAction::Moved { deal_id: deal.id.clone(), from, to: to.to_owned() }
}

fn reassign(random: &mut Random, deal: &mut LiveDeal) -> SimulatedAction {
    let to = (*random.pick(&OWNERS)).to_owned();
    deal.body.set_text("responsable", &to);
    SimulatedAction::Reassigned { deal_id: deal.id.clone(), to }
}

fn add_note(tx: &Connection, random: &mut Random, deal: &mut LiveDeal) -> rusqlite::Result<SimulatedAction> {
    let id = random.uuid();
    let remark: &&str = random.pick(&REMARKS);
    let body = format!("{{\"id\":\"{id}\",\"content\":{}}}", quote(remark));
    tx.execute(
        "INSERT INTO note (id, deal, body) VALUES (?1, ?2, ?3)",
        params![id.as_bytes(), deal.row, body],
    )?;
    Ok(SimulatedAction::Noted { deal_id: deal.id.clone() })
}

fn add_notification(
    tx: &Connection,
    random: &mut Random,
    profile: ServiceProfile,
    now: &str,
) -> rusqlite::Result<SimulatedAction> {
    let id = random.uuid().to_string();
    let title = notifications::title(random);
    let body = notifications::body(&id, &title, false, profile, now);
    tx.execute(
        "INSERT INTO record (family, id, name, code, body) VALUES ('notifications', ?1, ?2, 'unread', ?3)",
        params![id, search_key(&title), body],
    )?;
    Ok(SimulatedAction::Notified { notification_id: id })
}

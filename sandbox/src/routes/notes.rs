//! `GET /deals/{deal_id}/notes`: the notes of a live deal, oldest first.

use rusqlite::params;

use super::deals;
use crate::{
    exchange::{Answer, Call, Outcome},
    rules::paging::Window,
};

pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("deal_id")?;
    let window = Window::read(
        &call.received.query,
        call.config.open.notes_page,
        &call.config.open,
    )?;
    let (deal, _) = deals::live(call, id)?;
    let total: i64 = call
        .db
        .prepare_cached("SELECT COUNT(*) FROM note WHERE deal = ?1")?
        .query_row([deal], |row| row.get(0))?;
    let (limit, offset) = window.sql();
    let items = call
        .db
        .prepare_cached("SELECT body FROM note WHERE deal = ?1 ORDER BY seq LIMIT ?2 OFFSET ?3")?
        .query_map(params![deal, limit, offset], |row| row.get(0))?
        .collect::<Result<Vec<String>, _>>()?
        .join(",");
    Ok(Answer::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    )))
}

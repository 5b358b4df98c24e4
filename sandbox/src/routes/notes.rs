//! Notes: those of one live deal, oldest first, and (extended) those of all deals.

use rusqlite::params;

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::quote;
use crate::rules::paging::PageWindow;

use super::{deals, record};

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.uuid("deal_id")?;
    let window =
        PageWindow::read(&call.request.query, call.config.spec_gaps.notes_page, &call.config.spec_gaps)?;
    let (deal, _) = deals::find_live(call, id)?;
    let total: i64 = call
        .db
        .prepare_cached("SELECT COUNT(*) FROM note WHERE deal = ?1")?
        .query_row([deal], |row| row.get(0))?;
    let (limit, offset) = window.to_sql();
    let items = call
        .db
        .prepare_cached("SELECT body FROM note WHERE deal = ?1 ORDER BY seq LIMIT ?2 OFFSET ?3")?
        .query_map(params![deal, limit, offset], |row| row.get(0))?
        .collect::<Result<Vec<String>, _>>()?
        .join(",");
    Ok(ApiResponse::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    )))
}

/// `GET /notes`: every note of a live deal, with its deal.
pub(crate) fn list_all(call: &mut ApiCall<'_>) -> HandlerResult {
    let spec_gaps = &call.config.spec_gaps;
    let window = PageWindow::read(&call.request.query, spec_gaps.notes_page, spec_gaps)?;
    let total: i64 = call
        .db
        .prepare_cached("SELECT COUNT(*) FROM note JOIN deal ON deal.seq = note.deal WHERE deal.deleted = 0")?
        .query_row([], |row| row.get(0))?;
    let (limit, offset) = window.to_sql();
    let notes = call
        .db
        .prepare_cached(
            "SELECT deal.id, note.body FROM note JOIN deal ON deal.seq = note.deal WHERE deal.deleted = 0
             ORDER BY note.seq LIMIT ?1 OFFSET ?2",
        )?
        .query_map(params![limit, offset], |row| Ok((row.get::<_, [u8; 16]>(0)?, row.get::<_, String>(1)?)))?
        .collect::<Result<Vec<_>, _>>()?;
    let items: Vec<String> = notes
        .iter()
        .map(|(deal, body)| {
            let deal = quote(&uuid::Uuid::from_bytes(*deal).to_string());
            body.strip_suffix('}')
                .map_or_else(|| body.clone(), |prefix| format!("{prefix},\"deal_id\":{deal}}}"))
        })
        .collect();
    Ok(record::object_page(&items, total.unsigned_abs(), window))
}

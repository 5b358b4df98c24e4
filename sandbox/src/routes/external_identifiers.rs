//! `GET /external-identifiers` (named by the contract): identifiers that other systems use for the entity's records.
//!
//! The list has the generated ones first, then the current external references of deals.

use crate::http_types::{ApiCall, HandlerResult};
use crate::json::Object;
use crate::rules::paging::PageWindow;

use super::record;

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let spec_gaps = &call.config.spec_gaps;
    let window = PageWindow::read(&call.request.query, spec_gaps.lists_page, spec_gaps)?;
    let external_id = call.request.query.get("external_id")?;
    let mut conditions: Vec<record::Condition<'_>> =
        vec![("family = 'external_identifiers' AND '' = ?", &"")];
    if let Some(external_id) = &external_id {
        conditions.push(("code = ?", external_id));
    }
    let (mut items, stored_count) = record::page(call, "record", &conditions, window)?;
    let deal_count: i64 = call
        .db
        .prepare_cached(
            "SELECT COUNT(*) FROM deal WHERE reference IS NOT NULL AND deleted = 0 AND (?1 IS NULL OR reference = ?1)",
        )?
        .query_row([external_id], |row| row.get(0))?;
    let available = u64::from(window.limit).saturating_sub(items.len() as u64);
    let skip = window.offset.saturating_sub(stored_count);
    let deals = call
        .db
        .prepare_cached(
            "SELECT id, reference FROM deal WHERE reference IS NOT NULL AND deleted = 0
             AND (?1 IS NULL OR reference = ?1) ORDER BY seq LIMIT ?2 OFFSET ?3",
        )?
        .query_map(
            rusqlite::params![external_id, available.cast_signed(), i64::try_from(skip).unwrap_or(i64::MAX)],
            |row| Ok((row.get::<_, [u8; 16]>(0)?, row.get::<_, String>(1)?)),
        )?
        .collect::<Result<Vec<_>, _>>()?;
    items.extend(deals.into_iter().map(|(id, reference)| {
        let mut item = Object::new();
        item.set_text("external_id", &reference);
        item.set_text("resource_type", "deal");
        item.set_text("resource_id", &uuid::Uuid::from_bytes(id).to_string());
        item.to_string()
    }));
    Ok(record::object_page(&items, stored_count + deal_count.unsigned_abs(), window))
}

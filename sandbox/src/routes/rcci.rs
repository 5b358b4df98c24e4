//! `GET /rcci/summary` (named by the contract; scope `portfolio:read`): the compliance officer's (RCCI) summary.
//!
//! It is computed from the same data as everything else.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;

pub(crate) fn summary(call: &mut ApiCall<'_>) -> HandlerResult {
    let count =
        |sql: &str| -> rusqlite::Result<i64> { call.db.prepare_cached(sql)?.query_row([], |row| row.get(0)) };
    let late = "SELECT COUNT(*) FROM operation WHERE deleted = 0 AND statut IN ('retard', 'precontentieux', 'contentieux')";
    let mut body = Object::new();
    body.set_text("date", &call.now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string());
    for (name, sql) in [
        ("total_operations", "SELECT COUNT(*) FROM operation WHERE deleted = 0"),
        ("operations_en_difficulte", late),
        ("total_operateurs", "SELECT COUNT(*) FROM record WHERE family = 'operateurs' AND deleted = 0"),
        (
            "kyc_a_revoir",
            "SELECT COUNT(*) FROM record WHERE family = 'operateurs' AND deleted = 0 AND body ->> 'kyc_valide' = 0",
        ),
        (
            "alertes_critiques",
            "SELECT COUNT(*) FROM record WHERE family = 'alerts' AND deleted = 0 AND body ->> 'severity' = 'critical'",
        ),
    ] {
        body.set(name, count(sql)?.to_string());
    }
    Ok(ApiResponse::ok(body.to_string()))
}

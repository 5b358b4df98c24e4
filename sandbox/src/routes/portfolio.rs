//! `GET /portfolio/summary`: totals without deleted resources, and three breakdowns by effective code.

use crate::data::portfolio::euros;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::problem::ApiProblem;

pub(crate) fn summary(call: &mut ApiCall<'_>) -> HandlerResult {
    let (operations, nominal): (i64, i64) = call
        .db
        .prepare_cached("SELECT COUNT(*), COALESCE(SUM(nominal), 0) FROM operation WHERE deleted = 0")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut body = Object::new();
    body.set("total_operations", operations.to_string());
    body.set("total_nominal", euros(nominal));
    for (field, kind) in
        [("total_fonds", "fonds"), ("total_spvs", "spvs"), ("total_operateurs", "operateurs")]
    {
        let count: i64 = call
            .db
            .prepare_cached("SELECT COUNT(*) FROM record WHERE family = ?1 AND deleted = 0")?
            .query_row([kind], |row| row.get(0))?;
        body.set(field, count.to_string());
    }
    for (field, column) in [
        ("operations_by_status", "statut"),
        ("operations_by_classe_actif", "classe_actif"),
        ("operations_by_type_investissement", "type_investissement"),
    ] {
        body.set(field, breakdown(call, column)?.to_string());
    }
    Ok(ApiResponse::ok(body.to_string()))
}

/// Counts operations per code of a column; those without a code are left out.
fn breakdown(call: &ApiCall<'_>, column: &'static str) -> Result<Object, ApiProblem> {
    let mut statement = call.db.prepare_cached(&format!(
        "SELECT {column}, COUNT(*) FROM operation WHERE deleted = 0 AND {column} IS NOT NULL
         GROUP BY {column} ORDER BY 2 DESC, 1"
    ))?;
    let mut counts = Object::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        counts.set(&row.get::<_, String>(0)?, row.get::<_, i64>(1)?.to_string());
    }
    Ok(counts)
}

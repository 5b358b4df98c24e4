//! Shared queries of the smaller resource kinds: one record by identifier, and lists in three page forms.

use axum::http::{HeaderName, HeaderValue};
use rusqlite::{OptionalExtension, ToSql};

use crate::PageBounds;
use crate::data::rng::Random;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::paging::PageWindow;
use crate::rules::problem::ApiProblem;

/// Returns the body of a record owned by `owner` (empty for records without an owner); 404 otherwise.
pub(crate) fn find(call: &ApiCall<'_>, kind: &str, id: &str, owner: &str) -> Result<String, ApiProblem> {
    call.db
        .prepare_cached(
            "SELECT body FROM record WHERE family = ?1 AND id = ?2 AND owner = ?3 AND deleted = 0",
        )?
        .query_row([kind, id, owner], |row| row.get(0))
        .optional()?
        .ok_or_else(|| ApiProblem::not_found("there is no such record").with_reason("record_not_found"))
}

/// Returns the record as an editable object.
pub(crate) fn find_object(
    call: &ApiCall<'_>,
    kind: &str,
    id: &str,
    owner: &str,
) -> Result<Object, ApiProblem> {
    let body = find(call, kind, id, owner)?;
    Object::parse(body.as_bytes()).map_err(|error| {
        tracing::error!(%error, kind, "failed to parse a stored record");
        ApiProblem::new(500, "the stored record could not be read")
    })
}

/// Returns the code of an existing record.
pub(crate) fn find_code(call: &ApiCall<'_>, kind: &str, id: &str) -> Result<String, ApiProblem> {
    let code = call
        .db
        .prepare_cached("SELECT code FROM record WHERE family = ?1 AND id = ?2")?
        .query_row([kind, id], |row| row.get(0))?;
    Ok(code)
}

/// Stores a changed record with the code that filters match.
pub(crate) fn store(
    call: &ApiCall<'_>,
    kind: &str,
    id: &str,
    code: &str,
    body: &Object,
) -> Result<String, ApiProblem> {
    let body = body.to_string();
    call.db
        .prepare_cached("UPDATE record SET body = ?3, code = ?4 WHERE family = ?1 AND id = ?2")?
        .execute([kind, id, &body, code])?;
    Ok(body)
}

/// Returns a reproducible identifier for a record, drawn from the seed and the record count.
pub(crate) fn new_id(call: &ApiCall<'_>, kind: &str) -> Result<uuid::Uuid, ApiProblem> {
    let rows: i64 = call
        .db
        .prepare_cached("SELECT COALESCE(MAX(seq), 0) FROM record")?
        .query_row([], |row| row.get(0))?;
    Ok(Random::new(call.config.seed, &format!("created {kind} {rows}")).uuid())
}

/// A condition on a list: SQL with one `?`, and its value.
pub(crate) type Condition<'a> = (&'a str, &'a dyn ToSql);

/// Returns one page of bodies in creation order, and the number of matching rows.
pub(crate) fn page(
    call: &ApiCall<'_>,
    table: &str,
    conditions: &[Condition<'_>],
    window: PageWindow,
) -> Result<(Vec<String>, u64), ApiProblem> {
    ordered_page(call, table, conditions, window, "seq")
}

/// Returns one page of records, newest first, and the number of matching rows.
pub(crate) fn newest_first(
    call: &ApiCall<'_>,
    conditions: &[Condition<'_>],
    window: PageWindow,
) -> Result<(Vec<String>, u64), ApiProblem> {
    ordered_page(call, "record", conditions, window, "seq DESC")
}

fn ordered_page(
    call: &ApiCall<'_>,
    table: &str,
    conditions: &[Condition<'_>],
    window: PageWindow,
    order: &str,
) -> Result<(Vec<String>, u64), ApiProblem> {
    let clause = conditions.iter().fold(String::new(), |clause, (sql, _)| clause + " AND " + sql);
    let mut values: Vec<&dyn ToSql> = conditions.iter().map(|(_, value)| *value).collect();
    let total: i64 = call
        .db
        .prepare_cached(&format!("SELECT COUNT(*) FROM {table} WHERE deleted = 0{clause}"))?
        .query_row(&*values, |row| row.get(0))?;
    let (limit, offset) = window.to_sql();
    values.extend([&limit as &dyn ToSql, &offset]);
    let bodies = call
        .db
        .prepare_cached(&format!(
            "SELECT body FROM {table} WHERE deleted = 0{clause} ORDER BY {order} LIMIT ? OFFSET ?"
        ))?
        .query_map(&*values, |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok((bodies, total.unsigned_abs()))
}

/// Returns the matching records as an object page.
pub(crate) fn list_page(
    call: &ApiCall<'_>,
    conditions: &[Condition<'_>],
    bounds: PageBounds,
) -> HandlerResult {
    let window = PageWindow::read(&call.request.query, bounds, &call.config.spec_gaps)?;
    let (bodies, total) = page(call, "record", conditions, window)?;
    Ok(object_page(&bodies, total, window))
}

/// Builds an object with `items`, `total`, `limit` and `offset`.
pub(crate) fn object_page(bodies: &[String], total: u64, window: PageWindow) -> ApiResponse {
    let PageWindow { limit, offset } = window;
    let items = bodies.join(",");
    ApiResponse::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    ))
}

/// Builds a JSON array, with the `X-Service-*` headers if the route has them.
pub(crate) fn array_page(bodies: &[String], total: u64, window: PageWindow, headers: bool) -> ApiResponse {
    let response = ApiResponse::ok(format!("[{}]", bodies.join(",")));
    if !headers {
        return response;
    }
    let has_more = window.offset.saturating_add(bodies.len() as u64) < total;
    response
        .with_header(HeaderName::from_static("x-service-limit"), window.limit)
        .with_header(HeaderName::from_static("x-service-offset"), window.offset)
        .with_header(
            HeaderName::from_static("x-service-has-more"),
            HeaderValue::from_static(if has_more { "true" } else { "false" }),
        )
}

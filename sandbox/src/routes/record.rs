//! What the smaller families have in common: one record by identifier, and lists in three page forms.

use axum::http::{HeaderName, HeaderValue};
use rusqlite::{OptionalExtension, ToSql};

use crate::PageBounds;
use crate::data::rng::Random;
use crate::http_types::{Answer, Call, Outcome};
use crate::json::Object;
use crate::rules::paging::Window;
use crate::rules::problem::Problem;

/// Body of a record of a family, owned by `owner` (empty where nobody owns it); 404 otherwise.
pub(crate) fn find(call: &Call<'_>, family: &str, id: &str, owner: &str) -> Result<String, Problem> {
    call.db
        .prepare_cached(
            "SELECT body FROM record WHERE family = ?1 AND id = ?2 AND owner = ?3 AND deleted = 0",
        )?
        .query_row([family, id, owner], |row| row.get(0))
        .optional()?
        .ok_or_else(|| Problem::not_found("there is no such record").reason("record_not_found"))
}

/// The same, as an object that can be changed.
pub(crate) fn object(call: &Call<'_>, family: &str, id: &str, owner: &str) -> Result<Object, Problem> {
    let body = find(call, family, id, owner)?;
    Object::parse(body.as_bytes()).map_err(|error| {
        tracing::error!(%error, family, "a stored record is no JSON object");
        Problem::new(500, "the stored record could not be read")
    })
}

/// The code of a record that is there.
pub(crate) fn code(call: &Call<'_>, family: &str, id: &str) -> Result<String, Problem> {
    let code = call
        .db
        .prepare_cached("SELECT code FROM record WHERE family = ?1 AND id = ?2")?
        .query_row([family, id], |row| row.get(0))?;
    Ok(code)
}

/// Stores a changed record with the code its filters look at.
pub(crate) fn store(
    call: &Call<'_>,
    family: &str,
    id: &str,
    code: &str,
    body: &Object,
) -> Result<String, Problem> {
    let body = body.to_string();
    call.db
        .prepare_cached("UPDATE record SET body = ?3, code = ?4 WHERE family = ?1 AND id = ?2")?
        .execute([family, id, &body, code])?;
    Ok(body)
}

/// An identifier for a new record, drawn from the seed and the number of records ever made.
pub(crate) fn fresh_id(call: &Call<'_>, family: &str) -> Result<uuid::Uuid, Problem> {
    let rows: i64 = call
        .db
        .prepare_cached("SELECT COALESCE(MAX(seq), 0) FROM record")?
        .query_row([], |row| row.get(0))?;
    Ok(Random::new(call.config.seed, &format!("created {family} {rows}")).uuid())
}

/// A condition on a list: SQL that names its value `?`, and the value.
pub(crate) type Condition<'a> = (&'a str, &'a dyn ToSql);

/// One page of a table's bodies in the order of their creation, and how many rows satisfy the conditions.
pub(crate) fn page(
    call: &Call<'_>,
    table: &str,
    conditions: &[Condition<'_>],
    window: Window,
) -> Result<(Vec<String>, u64), Problem> {
    ordered(call, table, conditions, window, "seq")
}

/// The same over the records, with the latest first.
pub(crate) fn newest_first(
    call: &Call<'_>,
    conditions: &[Condition<'_>],
    window: Window,
) -> Result<(Vec<String>, u64), Problem> {
    ordered(call, "record", conditions, window, "seq DESC")
}

fn ordered(
    call: &Call<'_>,
    table: &str,
    conditions: &[Condition<'_>],
    window: Window,
    order: &str,
) -> Result<(Vec<String>, u64), Problem> {
    let clause = conditions
        .iter()
        .fold(String::new(), |clause, (sql, _)| clause + " AND " + sql);
    let mut values: Vec<&dyn ToSql> = conditions.iter().map(|(_, value)| *value).collect();
    let total: i64 = call
        .db
        .prepare_cached(&format!("SELECT COUNT(*) FROM {table} WHERE deleted = 0{clause}"))?
        .query_row(&*values, |row| row.get(0))?;
    let (limit, offset) = window.sql();
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

/// The records that satisfy the conditions, in the route's own page form for objects.
pub(crate) fn items(call: &Call<'_>, conditions: &[Condition<'_>], bounds: PageBounds) -> Outcome {
    let window = Window::read(&call.received.query, bounds, &call.config.open)?;
    let (bodies, total) = page(call, "record", conditions, window)?;
    Ok(object_page(&bodies, total, window))
}

/// An object with `items`, `total`, `limit` and `offset`.
pub(crate) fn object_page(bodies: &[String], total: u64, window: Window) -> Answer {
    let Window { limit, offset } = window;
    let items = bodies.join(",");
    Answer::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    ))
}

/// A JSON array, with the `X-Service-*` headers where the route has them.
pub(crate) fn array(bodies: &[String], total: u64, window: Window, headers: bool) -> Answer {
    let answer = Answer::ok(format!("[{}]", bodies.join(",")));
    if !headers {
        return answer;
    }
    let more = window.offset.saturating_add(bodies.len() as u64) < total;
    answer
        .with(HeaderName::from_static("x-service-limit"), window.limit)
        .with(HeaderName::from_static("x-service-offset"), window.offset)
        .with(
            HeaderName::from_static("x-service-has-more"),
            HeaderValue::from_static(if more { "true" } else { "false" }),
        )
}

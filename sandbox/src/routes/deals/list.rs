//! `GET /deals`: pages of live deals in creation order, all or of one status.

use rusqlite::{OptionalExtension, params};

use crate::data::Bookmarks;
use crate::data::vocabulary::DEAL_STATUS;
use crate::http_types::{Answer, Call, Outcome};
use crate::rules::enum_values;
use crate::rules::paging::Window;
use crate::rules::problem::Problem;

pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let query = &call.received.query;
    let window = Window::read(query, call.config.open.deals_page, &call.config.open)?;
    let status = query.one("status")?;
    if let Some(status) = status {
        enum_values::known("status", status, DEAL_STATUS, &call.config.open)?;
    }
    let total: i64 = call
        .db
        .prepare_cached("SELECT COALESCE(SUM(live), 0) FROM deal_count WHERE ?1 IS NULL OR status = ?1")?
        .query_row([status], |row| row.get(0))?;
    let mut items = String::new();
    if window.offset < total.unsigned_abs()
        && let Some(start) = start(call.db, call.bookmarks, status, window.offset)?
    {
        let last = page(call, status, start, window.limit, &mut items)?;
        if let Some((row, count)) = last {
            call.bookmarks.put(status, window.offset + count, row);
        }
    }
    let Window { limit, offset } = window;
    Ok(Answer::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    )))
}

/// Appends a page; returns its last row and its number of deals.
fn page(
    call: &Call<'_>,
    status: Option<&str>,
    after: i64,
    limit: u32,
    items: &mut String,
) -> Result<Option<(i64, u64)>, Problem> {
    let sql = match status {
        None => "SELECT seq, body FROM deal WHERE deleted = 0 AND seq > ?1 ORDER BY seq LIMIT ?2",
        Some(_) => {
            "SELECT seq, body FROM deal WHERE deleted = 0 AND seq > ?1 AND status = ?3 ORDER BY seq LIMIT ?2"
        }
    };
    let mut statement = call.db.prepare_cached(sql)?;
    let mut rows = match status {
        None => statement.query(params![after, limit])?,
        Some(status) => statement.query(params![after, limit, status])?,
    };
    let mut last = None;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        if count > 0 {
            items.push(',');
        }
        count += 1;
        last = Some(row.get(0)?);
        items.push_str(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?);
    }
    Ok(last.map(|row| (row, count)))
}

/// Returns the row before the deal at an offset; `None` if the list is shorter.
fn start(
    db: &rusqlite::Connection,
    bookmarks: &mut Bookmarks,
    status: Option<&str>,
    offset: u64,
) -> Result<Option<i64>, Problem> {
    let (near, row) = bookmarks.before(status, offset);
    if near == offset {
        return Ok(Some(row));
    }
    let sql = match status {
        None => "SELECT seq FROM deal WHERE deleted = 0 AND seq > ?1 ORDER BY seq LIMIT 1 OFFSET ?2",
        Some(_) => {
            "SELECT seq FROM deal WHERE deleted = 0 AND seq > ?1 AND status = ?3 ORDER BY seq LIMIT 1 OFFSET ?2"
        }
    };
    let skip = i64::try_from(offset - near - 1).unwrap_or(i64::MAX);
    let mut statement = db.prepare_cached(sql)?;
    let found: Option<i64> = match status {
        None => statement
            .query_row(params![row, skip], |row| row.get(0))
            .optional()?,
        Some(status) => statement
            .query_row(params![row, skip, status], |row| row.get(0))
            .optional()?,
    };
    if let Some(found) = found {
        bookmarks.put(status, offset, found);
    }
    Ok(found)
}

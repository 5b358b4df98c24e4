//! `GET /deals`: pages of live deals in creation order, all or of one status.

use rusqlite::{OptionalExtension, params};

use crate::data::PageCursors;
use crate::data::vocabulary::DEAL_STATUS;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::enum_values;
use crate::rules::paging::PageWindow;
use crate::rules::problem::ApiProblem;

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let query = &call.request.query;
    let window = PageWindow::read(query, call.config.spec_gaps.deals_page, &call.config.spec_gaps)?;
    let status = query.get("status")?;
    if let Some(status) = status {
        enum_values::check_code("status", status, DEAL_STATUS, &call.config.spec_gaps)?;
    }
    let total: i64 = call
        .db
        .prepare_cached("SELECT COALESCE(SUM(live), 0) FROM deal_count WHERE ?1 IS NULL OR status = ?1")?
        .query_row([status], |row| row.get(0))?;
    let mut items = String::new();
    if window.offset < total.unsigned_abs()
        && let Some(start) = row_before(call.db, call.page_cursors, status, window.offset)?
    {
        let last = append_page(call, status, start, window.limit, &mut items)?;
        if let Some((row, count)) = last {
            call.page_cursors.insert(status, window.offset + count, row);
        }
    }
    let PageWindow { limit, offset } = window;
    Ok(ApiResponse::ok(format!(
        "{{\"items\":[{items}],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"
    )))
}

/// Appends a page; returns its last row and its number of deals.
fn append_page(
    call: &ApiCall<'_>,
    status: Option<&str>,
    after: i64,
    limit: u32,
    items: &mut String,
) -> Result<Option<(i64, u64)>, ApiProblem> {
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
fn row_before(
    db: &rusqlite::Connection,
    bookmarks: &mut PageCursors,
    status: Option<&str>,
    offset: u64,
) -> Result<Option<i64>, ApiProblem> {
    let (cursor_offset, row) = bookmarks.nearest_before(status, offset);
    if cursor_offset == offset {
        return Ok(Some(row));
    }
    let sql = match status {
        None => "SELECT seq FROM deal WHERE deleted = 0 AND seq > ?1 ORDER BY seq LIMIT 1 OFFSET ?2",
        Some(_) => {
            "SELECT seq FROM deal WHERE deleted = 0 AND seq > ?1 AND status = ?3 ORDER BY seq LIMIT 1 OFFSET ?2"
        }
    };
    let skip = i64::try_from(offset - cursor_offset - 1).unwrap_or(i64::MAX);
    let mut statement = db.prepare_cached(sql)?;
    let position: Option<i64> = match status {
        None => statement.query_row(params![row, skip], |row| row.get(0)).optional()?,
        Some(status) => statement.query_row(params![row, skip, status], |row| row.get(0)).optional()?,
    };
    if let Some(position) = position {
        bookmarks.insert(status, offset, position);
    }
    Ok(position)
}

//! What can be read of a damaged `settings.db`: by SQLite as far as it comes, and page by page beyond.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::{beside, pages};

/// Each setting by name, with its value and the moment it was changed at.
pub(in super::super) fn settings(file: &Path) -> BTreeMap<String, (String, i64)> {
    let mut found = BTreeMap::new();
    for order in ["ASC", "DESC"] {
        // What stops it here is what the pages are looked at for.
        let _damage = by_query(file, order, &mut found);
    }
    let bytes = |path: &Path| std::fs::read(path).unwrap_or_default();
    let (database, log) = (bytes(file), bytes(&beside(file, "-wal")));
    for entry in pages::entries(&database, &log) {
        if let [Value::Text(name), Value::Text(value), Value::Integer(at)] = entry.as_slice()
            && !found.contains_key(name)
        {
            found.insert(name.clone(), (value.clone(), *at));
        }
    }
    found
}

fn by_query(file: &Path, order: &str, into: &mut BTreeMap<String, (String, i64)>) -> rusqlite::Result<()> {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let select = format!("SELECT name, value, changed_at FROM setting ORDER BY name {order}");
    let mut all = db.prepare(&select)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        into.insert(row.get(0)?, (row.get(1)?, row.get(2)?));
    }
    Ok(())
}

//! Recovery of a damaged `settings.db`, through SQLite as far as possible, then page by page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::OpenFlags;
use rusqlite::types::{Value, ValueRef};

use crate::store::files::{open, sums};
use crate::store::{StoreError, encryption};

use super::page_scan;

/// Returns each setting with value and time of change, and the number of lost ones.
pub(in crate::store) fn recover_settings(file: &Path) -> (BTreeMap<String, (String, i64)>, usize) {
    let (mut recovered, mut lost_names) = (BTreeMap::new(), BTreeSet::new());
    let raw = page_scan::RawPages::read(file).unwrap_or_default();
    // Opening an empty file would delete its log.
    let orders: &[&str] = if open::is_empty(file) { &[] } else { &["ASC", "DESC"] };
    for order in orders {
        // The page scan continues after any damage here.
        let _damage = by_query(file, order, &mut recovered, &mut lost_names);
    }
    for entry in page_scan::entries(&raw) {
        let [Value::Text(name), Value::Text(value), Value::Integer(at), sum @ ..] = entry.as_slice() else {
            continue;
        };
        let valid = sums::checksum(entry.iter().take(3).map(ValueRef::from));
        if sum.iter().any(|sum| *sum != Value::Integer(valid)) {
            lost_names.insert(name.clone());
        } else if !recovered.contains_key(name) {
            recovered.insert(name.clone(), (value.clone(), *at));
        }
    }
    let lost_names = lost_names.iter().filter(|name| !recovered.contains_key(*name)).count();
    (recovered, lost_names)
}

fn by_query(
    file: &Path,
    order: &str,
    recovered: &mut BTreeMap<String, (String, i64)>,
    lost_names: &mut BTreeSet<String>,
) -> Result<(), StoreError> {
    let db = encryption::connect_with(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    sums::register(&db)?;
    let sound = sums::intact_condition(&db, "setting")?;
    let select = format!("SELECT name, value, changed_at, {sound} FROM setting ORDER BY name {order}");
    let mut all = db.prepare(&select)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        if row.get(3)? {
            recovered.insert(row.get(0)?, (row.get(1)?, row.get(2)?));
        } else {
            let name = String::from_utf8_lossy(row.get_ref(0)?.as_bytes().unwrap_or_default());
            lost_names.insert(name.into_owned());
        }
    }
    Ok(())
}

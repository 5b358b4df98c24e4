//! Changes of deals by revision. A copy of all deals is updated with them instead of being rebuilt.

use rusqlite::{Connection, params};

use crate::store::StoreError;

use super::{bump, counter, set_counter};

/// Counter raised by every transaction that writes or removes deals.
const REVISION: &str = "deals_revision";
/// Revision from which individual changes are known.
const KNOWN_FROM: &str = "deals_touched_from";
/// Random number that identifies this cache file.
const IDENTITY: &str = "identity";
/// Number of deals in a transaction above which a copy should be rebuilt.
const MAX_CHANGES: usize = 2_000;

/// The revision of the deals in a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Identity of the cache file.
    pub cache: i64,
    /// Number that grows with every transaction that writes or removes deals.
    pub number: i64,
}

/// Assigns an identity to a new cache.
pub(super) fn assign_identity(db: &Connection) -> Result<(), StoreError> {
    if counter(db, IDENTITY)?.is_none() {
        let number = crate::host::uuid().as_u64_pair().0.cast_signed();
        db.execute("INSERT OR IGNORE INTO counter (name, value) VALUES (?1, ?2)", params![IDENTITY, number])?;
    }
    Ok(())
}

/// Records the deals that a transaction wrote or removed.
pub(in crate::store) fn record_deals(tx: &Connection, deals: &[&str]) -> Result<(), StoreError> {
    if deals.is_empty() {
        return Ok(());
    }
    if deals.len() > MAX_CHANGES {
        return record_all(tx);
    }
    let revision = bump(tx, REVISION)?;
    let mut put = tx.prepare_cached("INSERT OR REPLACE INTO touched (deal, revision) VALUES (?1, ?2)")?;
    for deal in deals {
        put.execute(params![deal, revision])?;
    }
    Ok(())
}

/// Records that a transaction changed unknown deals.
pub(super) fn record_all(tx: &Connection) -> Result<(), StoreError> {
    let revision = bump(tx, REVISION)?;
    tx.execute("DELETE FROM touched", [])?;
    set_counter(tx, KNOWN_FROM, revision)?;
    Ok(())
}

pub(super) fn revision(db: &Connection) -> Result<Revision, StoreError> {
    Ok(Revision {
        cache: counter(db, IDENTITY)?.unwrap_or_default(),
        number: counter(db, REVISION)?.unwrap_or_default(),
    })
}

pub(in crate::store) fn since(
    db: &Connection,
    revision: Revision,
) -> Result<Option<Vec<String>>, StoreError> {
    let now = self::revision(db)?;
    let known_from = counter(db, KNOWN_FROM)?.unwrap_or_default();
    if now.cache != revision.cache || !(known_from..=now.number).contains(&revision.number) {
        return Ok(None);
    }
    let mut statement = db.prepare_cached("SELECT deal FROM touched WHERE revision > ?1")?;
    let rows = statement.query_map([revision.number], |row| row.get(0))?;
    Ok(Some(rows.collect::<Result<_, _>>()?))
}

pub(in crate::store) fn forget(db: &Connection, revision: Revision) -> Result<(), StoreError> {
    let known_from = counter(db, KNOWN_FROM)?.unwrap_or_default();
    // The copy is of another cache file, or older than another copy.
    if self::revision(db)?.cache != revision.cache || known_from >= revision.number {
        return Ok(());
    }
    let tx = db.unchecked_transaction()?;
    tx.execute("DELETE FROM touched WHERE revision <= ?1", [revision.number])?;
    set_counter(&tx, KNOWN_FROM, revision.number)?;
    tx.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::store::files::{open, schema};

    use super::*;

    fn cache() -> (tempfile::TempDir, Connection) {
        let tmp = tempfile::tempdir().unwrap();
        let db = open::open(&tmp.path().join("c.db"), schema::CACHE, false).unwrap();
        assign_identity(&db).unwrap();
        (tmp, db)
    }

    #[test]
    fn changes_since_a_revision_list_the_touched_deals() {
        let (_tmp, db) = cache();
        let none = revision(&db).unwrap();
        assert_eq!(since(&db, none).unwrap(), Some(vec![]));
        record_deals(&db, &["a", "b"]).unwrap();
        let first = revision(&db).unwrap();
        record_deals(&db, &["b", "c"]).unwrap();
        assert_eq!(since(&db, none).unwrap().unwrap(), ["a", "b", "c"]);
        assert_eq!(since(&db, first).unwrap().unwrap(), ["b", "c"]);
        forget(&db, Revision { cache: first.cache.wrapping_add(1), ..first }).unwrap();
        assert_eq!(since(&db, none).unwrap().unwrap(), ["a", "b", "c"], "a copy of another cache");
        forget(&db, first).unwrap();
        assert_eq!(since(&db, first).unwrap().unwrap(), ["b", "c"]);
        assert_eq!(since(&db, none).unwrap(), None, "it is not known any more");
    }

    #[test]
    fn many_changes_or_another_cache_require_a_new_snapshot() {
        let (_tmp, db) = cache();
        let before = revision(&db).unwrap();
        let many: Vec<String> = (0..=MAX_CHANGES).map(|n| n.to_string()).collect();
        record_deals(&db, &many.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        assert_eq!(since(&db, before).unwrap(), None);
        let now = revision(&db).unwrap();
        assert_eq!(since(&db, now).unwrap(), Some(vec![]));
        let other = Revision { cache: now.cache.wrapping_add(1), ..now };
        assert_eq!(since(&db, other).unwrap(), None);
        forget(&db, other).unwrap();
        let later = Revision { number: now.number + 1, ..now };
        assert_eq!(since(&db, later).unwrap(), None, "from a future that was lost");
    }
}

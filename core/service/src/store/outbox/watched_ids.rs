//! Watched ids with the server's last response, for resource kinds without a list route. They are the user's own data
//! and exist nowhere else. They are therefore in the outbox file, which is never deleted.

use crate::model::watched::{Origin, Watched};
use jiff::Timestamp;
use rusqlite::params;

use crate::store::cache::types::timestamp_from_micros;
use crate::store::{Outbox, StoreError};

impl Outbox {
    /// Watches ids of a resource kind; returns how many are new. An id that was found automatically and is now entered
    /// counts as entered.
    pub fn watch(
        &self,
        kind: &str,
        ids: &[String],
        origin: Origin,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        self.transact(|tx| {
            let mut new = 0;
            for id in ids {
                new += tx
                    .prepare_cached(
                        "INSERT OR IGNORE INTO watch (family, id, origin, added_at) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![kind, id, origin.name(), now.as_microsecond()])?;
                if origin == Origin::Entered {
                    tx.prepare_cached("UPDATE watch SET origin = 'given' WHERE family = ?1 AND id = ?2")?
                        .execute([kind, id])?;
                }
            }
            Ok(new)
        })
    }

    /// Stops watching ids; returns those that were watched.
    pub fn unwatch(&self, kind: &str, ids: &[String]) -> Result<Vec<String>, StoreError> {
        self.transact(|tx| {
            let mut removed = Vec::new();
            for id in ids {
                let deleted_rows = tx
                    .prepare_cached("DELETE FROM watch WHERE family = ?1 AND id = ?2")?
                    .execute([kind, id])?;
                if deleted_rows > 0 {
                    removed.push(id.clone());
                }
            }
            Ok(removed)
        })
    }

    /// Returns the watched ids of a resource kind, in the order of addition.
    pub fn watched(&self, kind: &str) -> Result<Vec<Watched>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT id, origin, added_at, checked_at, status, reason FROM watch WHERE family = ?1 ORDER BY seq",
        )?;
        let mut rows = statement.query([kind])?;
        let mut watched_ids = Vec::new();
        while let Some(row) = rows.next()? {
            let id: String = row.get(0)?;
            let origin: String = row.get(1)?;
            let added_at = timestamp_from_micros(row.get(2)?)
                .ok_or_else(|| StoreError::Unreadable(format!("watched {id}: impossible moment")))?;
            watched_ids.push(Watched {
                origin: if origin == Origin::Discovered.name() {
                    Origin::Discovered
                } else {
                    Origin::Entered
                },
                added_at,
                checked_at: row.get::<_, Option<i64>>(3)?.and_then(timestamp_from_micros),
                status: row.get(4)?,
                reason: row.get(5)?,
                id,
            });
        }
        Ok(watched_ids)
    }

    /// Stores the server's response for a watched id. An id that is not watched is ignored.
    pub fn record_check(
        &self,
        kind: &str,
        id: &str,
        status: u16,
        reason: Option<&str>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.lock().execute(
            "UPDATE watch SET checked_at = ?3, status = ?4, reason = ?5 WHERE family = ?1 AND id = ?2",
            params![kind, id, now.as_microsecond(), status, reason],
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn watched_ids_keep_their_order_and_check_results() {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let outbox = store.outbox();
        assert_eq!(outbox.watch("n", &ids(&["b", "a", "b"]), Origin::Discovered, now).unwrap(), 2);
        assert_eq!(outbox.watch("n", &ids(&["a", "c"]), Origin::Entered, now).unwrap(), 1);
        assert_eq!(outbox.watch("t", &ids(&["a"]), Origin::Entered, now).unwrap(), 1);
        outbox.record_check("n", "a", 404, Some("no such notification"), now).unwrap();
        outbox.record_check("n", "z", 200, None, now).unwrap();
        drop(store);
        let store = Store::open(dir.path(), now).unwrap();
        let outbox = store.outbox();
        let seen: Vec<_> = outbox
            .watched("n")
            .unwrap()
            .into_iter()
            .map(|watched| (watched.id.clone(), watched.origin, watched.is_unknown(), watched.reason))
            .collect();
        assert_eq!(
            seen,
            [
                ("b".to_owned(), Origin::Discovered, false, None),
                ("a".to_owned(), Origin::Entered, true, Some("no such notification".to_owned())),
                ("c".to_owned(), Origin::Entered, false, None),
            ]
        );
        assert_eq!(outbox.unwatch("n", &ids(&["a", "x"])).unwrap(), ["a"]);
        assert_eq!(outbox.watched("t").unwrap().len(), 1);
    }
}

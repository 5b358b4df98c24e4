//! Facts discovered about the server, in the caller's format. They can be discovered again, so they are in the cache.
//! Each fact is a row; a newer one of the same name replaces it.

use crate::model::discovery::CachedFact;
use rusqlite::params;

use crate::store::{Cache, StoreError};

use super::{lock, timestamp_at};

impl Cache {
    /// Stores facts of a topic, all or none.
    pub fn save_facts(&self, topic: &str, facts: &[CachedFact]) -> Result<(), StoreError> {
        if facts.is_empty() {
            return Ok(());
        }
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for fact in facts {
            // If two processes store a fact, the later observation wins, in any write order.
            tx.prepare_cached(
                "INSERT INTO lesson (topic, name, body, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (topic, name) DO UPDATE SET body = ?3, at = ?4 WHERE at <= ?4",
            )?
            .execute(params![topic, fact.name, fact.body, fact.learned_at.as_microsecond()])?;
        }
        tx.commit()?;
        Ok(())
    }

    /// Returns all facts of a topic, sorted by name.
    pub fn cached_facts(&self, topic: &str) -> Result<Vec<CachedFact>, StoreError> {
        let db = lock(&self.reader);
        let mut statement =
            db.prepare_cached("SELECT name, body, at FROM lesson WHERE topic = ?1 ORDER BY name")?;
        let facts = statement.query_map([topic], |row| {
            Ok(CachedFact { name: row.get(0)?, body: row.get(1)?, learned_at: timestamp_at(row, 2)? })
        })?;
        Ok(facts.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use jiff::Timestamp;

    #[test]
    fn later_fact_replaces_an_earlier_fact_of_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap();
        let cache = store.cache();
        let fact = |name: &str, body: &str, second| CachedFact {
            name: name.into(),
            body: body.into(),
            learned_at: Timestamp::from_second(second).unwrap(),
        };
        cache.save_facts("t", &[fact("b", "1", 5), fact("a", "1", 5)]).unwrap();
        cache.save_facts("t", &[fact("a", "2", 6), fact("b", "0", 4)]).unwrap();
        cache.save_facts("u", &[fact("a", "x", 1)]).unwrap();
        assert_eq!(cache.cached_facts("t").unwrap(), [fact("a", "2", 6), fact("b", "1", 5)]);
        assert_eq!(cache.cached_facts("u").unwrap().len(), 1);
    }
}

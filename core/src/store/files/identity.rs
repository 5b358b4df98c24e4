//! Who writes. A queue belongs to one service, one key, one entity and one delegated user; rows written under another
//! identity stay shut until it is back, or until a person gives them up.
//!
//! Service, key and user are known before anything is sent. The entity's slug comes with the answer to the token
//! exchange: until one came, the entity is the one this key had when it was used last.

use crate::model::identity::Identity;
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;

/// What is somebody's: the writes that wait, and those that were dropped.
const TABLES: [&str; 2] = ["outbox", "dropped"];

/// The identity in use, with its number in the file.
#[derive(Clone, Debug)]
pub(in crate::store) struct Current {
    pub(in crate::store) id: i64,
    pub(in crate::store) identity: Identity,
}

/// The number of service, key and user with the entity they had last; made where they are new.
pub(in crate::store) fn enter(db: &Connection, who: &Identity) -> Result<Current, StoreError> {
    let last: Option<(i64, String)> = db
        .query_row(
            "SELECT id, entity FROM identity WHERE base_url = ?1 AND key_id = ?2 AND user = ?3
             ORDER BY used DESC LIMIT 1",
            params![who.base_url, who.key_id, who.user],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let (id, entity) = match last {
        Some(last) => last,
        None => (make(db, who)?, who.entity.clone()),
    };
    // Rows from before there were identities are the owner's.
    for table in TABLES {
        db.execute(
            &format!("UPDATE {table} SET identity = ?1 WHERE identity IS NULL"),
            [id],
        )?;
    }
    Ok(Current {
        id,
        identity: Identity {
            entity,
            ..who.clone()
        },
    })
}

/// Learns the entity's slug. One that was not known yet is filled in; another one than before is another identity.
pub(in crate::store) fn learn(
    db: &Connection,
    current: &Current,
    entity: &str,
) -> Result<Current, StoreError> {
    let identity = Identity {
        entity: entity.to_owned(),
        ..current.identity.clone()
    };
    let known: Option<i64> = db
        .query_row(
            "SELECT id FROM identity WHERE base_url = ?1 AND key_id = ?2 AND user = ?3 AND entity = ?4",
            params![identity.base_url, identity.key_id, identity.user, entity],
            |row| row.get(0),
        )
        .optional()?;
    let id = match known {
        Some(id) => {
            if current.identity.entity.is_empty() {
                for table in TABLES {
                    let sql = format!("UPDATE {table} SET identity = ?2 WHERE identity = ?1");
                    db.execute(&sql, [current.id, id])?;
                }
            }
            id
        }
        None if current.identity.entity.is_empty() => {
            db.execute(
                "UPDATE identity SET entity = ?2 WHERE id = ?1",
                params![current.id, entity],
            )?;
            current.id
        }
        None => make(db, &identity)?,
    };
    db.execute(
        "UPDATE identity SET used = (SELECT max(used) + 1 FROM identity) WHERE id = ?1",
        [id],
    )?;
    Ok(Current { id, identity })
}

fn make(db: &Connection, who: &Identity) -> Result<i64, StoreError> {
    db.execute(
        "INSERT INTO identity (base_url, key_id, user, entity, used)
         VALUES (?1, ?2, ?3, ?4, (SELECT coalesce(max(used), 0) + 1 FROM identity))",
        params![who.base_url, who.key_id, who.user, who.entity],
    )?;
    Ok(db.last_insert_rowid())
}

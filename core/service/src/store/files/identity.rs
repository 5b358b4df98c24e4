//! The identity of a writer: server, key, entity and delegated user. The outbox belongs to an identity. Rows of another
//! identity stay locked until it is used again, or until the user discards them.
//!
//! Server, key and user are known before anything is sent. The entity's slug comes with the token response; until then,
//! the key's last entity is assumed.

use crate::model::identity::Identity;
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;

/// Tables that belong to an identity: pending writes, and discarded ones.
const TABLES: [&str; 2] = ["outbox", "dropped"];

/// The identity in use, with its row number.
#[derive(Clone, Debug)]
pub(in crate::store) struct CurrentIdentity {
    pub(in crate::store) id: i64,
    pub(in crate::store) identity: Identity,
}

/// Returns the row of server, key and user with their last entity. A new row is created if needed.
pub(in crate::store) fn find_or_insert(
    db: &Connection,
    identity: &Identity,
) -> Result<CurrentIdentity, StoreError> {
    let last: Option<(i64, String)> = db
        .query_row(
            "SELECT id, entity FROM identity WHERE base_url = ?1 AND key_id = ?2 AND user = ?3
             ORDER BY used DESC LIMIT 1",
            params![identity.base_url, identity.key_id, identity.user],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let (id, entity) = match last {
        Some(last) => last,
        None => (insert_identity(db, identity)?, identity.entity.clone()),
    };
    // Rows from before identities existed belong to the owner.
    for table in TABLES {
        db.execute(&format!("UPDATE {table} SET identity = ?1 WHERE identity IS NULL"), [id])?;
    }
    Ok(CurrentIdentity { id, identity: Identity { entity, ..identity.clone() } })
}

/// Stores the entity's slug. An unknown slug is filled in; a different one makes another identity.
pub(in crate::store) fn set_entity(
    db: &Connection,
    current: &CurrentIdentity,
    entity: &str,
) -> Result<CurrentIdentity, StoreError> {
    let identity = Identity { entity: entity.to_owned(), ..current.identity.clone() };
    let existing: Option<i64> = db
        .query_row(
            "SELECT id FROM identity WHERE base_url = ?1 AND key_id = ?2 AND user = ?3 AND entity = ?4",
            params![identity.base_url, identity.key_id, identity.user, entity],
            |row| row.get(0),
        )
        .optional()?;
    let id = match existing {
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
            db.execute("UPDATE identity SET entity = ?2 WHERE id = ?1", params![current.id, entity])?;
            current.id
        }
        None => insert_identity(db, &identity)?,
    };
    db.execute("UPDATE identity SET used = (SELECT max(used) + 1 FROM identity) WHERE id = ?1", [id])?;
    Ok(CurrentIdentity { id, identity })
}

fn insert_identity(db: &Connection, identity: &Identity) -> Result<i64, StoreError> {
    db.execute(
        "INSERT INTO identity (base_url, key_id, user, entity, used)
         VALUES (?1, ?2, ?3, ?4, (SELECT coalesce(max(used), 0) + 1 FROM identity))",
        params![identity.base_url, identity.key_id, identity.user, identity.entity],
    )?;
    Ok(db.last_insert_rowid())
}

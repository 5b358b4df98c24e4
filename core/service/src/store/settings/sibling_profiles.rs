//! Stores of other identities on this device. Their outboxes stay locked here. They are listed so that the user can
//! find their pending writes and choose earlier delegated users again.

use crate::model::storage_health::SiblingProfile;
use std::path::{Path, PathBuf};

use rusqlite::{OpenFlags, OptionalExtension};

use crate::model::identity::Identity;
use crate::store::files::open;
use crate::store::{StoreError, encryption};

/// Returns the stores next to `own` in `profiles` with pending writes.
pub fn waiting_siblings(profiles: &Path, own_store: &Path) -> Vec<SiblingProfile> {
    let mut siblings = sibling_stores(profiles, own_store);
    siblings.retain(|sibling| sibling.pending_writes > 0);
    siblings
}

/// Returns the directories next to `own` of the same server and key, for other users. An encrypted store whose key is
/// unknown is included if it has the same key.
pub fn stores_of_key(profiles: &Path, own_store: &Path, identity: &Identity) -> Vec<PathBuf> {
    let of_key = |dir: &PathBuf| {
        let sibling = inspect(&dir.join("outbox.db")).ok().flatten();
        encryption::have_same_key(dir, own_store)
            || sibling.is_some_and(|sibling| {
                sibling.identity.base_url == identity.base_url && sibling.identity.key_id == identity.key_id
            })
    };
    sibling_dirs(profiles, own_store).filter(of_key).collect()
}

/// Returns what lies next to `own_store` in `profiles`.
pub(in crate::store) fn sibling_dirs(profiles: &Path, own_store: &Path) -> impl Iterator<Item = PathBuf> {
    let own_store = own_store.to_owned();
    let entries = std::fs::read_dir(profiles).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(move |dir| *dir != own_store)
}

/// Returns every store next to `own` in `profiles`, with or without pending writes. They are not changed. An unreadable
/// store is skipped; its error is reported when it is opened.
pub fn sibling_stores(profiles: &Path, own_store: &Path) -> Vec<SiblingProfile> {
    let mut siblings: Vec<SiblingProfile> = sibling_dirs(profiles, own_store)
        .filter_map(|dir| inspect(&dir.join("outbox.db")).ok().flatten())
        .collect();
    siblings.sort_by(|a, b| {
        (&a.identity.base_url, &a.identity.key_id, &a.identity.user).cmp(&(
            &b.identity.base_url,
            &b.identity.key_id,
            &b.identity.user,
        ))
    });
    siblings
}

fn inspect(file: &Path) -> Result<Option<SiblingProfile>, StoreError> {
    // The data in its log is recovered when the store is opened.
    if !open::is_filled(file) {
        return Ok(None);
    }
    let only_read = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = encryption::connect_with(file, only_read)?;
    let rows: i64 = db.query_row("SELECT count(*) FROM outbox", [], |row| row.get(0))?;
    let identity = db
        .query_row(
            "SELECT base_url, key_id, user, entity FROM identity ORDER BY used DESC LIMIT 1",
            [],
            |row| {
                Ok(Identity {
                    base_url: row.get(0)?,
                    key_id: row.get(1)?,
                    user: row.get(2)?,
                    entity: row.get(3)?,
                })
            },
        )
        .optional()?;
    let rows = usize::try_from(rows).unwrap_or(usize::MAX);
    Ok(identity.map(|identity| SiblingProfile { identity, pending_writes: rows }))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::OperationId;
    use crate::store::NewOutboxEntry;
    use crate::store::Store;

    #[test]
    fn outbox_of_a_sibling_profile_is_listed_unchanged() {
        let tmp = tempfile::tempdir().unwrap();
        let store = |name: &str, user: &str| {
            let store = Store::open(&tmp.path().join(name), Timestamp::UNIX_EPOCH).unwrap();
            let identity = Identity::new("https://api.example.com/v1", "k", Some(user));
            store.outbox().set_identity(&identity).unwrap();
            (store, identity)
        };
        let (_own, _) = store("own", "u-1");
        let (_empty, unused) = store("empty", "u-2");
        let (other, identity) = store("other", "u-3");
        let row = NewOutboxEntry {
            operation: OperationId::DealsDelete,
            record: "a".into(),
            body: String::new(),
            key: uuid::Uuid::new_v4().into(),
            base: "{}".into(),
            label: "a".into(),
            created_at: Timestamp::UNIX_EPOCH,
            not_before: Timestamp::UNIX_EPOCH,
            scheduled: false,
        };
        other.outbox().enqueue(&[row]).unwrap();
        std::fs::create_dir(tmp.path().join("no-store")).unwrap();
        assert_eq!(
            waiting_siblings(tmp.path(), &tmp.path().join("own")),
            [SiblingProfile { identity: identity.clone(), pending_writes: 1 }]
        );
        assert_eq!(
            sibling_stores(tmp.path(), &tmp.path().join("own")),
            [
                SiblingProfile { identity: unused, pending_writes: 0 },
                SiblingProfile { identity, pending_writes: 1 }
            ]
        );
    }
}

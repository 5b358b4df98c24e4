//! Recovery of a damaged store.

use std::fs;
use std::sync::OnceLock;

use encours_core::contract::OperationId;
use encours_core::store::{NewOutboxEntry, Store};
use jiff::Timestamp;
use uuid::Uuid;

/// Files of a store with a pending write and a note, by name.
type Files = Vec<(String, Vec<u8>)>;

fn entry(number: usize) -> NewOutboxEntry {
    NewOutboxEntry {
        operation: OperationId::DealsUpdate,
        record: format!("8f14e45f-ceea-467f-a9d5-0000000000{number:02}"),
        body: r#"{"status":"ic"}"#.to_owned(),
        key: Uuid::from_u128(number as u128).into(),
        base: r#"{"status":"sourcing"}"#.to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        created_at: Timestamp::UNIX_EPOCH,
        not_before: Timestamp::UNIX_EPOCH,
        scheduled: false,
    }
}

/// Returns the files of a closed store with five pending writes.
fn intact() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let dir = tempfile::tempdir().expect("failed to create a directory");
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).expect("failed to create a store");
        store.outbox().enqueue(&(0..5).map(entry).collect::<Vec<_>>()).expect("failed to store writes");
        store.settings().set("note/a", Some("call"), Timestamp::UNIX_EPOCH).expect("failed to store a note");
        drop(store);
        let files = fs::read_dir(dir.path()).expect("failed to list the files").flatten();
        let file =
            |file: fs::DirEntry| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()));
        files.map(file).filter_map(|(name, bytes)| Some((name, bytes.ok()?))).collect()
    })
}

/// Opens a store with damaged bytes: it opens or gives an error, and has no write that was never stored.
///
/// Each six bytes of the input are the file, the position in 64ths of a page, the length and the new bytes.
pub fn recovery(bytes: &[u8]) {
    let mut files = intact().clone();
    for damage in bytes.chunks_exact(6).take(16) {
        let at = usize::from(damage[0]) % files.len();
        let content = &mut files[at].1;
        let start =
            usize::from(u16::from_be_bytes([damage[1], damage[2]])) * 64 + usize::from(damage[3] % 64);
        if damage[4] == 0 {
            content.truncate(start);
        }
        content.iter_mut().skip(start).take(usize::from(damage[4])).for_each(|byte| *byte = damage[5]);
    }
    let dir = tempfile::tempdir().expect("failed to create a directory");
    for (name, content) in &files {
        fs::write(dir.path().join(name), content).expect("failed to write a file");
    }
    for _again in 0..2 {
        let Ok(store) = Store::open(dir.path(), Timestamp::UNIX_EPOCH) else { continue };
        let stored: Vec<_> = (0..5).map(entry).collect();
        if let Ok((entries, _unreadable)) = store.outbox().all_entries() {
            for found in entries {
                let known = stored.iter().find(|entry| entry.record == found.record);
                assert!(known.is_some_and(|entry| entry.body == found.body), "{found:?}");
            }
        }
        let _settings = store.settings().all();
        let _history = store.history().first_observed_at();
    }
}

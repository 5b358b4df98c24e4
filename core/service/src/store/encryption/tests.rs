//! Tests of encrypted profiles, with `--features encryption`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::convert::{STEPS, decrypt, encrypt, purge, purge_leftovers};
use super::*;
use crate::store::Store;
use crate::store::damage_tests::{at, filled, query_all, test_flips};

/// Texts of `filled` that only plain files contain.
const PLAIN_TEXTS: [&str; 5] = ["sourcing", "Deal 3", "note 3", "deals_update", "CREATE TABLE"];

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(dir).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            all.extend(files_below(&entry.path()));
        } else {
            all.push(entry.path());
        }
    }
    all
}

/// Returns the files that contain a plain text or the key.
fn readable_files(dir: &Path, key: &DataKey) -> Vec<PathBuf> {
    let mut files = files_below(dir);
    files.retain(|file| {
        let bytes = fs::read(file).unwrap();
        let contains = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        PLAIN_TEXTS.iter().any(|text| contains(text)) || contains(key.text().expose_secret())
    });
    files
}

/// Creates a filled profile and returns what it stores.
fn profile(dir: &Path) -> BTreeMap<String, (DbFile, String)> {
    filled(dir);
    query_all(&Store::open(dir, at(50)).unwrap()).unwrap()
}

fn encrypted_profile(dir: &Path) -> (DataKey, BTreeMap<String, (DbFile, String)>) {
    let key = DataKey::generate().unwrap();
    let before = profile(dir);
    encrypt_one(dir, &key).unwrap();
    (key, before)
}

fn encrypt_one(dir: &Path, key: &DataKey) -> Result<(), StoreError> {
    encrypt(&[dir.to_owned()], key)
}

fn forget_key(key: &DataKey) {
    KEYS.lock().unwrap().remove(&key.fingerprint());
}

fn problem<T: std::fmt::Debug>(result: Result<T, StoreError>) -> EncryptionProblem {
    match result.unwrap_err() {
        StoreError::Encryption { problem, .. } => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn encryption_and_decryption_lose_nothing_and_leave_no_plain_text() {
    let tmp = tempfile::tempdir().unwrap();
    let (key, before) = encrypted_profile(tmp.path());
    assert_eq!(readable_files(tmp.path(), &key), [] as [PathBuf; 0]);
    let store = Store::open(tmp.path(), at(60)).unwrap();
    assert_eq!(query_all(&store).unwrap(), before);
    assert!(store.examine(u64::MAX).unwrap().iter().all(crate::store::ExaminedFile::is_intact));
    // Also while it is open, with logs and new copies.
    store.set_setting("note/d3", Some("note 3, changed"), at(61)).unwrap();
    store.settings().copy_separately(at(62));
    assert_eq!(store.settings_backups().len(), 2);
    let in_copy = store.settings_in_copy(&store.settings_backups()[0]);
    assert_eq!(in_copy.get("note/d3").map(String::as_str), Some("note 3, changed"));
    assert_eq!(readable_files(tmp.path(), &key), [] as [PathBuf; 0]);
    let copy = tempfile::tempdir().unwrap();
    crate::store::files::read_only::copy_files(tmp.path(), copy.path()).unwrap();
    assert_eq!(readable_files(copy.path(), &key), [] as [PathBuf; 0]);
    drop(store);
    decrypt(&[tmp.path().to_owned()]).unwrap();
    assert!(!is_encrypted(tmp.path()) && !tmp.path().join(MARK).exists());
    assert!(readable_files(tmp.path(), &key).len() >= DbFile::ALL.len());
    let after = query_all(&Store::open(tmp.path(), at(63)).unwrap()).unwrap();
    assert_eq!(after.len(), before.len());
}

#[test]
fn conversion_stopped_at_any_step_loses_nothing() {
    let key = DataKey::generate().unwrap();
    let original = tempfile::tempdir().unwrap();
    let before = profile(original.path());
    for to_encrypted in [true, false] {
        if !to_encrypted {
            encrypt_one(original.path(), &key).unwrap();
        }
        for steps in 0.. {
            let tmp = tempfile::tempdir().unwrap();
            for file in files_below(original.path()) {
                let to = tmp.path().join(file.strip_prefix(original.path()).unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::copy(&file, to).unwrap();
            }
            STEPS.set(steps);
            let run =
                if to_encrypted { encrypt_one(tmp.path(), &key) } else { decrypt(&[tmp.path().to_owned()]) };
            STEPS.set(usize::MAX);
            let after = query_all(&Store::open(tmp.path(), at(60)).unwrap()).unwrap();
            assert_eq!(after, before, "{steps}");
            assert!(
                !files_below(tmp.path()).iter().any(|file| file
                    .to_string_lossy()
                    .ends_with(crate::store::files::companion_files::MOVING)),
                "{steps}"
            );
            let readable = readable_files(tmp.path(), &key).len();
            assert_eq!(readable == 0, is_encrypted(tmp.path()), "{steps}");
            if run.is_ok() {
                assert!(steps > 10, "{steps}");
                break;
            }
        }
    }
}

#[test]
fn profiles_of_a_key_convert_together_despite_kills() {
    let key = DataKey::generate().unwrap();
    let original = tempfile::tempdir().unwrap();
    let before = profile(original.path());
    for to_encrypted in [true, false] {
        // Every second step is enough, with either profile opened first.
        for steps in (usize::from(to_encrypted)..).step_by(2) {
            let first = if steps % 4 < 2 { "main" } else { "other" };
            let tmp = tempfile::tempdir().unwrap();
            let dirs = ["main", "other"].map(|name| tmp.path().join(name));
            for dir in &dirs {
                crate::store::files::read_only::copy_files(original.path(), dir).unwrap();
            }
            if !to_encrypted {
                encrypt(&dirs, &key).unwrap();
            }
            STEPS.set(steps);
            let run = if to_encrypted { encrypt(&dirs, &key) } else { decrypt(&dirs) };
            STEPS.set(usize::MAX);
            drop(Store::open(&tmp.path().join(first), at(60)).unwrap());
            let kinds = dirs.each_ref().map(|dir| {
                assert_eq!(query_all(&Store::open(dir, at(60)).unwrap()).unwrap(), before, "{steps}");
                assert_eq!(readable_files(dir, &key).is_empty(), is_encrypted(dir), "{steps}");
                is_encrypted(dir)
            });
            assert_eq!(kinds[0], kinds[1], "{steps}");
            if run.is_ok() {
                assert_eq!(kinds[0], to_encrypted);
                assert!(steps > 20, "{steps}");
                break;
            }
        }
    }
}

#[test]
fn conversion_of_a_leader_alone_takes_its_followers_along() {
    let key = DataKey::generate().unwrap();
    for steps in 10.. {
        let tmp = tempfile::tempdir().unwrap();
        // A file beside the profiles is none.
        fs::write(tmp.path().join("file"), "").unwrap();
        let dirs = ["main", "other"].map(|name| tmp.path().join(name));
        encrypt(&dirs, &key).unwrap();
        for dir in &dirs {
            filled(dir);
        }
        STEPS.set(steps);
        let stopped = decrypt(&dirs);
        STEPS.set(usize::MAX);
        assert!(stopped.is_err(), "no step is between the two switches");
        if is_encrypted(&dirs[0]) || !is_encrypted(&dirs[1]) {
            continue;
        }
        forget_key(&key);
        decrypt(&dirs[..1]).unwrap();
        assert!(!is_encrypted(&dirs[1]) && !readable_files(&dirs[1], &key).is_empty());
        break;
    }
}

#[test]
fn one_profile_in_use_keeps_the_others_unchanged() {
    let tmp = tempfile::tempdir().unwrap();
    let dirs = ["main", "other"].map(|name| tmp.path().join(name));
    let key = DataKey::generate().unwrap();
    for dir in &dirs {
        filled(dir);
    }
    let store = Store::open(&dirs[1], at(60)).unwrap();
    assert_eq!(problem(encrypt(&dirs, &key)), EncryptionProblem::InUse);
    assert_eq!(problem(purge(&dirs)), EncryptionProblem::InUse);
    drop(store);
    assert!(dirs.iter().all(|dir| !is_encrypted(dir) && !readable_files(dir, &key).is_empty()));
    purge(&dirs).unwrap();
    assert!(dirs.iter().all(|dir| !dir.exists()));
}

#[test]
fn failed_copy_of_one_profile_leaves_no_copy_of_any() {
    let tmp = tempfile::tempdir().unwrap();
    let dirs = ["main", "other"].map(|name| tmp.path().join(name));
    let key = DataKey::generate().unwrap();
    for dir in &dirs {
        encrypt_one(dir, &key).unwrap();
        filled(dir);
    }
    let file = dirs[1].join(DbFile::Cache.file_name());
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    assert!(matches!(problem(decrypt(&dirs)), EncryptionProblem::NotCopied(_)));
    assert_eq!(readable_files(tmp.path(), &key), [] as [PathBuf; 0]);
}

#[test]
fn damaged_first_page_loses_no_write_note_or_history() {
    for (start, end) in [(0, 16), (0, 100), (0, 4_096), (20, 21), (4_000, 4_001)] {
        let tmp = tempfile::tempdir().unwrap();
        let (_, before) = encrypted_profile(tmp.path());
        for part in [DbFile::Outbox, DbFile::Settings, DbFile::History] {
            let file = tmp.path().join(part.file_name());
            let mut bytes = fs::read(&file).unwrap();
            bytes[start..end].iter_mut().for_each(|byte| *byte ^= 0x55);
            fs::write(&file, bytes).unwrap();
        }
        let store = Store::open(tmp.path(), at(60)).unwrap();
        assert_eq!(store.outbox().entries().unwrap().len(), 8, "{start}..{end}");
        let kept = |all: &BTreeMap<String, (DbFile, String)>| {
            let kept = all.iter().filter(|(_, (part, _))| matches!(part, DbFile::Settings | DbFile::History));
            kept.map(|(name, (_, text))| (name.clone(), text.clone())).collect::<Vec<_>>()
        };
        assert_eq!(kept(&query_all(&store).unwrap()), kept(&before), "{start}..{end}");
        assert!(files_below(tmp.path()).iter().all(|file| !file.to_string_lossy().contains(".building")));
    }
}

#[test]
fn missing_key_is_reported_and_changes_nothing() {
    let tmp = tempfile::tempdir().unwrap();
    let (key, before) = encrypted_profile(tmp.path());
    let bytes =
        || files_below(tmp.path()).into_iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>();
    let unchanged = bytes();
    forget_key(&key);
    unlock(tmp.path(), &DataKey::generate().unwrap()).unwrap();
    assert!(!is_unlocked(tmp.path()));
    assert_eq!(problem(Store::open(tmp.path(), at(60))), EncryptionProblem::KeyMissing);
    assert_eq!(problem(decrypt(&[tmp.path().to_owned()])), EncryptionProblem::KeyMissing);
    assert!(bytes() == unchanged);
    unlock(tmp.path(), &key).unwrap();
    assert_eq!(query_all(&Store::open(tmp.path(), at(61)).unwrap()).unwrap(), before);
}

#[test]
fn lost_or_damaged_mark_is_reported_and_written_again() {
    let tmp = tempfile::tempdir().unwrap();
    let (key, before) = encrypted_profile(tmp.path());
    let mark = tmp.path().join(MARK);
    let text = fs::read(&mark).unwrap();
    let damaged = [None, Some(Vec::new())].into_iter().chain((0..text.len()).map(|place| {
        let mut damaged = text.clone();
        damaged[place] ^= 4;
        Some(damaged)
    }));
    for damaged in damaged {
        match &damaged {
            Some(bytes) => fs::write(&mark, bytes).unwrap(),
            None => fs::remove_file(&mark).unwrap(),
        }
        forget_key(&key);
        let rejected = problem(Store::open(tmp.path(), at(60)));
        assert_eq!(rejected, EncryptionProblem::MarkDamaged, "{damaged:?}");
        unlock(tmp.path(), &DataKey::generate().unwrap()).unwrap();
        assert_eq!(problem(Store::open(tmp.path(), at(60))), EncryptionProblem::MarkDamaged);
        unlock(tmp.path(), &key).unwrap();
        assert_eq!(query_all(&Store::open(tmp.path(), at(60)).unwrap()).unwrap(), before);
    }
}

#[test]
fn set_aside_files_stop_encryption_until_they_are_purged() {
    let tmp = tempfile::tempdir().unwrap();
    let (before, key) = (profile(tmp.path()), DataKey::generate().unwrap());
    let aside = tmp.path().join("outbox.db.damaged-7");
    fs::write(&aside, "sourcing").unwrap();
    let rejected = problem(encrypt_one(tmp.path(), &key));
    assert_eq!(rejected, EncryptionProblem::Leftover("outbox.db.damaged-7".to_owned()));
    let open = Store::open(tmp.path(), at(60)).unwrap();
    for result in
        [encrypt_one(tmp.path(), &key), purge_leftovers(tmp.path()), purge(&[tmp.path().to_owned()])]
    {
        assert_eq!(problem(result), EncryptionProblem::InUse);
    }
    open.set_setting("note/d3", None, at(61)).unwrap();
    drop(open);
    purge_leftovers(tmp.path()).unwrap();
    assert!(!aside.exists() && files_below(&tmp.path().join(COPIES)).is_empty());
    let contains = |text: &str| {
        let has = |bytes: Vec<u8>| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        files_below(tmp.path()).into_iter().any(|file| has(fs::read(file).unwrap()))
    };
    assert!(!contains("note 3") && contains("note 4"), "freed pages have no content");
    let after = query_all(&Store::open(tmp.path(), at(62)).unwrap()).unwrap();
    assert_eq!(after.len(), before.len() - 1);
    encrypt_one(tmp.path(), &key).unwrap();
    purge(&[tmp.path().to_owned()]).unwrap();
    assert!(!tmp.path().exists());
}

#[test]
fn new_profile_of_an_encrypted_key_is_encrypted() {
    let tmp = tempfile::tempdir().unwrap();
    let (own, user) = (tmp.path().join("own"), tmp.path().join("user"));
    let (key, _) = encrypted_profile(&own);
    inherit(&user, &own).unwrap();
    filled(&user);
    assert!(have_same_key(&own, &user));
    assert_eq!(readable_files(tmp.path(), &key), [] as [PathBuf; 0]);
    // A profile with databases is never marked.
    let plain = tmp.path().join("plain");
    filled(&plain);
    inherit(&plain, &own).unwrap();
    assert!(!is_encrypted(&plain));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn encrypted_store_survives_bit_flips_or_reports_the_loss(
        part in prop::sample::select(DbFile::ALL.to_vec()),
        bits in prop::collection::vec((any::<u64>(), any::<u8>()), 1..17),
    ) {
        thread_local! {
            static WHOLE: (tempfile::TempDir, BTreeMap<String, (DbFile, String)>) = {
                let tmp = tempfile::tempdir().unwrap();
                let (_, before) = encrypted_profile(tmp.path());
                drop(Store::open(tmp.path(), at(51)).unwrap());
                (tmp, before)
            };
        }
        WHOLE.with(|(tmp, before)| test_flips(tmp.path(), before, part, &bits));
    }
}

//! A store that is readable but not writable: a full disk, a read-only directory.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;

use super::support::{TestEnv, test_env};

/// The reason why the store is not writable.
#[derive(Clone, Copy, PartialEq)]
enum StoreFailure {
    Full,
    ReadOnly,
}

/// The data directory, on its own file system if the system allows a mount.
struct DataDir {
    path: PathBuf,
    is_mounted: bool,
    failure: StoreFailure,
}

impl DataDir {
    fn new(env: &TestEnv, hint_spans: StoreFailure) -> Self {
        let path = env.dir.path().join("data");
        fs::create_dir(&path).unwrap();
        let made = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs"])
            .arg(&path)
            .output();
        let is_mounted = made.is_ok_and(|made| made.status.success());
        // Without the right to mount we are not root, so file permissions apply.
        let failure = if is_mounted { hint_spans } else { StoreFailure::ReadOnly };
        Self { path, is_mounted, failure }
    }

    fn profile(&self) -> PathBuf {
        let mut found = fs::read_dir(self.path.join("profiles")).unwrap();
        found.next().unwrap().unwrap().path()
    }

    fn remount(&self, how: &str) {
        let done = Command::new("mount").args(["-o", how]).arg(&self.path).status();
        assert!(done.unwrap().success());
    }

    fn make_read_only(&self) {
        if self.failure == StoreFailure::Full {
            let mut file = fs::File::create(self.path.join("filler")).unwrap();
            while file.write_all(&[0; 512]).is_ok() {}
        } else if self.is_mounted {
            self.remount("remount,ro");
        } else {
            fs::set_permissions(self.profile(), fs::Permissions::from_mode(0o500)).unwrap();
        }
    }

    fn make_writable(&self) {
        if self.failure == StoreFailure::Full {
            fs::remove_file(self.path.join("filler")).unwrap();
        } else if self.is_mounted {
            self.remount("remount,rw");
        } else {
            fs::set_permissions(self.profile(), fs::Permissions::from_mode(0o700)).unwrap();
        }
    }
}

impl Drop for DataDir {
    fn drop(&mut self) {
        if self.is_mounted {
            let deleted = Command::new("umount").arg("-l").arg(&self.path).status();
            assert!(deleted.is_ok_and(|gone| gone.success()), "{} stays", self.path.display());
        }
    }
}

fn reads_work_and_writes_fail(failure: StoreFailure) {
    let env = test_env();
    let data = DataDir::new(&env, failure);
    env.run_ok(&["sync"]);
    let id = env.deal();
    env.run(&["deals", "update", &id, "--status", "ic", "--offline"]).failed(8, "queued");
    data.make_read_only();
    let (status, kind, message_part) = match data.failure {
        StoreFailure::Full => (1, "unexpected", "the disk with"),
        StoreFailure::ReadOnly => (2, "usage", "is read-only"),
    };
    let dir = data.path.display().to_string();

    let list = env.run(&["outbox", "list"]);
    assert_eq!(list.status, 0, "{}", list.stderr);
    assert_eq!(list.json().as_array().unwrap().len(), 1);
    assert!(list.stderr.contains(message_part) && list.stderr.contains(&dir), "{}", list.stderr);
    let deals = env.run(&["deals", "list", "--offline"]);
    assert_eq!((deals.status, deals.json().as_array().unwrap().len()), (0, 40), "{}", deals.stderr);
    assert!(deals.stderr.contains(message_part), "{}", deals.stderr);
    let online = env.run(&["deals", "show", &id]);
    assert_eq!(online.status, 0, "{}", online.stderr);
    assert!(online.stderr.contains("not_kept") && online.stderr.contains(message_part), "{}", online.stderr);

    let before = env.run(&["deals", "show", &id]).json()["status"].clone();
    for line in [
        vec!["deals", "update", &id, "--status", "closing"],
        vec!["deals", "create", "--name", "Neuf", "--offline"],
        vec!["outbox", "discard", "1", "--yes"],
        vec!["sync"],
    ] {
        let error = env.run(&line).failed(status, kind);
        let text = error["message"].as_str().unwrap();
        assert!(text.contains(message_part) && text.contains(&dir), "{line:?}: {text}");
    }
    let shown = env.run(&["deals", "update", &id, "--status", "closing", "--format", "table"]);
    assert!(
        !shown.stderr.contains("support") && shown.stderr.contains("Nothing new was saved"),
        "{}",
        shown.stderr
    );
    assert_eq!(env.run(&["deals", "show", &id]).json()["status"], before, "nothing was sent");

    let doctor = env.run(&["doctor", "--offline"]);
    let found = doctor.json();
    let stores: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["check"] == "store" && finding["result"] == "failed")
        .collect();
    assert_eq!(stores.len(), 1, "{found}");
    assert!(stores[0]["detail"].as_str().unwrap().contains(message_part), "{found}");
    assert!(!stores[0]["advice"].as_str().unwrap().contains("support"), "{found}");
    assert_eq!(doctor.status, status);

    data.make_writable();
    assert_eq!(env.run_ok(&["outbox", "list"]).json().as_array().unwrap().len(), 1);
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["status"], "ic");
}

#[test]
fn reads_work_and_writes_fail_on_a_full_disk() {
    reads_work_and_writes_fail(StoreFailure::Full);
}

#[test]
fn reads_work_and_writes_fail_in_read_only_directory() {
    reads_work_and_writes_fail(StoreFailure::ReadOnly);
}

/// Makes the cache refuse or accept writes, while other files stay writable.
fn set_cache_writable(env: &TestEnv, takes: bool) {
    let mut profiles = fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let cache =
        rusqlite::Connection::open(profiles.next().unwrap().unwrap().path().join("cache.db")).unwrap();
    for (name, of) in
        [("no_record", "INSERT ON record"), ("no_stage", "INSERT ON stage"), ("no_gone", "INSERT ON gone")]
    {
        let sql = if takes {
            format!("DROP TRIGGER {name}")
        } else {
            format!("CREATE TRIGGER {name} BEFORE {of} BEGIN SELECT RAISE(ABORT, 'no room'); END")
        };
        cache.execute_batch(&sql).unwrap();
    }
}

/// The service's response is the result, even if caching it fails.
///
/// The cache must not stay older than that result, so the write ends only once it can be cached.
#[test]
fn uncacheable_response_is_settled_later_without_resending() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let all = env.run_ok(&["deals", "list", "--limit", "2"]).json();
    let [moved, deleted] = [0, 1].map(|at| all[at]["id"].as_str().unwrap().to_owned());
    let to = if all[0]["status"] == "closing" { "ic" } else { "closing" };
    set_cache_writable(&env, false);
    let sent = |route: &str| env.sandbox.requests().count(route);
    let update = env.run(&["deals", "update", &moved, "--status", to]);
    assert_eq!((update.status, &update.json()["status"]), (0, &to.into()), "{}", update.stderr);
    let created = env.run(&["deals", "create", "--name", "Neuf"]);
    assert_eq!((created.status, &created.json()["name"]), (0, &"Neuf".into()), "{}", created.stderr);
    let removed = env.run(&["deals", "delete", &deleted, "--yes"]);
    assert_eq!((removed.status, &removed.json()["deleted"]), (0, &true.into()), "{}", removed.stderr);
    for output in [&update, &created, &removed] {
        assert!(output.warnings().contains(&"unsettled".to_owned()), "{}", output.stderr);
        assert!(output.warnings().contains(&"not_kept".to_owned()), "{}", output.stderr);
    }
    let journal = env.run_ok(&["outbox", "journal", &moved]).json();
    assert_eq!(journal[0]["outcome"], "applied", "{journal}");
    let rows = env.outbox();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["outcome_unknown"] == true), "{rows:?}");
    // The pending write is shown over the cache.
    let shown = env.run(&["deals", "show", &moved, "--offline"]).json();
    assert_eq!(shown["status"], to);

    set_cache_writable(&env, true);
    let deals = env.deals();
    env.run_ok(&["outbox", "retry"]);
    assert_eq!((sent("deals_update"), sent("deals_delete")), (1, 1), "neither is sent again");
    assert_eq!(env.deals(), deals, "the creation is the same one");
    assert!(env.outbox().is_empty());
    let shown = env.offline(&["deals", "show", &moved]).json();
    assert_eq!(shown["status"], to);
    env.run(&["deals", "show", &deleted, "--offline"]).failed(5, "not_found");
}

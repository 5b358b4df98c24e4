//! A disk with room for only a part of a write's data.
//!
//! Wherever the write stops, the report is correct, and following its advice does nothing twice.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::support::{CliOutput, TestEnv, test_env};

/// The data directory on a small file system, mounted until it is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts it; `None` if the system does not allow this.
    fn mount(env: &TestEnv) -> Option<Self> {
        let at = env.dir.path().join("data");
        fs::create_dir(&at).unwrap();
        let made = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1500k,mode=0700", "tmpfs"])
            .arg(&at)
            .output();
        let mounted = made.is_ok_and(|made| made.status.success());
        mounted.then_some(Self(at))
    }

    /// Fills it until that many kilobytes are free.
    fn leave_free(&self, kilobytes: usize) {
        let text = Command::new("df").args(["-k", "--output=avail"]).arg(&self.0).output();
        let text = String::from_utf8(text.unwrap().stdout).unwrap();
        let free: usize = text.lines().last().unwrap().trim().parse().unwrap();
        fs::write(self.filler(), vec![0; (free - kilobytes) << 10]).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let deleted = Command::new("umount").arg("-l").arg(&self.0).status();
        assert!(deleted.is_ok_and(|gone| gone.success()), "{} stays", self.0.display());
    }
}

/// Counts the service's deals of that name.
fn named(env: &TestEnv, name: &str) -> usize {
    let all = env.run(&["deals", "list", "--all"]).json();
    let deals = all.as_array().unwrap().iter();
    deals.filter(|deal| deal["name"] == name).count()
}

/// Checks the reported outcome of a creation against the actual state.
fn assert_truthful(env: &TestEnv, output: &CliOutput, kilobytes: usize) -> i32 {
    let rows = env.run(&["outbox", "list"]).json();
    let rows = rows.as_array().unwrap();
    let about = format!("{kilobytes} KB: {} {} {rows:?}", output.stdout, output.stderr);
    match output.status {
        0 => {
            assert_eq!(output.json()["name"], "Neuf", "{about}");
            assert_eq!(named(env, "Neuf"), 1, "{about}");
            let unsettled = output.warnings().contains(&"unsettled".to_owned());
            assert_eq!(unsettled, !rows.is_empty(), "{about}");
        }
        8 => {
            let error = output.failed(8, "queued");
            assert_eq!((rows.len(), &error["outbox_id"]), (1, &rows[0]["outbox_id"]), "{about}");
            assert_eq!(error["outcome_unknown"], rows[0]["outcome_unknown"], "{about}");
        }
        _ => {
            output.failed(1, "unexpected");
            assert!(rows.is_empty(), "{about}");
            assert_eq!(named(env, "Neuf"), 0, "{about}");
        }
    }
    if output.status != 0 {
        assert!(output.stderr.contains("is full"), "{about}");
    }
    output.status
}

#[test]
fn nearly_full_disk_reports_writes_truthfully_and_applies_once() {
    let mut met = Vec::new();
    for kilobytes in (64..=256).step_by(16) {
        let env = test_env();
        let Some(small) = SmallDisk::mount(&env) else {
            // Only root may mount. Otherwise run the test below, which needs no such right.
            return confirmed_write_succeeds_although_lease_release_fails();
        };
        env.run_ok(&["sync"]);
        small.leave_free(kilobytes);
        let output = env.run(&["deals", "create", "--name", "Neuf"]);
        met.push(assert_truthful(&env, &output, kilobytes));
        fs::remove_file(small.filler()).unwrap();
        if output.status == 1 {
            env.run_ok(&["deals", "create", "--name", "Neuf"]);
        }
        env.run_ok(&["outbox", "retry"]);
        assert_eq!(named(&env, "Neuf"), 1, "{kilobytes} KB");
        let journal = env.run_ok(&["outbox", "journal"]).json();
        let applied = journal.as_array().unwrap().iter();
        let applied = applied.filter(|line| line["outcome"] == "applied").count();
        assert_eq!(applied, 1, "{kilobytes} KB: {journal}");
    }
    assert!(met.contains(&0) && met.contains(&1), "{met:?}");
}

/// Makes a database of the profile refuse a kind of statement.
fn refuse(env: &TestEnv, file: &str, what: &str) {
    let mut profiles = fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join(file);
    let sql = format!("CREATE TRIGGER refused BEFORE {what} BEGIN SELECT RAISE(ABORT, 'no room'); END");
    rusqlite::Connection::open(file).unwrap().execute_batch(&sql).unwrap();
}

fn allow(env: &TestEnv, file: &str) {
    let mut profiles = fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join(file);
    rusqlite::Connection::open(file).unwrap().execute_batch("DROP TRIGGER refused").unwrap();
}

#[test]
fn confirmed_write_succeeds_although_lease_release_fails() {
    let env = test_env();
    env.run_ok(&["sync"]);
    refuse(&env, "outbox.db", "DELETE ON lease");
    let output = env.run_ok(&["deals", "create", "--name", "Neuf"]);
    assert_eq!(output.json()["name"], "Neuf");
    assert!(env.outbox().is_empty());
}

#[test]
fn write_that_cannot_be_sent_is_reported_as_queued() {
    let env = test_env();
    env.run_ok(&["sync"]);
    refuse(&env, "outbox.db", "UPDATE ON outbox WHEN new.state = 'sending'");
    let output = env.run(&["deals", "create", "--name", "Neuf"]);
    let error = output.failed(8, "queued");
    assert_eq!(error["outbox_id"], env.outbox()[0]["outbox_id"]);
    assert_eq!(output.json()["queued"], true);
    let output = env.run(&["deals", "create", "--name", "Autre", "--format", "table"]);
    assert!(
        !output.stderr.contains("Nothing new was saved") && output.stderr.contains("Don’t enter it again"),
        "{}",
        output.stderr
    );
    allow(&env, "outbox.db");
    env.run_ok(&["outbox", "retry"]);
    assert_eq!((named(&env, "Neuf"), named(&env, "Autre")), (1, 1));
}

#[test]
fn rejection_is_reported_although_the_entry_cannot_be_updated() {
    let env = test_env();
    env.run_ok(&["sync"]);
    refuse(&env, "outbox.db", "UPDATE ON outbox WHEN new.state = 'refused'");
    let output = env.run(&["deals", "create", "--name", "Neuf", "--status", "nowhere"]);
    let lines: Vec<serde_json::Value> =
        output.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let error = lines.iter().find_map(|line| line.get("error")).unwrap();
    assert_eq!((output.status, &error["kind"]), (7, &"invalid".into()), "{}", output.stderr);
    let rows = env.outbox();
    assert_eq!((rows.len(), &error["outbox_id"]), (1, &rows[0]["outbox_id"]));
    let text = error["message"].as_str().unwrap();
    assert!(text.contains("stays in the outbox"), "{text}");
    assert_eq!(named(&env, "Neuf"), 0);
}

#[test]
fn write_stays_in_the_outbox_until_journaled() {
    let env = test_env();
    env.run_ok(&["sync"]);
    refuse(&env, "history.db", "INSERT ON journal");
    let output = env.run(&["deals", "create", "--name", "Neuf"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.warnings().contains(&"unsettled".to_owned()), "{}", output.stderr);
    assert_eq!(env.outbox().len(), 1);
    allow(&env, "history.db");
    env.run_ok(&["outbox", "retry"]);
    let journal = env.run_ok(&["outbox", "journal"]).json();
    assert_eq!(journal[0]["outcome"], "applied", "{journal}");
    assert_eq!(named(&env, "Neuf"), 1);
}

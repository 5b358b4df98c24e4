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
    fn mount(place: &TestEnv) -> Option<Self> {
        let at = place.dir.path().join("data");
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
        let told = Command::new("df")
            .args(["-k", "--output=avail"])
            .arg(&self.0)
            .output();
        let told = String::from_utf8(told.unwrap().stdout).unwrap();
        let free: usize = told.lines().last().unwrap().trim().parse().unwrap();
        fs::write(self.filler(), vec![0; (free - kilobytes) << 10]).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let gone = Command::new("umount").arg("-l").arg(&self.0).status();
        assert!(
            gone.is_ok_and(|gone| gone.success()),
            "{} stays",
            self.0.display()
        );
    }
}

/// Counts the service's deals of that name.
fn named(place: &TestEnv, name: &str) -> usize {
    let all = place.run(&["deals", "list", "--all"]).json();
    let deals = all.as_array().unwrap().iter();
    deals.filter(|deal| deal["name"] == name).count()
}

/// Checks the reported outcome of a creation against the actual state.
fn assert_truthful(place: &TestEnv, ran: &CliOutput, kilobytes: usize) -> i32 {
    let rows = place.run(&["outbox", "list"]).json();
    let rows = rows.as_array().unwrap();
    let about = format!("{kilobytes} KB: {} {} {rows:?}", ran.stdout, ran.stderr);
    match ran.status {
        0 => {
            assert_eq!(ran.json()["name"], "Neuf", "{about}");
            assert_eq!(named(place, "Neuf"), 1, "{about}");
            let unsettled = ran.warnings().contains(&"unsettled".to_owned());
            assert_eq!(unsettled, !rows.is_empty(), "{about}");
        }
        8 => {
            let error = ran.failed(8, "queued");
            assert_eq!(
                (rows.len(), &error["outbox_id"]),
                (1, &rows[0]["outbox_id"]),
                "{about}"
            );
            assert_eq!(error["outcome_unknown"], rows[0]["outcome_unknown"], "{about}");
        }
        _ => {
            ran.failed(1, "unexpected");
            assert!(rows.is_empty(), "{about}");
            assert_eq!(named(place, "Neuf"), 0, "{about}");
        }
    }
    if ran.status != 0 {
        assert!(ran.stderr.contains("is full"), "{about}");
    }
    ran.status
}

#[test]
fn on_a_disk_that_is_nearly_full_a_write_is_told_as_it_is_and_done_once() {
    let mut met = Vec::new();
    for kilobytes in (64..=256).step_by(16) {
        let place = test_env();
        let Some(small) = SmallDisk::mount(&place) else {
            // Only root may mount. Otherwise run the test below, which needs no such right.
            return a_write_that_was_answered_is_done_although_the_right_to_send_cannot_be_given_back();
        };
        place.run_ok(&["sync"]);
        small.leave_free(kilobytes);
        let ran = place.run(&["deals", "create", "--name", "Neuf"]);
        met.push(assert_truthful(&place, &ran, kilobytes));
        fs::remove_file(small.filler()).unwrap();
        if ran.status == 1 {
            place.run_ok(&["deals", "create", "--name", "Neuf"]);
        }
        place.run_ok(&["outbox", "retry"]);
        assert_eq!(named(&place, "Neuf"), 1, "{kilobytes} KB");
        let journal = place.run_ok(&["outbox", "journal"]).json();
        let applied = journal.as_array().unwrap().iter();
        let applied = applied.filter(|line| line["outcome"] == "applied").count();
        assert_eq!(applied, 1, "{kilobytes} KB: {journal}");
    }
    assert!(met.contains(&0) && met.contains(&1), "{met:?}");
}

/// Makes a database of the profile refuse a kind of statement.
fn refuse(place: &TestEnv, file: &str, what: &str) {
    let mut profiles = fs::read_dir(place.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join(file);
    let sql = format!("CREATE TRIGGER refused BEFORE {what} BEGIN SELECT RAISE(ABORT, 'no room'); END");
    rusqlite::Connection::open(file)
        .unwrap()
        .execute_batch(&sql)
        .unwrap();
}

fn allow(place: &TestEnv, file: &str) {
    let mut profiles = fs::read_dir(place.dir.path().join("data/profiles")).unwrap();
    let file = profiles.next().unwrap().unwrap().path().join(file);
    rusqlite::Connection::open(file)
        .unwrap()
        .execute_batch("DROP TRIGGER refused")
        .unwrap();
}

#[test]
fn a_write_that_was_answered_is_done_although_the_right_to_send_cannot_be_given_back() {
    let place = test_env();
    place.run_ok(&["sync"]);
    refuse(&place, "outbox.db", "DELETE ON lease");
    let ran = place.run_ok(&["deals", "create", "--name", "Neuf"]);
    assert_eq!(ran.json()["name"], "Neuf");
    assert!(place.outbox().is_empty());
}

#[test]
fn a_write_that_could_not_leave_is_told_as_kept() {
    let place = test_env();
    place.run_ok(&["sync"]);
    refuse(&place, "outbox.db", "UPDATE ON outbox WHEN new.state = 'sending'");
    let ran = place.run(&["deals", "create", "--name", "Neuf"]);
    let error = ran.failed(8, "queued");
    assert_eq!(error["outbox_id"], place.outbox()[0]["outbox_id"]);
    assert_eq!(ran.json()["queued"], true);
    let ran = place.run(&["deals", "create", "--name", "Autre", "--format", "table"]);
    assert!(
        !ran.stderr.contains("Nothing new was saved") && ran.stderr.contains("Don’t enter it again"),
        "{}",
        ran.stderr
    );
    allow(&place, "outbox.db");
    place.run_ok(&["outbox", "retry"]);
    assert_eq!((named(&place, "Neuf"), named(&place, "Autre")), (1, 1));
}

#[test]
fn a_refusal_is_told_although_the_disk_does_not_let_go_of_the_write() {
    let place = test_env();
    place.run_ok(&["sync"]);
    refuse(&place, "outbox.db", "UPDATE ON outbox WHEN new.state = 'refused'");
    let ran = place.run(&["deals", "create", "--name", "Neuf", "--status", "nowhere"]);
    let lines: Vec<serde_json::Value> = ran
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let error = lines.iter().find_map(|line| line.get("error")).unwrap();
    assert_eq!(
        (ran.status, &error["kind"]),
        (7, &"invalid".into()),
        "{}",
        ran.stderr
    );
    let rows = place.outbox();
    assert_eq!((rows.len(), &error["outbox_id"]), (1, &rows[0]["outbox_id"]));
    let said = error["message"].as_str().unwrap();
    assert!(said.contains("stays in the outbox"), "{said}");
    assert_eq!(named(&place, "Neuf"), 0);
}

#[test]
fn a_write_that_could_not_be_written_down_stays_until_it_can() {
    let place = test_env();
    place.run_ok(&["sync"]);
    refuse(&place, "history.db", "INSERT ON journal");
    let ran = place.run(&["deals", "create", "--name", "Neuf"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.warnings().contains(&"unsettled".to_owned()), "{}", ran.stderr);
    assert_eq!(place.outbox().len(), 1);
    allow(&place, "history.db");
    place.run_ok(&["outbox", "retry"]);
    let journal = place.run_ok(&["outbox", "journal"]).json();
    assert_eq!(journal[0]["outcome"], "applied", "{journal}");
    assert_eq!(named(&place, "Neuf"), 1);
}

//! A store that can be read and not written: a full disk, a directory that may not be written to.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;

use super::support::{Place, place};

/// What is in the way.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Full,
    Closed,
}

/// The data directory on a file system of its own, where the system lets us make one.
struct Data {
    at: PathBuf,
    mounted: bool,
    way: Way,
}

impl Data {
    fn of(place: &Place, way: Way) -> Self {
        let at = place.dir.path().join("data");
        fs::create_dir(&at).unwrap();
        let made = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs"])
            .arg(&at)
            .output();
        let mounted = made.is_ok_and(|made| made.status.success());
        // Without the right to mount we are not root either, and permissions hold.
        let way = if mounted { way } else { Way::Closed };
        Self { at, mounted, way }
    }

    fn profile(&self) -> PathBuf {
        let mut found = fs::read_dir(self.at.join("profiles")).unwrap();
        found.next().unwrap().unwrap().path()
    }

    fn remount(&self, how: &str) {
        let done = Command::new("mount").args(["-o", how]).arg(&self.at).status();
        assert!(done.unwrap().success());
    }

    fn close(&self) {
        if self.way == Way::Full {
            let mut file = fs::File::create(self.at.join("filler")).unwrap();
            while file.write_all(&[0; 512]).is_ok() {}
        } else if self.mounted {
            self.remount("remount,ro");
        } else {
            fs::set_permissions(self.profile(), fs::Permissions::from_mode(0o500)).unwrap();
        }
    }

    fn open(&self) {
        if self.way == Way::Full {
            fs::remove_file(self.at.join("filler")).unwrap();
        } else if self.mounted {
            self.remount("remount,rw");
        } else {
            fs::set_permissions(self.profile(), fs::Permissions::from_mode(0o700)).unwrap();
        }
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        if self.mounted {
            let gone = Command::new("umount").arg("-l").arg(&self.at).status();
            assert!(
                gone.is_ok_and(|gone| gone.success()),
                "{} stays",
                self.at.display()
            );
        }
    }
}

fn reading_works_and_writing_is_refused(way: Way) {
    let place = place();
    let data = Data::of(&place, way);
    place.good(&["sync"]);
    let id = place.deal();
    place
        .run(&["deals", "update", &id, "--status", "ic", "--offline"])
        .failed(8, "queued");
    data.close();
    let (status, kind, words) = match data.way {
        Way::Full => (1, "unexpected", "no space is left on the disk that holds"),
        Way::Closed => (2, "usage", "may not be written to"),
    };
    let dir = data.at.display().to_string();

    let list = place.run(&["outbox", "list"]);
    assert_eq!(list.status, 0, "{}", list.err);
    assert_eq!(list.json().as_array().unwrap().len(), 1);
    assert!(
        list.err.contains(words) && list.err.contains(&dir),
        "{}",
        list.err
    );
    let deals = place.run(&["deals", "list", "--offline"]);
    assert_eq!(
        (deals.status, deals.json().as_array().unwrap().len()),
        (0, 40),
        "{}",
        deals.err
    );
    assert!(deals.err.contains(words), "{}", deals.err);
    let online = place.run(&["deals", "show", &id]);
    assert_eq!(online.status, 0, "{}", online.err);
    assert!(
        online.err.contains("not_kept") && online.err.contains(words),
        "{}",
        online.err
    );

    let before = place.run(&["deals", "show", &id]).json()["status"].clone();
    for line in [
        vec!["deals", "update", &id, "--status", "closing"],
        vec!["deals", "create", "--name", "Neuf", "--offline"],
        vec!["outbox", "discard", "1", "--yes"],
        vec!["sync"],
    ] {
        let error = place.run(&line).failed(status, kind);
        let said = error["message"].as_str().unwrap();
        assert!(said.contains(words) && said.contains(&dir), "{line:?}: {said}");
    }
    let shown = place.run(&["deals", "update", &id, "--status", "closing", "--format", "table"]);
    assert!(
        !shown.err.contains("support") && shown.err.contains("nothing new was kept"),
        "{}",
        shown.err
    );
    assert_eq!(
        place.run(&["deals", "show", &id]).json()["status"],
        before,
        "nothing was sent"
    );

    let doctor = place.run(&["doctor", "--offline"]);
    let found = doctor.json();
    let stores: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["check"] == "store" && finding["result"] == "failed")
        .collect();
    assert_eq!(stores.len(), 1, "{found}");
    assert!(stores[0]["detail"].as_str().unwrap().contains(words), "{found}");
    assert!(
        !stores[0]["advice"].as_str().unwrap().contains("support"),
        "{found}"
    );
    assert_eq!(doctor.status, status);

    data.open();
    assert_eq!(
        place.good(&["outbox", "list"]).json().as_array().unwrap().len(),
        1
    );
    place.good(&["outbox", "retry"]);
    assert_eq!(place.good(&["deals", "show", &id]).json()["status"], "ic");
}

#[test]
fn on_a_full_disk_reading_works_and_writing_is_refused_in_words() {
    reading_works_and_writing_is_refused(Way::Full);
}

#[test]
fn in_a_closed_directory_reading_works_and_writing_is_refused_in_words() {
    reading_works_and_writing_is_refused(Way::Closed);
}

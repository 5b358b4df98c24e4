//! What is kept on this machine where a file of it is lost or damaged, and where nothing was read yet.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::support::{Place, place};

/// The directory of the one profile there is.
fn profile(place: &Place) -> PathBuf {
    let mut profiles = std::fs::read_dir(place.dir.path().join("data/profiles")).unwrap();
    profiles.next().unwrap().unwrap().path()
}

/// Overwrites the pages of a file behind those that are read as it opens.
fn damage(file: &Path, from: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[from..].fill(0xA5);
    std::fs::write(file, bytes).unwrap();
}

fn ids(deals: &Value) -> Vec<String> {
    let id = |deal: &Value| deal["id"].as_str().unwrap().to_owned();
    deals.as_array().unwrap().iter().map(id).collect()
}

#[test]
fn a_cache_found_damaged_by_a_command_is_mended_by_it() {
    for line in [&["sync"][..], &["deals", "list", "--offline"]] {
        let place = place();
        place.good(&["sync"]);
        damage(&profile(&place).join("cache.db"), 40_000);
        let mended = place.run(line);
        assert_eq!(mended.status, 0, "{line:?}: {}", mended.err);
        assert!(mended.warned().contains(&"damaged".to_owned()), "{}", mended.err);
        if line.contains(&"list") {
            assert_eq!(ids(&mended.json()).len(), 40, "from the history");
        }
        assert!(!place.run(&["sync"]).warned().contains(&"damaged".to_owned()));
        place.good(&["deals", "update", &place.deal(), "--status", "ic"]);
    }
}

#[test]
fn a_write_that_meets_a_damaged_cache_is_kept_once() {
    let place = place();
    place.good(&["sync"]);
    let id = place.deal();
    damage(&profile(&place).join("cache.db"), 40_000);
    let kept = place.run(&["deals", "update", &id, "--status", "lost", "--offline"]);
    assert_eq!(kept.status, 8, "{}", kept.err);
    assert_eq!(place.run(&["outbox", "list"]).json().as_array().unwrap().len(), 1);
}

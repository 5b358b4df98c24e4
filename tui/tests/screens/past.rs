//! A past time is marked on every screen of the terminal.

use std::sync::Arc;

use encours_core::model::as_of::AsOf;
use encours_core::model::history::observed::ObservedHistory;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::{Lang, plain_spaces};

use crate::support::{frontend, now, picture, press};

#[test]
fn past_is_marked_on_every_screen_at_every_size() {
    let history = ObservedHistory { first_observed_at: Some(now()), ..ObservedHistory::default() };
    let snapshot = Snapshot {
        revision: 1,
        as_of: Some(AsOf { at: now(), until: None }),
        history: Arc::new(history),
        settings: Some(Arc::default()),
        ..Snapshot::default()
    };
    for size in [(200, 60), (120, 40), (80, 24), (60, 16)] {
        for screen in ["1", "3", "4", "5", "6", "7", "8"] {
            let mut frontend = frontend(Lang::En, snapshot.clone(), size);
            press(&mut frontend, screen);
            let text = plain_spaces(&picture(&mut frontend)).into_owned();
            let marked =
                text.lines().any(|line| line.contains("As of") && line.contains("Back to the present"));
            assert!(marked, "screen {screen} at {size:?}\n{text}");
        }
    }
}

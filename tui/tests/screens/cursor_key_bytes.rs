//! The bytes that a cursor key sends to the terminal, in every list.
//!
//! When a list scrolls by one row at the edge of the view, the terminal scrolls it. The terminal's screen must equal
//! the drawn one, also after a full redraw.

use std::num::NonZero;
use std::sync::OnceLock;

use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_sandbox::Config;
use encours_tui::terminal::Frontend;
use encours_tui::theme::{ColorMode, TerminalCaps};

use crate::support::service::LiveFrontend;
use crate::support::{app, frontend, press, rows, snapshot};

/// The most bytes for a cursor key, without the two marks of the synchronised update.
const MAX_STEPS: usize = 2_048 - 16;
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 36), (120, 40), (200, 60)];
/// More keys than the largest size shows cards, or rows in two thirds of it.
const KEYS: usize = 55;
/// Board and table, with the keys that lead to them from the board.
const GRIDS: [(&str, &str); 2] = [("board", ""), ("table", "v")];

fn colours() -> TerminalCaps {
    let set = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    let var = |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    TerminalCaps::detect(ColorMode::Always, var)
}

/// A terminal that receives every frame.
struct MirroredFrontend {
    frontend: Frontend,
    terminal: vt100::Parser,
}

impl MirroredFrontend {
    fn new(frontend: Frontend, (columns, lines): (u16, u16)) -> Self {
        let cells = |cells| NonZero::new(cells).unwrap();
        let terminal = vt100::Parser::new(cells(lines), cells(columns), 0);
        Self { frontend, terminal }
    }

    /// Draws a frame and returns its number of bytes.
    fn frame(&mut self) -> usize {
        let bytes = self.frontend.frame().unwrap();
        self.terminal.process(&bytes);
        bytes.len()
    }

    /// Asserts that the terminal shows the drawn screen.
    fn assert_matches(&mut self) {
        let drawn = rows(&self.frontend.draw().0);
        let shown: Vec<String> = self
            .terminal
            .screen()
            .rows(0, self.terminal.screen().size().1.get())
            .map(|row| row.trim_end().to_owned())
            .collect();
        assert_eq!(shown, drawn);
    }
}

/// Loads the lists once for all tests.
fn lists() -> Snapshot {
    static LISTS: OnceLock<Snapshot> = OnceLock::new();
    let load = || {
        let mut service = LiveFrontend::new(Lang::En, (80, 24));
        for (key, kind) in [("5", ResourceKind::Tasks), ("7", ResourceKind::Operations)] {
            service.press(key);
            service.wait("the lists", |s| {
                let list = s.resources.get(&kind);
                list.is_some_and(|list| !list.records.is_empty() && !list.loading)
            });
        }
        service.frontend.app().cx.snapshot().clone()
    };
    LISTS.get_or_init(load).clone()
}

/// Asserts that scrolling a list sends two kilobytes a key at most. The keys lead to it from the board.
fn assert_scrolling_is_cheap(keys: &str, size: (u16, u16)) {
    let mut frontend = Frontend::new(app(Lang::En, lists()), colours(), size);
    // The screen of the previous run.
    press(&mut frontend, "1");
    let mut mirrored = MirroredFrontend::new(frontend, size);
    mirrored.frame();
    press(&mut mirrored.frontend, keys);
    mirrored.frame();
    for key in ["j", "k"] {
        for number in 0..KEYS {
            press(&mut mirrored.frontend, key);
            let sent = mirrored.frame();
            assert!(sent <= MAX_STEPS, "{sent} bytes for {key}, number {number}");
            if number % 9 == 0 {
                mirrored.assert_matches();
            }
        }
        mirrored.assert_matches();
    }
}

/// One test for each list and size, so that they run at once.
macro_rules! scrolling_tests {
    ($($list:ident $keys:literal),*) => {$(
        mod $list {
            #[test]
            fn scrolling_at_80_columns_is_cheap() { super::assert_scrolling_is_cheap($keys, super::SIZES[0]); }
            #[test]
            fn scrolling_at_36_rows_is_cheap() { super::assert_scrolling_is_cheap($keys, super::SIZES[1]); }
            #[test]
            fn scrolling_at_40_rows_is_cheap() { super::assert_scrolling_is_cheap($keys, super::SIZES[2]); }
            #[test]
            fn scrolling_at_200_columns_is_cheap() { super::assert_scrolling_is_cheap($keys, super::SIZES[3]); }
        }
    )*};
}

scrolling_tests!(board "", table "v", notifications "4", tasks "5", explorer "7<tab>", help "?");

/// The keys across all columns of board and table, and back by one more.
const COLUMN_STEPS: [(&str, usize); 2] = [("l", 30), ("h", 31)];

#[test]
fn column_scrolling_sends_two_kilobytes_per_key_at_most() {
    let config = Config { deals: 2_000, ..Config::default() };
    let service = LiveFrontend::with(Lang::En, (80, 24), config);
    let snapshot = service.frontend.app().cx.snapshot().clone();
    let mut sizes = Vec::new();
    let mut all_within = true;
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        for (env, keys) in &GRIDS {
            let mut frontend = Frontend::new(app(lang, snapshot.clone()), colours(), size);
            press(&mut frontend, "1");
            let mut mirrored = MirroredFrontend::new(frontend, size);
            mirrored.frame();
            press(&mut mirrored.frontend, keys);
            mirrored.frame();
            for (key, times) in COLUMN_STEPS {
                let mut max = 0;
                for _ in 0..times {
                    press(&mut mirrored.frontend, key);
                    max = max.max(mirrored.frame());
                    mirrored.assert_matches();
                }
                all_within &= max <= MAX_STEPS;
                sizes.push(format!("{key} on the {env} at {size:?} in {lang:?}: {max} bytes"));
            }
        }
    }
    assert!(all_within, "{}", sizes.join("\n"));
}

/// A jump over a long table sends at most 1.5 times a screen's text.
#[test]
fn jump_in_list_sends_little_more_than_its_text() {
    let config = Config { deals: 2_000, ..Config::default() };
    let service = LiveFrontend::with(Lang::En, (80, 24), config);
    let snapshot = service.frontend.app().cx.snapshot().clone();
    for size in SIZES {
        let mut frontend = Frontend::new(app(Lang::En, snapshot.clone()), colours(), size);
        press(&mut frontend, "1v");
        let mut mirrored = MirroredFrontend::new(frontend, size);
        mirrored.frame();
        for key in ["G", "g"] {
            press(&mut mirrored.frontend, key);
            let sent = mirrored.frame();
            mirrored.assert_matches();
            let text: usize = rows(&mirrored.frontend.draw().0)
                .iter()
                .flat_map(|row| row.split_whitespace())
                .map(|word| word.len() + 1)
                .sum();
            assert!(sent <= text + text / 2, "{key} at {size:?}: {sent} bytes for {text}");
        }
    }
}

#[test]
fn ctrl_l_redraws_the_full_screen() {
    for keys in ["", "4", "/lyon"] {
        let mut frontend = frontend(Lang::Fr, snapshot(), (80, 24));
        press(&mut frontend, keys);
        let full = frontend.frame().unwrap().len();
        assert!(frontend.frame().unwrap().is_empty());
        press(&mut frontend, "<ctrl-l>");
        assert_eq!(frontend.frame().unwrap().len(), full, "{keys}");
    }
}

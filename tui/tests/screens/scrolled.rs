//! The bytes that a cursor key sends to the terminal, in every list.
//!
//! When a list scrolls by one row at the edge of the view, the terminal scrolls it. The terminal's screen must equal
//! the drawn one, also after a full redraw.

use std::num::NonZero;

use encours_core::model::resources::resource_kind::Family;
use encours_core::text::Lang;
use encours_sandbox::Config;
use encours_tui::terminal::Front;
use encours_tui::theme::{ColorChoice, Look};

use crate::support::service::Service;
use crate::support::{app, front, press, rows, snapshot};

/// The most bytes for a cursor key, without the two marks of the synchronised update.
const MOST: usize = 2_048 - 16;
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 36), (120, 40), (200, 60)];
/// More keys than the largest size shows cards, or rows in two thirds of it.
const KEYS: usize = 55;
/// The lists, with the keys that lead to them from the board.
const PLACES: [(&str, &str); 6] = [
    ("board", ""),
    ("table", "v"),
    ("notifications", "4"),
    ("tasks", "5"),
    ("explorer", "7<tab>"),
    ("help", "?"),
];

fn colours() -> Look {
    let set = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    let var = |name: &str| {
        set.iter()
            .find(|(one, _)| *one == name)
            .map(|(_, value)| (*value).to_owned())
    };
    Look::detect(ColorChoice::Always, var)
}

/// A terminal that receives every frame.
struct Seen {
    front: Front,
    terminal: vt100::Parser,
}

impl Seen {
    fn new(front: Front, (columns, lines): (u16, u16)) -> Self {
        let cells = |cells| NonZero::new(cells).unwrap();
        let terminal = vt100::Parser::new(cells(lines), cells(columns), 0);
        Self { front, terminal }
    }

    /// Draws a frame and returns its number of bytes.
    fn frame(&mut self) -> usize {
        let bytes = self.front.frame().unwrap();
        self.terminal.process(&bytes);
        bytes.len()
    }

    /// Asserts that the terminal shows the drawn screen.
    fn is_true(&mut self) {
        let drawn = rows(&self.front.draw().0);
        let shown: Vec<String> = self
            .terminal
            .screen()
            .rows(0, self.terminal.screen().size().1.get())
            .map(|row| row.trim_end().to_owned())
            .collect();
        assert_eq!(shown, drawn);
    }
}

#[test]
fn a_cursor_key_sends_two_kilobytes_at_most_wherever_a_list_scrolls() {
    let mut service = Service::new(Lang::En, (80, 24));
    for (key, family) in [("5", Family::Tasks), ("7", Family::Operations)] {
        service.press(key);
        service.wait("the lists", |s| {
            let list = s.families.get(&family);
            list.is_some_and(|list| !list.records.is_empty() && !list.loading)
        });
    }
    let snapshot = service.front.app().cx.snapshot().clone();
    let mut told = Vec::new();
    let mut worst = 0;
    for size in SIZES {
        for (place, keys) in PLACES {
            let mut front = Front::new(app(Lang::En, snapshot.clone()), colours(), size);
            // The screen of the previous run.
            press(&mut front, "1");
            let mut seen = Seen::new(front, size);
            seen.frame();
            press(&mut seen.front, keys);
            seen.frame();
            let mut most = 0;
            for key in ["j", "k"] {
                for number in 0..KEYS {
                    press(&mut seen.front, key);
                    most = most.max(seen.frame());
                    if number % 9 == 0 {
                        seen.is_true();
                    }
                }
                seen.is_true();
            }
            worst = worst.max(most);
            told.push(format!("{place} at {size:?}: {most} bytes"));
        }
    }
    assert!(worst <= MOST, "{}", told.join("\n"));
}

/// The keys across all columns of board and table, and back by one more.
const SIDEWAYS: [(&str, usize); 2] = [("l", 30), ("h", 31)];

#[test]
fn a_cursor_key_sends_two_kilobytes_at_most_where_columns_scroll_sideways() {
    let config = Config {
        deals: 2_000,
        ..Config::default()
    };
    let service = Service::with(Lang::En, (80, 24), config);
    let snapshot = service.front.app().cx.snapshot().clone();
    let mut told = Vec::new();
    let mut held = true;
    for (lang, size) in Lang::ALL
        .into_iter()
        .flat_map(|lang| SIZES.map(|size| (lang, size)))
    {
        for (place, keys) in &PLACES[..2] {
            let mut front = Front::new(app(lang, snapshot.clone()), colours(), size);
            press(&mut front, "1");
            let mut seen = Seen::new(front, size);
            seen.frame();
            press(&mut seen.front, keys);
            seen.frame();
            for (key, times) in SIDEWAYS {
                let mut most = 0;
                for _ in 0..times {
                    press(&mut seen.front, key);
                    most = most.max(seen.frame());
                    seen.is_true();
                }
                held &= most <= MOST;
                told.push(format!(
                    "{key} on the {place} at {size:?} in {lang:?}: {most} bytes"
                ));
            }
        }
    }
    assert!(held, "{}", told.join("\n"));
}

/// A jump over a long table sends at most 1.5 times a screen's text.
#[test]
fn a_jump_to_the_end_of_a_list_sends_little_more_than_its_text() {
    let config = Config {
        deals: 2_000,
        ..Config::default()
    };
    let service = Service::with(Lang::En, (80, 24), config);
    let snapshot = service.front.app().cx.snapshot().clone();
    for size in SIZES {
        let mut front = Front::new(app(Lang::En, snapshot.clone()), colours(), size);
        press(&mut front, "1v");
        let mut seen = Seen::new(front, size);
        seen.frame();
        for key in ["G", "g"] {
            press(&mut seen.front, key);
            let sent = seen.frame();
            seen.is_true();
            let text: usize = rows(&seen.front.draw().0)
                .iter()
                .flat_map(|row| row.split_whitespace())
                .map(|word| word.len() + 1)
                .sum();
            assert!(
                sent <= text + text / 2,
                "{key} at {size:?}: {sent} bytes for {text}"
            );
        }
    }
}

#[test]
fn the_key_that_every_terminal_knows_writes_the_screen_anew() {
    for keys in ["", "4", "/lyon"] {
        let mut front = front(Lang::Fr, snapshot(), (80, 24));
        press(&mut front, keys);
        let whole = front.frame().unwrap().len();
        assert!(front.frame().unwrap().is_empty());
        press(&mut front, "<ctrl-l>");
        assert_eq!(front.frame().unwrap().len(), whole, "{keys}");
    }
}

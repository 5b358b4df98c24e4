//! Text from outside: it stays in its cells and never controls the terminal.

use encours_sandbox::Config;

use super::pty::{Terminal, TestEnv};

/// Names that a service might send, and the text that must be shown for each.
const NAMES: [(&str, &str); 16] = [
    ("A \u{1b}]0;owned\u{7} title", "A ^[]0;owned"),
    ("B \u{1b}[2J\u{1b}[31m\u{1b}[?1049l screen", "B ^[[2J"),
    ("C \u{9b}31m \u{9d}0;x\u{9c} c1", "C ⟨U+009B⟩31m"),
    ("D \u{1b}]52;c;cm0gLXJmIC8K\u{7} clipboard", "D ^[]52;c;"),
    ("E line\nfeed\rand\ttab", "E line feed and tab"),
    ("F \u{202e}gpj.exe\u{202c} override", "F ⟨U+202E⟩gpj"),
    ("G zero\u{200b}width\u{200d}joined", "G zero⟨U+200B⟩"),
    ("H 東京タワー 株式会社", "H 東京タワー"),
    ("I 👨\u{200d}👩\u{200d}👧 famille", "I 👨"),
    ("J e\u{301}te\u{301} a\u{30a}", "J e\u{301}te\u{301}"),
    ("K שלום עולם", "K שלום"),
    ("L مرحبا بالعالم", "L مرحبا"),
    ("M \u{1f1eb}\u{1f1f7} drapeau ❤\u{fe0f}", "M "),
    ("N \u{1b}Pq#0;2;0;0;0\u{1b}\\ sixel", "N ^[Pq"),
    ("O z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\u{30b} pile", "O z"),
    ("P \u{5}\u{e}\u{f}\u{18}\u{1a} controls", "P ^E^N^O^X^Z"),
];

/// Starts a service with only these deals.
fn env_with_names<'a>(names: impl Iterator<Item = &'a str>) -> TestEnv {
    let env = TestEnv::new(Config { deals: 0, ..Config::default() });
    for name in names {
        let body = serde_json::json!({"name": name, "status": "sourcing"}).to_string();
        env.run_as_other(&["api", "POST", "/deals", "--body", &body]);
    }
    env
}

/// Returns the screen row by row, cell by cell.
fn cells(terminal: &Terminal) -> Vec<Vec<String>> {
    let state = terminal.state();
    let screen = state.screen.screen();
    let (rows, columns) = screen.size();
    (0..rows.get())
        .map(|row| {
            (0..columns.get())
                .map(|column| screen.cell(row, column).unwrap())
                .map(|cell| match cell.contents() {
                    "" if !cell.is_wide_continuation() => " ".to_owned(),
                    sign => sign.to_owned(),
                })
                .collect()
        })
        .collect()
}

/// Returns the text of a row from a column on.
fn text(row: &[String], from: usize) -> String {
    row.get(from..).unwrap_or_default().concat()
}

#[test]
fn hostile_names_stay_in_their_cells_and_control_nothing() {
    let env = env_with_names(NAMES.iter().map(|(name, _)| *name));
    let mut terminal = env.open((120, 40));
    terminal.wait_for_text("16 deals · 16 shown");
    terminal.press("v");
    terminal.wait_until("the table", |screen| screen.contains("Name") && screen.contains("Owner"));
    terminal.assert_idle(std::time::Duration::from_millis(200));
    let screen = cells(&terminal);
    let header_row = screen.iter().position(|row| text(row, 0).contains("Owner")).unwrap();
    let header_row = text(&screen[header_row], 0);
    let column = header_row.split_once("Status").unwrap().0.chars().count();
    for (_, read) in NAMES {
        let row = screen.iter().find(|row| text(row, 1).starts_with(read)).unwrap_or_else(|| {
            panic!("{read:?} is not shown:\n{}", terminal.state().screen.screen().contents())
        });
        // The next column starts under its header, and the name ends before it.
        assert_eq!(row[column - 1], " ", "{read:?}: {}", text(row, 0));
        assert!(text(row, column).starts_with("○ Sourcing"), "{read:?}: {}", text(row, 0));
    }
    // Also on the board, on the deal and in the palette.
    for keys in ["v", "\r", "2", "\x1b", ":", "\x1b", "/e", "\r"] {
        terminal.press(keys);
        terminal.assert_idle(std::time::Duration::from_millis(100));
    }
    terminal.assert_plain();
    assert_eq!(terminal.state().screen.callbacks().copied, Vec::<String>::new());
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn overlong_name_is_cut_at_every_size() {
    let long = "Résidence 東京 ".repeat(18);
    let env = env_with_names([long.as_str()].into_iter());
    let mut terminal = env.open((120, 40));
    terminal.wait_for_text("1 deal · 1 shown");
    for size in [(24, 8), (33, 11), (40, 12), (81, 24), (200, 60), (499, 60)] {
        for keys in ["1", "v", "v"] {
            terminal.press(keys);
            // Change to another size in between, because an unchanged size causes no frame.
            terminal.resize((size.0, size.1 + 1));
            terminal.resize(size);
            terminal.wait("a frame", |state| {
                let log = state.screen.callbacks();
                let text = state.screen.screen().contents();
                (log.frames > 0 && log.open_updates == 0 && text.contains("Résid")).then_some(())
            });
        }
    }
    terminal.assert_plain();
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
}

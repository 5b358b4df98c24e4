//! Kinds of terminals, and the user's preferences for them.

use super::pty::{Terminal, TerminalSetup};

fn board(vars: &[(&str, &str)], args: &[&str]) -> Terminal {
    let args = [&["--demo", "--lang", "fr"], args].concat();
    let terminal = Terminal::start(&TerminalSetup { args: &args, vars, ..TerminalSetup::default() });
    terminal
        .wait_until("the board", |screen| screen.contains("240 deals") && screen.contains("Due diligence"));
    terminal
}

fn written(terminal: &Terminal) -> String {
    String::from_utf8(terminal.state().bytes.clone()).unwrap()
}

/// Returns every style that was sent, as its numbers.
fn styles(written: &str) -> Vec<Vec<u16>> {
    let mut styles = Vec::new();
    for sequence in written.split("\x1b[").skip(1) {
        let Some((numbers, _)) = sequence.split_once('m') else {
            continue;
        };
        if numbers.chars().all(|sign| sign.is_ascii_digit() || ";:".contains(sign)) {
            styles.push(numbers.split([';', ':']).map(|number| number.parse().unwrap_or(0)).collect());
        }
    }
    styles
}

fn has_colors(styles: &[Vec<u16>]) -> bool {
    styles.iter().flatten().any(|number| matches!(number, 30..=38 | 40..=48 | 90..=97 | 100..=107))
}

#[test]
fn terminal_uses_sixteen_colours_by_default() {
    for term in ["xterm-256color", "xterm", "screen", "tmux-256color", "linux", "vt220"] {
        let terminal = board(&[("TERM", term)], &[]);
        let styles = styles(&written(&terminal));
        assert!(has_colors(&styles), "{term}");
        for style in styles {
            assert!(
                style.iter().all(|number| *number < 38
                    || (40..48).contains(number)
                    || *number == 39
                    || *number == 49
                    || *number == 59
                    || (90..=97).contains(number)
                    || (100..=107).contains(number)),
                "{term}: {style:?}"
            );
        }
        terminal.assert_plain();
    }
}

#[test]
fn no_color_removes_colours_but_shows_the_focus() {
    for (vars, args) in [(vec![("NO_COLOR", "1")], vec![]), (vec![], vec!["--color", "never"])] {
        let terminal = board(&vars, &args);
        let styles = styles(&written(&terminal));
        assert!(!has_colors(&styles), "{styles:?}");
        assert!(styles.iter().any(|style| style.contains(&7) || style.contains(&1)));
        terminal.wait_for_text("▌");
    }
}

#[test]
fn linux_console_gets_only_characters_of_its_font() {
    let mut terminal = board(&[("TERM", "linux"), ("LANG", "fr_FR.UTF-8")], &[]);
    for keys in ["3", "4", "8", "?", "\x1b", ":", "\x1b", "1v"] {
        terminal.press(keys);
        terminal.assert_idle(std::time::Duration::from_millis(100));
    }
    let written = written(&terminal);
    let strange: Vec<char> = written
        .chars()
        .filter(|sign| !sign.is_ascii() && !('\u{a1}'..='\u{ff}').contains(sign) && !"ŒœŸ€".contains(*sign))
        .collect();
    assert_eq!(strange, Vec::<char>::new());
    // French letters stay: every console font has them.
    terminal.wait_until("the letters of French", |screen| {
        screen.contains("affichés") && screen.contains("Résidentiel")
    });
}

#[test]
fn without_utf_8_every_byte_is_ascii() {
    let terminal = board(&[("LANG", "fr_FR.ISO-8859-1")], &[]);
    terminal.wait_for_text("240 deals | 240 affiches");
    assert!(terminal.state().bytes.is_ascii());
}

#[test]
fn dumb_terminal_gets_advice_instead_of_the_interface() {
    for term in ["dumb", ""] {
        let mut terminal =
            Terminal::start(&TerminalSetup { vars: &[("TERM", term)], ..TerminalSetup::default() });
        if term == "dumb" {
            assert_eq!(terminal.wait_exit(), 2);
            let message = terminal.state().screen.screen().contents();
            assert!(message.contains("TERM=dumb") && message.contains("--help"), "{message}");
            let written = written(&terminal);
            assert!(!written.contains('\x1b'), "{written:?}");
        } else {
            // A terminal without `TERM` may be a capable one.
            terminal.wait_for_text("240 deals · 240 shown");
        }
    }
}

#[test]
fn mouse_is_requested_only_if_enabled() {
    let config = tempfile::tempdir().unwrap();
    let env = config.path().to_string_lossy().into_owned();
    for (settings, is_requested) in
        [("[settings]\nmouse = true\n", true), ("", true), ("[settings]\nmouse = false\n", false)]
    {
        std::fs::write(config.path().join("config.toml"), settings).unwrap();
        let mut terminal = board(&[], &["--config-dir", &env]);
        assert_eq!(written(&terminal).contains("\x1b[?1000h"), is_requested, "{settings}");
        terminal.press("q");
        assert_eq!(terminal.wait_exit(), 0);
        terminal.assert_restored();
    }
}

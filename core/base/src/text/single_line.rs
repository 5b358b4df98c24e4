//! Cleanup of typed or pasted text before it is sent.
//!
//! A name is one line, without terminal control sequences.

/// Returns one line without control characters, escape sequences and invisible marks.
///
/// Runs of white space become one space. Text copied from a terminal or a web page often contains such characters.
#[must_use]
pub fn one_line(text: &str) -> String {
    let stripped = strip_ansi(text);
    let single = stripped.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let single: String = single.filter(|letter| !is_direction_mark(*letter)).collect();
    let words: Vec<&str> = single.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Removes whole ANSI escape sequences: without its escape, a colour would stay as `[31m`.
#[must_use]
pub fn strip_ansi(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => match letters.peek() {
                Some('[') => {
                    letters.next();
                    skip_parameters(&mut letters);
                }
                Some(']' | 'P' | '^' | '_' | 'X') => skip_terminal_string(&mut letters),
                Some(' '..='~') => {
                    letters.next();
                }
                _ => {}
            },
            '\u{9b}' => skip_parameters(&mut letters),
            other => out.push(other),
        }
    }
    out
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// Skips the parameters of a control sequence and its final letter (ECMA-48, 5.4).
fn skip_parameters(letters: &mut Letters<'_>) {
    while letters.next_if(|letter| (' '..='?').contains(letter)).is_some() {}
    letters.next_if(|letter| ('@'..='~').contains(letter));
}

/// Skips a terminal string, which ends with BEL or ST, or at the line end.
fn skip_terminal_string(letters: &mut Letters<'_>) {
    while let Some(letter) = letters.next_if(|letter| !matches!(letter, '\n' | '\r')) {
        match letter {
            '\u{7}' | '\u{9c}' => return,
            '\u{1b}' => {
                letters.next_if_eq(&'\\');
                return;
            }
            _ => {}
        }
    }
}

/// Returns whether a mark changes the reading direction or is invisible. Joiners stay: scripts and emoji need them.
fn is_direction_mark(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn name_is_one_line_without_terminal_controls() {
        for (typed, line) in [
            ("Le Parc, Lyon", "Le Parc, Lyon"),
            ("  Le Parc,\r\n Lyon\t6e ", "Le Parc, Lyon 6e"),
            ("\u{1b}[31mrouge\u{1b}[0m vif", "rouge vif"),
            ("a\u{1b}]0;titre\u{7}b", "ab"),
            ("a\u{1b}]8;;https://x.example\u{1b}\\lien", "alien"),
            ("tour\u{202e}neg\u{200b}", "tourneg"),
            ("1\u{202f}234\u{a0}€", "1\u{202f}234\u{a0}€"),
            ("👩\u{200d}💼", "👩\u{200d}💼"),
            ("\u{1b}", ""),
        ] {
            assert_eq!(one_line(typed), line, "{typed:?}");
        }
    }

    proptest! {
        #[test]
        fn one_line_is_idempotent_and_removes_control_characters(text in "(\\PC|[\\x00-\\x1f\\x7f-\\x9f]){0,80}") {
            let line = one_line(&text);
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            prop_assert_eq!(one_line(&line), line.clone());
        }
    }
}

//! Wraps sentences for a terminal, between words and with a hanging indent.
//!
//! A word without blanks, such as a path or an id, stays whole for copying.

use std::io::IsTerminal;

use encours_core::text::width;

/// Returns the width of the terminal behind `stream`; `None` for other streams, which are not wrapped.
pub(super) fn terminal_width(stream: &impl IsTerminal) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    Some(usize::from(crate::terminal::size().0))
}

/// Wraps the text to `columns`, except for longer words.
pub(super) fn wrap(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else {
        return text.to_owned();
    };
    let lines: Vec<String> = text.split('\n').map(|line| wrap_line(line, columns)).collect();
    lines.join("\n")
}

fn wrap_line(line: &str, columns: usize) -> String {
    if visible_width(line) <= columns {
        return line.to_owned();
    }
    let words = line.trim_start_matches(' ');
    let indent = " ".repeat(line.len() - words.len());
    let mut wrapped = indent.clone();
    let mut used = indent.len();
    let mut is_started = false;
    // A no-break space is part of its word.
    for word in words.split(' ') {
        let word_width = visible_width(word);
        if is_started && used + 1 + word_width > columns {
            wrapped.push('\n');
            wrapped.push_str(&indent);
            (used, is_started) = (indent.len(), false);
        }
        if is_started {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += word_width;
        is_started = true;
    }
    wrapped
}

/// Returns the width of a text without colour sequences.
fn visible_width(text: &str) -> usize {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().map_or(0, width);
    let coloured = parts.map(|part| part.split_once('m').map_or(0, |(_, text)| width(text)));
    first + coloured.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_break_between_words_and_keep_their_indent() {
        let text =
            "\u{1b}[1;31merror\u{1b}[0m The service cannot be reached.\n  Check the network, then try again.";
        let message = wrap(text, Some(22));
        let lines: Vec<&str> = message.split('\n').collect();
        assert_eq!(
            lines,
            [
                "\u{1b}[1;31merror\u{1b}[0m The service",
                "cannot be reached.",
                "  Check the network,",
                "  then try again."
            ]
        );
        assert_eq!(wrap(text, None), text, "a pipe must get the text unchanged");
        assert_eq!(wrap(text, Some(80)), text);
    }

    #[test]
    fn wrap_keeps_long_words_and_no_break_spaces_together() {
        let path = "/home/someone/.local/share/encours/default/outbox.db.damaged-1795600000";
        let text = wrap(&format!("  It is kept as {path} now"), Some(30));
        assert_eq!(text, format!("  It is kept as\n  {path}\n  now"));
        assert_eq!(wrap("à faire\u{a0}: rien", Some(8)), "à\nfaire\u{a0}:\nrien");
    }
}

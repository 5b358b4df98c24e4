//! Shows the manual on a terminal with `man`, else in a pager.
//!
//! If neither works, the caller prints the page as text.

use std::io::Write as _;
use std::process::{Command, Stdio};

use encours_core::config::Environment;

use super::super::super::wrap;

/// Shows the page, or returns its text to print if no program could show it.
pub(super) fn show(env: &Environment, page: &str) -> Option<String> {
    if run("man", &["-l", "-"], page) {
        return None;
    }
    let text = text(page, wrap::terminal_width(&std::io::stdout()));
    let named = ["MANPAGER", "PAGER"].into_iter().find_map(|name| env.get(name));
    let pagers = named.into_iter().chain(["less", "more"]);
    for pager in pagers {
        let mut args = pager.split_whitespace();
        let Some(program) = args.next() else { continue };
        if run(program, &args.collect::<Vec<_>>(), &text) {
            return None;
        }
    }
    Some(text)
}

/// Pipes a text into a program. Returns whether that succeeded.
fn run(program: &str, arguments: &[&str], text: &str) -> bool {
    let child = Command::new(program)
        .args(arguments)
        .env_remove("ENCOURS_SECRET")
        .env_remove("ENCOURS_PASSPHRASE")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A pager that the user quits early closes the pipe, which is not a failure.
        let _left = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|ended| ended.success())
}

/// Renders the page as text, indented like `man`.
fn text(page: &str, columns: Option<usize>) -> String {
    let (mut text, mut paragraph) = (String::new(), String::new());
    let (mut indent, mut as_it_is, mut tag) = (7, false, false);
    let end = |paragraph: &mut String, indent: usize, text: &mut String| {
        if !paragraph.is_empty() {
            let line = format!("{}{}", " ".repeat(indent), std::mem::take(paragraph));
            text.push_str(&wrap::wrap(&line, columns));
            text.push('\n');
        }
    };
    for line in page.lines() {
        let (name, rest) = line
            .strip_prefix('.')
            .map_or(("", line), |request| request.split_once(' ').unwrap_or((request, "")));
        if !line.starts_with('.') {
            let line = strip_escapes(line);
            if tag {
                end(&mut paragraph, indent, &mut text);
                paragraph = line;
                end(&mut paragraph, 7, &mut text);
                (tag, indent) = (false, 14);
            } else if as_it_is {
                text.push_str(&" ".repeat(7));
                text.push_str(&line);
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            } else {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(&line);
            }
            continue;
        }
        end(&mut paragraph, indent, &mut text);
        match name {
            "SH" | "SS" => {
                let section_indent = if name == "SS" { 3 } else { 0 };
                paragraph = strip_escapes(rest.trim_matches('"'));
                text.push('\n');
                end(&mut paragraph, section_indent, &mut text);
                indent = 7;
            }
            "TP" => {
                text.push('\n');
                tag = true;
            }
            "PP" => {
                text.push('\n');
                indent = 7;
            }
            "IP" => text.push('\n'),
            "nf" => as_it_is = true,
            "fi" => as_it_is = false,
            _ => {}
        }
    }
    end(&mut paragraph, indent, &mut text);
    text
}

/// Returns a line without roff font escapes.
fn strip_escapes(line: &str) -> String {
    line.replace("\\fB", "")
        .replace("\\fI", "")
        .replace("\\fR", "")
        .replace("\\&", "")
        .replace("\\ ", "\u{a0}")
        .replace("\\-", "-")
        .replace("\\e", "\\")
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;

    use super::super::manual;
    use super::*;

    #[test]
    fn pager_text_contains_no_roff_requests() {
        for lang in Lang::ALL {
            let page = text(&manual::manual_page(lang), Some(80));
            assert!(!page.contains("\\-") && !page.contains("\\f") && !page.contains("\\&"), "{page}");
            assert!(page.lines().all(|line| !line.starts_with('.')), "{page}");
            assert!(
                page.contains("   encours deals list") && page.contains("\n       --request-id"),
                "{page}"
            );
            assert!(
                page.contains("\n         1  unexpected") || lang == Lang::Fr,
                "preformatted lines stay separate"
            );
        }
    }

    #[test]
    fn pager_run_fails_for_a_missing_program() {
        assert!(!run("encours-has-no-such-program", &[], "x"));
        #[cfg(unix)]
        assert!(run("true", &[], "x") && !run("false", &[], "x"));
    }
}

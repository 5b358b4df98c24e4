//! Documentation, help and manual agree, and every variable, command, option and key in them exists.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use encours_core::app::foundation::input::commands::ACTIONS;
use encours_core::app::foundation::input::key::Key;
use encours_core::text::Lang;
use encours_tui::cli::args;

use super::support::{CliOutput, bare};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn help_text(line: &[&str], lang: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let output = CliOutput::from_output(bare(dir.path()).args(line).args(["--lang", lang]).output().unwrap());
    assert_eq!(output.status, 0, "{line:?}");
    // Undo roff's escapes.
    output.stdout.replace("\\-", "-").replace("\\ ", " ").replace("\\e", "\\")
}

/// Returns every name in a text that begins with `ENCOURS_`.
fn variables(text: &str) -> BTreeSet<String> {
    let name = |c: char| c.is_ascii_uppercase() || c == '_';
    text.match_indices("ENCOURS_")
        .map(|(at, _)| text.split_at(at).1.chars().take_while(|c| name(*c)).collect())
        .collect()
}

fn sources(folder: &Path, collected: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, collected);
        } else if path.extension().is_some_and(|is| is == "rs") {
            collected.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Returns the variables that the programs read, found as string literals in their sources.
fn read() -> BTreeSet<String> {
    let mut code = String::new();
    for crate_ in ["core/base", "core/service", "core/app", "tui", "gui"] {
        sources(&root().join(crate_).join("src"), &mut code);
    }
    variables(&code).into_iter().filter(|name| code.contains(&format!("\"{name}\""))).collect()
}

#[test]
fn documented_environment_variables_match_those_in_use() {
    let read = read();
    assert!(read.len() > 10, "{read:?}");
    for lang in ["en", "fr"] {
        let (help, manual) = (help_text(&["--help"], lang), help_text(&["man"], lang));
        let lost: Vec<_> = read.difference(&variables(&manual)).cloned().collect();
        assert!(lost.is_empty(), "not in the manual ({lang}): {lost:?}");
        for text in [&help, &manual] {
            let invented: Vec<_> = variables(text).difference(&read).cloned().collect();
            assert!(invented.is_empty(), "nothing reads {invented:?}");
        }
        for once in ["ENCOURS_ASCII", "ENCOURS_LINEAR", "ENCOURS_REDUCED_MOTION"] {
            assert!(help.contains(once), "{once} is not in the help ({lang})");
        }
    }
    for (path, text) in user_pages() {
        let invented: Vec<_> = variables(&text).difference(&read).cloned().collect();
        assert!(invented.is_empty(), "{} names {invented:?}", path.display());
    }
}

/// Adds every page in a folder and its subfolders.
fn pages(folder: &Path, collected: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, collected);
        } else if path.extension().is_some_and(|is| is == "md") {
            collected.push(path);
        }
    }
}

/// Returns every page of the documentation with its path.
fn doc_pages() -> Vec<(PathBuf, String)> {
    let files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    let mut collected: Vec<PathBuf> = files.iter().map(|name| root().join(name)).collect();
    pages(&root().join("docs"), &mut collected);
    collected
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect()
}

/// Returns the pages for users: README, guide and reference.
fn user_pages() -> Vec<(PathBuf, String)> {
    let places = ["README.md", "docs/guide", "docs/reference"].map(|name| root().join(name));
    let collected: Vec<_> = doc_pages()
        .into_iter()
        .filter(|(path, _)| places.iter().any(|place| path.starts_with(place)))
        .collect();
    assert!(collected.len() > 5, "{}", collected.len());
    collected
}

/// Splits a line into shell words, up to a comment, a pipe or a redirection.
fn words(line: &str) -> Vec<OsString> {
    let mut args = Vec::new();
    let mut remaining = line.trim();
    while !remaining.is_empty() {
        let quote = remaining.chars().next().filter(|c| ['"', '\''].contains(c));
        let (word, after) = match quote {
            Some(quote) => {
                let inside = remaining.split_at(1).1;
                inside.split_once(quote).unwrap_or((inside, ""))
            }
            None => remaining.split_once(' ').unwrap_or((remaining, "")),
        };
        if quote.is_none() && (word.starts_with(['#', '|', '>', '&', ';']) || word == "2>&1") {
            break;
        }
        // A variable counts as one word.
        args.push(word.replace('$', "").into());
        remaining = after.trim_start();
    }
    args
}

#[test]
fn every_command_of_the_papers_can_be_run() {
    let mut tried = 0;
    for (path, text) in doc_pages() {
        let mut shell = false;
        for line in text.lines() {
            if line.starts_with("```") {
                shell = line == "```sh";
                continue;
            }
            if !shell || !line.starts_with("encours ") {
                continue;
            }
            tried += 1;
            if let Err(error) = args::parse(words(line), Lang::En) {
                panic!("{}: {line}: {error}", path.display());
            }
        }
    }
    assert!(tried > 10, "{tried}");
}

/// Returns the rows of every table whose first column is `key`.
fn rows_of_keys(text: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        inside = line.starts_with("| key | what it does |") || inside && line.starts_with('|');
        if inside && !line.starts_with("| key ") && !line.starts_with("|-") {
            rows.push(line);
        }
    }
    rows
}

/// Collects every option of a command tree.
fn options(tree: &clap::Command, collected: &mut BTreeSet<String>) {
    collected.extend(tree.get_arguments().filter_map(|argument| Some(format!("--{}", argument.get_long()?))));
    for below in tree.get_subcommands() {
        options(below, collected);
    }
}

#[test]
fn every_option_that_the_pages_for_users_name_exists() {
    let mut known = BTreeSet::new();
    let mut tree = args::command(Lang::En);
    // Building the tree adds the options for help and version.
    tree.build();
    options(&tree, &mut known);
    // Options of Cargo.
    known.extend(["--release", "--path", "--locked"].map(str::to_owned));
    let letter = |c: char| c.is_ascii_lowercase() || c == '-';
    for (path, text) in user_pages() {
        for (at, _) in text.match_indices("--") {
            let before = text.split_at(at).0.chars().next_back();
            let name: String = text.split_at(at).1.chars().take_while(|c| letter(*c)).collect();
            if before.is_some_and(|c| c == '-' || c == '|') || name.len() < 4 {
                continue;
            }
            assert!(known.contains(&name), "{}: {name}", path.display());
        }
    }
}

#[test]
fn documented_keys_are_all_bound() {
    let bound: BTreeSet<Key> = ACTIONS
        .iter()
        .flat_map(|spec| spec.terminal_keys.iter().chain(spec.window_keys))
        .map(|key| key.parse().unwrap())
        .collect();
    let mut tried = 0;
    for row in user_pages().iter().flat_map(|(_, text)| rows_of_keys(text)) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for cell in [cells[1], cells[3]] {
            for named in cell.split('`').skip(1).step_by(2).flat_map(|keys| keys.split(' ')) {
                let text = named.replace("Ctrl+", "ctrl-").replace("Alt+", "alt-");
                let text = if text.chars().count() > 1 { text.to_lowercase() } else { text };
                let key: Key = text.parse().unwrap_or_else(|_| panic!("{named} is not a key"));
                assert!(bound.contains(&key), "{named}");
                tried += 1;
            }
        }
    }
    assert!(tried > 25, "{tried}");
}

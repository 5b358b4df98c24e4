//! Checks that every file, folder, link and name in the documentation exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::root;

/// The pages outside `docs`.
const PAGES: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "RELEASING.md",
];

/// Returns every page of the documentation with its path.
fn read_pages() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("failed to list a folder") {
            let path = entry.expect("failed to list a folder").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|is| is == "md") {
                found.push(path);
            }
        }
    }
    let mut pages: Vec<PathBuf> = PAGES.iter().map(|name| root().join(name)).collect();
    walk(&root().join("docs"), &mut pages);
    pages
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("failed to read a file");
            (path, text)
        })
        .collect()
}

/// Returns every tracked file and folder, relative to the root, with `/` as separator.
pub(super) fn repository_files() -> Vec<String> {
    fn walk(folder: &Path, name: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("failed to list a folder") {
            let entry = entry.expect("failed to list a folder");
            let entry_name = entry.file_name().to_string_lossy().into_owned();
            if entry_name == "target" || entry_name == ".git" {
                continue;
            }
            let name = format!("{name}/{entry_name}");
            if entry.path().is_dir() {
                walk(&entry.path(), &name, found);
            }
            found.push(name);
        }
    }
    let mut found = Vec::new();
    walk(&root(), "", &mut found);
    found
}

/// Returns the text between backticks, without code blocks.
fn code_spans(text: &str) -> Vec<String> {
    let mut in_block = false;
    let prose = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        in_block ^= fence;
        !in_block && !fence
    });
    let prose = prose.collect::<Vec<_>>().join("\n");
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Expands a pattern such as `{fr,en}`.
fn expand_braces(path: &str) -> Vec<String> {
    let Some((before, (alternatives, after))) =
        path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![path.to_owned()];
    };
    alternatives.split(',').map(|alternative| format!("{before}{alternative}{after}")).collect()
}

/// Returns whether a text looks like a file or folder of this repository.
fn is_path(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./{},".contains(c);
    let extensions = [".rs", ".md", ".toml", ".ftl", ".json", ".yml", ".sh", ".png", ".snap"];
    // Users or programs create these files.
    let foreign_paths = ["config.toml", "window.toml", "postman.json", "secrets/", "gates/", "clocks/"];
    let crate_folders = ["core/", "tui/", "gui/", "sandbox/", "tests/", "assets/", "docs/", ".ci/"];
    text.chars().all(is_plain)
        && text.contains(['/', '.'])
        && !text.starts_with('/')
        // A file name extension alone is not a path.
        && (!text.starts_with('.') || text.contains('/'))
        && !foreign_paths
            .iter()
            .any(|foreign| text.ends_with(foreign) || text.starts_with(foreign))
        && (extensions.iter().any(|extension| text.ends_with(extension))
            || crate_folders.iter().any(|folder| text.starts_with(folder)))
}

#[test]
fn every_file_that_is_named_is_there() {
    let files = repository_files();
    let (mut missing, mut count) = (Vec::new(), 0);
    for (page, text) in read_pages() {
        for path in code_spans(&text).iter().filter(|text| is_path(text)).flat_map(|path| expand_braces(path))
        {
            count += 1;
            let end = format!("/{}", path.trim_end_matches('/'));
            if !files.iter().any(|name| name.ends_with(&end)) {
                missing.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(count > 30, "{count}");
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}

#[test]
fn every_documentation_link_has_a_target() {
    let mut broken = Vec::new();
    for (page, text) in read_pages() {
        let folder = page.parent().expect("the page is in a folder");
        for (at, _) in text.match_indices("](") {
            let target = text.get(at + 2..).and_then(|rest| rest.split_once(')')).map(|(target, _)| target);
            let target = target.expect("the link has a closing parenthesis");
            let file = target.split('#').next().unwrap_or_default();
            if !target.contains("://") && !file.is_empty() && !folder.join(file).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "these lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_book_once() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("failed to read a file");
    let wrong: Vec<_> = read_pages()
        .into_iter()
        .filter_map(|(path, _)| Some(path.strip_prefix(&docs).ok()?.to_string_lossy().replace('\\', "/")))
        .filter(|page| page != "SUMMARY.md")
        .filter(|page| summary.matches(&format!("]({page})")).count() != 1)
        .collect();
    assert!(wrong.is_empty(), "docs/SUMMARY.md lists not once: {wrong:?}");
}

/// Returns every name that the sources of the crates define or use.
fn source_names() -> BTreeSet<String> {
    fn read(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("failed to list a folder") {
            let path = entry.expect("failed to list a folder").path();
            if path.is_dir() {
                read(&path, found);
            } else if path.extension().is_some_and(|is| is == "rs") {
                let code = fs::read_to_string(&path).expect("failed to read a file");
                let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
                found.extend(words.map(str::to_owned));
                found.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
            }
            found.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    let mut found = BTreeSet::new();
    for crate_folder in ["heap", "core", "tui", "gui", "sandbox", "tests"] {
        read(&root().join(crate_folder), &mut found);
    }
    found
}

#[test]
fn documented_code_names_exist_in_the_code() {
    let names = source_names();
    let code_pages =
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/design", "docs/decisions"].map(|name| root().join(name));
    let pages = read_pages().into_iter();
    let pages = pages.filter(|(path, _)| code_pages.iter().any(|root_path| path.starts_with(root_path)));
    let mut missing = Vec::new();
    let mut count = 0;
    for quoted in pages.flat_map(|(_, text)| code_spans(&text)) {
        let path = quoted.split(['(', ' ']).next().unwrap_or_default();
        let segments: Vec<&str> = path.split("::").collect();
        let is_plain = |segment: &&str| {
            !segment.is_empty() && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if segments.len() < 2 || !segments.iter().all(is_plain) {
            continue;
        }
        count += 1;
        missing.extend(
            segments
                .iter()
                .filter(|segment| !names.contains(**segment))
                .map(|segment| format!("{segment} in `{quoted}`")),
        );
    }
    assert!(count > 10, "{count}");
    assert!(missing.is_empty(), "not in the code: {missing:?}");
}

#[test]
fn every_bench_and_example_that_is_named_is_there() {
    let files = repository_files();
    let mut count = 0;
    for (page, text) in read_pages() {
        let tokens: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '`').collect();
        for (flag, folder) in [("--bench", "benches"), ("--example", "examples")] {
            for pair in tokens.windows(2).filter(|pair| pair.first() == Some(&flag)) {
                count += 1;
                let name = pair.last().expect("a pair of words");
                let candidates = [format!("/{folder}/{name}.rs"), format!("/{folder}/{name}/main.rs")];
                let exists = files.iter().any(|file| candidates.iter().any(|end| file.ends_with(end)));
                assert!(exists, "{}: {flag} {name}", page.display());
            }
        }
    }
    assert!(count > 3, "{count}");
}

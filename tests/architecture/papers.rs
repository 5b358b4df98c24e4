//! Checks that every file, folder, link and name in the documentation exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::root;

/// The pages outside `docs`.
const PAGES: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "SECURITY.md",
    "CHANGELOG.md",
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
    let mut papers: Vec<PathBuf> = PAGES.iter().map(|name| root().join(name)).collect();
    walk(&root().join("docs"), &mut papers);
    papers
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
            let own = entry.file_name().to_string_lossy().into_owned();
            if own == "target" || own == ".git" {
                continue;
            }
            let name = format!("{name}/{own}");
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
    let mut block = false;
    let prose = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        block ^= fence;
        !block && !fence
    });
    let prose = prose.collect::<Vec<_>>().join("\n");
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Expands a pattern such as `{fr,en}`.
fn expand_braces(path: &str) -> Vec<String> {
    let Some((before, (inside, after))) = path
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![path.to_owned()];
    };
    inside
        .split(',')
        .map(|one| format!("{before}{one}{after}"))
        .collect()
}

/// Returns whether a text looks like a file or folder of this repository.
fn is_path(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./{},".contains(c);
    let endings = [
        ".rs", ".md", ".toml", ".ftl", ".json", ".yml", ".sh", ".png", ".snap",
    ];
    // Users or programs create these files.
    let of_others = [
        "config.toml",
        "window.toml",
        "postman.json",
        "secrets/",
        "gates/",
        "clocks/",
    ];
    let rooms = [
        "core/", "tui/", "gui/", "sandbox/", "tests/", "assets/", "docs/", ".ci/",
    ];
    text.chars().all(plain)
        && text.contains(['/', '.'])
        && !text.starts_with('/')
        // A file name extension alone is not a path.
        && (!text.starts_with('.') || text.contains('/'))
        && !of_others
            .iter()
            .any(|other| text.ends_with(other) || text.starts_with(other))
        && (endings.iter().any(|ending| text.ends_with(ending))
            || rooms.iter().any(|room| text.starts_with(room)))
}

#[test]
fn every_file_that_is_named_is_there() {
    let kept = repository_files();
    let (mut lost, mut named) = (Vec::new(), 0);
    for (paper, text) in read_pages() {
        for path in code_spans(&text)
            .iter()
            .filter(|text| is_path(text))
            .flat_map(|path| expand_braces(path))
        {
            named += 1;
            let end = format!("/{}", path.trim_end_matches('/'));
            if !kept.iter().any(|name| name.ends_with(&end)) {
                lost.push(format!("{}: {path}", paper.display()));
            }
        }
    }
    assert!(named > 30, "{named}");
    assert!(lost.is_empty(), "not there:\n{}", lost.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let mut lost = Vec::new();
    for (paper, text) in read_pages() {
        let folder = paper.parent().expect("the page is in a folder");
        for (at, _) in text.match_indices("](") {
            let target = text
                .get(at + 2..)
                .and_then(|rest| rest.split_once(')'))
                .map(|(target, _)| target);
            let target = target.expect("the link has a closing parenthesis");
            let file = target.split('#').next().unwrap_or_default();
            if !target.contains("://") && !file.is_empty() && !folder.join(file).exists() {
                lost.push(format!("{}: {target}", paper.display()));
            }
        }
    }
    assert!(lost.is_empty(), "these lead nowhere:\n{}", lost.join("\n"));
}

#[test]
fn every_page_is_in_the_book_once() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("failed to read a file");
    let wrong: Vec<_> = read_pages()
        .into_iter()
        .filter_map(|(path, _)| {
            Some(
                path.strip_prefix(&docs)
                    .ok()?
                    .to_string_lossy()
                    .replace('\\', "/"),
            )
        })
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
    for room in ["heap", "core", "tui", "gui", "sandbox", "tests"] {
        read(&root().join(room), &mut found);
    }
    found
}

#[test]
fn every_name_of_the_code_that_the_architecture_speaks_of_is_in_it() {
    let names = source_names();
    let of_code = [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/design",
        "docs/decisions",
    ]
    .map(|name| root().join(name));
    let papers = read_pages().into_iter();
    let papers = papers.filter(|(path, _)| of_code.iter().any(|place| path.starts_with(place)));
    let mut lost = Vec::new();
    let mut spoken = 0;
    for quoted in papers.flat_map(|(_, text)| code_spans(&text)) {
        let path = quoted.split(['(', ' ']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split("::").collect();
        let plain =
            |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if parts.len() < 2 || !parts.iter().all(plain) {
            continue;
        }
        spoken += 1;
        lost.extend(
            parts
                .iter()
                .filter(|part| !names.contains(**part))
                .map(|part| format!("{part} in `{quoted}`")),
        );
    }
    assert!(spoken > 10, "{spoken}");
    assert!(lost.is_empty(), "not in the code: {lost:?}");
}

#[test]
fn every_bench_and_example_that_is_named_is_there() {
    let kept = repository_files();
    let mut named = 0;
    for (paper, text) in read_pages() {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '`').collect();
        for (flag, folder) in [("--bench", "benches"), ("--example", "examples")] {
            for pair in words.windows(2).filter(|pair| pair.first() == Some(&flag)) {
                named += 1;
                let name = pair.last().expect("a pair of words");
                let there = [
                    format!("/{folder}/{name}.rs"),
                    format!("/{folder}/{name}/main.rs"),
                ];
                let found = kept
                    .iter()
                    .any(|file| there.iter().any(|end| file.ends_with(end)));
                assert!(found, "{}: {flag} {name}", paper.display());
            }
        }
    }
    assert!(named > 3, "{named}");
}

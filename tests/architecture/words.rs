//! Plain language in comments, pages and texts: no word of the list, few docs that begin with a question word.

use std::fs;
use std::path::{Path, PathBuf};

use super::root;

/// Words and phrases that hide who acts, or that have a plain equivalent in `GLOSSARY.md`.
const BANNED: [&str; 20] = [
    "anew",
    "whoever",
    "nobody",
    "thereof",
    "give up",
    "gives up",
    "given up",
    "take back",
    "takes back",
    "taken back",
    "took back",
    "take up again",
    "the house",
    "mend",
    "mends",
    "mended",
    "figured",
    "nought",
    "on its way",
    "it is told",
];

/// A doc that begins so describes a question instead of the item.
const QUESTIONS: [&str; 6] = ["What", "Whether", "How", "Where", "Which", "Why"];

fn collect_files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("failed to list a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            if entry.file_name() != "target" {
                collect_files(&path, extension, found);
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

fn source_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["core", "tui", "gui", "sandbox", "heap", "tests"] {
        collect_files(&root().join(folder), "rs", &mut found);
    }
    found
}

/// Returns the comment on a line, without its marks.
fn comment(line: &str) -> Option<(&str, bool)> {
    let text = line.trim_start().strip_prefix("//")?;
    let doc = text.starts_with('/') || text.starts_with('!');
    Some((text.trim_start_matches(['/', '!']).trim_start(), doc))
}

/// Returns the banned words of a text, code in backticks left out.
fn banned_words(text: &str) -> Vec<&'static str> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" x ");
    let words = prose.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = format!(" {} ", words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    BANNED.into_iter().filter(|phrase| words.contains(&format!(" {phrase} "))).collect()
}

#[test]
fn the_list_is_found_in_prose_and_not_in_code() {
    assert_eq!(banned_words("Written anew, by whoever asks"), ["anew", "whoever"]);
    assert_eq!(banned_words("See `anew` and renewal"), [] as [&str; 0]);
}

#[test]
fn no_comment_page_or_text_uses_a_word_of_the_list() {
    let mut wrong = Vec::new();
    let mut check = |path: &Path, at: usize, text: &str| {
        for word in banned_words(text) {
            wrong.push(format!("{}:{}: {word}", path.display(), at + 1));
        }
    };
    for path in source_files().iter().filter(|path| !path.ends_with("words.rs")) {
        let text = fs::read_to_string(path).expect("failed to read a source");
        for (at, line) in text.lines().enumerate() {
            if let Some((comment, _)) = comment(line) {
                check(path, at, comment);
            }
        }
    }
    let mut pages = vec![
        root().join("README.md"),
        root().join("ARCHITECTURE.md"),
        root().join("SECURITY.md"),
        root().join("docs/sandbox.md"),
    ];
    for folder in ["docs/guide", "docs/design", "docs/decisions"] {
        collect_files(&root().join(folder), "md", &mut pages);
    }
    for path in &pages {
        let text = fs::read_to_string(path).expect("failed to read a page");
        for (at, line) in text.lines().enumerate() {
            check(path, at, line);
        }
    }
    let messages = root().join("assets/locales/en.ftl");
    let text = fs::read_to_string(&messages).expect("failed to read the messages");
    for (at, line) in text.lines().enumerate() {
        // Search words of the palette keep what users may still type.
        if !line.trim_start().starts_with(".also") && !line.starts_with('#') {
            check(&messages, at, line.split_once(" = ").map_or(line, |(_, value)| value));
        }
    }
    assert!(wrong.is_empty(), "plain words are in GLOSSARY.md:\n{}", wrong.join("\n"));
}

#[test]
fn few_docs_begin_with_a_question_word() {
    let (mut docs, mut questions) = (0, Vec::new());
    for path in source_files() {
        let text = fs::read_to_string(&path).expect("failed to read a source");
        let mut before = false;
        for (at, line) in text.lines().enumerate() {
            let doc = comment(line).filter(|(_, doc)| *doc);
            if let (Some((first, _)), false) = (doc, before) {
                docs += 1;
                let word = first.split(' ').next().unwrap_or_default();
                if QUESTIONS.contains(&word) {
                    questions.push(format!("{}:{}: {first}", path.display(), at + 1));
                }
            }
            before = doc.is_some();
        }
    }
    assert!(questions.len() * 100 < docs, "{} of {docs}:\n{}", questions.len(), questions.join("\n"));
}

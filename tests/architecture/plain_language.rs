//! Plain language in comments, pages and texts: no word of the list, few docs that begin with a question word.

use std::fs;
use std::path::{Path, PathBuf};

use super::{dependency_rules, root};

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

/// French words and phrases with another meaning in a product, such as `écritures` for accounting entries.
const BANNED_FRENCH: [&str; 7] =
    ["écritures", "votre écriture", "au service", "la maison", "en sommeil", "magasin", "sans retour"];

/// A doc that begins so describes a question instead of the item.
const QUESTIONS: [&str; 6] = ["What", "Whether", "How", "Where", "Which", "Why"];

/// Words of stories instead of names. A test is named after its subject and behaviour.
const BANNED_IN_TEST_NAMES: [&str; 12] = [
    "told", "tells", "said", "nobody", "somebody", "anybody", "whoever", "anew", "house", "gone", "held",
    "stands",
];

/// Maximum number of words in the name of a test.
const MAX_TEST_NAME_WORDS: usize = 10;

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

/// Returns the words of a list that a text uses, code in backticks left out.
fn used_words(list: &[&'static str], text: &str) -> Vec<&'static str> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" x ");
    let words = prose.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = format!(" {} ", words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    list.iter().copied().filter(|phrase| words.contains(&format!(" {phrase} "))).collect()
}

/// Returns the pages, manifests and scripts at fixed paths, and the pages of the folders.
fn page_files() -> Vec<PathBuf> {
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "docs/README.md",
        "docs/benchmarks.md",
        "docs/sandbox.md",
        "Cargo.toml",
        "deny.toml",
        "clippy.toml",
        ".ci/run",
        "tests/run",
        "tests/size",
        "tests/benches/run",
        "tests/benches/side-by-side",
    ];
    let mut found: Vec<PathBuf> = names.iter().map(|name| root().join(name)).collect();
    for crate_folder in
        ["core", "core/base", "core/service", "core/app", "tui", "gui", "sandbox", "heap", "tests"]
    {
        found.push(root().join(crate_folder).join("Cargo.toml"));
    }
    for folder in ["docs/guide", "docs/reference", "docs/design", "docs/decisions"] {
        collect_files(&root().join(folder), "md", &mut found);
    }
    found
}

#[test]
fn banned_words_are_found_in_prose_but_not_code() {
    assert_eq!(used_words(&BANNED, "Written anew, by whoever asks"), ["anew", "whoever"]);
    assert_eq!(used_words(&BANNED, "See `anew` and renewal"), [] as [&str; 0]);
    assert_eq!(used_words(&BANNED_FRENCH, "3 écritures au service"), ["écritures", "au service"]);
}

#[test]
fn no_comment_page_or_text_uses_a_banned_word() {
    let mut wrong = Vec::new();
    let mut check = |list: &[&'static str], path: &Path, at: usize, text: &str| {
        for word in used_words(list, text) {
            wrong.push(format!("{}:{}: {word}", path.display(), at + 1));
        }
    };
    for path in source_files().iter().filter(|path| !path.ends_with("plain_language.rs")) {
        let text = fs::read_to_string(path).expect("failed to read a source");
        for (at, line) in text.lines().enumerate() {
            if let Some((comment, _)) = comment(line) {
                check(&BANNED, path, at, comment);
            }
        }
    }
    for path in &page_files() {
        let text = fs::read_to_string(path).expect("failed to read a page");
        for (at, line) in text.lines().enumerate() {
            check(&BANNED, path, at, line);
        }
    }
    for (name, list) in
        [("en.ftl", &BANNED[..]), ("fr.ftl", &BANNED_FRENCH[..]), ("help-fr.ftl", &BANNED_FRENCH[..])]
    {
        let messages = root().join("assets/locales").join(name);
        let text = fs::read_to_string(&messages).expect("failed to read the messages");
        for (at, line) in text.lines().enumerate() {
            // Search words of the palette keep what users may still type.
            if !line.trim_start().starts_with(".also") && !line.starts_with('#') {
                check(list, &messages, at, line.split_once(" = ").map_or(line, |(_, value)| value));
            }
        }
    }
    assert!(wrong.is_empty(), "plain words are in GLOSSARY.md:\n{}", wrong.join("\n"));
}

#[test]
fn guide_pages_have_at_most_600_words() {
    let mut pages = Vec::new();
    collect_files(&root().join("docs/guide"), "md", &mut pages);
    assert!(pages.len() > 20, "{pages:?}");
    for page in pages {
        let words = fs::read_to_string(&page).expect("failed to read a page").split_whitespace().count();
        assert!(words <= 600, "{}: {words} words", page.display());
    }
}

/// Returns true if a text says "is no" before a noun; "there is no" and "is no longer" are plain.
fn has_negated_noun(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(4).any(|words| match *words {
        [subject, "is" | "are", "no", noun] => {
            !subject.eq_ignore_ascii_case("there") && !["longer", "such"].contains(&noun)
        }
        _ => false,
    })
}

#[test]
fn no_literal_negates_a_noun_with_is_no() {
    assert!(has_negated_noun("`x` is no key: write `y`") && !has_negated_noun("there is no key here"));
    let mut wrong = Vec::new();
    for folder in ["core", "tui/src", "gui/src", "sandbox/src", "heap/src"] {
        for (path, code) in dependency_rules::read_sources(folder) {
            // Between quotes are the literals; a line with a quote in a character or a literal may be missed.
            let literals = code.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
            let negated = literals.filter(|literal| has_negated_noun(literal));
            wrong.extend(negated.map(|literal| format!("{}: {literal}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "write \"is not a\":\n{}", wrong.join("\n"));
}

#[test]
fn test_names_are_short_and_plain() {
    let mut wrong = Vec::new();
    for path in source_files() {
        let text = fs::read_to_string(&path).expect("failed to read a source");
        let mut is_test = false;
        for line in text.lines().map(str::trim_start) {
            is_test |= line.starts_with("#[test]");
            let Some(name) =
                line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')).map(|(name, _)| name)
            else {
                continue;
            };
            let words: Vec<&str> = name.split('_').collect();
            let is_plain = words.len() <= MAX_TEST_NAME_WORDS
                && !words.iter().any(|word| BANNED_IN_TEST_NAMES.contains(word));
            if std::mem::take(&mut is_test) && !is_plain {
                wrong.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "name the subject and its behaviour:\n{}", wrong.join("\n"));
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

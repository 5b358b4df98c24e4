//! Tests that both locale files have the same messages, including all that the code uses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;

use super::messages::{EN, FR};
use super::{Lang, Messages};

/// Returns every message of a file with the text of its whole entry.
fn entries(source: &str) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    let mut current = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        if let Some((key, text)) =
            line.split_once(" = ").filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase()))
        {
            current = key.to_owned();
            let before = entries.insert(current.clone(), text.to_owned());
            assert!(before.is_none(), "{current} is said twice");
        } else if let Some(entry) = entries.get_mut(&current) {
            entry.push('\n');
            entry.push_str(line);
        }
    }
    entries
}

/// Returns the argument names of an entry: `$total`, `$ago`.
fn arguments(text: &str) -> BTreeSet<&str> {
    text.split('$')
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next())
        .collect()
}

#[test]
fn both_locale_files_parse_without_errors() {
    for source in [FR, EN] {
        if let Err((_, errors)) = FluentResource::try_new(source.to_owned()) {
            panic!("{errors:?}");
        }
    }
    for (lang, source) in [(Lang::Fr, FR), (Lang::En, EN)] {
        for key in entries(source).keys() {
            assert!(Messages::new(lang).has(key), "{} lost {key}", lang.code());
        }
    }
}

#[test]
fn both_languages_have_the_same_keys_and_arguments() {
    let (fr, en) = (entries(FR), entries(EN));
    let (french, english): (BTreeSet<_>, BTreeSet<_>) = (fr.keys().collect(), en.keys().collect());
    assert_eq!(french.symmetric_difference(&english).collect::<Vec<_>>(), Vec::<&&String>::new());
    for (key, text) in &fr {
        assert_eq!(arguments(text), arguments(&en[key]), "{key}");
    }
}

#[test]
fn french_is_typeset_as_french() {
    for (key, text) in entries(FR) {
        // Except in query examples and selectors, punctuation takes a no-break space.
        let said: String = text.lines().filter(|line| !line.contains("->") && line.trim() != "}").collect();
        for wrong in [" ;", " !", " ?", " : ", " %", "« ", " »", "'"] {
            assert!(!said.contains(wrong), "{key}: {wrong:?} in {said:?}");
        }
        assert!(!said.contains('!'), "{key} shouts");
    }
}

#[test]
fn english_uses_its_own_quotes() {
    for (key, text) in entries(EN) {
        assert!(!text.contains(['«', '»', '\'', '!']), "{key}: {text}");
    }
}

/// Checks the message keys that the code uses, and reports where.
///
/// It finds `get("…")` and `with("…"` on the receivers `messages`, `messages()` and `Messages::new(…)`. It also
/// finds the window's `frame.message("…")`, literals with the prefix of a message key, and the names of the action table.
#[test]
fn every_key_that_the_code_asks_for_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known = entries(FR);
    let mut missing = Vec::new();
    let mut asked = 0;
    for folder in ["core", "tui", "gui"] {
        for file in sources(&root.join(folder)) {
            let code = std::fs::read_to_string(&file).unwrap();
            let table = file.ends_with("foundation/input/commands.rs");
            for (line, text) in code.lines().enumerate() {
                for key in requested_keys(text, table) {
                    asked += 1;
                    if !known.contains_key(&key) {
                        missing.push(format!("{}:{}: {key}", file.display(), line + 1));
                    }
                }
            }
        }
    }
    assert!(asked > 1_000, "the scan finds what the code asks for");
    assert!(missing.is_empty(), "not in the locales:\n{}", missing.join("\n"));
}

/// Checks that messages get their arguments, if the call lists them inline.
#[test]
fn messages_get_their_arguments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known = entries(FR);
    let mut wrong = Vec::new();
    for folder in ["core", "tui/src", "gui/src"] {
        for file in sources(&root.join(folder)) {
            let code = std::fs::read_to_string(&file).unwrap();
            for (key, given) in calls(&code) {
                let Some(text) = known.get(&key) else { continue };
                let missing: Vec<&str> = arguments(text)
                    .difference(&given.iter().map(String::as_str).collect())
                    .copied()
                    .collect();
                if !missing.is_empty() {
                    wrong.push(format!("{}: {key} lacks {missing:?}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the calls of `with("key", &[("name", …), …])` and their argument names.
fn calls(code: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut calls = Vec::new();
    for (at, call) in code.match_indices(".with(") {
        let (before, after) = code.split_at(at);
        let after = after.trim_start_matches(call).trim_start();
        let key = after.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let Some((key, rest)) = key.filter(|(key, _)| is_key(key) && is_catalog(before.trim_end())) else {
            continue;
        };
        let rest = rest.trim_start_matches(',').trim_start();
        let Some(list) = rest.strip_prefix("&[") else {
            continue;
        };
        let mut depth = 1;
        let list: String = list
            .chars()
            .take_while(|letter| {
                depth += i32::from(*letter == '[') - i32::from(*letter == ']');
                depth > 0
            })
            .collect();
        let names = list.split('(').filter_map(|part| part.trim_start().strip_prefix('"')?.split('"').next());
        calls.push((key.to_owned(), names.map(str::to_owned).collect()));
    }
    calls
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn requested_keys(line: &str, table: bool) -> Vec<String> {
    const PREFIXES: [&str; 10] = [
        "action-",
        "reason-",
        "toast-",
        "hint-",
        "error-",
        "empty-",
        "check-",
        "query-",
        "usage-",
        "cli-line-",
    ];
    let line = line.trim_start();
    if line.starts_with("//") {
        return Vec::new();
    }
    let mut keys = Vec::new();
    for (at, _) in line.match_indices('"') {
        let (before, after) = line.split_at(at);
        let after = after.trim_start_matches('"');
        let Some(literal) = after.split('"').next().filter(|text| is_key(text)) else {
            continue;
        };
        let call = ["get(", "with(", "message("].iter().find_map(|call| before.strip_suffix(call));
        let receiver = call.and_then(|before| before.strip_suffix('.'));
        let asked = receiver.is_some_and(is_catalog)
            || PREFIXES.iter().any(|prefix| literal.len() > prefix.len() && literal.starts_with(prefix));
        if asked && !before.ends_with("concat!(") {
            keys.push(literal.to_owned());
        } else if table && before.trim_end().ends_with("=>") && line.contains("terminal [") {
            keys.extend([format!("action-{literal}"), format!("action-{literal}-why")]);
        }
    }
    keys
}

/// Returns whether the receiver of a call is a message catalog, by its name.
fn is_catalog(before: &str) -> bool {
    let receiver = before.rsplit([';', '{', '}', '=']).next().unwrap_or_default();
    let name = receiver
        .trim_end_matches("()")
        .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .next()
        .unwrap_or_default();
    name == "messages" || name == "frame" || receiver.contains("Messages::new(")
}

fn is_key(text: &str) -> bool {
    // A literal that ends with a dash is the beginning of keys.
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('-')
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_')
}

#[test]
fn key_scan_finds_only_requested_messages() {
    assert_eq!(
        requested_keys(r#"let a = frame.message("yes"); messages.with("no", &[])"#, false),
        ["yes", "no"]
    );
    assert_eq!(requested_keys(r#"Self::Texts => self.messages.get("yes"),"#, false), ["yes"]);
    assert_eq!(
        requested_keys(r#"Self::FirstStatus => "reason-first-status","#, false),
        ["reason-first-status"]
    );
    assert_eq!(
        requested_keys(r#"Quit => "quit", Everywhere, [Screens], terminal ["q"], window [];"#, true),
        ["action-quit", "action-quit-why"]
    );
    for other in
        [r#"headers.get("retry-after")"#, r#"// messages.get("yes")"#, r#"concat!("action-", $name)"#]
    {
        assert!(requested_keys(other, true).is_empty(), "{other}");
    }
}

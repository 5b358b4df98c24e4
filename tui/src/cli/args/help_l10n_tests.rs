use std::collections::BTreeSet;

use encours_core::text::Lang;

use super::super::command;
use super::*;

/// Every help text of a tree, with where it stands.
fn texts(tree: &Command, path: &str, texts_found: &mut Vec<(String, String)>) {
    let mut add =
        |location: String, text: Option<String>| texts_found.push((location, text.unwrap_or_default()));
    let help_text = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
    add(format!("{path}: about"), help_text(tree.get_about()));
    add(format!("{path}: long about"), help_text(tree.get_long_about().or(tree.get_about())));
    if tree.get_after_long_help().is_some() {
        add(format!("{path}: after"), help_text(tree.get_after_long_help()));
    }
    for argument in tree.get_arguments() {
        let id = argument.get_id();
        add(format!("{path} {id}"), help_text(argument.get_help()));
        add(format!("{path} {id} at length"), help_text(argument.get_long_help().or(argument.get_help())));
    }
    for below in tree.get_subcommands() {
        texts(below, &format!("{path} {}", below.get_name()), texts_found);
    }
}

#[test]
fn every_command_and_argument_has_french_help() {
    let (mut french, mut english) = (Vec::new(), Vec::new());
    texts(&command(Lang::Fr), "encours", &mut french);
    texts(&command(Lang::En), "encours", &mut english);
    let english: std::collections::BTreeMap<_, _> = english.into_iter().collect();
    let mut wrong = Vec::new();
    for (path, text) in &french {
        let key_shown = text.starts_with("value-") || text.starts_with("help-");
        let nothing = text.is_empty() || text.starts_with(' ');
        if nothing || key_shown || english.get(path) == Some(text) {
            wrong.push(format!("{path}: {text:?}"));
        }
    }
    assert!(french.len() > 500, "{}", french.len());
    assert!(wrong.is_empty(), "without French help:\n{}", wrong.join("\n"));
    for path in english.keys() {
        let there = french.iter().any(|(have, _)| have == path);
        assert!(there, "{path} is missing in French");
    }
}

/// A key that no message answers to shows itself; none may, in any help that can be asked for.
#[test]
fn no_key_shows_in_the_help() {
    fn walk(mut tree: Command, path: &str) {
        for text in [tree.render_help().to_string(), tree.render_long_help().to_string()] {
            for key in ["help-", "value-", "choice-", "globals", "arg-"] {
                let shown = text
                    .split_whitespace()
                    .map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-'))
                    .find(|word| word.starts_with(key));
                assert_eq!(shown, None, "{path}");
            }
            for english in
                ["Usage:", "Options:", "Commands:", "Arguments:", "[default", "[possible", "Print "]
            {
                assert!(!text.contains(english), "{path}: {english}\n{text}");
            }
        }
        let below: Vec<Command> = tree.get_subcommands().cloned().collect();
        for sub in below {
            let path = format!("{path} {}", sub.get_name());
            walk(sub, &path);
        }
    }
    let mut tree = command(Lang::Fr);
    tree.build();
    walk(tree, "encours");
}

/// Whatever a language shows, both read the same lines.
#[test]
fn both_help_languages_have_the_same_arguments() {
    fn shape(tree: &Command, path: &str, texts_found: &mut BTreeSet<String>) {
        for argument in tree.get_arguments() {
            let id = argument.get_id();
            let (long, short) = (argument.get_long(), argument.get_short());
            texts_found.insert(format!("{path} {id} {long:?} {short:?} {}", argument.is_required_set()));
        }
        for below in tree.get_subcommands() {
            shape(below, &format!("{path} {}", below.get_name()), texts_found);
        }
    }
    let (mut french, mut english) = (BTreeSet::new(), BTreeSet::new());
    for (lang, texts_found) in [(Lang::Fr, &mut french), (Lang::En, &mut english)] {
        let mut tree = command(lang);
        tree.build();
        shape(&tree, "encours", texts_found);
    }
    assert_eq!(french.symmetric_difference(&english).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn option_value_names_are_translated_word_by_word() {
    for (english, french) in [
        ("FIELD=JSON", "CHAMP=JSON"),
        ("NAME[=VALUE][@ROUTE][:TIMES]", "NOM[=VALEUR][@ROUTE][:FOIS]"),
        ("DATE-TIME", "DATE-HEURE"),
        ("N", "N"),
        ("S,…", "S,…"),
        ("true|false", "true|false"),
    ] {
        assert_eq!(expected_text(english), french);
    }
}

#[test]
fn the_help_is_typeset_as_french() {
    for (number, line) in encours_core::text::messages::HELP_FR.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let text = line.split_once(" = ").map_or(line, |(_, text)| text);
        for wrong in [" ;", " !", " ?", " : ", " %", "« ", " »", "'"] {
            assert!(!text.contains(wrong), "line {}: {wrong:?} in {text:?}", number + 1);
        }
    }
}

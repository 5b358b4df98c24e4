//! The reference pages match the code.
//!
//! They cover settings, commands, actions, the query language, and the schema of `config.toml`. With
//! `UPDATE_REFERENCES=1` the tests write them.

use clap::{Arg, Command};
use encours_core::app::foundation::input::commands::{ACTIONS, ActionSpec};
use encours_core::app::foundation::input::context::{Context, Group};
use encours_core::app::tools::help::view::help::mark_front_end;
use encours_core::app::tools::help::view::query_examples;
use encours_core::query::AgeClock;
use encours_core::query::reference::{FieldNames, FieldValueKind, fields};
use encours_core::text::{Lang, Messages, plain_spaces};
use encours_core::vocabulary::setting::{SETTING_SECTIONS, SettingDoc, SettingKind};
use encours_core::vocabulary::{CodeKind, MetricUnit, may_have_thresholds};
use encours_tui::cli::args;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// The first line of every page.
const GENERATED: &str = "<!-- Generated from the code; CONTRIBUTING.md says how to update it. -->\n\n";

fn words() -> &'static Messages {
    Messages::new(Lang::En)
}

/// Compares a page with the stored one, or writes it.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference").join(name);
    if std::env::var_os("UPDATE_REFERENCES").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let saved = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = saved.lines().zip(text.lines());
    let differs = lines.enumerate().find(|(_, (saved, new))| saved != new);
    assert!(
        saved == text,
        "docs/reference/{name} is out of date; to write it, set UPDATE_REFERENCES=1. First difference: {differs:?}"
    );
}

/// Formats a text as a table cell: one line, with markup escaped outside code.
fn cell(text: &str) -> String {
    let text = plain_spaces(text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let escaped = text.split('`').enumerate().map(|(at, part)| {
        if at % 2 == 1 {
            part.replace('|', "\\|")
        } else {
            part.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
        }
    });
    escaped.collect::<Vec<_>>().join("`")
}

/// Formats a text as code for a cell; an empty text stays empty.
fn code(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("`{}`", text.replace('|', "\\|")),
    }
}

/// Formats several texts as code, separated by commas.
fn codes<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

/// Formats a table.
fn table<const N: usize>(header: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| match cell.as_str() {
            "" => " |".to_owned(),
            cell => format!(" {cell} |"),
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let mut text = line(&header.map(str::to_owned));
    writeln!(text, "|{}", "-|".repeat(N)).unwrap();
    text.extend(rows.into_iter().map(|row| line(&row)));
    text
}

// ---------------------------------------------------------------- config.toml

const CONFIGURATION: &str = "\
# Configuration reference

This page lists every key of `config.toml`. [Configuration](../guide/configuration.md) explains how to use them, and
[Team rules](../guide/team-rules.md) explains `[pipeline]` and `[limits]`. [Files](files.md) says where the file is.

- Encours reads the file at the start. A missing file is an empty one.
- An unknown key and a wrong value are errors. The message names the line.
- An option wins over a variable, and a variable wins over the file.
- [config.schema.json](config.schema.json) is a JSON Schema of the file, for editors that check TOML.

";

const SECTION_NOTES: [(&str, &str); 5] = [
    (
        "[settings]",
        "The variables `ENCOURS_LINEAR`, `ENCOURS_ASCII` and `ENCOURS_REDUCED_MOTION` only switch on; they cannot switch off \
         what the file sets. [Keys](keys.md) lists the actions of `keys`.",
    ),
    (
        "[profiles.NAME]",
        "A profile name has at most 64 characters: ASCII letters, digits, `-`, `_` and `.`. It does not begin with a dot.",
    ),
    ("[pipeline.entry.STATUS]", "`STATUS` is the code of the status that a deal enters."),
    (
        "[limits]",
        "Each pair is the last good value, then the last one on watch. A percentage is a text, such as `\"60%\"`; other values \
         are numbers as the server sends them.",
    ),
    (
        "[rules.NAME]",
        "`NAME` is what the notifications show. [Rules and subscriptions](../guide/rules.md) explains them.",
    ),
];

fn kind(setting: &SettingDoc) -> String {
    let choices = || setting.form.split(", ").map(|word| format!("\"{word}\""));
    let texts = |words: Vec<String>| codes(words.iter().map(String::as_str));
    match setting.kind {
        SettingKind::Choice | SettingKind::Color => texts(choices().collect()),
        SettingKind::Text => "text".to_owned(),
        SettingKind::Currency => "text: three capital letters".to_owned(),
        SettingKind::Texts => "list of texts".to_owned(),
        SettingKind::Flag => "`true`, `false`".to_owned(),
        SettingKind::Count => "whole number".to_owned(),
        SettingKind::Keys => "table: keys by action, or a table of these by screen".to_owned(),
        SettingKind::Percentages => "table: percentage by status code".to_owned(),
        SettingKind::Reason => "`true`, or a list of texts".to_owned(),
        SettingKind::Limits => "list of two limits".to_owned(),
        SettingKind::Tolerance => "table: difference by metric".to_owned(),
    }
}

/// Formats a default, which is TOML or plain text.
fn default(setting: &SettingDoc) -> String {
    match read(setting.default) {
        Some(_) => code(setting.default),
        None => cell(setting.default),
    }
}

/// Parses a text as a TOML value.
fn read(text: &str) -> Option<toml::Value> {
    let mut table: toml::Table = format!("own = {text}").parse().ok()?;
    table.remove("own")
}

/// A value of every setting, with a blank line before each section.
const EXAMPLES: &str = include_str!("../../../assets/config-examples.toml");

#[test]
fn the_settings() {
    let mut page = [GENERATED, CONFIGURATION].concat();
    for (section, settings) in SETTING_SECTIONS {
        let title = if section.is_empty() { "Top level".to_owned() } else { code(section) };
        write!(page, "## {title}\n\n").unwrap();
        if let Some((_, note)) = SECTION_NOTES.iter().find(|(name, _)| *name == section) {
            write!(page, "{note}\n\n").unwrap();
        }
        let rows = settings.iter().map(|setting| {
            [
                code(setting.name),
                kind(setting),
                default(setting),
                code(setting.variable.unwrap_or_default()),
                cell(&setting.explanation(words())),
            ]
        });
        page += &table(["key", "type", "default", "variable", "effect"], rows);
        page += "\n```toml\n";
        let named = section.replace("NAME", "acme").replace("STATUS", "lost");
        let examples = EXAMPLES.split("\n\n").find(|part| part.starts_with(&named)).unwrap();
        writeln!(page, "{}", examples.trim_end()).unwrap();
        page += "```\n\n";
    }
    check("configuration.md", &format!("{}\n", page.trim_end()));
}

// ---------------------------------------------------------------- the schema

/// Returns a reference to a definition of the schema.
fn defined(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn schema_of(setting: &SettingDoc) -> Value {
    let choices: Vec<&str> = setting.form.split(", ").collect();
    let mut schema = match setting.kind {
        SettingKind::Choice => json!({"enum": choices}),
        SettingKind::Color => json!({"anyOf": [
            {"enum": choices.iter().filter(|word| !word.starts_with('#')).collect::<Vec<_>>()},
            {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
        ]}),
        SettingKind::Text => json!({"type": "string"}),
        SettingKind::Currency => json!({"type": "string", "pattern": "^[A-Z]{3}$"}),
        SettingKind::Texts => defined("texts"),
        SettingKind::Flag => json!({"type": "boolean"}),
        SettingKind::Count => json!({"type": "integer", "minimum": 0}),
        SettingKind::Keys => keys_schema(),
        SettingKind::Percentages => json!({
            "type": "object",
            "additionalProperties": {"anyOf": [
                {"type": "number", "minimum": 0, "maximum": 100},
                {"type": "string", "pattern": r"^\d+(\.\d+)?$"},
            ]},
        }),
        SettingKind::Reason => json!({"anyOf": [{"type": "boolean"}, defined("texts")]}),
        SettingKind::Limits => {
            json!({"type": "array", "items": defined("amount"), "minItems": 2, "maxItems": 2})
        }
        SettingKind::Tolerance => {
            let figures = read(setting.form).unwrap();
            let names = figures.as_table().unwrap().keys();
            let each = names.map(|name| (name.clone(), defined("amount")));
            json!({
                "type": "object", "additionalProperties": false,
                "properties": each.collect::<serde_json::Map<_, _>>(),
            })
        }
    };
    schema["description"] = plain_spaces(&setting.explanation(words())).into();
    if let Some(default) = read(setting.default) {
        schema["default"] = serde_json::to_value(default).unwrap();
    }
    schema
}

/// Returns the schema of keys, by action and by area and action.
fn keys_schema() -> Value {
    let names = |meant: &dyn Fn(&ActionSpec) -> bool| {
        let specs = ACTIONS.iter().filter(|spec| meant(spec));
        specs.map(|spec| spec.name).collect::<Vec<_>>()
    };
    let actions = names(&|_| true);
    let places = Context::place_names().map(|place| {
        let contexts = Context::from_place(place).unwrap_or_default();
        let there = names(&|spec| contexts.iter().any(|context| applies_in(spec, *context)));
        let of_place = json!({
            "type": "object", "propertyNames": {"enum": there}, "additionalProperties": defined("texts"),
        });
        // Some actions have the same name as an area.
        let schema =
            if actions.contains(&place) { json!({"anyOf": [defined("texts"), of_place]}) } else { of_place };
        (place.to_owned(), schema)
    });
    let places = places.collect::<serde_json::Map<_, _>>();
    let known: Vec<&str> = actions.iter().copied().chain(Context::place_names()).collect();
    json!({
        "type": "object",
        // `"deal.copy"` in quotes means `copy` in the table `deal`.
        "propertyNames": {"anyOf": [{"enum": known}, {"pattern": r"^[a-z-]+\.[a-z-]+$"}]},
        "properties": places,
        "additionalProperties": defined("texts"),
    })
}

/// Returns whether an action can be bound in a context.
fn applies_in(spec: &ActionSpec, context: Context) -> bool {
    spec.contexts.contains(&context) || context.is_screen() && spec.contexts.contains(&Context::Screens)
}

#[test]
fn the_schema_of_the_settings() {
    let object = |section: &str| {
        let (_, settings) = SETTING_SECTIONS.iter().find(|(name, _)| *name == section).unwrap();
        let each = settings.iter().map(|setting| (setting.name.to_owned(), schema_of(setting)));
        json!({
            "type": "object", "additionalProperties": false,
            "properties": each.collect::<serde_json::Map<_, _>>(),
        })
    };
    let mut schema = object("");
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "config.toml of Encours".into();
    schema["$defs"] = json!({
        "texts": {"type": "array", "items": {"type": "string"}},
        // The value as the server sends it, or in percent.
        "amount": {"anyOf": [
            {"type": "number", "minimum": 0},
            {"type": "string", "pattern": r"^\s*\d+([.,]\d+)?\s*%?\s*$"},
        ]},
    });
    let mut pipeline = object("[pipeline]");
    pipeline["properties"]["entry"] = json!({
        "type": "object", "additionalProperties": object("[pipeline.entry.STATUS]"),
    });
    let properties = &mut schema["properties"];
    properties["settings"] = object("[settings]");
    properties["profiles"] = json!({
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$"},
        "additionalProperties": object("[profiles.NAME]"),
    });
    properties["pipeline"] = pipeline;
    properties["limits"] = object("[limits]");
    properties["rules"] = json!({"type": "object", "additionalProperties": object("[rules.NAME]")});
    let text = serde_json::to_string_pretty(&schema).unwrap();
    check("config.schema.json", &format!("{text}\n"));
}

// ---------------------------------------------------------------- commands

const COMMAND_LINE: &str = "\
# Command line reference

This page lists every command and every option of `encours`. [The command line guide](../guide/command-line.md) shows how to
use them. `encours man` prints the same text.

";

const OUTPUT: &str = "\
## Output and errors

Results go to standard output, everything else to standard error. With `--format json` or `ndjson`, an error is one JSON
object on one line:

```json
{\"error\": {\"kind\": \"not_found\", \"message\": \"…\", \"status\": 404, \"problem\": {}, \"request_id\": \"…\", \"retry_after\": null}}
```

| key | content |
|-|-|
| `kind` | the kind of error, one for each exit status |
| `message` | a sentence in English |
| `status` | HTTP status, or `null` |
| `problem` | the problem document of the server, or `null` |
| `request_id` | the `X-Request-ID` of the request, or `null` |
| `retry_after` | seconds to wait, or `null` |
| `id` | which of several records failed; only if there are several |
| `outbox_id` | number of the outbox entry; only if the change is saved |
| `idempotency_key`, `outcome_unknown` | key of the change, and whether its outcome is unknown; only for changes |
| `errors` | all errors; only if there are several |

";

/// Formats the names of an option or an argument.
fn named(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default();
    let takes = argument.get_action().takes_values();
    let values = values.iter().filter(|_| takes).map(ToString::to_string);
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let names = Some(names.join(", ")).filter(|names| !names.is_empty());
    names.into_iter().chain(values).collect::<Vec<_>>().join(" ")
}

/// Joins paragraphs into one, as sentences.
fn sentences(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").map(|part| part.trim_end_matches('.')).collect();
    let ends = if text.ends_with('.') { "." } else { "" };
    paragraphs.join(". ") + ends
}

/// Formats the help of an option, with its default and its choices.
fn help_text(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    let mut text = help.map(|help| sentences(&help.to_string())).unwrap_or_default();
    let takes = argument.get_action().takes_values();
    let defaults = argument.get_default_values();
    if takes && !argument.is_hide_default_value_set() && !defaults.is_empty() {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        let args = [("value", defaults.join(" ").into())];
        write!(text, " {}", words().with("cli-man-default", &args)).unwrap();
    }
    let choices = argument.get_possible_values();
    if takes && !argument.is_hide_possible_values_set() && !choices.is_empty() {
        let names: Vec<&str> = choices.iter().map(clap::builder::PossibleValue::get_name).collect();
        let args = [("values", names.join(", ").into())];
        write!(text, " {}", words().with("cli-man-choices", &args)).unwrap();
    }
    text
}

fn arguments<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let own = arguments.filter(|argument| !matches!(argument.get_id().as_str(), "help" | "version"));
    let rows: Vec<_> = own.map(|argument| [code(&named(argument)), cell(&help_text(argument))]).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("{}\n", table(["option", "effect"], rows))
}

/// Adds a section for each runnable command.
fn commands(tree: &mut Command, page: &mut String) {
    for below in tree.get_subcommands_mut() {
        if below.has_subcommands() {
            commands(below, page);
            continue;
        }
        let usage = below.render_usage().to_string();
        let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned();
        let name: Vec<&str> = usage.split(' ').take_while(|word| is_name(word)).collect();
        page.extend(["### `", &name.join(" "), "`\n\n"]);
        let about = below.get_long_about().or(below.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        let about = sentences(about.trim_end_matches('.'));
        page.extend([&cell(&about), ".\n\n```text\n", &usage, "\n```\n\n"]);
        *page += &arguments(below.get_arguments().filter(|argument| !argument.is_hide_short_help_set()));
    }
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
}

#[test]
fn the_commands() {
    let mut tree = args::command(Lang::En);
    tree.build();
    let mut page = [GENERATED, COMMAND_LINE, "## Options of every command\n\n"].concat();
    page += "They may stand before or after the command.\n\n";
    page += &arguments(tree.get_arguments());
    let after = tree.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let (exit, _) = after.split_once("\n\n").unwrap();
    let (_, exit) = exit.split_once('\n').unwrap();
    page.extend(["## Exit statuses\n\n```text\n", exit, "\n```\n\n", OUTPUT, "## Commands\n\n"]);
    commands(&mut tree, &mut page);
    check("cli.md", &format!("{}\n", page.trim_end()));
}

// ---------------------------------------------------------------- actions

const KEYS: &str = "\
# Actions and keys

This page lists every action under its name in `[settings.keys]`, with its default keys. [Keyboard](../guide/keyboard.md)
shows the keys to learn first. An action without keys is in the palette, and you can give it keys.

## How keys are written

- A letter or sign is itself: `x`, `X`, `?`. Write capitals as capitals, without `shift`.
- Other keys have names: `space`, `minus`, `enter`, `esc`, `tab`, `backspace`, `delete`, `left`, `right`, `up`, `down`,
  `home`, `end`, `pageup`, `pagedown`, `f1` to `f12`.
- `ctrl-`, `alt-` and `shift-` go before a key: `ctrl-x`, `shift-left`.

```toml
[settings.keys]
copy = [\"y\", \"ctrl-y\"]
only-slow = [\"f8\"]
[settings.keys.tasks]
move-to = [\"f2\"]
```

The keys of the file replace the default keys of the action. A table binds keys on one screen or in one list only. If two
actions have one key in the same context, Encours reports an error.

";

/// Returns a context's name in `config.toml`; "all screens" has none.
fn screen_name(context: Context) -> Option<&'static str> {
    Context::place_names().find(|place| Context::from_place(place) == Some(&[context]))
}

/// Lists where an action applies. The board and the table are the pipeline.
fn screen_names(spec: &ActionSpec) -> String {
    let screens: Vec<Context> = Context::place_names()
        .flat_map(|place| Context::from_place(place).unwrap_or_default())
        .copied()
        .filter(|context| context.is_screen())
        .collect();
    let everywhere = spec.contexts.contains(&Context::Screens)
        || screens.iter().all(|screen| spec.contexts.contains(screen));
    let mut names: Vec<&str> = Vec::new();
    if everywhere {
        names.push("all screens");
    }
    let others = spec.contexts.iter().filter(|context| !everywhere || !context.is_screen());
    names.extend(others.filter_map(|context| screen_name(*context)));
    if let Some(at) = names.iter().position(|name| *name == "board")
        && names.contains(&"table")
    {
        names[at] = "pipeline";
        names.retain(|name| *name != "table");
    }
    names.join(", ")
}

#[test]
fn the_actions() {
    let mut page = [GENERATED, KEYS].concat();
    page += "## Contexts\n\nThese names can follow `settings.keys.`:\n\n";
    write!(page, "{}.\n\n", codes(Context::place_names())).unwrap();
    for &group in Group::ALL {
        write!(page, "## {}\n\n", words().get(group.label_key())).unwrap();
        let rows = ACTIONS.iter().filter(|spec| spec.group == group).map(|spec| {
            let reason = format!("{}-why", spec.label_key);
            let label = mark_front_end(words(), spec.id, &words().get(spec.label_key));
            let label = label.trim_end_matches('…');
            let what = if words().has(&reason) {
                format!("{label}. {}", words().get(&reason))
            } else {
                format!("{label}.")
            };
            [
                code(spec.name),
                codes(spec.terminal_keys.iter().copied()),
                codes(spec.window_keys.iter().copied()),
                screen_names(spec),
                cell(&what),
            ]
        });
        page += &table(["action", "terminal", "window", "where", "effect"], rows);
        page.push('\n');
    }
    check("keys.md", &format!("{}\n", page.trim_end()));
}

// ---------------------------------------------------------------- the query language

const QUERY: &str = "\
# Query language reference

The filter line, saved views and the option `--query` use one language. [Filtering](../guide/filtering.md) introduces it.

## Grammar

```text
query      = group { or group }             one of the groups must hold
group      = term { [ and ] term }          all terms must hold
term       = [ not ] ( condition | \"(\" query \")\" )
or         = \"or\" | \"ou\" | \"||\" | \"|\"
and        = \"and\" | \"et\" | \"&&\" | \"&\"      a space does the same
not        = \"not\" | \"non\" | \"except\" | \"sauf\" | \"-\" | \"!\"
condition  = text-field ( \":\" | \"=\" | \"!=\" ) value { \",\" value }
           | number-field operator number
           | number-field ( \":\" | \"=\" | \"!=\" ) ( range | band { \",\" band } | missing )
           | \"followup\" operator ( due { \",\" due } | \"any\" | \"none\" | [ operator ] date )
           | \"has\" ( \":\" | \"=\" | \"!=\" ) ( \"followup\" | \"note\" | \"label\" )
           | \"label\" ( \":\" | \"=\" | \"!=\" ) label { \",\" label }
           | \"check\" ( \":\" | \"=\" | \"!=\" ) ( metric { \",\" metric } | \"any\" )
           | \".\" path operator ( value { \",\" value } | range | missing )
           | \"is\" ( \":\" | \"=\" | \"!=\" ) state { \",\" state }
           | \"was\" \":\" value { \",\" value }
           | \"entered\" \":\" value { \",\" value } [ when ]
           | \"moved\" ( \":any\" | when )
           | \"changed\" \":\" name { \",\" name } [ when ]
           | \"sort\" \":\" [ \"-\" ] name { \",\" [ \"-\" ] name } [ \"asc\" | \"desc\" ]
           | \"limit\" \":\" count
           | phrase
           | word
operator   = \":\" | \"=\" | \"!=\" | \"<\" | \"<=\" | \">\" | \">=\"
phrase     = '\"' text '\"'                   also «text» and “text”
word       = letters without spaces
range      = number \"..\" number | number \"..\" | \"..\" number
due        = \"overdue\" | \"today\" | \"soon\" | \"later\"
missing    = \"none\" | \"aucun\" | \"empty\" | \"vide\" | \"nc\" | \"np\" | \"n/a\"
state      = \"starred\" | \"waiting\" | \"conflict\" | \"unread\"
when       = operator ( days | date ) | \":\" ( days | date ) \"..\" ( days | date )
```

- Case and accents do not matter, neither in names nor in values.
- The name and a colon stand together. Spaces may stand before other operators, and after all but `:` and `=`.
- `==`, `<>`, `≤`, `≥` and `≠` are other spellings of `=`, `!=`, `<=`, `>=` and `!=`.
- A query has at most 2,000 characters.

## Words and phrases

A word finds deals whose name contains it, or whose identifier does. A phrase finds whole words. `*`, `?` and
words such as `sans` and `with` are errors outside quotes; so are operators without spaces around them, as in `parc|lyon`.

## Fields

";

const VALUES: &str = "\
A name is a code, its label in either language, or the beginning of one that is not ambiguous. In quotes it is exact.
`none` finds deals without a value, and `responsable:me` finds your own deals.

| unit | how to write it |
|-|-|
| days | `15`, `15d`, `2w`, `3months` of 30 days; in French `15j`, `2sem`, `3mois` |
| fraction | `65%` or `0.65`; above 200 % the percent sign is required |
| multiple | `1.25` or `1.25x` |
| points | `62` or `62/100` |
| followup | `overdue`, `today`, `soon`, `later`, `any`, `none`, or a date: `2026-12-01`, `12/12`, `monday`, `+7d` |
| local | `followup`, `note`, `label` |
| state | `starred`, `waiting`, `conflict`, `unread` |
| labels | your labels of deals, separated by commas |
| metrics | metrics whose arithmetic or range fails, such as `ltv,dscr`, or `any` |
| time | `<7d`, `>=2026-11-01`, `:2026-11-01..2026-11-15`, `:any` |
| name, time | `ic`, `ic,closing`, `ic<7d`, `ic>=2026-11-01` |
| field, time | `owner`, `owner<30d`, `ltv>=2026-11-01`, `.city` |
| columns | `ltv desc`, `-ltv`, `status,-age`; at most four |
| count | `20` |
| amount | `1500000`, `850k`, `1.5M`, `2bn`; a `€` is ignored |

A decimal comma works like a decimal point. A number and its unit stand together, except for `%`.

Both ends of a range are included. Its lower bound takes the unit of the upper one: `ltv:60..70%`.

A deal without the value does not match a comparison. A negated condition matches it: `-ltv>65%` keeps deals without an LTV.
A condition on the age holds only if it holds for the whole range that is known. With `working_days = true`, days are working
days; weeks and months count every day.

## Received fields

A dot and a name compare a field that the server sends and that has no name above: `.created_at>=2026-11-01`, `.city:lyon,lille`.
Members of `kpi_snapshot` need no path; other members do: `.address.city:lyon`. The server's field definition decides, once it is
loaded, else the received value: numbers compare with numbers and percentages, dates with dates and ages, `yes` and `no` with either
language. Texts and codes match from the beginning of a word, in quotes as a whole. `<` and `>` need a number or a date. A comparison
that the kind of a field rules out is a mistake, with a correction: `.city<lyon` offers `.city:lyon`, `.fee>65` offers `.fee>65%`.

## History

`was`, `entered`, `moved` and `changed` read the changes that this device observed. Their time is that of the last such change.
A change between two syncs matches only if it does at any time between them. Changes before the first sync are unknown: they match
no condition. `unread` means that another client changed the deal since the last visit.

## Order and limit

`sort` and `limit` belong to the whole query and stand outside brackets. Rules take neither.

## Bands

The bands are `ok`, `watch` and `alert`, in French `ok`, `vigilance` and `alerte`. The limits come from
[`[limits]`](configuration.md).

";

fn value(value: FieldValueKind) -> &'static str {
    match value {
        FieldValueKind::Names => "name",
        FieldValueKind::Days => "days",
        FieldValueKind::Due => "followup",
        FieldValueKind::Local => "local",
        FieldValueKind::State => "state",
        FieldValueKind::NamesAndTime => "name, time",
        FieldValueKind::Time => "time",
        FieldValueKind::FieldAndTime => "field, time",
        FieldValueKind::Columns => "columns",
        FieldValueKind::Count => "count",
        FieldValueKind::Labels => "labels",
        FieldValueKind::Checks => "metrics",
        FieldValueKind::Number(MetricUnit::Fraction { .. }) => "fraction",
        FieldValueKind::Number(MetricUnit::Multiple) => "multiple",
        FieldValueKind::Number(MetricUnit::Points) => "points",
        FieldValueKind::Number(MetricUnit::Money) => "amount",
    }
}

#[test]
fn the_query_language() {
    let mut page = [GENERATED, QUERY].concat();
    let row = |field: FieldNames| {
        let banded = field.names.iter().any(|name| may_have_thresholds(name));
        [
            cell(&words().get(field.label_key)),
            codes(field.names.iter().copied()),
            value(field.value).to_owned(),
            if banded { "yes" } else { "" }.to_owned(),
        ]
    };
    page += &table(["field", "names", "value", "bands"], fields().into_iter().map(row));
    page.push('\n');
    page += VALUES;
    page += "## Examples\n\n";
    let examples = query_examples::query_group(words(), AgeClock::default()).lines.into_iter();
    page += &table(["query", "finds"], examples.map(|line| [code(&line.keys), cell(&line.label)]));
    for (title, kind) in [("Statuses", CodeKind::DealStatus), ("Asset classes", CodeKind::AssetClass)] {
        write!(page, "\n## {title}\n\nA server may have others; they are found by their code.\n\n").unwrap();
        let rows = kind.codes().iter().map(|known| {
            let label = |lang| cell(&Messages::new(lang).get(known.label));
            [code(known.code), label(Lang::En), label(Lang::Fr)]
        });
        page += &table(["code", "English", "French"], rows);
    }
    check("query-language.md", &page);
}

//! Checks the sources of core against the dependencies of `layers.toml`, and counts the remaining violations.
//!
//! Names are resolved to the file that defines them, through `use` and `pub use`. A method of `App` belongs to the
//! file that defines it. Types are not inferred: a method call counts on `self`, `app` and
//! `cx`, or if one file alone defines its name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::documentation::repository_files;
use super::root;
use super::sources::{CrateSources, Edge};

/// Reads the table of allowed dependencies.
fn read_table() -> toml::Table {
    let text = fs::read_to_string(root().join("tests/architecture/layers.toml")).expect("the table is there");
    text.parse().expect("failed to parse the table")
}

fn string_list(value: &toml::Value) -> Vec<String> {
    let list = value.as_array().expect("the value is a list");
    let text = |item: &toml::Value| item.as_str().expect("the value is a text").to_owned();
    list.iter().map(text).collect()
}

/// Returns the module of a file: `app/shell/dispatch.rs` is in `app`, `error.rs` is `error`.
fn module_of_file(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// Returns the position of a file's folder in the order of `app`; `None` outside these folders.
fn folder_rank(order: &[String], file: &str) -> Option<usize> {
    let inner = file.strip_prefix("app/")?;
    order.iter().position(|folder| {
        inner.strip_prefix(folder.as_str()).is_some_and(|tail| tail.starts_with('/') || tail == ".rs")
    })
}

/// Returns whether a file contains presentation code.
fn is_view(file: &str) -> bool {
    file.split('/').any(|segment| segment == "view" || segment == "view.rs")
}

/// Returns the names that one file takes from another against a rule.
fn violations(edges: &BTreeSet<Edge>, is_wrong: impl Fn(&Edge) -> bool) -> Vec<&Edge> {
    edges.iter().filter(|edge| is_wrong(edge)).collect()
}

fn describe_edges(edges: &[&Edge]) -> String {
    let line = |edge: &&Edge| format!("{} takes {} from {}", edge.from, edge.name, edge.to);
    edges.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Counts the violations of each rule, with a hint at their places.
fn violation_counts(sources: &CrateSources) -> BTreeMap<&'static str, (usize, String)> {
    let table = read_table();
    let order = string_list(&table["app"]["order"]);
    let is_upward = |edge: &Edge| {
        // Views may show the whole `App`, so the state in `app/shell/` counts as below them.
        let shows_app = is_view(&edge.from) && edge.to.starts_with("app/shell/") && !is_view(&edge.to);
        let (from, to) = (folder_rank(&order, &edge.from), folder_rank(&order, &edge.to));
        !shows_app && matches!((from, to), (Some(from), Some(to)) if from > to)
    };
    let upward = violations(&sources.edges, is_upward);
    let upward_calls = violations(&sources.calls, is_upward);
    let shared = string_list(&table["shared"]);
    let modules = table["modules"].as_table().expect("the table has modules");
    let sideways = violations(&sources.edges, |edge| {
        let (from, to) = (module_of_file(&edge.from), module_of_file(&edge.to));
        let allowed = modules.get(from).map(string_list).unwrap_or_default();
        from != to && from != "lib" && !allowed.iter().chain(&shared).any(|name| name == to)
    });
    let to_view = violations(&sources.edges, |edge| is_view(&edge.to) && !is_view(&edge.from));
    let cycles = sources.cycles();
    let largest = cycles.iter().max_by_key(|cycle| cycle.len());
    let largest = largest.cloned().unwrap_or_default();
    let mut lengths = CrateSources::lengths();
    lengths.extend(sources.files.iter().map(|(file, source)| (file.clone(), source.lines)));
    let mut folders: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (file, lines) in &lengths {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let entry = folders.entry(folder).or_default();
        entry.0 += 1;
        entry.1 += lines;
    }
    let paths = repository_files();
    let is_test = |path: &&str| path.starts_with("/tests/");
    for file in paths.iter().filter_map(|path| path.strip_suffix(".rs").filter(is_test)) {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        folders.entry(folder).or_default().0 += 1;
    }
    let large_folders: Vec<String> = folders
        .iter()
        .filter(|(folder, (files, lines))| !folder.is_empty() && (*files > 25 || *lines > 6_000))
        .map(|(folder, (files, lines))| format!("{folder}: {files} files, {lines} lines"))
        .collect();
    let long_files: Vec<String> = lengths
        .iter()
        .filter(|(_, lines)| **lines > 450)
        .map(|(file, lines)| format!("{file}: {lines} lines"))
        .collect();
    let scattered_methods: Vec<String> = sources
        .app_methods
        .iter()
        .filter(|(_, file)| !file.starts_with("app/shell"))
        .map(|(method, file)| format!("{file}: {method}"))
        .collect();
    let parents: Vec<String> = sources
        .files
        .iter()
        .filter(|(_, source)| source.super_super > 0)
        .map(|(file, source)| format!("{file}: {}", source.super_super))
        .collect();
    let parent_count = sources.files.values().map(|source| source.super_super).sum();
    let reexports: Vec<String> = sources
        .reexports
        .iter()
        .filter(|(from, to, _)| {
            folder_rank(&order, from) != folder_rank(&order, to) || module_of_file(from) != module_of_file(to)
        })
        .map(|(from, to, name)| format!("{from} passes {name} of {to} on"))
        .collect();
    BTreeMap::from([
        ("names_against_the_modules", (sideways.len(), describe_edges(&sideways))),
        ("names_against_the_order_of_app", (upward.len(), describe_edges(&upward))),
        ("method_calls_against_the_order_of_app", (upward_calls.len(), describe_edges(&upward_calls))),
        ("names_of_presentation_in_state", (to_view.len(), describe_edges(&to_view))),
        ("files_of_the_largest_cycle", (largest.len(), largest.join("\n"))),
        (
            "cycles",
            (cycles.len(), cycles.iter().map(|cycle| cycle.join("\n")).collect::<Vec<_>>().join("\n\n")),
        ),
        ("folders_too_large", (large_folders.len(), large_folders.join("\n"))),
        ("files_too_long", (long_files.len(), long_files.join("\n"))),
        ("app_methods_outside_shell", (scattered_methods.len(), scattered_methods.join("\n"))),
        ("fields_of_app", (sources.app_fields, String::new())),
        ("names_passed_on", (reexports.len(), reexports.join("\n"))),
        ("super_super", (parent_count, parents.join("\n"))),
    ])
}

#[test]
fn the_table_has_no_cycle() {
    let table = read_table();
    let modules = table["modules"].as_table().expect("the table has modules");
    let mut remaining: BTreeMap<&str, BTreeSet<String>> = modules
        .iter()
        .map(|(name, allowed)| (name.as_str(), string_list(allowed).into_iter().collect()))
        .collect();
    while !remaining.is_empty() {
        let lowest: Vec<&str> =
            remaining.iter().filter(|(_, allowed)| allowed.is_empty()).map(|(name, _)| *name).collect();
        assert!(!lowest.is_empty(), "a cycle, or a module without a line: {remaining:?}");
        for name in lowest {
            remaining.remove(name);
            for allowed in remaining.values_mut() {
                allowed.remove(name);
            }
        }
    }
}

#[test]
fn every_core_file_is_in_the_module_table() {
    let (table, sources) = (read_table(), CrateSources::read());
    let modules = table["modules"].as_table().expect("the table has modules");
    for file in sources.files.keys().filter(|file| !file.ends_with("lib.rs")) {
        assert!(modules.contains_key(module_of_file(file)), "{file} is in no module of the table");
        let is_group = !file.trim_start_matches("app/").contains('/');
        assert!(
            !file.starts_with("app/")
                || is_group
                || folder_rank(&string_list(&table["app"]["order"]), file).is_some(),
            "{file} is in no folder of the order of app"
        );
    }
}

#[test]
fn layer_violations_do_not_grow() {
    let sources = CrateSources::read();
    assert!(sources.files.len() > 400 && sources.edges.len() > 3_000, "the scan finds the sources");
    let table = read_table();
    let mut grown = Vec::new();
    for (name, (count, hint)) in violation_counts(&sources) {
        println!("{name} = {count}");
        let limit = table["ratchet"].get(name).and_then(toml::Value::as_integer);
        if limit.is_none_or(|limit| count > limit as usize) {
            grown.push(format!("{name}: {count}, at most {limit:?}\n{hint}"));
        }
    }
    assert!(grown.is_empty(), "{}", grown.join("\n\n"));
}

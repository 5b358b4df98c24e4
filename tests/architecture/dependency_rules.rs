//! Checks the dependency rules of ARCHITECTURE.md, "Dependencies".
//!
//! The tests read the lock file and the sources, so that no module can add a forbidden dependency unnoticed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::root;

/// Returns every package that `package` links, directly or not, according to the lock file.
fn linked_packages(package: &str) -> BTreeSet<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("failed to read the lock file");
    let lock: toml::Table = lock.parse().expect("failed to parse the lock file");
    let packages = lock["package"].as_array().expect("the lock file lists packages");
    let mut packages_found = BTreeSet::new();
    let mut pending = vec![package.to_owned()];
    while let Some(name) = pending.pop() {
        if !packages_found.insert(name.clone()) {
            continue;
        }
        let entries = packages.iter().filter(|entry| entry["name"].as_str() == Some(&name));
        for entry in entries.filter_map(|entry| entry.get("dependencies")) {
            for dependency in entry.as_array().into_iter().flatten().filter_map(toml::Value::as_str) {
                pending.push(dependency.split(' ').next().unwrap_or(dependency).to_owned());
            }
        }
    }
    packages_found
}

/// Returns every Rust source under `folder`, without comments and unit tests.
pub(crate) fn read_sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut pending = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(
                fs::read_dir(&path)
                    .expect("failed to read a source folder")
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.extension().is_some_and(|ext| ext == "rs")
            && !path.to_string_lossy().ends_with("tests.rs")
        {
            let text = fs::read_to_string(&path).expect("failed to read a source");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            found.push((path, code.join("\n")));
        }
    }
    assert!(!found.is_empty(), "{folder} holds no source: the test looks in the wrong place");
    found
}

fn assert_no_names(folder: &str, words: &[&str]) {
    for (path, code) in read_sources(folder) {
        for word in words {
            assert!(!code.contains(word), "{} names `{word}`, which {folder} may not", path.display());
        }
    }
}

const FRONT_END_CRATES: [&str; 6] = ["ratatui-core", "crossterm", "egui", "eframe", "winit", "accesskit"];

#[test]
fn core_links_no_front_end() {
    let linked = linked_packages("encours-core");
    assert!(linked.contains("reqwest"), "the closure must be the real one");
    for name in FRONT_END_CRATES {
        assert!(!linked.contains(name), "encours-core links {name}");
    }
    assert_no_names(
        "core",
        &FRONT_END_CRATES.map(|name| match name {
            "ratatui-core" => "ratatui::",
            "crossterm" => "crossterm::",
            "egui" => "egui::",
            "eframe" => "eframe::",
            "winit" => "winit::",
            _ => "accesskit::",
        }),
    );
}

#[test]
fn base_and_app_use_neither_io_nor_clock() {
    let io = [
        "std::fs",
        "TcpStream",
        "TcpListener",
        "UdpSocket",
        "ToSocketAddrs",
        "std::process",
        "std::env",
        "std::thread",
        "std::io",
        "tokio::",
        "reqwest::",
        "rusqlite::",
        "keyring::",
        "getrandom::",
        "SystemTime::now",
        "Instant::now",
        "Timestamp::now",
        "ZonedDateTime::now",
        "TimeZone::system",
        "println!",
        "eprintln!",
    ];
    assert_no_names("core/app/src", &io);
    // The rows of a worksheet may fail as the file does that they are read from.
    let base = io.into_iter().filter(|word| *word != "std::io").collect::<Vec<_>>();
    assert_no_names("core/base/src", &base);
}

#[test]
fn base_and_app_link_nothing_that_does_io() {
    for name in ["base", "app"] {
        // The lock file lists what tests link, too, so this begins with the manifest.
        let manifest = fs::read_to_string(root().join(format!("core/{name}/Cargo.toml")));
        let manifest: toml::Table =
            manifest.expect("failed to read a manifest").parse().expect("failed to parse a manifest");
        assert!(!manifest.contains_key("target"), "{name} depends on no platform");
        let direct = manifest["dependencies"].as_table().expect("the manifest lists dependencies");
        let linked: BTreeSet<String> = direct
            .keys()
            .filter(|package| *package != "encours-base")
            .flat_map(|package| linked_packages(package))
            .collect();
        assert!(linked.contains("rust_decimal"), "the closure must be the real one");
        for package in ["tokio", "reqwest", "rusqlite", "keyring", "rustix", "encours-service"] {
            assert!(!linked.contains(package), "{name} links {package}");
        }
    }
}

#[test]
fn core_modules_depend_in_one_direction() {
    let rules: [(&str, &[&str]); 7] = [
        ("contract", &["client", "store", "discovery", "engine", "app", "query", "config"]),
        ("query", &["client", "store", "discovery", "engine", "app", "config"]),
        ("client", &["store", "discovery", "engine", "app", "config"]),
        ("store", &["client", "discovery", "app", "config"]),
        ("discovery", &["engine", "app", "config"]),
        ("engine", &["app", "config"]),
        ("app", &["client", "store", "config"]),
    ];
    for (module, forbidden) in rules {
        let forbidden: Vec<String> = forbidden.iter().map(|other| format!("crate::{other}")).collect();
        let forbidden: Vec<&str> = forbidden.iter().map(String::as_str).collect();
        let home = match module {
            "contract" | "query" => "base",
            "app" => "app",
            _ => "service",
        };
        let folder = if home == module { String::new() } else { format!("/{module}") };
        assert_no_names(&format!("core/{home}/src{folder}"), &forbidden);
    }
}

#[test]
fn files_are_opened_only_through_the_files_module() {
    // The exceptions: platform files, and the store, which checks a file before it opens it.
    let exceptions =
        ["core/service/src/files.rs", "core/service/src/store/", "tui/src/terminal/job_control.rs"];
    for folder in ["core", "tui/src", "gui/src", "sandbox/src"] {
        for (path, code) in read_sources(folder) {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            if exceptions.iter().any(|exceptions| name.starts_with(exceptions)) || name.contains("tests/") {
                continue;
            }
            let code = code.split("\nmod tests {").next().unwrap_or_default();
            for word in ["fs::read(", "fs::read_to_string(", "File::open("] {
                assert!(!code.contains(word), "{name} names `{word}`: use core's `files`");
            }
        }
    }
}

#[test]
fn screens_use_only_app_view_and_engine() {
    for folder in ["tui/src/screens", "tui/src/widgets", "gui/src/screens", "gui/src/widgets"] {
        assert_no_names(folder, &["encours_core::client", "encours_core::store", "reqwest", "rusqlite"]);
    }
}

#[test]
fn only_encours_heap_is_unsafe_and_links_only_libc() {
    let read = |name: &str| -> toml::Table {
        let text = fs::read_to_string(root().join(name)).expect("failed to read a manifest");
        text.parse().expect("failed to parse a manifest")
    };
    let workspace = read("Cargo.toml");
    assert_eq!(workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    let members = workspace["workspace"]["members"].as_array().expect("the workspace has members");
    let members = members.iter().filter_map(toml::Value::as_str);
    let (heap, other_members): (Vec<&str>, Vec<&str>) = members.partition(|member| *member == "heap");
    assert_eq!(heap.len(), 1);
    for member in other_members {
        let lints = &read(&format!("{member}/Cargo.toml"))["lints"];
        assert_eq!(lints["workspace"].as_bool(), Some(true), "{member} forbids it");
    }
    let linked = linked_packages("encours-heap");
    assert!(linked.iter().all(|name| name == "encours-heap" || name == "libc"), "{linked:?}");
}

//! Checks that every file of the repository is of a known type; stray files of tools are not.

use super::documentation::repository_files;
use super::root;

/// The known file name extensions.
const EXTENSIONS: &[&str] = &[
    "rs", "toml", "md", "txt", "ftl", "sql", "snap", "svg", "png", "ttf", "desktop", "spec", "xml", "yaml",
    "yml",
];
/// The paths of files without an extension.
const WITHOUT_EXTENSION: &[&str] = &[
    "/.gitignore",
    "/Cargo.lock",
    "/LICENSE-APACHE",
    "/LICENSE-MIT",
    "/.ci/run",
    "/dist/about.hbs",
    "/dist/build",
    "/dist/control",
    "/dist/copyright",
    "/dist/encours-desktop.1",
    "/dist/encours-desktop.fr.1",
    "/dist/lintian-overrides",
    "/dist/sbom",
    "/dist/test",
    "/dist/tool",
    "/assets/fonts/make-fonts",
    "/docs/pictures/take",
    "/docs/reference/config.schema.json",
    "/supply-chain/imports.lock",
    "/tests/benches/data-frames",
    "/tests/benches/run",
    "/tests/benches/side-by-side",
    "/tests/run",
    "/tests/size",
];
/// Temporary files of tests and tools, as in `.gitignore`.
const TEMPORARY: &[&str] = &[".snap.new", ".pending-snap", ".pyc"];

/// Returns whether a path is of a known type.
fn is_known(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let is_first = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Inputs of fuzz targets have any bytes and a name.
    let is_input = ["/fuzz/corpus/", "/fuzz/regressions/"].iter().any(|folder| path.starts_with(folder));
    WITHOUT_EXTENSION.contains(&path)
        || (is_input && name.chars().all(|c| is_plain(c) && c != '.'))
        || (path.starts_with("/assets/schemas/") && extension == "json" && stem.chars().all(is_plain))
        || (stem.starts_with(is_first) && stem.chars().all(is_plain) && EXTENSIONS.contains(&extension))
}

#[test]
fn helpers_refuse_tracked_files_of_unknown_type() {
    let files =
        repository_files().into_iter().filter(|path| root().join(path.trim_start_matches('/')).is_file());
    let is_temporary = |path: &String| TEMPORARY.iter().any(|end| path.ends_with(end));
    let unknown: Vec<String> = files.filter(|path| !is_known(path) && !is_temporary(path)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for stray in ["/--help", "/--help.log", "/core", "/docs/a.rs~", "/-x.rs", "/tui/.env", "/a b.md"] {
        assert!(!is_known(stray), "{stray} is taken for a file of ours");
    }
}

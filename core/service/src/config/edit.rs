//! Edits of `config.toml` that preserve comments, order and spacing.
//!
//! The new text is validated before anything is written and then replaces the file atomically. After a crash, the old
//! or the new file is complete. Directory and file are made private to the account. Byte order mark and line ends are
//! preserved.

use std::fs;
use std::path::Path;

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value, value};

use super::error::ConfigError;
use super::file::{ConfigFile, read_text};
use super::profile::{Profile, ProfileName};
use crate::private_file;

/// Writes a profile into the file. Settings that `profile` does not set stay unchanged.
pub fn save_profile(path: &Path, name: &ProfileName, profile: &Profile) -> Result<(), ConfigError> {
    edit_file(path, |document| {
        let table = table_at(document.as_table_mut(), &["profiles".to_owned(), name.to_string()])?;
        let texts = [
            ("base_url", &profile.base_url),
            ("key_id", &profile.key_id),
            ("as_user", &profile.as_user),
            ("delegated_header", &profile.delegated_header),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                table.insert(key, value(text.as_str()));
            }
        }
        Some(())
    })
}

/// Removes a profile from the file; returns whether it was there.
pub fn remove_profile(path: &Path, name: &ProfileName) -> Result<bool, ConfigError> {
    let mut is_present = false;
    edit_file(path, |document| {
        is_present =
            table_at(document.as_table_mut(), &["profiles".to_owned()])?.remove(name.as_str()).is_some();
        if document.get("default_profile").and_then(Item::as_str) == Some(name.as_str()) {
            document.remove("default_profile");
        }
        Some(())
    })?;
    Ok(is_present)
}

/// Replaces the file with a text that the user wrote in an editor.
///
/// # Errors
/// The text is not a valid configuration, or the system rejects the write; the file is then unchanged.
pub fn replace_text(path: &Path, text: &str) -> Result<(), ConfigError> {
    ConfigFile::parse(path, text)?;
    // Fails on a dangling link; anything else may be replaced.
    read_text(path)?;
    write_text(path, text)
}

/// Reads, edits, validates and replaces the file. `edit` returns `None` if the structure is unexpected.
fn edit_file(path: &Path, edit: impl FnOnce(&mut DocumentMut) -> Option<()>) -> Result<(), ConfigError> {
    let syntax = |reason: &str| ConfigError::Syntax { path: path.to_owned(), reason: reason.to_owned() };
    let text = read_text(path)?.unwrap_or_default();
    // A file that is already invalid must be fixed by its author.
    ConfigFile::parse(path, &text)?;
    let mut document: DocumentMut = text.parse().map_err(|_| syntax("it is not TOML"))?;
    edit(&mut document).ok_or_else(|| syntax("`profiles` is not a table"))?;
    let changed = with_line_ends_of(&text, &document.to_string());
    ConfigFile::parse(path, &changed)?;
    if changed == text {
        return Ok(());
    }
    write_text(path, &changed)
}

/// Returns `new` with the byte order mark and line ends of `old`.
///
/// Each old line keeps its own end; new lines get the most frequent one.
#[must_use]
pub fn with_line_ends_of(old: &str, new: &str) -> String {
    const BYTE_ORDER_MARK: char = '\u{feff}';
    let without_end = |line: &str| line.trim_end_matches(['\r', '\n']).to_owned();
    let text = |text_with_mark: &str| text_with_mark.trim_start_matches(BYTE_ORDER_MARK).to_owned();
    let old_lines: Vec<(String, bool)> =
        text(old).split_inclusive('\n').map(|line| (without_end(line), line.ends_with("\r\n"))).collect();
    let mostly = old_lines.iter().filter(|(_, returned)| *returned).count() * 2 > old_lines.len();
    let mut out: String = old.chars().take_while(|first| *first == BYTE_ORDER_MARK).collect();
    let mut rest = old_lines.as_slice();
    for line in text(new).split_inclusive('\n') {
        let line_text = without_end(line);
        let same = rest.iter().position(|(old_lines, _)| *old_lines == line_text);
        let returned = match same.and_then(|at| rest.get(at)) {
            Some((_, returned)) => *returned,
            None => mostly,
        };
        rest = same.and_then(|at| rest.get(at + 1..)).unwrap_or(rest);
        out.push_str(&line_text);
        if line.ends_with('\n') {
            out.push_str(if returned { "\r\n" } else { "\n" });
        }
    }
    out
}

/// Returns the table at a path; missing ones are created without a heading.
fn table_at<'d>(root: &'d mut Table, names: &[String]) -> Option<&'d mut dyn TableLike> {
    let mut table: &mut dyn TableLike = root;
    for name in names {
        let implicit = || {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        };
        table = table.entry(name).or_insert_with(implicit).as_table_like_mut()?;
    }
    Some(table)
}

/// Sets a value; its comment stays, and of a table the entries that do not change.
pub(super) fn set_value(root: &mut Table, key: &[String], mut value: Value) -> Option<()> {
    let (last, tables) = key.split_last()?;
    let table = table_at(root, tables)?;
    match (table.get_mut(last), &mut value) {
        (Some(Item::Value(old)), new) if !(old.is_inline_table() && new.is_inline_table()) => {
            *new.decor_mut() = old.decor().clone();
            if let (Value::Array(old), Value::Array(new)) = (&*old, new) {
                keep_comments(old, new);
            }
            *old = value;
        }
        (Some(old), Value::InlineTable(new)) => {
            let old = old.as_table_like_mut()?;
            let gone: Vec<String> = old.iter().map(|(name, _)| name.to_owned()).collect();
            for name in gone.iter().filter(|name| !new.contains_key(name)) {
                old.remove(name);
            }
            for (name, item) in new.iter() {
                let is_same =
                    old.get(name).and_then(Item::as_value).is_some_and(|old| plain(old) == plain(item));
                if !is_same {
                    old.insert(name, Item::Value(item.clone().decorated(" ", "")));
                }
            }
        }
        _ => {
            table.insert(last, Item::Value(value));
        }
    }
    Some(())
}

/// Gives the elements that stay in a list their comments and line breaks.
fn keep_comments(old: &Array, new: &mut Array) {
    for item in new.iter_mut() {
        if let Some(known) = old.iter().find(|known| plain(known) == plain(item)) {
            *item = known.clone();
        }
    }
    new.set_trailing(old.trailing().clone());
    new.set_trailing_comma(old.trailing_comma());
}

fn plain(value: &Value) -> String {
    value.clone().decorated("", "").to_string()
}

/// Removes a value or a table.
pub(super) fn remove_value(root: &mut Table, key: &[String]) -> Option<()> {
    let (last, tables) = key.split_last()?;
    table_at(root, tables)?.remove(last);
    Some(())
}

pub(super) fn write_text(path: &Path, text: &str) -> Result<(), ConfigError> {
    // Keep a symbolic link (for example to a file under version control): replace its target.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    private_file::replace(&target, text.as_bytes())
        .map_err(|source| ConfigError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> ProfileName {
        text.parse().unwrap()
    }

    fn key_profile(id: &str) -> Profile {
        Profile {
            base_url: Some("https://api.example.com/v1".into()),
            key_id: Some(id.into()),
            ..Profile::default()
        }
    }

    #[test]
    fn a_first_profile_makes_a_private_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new").join("config.toml");
        save_profile(&path, &name("default"), &key_profile("k-1")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "[profiles.default]\nbase_url = \"https://api.example.com/v1\"\nkey_id = \"k-1\"\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::metadata(path.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
        }
    }

    #[test]
    fn comments_and_other_keys_survive() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(
            &path,
            "# mine\n[settings]\nlang = \"fr\" # always\n\n[profiles.acme] # live\nas_user = \"u-1\"\nkey_id = \"old\"\n",
        )
        .unwrap();
        save_profile(&path, &name("acme"), &key_profile("new")).unwrap();
        save_profile(&path, &name("b"), &key_profile("k")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for expected in
            ["# mine", "# always", "# live", "as_user = \"u-1\"", "key_id = \"new\"", "[profiles.b]"]
        {
            assert!(text.contains(expected), "{expected} in {text}");
        }
        assert!(!text.contains("old"));
        assert!(remove_profile(&path, &name("b")).unwrap());
        assert!(!remove_profile(&path, &name("b")).unwrap());
        let file = ConfigFile::load(&path).unwrap();
        assert_eq!(file.profiles().count(), 1);
    }

    #[test]
    fn the_mark_and_the_ends_of_lines_survive() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        let windows = "\u{feff}# mine\r\n[settings]\r\nme = [\r\n  \"a\", # x\r\n]\r\n\r\n[profiles.b]\r\n\
                       key_id = \"old\"\r\ncredential_command = \"\"\"a\r\nb\"\"\"\r\n";
        fs::write(&path, windows).unwrap();
        save_profile(&path, &name("b"), &key_profile("new")).unwrap();
        let expected = windows.replace("old", "new") + "base_url = \"https://api.example.com/v1\"\r\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        // Mixed line ends: each line keeps its own.
        let mixed = "# a\r\n\n[settings]\nlang = \"fr\"\r\n\n[profiles.b] # c\n";
        fs::write(&path, mixed).unwrap();
        save_profile(&path, &name("b"), &Profile { key_id: Some("k".into()), ..Profile::default() }).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{mixed}key_id = \"k\"\n"));
        assert!(remove_profile(&path, &name("b")).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "# a\r\n\n[settings]\nlang = \"fr\"\r\n");
        assert_eq!(with_line_ends_of("", "a\nb"), "a\nb");
    }

    #[cfg(unix)]
    #[test]
    fn dangling_config_link_is_left_unchanged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        std::os::unix::fs::symlink("gone.toml", &path).unwrap();
        assert!(matches!(save_profile(&path, &name("a"), &key_profile("k")), Err(ConfigError::Link { .. })));
        assert!(matches!(replace_text(&path, "[profiles.a]\n"), Err(ConfigError::Link { .. })));
        assert!(path.is_symlink());
    }

    #[test]
    fn removing_the_default_forgets_that_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(&path, "default_profile = \"a\"\n[profiles.a]\n").unwrap();
        remove_profile(&path, &name("a")).unwrap();
        assert_eq!(ConfigFile::load(&path).unwrap().default_profile(), None);
    }

    #[test]
    fn inline_tables_are_profiles_too() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(&path, "profiles = { acme = { key_id = \"old\" } }\n").unwrap();
        save_profile(&path, &name("acme"), &key_profile("new")).unwrap();
        let file = ConfigFile::load(&path).unwrap();
        assert_eq!(file.profile(&name("acme")).unwrap().key_id.as_deref(), Some("new"));
    }

    #[test]
    fn invalid_config_file_is_left_unchanged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(&path, "profiles = 3\n").unwrap();
        assert!(save_profile(&path, &name("acme"), &key_profile("k")).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "profiles = 3\n");
    }
}

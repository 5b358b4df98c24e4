//! Changing `config.toml` without losing the comments, the order or the spacing of whoever wrote it.
//!
//! The new text is checked before anything is written, then put in place in one step: a crash leaves the old
//! file or the new one, whole. The directory is made private to the account, and so is the file.

use std::fs;
use std::io;
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use super::error::ConfigError;
use super::file::ConfigFile;
use super::profile::{Profile, ProfileName};
use crate::private_file;

/// Puts a profile into the file. What `profile` does not give is left as it stands there.
pub fn save_profile(path: &Path, name: &ProfileName, profile: &Profile) -> Result<(), ConfigError> {
    change(path, |document| {
        let entry = profiles(document)?
            .entry(name.as_str())
            .or_insert_with(|| Item::Table(Table::new()));
        let table = entry.as_table_like_mut()?;
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

/// Takes a profile out of the file; whether it was there.
pub fn remove_profile(path: &Path, name: &ProfileName) -> Result<bool, ConfigError> {
    let mut found = false;
    change(path, |document| {
        found = profiles(document)?.remove(name.as_str()).is_some();
        if document.get("default_profile").and_then(Item::as_str) == Some(name.as_str()) {
            document.remove("default_profile");
        }
        Some(())
    })?;
    Ok(found)
}

/// Puts a whole text in the file's place, as its author has written it in an editor.
///
/// # Errors
/// The text cannot be read as a configuration, or the system refuses; the file is as it was.
pub fn replace(path: &Path, text: &str) -> Result<(), ConfigError> {
    ConfigFile::parse(path, text)?;
    put(path, text)
}

fn profiles(document: &mut DocumentMut) -> Option<&mut dyn TableLike> {
    let entry = document.entry("profiles").or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    entry.as_table_like_mut()
}

/// Reads, edits, checks and replaces the file. `edit` gives `None` where the text has another structure.
fn change(path: &Path, edit: impl FnOnce(&mut DocumentMut) -> Option<()>) -> Result<(), ConfigError> {
    let syntax = |reason: &str| ConfigError::Syntax {
        path: path.to_owned(),
        reason: reason.to_owned(),
    };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(source) => {
            return Err(ConfigError::Read {
                path: path.to_owned(),
                source,
            });
        }
    };
    // Read it as everyone else will: a file with an error in it is for its author to mend, not for us.
    ConfigFile::parse(path, &text)?;
    let mut document: DocumentMut = text.parse().map_err(|_| syntax("it is not TOML"))?;
    edit(&mut document).ok_or_else(|| syntax("`profiles` is not a table"))?;
    let changed = document.to_string();
    ConfigFile::parse(path, &changed)?;
    if changed == text {
        return Ok(());
    }
    put(path, &changed)
}

fn put(path: &Path, text: &str) -> Result<(), ConfigError> {
    // A link (to a file kept under version control, say) stays one: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    private_file::replace(&target, text.as_bytes()).map_err(|source| ConfigError::Write {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> ProfileName {
        text.parse().unwrap()
    }

    fn key(id: &str) -> Profile {
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
        save_profile(&path, &name("default"), &key("k-1")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "[profiles.default]\nbase_url = \"https://api.example.com/v1\"\nkey_id = \"k-1\"\n"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(
                fs::metadata(path.parent().unwrap()).unwrap().permissions().mode() & 0o777,
                0o700
            );
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
        save_profile(&path, &name("acme"), &key("new")).unwrap();
        save_profile(&path, &name("b"), &key("k")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for kept in [
            "# mine",
            "# always",
            "# live",
            "as_user = \"u-1\"",
            "key_id = \"new\"",
            "[profiles.b]",
        ] {
            assert!(text.contains(kept), "{kept} in {text}");
        }
        assert!(!text.contains("old"));
        assert!(remove_profile(&path, &name("b")).unwrap());
        assert!(!remove_profile(&path, &name("b")).unwrap());
        let file = ConfigFile::load(&path).unwrap();
        assert_eq!(file.profiles().count(), 1);
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
        save_profile(&path, &name("acme"), &key("new")).unwrap();
        let file = ConfigFile::load(&path).unwrap();
        assert_eq!(
            file.profile(&name("acme")).unwrap().key_id.as_deref(),
            Some("new")
        );
    }

    #[test]
    fn a_file_with_an_error_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(&path, "profiles = 3\n").unwrap();
        assert!(save_profile(&path, &name("acme"), &key("k")).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "profiles = 3\n");
    }
}

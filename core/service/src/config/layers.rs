//! Layers of the configuration: files of the organisation, included files, then the user's own. Later ones win.
//!
//! Tables are merged key by key; other values are replaced. Each file is checked alone first, so an error names its own
//! file and line.

use std::path::{Path, PathBuf};

use super::error::ConfigError;
use super::file::{ConfigFile, RawConfig, read_text};
use super::paths::expand_home;

/// Largest depth of `include`.
const MAX_DEPTH: usize = 8;

impl ConfigFile {
    /// Reads the file over those of the organisation; a missing file counts as empty.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let config_dirs = std::env::var("XDG_CONFIG_DIRS").ok();
        Self::load_with(path, &system_files(config_dirs.as_deref()))
    }

    /// Reads the file over others, lowest layer first.
    pub(super) fn load_with(path: &Path, lower: &[PathBuf]) -> Result<Self, ConfigError> {
        let own_text = read_text(path)?;
        let mut layers = Layers::default();
        for lower in lower {
            if let Some(text) = read_text(lower)? {
                layers.add(lower, &text, 0)?;
            }
        }
        if let Some(text) = &own_text {
            layers.add(path, text, 0)?;
        }
        let mut raw = RawConfig::default();
        if !layers.files.is_empty() {
            let merged = toml::Value::Table(layers.merged.clone());
            let invalid = |error: toml::de::Error| ConfigError::Syntax {
                path: path.to_owned(),
                reason: error.message().to_owned(),
            };
            raw = merged.try_into().map_err(invalid)?;
        }
        let mut file = Self::from_raw(path, raw, own_text.unwrap_or_default())?;
        (file.layers, file.merged) = (layers.files, layers.merged);
        Ok(file)
    }
}

/// Files that were read, lowest layer first, with their merged content.
#[derive(Debug, Default)]
struct Layers {
    files: Vec<PathBuf>,
    merged: toml::Table,
}

impl Layers {
    /// Adds the files that the file includes, then the file.
    fn add(&mut self, path: &Path, text: &str, depth: usize) -> Result<(), ConfigError> {
        let included = ConfigFile::parse(path, text)?.include;
        let invalid = |reason: String| ConfigError::Syntax { path: path.to_owned(), reason };
        for name in included {
            let file = path.parent().unwrap_or(path).join(expand_home(Path::new(&name))?);
            if depth == MAX_DEPTH {
                return Err(invalid(format!(
                    "include: {name}: files include each other, or more than {MAX_DEPTH} deep"
                )));
            }
            let text = read_text(&file)?
                .ok_or_else(|| invalid(format!("include: {} does not exist", file.display())))?;
            self.add(&file, &text, depth + 1)?;
        }
        let table: toml::Table = toml::from_str(text).map_err(|error| invalid(error.message().to_owned()))?;
        merge(&mut self.merged, table);
        self.files.push(path.to_owned());
        Ok(())
    }
}

/// Returns the files of the organisation that may exist, lowest layer first: `/etc/encours/config.toml`, then
/// `encours/config.toml` in the directories of `XDG_CONFIG_DIRS`.
fn system_files(config_dirs: Option<&str>) -> Vec<PathBuf> {
    if cfg!(not(unix)) {
        return Vec::new();
    }
    let dirs = config_dirs.filter(|dirs| !dirs.is_empty()).unwrap_or("/etc/xdg");
    // The first directory is the most important one; relative ones are invalid.
    let dirs = dirs.split(':').map(Path::new).filter(|dir| dir.is_absolute()).rev();
    std::iter::once(Path::new("/etc")).chain(dirs).map(|dir| dir.join("encours/config.toml")).collect()
}

fn merge(into: &mut toml::Table, from: toml::Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => merge(old, new),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_values_win_over_included_and_system_ones() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let system = file(
            "xdg/encours/config.toml",
            "[settings]\nlang = \"fr\"\ntheme = \"dark\"\ncurrency = \"EUR\"\n",
        );
        file("team.toml", "[settings]\ntheme = \"light\"\n[rules.high]\nwhen = \"ltv>70%\"\n");
        let own = file("config.toml", "include = [\"team.toml\"]\n[settings]\nlang = \"en\"\n");
        let loaded = ConfigFile::load_with(&own, &[system.clone(), dir.path().join("missing.toml")]).unwrap();
        let settings = loaded.settings();
        let values =
            [&settings.lang, &settings.theme, &settings.currency].map(|value| value.as_deref().unwrap());
        assert_eq!(values, ["en", "light", "EUR"]);
        assert_eq!(loaded.layers(), [system, dir.path().join("team.toml"), own.clone()]);
        assert_eq!(loaded.rules.len(), 1);
        file("team.toml", "[settings]\nteme = 1\n");
        let error = ConfigFile::load_with(&own, &[]).unwrap_err().to_string();
        assert!(error.contains("team.toml") && error.contains("line 2"), "{error}");
        for (text, part) in [
            ("include = [\"config.toml\"]\n", "include each other"),
            ("include = [\"no.toml\"]\n", "does not exist"),
        ] {
            let error = ConfigFile::load_with(&file("config.toml", text), &[]).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn system_files_follow_the_base_directories() {
        let files =
            |dirs| system_files(dirs).iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        if cfg!(unix) {
            assert_eq!(files(None), ["/etc/encours/config.toml", "/etc/xdg/encours/config.toml"]);
            let some = files(Some("/a:relative:/b"));
            assert_eq!(some[1..], ["/b/encours/config.toml", "/a/encours/config.toml"]);
        }
    }
}

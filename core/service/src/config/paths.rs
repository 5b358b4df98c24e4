//! Directories of configuration and data.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::error::ConfigError;

const APPLICATION: &str = "encours";

/// The two directories of the product. Neither is created before something is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    config: PathBuf,
    data: PathBuf,
}

impl Paths {
    /// Resolves the directories: the given ones, or the platform defaults.
    ///
    /// On Linux these are `~/.config/encours` and `~/.local/share/encours`.
    ///
    /// # Errors
    /// [`ConfigError::NoHome`] if a default is needed and the account has no home directory.
    pub fn resolve(config: Option<&Path>, data: Option<&Path>) -> Result<Self, ConfigError> {
        let config = config.map(expand_home).transpose()?;
        let data = data.map(expand_home).transpose()?;
        let (config, data) = match (config, data) {
            (Some(config), Some(data)) => return Ok(Self { config, data }),
            dir => dir,
        };
        let platform = etcetera::base_strategy::choose_native_strategy().map_err(|_| ConfigError::NoHome)?;
        Ok(Self {
            config: config.unwrap_or_else(|| platform.config_dir().join(APPLICATION)),
            data: data.unwrap_or_else(|| platform.data_dir().join(APPLICATION)),
        })
    }

    /// Returns the directory of `config.toml`.
    #[must_use]
    pub fn config_dir(&self) -> &Path {
        &self.config
    }

    /// Returns the path of `config.toml`.
    #[must_use]
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// Returns the directory of all local data.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.data
    }
}

/// Expands a leading `~`, which shells keep in a variable or after `=`.
///
/// # Errors
/// [`ConfigError::Home`] for another account's home directory (`~name`), or if the account has none.
pub fn expand_home(path: &Path) -> Result<PathBuf, ConfigError> {
    let mut components = path.components();
    let first = components.next().map(|first| first.as_os_str().to_string_lossy().into_owned());
    if first.as_deref().is_none_or(|first| !first.starts_with('~')) {
        return Ok(path.to_owned());
    }
    let home = std::env::home_dir().filter(|home| first.as_deref() == Some("~") && home.is_absolute());
    let home = home.ok_or_else(|| ConfigError::Home(path.display().to_string()))?;
    Ok(home.join(components.as_path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_the_home_directory_is_read() {
        let home = std::env::home_dir().unwrap();
        let of = |text: &str| expand_home(Path::new(text)).ok();
        assert_eq!(of("~"), Some(home.clone()));
        assert_eq!(of("~/"), Some(home.clone()));
        assert_eq!(of("~/a/~b"), Some(home.join("a/~b")));
        for as_it_is in ["a/~", "./~", "./~x", "/~", "", "a~"] {
            assert_eq!(of(as_it_is), Some(as_it_is.into()));
        }
        assert_eq!(of("~other/a"), None);
        let paths = Paths::resolve(Some(Path::new("~/c")), Some(Path::new("/d"))).unwrap();
        assert_eq!(paths.config_file(), home.join("c/config.toml"));
    }

    #[test]
    fn given_directories_are_used_unchanged() {
        let paths = Paths::resolve(Some(Path::new("/c")), Some(Path::new("/d"))).unwrap();
        assert_eq!(paths.config_file(), Path::new("/c/config.toml"));
        assert_eq!(paths.data_dir(), Path::new("/d"));
    }
}

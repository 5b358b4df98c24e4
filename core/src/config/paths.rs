//! Where configuration and data live.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::error::ConfigError;

const APPLICATION: &str = "encours";

/// The two directories of the product. Neither is made until something is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    config: PathBuf,
    data: PathBuf,
}

impl Paths {
    /// The directories given, and the platform's own for those that are not (on Linux `~/.config/encours` and
    /// `~/.local/share/encours`).
    ///
    /// # Errors
    /// [`ConfigError::NoHome`] where one is not given and the account has no home directory.
    pub fn resolve(config: Option<&Path>, data: Option<&Path>) -> Result<Self, ConfigError> {
        if let (Some(config), Some(data)) = (config, data) {
            return Ok(Self {
                config: config.to_owned(),
                data: data.to_owned(),
            });
        }
        let platform = etcetera::base_strategy::choose_native_strategy().map_err(|_| ConfigError::NoHome)?;
        Ok(Self {
            config: config.map_or_else(|| platform.config_dir().join(APPLICATION), Path::to_owned),
            data: data.map_or_else(|| platform.data_dir().join(APPLICATION), Path::to_owned),
        })
    }

    /// The directory of `config.toml`.
    #[must_use]
    pub fn config_dir(&self) -> &Path {
        &self.config
    }

    /// The configuration file, `config.toml`.
    #[must_use]
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The directory that holds everything kept locally.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_given_are_used_as_they_are() {
        let paths = Paths::resolve(Some(Path::new("/c")), Some(Path::new("/d"))).unwrap();
        assert_eq!(paths.config_file(), Path::new("/c/config.toml"));
        assert_eq!(paths.data_dir(), Path::new("/d"));
    }
}

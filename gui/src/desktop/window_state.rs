//! State of the window that persists between runs.
//!
//! It consists of size, maximized state, zoom, and the chosen theme and language. It has its own file because it is
//! read before any store is opened. An unreadable file is ignored.

use std::path::{Path, PathBuf};

use encours_core::export::atomic_file;
use encours_core::files;
use serde::{Deserialize, Serialize};

use super::preferences::ChosenPreferences;

/// Name of the file in the data directory.
const FILE_NAME: &str = "window.toml";
/// Valid range of a side in points: from the smallest usable window to the largest screen.
const SIDE_RANGE: std::ops::RangeInclusive<f32> = 320.0..=16_384.0;

/// The persistent state of the window.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct SavedWindowState {
    /// Width and height in points of the window when it is not maximized.
    pub size: Option<[f32; 2]>,
    /// True if it is maximized.
    pub maximized: bool,
    /// Zoom in percent.
    pub zoom: Option<u16>,
    /// The chosen theme, accent and language.
    #[serde(flatten)]
    pub chosen: ChosenPreferences,
}

/// Returns the path of the file in a data directory.
#[must_use]
pub fn state_path(data: &Path) -> PathBuf {
    data.join(FILE_NAME)
}

impl SavedWindowState {
    /// Loads the saved state; returns the default if there is none or it is invalid.
    #[must_use]
    pub fn load(path: &Path) -> Self {
        let text = files::read_text(path, files::MAX_USER_FILE).unwrap_or_default();
        let saved: Self = toml::from_str(&text).unwrap_or_else(|error| {
            tracing::warn!(%error, "failed to read the window state; using the defaults");
            Self::default()
        });
        let is_in_range = |size: &[f32; 2]| size.iter().all(|side| SIDE_RANGE.contains(side));
        Self { size: saved.size.filter(is_in_range), ..saved }
    }

    /// Saves the state.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), encours_core::error::Error> {
        let text = toml::to_string(self)
            .map_err(|error| encours_core::error::Error::unexpected(error.to_string()))?;
        // The first start comes before any sign-in, which creates the directory.
        if let Some(dir) = path.parent() {
            encours_core::private_file::make_private_dir(dir)
                .map_err(|error| encours_core::error::Error::unexpected(error.to_string()))?;
        }
        atomic_file::write(path, text.as_bytes(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_window_state_loads_and_invalid_values_are_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let path = state_path(&dir.path().join("not-yet"));
        assert_eq!(SavedWindowState::load(&path), SavedWindowState::default());
        let saved = SavedWindowState {
            size: Some([1440.0, 900.0]),
            maximized: true,
            zoom: Some(125),
            chosen: ChosenPreferences {
                theme: Some("dark".to_owned()),
                accent: Some("#0b5fb5".to_owned()),
                lang: None,
            },
        };
        saved.save(&path).unwrap();
        assert_eq!(SavedWindowState::load(&path), saved);
        std::fs::write(&path, "size = [1.0, 900.0]\nzoom = 90\n").unwrap();
        assert_eq!(
            SavedWindowState::load(&path),
            SavedWindowState { zoom: Some(90), ..SavedWindowState::default() }
        );
        std::fs::write(&path, "size = 3").unwrap();
        assert_eq!(SavedWindowState::load(&path), SavedWindowState::default());
    }
}

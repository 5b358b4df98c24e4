//! What the window keeps of itself between two runs: its size, whether it fills the screen, how large everything is
//! drawn, and the looks and language that were chosen in it. A file of its own, because it must be read before anything is opened; one that can't be read is left behind.

use std::path::{Path, PathBuf};

use encours_core::export::atomic_file;
use encours_core::files;
use serde::{Deserialize, Serialize};

use super::preferences::Chosen;

/// Where it is kept, in the data directory.
const NAME: &str = "window.toml";
/// Smaller is no window to work in, larger is no screen there is.
const SIDES: std::ops::RangeInclusive<f32> = 320.0..=16_384.0;

/// The window's own state.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Memory {
    /// Width and height in points, of the window when it does not fill the screen.
    pub size: Option<[f32; 2]>,
    /// Whether it fills the screen.
    pub maximized: bool,
    /// How large everything is drawn, in percent.
    pub zoom: Option<u16>,
    /// The looks that were chosen.
    #[serde(flatten)]
    pub chosen: Chosen,
}

/// The file in a data directory.
#[must_use]
pub fn place(data: &Path) -> PathBuf {
    data.join(NAME)
}

impl Memory {
    /// What was kept; nothing where there is nothing that can be used.
    #[must_use]
    pub fn load(path: &Path) -> Self {
        let text = files::read_text(path, files::MOST_WRITTEN).unwrap_or_default();
        let kept: Self = toml::from_str(&text).unwrap_or_else(|error| {
            tracing::warn!(%error, "the window's own file can't be read: it is left behind");
            Self::default()
        });
        let whole = |size: &[f32; 2]| size.iter().all(|side| SIDES.contains(side));
        Self {
            size: kept.size.filter(whole),
            ..kept
        }
    }

    /// Keeps it.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn save(&self, path: &Path) -> Result<(), encours_core::error::Error> {
        let text = toml::to_string(self)
            .map_err(|error| encours_core::error::Error::unexpected(error.to_string()))?;
        atomic_file::write(path, text.as_bytes(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_again_and_nonsense_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = place(dir.path());
        assert_eq!(Memory::load(&path), Memory::default());
        let kept = Memory {
            size: Some([1440.0, 900.0]),
            maximized: true,
            zoom: Some(125),
            chosen: Chosen {
                theme: Some("dark".to_owned()),
                accent: Some("#0b5fb5".to_owned()),
                lang: None,
            },
        };
        kept.save(&path).unwrap();
        assert_eq!(Memory::load(&path), kept);
        std::fs::write(&path, "size = [1.0, 900.0]\nzoom = 90\n").unwrap();
        assert_eq!(
            Memory::load(&path),
            Memory {
                zoom: Some(90),
                ..Memory::default()
            }
        );
        std::fs::write(&path, "size = 3").unwrap();
        assert_eq!(Memory::load(&path), Memory::default());
    }
}

//! The clock skew between this device and a server, in a file of its own. Without it, every process would learn the
//! skew from a rejected token exchange. It is valid for a day at most, and measured again with the first response. If
//! the clock has gone back since, the skew is ignored.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use crate::store::cache::types::timestamp_from_micros;
use crate::store::files::private_dir;
use crate::store::{StoreError, profile_dir};

/// Validity of a measurement.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);
/// Age after which an unchanged skew is stored again.
const REFRESH_AGE: SignedDuration = SignedDuration::from_hours(1);
/// Maximum difference that counts as unchanged.
const TOLERANCE_MS: u64 = 2_000;
/// Maximum file size that is read.
const MAX_FILE_SIZE: u64 = 256;

/// The clock skew of a server, as measured with a key.
#[derive(Debug)]
pub struct StoredClockSkew {
    file: PathBuf,
}

impl StoredClockSkew {
    /// Returns the stored clock of a server, without opening the file.
    pub fn new(data_dir: &Path, base_url: &str, key_id: &str) -> Self {
        let name = profile_dir(Path::new(""), base_url, key_id, None);
        Self { file: data_dir.join("clocks").join(name.file_name().unwrap_or_default()) }
    }

    /// Returns server minus local time, in milliseconds; `None` if unknown or outdated.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load(&self, now: Timestamp) -> Result<Option<i64>, StoreError> {
        Ok(self
            .measurement()?
            .filter(|measurement| {
                (SignedDuration::ZERO..=MAX_AGE).contains(&now.duration_since(measurement.at))
            })
            .map(|measurement| measurement.skew))
    }

    /// Stores a measurement from `now`; `None` means no significant skew.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, now: Timestamp, skew_ms: Option<i64>) -> Result<(), StoreError> {
        let measurement = self.measurement()?;
        let Some(skew) = skew_ms else {
            return match measurement {
                Some(_) => {
                    std::fs::remove_file(&self.file).map_err(|error| StoreError::io(&self.file, error))
                }
                None => Ok(()),
            };
        };
        let unchanged = measurement.is_some_and(|measurement| {
            measurement.skew.abs_diff(skew) <= TOLERANCE_MS
                && (SignedDuration::ZERO..=REFRESH_AGE).contains(&now.duration_since(measurement.at))
        });
        let (Some(dir), Some(name)) = (self.file.parent(), self.file.file_name()) else {
            return Ok(());
        };
        if unchanged {
            return Ok(());
        }
        private_dir::prepare(dir)?;
        private_dir::replace(dir, &name.to_string_lossy(), |file| {
            writeln!(file, "{} {skew}", now.as_microsecond())
        })
    }

    /// Returns the stored measurement; invalid content is ignored.
    fn measurement(&self) -> Result<Option<SkewMeasurement>, StoreError> {
        let read = match std::fs::metadata(&self.file) {
            Ok(metadata) if !metadata.is_file() || metadata.len() > MAX_FILE_SIZE => return Ok(None),
            Ok(_) => std::fs::read(&self.file),
            Err(error) => Err(error),
        };
        let text = match read {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io(&self.file, error)),
        };
        Ok(SkewMeasurement::parse(&text))
    }
}

/// A stored measurement.
struct SkewMeasurement {
    at: Timestamp,
    skew: i64,
}

impl SkewMeasurement {
    /// Parses the first two fields; an earlier version stored more.
    fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split_whitespace();
        let at = timestamp_from_micros(fields.next()?.parse().ok()?)?;
        Some(Self { at, skew: fields.next()?.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn clock(dir: &Path) -> StoredClockSkew {
        StoredClockSkew::new(dir, "https://api.example.com/v1", "k-1")
    }

    #[test]
    fn stored_clock_skew_is_shared_for_one_day() {
        let dir = tempfile::tempdir().unwrap();
        let (mine, other) = (clock(dir.path()), clock(dir.path()));
        assert_eq!(mine.load(at(0)).unwrap(), None);
        mine.save(at(0), None).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        mine.save(at(0), Some(-600_000)).unwrap();
        assert_eq!(other.load(at(86_400)).unwrap(), Some(-600_000));
        assert_eq!(other.load(at(86_401)).unwrap(), None);
        assert_eq!(other.load(at(-1)).unwrap(), None, "this device's clock was set back");
        let stranger = StoredClockSkew::new(dir.path(), "https://api.example.com/v1", "k-2");
        assert_eq!(stranger.load(at(0)).unwrap(), None);
    }

    #[test]
    fn unusable_files_of_the_clock_skew_are_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.save(at(0), Some(5_000)).unwrap();
        let content = std::fs::read(&clock.file).unwrap();
        let padded = |length: u64| {
            let padding = vec![b' '; usize::try_from(length).unwrap() - content.len()];
            std::fs::write(&clock.file, [content.clone(), padding].concat()).unwrap();
            clock.load(at(1)).unwrap()
        };
        assert_eq!((padded(MAX_FILE_SIZE), padded(MAX_FILE_SIZE + 1)), (Some(5_000), None));
        std::fs::remove_file(&clock.file).unwrap();
        std::fs::create_dir(&clock.file).unwrap();
        assert_eq!(clock.load(at(1)).unwrap(), None);
    }

    #[test]
    fn clock_skew_is_saved_again_when_old_or_changed() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.save(at(0), Some(5_000)).unwrap();
        clock.save(at(3_600), Some(6_000)).unwrap();
        assert_eq!(clock.load(at(86_401)).unwrap(), None, "nothing new was noted");
        clock.save(at(3_601), Some(6_000)).unwrap();
        assert_eq!(clock.load(at(86_401)).unwrap(), Some(6_000));
        clock.save(at(3_602), Some(9_000)).unwrap();
        assert_eq!(clock.load(at(3_603)).unwrap(), Some(9_000));
        clock.save(at(3_604), None).unwrap();
        assert_eq!(clock.load(at(3_605)).unwrap(), None);
    }

    #[test]
    fn clock_skew_of_an_earlier_version_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.save(at(0), Some(5_000)).unwrap();
        std::fs::write(&clock.file, format!("{} -7000 1 boot\n", at(0).as_microsecond())).unwrap();
        assert_eq!(clock.load(at(1)).unwrap(), Some(-7_000));
    }

    #[test]
    fn malformed_clock_skew_files_are_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.save(at(0), Some(5_000)).unwrap();
        for odd in ["", "1", "x 5", "1 x", "9223372036854775807 1"] {
            std::fs::write(&clock.file, odd).unwrap();
            assert_eq!(clock.load(at(1)).unwrap(), None, "{odd}");
        }
    }
}

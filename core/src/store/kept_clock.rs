//! How far this machine's clock is from a service's, in a file of its own, so that not every program has to find it out
//! by a refused exchange. It is believed for a day at most, and not at all where this machine's clock has gone back
//! since; whoever uses it measures it again with the first answer.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use super::records::moment;
use super::{StoreError, place, profile_dir};

/// How long what was measured is believed.
const BELIEVED: SignedDuration = SignedDuration::from_hours(24);
/// What is older is noted again, even if it has not changed.
const FRESH: SignedDuration = SignedDuration::from_hours(1);
/// Differences up to this are not worth a new note.
const SAME_MS: u64 = 2_000;
/// Longest note that is read.
const LONGEST: u64 = 64;

/// The clock of one service, as one key met it.
#[derive(Debug)]
pub struct KeptClock {
    file: PathBuf,
}

impl KeptClock {
    /// The clock of a service. Nothing is opened yet.
    pub fn new(data_dir: &Path, base_url: &str, key_id: &str) -> Self {
        let name = profile_dir(Path::new(""), base_url, key_id, None);
        Self {
            file: data_dir.join("clocks").join(name.file_name().unwrap_or_default()),
        }
    }

    /// Service minus local, in milliseconds, as it was noted last; `None` where nothing was, or too long ago.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn recall(&self, now: Timestamp) -> Result<Option<i64>, StoreError> {
        let noted = self.noted()?;
        let since = |noted: Timestamp| now.duration_since(noted);
        Ok(noted
            .filter(|(at, _)| (SignedDuration::ZERO..=BELIEVED).contains(&since(*at)))
            .map(|(_, skew)| skew))
    }

    /// Notes what was measured at `now`; `None`: there is no difference worth a note.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note(&self, now: Timestamp, skew_ms: Option<i64>) -> Result<(), StoreError> {
        let noted = self.noted()?;
        let Some(skew) = skew_ms else {
            return match noted {
                Some(_) => {
                    std::fs::remove_file(&self.file).map_err(|error| StoreError::io(&self.file, error))
                }
                None => Ok(()),
            };
        };
        let known = noted.is_some_and(|(at, known)| {
            known.abs_diff(skew) <= SAME_MS
                && (SignedDuration::ZERO..=FRESH).contains(&now.duration_since(at))
        });
        let (Some(dir), Some(name)) = (self.file.parent(), self.file.file_name()) else {
            return Ok(());
        };
        if known {
            return Ok(());
        }
        place::prepare(dir)?;
        place::replace(dir, &name.to_string_lossy(), |file| {
            writeln!(file, "{} {skew}", now.as_microsecond())
        })
    }

    /// When it was noted, and what; a file that says something else says nothing.
    fn noted(&self) -> Result<Option<(Timestamp, i64)>, StoreError> {
        let read = match std::fs::metadata(&self.file) {
            Ok(found) if !found.is_file() || found.len() > LONGEST => return Ok(None),
            Ok(_) => std::fs::read(&self.file),
            Err(error) => Err(error),
        };
        let text = match read {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io(&self.file, error)),
        };
        let mut words = text.split_ascii_whitespace();
        let mut number = || words.next()?.parse::<i64>().ok();
        Ok(number()
            .and_then(moment)
            .zip(number())
            .filter(|_| words.next().is_none()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn clock(dir: &Path) -> KeptClock {
        KeptClock::new(dir, "https://api.example.com/v1", "k-1")
    }

    #[test]
    fn it_is_believed_for_a_day_and_by_every_program_of_the_key() {
        let dir = tempfile::tempdir().unwrap();
        let (mine, other) = (clock(dir.path()), clock(dir.path()));
        assert_eq!(mine.recall(at(0)).unwrap(), None);
        mine.note(at(0), None).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        mine.note(at(0), Some(-600_000)).unwrap();
        assert_eq!(other.recall(at(86_400)).unwrap(), Some(-600_000));
        assert_eq!(other.recall(at(86_401)).unwrap(), None);
        assert_eq!(
            other.recall(at(-1)).unwrap(),
            None,
            "this machine's clock was set back"
        );
        let stranger = KeptClock::new(dir.path(), "https://api.example.com/v1", "k-2");
        assert_eq!(stranger.recall(at(0)).unwrap(), None);
    }

    #[test]
    fn it_is_noted_again_when_it_is_old_or_has_changed() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.note(at(0), Some(5_000)).unwrap();
        clock.note(at(3_600), Some(6_000)).unwrap();
        assert_eq!(clock.recall(at(86_401)).unwrap(), None, "nothing new was noted");
        clock.note(at(3_601), Some(6_000)).unwrap();
        assert_eq!(clock.recall(at(86_401)).unwrap(), Some(6_000));
        clock.note(at(3_602), Some(9_000)).unwrap();
        assert_eq!(clock.recall(at(3_603)).unwrap(), Some(9_000));
        clock.note(at(3_604), None).unwrap();
        assert_eq!(clock.recall(at(3_605)).unwrap(), None);
    }

    #[test]
    fn what_is_no_note_is_not_believed() {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock(dir.path());
        clock.note(at(0), Some(5_000)).unwrap();
        for odd in ["", "1", "x 5", "1 2 3", "9223372036854775807 1"] {
            std::fs::write(&clock.file, odd).unwrap();
            assert_eq!(clock.recall(at(1)).unwrap(), None, "{odd}");
        }
    }
}

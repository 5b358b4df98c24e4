//! Text of storage notices: the problem, the recovered data, and the remedy.

use crate::foundation::presentation::tone::Tone;
use crate::model::storage_health::{
    DbFile, QuarantinedFile, SiblingProfile, StorageFailure, StorageFailureKind,
};
use crate::shell::app::App;
use crate::text::number::NO_BREAK_SPACE;
use crate::text::{Lang, MessageArg, Messages, SafeText, date};

/// A storage notice.
#[derive(Clone, Debug, PartialEq)]
pub struct StorageNotice {
    /// Severity.
    pub tone: Tone,
    /// Full text.
    pub text: String,
    /// File that the text ends with, shown on its own line; empty if there is none.
    pub file: String,
    /// Short text for the status line.
    pub short: String,
}

/// Returns all notices, worst first.
pub fn storage_notices(app: &App) -> Vec<StorageNotice> {
    let words = Messages::new(app.cx.lang());
    let keeping = &app.cx.snapshot().storage;
    let hindered = keeping.failure.iter().map(|why| StorageNotice {
        tone: Tone::Problem,
        text: storage_failure_text(words, why),
        file: String::new(),
        short: words.get(storage_failure_key(why, true)).into_owned(),
    });
    let waits = keeping.repair_pending.then(|| StorageNotice {
        tone: Tone::Pending,
        text: words.get("kept-mending").into_owned(),
        file: String::new(),
        short: words.get("kept-mending-short").into_owned(),
    });
    let damaged = keeping.quarantined.iter().map(|found| StorageNotice {
        // A damaged cache is only pending, because it can be loaded again.
        tone: if found.file == DbFile::Cache {
            Tone::Pending
        } else {
            Tone::Problem
        },
        text: damaged_text(words, found),
        file: file_path(found).to_string(),
        short: words
            .get(if found.was_missing {
                "kept-gone-short"
            } else {
                "kept-damaged-short"
            })
            .into_owned(),
    });
    let taken = keeping.lease_taken_since.map(|since| {
        let at = date::time_seconds(date::local(since, &app.cx.options().zone).time());
        let args = [("at", MessageArg::from(at))];
        StorageNotice {
            tone: Tone::Pending,
            text: words.with("kept-taken", &args),
            file: String::new(),
            short: words.get("kept-taken-short").into_owned(),
        }
    });
    let locked = keeping.siblings.iter().map(|other| StorageNotice {
        tone: Tone::Plain,
        text: sibling_text(words, other),
        file: String::new(),
        short: words.with(
            "kept-elsewhere-short",
            &[("n", MessageArg::from(other.pending_writes))],
        ),
    });
    let clock = keeping.clock_skew.map(|off| {
        let args = [("off", MessageArg::from(clock_error_text(app.cx.lang(), off)))];
        let ahead = off.is_negative();
        StorageNotice {
            tone: Tone::Pending,
            text: words.with(
                if ahead {
                    "kept-clock-ahead"
                } else {
                    "kept-clock-behind"
                },
                &args,
            ),
            file: String::new(),
            short: words.with("kept-clock-short", &args),
        }
    });
    hindered
        .chain(waits)
        .chain(damaged)
        .chain(clock)
        .chain(taken)
        .chain(locked)
        .collect()
}

/// Formats a clock error in days, hours or minutes.
fn clock_error_text(lang: Lang, off: jiff::SignedDuration) -> String {
    let seconds = off.unsigned_abs().as_secs();
    match seconds {
        172_800.. => date::days(lang, seconds / 86_400),
        7_200.. => format!("{}{NO_BREAK_SPACE}h", seconds / 3_600),
        _ => format!("{}{NO_BREAK_SPACE}min", (seconds / 60).max(1)),
    }
}

/// Returns the message that writes of another identity are pending here. It names the command to show them.
pub fn sibling_text(words: &'static Messages, other: &SiblingProfile) -> String {
    let who = [
        &other.identity.base_url,
        &other.identity.key_id,
        &other.identity.user,
    ];
    let [url, key, user] = who.map(|part| SafeText::line_within(part, 120));
    let args = [
        ("n", MessageArg::from(other.pending_writes)),
        ("url", MessageArg::from(url.as_str())),
        ("key", MessageArg::from(key.as_str())),
        ("user", MessageArg::from(user.as_str())),
    ];
    let said = if other.identity.user.is_empty() {
        "kept-elsewhere"
    } else {
        "kept-elsewhere-user"
    };
    words.with(said, &args)
}

/// Returns why nothing can be stored, where, what still works, and what to do.
pub fn storage_failure_text(words: &'static Messages, why: &StorageFailure) -> String {
    let dir = SafeText::line_within(&why.dir.to_string_lossy(), 300);
    words.with(
        storage_failure_key(why, false),
        &[("dir", MessageArg::from(dir.as_str()))],
    )
}

fn storage_failure_key(why: &StorageFailure, short: bool) -> &'static str {
    match (why.kind, short) {
        (StorageFailureKind::DiskFull, false) => "kept-full",
        (StorageFailureKind::DiskFull, true) => "kept-full-short",
        (StorageFailureKind::FileTooLarge, false) => "kept-limited",
        (StorageFailureKind::FileTooLarge, true) => "kept-limited-short",
        (StorageFailureKind::ReadOnly, false) => "kept-closed",
        (StorageFailureKind::ReadOnly, true) => "kept-closed-short",
    }
}

fn file_path(found: &QuarantinedFile) -> SafeText {
    SafeText::line_within(&found.path.to_string_lossy(), 300)
}

/// Returns the message about a damaged file. It tells the recovered data, the location, and how to dismiss the notice.
pub fn damaged_text(words: &'static Messages, found: &QuarantinedFile) -> String {
    let file = file_path(found);
    let file = [("file", MessageArg::from(file.as_str()))];
    if found.was_missing && found.file == DbFile::Cache {
        return words.get("kept-gone-cache").into_owned();
    }
    if found.was_missing {
        let what = words.get(match found.file {
            DbFile::Outbox => "kept-gone-outbox",
            DbFile::Settings => "kept-gone-settings",
            DbFile::History | DbFile::Cache => "kept-gone-history",
        });
        let lost = if found.file == DbFile::Outbox && found.lost_rows > 0 {
            format!(
                "{} ",
                words.with(
                    "kept-gone-outbox-lost",
                    &[("n", MessageArg::from(found.lost_rows))]
                )
            )
        } else {
            String::new()
        };
        return format!("{what} {lost}{}", words.with("kept-gone-note", &file));
    }
    if found.is_newer_version {
        return words.with("kept-newer-cache", &file);
    }
    let kept = [("n", MessageArg::from(found.recovered_rows.unwrap_or_default()))];
    let what = match found.file {
        DbFile::Outbox => {
            let lost = if found.lost_rows > 0 {
                words.with(
                    "kept-damaged-outbox-lost",
                    &[("n", MessageArg::from(found.lost_rows))],
                )
            } else {
                words.get("kept-damaged-outbox-more").into_owned()
            };
            format!("{} {lost}", words.with("kept-damaged-outbox", &kept))
        }
        DbFile::History => words.with("kept-damaged-history", &kept),
        DbFile::Settings => {
            let saved = words.with("kept-damaged-settings", &kept);
            format!("{saved} {}", words.get("kept-copies"))
        }
        DbFile::Cache => words.get("kept-damaged-cache").into_owned(),
    };
    format!("{what} {}", words.with("kept-damaged-file", &file))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn what_keeps_this_machine_from_keeping_is_named_with_its_place() {
        for (what, en, fr) in [
            (StorageFailureKind::DiskFull, "Disk full", "Disque plein"),
            (
                StorageFailureKind::FileTooLarge,
                "have reached the size limit",
                "la taille limite",
            ),
            (StorageFailureKind::ReadOnly, "is read-only", "en lecture seule"),
        ] {
            let dir = "/d/profile".into();
            let why = StorageFailure { kind: what, dir };
            let said = [Lang::En, Lang::Fr].map(|lang| storage_failure_text(Messages::new(lang), &why));
            assert!(
                said[0].contains(en) && said[0].contains("/d/profile"),
                "{}",
                said[0]
            );
            assert!(
                said[1].contains(fr) && said[1].contains("/d/profile"),
                "{}",
                said[1]
            );
        }
    }

    #[test]
    fn a_loss_says_how_many_were_kept_how_many_not_and_where_the_file_is() {
        let mut found = QuarantinedFile {
            file: DbFile::Outbox,
            path: "/d/outbox.db.damaged-7".into(),
            was_missing: false,
            is_newer_version: false,
            detected_at: Timestamp::UNIX_EPOCH,
            recovered_rows: Some(34),
            lost_rows: 6,
        };
        let said = damaged_text(Messages::new(Lang::En), &found);
        assert!(said.contains("34 changes") && said.contains("6 more"), "{said}");
        assert!(said.contains("/d/outbox.db.damaged-7"), "{said}");
        found.lost_rows = 0;
        assert!(damaged_text(Messages::new(Lang::En), &found).contains("There may have been more"));
        for part in DbFile::ALL {
            found.file = part;
            assert!(
                damaged_text(Messages::new(Lang::Fr), &found).contains("outbox.db.damaged-7"),
                "{part:?}"
            );
        }
        found.recovered_rows = Some(0);
        for part in [DbFile::Outbox, DbFile::Settings, DbFile::History] {
            found.file = part;
            for lang in Lang::ALL {
                let told = damaged_text(Messages::new(lang), &found);
                assert!(!told.contains("0 "), "nothing was recovered: {told}");
            }
        }
        found.is_newer_version = true;
        for lang in Lang::ALL {
            let told = damaged_text(Messages::new(lang), &found);
            assert!(told.contains("outbox.db.damaged-7"), "{told}");
        }
        found.is_newer_version = false;
        found.was_missing = true;
        for (part, said) in [
            (DbFile::Outbox, "unsent changes"),
            (DbFile::History, "history"),
            (DbFile::Settings, "encours settings restore"),
        ] {
            found.file = part;
            let told = damaged_text(Messages::new(Lang::En), &found);
            assert!(told.contains("was missing") && told.contains(said), "{told}");
            assert!(!told.contains("old file"), "there is no old file: {told}");
        }
        found.file = DbFile::Cache;
        let told = damaged_text(Messages::new(Lang::En), &found);
        assert!(
            told.contains("was missing") && told.contains("loaded again"),
            "{told}"
        );
        (found.file, found.lost_rows) = (DbFile::Outbox, 2);
        let told = damaged_text(Messages::new(Lang::En), &found);
        assert!(told.contains("2 of them are in the journal"), "{told}");
    }
}

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
    let messages = Messages::new(app.cx.lang());
    let storage = &app.cx.snapshot().storage;
    let failures = storage.failure.iter().map(|failure| StorageNotice {
        tone: Tone::Problem,
        text: storage_failure_text(messages, failure),
        file: String::new(),
        short: messages.get(storage_failure_key(failure, true)).into_owned(),
    });
    let waits = storage.repair_pending.then(|| StorageNotice {
        tone: Tone::Pending,
        text: messages.get("kept-repair").into_owned(),
        file: String::new(),
        short: messages.get("kept-repair-short").into_owned(),
    });
    let damaged = storage.quarantined.iter().map(|damage| StorageNotice {
        // A damaged cache is only pending, because it can be loaded again.
        tone: if damage.file == DbFile::Cache { Tone::Pending } else { Tone::Problem },
        text: damaged_text(messages, damage),
        file: file_path(damage).to_string(),
        short: messages
            .get(if damage.was_missing { "kept-gone-short" } else { "kept-damaged-short" })
            .into_owned(),
    });
    let lease_taken = storage.lease_taken_since.map(|since| {
        let at = date::time_seconds(date::local(since, &app.cx.options().zone).time());
        let args = [("at", MessageArg::from(at))];
        StorageNotice {
            tone: Tone::Pending,
            text: messages.with("kept-taken", &args),
            file: String::new(),
            short: messages.get("kept-taken-short").into_owned(),
        }
    });
    let siblings = storage.siblings.iter().map(|sibling| StorageNotice {
        tone: Tone::Plain,
        text: sibling_text(messages, sibling),
        file: String::new(),
        short: messages.with("kept-elsewhere-short", &[("n", MessageArg::from(sibling.pending_writes))]),
    });
    let clock = storage.clock_skew.map(|off| {
        let args = [("off", MessageArg::from(clock_error_text(app.cx.lang(), off)))];
        let ahead = off.is_negative();
        StorageNotice {
            tone: Tone::Pending,
            text: messages.with(if ahead { "kept-clock-ahead" } else { "kept-clock-behind" }, &args),
            file: String::new(),
            short: messages.with("kept-clock-short", &args),
        }
    });
    failures.chain(waits).chain(damaged).chain(clock).chain(lease_taken).chain(siblings).collect()
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
pub fn sibling_text(messages: &'static Messages, sibling: &SiblingProfile) -> String {
    let identity = [&sibling.identity.base_url, &sibling.identity.key_id, &sibling.identity.user];
    let [url, key, user] = identity.map(|part| SafeText::line_within(part, 120));
    let args = [
        ("n", MessageArg::from(sibling.pending_writes)),
        ("url", MessageArg::from(url.as_str())),
        ("key", MessageArg::from(key.as_str())),
        ("user", MessageArg::from(user.as_str())),
    ];
    let key_name = if sibling.identity.user.is_empty() { "kept-elsewhere" } else { "kept-elsewhere-user" };
    messages.with(key_name, &args)
}

/// Returns why nothing can be stored, where, what still works, and what to do.
pub fn storage_failure_text(messages: &'static Messages, failure: &StorageFailure) -> String {
    let dir = SafeText::line_within(&failure.dir.to_string_lossy(), 300);
    messages.with(storage_failure_key(failure, false), &[("dir", MessageArg::from(dir.as_str()))])
}

fn storage_failure_key(failure: &StorageFailure, short: bool) -> &'static str {
    match (failure.kind, short) {
        (StorageFailureKind::DiskFull, false) => "kept-full",
        (StorageFailureKind::DiskFull, true) => "kept-full-short",
        (StorageFailureKind::FileTooLarge, false) => "kept-limited",
        (StorageFailureKind::FileTooLarge, true) => "kept-limited-short",
        (StorageFailureKind::ReadOnly, false) => "kept-closed",
        (StorageFailureKind::ReadOnly, true) => "kept-closed-short",
    }
}

fn file_path(damage: &QuarantinedFile) -> SafeText {
    SafeText::line_within(&damage.path.to_string_lossy(), 300)
}

/// Returns the message about a damaged file. It tells the recovered data, the location, and how to dismiss the notice.
pub fn damaged_text(messages: &'static Messages, damage: &QuarantinedFile) -> String {
    let file = file_path(damage);
    let file = [("file", MessageArg::from(file.as_str()))];
    if damage.was_missing && damage.file == DbFile::Cache {
        return messages.get("kept-gone-cache").into_owned();
    }
    if damage.was_missing {
        let subject = messages.get(match damage.file {
            DbFile::Outbox => "kept-gone-outbox",
            DbFile::Settings => "kept-gone-settings",
            DbFile::History | DbFile::Cache => "kept-gone-history",
        });
        let lost = if damage.file == DbFile::Outbox && damage.lost_rows > 0 {
            format!(
                "{} ",
                messages.with("kept-gone-outbox-lost", &[("n", MessageArg::from(damage.lost_rows))])
            )
        } else {
            String::new()
        };
        return format!("{subject} {lost}{}", messages.with("kept-gone-note", &file));
    }
    if damage.is_newer_version {
        return messages.with("kept-newer-cache", &file);
    }
    let recovered = [("n", MessageArg::from(damage.recovered_rows.unwrap_or_default()))];
    let subject = match damage.file {
        DbFile::Outbox => {
            let lost = if damage.lost_rows > 0 {
                messages.with("kept-damaged-outbox-lost", &[("n", MessageArg::from(damage.lost_rows))])
            } else {
                messages.get("kept-damaged-outbox-more").into_owned()
            };
            format!("{} {lost}", messages.with("kept-damaged-outbox", &recovered))
        }
        DbFile::History => messages.with("kept-damaged-history", &recovered),
        DbFile::Settings => {
            let saved = messages.with("kept-damaged-settings", &recovered);
            format!("{saved} {}", messages.get("kept-copies"))
        }
        DbFile::Cache => messages.get("kept-damaged-cache").into_owned(),
    };
    format!("{subject} {}", messages.with("kept-damaged-file", &file))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn storage_failures_are_named_with_their_directory() {
        for (what, en, fr) in [
            (StorageFailureKind::DiskFull, "Disk full", "Disque plein"),
            (StorageFailureKind::FileTooLarge, "have reached the size limit", "la taille limite"),
            (StorageFailureKind::ReadOnly, "is read-only", "en lecture seule"),
        ] {
            let dir = "/d/profile".into();
            let reason = StorageFailure { kind: what, dir };
            let text = [Lang::En, Lang::Fr].map(|lang| storage_failure_text(Messages::new(lang), &reason));
            assert!(text[0].contains(en) && text[0].contains("/d/profile"), "{}", text[0]);
            assert!(text[1].contains(fr) && text[1].contains("/d/profile"), "{}", text[1]);
        }
    }

    #[test]
    fn quarantine_notice_reports_recovered_lost_and_file_path() {
        let mut found = QuarantinedFile {
            file: DbFile::Outbox,
            path: "/d/outbox.db.damaged-7".into(),
            was_missing: false,
            is_newer_version: false,
            detected_at: Timestamp::UNIX_EPOCH,
            recovered_rows: Some(34),
            lost_rows: 6,
        };
        let text = damaged_text(Messages::new(Lang::En), &found);
        assert!(text.contains("34 changes") && text.contains("6 more"), "{text}");
        assert!(text.contains("/d/outbox.db.damaged-7"), "{text}");
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
                let message = damaged_text(Messages::new(lang), &found);
                assert!(!message.contains("0 "), "nothing was recovered: {message}");
            }
        }
        found.is_newer_version = true;
        for lang in Lang::ALL {
            let message = damaged_text(Messages::new(lang), &found);
            assert!(message.contains("outbox.db.damaged-7"), "{message}");
        }
        found.is_newer_version = false;
        found.was_missing = true;
        for (part, text) in [
            (DbFile::Outbox, "unsent changes"),
            (DbFile::History, "history"),
            (DbFile::Settings, "encours settings restore"),
        ] {
            found.file = part;
            let message = damaged_text(Messages::new(Lang::En), &found);
            assert!(message.contains("was missing") && message.contains(text), "{message}");
            assert!(!message.contains("old file"), "there is no old file: {message}");
        }
        found.file = DbFile::Cache;
        let message = damaged_text(Messages::new(Lang::En), &found);
        assert!(message.contains("was missing") && message.contains("loaded again"), "{message}");
        (found.file, found.lost_rows) = (DbFile::Outbox, 2);
        let message = damaged_text(Messages::new(Lang::En), &found);
        assert!(message.contains("2 of them are in the journal"), "{message}");
    }
}

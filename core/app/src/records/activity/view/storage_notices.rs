//! Text of storage notices: the problem, the recovered data, and the remedy.

use crate::foundation::presentation::tone::Tone;
use crate::model::storage_health::{Elsewhere, Hindered, Hindrance, Part, SetAside};
use crate::shell::app::App;
use crate::text::number::NO_BREAK_SPACE;
use crate::text::{Arg, Clean, Lang, Words, date};

/// A storage notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
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
pub fn notices(app: &App) -> Vec<Notice> {
    let words = Words::new(app.cx.lang());
    let keeping = &app.cx.snapshot().keeping;
    let hindered = keeping.hindered.iter().map(|why| Notice {
        tone: Tone::Problem,
        text: hindered(words, why),
        file: String::new(),
        short: words.get(hindered_key(why, true)).into_owned(),
    });
    let waits = keeping.waits_to_mend.then(|| Notice {
        tone: Tone::Pending,
        text: words.get("kept-mending").into_owned(),
        file: String::new(),
        short: words.get("kept-mending-short").into_owned(),
    });
    let damaged = keeping.damaged.iter().map(|found| Notice {
        // A damaged cache is only pending, because it can be loaded again.
        tone: if found.part == Part::Cache {
            Tone::Pending
        } else {
            Tone::Problem
        },
        text: damaged(words, found),
        file: file_of(found).to_string(),
        short: words
            .get(if found.gone {
                "kept-gone-short"
            } else {
                "kept-damaged-short"
            })
            .into_owned(),
    });
    let taken = keeping.queue_taken_since.map(|since| {
        let at = date::time_seconds(date::local(since, &app.cx.options().zone).time());
        let args = [("at", Arg::from(at))];
        Notice {
            tone: Tone::Pending,
            text: words.with("kept-taken", &args),
            file: String::new(),
            short: words.get("kept-taken-short").into_owned(),
        }
    });
    let locked = keeping.elsewhere.iter().map(|other| Notice {
        tone: Tone::Plain,
        text: elsewhere(words, other),
        file: String::new(),
        short: words.with("kept-elsewhere-short", &[("n", Arg::from(other.rows))]),
    });
    let clock = keeping.clock_off.map(|off| {
        let args = [("off", Arg::from(off_by(app.cx.lang(), off)))];
        let ahead = off.is_negative();
        Notice {
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
fn off_by(lang: Lang, off: jiff::SignedDuration) -> String {
    let seconds = off.unsigned_abs().as_secs();
    match seconds {
        172_800.. => date::days(lang, seconds / 86_400),
        7_200.. => format!("{}{NO_BREAK_SPACE}h", seconds / 3_600),
        _ => format!("{}{NO_BREAK_SPACE}min", (seconds / 60).max(1)),
    }
}

/// Returns the message that writes of another identity are pending here. It names the command to show them.
pub fn elsewhere(words: &'static Words, other: &Elsewhere) -> String {
    let who = [&other.who.base_url, &other.who.key_id, &other.who.user];
    let [url, key, user] = who.map(|part| Clean::line_of(part, 120));
    let args = [
        ("n", Arg::from(other.rows)),
        ("url", Arg::from(url.as_str())),
        ("key", Arg::from(key.as_str())),
        ("user", Arg::from(user.as_str())),
    ];
    let said = if other.who.user.is_empty() {
        "kept-elsewhere"
    } else {
        "kept-elsewhere-user"
    };
    words.with(said, &args)
}

/// Returns why nothing can be stored, where, what still works, and what to do.
pub fn hindered(words: &'static Words, why: &Hindrance) -> String {
    let dir = Clean::line_of(&why.dir.to_string_lossy(), 300);
    words.with(hindered_key(why, false), &[("dir", Arg::from(dir.as_str()))])
}

fn hindered_key(why: &Hindrance, short: bool) -> &'static str {
    match (why.what, short) {
        (Hindered::Full, false) => "kept-full",
        (Hindered::Full, true) => "kept-full-short",
        (Hindered::Limited, false) => "kept-limited",
        (Hindered::Limited, true) => "kept-limited-short",
        (Hindered::Closed, false) => "kept-closed",
        (Hindered::Closed, true) => "kept-closed-short",
    }
}

fn file_of(found: &SetAside) -> Clean {
    Clean::line_of(&found.path.to_string_lossy(), 300)
}

/// Returns the message about a damaged file. It tells the recovered data, the location, and how to dismiss the notice.
pub fn damaged(words: &'static Words, found: &SetAside) -> String {
    let file = file_of(found);
    let file = [("file", Arg::from(file.as_str()))];
    if found.gone && found.part == Part::Cache {
        return words.get("kept-gone-cache").into_owned();
    }
    if found.gone {
        let what = words.get(match found.part {
            Part::Outbox => "kept-gone-outbox",
            Part::Settings => "kept-gone-settings",
            Part::History | Part::Cache => "kept-gone-history",
        });
        let lost = if found.part == Part::Outbox && found.lost > 0 {
            format!(
                "{} ",
                words.with("kept-gone-outbox-lost", &[("n", Arg::from(found.lost))])
            )
        } else {
            String::new()
        };
        return format!("{what} {lost}{}", words.with("kept-gone-note", &file));
    }
    if found.newer {
        return words.with("kept-newer-cache", &file);
    }
    let kept = [("n", Arg::from(found.kept.unwrap_or_default()))];
    let what = match found.part {
        Part::Outbox => {
            let lost = if found.lost > 0 {
                words.with("kept-damaged-outbox-lost", &[("n", Arg::from(found.lost))])
            } else {
                words.get("kept-damaged-outbox-more").into_owned()
            };
            format!("{} {lost}", words.with("kept-damaged-outbox", &kept))
        }
        Part::History => words.with("kept-damaged-history", &kept),
        Part::Settings => {
            let saved = words.with("kept-damaged-settings", &kept);
            format!("{saved} {}", words.get("kept-copies"))
        }
        Part::Cache => words.get("kept-damaged-cache").into_owned(),
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
            (Hindered::Full, "Disk full", "Disque plein"),
            (
                Hindered::Limited,
                "have reached the size limit",
                "la taille limite",
            ),
            (Hindered::Closed, "is read-only", "en lecture seule"),
        ] {
            let dir = "/d/profile".into();
            let why = Hindrance { what, dir };
            let said = [Lang::En, Lang::Fr].map(|lang| hindered(Words::new(lang), &why));
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
        let mut found = SetAside {
            part: Part::Outbox,
            path: "/d/outbox.db.damaged-7".into(),
            gone: false,
            newer: false,
            at: Timestamp::UNIX_EPOCH,
            kept: Some(34),
            lost: 6,
        };
        let said = damaged(Words::new(Lang::En), &found);
        assert!(said.contains("34 changes") && said.contains("6 more"), "{said}");
        assert!(said.contains("/d/outbox.db.damaged-7"), "{said}");
        found.lost = 0;
        assert!(damaged(Words::new(Lang::En), &found).contains("There may have been more"));
        for part in Part::ALL {
            found.part = part;
            assert!(
                damaged(Words::new(Lang::Fr), &found).contains("outbox.db.damaged-7"),
                "{part:?}"
            );
        }
        found.kept = Some(0);
        for part in [Part::Outbox, Part::Settings, Part::History] {
            found.part = part;
            for lang in Lang::ALL {
                let told = damaged(Words::new(lang), &found);
                assert!(!told.contains("0 "), "nothing was recovered: {told}");
            }
        }
        found.newer = true;
        for lang in Lang::ALL {
            let told = damaged(Words::new(lang), &found);
            assert!(told.contains("outbox.db.damaged-7"), "{told}");
        }
        found.newer = false;
        found.gone = true;
        for (part, said) in [
            (Part::Outbox, "unsent changes"),
            (Part::History, "history"),
            (Part::Settings, "encours settings restore"),
        ] {
            found.part = part;
            let told = damaged(Words::new(Lang::En), &found);
            assert!(told.contains("was missing") && told.contains(said), "{told}");
            assert!(!told.contains("old file"), "there is no old file: {told}");
        }
        found.part = Part::Cache;
        let told = damaged(Words::new(Lang::En), &found);
        assert!(
            told.contains("was missing") && told.contains("loaded again"),
            "{told}"
        );
        (found.part, found.lost) = (Part::Outbox, 2);
        let told = damaged(Words::new(Lang::En), &found);
        assert!(told.contains("2 of them are in the journal"), "{told}");
    }
}

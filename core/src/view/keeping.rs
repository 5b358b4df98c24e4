//! What this machine has to say of what it keeps itself, in words: what is wrong, what was kept, what to do.

use crate::app::App;
use crate::engine::{Part, SetAside};
use crate::view::status::Tone;
use crate::view::text::{Arg, Clean, Words};

/// Something to be known about what is kept here.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How to understand it.
    pub tone: Tone,
    /// Its sentences.
    pub text: String,
    /// The same in few words, for the status line.
    pub short: String,
}

/// All there is, the worst first.
pub fn notices(app: &App) -> Vec<Notice> {
    let words = Words::new(app.lang());
    let damaged = app.snapshot().keeping.damaged.iter().map(|found| Notice {
        // What can be read again is no loss.
        tone: if found.part == Part::Cache {
            Tone::Pending
        } else {
            Tone::Problem
        },
        text: damaged(words, found),
        short: words.get("kept-damaged-short").into_owned(),
    });
    damaged.collect()
}

/// Which file was damaged, what was saved of it, where it is, and how to be told no more.
pub fn damaged(words: &'static Words, found: &SetAside) -> String {
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
        Part::History => words.get("kept-damaged-history").into_owned(),
        Part::Settings => words.with("kept-damaged-settings", &kept),
        Part::Cache => words.get("kept-damaged-cache").into_owned(),
    };
    let file = Clean::line_of(&found.path.to_string_lossy(), 300);
    let rest = words.with("kept-damaged-file", &[("file", Arg::from(file.as_str()))]);
    format!("{what} {rest}")
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::view::text::Lang;

    #[test]
    fn a_loss_says_how_many_were_kept_how_many_not_and_where_the_file_is() {
        let mut found = SetAside {
            part: Part::Outbox,
            path: "/d/outbox.db.damaged-7".into(),
            at: Timestamp::UNIX_EPOCH,
            kept: Some(34),
            lost: 6,
        };
        let said = damaged(Words::new(Lang::En), &found);
        assert!(said.contains("34 writes") && said.contains("6 more"), "{said}");
        assert!(said.contains("/d/outbox.db.damaged-7"), "{said}");
        found.lost = 0;
        assert!(damaged(Words::new(Lang::En), &found).contains("cannot be told"));
        for part in Part::ALL {
            found.part = part;
            assert!(
                damaged(Words::new(Lang::Fr), &found).contains("outbox.db.damaged-7"),
                "{part:?}"
            );
        }
    }
}

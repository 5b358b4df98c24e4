//! Text of the current user in the screen heads, and of the user picker.

use crate::foundation::cx::toast_types::{ActFor, TurnFailure, UserRefusal};
use crate::foundation::presentation::problem;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView, line};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// Maximum length of an identifier beside other text, in characters.
const SHORT: usize = 24;

/// The current user, for the head of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acting {
    /// The identifier alone, for narrow layouts.
    pub short: String,
    /// Full text, e.g. `for u-martin`, with the target of a switch in progress.
    pub text: String,
    /// True if the service rejects the user; both texts say so.
    pub refused: bool,
}

/// Returns the current user's identifier; `None` while no user is chosen.
pub(crate) fn user(app: &App) -> Option<String> {
    Some(app.cx.acts_for()?.user()?.as_str().to_owned())
}

/// Returns the text for the current user; `None` if the key acts for itself.
pub fn acting(app: &App) -> Option<Acting> {
    let words = Words::new(app.cx.lang());
    let now = app.cx.acts_for()?;
    let name = |who: &ActFor| match who {
        ActFor::Key => words.get("acting-key-short").into_owned(),
        ActFor::User(user) => Clean::line_of(user.as_str(), SHORT).to_string(),
    };
    if let Some(next) = app.acting.turning_to() {
        let args = [("user", Arg::from(name(&now))), ("next", Arg::from(name(next)))];
        let text = words.with("acting-turning", &args);
        return Some(Acting {
            short: text.clone(),
            text,
            refused: false,
        });
    }
    let user = now.user()?;
    let refusal = app.cx.user_refusal();
    let mut short = Clean::line_of(user.as_str(), SHORT).to_string();
    if let Some(refusal) = refusal {
        let args = [("user", Arg::from(short.as_str()))];
        short = words.with(
            match refusal {
                UserRefusal::Unknown => "acting-unknown",
                UserRefusal::Forbidden => "acting-refused",
            },
            &args,
        );
    }
    Some(Acting {
        text: words.with("acting-for", &[("user", Arg::from(short.as_str()))]),
        short,
        refused: refusal.is_some(),
    })
}

/// Returns the message that the service rejects a user, with the reason.
pub(crate) fn refused(words: &'static Words, who: &ActFor, refusal: UserRefusal) -> String {
    let args = [("user", Arg::from(name(words, who)))];
    words.with(
        match refusal {
            UserRefusal::Unknown => "toast-user-unknown",
            UserRefusal::Forbidden => "error-user-forbidden-what",
        },
        &args,
    )
}

/// Returns the name of a user, or the text for the key itself.
pub fn name(words: &'static Words, who: &ActFor) -> String {
    match who {
        ActFor::Key => words.get("acting-key").into_owned(),
        ActFor::User(user) => Clean::line_of(user.as_str(), 60).to_string(),
    }
}

/// Returns the empty-state text of a per-user list while no user is chosen.
pub(crate) fn nobody(app: &App) -> Option<String> {
    app.cx
        .acts_for_nobody()
        .then(|| Words::new(app.cx.lang()).get("empty-no-user").into_owned())
}

/// Returns the user picker; its last line is for a user not in the list.
pub(crate) fn users(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let mut lines: Vec<SheetLine> = app
        .cx
        .offered_users()
        .iter()
        .map(|one| {
            let mut notes = Vec::new();
            if one.current {
                notes.push(words.get("users-now").into_owned());
                notes.extend(app.cx.user_refusal().map(|refusal| {
                    let key = match refusal {
                        UserRefusal::Unknown => "users-unknown",
                        UserRefusal::Forbidden => "users-refused",
                    };
                    words.get(key).into_owned()
                }));
            }
            if one.named {
                notes.push(words.get("users-named").into_owned());
            }
            notes.push(words.with("users-waiting", &[("n", Arg::from(one.rows))]));
            let mark = if one.current { Mark::On } else { Mark::None };
            line(mark, &name(words, &one.who), &notes.join(" · "))
        })
        .collect();
    lines.push(line(Mark::None, &words.get("users-other"), ""));
    SheetView::whole(
        words.get("users-title").into_owned(),
        vec![words.get("users-apart").into_owned()],
        lines,
    )
}

/// Returns the question before pending writes are left behind.
pub(crate) fn leave_queue(app: &App) -> Option<SheetView> {
    let words = Words::new(app.cx.lang());
    let (now, next) = (app.cx.acts_for()?, app.acting.asked_about()?);
    let (now, next) = (name(words, &now), name(words, next));
    let args = [
        ("n", Arg::from(app.cx.waiting())),
        ("user", Arg::from(now.as_str())),
        ("next", Arg::from(next.as_str())),
    ];
    Some(SheetView::whole(
        words.with("leave-queue-title", &args),
        vec![words.with("leave-queue-stays", &args)],
        vec![
            line(Mark::None, &words.with("leave-queue-turn", &args), ""),
            line(Mark::None, &words.with("leave-queue-stay", &args), ""),
        ],
    ))
}

/// Returns the message after a switch: the new user, and the writes that stayed behind.
pub(crate) fn turned(words: &'static Words, who: &ActFor, before: &ActFor, left: usize) -> String {
    let args = [
        ("user", Arg::from(name(words, who))),
        ("before", Arg::from(name(words, before))),
        ("n", Arg::from(left)),
    ];
    let key = if left == 0 {
        "toast-acts-for"
    } else {
        "toast-acts-for-left"
    };
    words.with(key, &args)
}

/// Returns the message that a switch failed and nothing has changed.
pub(crate) fn failed(app: &App, who: &ActFor, why: &TurnFailure) -> String {
    let words = Words::new(app.cx.lang());
    let now = app.cx.acts_for().unwrap_or(ActFor::Key);
    let names = [
        ("user", Arg::from(name(words, who))),
        ("now", Arg::from(name(words, &now))),
    ];
    match why {
        TurnFailure::Window => words.with("toast-turn-window", &names),
        TurnFailure::Failed(why) => {
            let why = problem::why(app.cx.lang(), why);
            let args: Vec<_> = names.into_iter().chain([("why", Arg::from(why))]).collect();
            words.with("toast-turn-failed", &args)
        }
    }
}

//! For whom is acted, in words: as it stands at the head of every screen, and the list to choose somebody else from.

use crate::app::foundation::cx::toast_types::{ActFor, TurnFailure, UserRefusal};
use crate::app::foundation::presentation::problem;
use crate::app::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView, line};
use crate::app::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// How much of an identifier is shown where several things stand side by side.
const SHORT: usize = 24;

/// For whom is acted, for the head of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acting {
    /// The identifier alone, for narrow places.
    pub short: String,
    /// The same as words: `for u-martin`, and who is being turned to.
    pub text: String,
    /// Whether the service answers nothing for them, which both say.
    pub refused: bool,
}

/// The user for whom is acted, as they were named; `None` while nobody is.
pub(in crate::app) fn user(app: &App) -> Option<String> {
    Some(app.cx.acts_for()?.user()?.as_str().to_owned())
}

/// For whom is acted, if somebody is: the key itself is what is meant where nobody is named.
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

/// That the service answers nothing for a user, and why.
pub(in crate::app) fn refused(words: &'static Words, who: &ActFor, refusal: UserRefusal) -> String {
    let args = [("user", Arg::from(name(words, who)))];
    words.with(
        match refusal {
            UserRefusal::Unknown => "toast-user-unknown",
            UserRefusal::Forbidden => "error-user-forbidden-what",
        },
        &args,
    )
}

/// Who it is, in words that stand alone: the key itself, or the identifier.
pub fn name(words: &'static Words, who: &ActFor) -> String {
    match who {
        ActFor::Key => words.get("acting-key").into_owned(),
        ActFor::User(user) => Clean::line_of(user.as_str(), 60).to_string(),
    }
}

/// What a list of a user says where nobody is chosen, if that is so.
pub(in crate::app) fn nobody(app: &App) -> Option<String> {
    app.cx
        .acts_for_nobody()
        .then(|| Words::new(app.cx.lang()).get("empty-no-user").into_owned())
}

/// The list of those one can act for; the last line is for somebody else.
pub(in crate::app) fn users(app: &App) -> SheetView {
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

/// The question before writes are left behind.
pub(in crate::app) fn leave_queue(app: &App) -> Option<SheetView> {
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

/// What is said once somebody else is acted for: who, and what stays with whom.
pub(in crate::app) fn turned(words: &'static Words, who: &ActFor, before: &ActFor, left: usize) -> String {
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

/// Why nobody else could be turned to, and that nothing has changed.
pub(in crate::app) fn failed(app: &App, who: &ActFor, why: &TurnFailure) -> String {
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

//! Text of the current user in the screen headers, and of the user picker.

use crate::foundation::cx::toast_types::{CurrentUser, UserRejection};
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, PickerView, picker_line};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Maximum length of an identifier beside other text, in characters.
const MAX_SHORT_CHARS: usize = 24;

/// The current user, for the header of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentUserView {
    /// The identifier alone, for narrow layouts.
    pub short: String,
    /// Full text, e.g. `for u-martin`, with the target of a switch in progress.
    pub text: String,
    /// True if the service rejects the user; both texts say so.
    pub is_rejected: bool,
}

/// Returns the current user's identifier; `None` while no user is chosen.
pub(crate) fn current_user_id(app: &App) -> Option<String> {
    Some(app.cx.current_user()?.user()?.as_str().to_owned())
}

/// Returns the text for the current user; `None` if the key acts for itself.
pub fn current_user_view(app: &App) -> Option<CurrentUserView> {
    let messages = Messages::new(app.cx.lang());
    let now = app.cx.current_user()?;
    let name = |target: &CurrentUser| match target {
        CurrentUser::Key => messages.get("acting-key-short").into_owned(),
        CurrentUser::User(user) => SafeText::line_within(user.as_str(), MAX_SHORT_CHARS).to_string(),
    };
    if let Some(next) = app.user_switch.opening_user() {
        let args = [("user", MessageArg::from(name(&now))), ("next", MessageArg::from(name(next)))];
        let text = messages.with("acting-turning", &args);
        return Some(CurrentUserView { short: text.clone(), text, is_rejected: false });
    }
    let user = now.user()?;
    let rejection = app.cx.user_rejection();
    let mut short = SafeText::line_within(user.as_str(), MAX_SHORT_CHARS).to_string();
    if let Some(rejection) = rejection {
        let args = [("user", MessageArg::from(short.as_str()))];
        short = messages.with(
            match rejection {
                UserRejection::Unknown => "acting-unknown",
                UserRejection::Forbidden => "acting-refused",
            },
            &args,
        );
    }
    Some(CurrentUserView {
        text: messages.with("acting-for", &[("user", MessageArg::from(short.as_str()))]),
        short,
        is_rejected: rejection.is_some(),
    })
}

/// Returns the message that the service rejects a user, with the reason.
pub(crate) fn rejection_text(
    messages: &'static Messages,
    user: &CurrentUser,
    rejection: UserRejection,
) -> String {
    let args = [("user", MessageArg::from(user_name(messages, user)))];
    messages.with(rejection.message_key(), &args)
}

/// Returns the name of a user, or the text for the key itself.
pub fn user_name(messages: &'static Messages, current_user: &CurrentUser) -> String {
    match current_user {
        CurrentUser::Key => messages.get("acting-key").into_owned(),
        CurrentUser::User(user) => SafeText::line_within(user.as_str(), 60).to_string(),
    }
}

/// Returns the empty-state text of a per-user list while no user is chosen.
pub(crate) fn no_user_text(app: &App) -> Option<String> {
    app.cx.has_no_user().then(|| Messages::new(app.cx.lang()).get("empty-no-user").into_owned())
}

/// Returns the user picker; its last line is for a user not in the list.
pub(crate) fn user_picker(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let mut lines: Vec<PickerLine> = app
        .cx
        .user_choices()
        .iter()
        .map(|choice| {
            let mut notes = Vec::new();
            if choice.current {
                notes.push(messages.get("users-now").into_owned());
                notes.extend(app.cx.user_rejection().map(|rejection| {
                    let key = match rejection {
                        UserRejection::Unknown => "users-unknown",
                        UserRejection::Forbidden => "users-refused",
                    };
                    messages.get(key).into_owned()
                }));
            }
            if choice.is_configured {
                notes.push(messages.get("users-named").into_owned());
            }
            notes.push(messages.with("users-waiting", &[("n", MessageArg::from(choice.pending))]));
            let mark = if choice.current { LineIcon::On } else { LineIcon::None };
            picker_line(mark, &user_name(messages, &choice.user), &notes.join(" · "))
        })
        .collect();
    lines.push(picker_line(LineIcon::None, &messages.get("users-other"), ""));
    PickerView::complete(
        messages.get("users-title").into_owned(),
        vec![messages.get("users-apart").into_owned()],
        lines,
    )
}

/// Returns the question before pending writes are left behind.
pub(crate) fn switch_question(app: &App) -> Option<PickerView> {
    let messages = Messages::new(app.cx.lang());
    let (now, next) = (app.cx.current_user()?, app.user_switch.asked_user.as_ref()?);
    let (now, next) = (user_name(messages, &now), user_name(messages, next));
    let args = [
        ("n", MessageArg::from(app.cx.waiting_count())),
        ("user", MessageArg::from(now.as_str())),
        ("next", MessageArg::from(next.as_str())),
    ];
    Some(PickerView::complete(
        messages.with("leave-queue-title", &args),
        vec![messages.with("leave-queue-stays", &args)],
        vec![
            picker_line(LineIcon::None, &messages.with("leave-queue-turn", &args), ""),
            picker_line(LineIcon::None, &messages.with("leave-queue-stay", &args), ""),
        ],
    ))
}

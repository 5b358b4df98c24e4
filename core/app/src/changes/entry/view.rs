//! Text of the entry form: the deals that move, and the required input.

pub(in crate::changes) mod field_label;

use std::borrow::Cow;

use crate::foundation::cx::overlay::{Form, FormPurpose};
use crate::foundation::cx::overlay_types::{EntryInput, EntryMoves, EntrySummary, StatusEntry};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, number};
use crate::vocabulary;

/// Maximum length of a name among several, in characters.
const MAX_NAME_CHARS: usize = 40;

/// Returns the title, and the note about the use of the input.
pub(in crate::changes) fn title_and_note(
    app: &App,
    form: &Form,
    entering: &StatusEntry,
) -> (String, Cow<'static, str>) {
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let status = |code: &str| MessageArg::from(vocabulary::deal_status(lang, code).into_owned());
    let title = match &entering.moves {
        EntryMoves::One { status: to, .. } => {
            let name = SafeText::line_within(&form.label, MAX_NAME_CHARS);
            let args = [("name", MessageArg::from(&name)), ("status", status(to))];
            words.with("form-entry-title", &args)
        }
        EntryMoves::Planned(entrants) => {
            let n = entrants.count();
            match entrants.targets.as_slice() {
                [(to, _)] => words.with(
                    "form-entry-many-title",
                    &[("n", MessageArg::from(n)), ("status", status(to))],
                ),
                several => words.with(
                    "form-entry-several-title",
                    &[
                        ("n", MessageArg::from(n)),
                        ("statuses", MessageArg::from(several.len())),
                    ],
                ),
            }
        }
    };
    let sent = |ask: &EntryInput| matches!(ask, EntryInput::Field(name) if name == "responsable");
    let (to_send, to_keep) = (
        entering.inputs.iter().any(sent),
        entering.inputs.iter().any(|ask| !sent(ask)),
    );
    let note = match (to_send, to_keep) {
        (true, true) => "form-entry-note-both",
        (true, false) => "form-owner-free",
        (false, _) => "form-entry-note-kept",
    };
    (title, words.get(note))
}

/// Returns the first deals by name and how many more there are. If they move to several statuses, it adds the number
/// for each. Empty for one deal, which the title names.
pub(in crate::changes) fn subject(app: &App, entering: &StatusEntry) -> String {
    let EntryMoves::Planned(entrants) = &entering.moves else {
        return String::new();
    };
    let named = names_text(app, entrants);
    match entrants.targets.as_slice() {
        [_] => named,
        several => format!("{}\n{named}", status_counts_text(app, several)),
    }
}

fn names_text(app: &App, entrants: &EntrySummary) -> String {
    let words = Messages::new(app.cx.lang());
    let name = |name: &String| match SafeText::line_within(name, MAX_NAME_CHARS) {
        name if name.is_empty() => words.get("deal-unnamed").into_owned(),
        name => name.to_string(),
    };
    let names: Vec<String> = entrants.first_names.iter().map(name).collect();
    let names = names.join(" · ");
    match entrants.count().saturating_sub(entrants.first_names.len()) {
        0 => names,
        more => words.with(
            "form-entry-and-more",
            &[("names", MessageArg::from(names)), ("n", MessageArg::from(more))],
        ),
    }
}

fn status_counts_text(app: &App, to: &[(String, usize)]) -> String {
    let lang = app.cx.lang();
    let share = |(status, count): &(String, usize)| {
        let label = vocabulary::deal_status(lang, status);
        format!("{label} {}", number::integer(lang, *count as u64))
    };
    to.iter().map(share).collect::<Vec<_>>().join(" · ")
}

/// Returns the name of a required field. If several statuses are entered at once, each reason names its status.
pub(crate) fn input_label(app: &App, form: &Form, at: usize) -> Option<String> {
    let FormPurpose::EnterStatus(entering) = &form.purpose else {
        return None;
    };
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let reasons = entering
        .inputs
        .iter()
        .filter(|ask| matches!(ask, EntryInput::Reason { .. }));
    let several = reasons.count() > 1;
    Some(match entering.inputs.get(at)? {
        EntryInput::Field(name) => field_label::field_label(app, name),
        EntryInput::Reason { status, .. } if several => {
            let status = vocabulary::deal_status(lang, status);
            words.with(
                "field-reason-of",
                &[("status", MessageArg::from(status.as_ref()))],
            )
        }
        EntryInput::Reason { .. } => words.get("field-reason").into_owned(),
    })
}

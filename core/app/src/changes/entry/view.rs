//! Text of the entry form: the deals that move, and the required input.

pub(crate) mod field_label;

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
    entry: &StatusEntry,
) -> (String, Cow<'static, str>) {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let status = |code: &str| MessageArg::from(vocabulary::deal_status(lang, code).into_owned());
    let title = match &entry.moves {
        EntryMoves::One { status: to, .. } => {
            let name = SafeText::line_within(&form.label, MAX_NAME_CHARS);
            let args = [("name", MessageArg::from(&name)), ("status", status(to))];
            messages.with("form-entry-title", &args)
        }
        EntryMoves::Planned(summary) => {
            let n = summary.count();
            match summary.targets.as_slice() {
                [(to, _)] => messages
                    .with("form-entry-many-title", &[("n", MessageArg::from(n)), ("status", status(to))]),
                several => messages.with(
                    "form-entry-several-title",
                    &[("n", MessageArg::from(n)), ("statuses", MessageArg::from(several.len()))],
                ),
            }
        }
    };
    let is_sent = |input: &EntryInput| matches!(input, EntryInput::Field(name) if name == "responsable");
    let (any_sent, any_stored) =
        (entry.inputs.iter().any(is_sent), entry.inputs.iter().any(|input| !is_sent(input)));
    let note = match (any_sent, any_stored) {
        (true, true) => "form-entry-note-both",
        (true, false) => "form-owner-free",
        (false, _) => "form-entry-note-kept",
    };
    (title, messages.get(note))
}

/// Returns the first deals by name and how many more there are. If they move to several statuses, it adds the number
/// for each. Empty for one deal, which the title names.
pub(in crate::changes) fn subject(app: &App, entry: &StatusEntry) -> String {
    let EntryMoves::Planned(summary) = &entry.moves else {
        return String::new();
    };
    let names = names_text(app, summary);
    match summary.targets.as_slice() {
        [_] => names,
        several => format!("{}\n{names}", status_counts_text(app, several)),
    }
}

fn names_text(app: &App, summary: &EntrySummary) -> String {
    let messages = Messages::new(app.cx.lang());
    let name = |name: &String| match SafeText::line_within(name, MAX_NAME_CHARS) {
        name if name.is_empty() => messages.get("deal-unnamed").into_owned(),
        name => name.to_string(),
    };
    let names: Vec<String> = summary.first_names.iter().map(name).collect();
    let names = names.join(" · ");
    match summary.count().saturating_sub(summary.first_names.len()) {
        0 => names,
        more => messages.with(
            "form-entry-and-more",
            &[("names", MessageArg::from(names)), ("n", MessageArg::from(more))],
        ),
    }
}

fn status_counts_text(app: &App, targets: &[(String, usize)]) -> String {
    let lang = app.cx.lang();
    let status_text = |(status, count): &(String, usize)| {
        let label = vocabulary::deal_status(lang, status);
        format!("{label} {}", number::integer(lang, *count as u64))
    };
    targets.iter().map(status_text).collect::<Vec<_>>().join(" · ")
}

/// Returns the name of a required field. If several statuses are entered at once, each reason names its status.
pub(crate) fn input_label(app: &App, form: &Form, at: usize) -> Option<String> {
    let FormPurpose::EnterStatus(entry) = &form.purpose else {
        return None;
    };
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let reasons = entry.inputs.iter().filter(|input| matches!(input, EntryInput::Reason { .. }));
    let several = reasons.count() > 1;
    Some(match entry.inputs.get(at)? {
        EntryInput::Field(name) => field_label::field_label(app, name),
        EntryInput::Reason { status, .. } if several => {
            let status = vocabulary::deal_status(lang, status);
            messages.with("field-reason-of", &[("status", MessageArg::from(status.as_ref()))])
        }
        EntryInput::Reason { .. } => messages.get("field-reason").into_owned(),
    })
}

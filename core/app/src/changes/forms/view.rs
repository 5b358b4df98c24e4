//! Text of a form.

use crate::changes::entry::view as entering;
use crate::changes::forms::suggestions::Suggestion;
use crate::foundation::cx::export_path::WRONG_ENDING;
use crate::foundation::cx::overlay::{FieldValue, Form, Purpose};
use crate::foundation::cx::overlay_types::{ExportForm, ExportWhat};
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::task_status::statut;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};
use crate::vocabulary;

/// A field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormLine {
    /// Display name.
    pub label: String,
    /// Value as shown.
    pub value: Clean,
    /// True if the value is chosen from a list.
    pub choice: bool,
    /// Codes and texts of the list, for a choice.
    pub options: Vec<(String, String)>,
    /// Index of the chosen option.
    pub chosen: usize,
    /// Suggestions below the focused field: values found in the data, and the typed text as a new one.
    pub known: Vec<Clean>,
    /// Highlighted suggestion, which Enter accepts.
    pub meant: Option<usize>,
    /// True if the field has the focus.
    pub focused: bool,
    /// True if the form's error is about this field.
    pub named: bool,
    /// Error of this field; each field has its own.
    pub wrong: Option<String>,
    /// True if the form cannot be saved without it.
    pub required: bool,
    /// True if the field takes several lines where the layout allows it.
    pub lines: bool,
}

/// Title, lines and error of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormView {
    /// Title of the form.
    pub title: String,
    /// Subject of the form; empty if the title names it.
    pub about: String,
    /// Fields of the form.
    pub lines: Vec<FormLine>,
    /// Error of the form, if any.
    pub error: Option<String>,
    /// Warning about the likely effect of the input, if any.
    pub warning: Option<String>,
    /// True if the warning is a question that a second Enter accepts.
    pub asks: bool,
    /// Note to read before saving.
    pub note: String,
}

/// Returns the warning about the current input.
fn warning(app: &App, form: &Form) -> Option<String> {
    if let Some(asked) = form.error.filter(|_| !form.is_wrong()) {
        return Some(Words::new(app.cx.lang()).get(asked).into_owned());
    }
    match form.purpose {
        Purpose::NewDeal => {
            name_taken(app, form.value("name")).or_else(|| stranger(app, form.value("responsable")))
        }
        Purpose::EditDeal { .. } | Purpose::EditMany | Purpose::Enter(_) => {
            stranger(app, form.value("responsable"))
        }
        Purpose::WatchIds(family) => {
            crate::records::lists::watched_ids::preview(app.cx.lang(), family, form.value("ids"))
        }
        _ => None,
    }
}

/// Warns if other deals have this name or if it exceeds 255 characters. The contract sets no length; services usually
/// stop there.
fn name_taken(app: &App, name: &str) -> Option<String> {
    let words = Words::new(app.cx.lang());
    match app.cx.deals_called(name) {
        0 => (name.chars().count() > 255).then(|| words.get("form-name-long").into_owned()),
        n => Some(words.with("form-name-taken", &[("n", Arg::from(n))])),
    }
}

/// Returns the suggestions for the focused field, as text.
fn offered(app: &App, form: &Form) -> Vec<Clean> {
    let words = Words::new(app.cx.lang());
    let key = match form.fields.get(form.focus) {
        Some(field) if field.name == "responsable" => "form-add-owner",
        _ => "form-use-typed",
    };
    let line = |suggestion: Suggestion| match suggestion {
        Suggestion::Known(name) => Clean::line_of(&name, 40),
        Suggestion::New(name) => {
            let name = Clean::line_of(&name, 40);
            Clean::line(&words.with(key, &[("name", Arg::from(&name))]))
        }
    };
    form.suggestions().into_iter().map(line).collect()
}

/// Returns the warning that no loaded deal has this owner, with the closest known name.
pub(crate) fn stranger(app: &App, name: &str) -> Option<String> {
    let words = Words::new(app.cx.lang());
    let stranger = app.cx.stranger(name)?;
    Some(match stranger.nearest {
        Some(nearest) => {
            let nearest = Clean::line_of(&nearest, 40);
            words.with("owner-stranger-near", &[("name", Arg::from(&nearest))])
        }
        None => words.get("owner-stranger").into_owned(),
    })
}

/// Returns whether the export is a picture (PNG, PDF). Its numbers look as on the screen.
fn draws(form: &Form) -> bool {
    let chosen = ExportForm::from_code(form.value("export-form"));
    matches!(chosen, Some(ExportForm::Png | ExportForm::Pdf))
}

/// Returns whether the form's error is about the field at `at`. In an entry form these are the required empty fields;
/// elsewhere the first field and the export path.
fn names(form: &Form, at: usize, text: &str) -> bool {
    let Purpose::Enter(entering) = &form.purpose else {
        return at == 0
            || form
                .fields
                .get(at)
                .is_some_and(|field| field.name == "export-path");
    };
    entering.waits_for(at) && text.trim().is_empty()
}

/// Returns whether the form cannot be saved before the field is filled in.
fn required(form: &Form, at: usize) -> bool {
    match &form.purpose {
        Purpose::Enter(entering) => entering.waits_for(at),
        Purpose::NewDeal => form.fields.get(at).is_some_and(|field| field.name == "name"),
        _ => false,
    }
}

/// Returns the form as text.
pub fn form(app: &App, form: &Form) -> FormView {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let name = Clean::line_of(&form.label, 40);
    let (title, note) = match &form.purpose {
        Purpose::NewDeal => (
            words.get("form-create-title").into_owned(),
            words.get("form-new-note"),
        ),
        Purpose::Enter(entering) => entering::heads(app, form, entering),
        Purpose::EditDeal { .. } => (
            words.with("form-edit-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-owner-free"),
        ),
        Purpose::EditMany => (
            words.with(
                "form-edit-many-title",
                &[("n", Arg::from(app.selection_summary().count))],
            ),
            words.get("form-owner-many"),
        ),
        Purpose::SaveView => (
            words.get("form-view-title").into_owned(),
            if name.is_empty() {
                words.get("form-view-note")
            } else {
                words
                    .with("form-view-update-note", &[("name", Arg::from(name.as_str()))])
                    .into()
            },
        ),
        Purpose::RenameView(_) => (
            words.with("form-view-rename-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-view-note"),
        ),
        Purpose::Note(_) => (
            words.with("form-note-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-note-note"),
        ),
        Purpose::NotificationNote(ids) => (
            match ids.len() {
                1 => words.with("form-note-title", &[("name", Arg::from(name.as_str()))]),
                n => words.with("form-note-many-title", &[("n", Arg::from(n))]),
            },
            words.get("form-note-note"),
        ),
        Purpose::EditTask { .. } => (
            words.with("form-edit-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-task-note"),
        ),
        Purpose::WatchIds(family) => {
            let family = provenance::family(lang, *family);
            (
                words.with("form-ids-title", &[("family", Arg::from(family))]),
                words.get("form-ids-note"),
            )
        }
        Purpose::RenameServiceView(_) => (
            words.with("form-view-rename-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-service-view-note"),
        ),
        Purpose::EditViewState(_) => (
            words.with("form-edit-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-view-state-note"),
        ),
        Purpose::AskRoute => (
            words.get("form-route-title").into_owned(),
            words.get("form-route-note"),
        ),
        Purpose::FilterChanges => (
            words.get("form-changes-title").into_owned(),
            words.get("form-changes-note"),
        ),
        Purpose::ActFor => (
            words.get("form-user-title").into_owned(),
            words.get("form-user-note"),
        ),
        Purpose::Export { what, .. } => (
            words
                .get(match what {
                    ExportWhat::Deals => "form-export-deals-title",
                    ExportWhat::Selected => "form-export-selected-title",
                    ExportWhat::Portfolio => "form-export-portfolio-title",
                    ExportWhat::Changes => "form-export-changes-title",
                    ExportWhat::Writes => "form-export-writes-title",
                    ExportWhat::Requests => "form-export-requests-title",
                    ExportWhat::Notifications => "form-export-notifications-title",
                    ExportWhat::Tasks => "form-export-tasks-title",
                    ExportWhat::Records => "form-export-records-title",
                })
                .into_owned(),
            // Lists are exported as shown; everything else is exported in full.
            words.get(match what {
                _ if draws(form) => "form-export-drawn-note",
                ExportWhat::Changes => "form-export-changes-note",
                ExportWhat::Deals => "form-export-deals-note",
                ExportWhat::Notifications => "form-export-note",
                ExportWhat::Selected => "form-export-selected-note",
                ExportWhat::Records => "form-export-records-note",
                ExportWhat::Portfolio | ExportWhat::Writes | ExportWhat::Requests | ExportWhat::Tasks => {
                    "form-export-whole-note"
                }
            }),
        ),
    };
    let label = |field: &str| match field {
        "name" => words.get("field-name").into_owned(),
        "status" | "statut" => words.get("field-status").into_owned(),
        "classe_actif" => words.get("field-class").into_owned(),
        "view-name" => words.get("field-view-name").into_owned(),
        "filter" => words.get("query-help-title").into_owned(),
        "note" => words.get("field-note").into_owned(),
        "name-here" => words.get("field-name-here").into_owned(),
        "ids" => words.get("field-ids").into_owned(),
        "filters" => words.get("field-filters").into_owned(),
        "columns" => words.get("field-columns").into_owned(),
        "sort" => words.get("field-sort").into_owned(),
        "route" => words.get("field-route").into_owned(),
        "user" => words.get("field-user").into_owned(),
        "export-form" => words.get("field-export-form").into_owned(),
        "export-path" => words.get("field-export-path").into_owned(),
        _ => words.get("field-owner").into_owned(),
    };
    let option_label = |field: &str, code: &str| match (field, code.is_empty()) {
        ("statut", _) => statut(&app.cx, code),
        (_, true) => words.get("form-left-out").into_owned(),
        ("reason", _) => code.to_owned(),
        ("status", _) => vocabulary::deal_status(lang, code).into_owned(),
        ("export-form", _) => ExportForm::from_code(code).map_or_else(
            || code.to_owned(),
            |form| words.get(form.label_key()).into_owned(),
        ),
        _ => vocabulary::asset_class(lang, code).into_owned(),
    };
    let told = |key| match key {
        WRONG_ENDING => {
            let endings: Vec<String> = form.endings().iter().map(|ending| format!(".{ending}")).collect();
            words.with(key, &[("endings", endings.join(", ").as_str().into())])
        }
        key => words.get(key).into_owned(),
    };
    let chosen = ExportForm::from_code(form.value("export-form"));
    let misnamed = chosen.is_some_and(|chosen| chosen.is_misnamed(form.value("export-path").trim()));
    let error = form.error.filter(|_| form.is_wrong()).map(|key| {
        if misnamed && key != WRONG_ENDING {
            format!("{} {}", told(key), told(WRONG_ENDING))
        } else {
            told(key)
        }
    });
    let wrong = |at: usize, text: &str| {
        let error = error.clone().filter(|_| names(form, at, text))?;
        Some(match &form.purpose {
            Purpose::Enter(entering) => words.get(entering.empty_key(at)).into_owned(),
            _ => error,
        })
    };
    let lines = form
        .fields
        .iter()
        .enumerate()
        .map(|(at, field)| {
            let focused = at == form.focus;
            match &field.value {
                FieldValue::Text { text, .. } => FormLine {
                    label: entering::label(app, form, at).unwrap_or_else(|| label(field.name)),
                    value: Clean::line(text),
                    choice: false,
                    options: Vec::new(),
                    chosen: 0,
                    known: if focused { offered(app, form) } else { Vec::new() },
                    meant: form.highlighted().filter(|_| focused),
                    focused,
                    named: names(form, at, field.text()),
                    wrong: wrong(at, field.text()),
                    required: required(form, at),
                    lines: field.takes_lines(),
                },
                FieldValue::Choice { options, selected } => FormLine {
                    label: entering::label(app, form, at).unwrap_or_else(|| label(field.name)),
                    value: Clean::line(&option_label(field.name, field.text())),
                    choice: true,
                    options: options
                        .iter()
                        .map(|code| (code.clone(), option_label(field.name, code)))
                        .collect(),
                    chosen: *selected,
                    known: Vec::new(),
                    meant: None,
                    focused,
                    named: matches!(form.purpose, Purpose::Enter(_)) && names(form, at, field.text()),
                    wrong: wrong(at, field.text()).filter(|_| matches!(form.purpose, Purpose::Enter(_))),
                    required: required(form, at),
                    lines: false,
                },
            }
        })
        .collect();
    let about = match &form.purpose {
        Purpose::Enter(entering) => entering::about(app, entering),
        _ => String::new(),
    };
    FormView {
        title,
        about,
        lines,
        error,
        warning: warning(app, form),
        asks: form.error.is_some() && !form.is_wrong(),
        note: note.into_owned(),
    }
}

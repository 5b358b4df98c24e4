//! Text of a form.

use crate::changes::entry::view as entry_view;
use crate::changes::followups::view::followup_preview;
use crate::changes::forms::suggestions::Suggestion;
use crate::foundation::cx::overlay::{FOLLOWUP_FIELD, Form, FormField, FormPurpose, FormValue, IMPORT_PATH};
use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat, WRONG_EXTENSION};
use crate::foundation::history::change::field_label;
use crate::foundation::presentation::provenance;
use crate::foundation::presentation::setting_text::detail;
use crate::foundation::presentation::task_status::task_status_label;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date, sentence};
use crate::vocabulary;

/// A field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormLine {
    /// Display name.
    pub label: String,
    /// Value as shown.
    pub value: SafeText,
    /// True if the value is chosen from a list.
    pub is_choice: bool,
    /// Codes and texts of the list, for a choice.
    pub options: Vec<(String, String)>,
    /// Index of the chosen option.
    pub selected: usize,
    /// Suggestions below the focused field: values found in the data, and the typed text as a new one.
    pub suggestions: Vec<SafeText>,
    /// Highlighted suggestion, which Enter accepts.
    pub highlighted: Option<usize>,
    /// True if the field has the focus.
    pub focused: bool,
    /// True if the form's error is about this field.
    pub has_error: bool,
    /// Error of this field; each field has its own.
    pub error: Option<String>,
    /// True if the form cannot be saved without it.
    pub required: bool,
    /// True if the field takes several lines where the layout allows it.
    pub is_multiline: bool,
}

/// Title, lines and error of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormView {
    /// Title of the form.
    pub title: String,
    /// Subject of the form; empty if the title names it.
    pub subject: String,
    /// Fields of the form.
    pub lines: Vec<FormLine>,
    /// Error of the form, if any.
    pub error: Option<String>,
    /// Warning about the likely effect of the input, if any.
    pub warning: Option<String>,
    /// True if the warning is a question that a second Enter accepts.
    pub is_question: bool,
    /// Note to read before saving.
    pub note: String,
}

/// Returns the warning about the current input.
fn warning(app: &App, form: &Form) -> Option<String> {
    if let Some(question) = form.error.filter(|_| !form.has_error()) {
        return Some(Messages::new(app.cx.lang()).get(question).into_owned());
    }
    match form.purpose {
        FormPurpose::NewDeal => name_warning(app, form.value("name"))
            .or_else(|| unknown_owner_warning(app, form.value("responsable"))),
        FormPurpose::EditDeal { .. } | FormPurpose::EditMany | FormPurpose::EnterStatus(_) => {
            unknown_owner_warning(app, form.value("responsable"))
        }
        FormPurpose::Followup(_) => followup_preview(app, form.value(FOLLOWUP_FIELD)),
        FormPurpose::WatchIds(kind) => {
            crate::records::lists::watched_ids::ids_preview(app.cx.lang(), kind, form.value("ids"))
        }
        _ => None,
    }
}

/// Warns if other deals have this name or if it exceeds 255 characters. The contract sets no length; services usually
/// stop there.
fn name_warning(app: &App, name: &str) -> Option<String> {
    let messages = Messages::new(app.cx.lang());
    match app.cx.deals_named(name) {
        0 => (name.chars().count() > 255).then(|| messages.get("form-name-long").into_owned()),
        n => Some(messages.with("form-name-taken", &[("n", MessageArg::from(n))])),
    }
}

/// Returns the suggestions for the focused field, as text.
fn suggestion_texts(app: &App, form: &Form) -> Vec<SafeText> {
    let messages = Messages::new(app.cx.lang());
    let key = match form.fields.get(form.focus) {
        Some(field) if field.name == "responsable" => "form-add-owner",
        _ => "form-use-typed",
    };
    let line = |suggestion: Suggestion| match suggestion {
        Suggestion::Known(name) => SafeText::line_within(&name, 40),
        Suggestion::New(name) => {
            let name = SafeText::line_within(&name, 40);
            SafeText::line(&messages.with(key, &[("name", MessageArg::from(&name))]))
        }
    };
    form.suggestions().into_iter().map(line).collect()
}

/// Returns the warning that no loaded deal has this owner, with the closest known name.
pub(crate) fn unknown_owner_warning(app: &App, name: &str) -> Option<String> {
    let messages = Messages::new(app.cx.lang());
    let unknown = app.cx.unknown_owner(name)?;
    Some(match unknown.nearest {
        Some(nearest) => {
            let nearest = SafeText::line_within(&nearest, 40);
            messages.with("owner-new-near", &[("name", MessageArg::from(&nearest))])
        }
        None => messages.get("owner-new").into_owned(),
    })
}

/// Returns the message key of a field's label. Any other field is an owner.
fn label_key(messages: &Messages, field: &str) -> String {
    let name = match field {
        "filter" | "task-filter" => return "query-help-title".to_owned(),
        "setting-name" => "name",
        "statut" => "status",
        "classe_actif" => "class",
        "task-sort" => "sort",
        "setting-value" => "setting",
        IMPORT_PATH => "export-path",
        name => name,
    };
    let key = format!("field-{name}");
    if messages.has(&key) { key } else { "field-owner".to_owned() }
}

/// Returns whether the export is a picture (PNG, PDF). Its numbers look as on the screen.
fn is_picture_export(form: &Form) -> bool {
    let format = ExportFormat::from_code(form.value("export-form"));
    matches!(format, Some(ExportFormat::Png | ExportFormat::Pdf))
}

/// Returns whether the form's error is about the field at `at`. In an entry form these are the required empty fields;
/// elsewhere the first field and the export path.
fn error_concerns(form: &Form, at: usize, text: &str) -> bool {
    let FormPurpose::EnterStatus(entry) = &form.purpose else {
        return at == 0 || form.fields.get(at).is_some_and(FormField::is_path);
    };
    entry.is_required(at) && text.trim().is_empty()
}

/// Returns whether the form cannot be saved before the field is filled in.
fn is_required(form: &Form, at: usize) -> bool {
    match &form.purpose {
        FormPurpose::EnterStatus(entry) => entry.is_required(at),
        FormPurpose::NewDeal => form.fields.get(at).is_some_and(|field| field.name == "name"),
        _ => false,
    }
}

/// Returns the form as text.
pub fn form_view(app: &App, form: &Form) -> FormView {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let name = SafeText::line_within(&form.label, 40);
    let with_name = |key: &str| messages.with(key, &[("name", MessageArg::from(name.as_str()))]);
    let text = |key: &'static str| messages.get(key);
    let plain = |title: &'static str, note: &'static str| (text(title).into_owned(), text(note));
    let named = |title: &str, note: &'static str| (with_name(title), text(note));
    let (title, note) = match &form.purpose {
        FormPurpose::NewDeal => plain("form-create-title", "form-new-note"),
        FormPurpose::EnterStatus(entry) => entry_view::title_and_note(app, form, entry),
        FormPurpose::EditDeal { .. } => named("form-edit-title", "form-owner-free"),
        FormPurpose::EditMany => {
            let args = [("n", MessageArg::from(app.selection_summary().count))];
            (messages.with("form-edit-many-title", &args), text("form-owner-many"))
        }
        FormPurpose::SaveView if name.is_empty() => plain("form-view-title", "form-view-note"),
        FormPurpose::SaveView => {
            (text("form-view-title").into_owned(), with_name("form-view-update-note").into())
        }
        FormPurpose::RenameView(_) => named("form-view-rename-title", "form-view-note"),
        FormPurpose::Note(_) => named("form-note-title", "form-note-note"),
        FormPurpose::Followup(_) => named("form-followup-title", "form-followup-note"),
        FormPurpose::Labels { .. } => named("form-labels-title", "form-labels-note"),
        FormPurpose::NotificationNote(ids) => match ids.len() {
            1 => named("form-note-title", "form-note-note"),
            n => (messages.with("form-note-many-title", &[("n", n.into())]), text("form-note-note")),
        },
        FormPurpose::EditTask { .. } => named("form-edit-title", "form-task-note"),
        FormPurpose::WatchIds(kind) => {
            let kind_name = provenance::kind_label(lang, *kind);
            let title = messages.with("form-ids-title", &[("family", MessageArg::from(kind_name))]);
            (title, text("form-ids-note"))
        }
        FormPurpose::RenameServiceView(_) => named("form-view-rename-title", "form-service-view-note"),
        FormPurpose::EditViewState(_) => named("form-edit-title", "form-view-state-note"),
        FormPurpose::AskRoute => plain("form-route-title", "form-route-note"),
        FormPurpose::FilterTasks => plain("form-tasks-title", "form-tasks-note"),
        FormPurpose::FilterChanges => plain("form-changes-title", "form-changes-note"),
        FormPurpose::AsOf => {
            let known = app.cx.snapshot().history.first_observed_at.unwrap_or_else(|| app.cx.now());
            let known = date::date_short(date::local(known, &app.cx.options().zone).date());
            let note = messages.with("form-as-of-note", &[("date", known.into())]);
            (text("form-as-of-title").into_owned(), note.into())
        }
        FormPurpose::ImportFile => plain("action-import-deals", "form-import-note"),
        FormPurpose::MapColumns(table) => {
            let note = messages.with("form-columns-note", &[("n", table.lines.len().into())]);
            (messages.with("import-title", &[("file", (&name).into())]), note.into())
        }
        FormPurpose::SwitchUser => plain("form-user-title", "form-user-note"),
        FormPurpose::Setting { setting, .. } => (
            form.label.clone(),
            format!("{} {}", detail(setting, messages), messages.get("setting-empty")).into(),
        ),
        FormPurpose::Export { content, .. } => {
            let keys = content.keys();
            // Lists are exported as shown; everything else is exported in full.
            let is_drawn = *content != ExportContent::Pack && is_picture_export(form);
            plain(keys.title, if is_drawn { "form-export-drawn-note" } else { keys.note })
        }
    };
    let label = |field: &'static str| match field {
        _ if matches!(form.purpose, FormPurpose::MapColumns(_)) => field_label(lang, field),
        "setting-name" if form.label.contains("STATUS") => text("field-status").into_owned(),
        field => messages.get(&label_key(messages, field)).into_owned(),
    };
    let is_pack = matches!(form.purpose, FormPurpose::Export { content: ExportContent::Pack, .. });
    let option_label = |field: &str, code: &str| match (field, code.is_empty()) {
        ("statut", _) => task_status_label(&app.cx, code),
        ("task-mine" | "task-sort", _) => messages.get(&format!("task-sort-{code}")).into_owned(),
        ("setting-value", true) => messages.get("setting-origin-default").into_owned(),
        (_, true) => messages.get("form-left-out").into_owned(),
        _ if matches!(form.purpose, FormPurpose::MapColumns(_)) => {
            SafeText::line_within(code, 40).to_string()
        }
        ("reason" | "setting-value", _) => code.to_owned(),
        ("status", _) => vocabulary::deal_status(lang, code).into_owned(),
        ("export-form", _) if is_pack && code == "pdf" => messages.get("export-pack-pdf").into_owned(),
        ("export-form", _) => ExportFormat::from_code(code)
            .map_or_else(|| code.to_owned(), |form| messages.get(&form.label_key()).into_owned()),
        _ => vocabulary::asset_class(lang, code).into_owned(),
    };
    let rejected = match &form.purpose {
        FormPurpose::Setting { rejected, .. } => rejected.clone(),
        _ => String::new(),
    };
    let hint_text = |key| match key {
        _ if matches!(&form.purpose, FormPurpose::Setting { .. }) => rejected.clone(),
        WRONG_EXTENSION => {
            let extensions: Vec<String> =
                form.export_extensions().iter().map(|extension| format!(".{extension}")).collect();
            messages.with(key, &[("endings", extensions.join(", ").as_str().into())])
        }
        key => messages.get(key).into_owned(),
    };
    let format = ExportFormat::from_code(form.value("export-form"));
    let misnamed = format.is_some_and(|format| format.is_misnamed(form.value("export-path").trim()));
    let error = form.error.filter(|_| form.has_error()).map(|key| {
        if misnamed && key != WRONG_EXTENSION {
            format!("{} {}", hint_text(key), hint_text(WRONG_EXTENSION))
        } else {
            hint_text(key)
        }
    });
    let field_error = |at: usize, text: &str| {
        let error = error.clone().filter(|_| error_concerns(form, at, text))?;
        Some(match &form.purpose {
            FormPurpose::EnterStatus(entry) => messages.get(entry.empty_key(at)).into_owned(),
            _ => error,
        })
    };
    let lines = form
        .fields
        .iter()
        .enumerate()
        .map(|(at, field)| {
            let (focused, is_entry) = (at == form.focus, matches!(form.purpose, FormPurpose::EnterStatus(_)));
            let line = FormLine {
                label: entry_view::input_label(app, form, at).unwrap_or_else(|| label(field.name)),
                value: SafeText::line(field.text()),
                is_choice: false,
                options: Vec::new(),
                selected: 0,
                suggestions: if focused { suggestion_texts(app, form) } else { Vec::new() },
                highlighted: form.highlighted().filter(|_| focused),
                focused,
                has_error: error_concerns(form, at, field.text()),
                error: field_error(at, field.text()),
                required: is_required(form, at),
                is_multiline: field.is_multiline(),
            };
            let FormValue::Choice { options, selected } = &field.value else { return line };
            let option = |code: &String| (code.clone(), option_label(field.name, code));
            FormLine {
                value: SafeText::line(&option_label(field.name, field.text())),
                is_choice: true,
                options: options.iter().map(option).collect(),
                selected: *selected,
                has_error: is_entry && line.has_error,
                error: line.error.filter(|_| is_entry),
                ..line
            }
        })
        .collect();
    let subject = match &form.purpose {
        FormPurpose::EnterStatus(entry) => entry_view::subject(app, entry),
        FormPurpose::Setting { setting, .. } => sentence(&setting.doc.explanation(messages)),
        _ => String::new(),
    };
    FormView {
        title,
        subject,
        lines,
        error,
        warning: warning(app, form),
        is_question: form.error.is_some() && !form.has_error(),
        note: note.into_owned(),
    }
}

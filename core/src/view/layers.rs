//! What lies over a screen, in words: help, palette, menu, form.

use crate::app::{
    ACTIONS, ActionId, App, Command, Context, ExportForm, ExportWhat, FieldValue, Form, Group, Layer, Menu,
    PaletteItem, Purpose,
};
use crate::query::fold;
use crate::view::frame::key_text;
use crate::view::text::{Arg, Clean, Words};
use crate::view::{discovery, help_query, tasks, vocabulary};

/// One line of the help.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpLine {
    /// The keys in force, for instance `u Ctrl+R`.
    pub keys: String,
    /// What they do.
    pub label: String,
    /// Why it can't be done now, if it can't.
    pub reason: Option<String>,
}

/// One section of the help.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpGroup {
    /// Its title.
    pub title: String,
    /// Its lines.
    pub lines: Vec<HelpLine>,
}

/// The help for the screen that lies under it: what applies there, from the keys in force, and at the end what is
/// not available now, with the reasons.
pub fn help(app: &App) -> Vec<HelpGroup> {
    let words = Words::new(app.lang());
    let screen = screen_context(app);
    let wanted = match app.layer() {
        Layer::Help { query, .. } => query.trim().to_owned(),
        _ => String::new(),
    };
    let mut groups: Vec<HelpGroup> = Group::ALL
        .into_iter()
        .map(|group| HelpGroup {
            title: words.get(group.label_key()).into_owned(),
            lines: Vec::new(),
        })
        .collect();
    let mut unavailable = Vec::new();
    for spec in ACTIONS {
        let applies = spec
            .contexts
            .iter()
            .any(|c| *c == screen || *c == Context::Screens);
        let keys = app.options().keymap.keys(screen, spec.id);
        let pane = matches!(spec.id, ActionId::NextPane | ActionId::PreviousPane);
        if !applies || keys.is_empty() || (pane && !app.turns_panes()) {
            continue;
        }
        let keys: Vec<String> = keys.iter().map(|key| key_text(app, &key.to_string())).collect();
        let line = |reason: Option<String>| HelpLine {
            keys: keys.join(" "),
            // Who looks for an action may want to give it other keys: its name in `config.toml` is said too.
            label: if wanted.is_empty() {
                words.get(spec.label_key).into_owned()
            } else {
                format!("{} · {}", words.get(spec.label_key), spec.name)
            },
            reason,
        };
        if !wanted.is_empty() && !finds(&line(None), &wanted) {
            continue;
        }
        if let (Err(reason), Layer::None) = (app.enabled(spec.id), app.layer()) {
            unavailable.push(line(Some(words.get(reason.key()).into_owned())));
        } else if let Some(at) = Group::ALL.iter().position(|group| *group == spec.group) {
            groups[at].lines.push(line(None));
        }
    }
    groups.retain(|group| !group.lines.is_empty());
    if matches!(screen, Context::Board | Context::Table) {
        groups.push(help_query::group(words));
    }
    if !unavailable.is_empty() {
        groups.push(HelpGroup {
            title: words.get("help-unavailable").into_owned(),
            lines: unavailable,
        });
    }
    groups
}

/// Whether a line of the help answers what is looked for: one of its keys, or words of what it says.
fn finds(line: &HelpLine, wanted: &str) -> bool {
    let label = fold(&line.label);
    let named = fold(wanted).split_whitespace().all(|word| label.contains(word));
    named || line.keys.split(' ').any(|key| key == wanted)
}

/// The context of the keys under whatever lies over the screen.
fn screen_context(app: &App) -> Context {
    if app.shows_table() && app.screen() == crate::app::Screen::Pipeline {
        return Context::Table;
    }
    app.screen().context()
}

/// A command of the palette as a sentence: `Move 12 deals to Investment committee`.
fn command(app: &App, command: &Command) -> String {
    let words = Words::new(app.lang());
    let many = if app.screen() == crate::app::Screen::Pipeline {
        app.selection_summary().count
    } else {
        0
    };
    let name = app.focused_row().map(|row| Clean::line_of(row.name, 30));
    let whom = if many > 0 {
        words.with("command-many", &[("n", Arg::from(many))])
    } else {
        name.map_or_else(String::new, |name| name.to_string())
    };
    match command {
        Command::Move(status) => {
            let status = vocabulary::deal_status(app.lang(), status).into_owned();
            words.with(
                "command-move-label",
                &[("whom", Arg::from(whom)), ("status", Arg::from(status))],
            )
        }
        Command::MoveTask(statut) => {
            let task = app
                .focused_task()
                .map(|task| Clean::line_of(&task.name_or_id(), 30));
            let statut = tasks::statut(app, statut);
            words.with(
                "command-move-label",
                &[
                    (
                        "whom",
                        Arg::from(task.map_or_else(String::new, |name| name.to_string())),
                    ),
                    ("status", Arg::from(statut)),
                ],
            )
        }
        Command::Owner(owner) => {
            let owner = Clean::line_of(owner, 30);
            words.with(
                "command-owner-label",
                &[("whom", Arg::from(whom)), ("owner", Arg::from(&owner))],
            )
        }
        Command::Me(name) => {
            let name = Clean::line_of(name, 30);
            words.with("command-me-label", &[("name", Arg::from(&name))])
        }
        Command::Theme(theme) => {
            let looks = words.get(theme.label_key()).into_owned();
            words.with("command-theme-label", &[("theme", Arg::from(looks))])
        }
        Command::View(name) => words.with("command-view-label", &[("name", Arg::from(name))]),
        Command::Sort(column) => {
            let column = crate::view::table::label(app.lang(), *column, false);
            words.with("command-sort-label", &[("column", Arg::from(column))])
        }
    }
}

/// The heading of a palette section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteGroup {
    /// Actions.
    Actions,
    /// Deals.
    Deals,
    /// Saved views.
    Views,
    /// Screens.
    Screens,
}

/// One line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct PaletteLine {
    /// Its section.
    pub group: PaletteGroup,
    /// The section's title, on the first line of each section.
    pub heading: Option<String>,
    /// What it is.
    pub label: Clean,
    /// Its keys, its status, or why it can't be run.
    pub note: String,
    /// Whether it can be run.
    pub enabled: bool,
    /// Whether it has the focus.
    pub selected: bool,
}

/// The palette's lines.
pub fn palette(app: &App) -> Vec<PaletteLine> {
    let Layer::Palette(palette) = app.layer() else {
        return Vec::new();
    };
    let words = Words::new(app.lang());
    let screen = screen_context(app);
    let mut last = None;
    let mut lines = Vec::with_capacity(palette.items.len());
    for (at, item) in palette.items.iter().enumerate() {
        let (group, label, note, enabled) = match item {
            PaletteItem::Action(id, state) => {
                let keys: Vec<String> = app
                    .options()
                    .keymap
                    .keys(screen, *id)
                    .iter()
                    .take(1)
                    .map(|key| key_text(app, &key.to_string()))
                    .collect();
                let note = match state {
                    Ok(()) => keys.join(" "),
                    Err(reason) => words.get(reason.key()).into_owned(),
                };
                (
                    PaletteGroup::Actions,
                    Clean::line(&words.get(id.spec().label_key)),
                    note,
                    state.is_ok(),
                )
            }
            PaletteItem::Deal { name, status, .. } => {
                let status = vocabulary::deal_status(app.lang(), status).into_owned();
                (PaletteGroup::Deals, Clean::line(name), status, true)
            }
            PaletteItem::Command(what, state) => (
                PaletteGroup::Actions,
                Clean::line(&command(app, what)),
                state
                    .err()
                    .map_or_else(String::new, |reason| words.get(reason.key()).into_owned()),
                state.is_ok(),
            ),
            PaletteItem::View(name) => {
                let count = app.views().count(name).map(|n| n as u64);
                let note =
                    count.map_or_else(String::new, |n| words.with("view-deals", &[("n", Arg::from(n))]));
                (PaletteGroup::Views, Clean::line(name), note, true)
            }
            PaletteItem::Screen(screen) => (
                PaletteGroup::Screens,
                Clean::line(&words.get(screen.label_key())),
                screen.number().to_string(),
                true,
            ),
        };
        let heading = (last != Some(group)).then(|| {
            let key = match group {
                PaletteGroup::Actions => "palette-actions",
                PaletteGroup::Deals => "palette-deals",
                PaletteGroup::Views => "palette-views",
                PaletteGroup::Screens => "palette-screens",
            };
            words.get(key).into_owned()
        });
        last = Some(group);
        lines.push(PaletteLine {
            group,
            heading,
            label,
            note,
            enabled,
            selected: at == palette.selected,
        });
    }
    lines
}

/// One status of the menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuLine {
    /// The status code.
    pub status: String,
    /// Its name.
    pub label: String,
    /// Whether the deal is there now.
    pub current: bool,
    /// Whether it has the focus.
    pub selected: bool,
}

/// The menu's title and lines.
pub fn menu(app: &App, menu: &Menu) -> (String, Vec<MenuLine>) {
    let words = Words::new(app.lang());
    let name = Clean::line_of(&menu.label, 40);
    let title = if menu.deal.is_some() || menu.task.is_some() {
        words.with("form-move-title", &[("name", Arg::from(name.as_str()))])
    } else {
        let count = app.selection_summary().count;
        words.with("form-move-many-title", &[("n", Arg::from(count))])
    };
    let lines = menu
        .statuses
        .iter()
        .enumerate()
        .map(|(at, status)| MenuLine {
            status: status.clone(),
            label: match menu.task {
                Some(_) => tasks::statut(app, status),
                None => vocabulary::deal_status(app.lang(), status).into_owned(),
            },
            current: *status == menu.from,
            selected: at == menu.selected,
        })
        .collect();
    (title, lines)
}

/// One field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormLine {
    /// Its name in words.
    pub label: String,
    /// Its value as shown.
    pub value: Clean,
    /// Whether it is chosen from a list and not typed.
    pub choice: bool,
    /// The codes and words of the list, where it is one.
    pub options: Vec<(String, String)>,
    /// Which of them is chosen.
    pub chosen: usize,
    /// Values met in the data, offered to complete what is typed.
    pub known: Vec<Clean>,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether what is wrong with the form is about it.
    pub named: bool,
}

/// The form's title, lines and error.
#[derive(Clone, Debug, PartialEq)]
pub struct FormView {
    /// Its title.
    pub title: String,
    /// Its fields.
    pub lines: Vec<FormLine>,
    /// What is wrong with it, if anything.
    pub error: Option<String>,
    /// What the service may make of it, where that is to be feared.
    pub warning: Option<String>,
    /// What is to be known before saving.
    pub note: String,
}

/// The form in words.
pub fn form(app: &App, form: &Form) -> FormView {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let name = Clean::line_of(&form.label, 40);
    let (title, note) = match &form.purpose {
        Purpose::NewDeal => (
            words.get("form-create-title").into_owned(),
            words.get("form-new-note"),
        ),
        Purpose::EditDeal(_) => (
            words.with("form-edit-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-owner-free"),
        ),
        Purpose::EditMany => (
            words.with(
                "form-edit-many-title",
                &[("n", Arg::from(app.selection_summary().count))],
            ),
            words.get("form-owner-free"),
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
        Purpose::EditTask(_) => (
            words.with("form-edit-title", &[("name", Arg::from(name.as_str()))]),
            words.get("form-task-note"),
        ),
        Purpose::WatchIds(family) => {
            let family = discovery::family(lang, *family);
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
        Purpose::Export { what, .. } => (
            words
                .get(match what {
                    ExportWhat::Deals => "form-export-deals-title",
                    ExportWhat::Portfolio => "form-export-portfolio-title",
                    ExportWhat::Writes => "form-export-writes-title",
                })
                .into_owned(),
            words.get("form-export-note"),
        ),
    };
    let label = |field: &str| match field {
        "name" => words.get("field-name").into_owned(),
        "status" | "statut" => words.get("field-status").into_owned(),
        "classe_actif" => words.get("field-class").into_owned(),
        "view-name" => words.get("field-view-name").into_owned(),
        "note" => words.get("field-note").into_owned(),
        "name-here" => words.get("field-name-here").into_owned(),
        "ids" => words.get("field-ids").into_owned(),
        "filters" => words.get("field-filters").into_owned(),
        "columns" => words.get("field-columns").into_owned(),
        "sort" => words.get("field-sort").into_owned(),
        "route" => words.get("field-route").into_owned(),
        "export-form" => words.get("field-export-form").into_owned(),
        "export-path" => words.get("field-export-path").into_owned(),
        _ => words.get("field-owner").into_owned(),
    };
    let option_label = |field: &str, code: &str| match (field, code.is_empty()) {
        (_, true) => words.get("form-left-out").into_owned(),
        ("status", _) => vocabulary::deal_status(lang, code).into_owned(),
        ("export-form", _) => ExportForm::from_code(code).map_or_else(
            || code.to_owned(),
            |form| words.get(form.label_key()).into_owned(),
        ),
        _ => vocabulary::asset_class(lang, code).into_owned(),
    };
    let lines = form
        .fields
        .iter()
        .enumerate()
        .map(|(at, field)| {
            let focused = at == form.focus;
            match &field.value {
                FieldValue::Text { text, known } => FormLine {
                    label: label(field.name),
                    value: Clean::line(text),
                    choice: false,
                    options: Vec::new(),
                    chosen: 0,
                    known: known
                        .iter()
                        .take(6)
                        .map(|text| Clean::line_of(text, 40))
                        .collect(),
                    focused,
                    named: at == 0 || field.name == "export-path",
                },
                FieldValue::Choice { options, selected } => FormLine {
                    label: label(field.name),
                    value: Clean::line(&option_label(field.name, field.text())),
                    choice: true,
                    options: options
                        .iter()
                        .map(|code| (code.clone(), option_label(field.name, code)))
                        .collect(),
                    chosen: *selected,
                    known: Vec::new(),
                    focused,
                    named: false,
                },
            }
        })
        .collect();
    FormView {
        title,
        lines,
        error: form.error.map(|key| words.get(key).into_owned()),
        // The contract sets no length; services that do mostly stop here.
        warning: (form.purpose == Purpose::NewDeal && form.value("name").chars().count() > 255)
            .then(|| words.get("form-name-long").into_owned()),
        note: note.into_owned(),
    }
}

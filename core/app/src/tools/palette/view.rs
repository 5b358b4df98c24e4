//! View of the palette.

use std::ops::Range;

use crate::changes::followups::actions::parse_followup;
use crate::changes::forms::view::unknown_owner_warning;
use crate::deals::pipeline::view::match_highlight;
use crate::deals::table::sheets::content::sheet_title;
use crate::foundation::cx::overlay::{Overlay, PaletteGroup, PaletteItem, PaletteState};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::chrome::key_text;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date, fold};
use crate::tools::palette::appearance_commands::setting_label;
use crate::vocabulary;

/// One line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct PaletteLine {
    /// Section of the line.
    pub group: PaletteGroup,
    /// Title of the section, on its first line.
    pub heading: Option<String>,
    /// Label of the item.
    pub label: SafeText,
    /// Byte ranges of the label that match the query.
    pub matches: Vec<Range<usize>>,
    /// Keys, status, or the reason why it is disabled.
    pub note: String,
    /// True if it can be run.
    pub enabled: bool,
    /// True while it is focused.
    pub selected: bool,
}

/// Builds the palette's lines.
pub fn palette_lines(app: &App) -> Vec<PaletteLine> {
    let Overlay::Palette(palette) = app.cx.overlay() else {
        return Vec::new();
    };
    let messages = Messages::new(app.cx.lang());
    let screen = app.table.help_context(&app.cx);
    let needle = fold(palette.query.trim());
    let mut last = None;
    let mut lines = Vec::with_capacity(palette.items.len());
    for (at, item) in palette.items.iter().enumerate() {
        let (group, label, note, enabled) = match item {
            PaletteItem::Action(id, state) => {
                let keys: Vec<String> = app
                    .cx
                    .options()
                    .keymap
                    .keys(screen, *id)
                    .iter()
                    .take(1)
                    .map(|key| key_text(&app.cx, &key.to_string()))
                    .collect();
                let note = match state {
                    Ok(()) => keys.join(" "),
                    Err(DisabledReason::NotHere) => screen_names(messages, *id),
                    Err(reason) => messages.get(reason.key()).into_owned(),
                };
                (
                    PaletteGroup::Actions,
                    SafeText::line(&messages.get(id.spec().label_key)),
                    note,
                    state.is_ok(),
                )
            }
            PaletteItem::Deal { name, status, .. } => {
                let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
                (PaletteGroup::Deals, SafeText::line(name), status, true)
            }
            PaletteItem::Record(kind, _, name) => {
                let kind = messages.get(&format!("family-{}", kind.name())).into_owned();
                (PaletteGroup::Records, SafeText::line(name), kind, true)
            }
            PaletteItem::Command(typed_command, state) => (
                PaletteGroup::Actions,
                SafeText::line(&command_text(app, typed_command)),
                match state {
                    Err(reason) => messages.get(reason.key()).into_owned(),
                    Ok(()) => {
                        own_name_note(app, typed_command, palette.confirming_owner && at == palette.selected)
                    }
                },
                state.is_ok(),
            ),
            PaletteItem::View(name) => {
                let count = app.views.count(name).map(|n| n as u64);
                let note = count
                    .map_or_else(String::new, |n| messages.with("view-deals", &[("n", MessageArg::from(n))]));
                (PaletteGroup::Views, SafeText::line(name), note, true)
            }
            PaletteItem::Screen(screen) => (
                PaletteGroup::Screens,
                SafeText::line(&messages.get(screen.label_key())),
                screen.digit().to_string(),
                true,
            ),
            PaletteItem::Part(screen_part) => (
                PaletteGroup::Screens,
                SafeText::line(&messages.get(screen_part.label_key)),
                messages.get(screen_part.screen().label_key()).into_owned(),
                true,
            ),
        };
        let heading = (last != Some(group)).then(|| section_title(messages, group, palette));
        last = Some(group);
        lines.push(PaletteLine {
            group,
            heading,
            matches: match_highlight::label_matches(&label, &needle),
            label,
            note,
            enabled,
            selected: at == palette.selected,
        });
    }
    lines
}

/// Returns the note on a user's own name: still missing, or not known. Empty for other commands.
fn own_name_note(app: &App, command: &PaletteCommand, asked_again: bool) -> String {
    match command {
        PaletteCommand::OwnName(name) if name.is_empty() => {
            Messages::new(app.cx.lang()).get("command-me-wanted").into_owned()
        }
        PaletteCommand::OwnName(_) if asked_again => {
            Messages::new(app.cx.lang()).get("command-me-again").into_owned()
        }
        PaletteCommand::OwnName(name) => unknown_owner_warning(app, name).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the names of the screens on which an action applies.
fn screen_names(messages: &'static Messages, id: ActionId) -> String {
    let screen_key = |context: &Context| match context {
        Context::Board => Some("switch-board"),
        Context::Table => Some("switch-table"),
        other => {
            let has_context = |screen: &Screen| screen.context() == *other;
            Screen::ALL.iter().copied().find(has_context).map(Screen::label_key)
        }
    };
    let names = id.spec().contexts.iter().filter_map(screen_key);
    let names: Vec<String> = names.map(|key| messages.get(key).into_owned()).collect();
    messages.with("palette-elsewhere", &[("where", MessageArg::from(names.join(", ")))])
}

/// Returns the title of a section, with the number of deals if truncated.
fn section_title(messages: &'static Messages, group: PaletteGroup, palette: &PaletteState) -> String {
    if group == PaletteGroup::Deals && palette.more_deals {
        let deals = palette.items.iter().filter(|item| item.group() == group).count();
        return messages.with("palette-deals-first", &[("n", MessageArg::from(deals))]);
    }
    let is_recent = group == PaletteGroup::Deals && palette.query.trim().is_empty();
    messages.get(if is_recent { "palette-recent" } else { section_title_key(group) }).into_owned()
}

fn section_title_key(group: PaletteGroup) -> &'static str {
    match group {
        PaletteGroup::Actions => "palette-actions",
        PaletteGroup::Deals => "palette-deals",
        PaletteGroup::Records => "palette-records",
        PaletteGroup::Views => "palette-views",
        PaletteGroup::Screens => "palette-screens",
    }
}

/// Returns the number of results and the searched section: `9 of 1,284`, `Deals: 3 of 1,284`.
pub fn count_text(app: &App) -> String {
    let Overlay::Palette(palette) = app.cx.overlay() else {
        return String::new();
    };
    let messages = Messages::new(app.cx.lang());
    let args = [("n", MessageArg::from(palette.items.len())), ("total", MessageArg::from(palette.total))];
    let count = messages.with("palette-count", &args);
    match palette.scope {
        Some(only) => {
            let group = messages.get(section_title_key(only)).into_owned();
            messages.with(
                "palette-count-in",
                &[("group", MessageArg::from(group)), ("count", MessageArg::from(count))],
            )
        }
        None => count,
    }
}

/// Formats a command as a sentence: `Move 12 deals to Investment committee`.
fn command_text(app: &App, command: &PaletteCommand) -> String {
    let messages = Messages::new(app.cx.lang());
    let many = if app.cx.screen() == Screen::Pipeline { app.selection_summary().count } else { 0 };
    let name = app.pipeline.focused_row(&app.cx).map(|row| SafeText::line_within(row.name, 30));
    let whom = if many > 0 {
        messages.with("command-many", &[("n", MessageArg::from(many))])
    } else {
        name.map_or_else(String::new, |name| name.to_string())
    };
    match command {
        PaletteCommand::Move(status) => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            messages.with(
                "command-move-label",
                &[("whom", MessageArg::from(whom)), ("status", MessageArg::from(status))],
            )
        }
        PaletteCommand::MoveTask(statut) => {
            let task = app.tasks.focused_task().map(|task| SafeText::line_within(&task.name_or_id(), 30));
            let statut = crate::foundation::presentation::task_status::task_status_label(&app.cx, statut);
            messages.with(
                "command-move-label",
                &[
                    ("whom", MessageArg::from(task.map_or_else(String::new, |name| name.to_string()))),
                    ("status", MessageArg::from(statut)),
                ],
            )
        }
        PaletteCommand::Owner(owner) => {
            let owner = SafeText::line_within(owner, 30);
            messages.with(
                "command-owner-label",
                &[("whom", MessageArg::from(whom)), ("owner", MessageArg::from(&owner))],
            )
        }
        PaletteCommand::Label(label) => {
            let label = SafeText::line_within(label, 30);
            let args = [("whom", MessageArg::from(whom)), ("label", MessageArg::from(&label))];
            messages.with("command-label-label", &args)
        }
        PaletteCommand::Followup(typed) => {
            let Ok(followup) = parse_followup(typed, app.cx.today()) else {
                let text = SafeText::line_within(typed, 30);
                return messages.with("command-followup-wrong", &[("text", MessageArg::from(&text))]);
            };
            let text = SafeText::line_within(&followup.text, 30);
            let key = if text.is_empty() { "command-followup-label" } else { "command-followup-text" };
            let date = MessageArg::from(date::date_long(app.cx.lang(), followup.date));
            let text = MessageArg::from(&text);
            messages.with(key, &[("whom", MessageArg::from(whom)), ("date", date), ("text", text)])
        }
        PaletteCommand::OwnName(name) if name.is_empty() => messages.get("command-me-nobody").into_owned(),
        PaletteCommand::OwnName(name) => {
            let name = SafeText::line_within(name, 30);
            messages.with("command-me-label", &[("name", MessageArg::from(&name))])
        }
        PaletteCommand::Theme(theme) => {
            let theme_name = messages.get(theme.label_key()).into_owned();
            messages.with("command-theme-label", &[("theme", MessageArg::from(theme_name))])
        }
        PaletteCommand::Accent(accent) => {
            let name = accent
                .label_key()
                .map_or_else(|| accent.to_string().to_uppercase(), |key| messages.get(key).into_owned());
            messages.with("command-accent-label", &[("accent", MessageArg::from(name))])
        }
        PaletteCommand::AsOf(as_of, lists) => {
            let zone = &app.cx.options().zone;
            let day = |at| MessageArg::from(date::date_long(app.cx.lang(), date::local(at, zone).date()));
            if !lists {
                return messages.with("command-as-of-label", &[("date", day(as_of.at))]);
            }
            let now = || MessageArg::from(messages.get("command-compare-now").into_owned());
            let args = [("from", day(as_of.at)), ("to", as_of.until.map_or_else(now, day))];
            messages.with("command-compare-label", &args)
        }
        PaletteCommand::Setting(doc) => setting_label(app.cx.lang(), doc),
        PaletteCommand::EnterDates(typed) => {
            let text = SafeText::line_within(typed.join(" ").trim(), 30);
            messages.with("command-dates-label", &[("text", MessageArg::from(&text))])
        }
        PaletteCommand::Swimlanes(swimlanes) => messages.get(swimlanes.label_key()).into_owned(),
        PaletteCommand::Ascii(ascii) => {
            messages.get(if *ascii { "command-ascii-on" } else { "command-ascii-off" }).into_owned()
        }
        PaletteCommand::Mouse(on) => {
            messages.get(if *on { "command-mouse-on" } else { "command-mouse-off" }).into_owned()
        }
        PaletteCommand::View(name) => {
            messages.with("command-view-label", &[("name", MessageArg::from(name))])
        }
        PaletteCommand::Group(columns) if columns.is_empty() => {
            messages.get("command-group-none").into_owned()
        }
        PaletteCommand::Group(columns) => {
            let names: Vec<String> =
                columns.iter().map(|column| column.label(app.cx.lang(), false)).collect();
            messages.with("command-group-label", &[("columns", MessageArg::from(names.join(", ")))])
        }
        PaletteCommand::Sheet(sheet) => sheet_title(app.cx.lang(), *sheet),
        PaletteCommand::Sort(column) => {
            let column = column.label(app.cx.lang(), false);
            messages.with("command-sort-label", &[("column", MessageArg::from(column))])
        }
    }
}

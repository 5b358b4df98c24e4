//! View of the palette.

use std::ops::Range;

use crate::changes::forms::view::stranger;
use crate::deals::pipeline::view::match_highlight;
use crate::foundation::cx::overlay::{Layer, Palette, PaletteGroup, PaletteItem};
use crate::foundation::cx::overlay_types::Command;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::presentation::frame::key_text;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, fold};
use crate::vocabulary;

/// One line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct PaletteLine {
    /// Section of the line.
    pub group: PaletteGroup,
    /// Title of the section, on its first line.
    pub heading: Option<String>,
    /// Label of the item.
    pub label: Clean,
    /// Byte ranges of the label that match the query.
    pub found: Vec<Range<usize>>,
    /// Keys, status, or the reason why it is disabled.
    pub note: String,
    /// True if it can be run.
    pub enabled: bool,
    /// True while it is focused.
    pub selected: bool,
}

/// Builds the palette's lines.
pub fn palette(app: &App) -> Vec<PaletteLine> {
    let Layer::Palette(palette) = app.cx.layer() else {
        return Vec::new();
    };
    let words = Words::new(app.cx.lang());
    let screen = app.table.helped_context(&app.cx);
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
                    Err(Reason::NotHere) => elsewhere(words, *id),
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
                let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
                (PaletteGroup::Deals, Clean::line(name), status, true)
            }
            PaletteItem::Command(what, state) => (
                PaletteGroup::Actions,
                Clean::line(&command(app, what)),
                match state {
                    Err(reason) => words.get(reason.key()).into_owned(),
                    Ok(()) => strange_me(app, what, palette.asked_again && at == palette.selected),
                },
                state.is_ok(),
            ),
            PaletteItem::View(name) => {
                let count = app.views.views().count(name).map(|n| n as u64);
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
            PaletteItem::Part(part) => (
                PaletteGroup::Screens,
                Clean::line(&words.get(part.label_key)),
                words.get(part.screen().label_key()).into_owned(),
                true,
            ),
        };
        let heading = (last != Some(group)).then(|| heading(words, group, palette));
        last = Some(group);
        lines.push(PaletteLine {
            group,
            heading,
            found: match_highlight::in_label(&label, &needle),
            label,
            note,
            enabled,
            selected: at == palette.selected,
        });
    }
    lines
}

/// Returns the note on a user's own name: still missing, or not known. Empty for other commands.
fn strange_me(app: &App, command: &Command, asked_again: bool) -> String {
    match command {
        Command::Me(name) if name.is_empty() => {
            Words::new(app.cx.lang()).get("command-me-wanted").into_owned()
        }
        Command::Me(_) if asked_again => Words::new(app.cx.lang()).get("command-me-again").into_owned(),
        Command::Me(name) => stranger(app, name).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the names of the screens on which an action applies.
fn elsewhere(words: &'static Words, id: ActionId) -> String {
    let named = |context: &Context| match context {
        Context::Board => Some("switch-board"),
        Context::Table => Some("switch-table"),
        other => {
            let of = |screen: &Screen| screen.context() == *other;
            Screen::ALL.into_iter().find(of).map(Screen::label_key)
        }
    };
    let places = id.spec().contexts.iter().filter_map(named);
    let places: Vec<String> = places.map(|key| words.get(key).into_owned()).collect();
    words.with("palette-elsewhere", &[("where", Arg::from(places.join(", ")))])
}

/// Returns the title of a section, with the number of deals if truncated.
fn heading(words: &'static Words, group: PaletteGroup, palette: &Palette) -> String {
    if group == PaletteGroup::Deals && palette.more_deals {
        let deals = palette.items.iter().filter(|item| item.group() == group).count();
        return words.with("palette-deals-first", &[("n", Arg::from(deals))]);
    }
    words.get(heading_key(group)).into_owned()
}

fn heading_key(group: PaletteGroup) -> &'static str {
    match group {
        PaletteGroup::Actions => "palette-actions",
        PaletteGroup::Deals => "palette-deals",
        PaletteGroup::Views => "palette-views",
        PaletteGroup::Screens => "palette-screens",
    }
}

/// Returns the number of results and the searched section: `9 of 1,284`, `Deals: 3 of 1,284`.
pub fn palette_count(app: &App) -> String {
    let Layer::Palette(palette) = app.cx.layer() else {
        return String::new();
    };
    let words = Words::new(app.cx.lang());
    let args = [
        ("n", Arg::from(palette.items.len())),
        ("total", Arg::from(palette.total)),
    ];
    let count = words.with("palette-count", &args);
    match palette.only {
        Some(only) => {
            let group = words.get(heading_key(only)).into_owned();
            words.with(
                "palette-count-in",
                &[("group", Arg::from(group)), ("count", Arg::from(count))],
            )
        }
        None => count,
    }
}

/// Formats a command as a sentence: `Move 12 deals to Investment committee`.
fn command(app: &App, command: &Command) -> String {
    let words = Words::new(app.cx.lang());
    let many = if app.cx.screen() == crate::foundation::input::context::Screen::Pipeline {
        app.selection_summary().count
    } else {
        0
    };
    let name = app
        .pipeline
        .focused_row(&app.cx)
        .map(|row| Clean::line_of(row.name, 30));
    let whom = if many > 0 {
        words.with("command-many", &[("n", Arg::from(many))])
    } else {
        name.map_or_else(String::new, |name| name.to_string())
    };
    match command {
        Command::Move(status) => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            words.with(
                "command-move-label",
                &[("whom", Arg::from(whom)), ("status", Arg::from(status))],
            )
        }
        Command::MoveTask(statut) => {
            let task = app
                .tasks
                .focused_task()
                .map(|task| Clean::line_of(&task.name_or_id(), 30));
            let statut = crate::foundation::presentation::task_status::statut(&app.cx, statut);
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
        Command::Me(name) if name.is_empty() => words.get("command-me-nobody").into_owned(),
        Command::Me(name) => {
            let name = Clean::line_of(name, 30);
            words.with("command-me-label", &[("name", Arg::from(&name))])
        }
        Command::Theme(theme) => {
            let looks = words.get(theme.label_key()).into_owned();
            words.with("command-theme-label", &[("theme", Arg::from(looks))])
        }
        Command::Accent(accent) => {
            let name = accent.label_key().map_or_else(
                || accent.to_string().to_uppercase(),
                |key| words.get(key).into_owned(),
            );
            words.with("command-accent-label", &[("accent", Arg::from(name))])
        }
        Command::Lanes(lanes) => words.get(lanes.label_key()).into_owned(),
        Command::Ascii(ascii) => words
            .get(if *ascii {
                "command-ascii-on"
            } else {
                "command-ascii-off"
            })
            .into_owned(),
        Command::Mouse(on) => words
            .get(if *on {
                "command-mouse-on"
            } else {
                "command-mouse-off"
            })
            .into_owned(),
        Command::View(name) => words.with("command-view-label", &[("name", Arg::from(name))]),
        Command::Sort(column) => {
            let column = column.label(app.cx.lang(), false);
            words.with("command-sort-label", &[("column", Arg::from(column))])
        }
    }
}

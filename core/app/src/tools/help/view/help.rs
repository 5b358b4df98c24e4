//! View of the help.

use super::shared_lines::{self, SharedLine};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::{ACTIONS, ActionId, ActionSpec};
use crate::foundation::input::context::{Context, Group, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::key::Key;
use crate::foundation::presentation::chrome::key_text;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, fold};
use crate::tools::help::view::help_groups::{HelpGroup, HelpLine, group_of, group_on, title_key};
use crate::tools::help::view::query_examples;

/// Sections in display order: navigation first, then the actions of the screen.
const SECTION_ORDER: [Group; 7] = [
    Group::Move,
    Group::Act,
    Group::Find,
    Group::Notifications,
    Group::Lists,
    Group::Writes,
    Group::Everywhere,
];

/// Notification actions in the board's help; their keys are those of the notifications screen.
const TRIAGE_ACTIONS: [ActionId; 5] =
    [ActionId::MarkRead, ActionId::MarkAllRead, ActionId::Snooze, ActionId::Star, ActionId::AddIds];

/// Builds the help of a screen: available actions, disabled ones, those without a key, and the query language. Related
/// actions share a line, so that the first page holds the important ones. In a search, each action has its own line,
/// with all keys and its name in `config.toml`.
pub fn help_groups(app: &App) -> Vec<HelpGroup> {
    let search = match app.cx.overlay() {
        Overlay::Help { query, .. } => fold(query.trim()),
        _ => String::new(),
    };
    let search_with =
        |close| HelpSearch { text: &search, use_palette_matches: close, partial_matches: Vec::new() };
    let found = screen_sections(app, &search_with(false));
    if !found.is_empty() || search.is_empty() {
        return found;
    }
    let found = on_other_screens(app, &search_with(false));
    if !found.is_empty() {
        return found;
    }
    let found = screen_sections(app, &search_with(true));
    if !found.is_empty() {
        return found;
    }
    let context = app.table.help_context(&app.cx);
    let is_listed =
        |spec: &&ActionSpec| [context, Context::Screens].iter().any(|c| spec.contexts.contains(c));
    let keys = ACTIONS.iter().filter(is_listed).map(|spec| spec.label_key);
    let partly = app.cx.best_partial_matches(keys, &search);
    screen_sections(app, &HelpSearch { partial_matches: partly, ..search_with(false) })
}

/// Folded search text; empty if the whole help is shown.
struct HelpSearch<'a> {
    text: &'a str,
    /// True if palette matches count too: synonyms, and letters spread over the name. Used if no line contains the
    /// text.
    use_palette_matches: bool,
    /// Message keys of the actions with the most matching words, if none contains all.
    partial_matches: Vec<&'static str>,
}

impl HelpSearch<'_> {
    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns whether the line of an action with this label key matches.
    fn matches(&self, app: &App, line: &HelpLine, key: &'static str) -> bool {
        self.is_empty()
            || line_matches(line, self.text)
            || (self.use_palette_matches && app.cx.label_matches(key, self.text))
            || self.partial_matches.contains(&key)
    }
}

fn screen_sections(app: &App, search: &HelpSearch<'_>) -> Vec<HelpGroup> {
    let messages = Messages::new(app.cx.lang());
    let context = app.table.help_context(&app.cx);
    let mut groups: Vec<HelpGroup> = SECTION_ORDER
        .into_iter()
        .map(|group| HelpGroup {
            title: messages.get(title_key(group, context)).into_owned(),
            lines: group_lines(app, group, search),
        })
        .collect();
    let board = matches!(context, Context::Board | Context::Table);
    if board && search.is_empty() {
        // Replaces the board's own notification section, which is empty.
        if let Some(group) = SECTION_ORDER
            .iter()
            .position(|group| *group == Group::Notifications)
            .and_then(|at| groups.get_mut(at))
        {
            *group = triage_section(app);
        }
    }
    groups.push(disabled_section(app, search));
    groups.push(HelpGroup {
        title: messages.get("help-without-key").into_owned(),
        lines: keyless_lines(app, search),
    });
    if board {
        let mut query = query_examples::query_group(messages, app.cx.age_clock());
        query.lines.extend(query_examples::completion_line(app));
        query.lines.retain(|line| search.is_empty() || line_matches(line, search.text));
        groups.push(query);
    }
    groups.retain(|group| !group.lines.is_empty());
    groups
}

/// Returns matching actions of other screens, by screen, with their keys there.
fn on_other_screens(app: &App, search: &HelpSearch<'_>) -> Vec<HelpGroup> {
    let current = app.cx.help_screen();
    let other_screens = Screen::ALL.iter().copied().filter(|screen| *screen != current);
    let groups = other_screens.map(|screen| {
        let context = screen.context();
        let available = ACTIONS.iter().filter(|spec| spec.contexts.contains(&context));
        let lines = available.map(|spec| (spec, search_result(app, spec, context)));
        let found =
            lines.filter(|(spec, line)| !line.keys.is_empty() && search.matches(app, line, spec.label_key));
        HelpGroup { title: screen_section_title(app, screen), lines: found.map(|(_, line)| line).collect() }
    });
    groups.filter(|group| !group.lines.is_empty()).collect()
}

/// Returns the title of another screen's section, with the key of that screen.
fn screen_section_title(app: &App, screen: Screen) -> String {
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("screen", MessageArg::from(messages.get(screen.label_key()).into_owned())),
        ("key", MessageArg::from(all_keys(app, Context::Board, screen.action()))),
    ];
    messages.with("help-on-screen", &args)
}

/// Returns the lines of a section.
fn group_lines(app: &App, group: Group, search: &HelpSearch<'_>) -> Vec<HelpLine> {
    let context = app.table.help_context(&app.cx);
    let specs = || ACTIONS.iter().filter(|spec| app.table.is_in_help(spec, &app.cx));
    if !search.is_empty() {
        // A disabled action is listed only once, with its reason.
        let can = |id| !disabled_actions(app).iter().any(|(disabled, _)| *disabled == id);
        let section_specs = specs().filter(|spec| group_of(spec, context) == group && can(spec.id));
        let lines = section_specs.map(|spec| (spec, search_result(app, spec, context)));
        let found = lines.filter(|(spec, line)| search.matches(app, line, spec.label_key));
        return found.map(|(_, line)| line).collect();
    }
    let mut lines = Vec::new();
    for spec in specs() {
        let (section_specs, line) = match shared_lines::shared_line_of(app, spec.id) {
            // Already listed with the first action of its line.
            Some(definition) if definition.actions.first() != Some(&spec.id) => continue,
            Some(definition) => {
                let section_specs =
                    shared_line_section(app, definition).unwrap_or_else(|| group_of(spec, context));
                (section_specs, shared_line(app, context, definition))
            }
            None => {
                let line = HelpLine {
                    keys: all_keys(app, context, spec.id),
                    label: action_label(app, spec),
                    ..HelpLine::default()
                };
                (group_of(spec, context), line)
            }
        };
        if section_specs == group {
            lines.push(line);
        }
    }
    // Keys that switch screens come first.
    if group == Group::Move {
        lines.sort_by_key(|line| !line.keys.starts_with(|c: char| c.is_ascii_digit()));
    }
    lines
}

/// Returns the section of a shared line if it differs from its first action's. Undo is listed with the actions that it
/// can revert.
fn shared_line_section(app: &App, shared: &SharedLine) -> Option<Group> {
    let acts = || ACTIONS.iter().any(|spec| spec.group == Group::Act && app.table.is_in_help(spec, &app.cx));
    let group = shared.group.filter(|group| *group != Group::Act || acts())?;
    Some(group_on(group, app.table.help_context(&app.cx)))
}

/// Returns the label of an action in the help, with a warning for some.
pub(crate) fn action_label(app: &App, spec: &ActionSpec) -> String {
    let messages = Messages::new(app.cx.lang());
    let key = match spec.id {
        ActionId::DeleteDeal => {
            let seconds = app.cx.options().delete_undo_delay.as_secs();
            return messages.with("help-delete", &[("n", MessageArg::from(seconds))]);
        }
        ActionId::MarkAllRead if app.cx.options().split_view => "help-mark-all",
        ActionId::Quit if !app.cx.options().split_view => "help-quit",
        ActionId::LocalNote if app.cx.options().external_editor => "help-note-editor",
        _ if app.cx.options().split_view => spec.label_key,
        _ => terminal_key(spec),
    };
    mark_front_end(messages, spec.id, &messages.get(key))
}

/// Returns the label of an action, marked if only one front end has it.
pub fn mark_front_end(messages: &'static Messages, id: ActionId, label: &str) -> String {
    match id.only_in() {
        Some(side) => format!("{label} ({})", messages.get(side.label_key())),
        None => label.to_owned(),
    }
}

/// Returns the message key of an action in the terminal's key list. Names the area in which the key works, if that is
/// not the whole screen.
pub fn terminal_key(spec: &ActionSpec) -> &'static str {
    match spec.id {
        ActionId::MarkAllRead => "help-mark-all-list",
        ActionId::ChooseColumns => "help-choose-columns",
        _ => spec.label_key,
    }
}

/// Builds a search result for one action, with its name in `config.toml`.
fn search_result(app: &App, spec: &ActionSpec, context: Context) -> HelpLine {
    let messages = Messages::new(app.cx.lang());
    HelpLine {
        keys: all_keys(app, context, spec.id),
        label: format!(
            "{} · {}",
            mark_front_end(messages, spec.id, &messages.get(spec.label_key)),
            spec.name
        ),
        ..HelpLine::default()
    }
}

/// Builds a shared line: the first key of each action, and the second ones if all have one.
fn shared_line(app: &App, context: Context, shared: &SharedLine) -> HelpLine {
    let keymap = &app.cx.options().keymap;
    let keys: Vec<Vec<Key>> = shared.actions.iter().map(|action| keymap.keys(context, *action)).collect();
    let column = |at: usize| -> Option<Vec<String>> {
        let key_at = |keys: &Vec<Key>| keys.get(at).map(|key| key_text(&app.cx, &key.to_string()));
        keys.iter().map(key_at).collect()
    };
    let first = column(0).unwrap_or_default();
    let messages = Messages::new(app.cx.lang());
    let arrows = shared.actions.contains(&ActionId::FocusLeft);
    let label = match context {
        // The general label would not tell what the arrow keys move along here.
        Context::Portfolio if arrows && app.cx.options().split_view => "help-focus-figures",
        Context::Portfolio if arrows => "help-focus-series",
        _ => shared.label,
    };
    HelpLine {
        keys: join_keys(&first),
        // All actions of a line belong to the same front ends.
        label: match shared.actions.first() {
            Some(first) => mark_front_end(messages, *first, &messages.get(label)),
            None => messages.get(label).into_owned(),
        },
        other_keys: column(1).map_or_else(String::new, |others| {
            messages.with("help-or", &[("keys", MessageArg::from(others.join(" ")))])
        }),
        ..HelpLine::default()
    }
}

/// Joins keys; consecutive digits become `1–8`, all ten `0–9`.
fn join_keys(keys: &[String]) -> String {
    let numbers: Option<Vec<u32>> = keys.iter().map(|key| key.parse().ok()).collect();
    match numbers.as_deref() {
        Some([1, .., 9, 0]) => "0–9".to_owned(),
        Some([first, .., last]) if *last as usize == *first as usize + keys.len() - 1 => {
            format!("{first}–{last}")
        }
        _ => keys.join(" "),
    }
}

fn all_keys(app: &App, context: Context, id: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(context, id).into_iter();
    let keys: Vec<String> = keys.map(|key| key_text(&app.cx, &key.to_string())).collect();
    keys.join(" ")
}

/// Builds the notification section, with the keys of the notifications screen.
fn triage_section(app: &App) -> HelpGroup {
    let lines = TRIAGE_ACTIONS.iter().map(|id| HelpLine {
        keys: all_keys(app, Context::Inbox, *id),
        label: action_label(app, id.spec()),
        ..HelpLine::default()
    });
    HelpGroup {
        title: screen_section_title(app, Screen::Notifications),
        lines: lines.filter(|line| !line.keys.is_empty()).collect(),
    }
}

/// Returns the actions that were disabled when the help was opened, with reasons.
fn disabled_actions(app: &App) -> &[(ActionId, DisabledReason)] {
    match app.cx.overlay() {
        Overlay::Help { disabled: barred, screen, .. } if *screen == app.cx.screen() => barred.as_slice(),
        _ => &[],
    }
}

/// Builds the section of disabled actions, one line per reason.
fn disabled_section(app: &App, search: &HelpSearch<'_>) -> HelpGroup {
    let messages = Messages::new(app.cx.lang());
    let mut lines: Vec<(DisabledReason, HelpLine)> = Vec::new();
    let context = app.table.help_context(&app.cx);
    for (id, reason) in disabled_actions(app) {
        let first = app.cx.options().keymap.keys(context, *id).first().copied();
        let Some(key) = first.map(|key| key_text(&app.cx, &key.to_string())) else {
            continue;
        };
        let spec = id.spec();
        let (key, label) = if search.is_empty() {
            (key, messages.get(spec.label_key).into_owned())
        } else {
            let result = search_result(app, spec, context);
            if !search.matches(app, &result, spec.label_key) {
                continue;
            }
            (result.keys, result.label)
        };
        match lines.iter_mut().find(|(other, _)| other == reason) {
            Some((_, line)) if search.is_empty() => {
                if line.disabled_actions.is_empty() {
                    line.disabled_actions.push((line.keys.clone(), line.label.clone()));
                }
                line.keys = format!("{} {key}", line.keys);
                line.label = format!("{}, {}", line.label, label);
                line.disabled_actions.push((key, label));
            }
            _ => lines.push((
                *reason,
                HelpLine {
                    keys: key,
                    label,
                    reason: Some(messages.get(reason.key()).into_owned()),
                    ..HelpLine::default()
                },
            )),
        }
    }
    HelpGroup {
        title: messages.get("help-unavailable").into_owned(),
        lines: lines.into_iter().map(|(_, line)| line).collect(),
    }
}

/// Builds the lines of global actions without a key; the palette's key is shown instead.
fn keyless_lines(app: &App, search: &HelpSearch<'_>) -> Vec<HelpLine> {
    let messages = Messages::new(app.cx.lang());
    let screen = app.table.help_context(&app.cx);
    let first = |id: ActionId| app.cx.options().keymap.keys(screen, id).first().copied();
    let palette =
        first(ActionId::Palette).map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()));
    ACTIONS
        .iter()
        .filter(|spec| spec.group == Group::Everywhere && spec.contexts.contains(&Context::Screens))
        .filter(|spec| first(spec.id).is_none())
        // The terminal never offers actions of the window's appearance.
        .filter(|spec| app.enabled(spec.id) != Err(DisabledReason::WindowOnly))
        .map(|spec| {
            let line = HelpLine {
                keys: palette.clone(),
                label: if search.is_empty() {
                    mark_front_end(messages, spec.id, &messages.get(spec.label_key))
                } else {
                    format!(
                        "{} · {}",
                        mark_front_end(messages, spec.id, &messages.get(spec.label_key)),
                        spec.name
                    )
                },
                ..HelpLine::default()
            };
            (spec, line)
        })
        .filter(|(spec, line)| search.matches(app, line, spec.label_key))
        .map(|(_, line)| line)
        .collect()
}

/// Returns whether a help line's keys and label contain every search word.
fn line_matches(line: &HelpLine, search: &str) -> bool {
    let text = fold(&format!("{} {}", line.keys, line.label));
    search.split_whitespace().all(|word| text.contains(word))
}

//! The help, in words.

use crate::app::{ACTIONS, ActionId, ActionSpec, App, Context, Group, Layer, Reason};
use crate::query::fold;
use crate::view::frame::key_text;
use crate::view::help_query;
use crate::view::text::Words;

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
        } else if let Some(at) = Group::ALL
            .iter()
            .position(|group| *group == group_of(spec, screen))
        {
            groups[at].lines.push(line(None));
        }
    }
    groups.retain(|group| !group.lines.is_empty());
    if matches!(screen, Context::Board | Context::Table) {
        groups.push(help_query::group(words));
    }
    let keyless = keyless(app, &wanted);
    if !keyless.is_empty() {
        groups.push(HelpGroup {
            title: words.get("help-without-key").into_owned(),
            lines: keyless,
        });
    }
    if !unavailable.is_empty() {
        groups.push(HelpGroup {
            title: words.get("help-unavailable").into_owned(),
            lines: unavailable,
        });
    }
    groups
}

/// The section of an action: on the notifications, what is done to their list stands with the rest of them.
fn group_of(spec: &ActionSpec, screen: Context) -> Group {
    match (spec.group, screen) {
        (Group::Lists, Context::Inbox) => Group::Notifications,
        (group, _) => group,
    }
}

/// What works everywhere and has no key of its own: it is found by the palette, whose key stands there.
fn keyless(app: &App, wanted: &str) -> Vec<HelpLine> {
    let words = Words::new(app.lang());
    let screen = screen_context(app);
    let first = |id: ActionId| app.options().keymap.keys(screen, id).first().copied();
    let palette = first(ActionId::Palette).map_or_else(String::new, |key| key_text(app, &key.to_string()));
    ACTIONS
        .iter()
        .filter(|spec| spec.group == Group::Everywhere && first(spec.id).is_none())
        // What only the window's looks have is no action of a terminal.
        .filter(|spec| app.enabled(spec.id) != Err(Reason::WindowOnly))
        .map(|spec| HelpLine {
            keys: palette.clone(),
            label: if wanted.is_empty() {
                words.get(spec.label_key).into_owned()
            } else {
                format!("{} · {}", words.get(spec.label_key), spec.name)
            },
            reason: None,
        })
        .filter(|line| wanted.is_empty() || finds(line, wanted))
        .collect()
}

/// Whether a line of the help answers what is looked for: one of its keys, or words of what it says.
fn finds(line: &HelpLine, wanted: &str) -> bool {
    let label = fold(&line.label);
    let named = fold(wanted).split_whitespace().all(|word| label.contains(word));
    named || line.keys.split(' ').any(|key| key == wanted)
}

/// The context of the keys under whatever lies over the screen.
pub(super) fn screen_context(app: &App) -> Context {
    if app.shows_table() && app.screen() == crate::app::Screen::Pipeline {
        return Context::Table;
    }
    app.screen().context()
}

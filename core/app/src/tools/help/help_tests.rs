//! Tests of the help: first page, search, screens, and changing keys.

use crate::foundation::cx::output::EditSubject;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::{ACTIONS, ActionId as A};
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::text::Messages;
use crate::tools::help::view::help::help_groups;
use crate::tools::help::view::help_groups::HelpGroup;

fn group(app: &App, key: &str) -> Option<HelpGroup> {
    let title = Messages::new(app.cx.lang()).get(key);
    help_groups(app).into_iter().find(|group| group.title == title)
}

fn help_search(text: &str) -> App {
    let mut app = app();
    run(&mut app, &[A::Help, A::Filter]);
    app.dispatch(Action::SetText(text.into()), test_now());
    run(&mut app, &[A::Open]);
    app
}

#[test]
fn help_groups_related_actions_and_lists_undo_with_them() {
    let mut app = app();
    run(&mut app, &[A::Help]);
    let moving = group(&app, "help-move").unwrap();
    assert!(moving.lines[0].keys.starts_with("0–9"), "{moving:?}");
    let acting = group(&app, "help-act").unwrap();
    let keys: Vec<&str> = acting.lines.iter().map(|line| line.keys.as_str()).collect();
    for one in ["H L", "m", "n", "e", "d", "u Ctrl+R"] {
        assert!(keys.contains(&one), "{one}: {keys:?}");
    }
    // Every key of the screen is listed, also those on shared lines.
    let all: String = help_groups(&app)
        .iter()
        .flat_map(|group| &group.lines)
        .fold(String::new(), |text, line| format!("{text} {} {}", line.keys, line.other_keys));
    for spec in ACTIONS.iter().filter(|spec| app.table.is_in_help(spec, &app.cx)) {
        let digits = spec.name.starts_with("screen-");
        let key = app.cx.options().keymap.keys(Context::Board, spec.id)[0];
        let text = crate::foundation::presentation::chrome::key_text(&app.cx, &key.to_string());
        assert!(digits || all.split([' ', '(', ')']).any(|one| one == text), "{}: {text}", spec.name);
    }
}

#[test]
fn help_search_finds_actions_of_other_screens() {
    let found = help_groups(&help_search("reporter"));
    let groups: Vec<&str> = found.iter().map(|group| group.title.as_str()).collect();
    assert_eq!(groups, ["Notifications, écran 4"]);
    assert_eq!(found[0].lines[0].keys, "s");
    assert!(found[0].lines[0].label.contains("· snooze"), "{found:?}");
}

#[test]
fn help_lists_disabled_actions_with_their_reason() {
    let mut app = app();
    run(&mut app, &[A::Help]);
    let disabled = group(&app, "help-unavailable").unwrap();
    let reason = Messages::new(app.cx.lang()).get(DisabledReason::NothingToRedo.key());
    let redo = disabled.lines.iter().find(|line| line.reason.as_deref() == Some(&*reason));
    assert_eq!(redo.map(|line| line.keys.as_str()), Some("Ctrl+R"), "{disabled:?}");
    // For another screen this is unknown.
    run(&mut app, &[A::NextPane]);
    assert_eq!(group(&app, "help-unavailable"), None);
}

#[test]
fn help_search_covers_every_section_and_esc_clears_it() {
    let mut app = help_search("edit-deal");
    let found = help_groups(&app);
    let lines: usize = found.iter().map(|group| group.lines.len()).sum();
    assert_eq!((found.len(), lines), (1, 1), "{found:?}");
    run(&mut app, &[A::Back]);
    assert!(help_groups(&app).len() > 4);
    run(&mut app, &[A::Back]);
    assert_eq!(app.cx.overlay(), &Overlay::None);
    let query = help_groups(&help_search("responsable:moi"));
    assert_eq!(query.len(), 1, "{query:?}");
    assert!(help_groups(&help_search("zzzz")).is_empty());
}

#[test]
fn help_shows_keys_of_other_screens_by_pane_keys() {
    let mut app = app();
    run(&mut app, &[A::Help]);
    let label = Messages::new(app.cx.lang()).get("help-mark-all-list");
    assert!(help_groups(&app).iter().flat_map(|group| &group.lines).any(|line| line.label == label));
    run(&mut app, &[A::NextPane, A::NextPane, A::NextPane]);
    assert_eq!((app.cx.help_screen(), app.cx.screen()), (Screen::Notifications, Screen::Pipeline));
    assert!(group(&app, "help-notifications").is_some());
    run(&mut app, &[A::PreviousPane]);
    assert_eq!(app.cx.help_screen(), Screen::Portfolio);
}

#[test]
fn key_editor_opens_found_action_or_names_the_file() {
    let mut app = help_search("supprimer");
    assert_eq!(app.enabled(A::EditKeys), Err(DisabledReason::NoConfig));
    app.cx.options.config_file = Some("/home/a/config.toml".into());
    let output = act(&mut app, &[A::EditKeys]);
    let content = &app.cx.toasts().last().unwrap().content;
    assert_eq!((content.key, content.text_arg("path")), ("toast-keys-stand-in", Some("/home/a/config.toml")));
    assert_eq!(output.edit(), None);
    app.cx.options.external_editor = true;
    let output = act(&mut app, &[A::EditKeys]);
    let edit = output.edit().unwrap();
    assert_eq!(edit.subject, EditSubject::Keys(Some(A::DeleteDeal)));
    let custom = BTreeMap::from([("delete-deal".to_owned(), vec!["f8".to_owned()])]);
    app.cx.on_keymap_edited(
        Keymap::with_custom(FrontEnd::Terminal, &custom).map_err(|error| error.to_string()),
    );
    let keys = app.cx.options().keymap.keys(Context::Board, A::DeleteDeal);
    assert_eq!(keys, ["f8".parse().unwrap()]);
    app.cx.on_keymap_edited(Err("config.toml:3".into()));
    assert!(app.cx.toasts().last().unwrap().content.is_problem());
    assert_eq!(app.cx.options().keymap.keys(Context::Board, A::DeleteDeal), keys);
}

#[test]
fn enter_reports_that_no_status_is_chosen() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    // The state in which the selected deals have different next statuses.
    if let Overlay::Menu(menu) = &mut app.cx.overlay {
        menu.selected = None;
    }
    assert!(matches!(app.cx.overlay(), Overlay::Menu(menu) if menu.selected.is_none()));
    run(&mut app, &[A::Open]);
    let content = &app.cx.toasts().last().unwrap().content;
    let reason = DisabledReason::NoStatusChosen.key();
    assert_eq!(content.disabled_reason(), Some(reason));
}

#[test]
fn help_search_falls_back_to_fuzzy_matching() {
    let labels = |text: &str| -> Vec<String> {
        let lines = help_groups(&help_search(text)).into_iter().flat_map(|group| group.lines);
        lines.map(|line| line.label).collect()
    };
    for (typed, expected) in [("thm", "theme"), ("exprt", "export"), ("undo", "undo")] {
        let found = labels(typed);
        assert!(found.iter().any(|label| label.contains(expected)), "{typed}: {found:?}");
    }
    assert!(labels("qzx").is_empty());
}

#[test]
fn help_marks_actions_of_one_front_end() {
    use crate::foundation::input::commands::Side;
    let app = app();
    for spec in ACTIONS {
        let rejected = app.enabled(spec.id)
            == Err(crate::foundation::input::disabled_reason::DisabledReason::WindowOnly);
        assert!(!rejected || spec.id.only_in() == Some(Side::Window), "{}", spec.name);
        let messages = Messages::new(app.cx.lang());
        let label = crate::tools::help::view::help::mark_front_end(messages, spec.id, "x");
        assert_eq!(label.len() > 1, spec.id.only_in().is_some(), "{}", spec.name);
    }
}

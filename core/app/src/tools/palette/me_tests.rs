//! Tests of palette commands for the user's own name and for themes.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::{PaletteCommand, ThemeChoice};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::theme::Accent;

use crate::shell::testing::*;

fn type_command(app: &mut App, line: &str) -> Vec<Effect> {
    run(app, &[ActionId::Palette]);
    app.dispatch(Action::SetText(line.into()), test_now());
    run(app, &[ActionId::Open])
}

#[test]
fn my_deals_use_the_name_set_in_the_palette() {
    let mut app = app();
    run(&mut app, &[ActionId::Filter]);
    app.dispatch(Action::SetText("responsable:moi".into()), test_now());
    assert_eq!(app.pipeline.filtered().shown, 0);
    let note = crate::deals::board::view::header::board_header(&app).filter_note.unwrap();
    assert!(note.contains("config.toml"), "{note}");
    run(&mut app, &[ActionId::Open]);
    let effects = type_command(&mut app, "je suis a. mar");
    assert_eq!(saved_settings(&effects, "me"), [("me".to_owned(), Some("A. Martin".to_owned()))]);
    assert_eq!(app.pipeline.filtered().shown, 5);
    assert_eq!(crate::deals::board::view::header::board_header(&app).filter_note, None);
    let restarted =
        app_with(Snapshot { settings: Some(settings(&[("me", "A. Martin")])), ..snapshot(1, table()) });
    let query = crate::query::Query::parse("owner:me").unwrap();
    assert!(!restarted.pipeline.personalize(query, &restarted.cx).needs_user_names());
}

#[test]
fn looks_are_chosen_from_a_list() {
    let mut app = app();
    let offered: Vec<PaletteCommand> = app.parse_commands("theme").into_iter().map(|(one, _)| one).collect();
    assert_eq!(offered, ThemeChoice::ALL.iter().copied().map(PaletteCommand::Theme).collect::<Vec<_>>());
    type_command(&mut app, "aspect sombre");
    assert_eq!(app.cx.options().theme, ThemeChoice::Dark);
    // In the form that the palette displays, in either language.
    for (line, theme) in [
        ("Theme: light", ThemeChoice::Light),
        ("Thème\u{a0}: sombre", ThemeChoice::Dark),
        ("theme:mono", ThemeChoice::Mono),
    ] {
        type_command(&mut app, line);
        assert_eq!(app.cx.options().theme, theme, "{line}");
    }
}

#[test]
fn window_accent_is_chosen_by_name_or_colour() {
    let mut app = app();
    let offered = |app: &App, line: &str| app.parse_commands(line).len();
    assert_eq!(offered(&app, "accent"), 0, "the terminal has no accents");
    app.cx.options.split_view = true;
    assert_eq!(offered(&app, "accent"), Accent::named().count());
    for (line, accent) in [
        ("couleur sarcelle", "teal"),
        ("accent amber", "amber"),
        ("accent #0B5FB5", "#0b5fb5"),
        ("accent violet", "violet"),
    ] {
        type_command(&mut app, line);
        assert_eq!(app.cx.options().accent.to_string(), accent, "{line}");
    }
    assert_eq!(offered(&app, "accent #0B5F"), 0, "the colour is incomplete");
}

#[test]
fn themes_are_found_by_name_in_either_language() {
    let mut app = app();
    for (typed_name, theme) in [
        ("contraste", ThemeChoice::HighContrast),
        ("clair", ThemeChoice::Light),
        ("sombre", ThemeChoice::Dark),
        ("mono", ThemeChoice::Mono),
        ("high contrast", ThemeChoice::HighContrast),
        ("light", ThemeChoice::Light),
        ("dark", ThemeChoice::Dark),
    ] {
        type_command(&mut app, typed_name);
        assert_eq!(app.cx.options().theme, theme, "{typed_name}");
    }
    type_command(&mut app, "bordures");
    assert!(app.cx.options().ascii);
    type_command(&mut app, "ascii");
    assert!(!app.cx.options().ascii);
}

#[test]
fn task_statut_is_chosen_by_label_among_known_codes() {
    use crate::contract::record::Record;
    use crate::model::discovery::DiscoveryState;
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::model::resources::resource_list::ResourceList;

    let task = Record::parse(r#"{"id":"t-1","statut":"prep"}"#).unwrap();
    let list = ResourceList {
        status: DiscoveryState::default().list_status(ResourceKind::Tasks),
        records: Arc::new(vec![task]),
        watched: Arc::default(),
        fetched_at: Some(test_now()),
        error: None,
        loading: false,
    };
    let mut app = app_with(Snapshot {
        resources: Arc::new([(ResourceKind::Tasks, list)].into()),
        ..snapshot(1, table())
    });
    app.dispatch(Action::Show(Screen::Tasks), test_now());
    run(&mut app, &[ActionId::EditTask]);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("the form is open") };
    let line = crate::changes::forms::view::form_view(&app, form).lines[0].clone();
    assert!(line.is_choice);
    assert_eq!((line.value.as_str(), line.options[0].0.as_str()), ("En préparation", "prep"));
    let blocked = line.options.iter().find(|(code, _)| code == "bloque").unwrap();
    assert_eq!(blocked.1, "Bloquée");
    let moved = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::UpdateRecord { .. }));
    app.dispatch(Action::SetField(0, "zzz".into()), test_now());
    assert!(!moved(&run(&mut app, &[ActionId::Open])), "a code outside the choices is rejected");
    run(&mut app, &[ActionId::EditTask]);
    app.dispatch(Action::SetField(0, "bloque".into()), test_now());
    assert!(moved(&run(&mut app, &[ActionId::Open])));
}

#[test]
fn unknown_owner_warns_with_the_nearest_name_before_saving() {
    let warned = |app: &App| match app.cx.overlay() {
        Overlay::Form(form) => crate::changes::forms::view::form_view(app, form).warning,
        _ => crate::shell::view::picker::picker_view(app).map(|picker| picker.summary.join(" ")),
    };
    let mut app = app();
    app.cx.options.split_view = true;
    run(&mut app, &[ActionId::SelectDeal, ActionId::EditDeal]);
    app.dispatch(Action::SetText("A. Martin".into()), test_now());
    assert_eq!(warned(&app), None, "the name is known");
    assert!(matches!(app.cx.overlay(), Overlay::Form(form)
        if crate::changes::forms::view::form_view(&app, form).note.contains("Laissez vide")));
    app.dispatch(Action::SetText("A. Marton".into()), test_now());
    assert!(warned(&app).unwrap().contains("A. Martin"));
    app.dispatch(Action::SetText("Z. Inconnu".into()), test_now());
    let alone = warned(&app).unwrap();
    assert!(!alone.contains("A. Martin"), "{alone}");
    // An unknown owner always shows the plan first, even for changes that run at once.
    assert!(sent_updates(&run(&mut app, &[ActionId::Open])).is_empty());
    assert!(warned(&app).unwrap().contains(&alone));
    let plan = crate::shell::view::picker::picker_view(&app).unwrap();
    assert_eq!(plan.warning_line.map(|at| plan.summary[at].clone()), Some(alone));
    assert_eq!(sent_updates(&run(&mut app, &[ActionId::Open])).len(), 1);
}

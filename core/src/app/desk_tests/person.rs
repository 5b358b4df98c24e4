//! Who the person is, which looks they choose: said in the palette.

use super::*;
use crate::app::commands::Command;

fn typed(app: &mut App, line: &str) -> Vec<Effect> {
    run(app, &[ActionId::Palette]);
    app.apply(Action::SetText(line.into()), noon());
    run(app, &[ActionId::Open])
}

#[test]
fn my_deals_are_those_of_the_name_said_in_the_palette() {
    let mut app = app();
    run(&mut app, &[ActionId::Filter]);
    app.apply(Action::SetText("responsable:moi".into()), noon());
    assert_eq!(app.lens().shown, 0);
    let note = crate::view::board::head(&app).filter_note.unwrap();
    assert!(note.contains("config.toml"), "{note}");
    run(&mut app, &[ActionId::Open]);
    let effects = typed(&mut app, "je suis a. mar");
    assert_eq!(
        kept(&effects, "me"),
        [("me".to_owned(), Some("A. Martin".to_owned()))]
    );
    assert_eq!(app.lens().shown, 5);
    assert_eq!(crate::view::board::head(&app).filter_note, None);
    let again = with(Snapshot {
        settings: Some(settings(&[("me", "A. Martin")])),
        ..snapshot(1, table())
    });
    let query = crate::query::Query::parse("owner:me").unwrap();
    assert!(!again.personal(query).asks_for_person());
}

#[test]
fn looks_are_chosen_from_a_list() {
    let mut app = app();
    let offered: Vec<Command> = app.commands("theme").into_iter().map(|(one, _)| one).collect();
    assert_eq!(offered, ThemeChoice::ALL.map(Command::Theme));
    typed(&mut app, "aspect sombre");
    assert_eq!(app.options().theme, ThemeChoice::Dark);
}

#[test]
fn looks_are_found_by_their_names_alone_in_either_language() {
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
        typed(&mut app, typed_name);
        assert_eq!(app.options().theme, theme, "{typed_name}");
    }
    typed(&mut app, "bordures");
    assert!(app.options().ascii);
    typed(&mut app, "ascii");
    assert!(!app.options().ascii);
}

#[test]
fn a_statut_nobody_has_met_is_asked_about_before_it_is_sent() {
    use crate::contract::record::Record;
    use crate::discovery::{Family, Knowledge};
    use crate::engine::FamilyList;

    let task = Record::parse(r#"{"id":"t-1","statut":"prep"}"#).unwrap();
    let list = FamilyList {
        standing: Knowledge::default().standing(Family::Tasks),
        records: Arc::new(vec![task]),
        watched: Arc::default(),
        read_at: Some(noon()),
        error: None,
        loading: false,
    };
    let mut app = with(Snapshot {
        families: Arc::new([(Family::Tasks, list)].into()),
        ..snapshot(1, table())
    });
    app.apply(Action::Show(Screen::Tasks), noon());
    let set = |app: &mut App, statut: &str| {
        run(app, &[ActionId::EditTask]);
        app.apply(Action::SetText(statut.into()), noon());
        run(app, &[ActionId::Open])
    };
    let sent = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::UpdateRecord { .. }));
    assert!(!sent(&set(&mut app, "zzz")));
    match app.layer() {
        Layer::Form(form) => assert_eq!(form.error, Some("form-statut-unknown")),
        other => panic!("{other:?}"),
    }
    assert!(
        sent(&run(&mut app, &[ActionId::Open])),
        "whoever insists is heard"
    );
    assert!(sent(&set(&mut app, "bloque")), "the dictionary knows it");
}

//! Plain filter words that also name an owner, a status or a class.

use crate::deals::board::view::header::board_header;
use crate::deals::pipeline::view::suggestions::filter_suggestion;
use crate::foundation::input::commands::ActionId;
use crate::shell::action::Action;

use crate::shell::testing::*;

fn table_with_owners() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for (id, name, owner, class) in [
        ("a", "Campus Ostara, Clermont-Ferrand", "A. Martin", "bureaux"),
        ("b", "Tour Boréale", "M. Ferrand", "bureaux"),
        ("c", "Halle Vauban, Lille", "M. Ferrand", "commerces"),
    ] {
        builder.push(&RowData {
            owner: owner.into(),
            class: class.into(),
            ..deal(id, name, "ic", 3, Some("0.8"))
        });
    }
    builder.finish()
}

fn filtered(text: &str) -> App {
    let mut app = app_with(snapshot(1, table_with_owners()));
    app.dispatch(Action::SetFilter(text.into()), test_now());
    app
}

#[test]
fn owner_name_in_the_filter_suggests_their_deals() {
    let mut app = filtered("ferrand");
    assert_eq!(app.pipeline.filtered().shown, 1, "plain words match names only");
    let offer = filter_suggestion(&app).unwrap();
    assert_eq!(offer.filter, "responsable:\"M. Ferrand\"");
    assert!(offer.note.contains("2 deals"), "{}", offer.note);
    app.dispatch(Action::SetFilter(offer.filter), test_now());
    assert_eq!(app.pipeline.filtered().shown, 2);
    assert_eq!(filter_suggestion(&app), None);
    // The offer follows changes of the deals.
    let mut app = filtered("ferrand");
    assert!(filter_suggestion(&app).is_some());
    let mut fewer = table_with_owners();
    fewer.remove("b");
    app.on_snapshot(Arc::new(snapshot(2, fewer)));
    assert!(filter_suggestion(&app).unwrap().note.contains("1 deal"));
}

#[test]
fn filter_without_matches_suggests_a_matching_filter() {
    let app = filtered("tour bureaux ltv>70%");
    assert_eq!(app.pipeline.filtered().shown, 0);
    let offer = filter_suggestion(&app).unwrap();
    assert_eq!(offer.filter, "tour classe:bureaux ltv>70%");
    assert!(offer.note.contains("1 deal"), "{}", offer.note);
    let Some(crate::shell::view::empty_state::ScreenPlaceholder::Empty(text)) =
        crate::shell::view::empty_state::board_placeholder(&app)
    else {
        panic!("the board is empty");
    };
    assert!(text.text.contains("classe:bureaux"), "{}", text.text);
    assert_eq!(filter_suggestion(&filtered("halle bureaux")), None, "the alternative finds nothing either");
    assert_eq!(filter_suggestion(&filtered("-ferrand")), None, "negated words have no alternative");
}

#[test]
fn filter_suggestion_shows_the_label_and_applies_the_code() {
    let mut app = filtered("tour comité");
    app.on_snapshot(Arc::new(snapshot(2, table_with_owners())));
    let offer = filter_suggestion(&app).unwrap();
    assert_eq!(offer.filter, "tour statut:ic", "the filter uses the code");
    assert_eq!(offer.term, "statut:\"Comité d’investissement\"");
    assert!(offer.note.contains(&offer.term), "{}", offer.note);
}

#[test]
fn the_key_that_completes_makes_the_word_the_condition() {
    let mut app = app_with(snapshot(1, table_with_owners()));
    run(&mut app, &[ActionId::Filter]);
    app.dispatch(Action::SetText("tour ferr".into()), test_now());
    run(&mut app, &[ActionId::Complete]);
    assert_eq!(app.pipeline.board().filter, "tour responsable:\"M. Ferrand\"");
    assert_eq!(app.pipeline.filtered().shown, 1);
}

#[test]
fn value_with_a_typo_is_corrected_while_typing() {
    let mut app = app_with(snapshot(1, table_with_owners()));
    run(&mut app, &[ActionId::Filter]);
    for (typed, fixed) in [
        ("responsable:ferrend", Some("responsable:\"M. Ferrand\"")),
        ("tour -responsable:\"a. martin\",marten", Some("-responsable:\"a. martin\",\"A. Martin\"")),
        ("responsable:zz", None),
        ("statut:icc", Some("statut:ic")),
        ("responsable:ferrand", None),
    ] {
        app.dispatch(Action::SetText(typed.into()), test_now());
        assert_eq!(app.pipeline.offered_fix(&app.cx).as_deref(), fixed, "{typed}");
        let note = board_header(&app).filter_note;
        assert_eq!(
            note.is_some_and(|note| note.contains("M. Ferrand")),
            typed.contains("ferrend"),
            "{typed}"
        );
    }
    app.dispatch(Action::SetText("responsable:ferrend".into()), test_now());
    run(&mut app, &[ActionId::Complete]);
    assert_eq!(app.pipeline.board().filter, "responsable:\"M. Ferrand\"");
}

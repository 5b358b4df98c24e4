//! Plain filter words that also name an owner, a status or a class.

use crate::deals::pipeline::view::suggestions::filter_offer;
use crate::foundation::input::commands::ActionId;
use crate::shell::action::Action;

use crate::shell::testing::*;

fn owned() -> DealTable {
    let mut builder = ColumnsBuilder::default();
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
    let mut app = with(snapshot(1, owned()));
    app.apply(Action::SetFilter(text.into()), noon());
    app
}

#[test]
fn a_word_that_is_an_owner_s_name_offers_their_deals() {
    let mut app = filtered("ferrand");
    assert_eq!(app.pipeline.lens().shown, 1, "plain words match names only");
    let offer = filter_offer(&app).unwrap();
    assert_eq!(offer.filter, "responsable:\"M. Ferrand\"");
    assert!(offer.note.contains("2 deals"), "{}", offer.note);
    app.apply(Action::SetFilter(offer.filter), noon());
    assert_eq!(app.pipeline.lens().shown, 2);
    assert_eq!(filter_offer(&app), None);
    // The offer follows changes of the deals.
    let mut app = filtered("ferrand");
    assert!(filter_offer(&app).is_some());
    let mut fewer = owned();
    fewer.remove("b");
    app.absorb(Arc::new(snapshot(2, fewer)));
    assert!(filter_offer(&app).unwrap().note.contains("1 deal"));
}

#[test]
fn a_filter_that_leaves_nothing_says_what_would_be_found() {
    let app = filtered("tour bureaux ltv>70%");
    assert_eq!(app.pipeline.lens().shown, 0);
    let offer = filter_offer(&app).unwrap();
    assert_eq!(offer.filter, "tour classe:bureaux ltv>70%");
    assert!(offer.note.contains("1 deal"), "{}", offer.note);
    let Some(crate::shell::view::empty_state::Blank::Notice(said)) =
        crate::shell::view::empty_state::board(&app)
    else {
        panic!("the board is empty");
    };
    assert!(said.text.contains("classe:bureaux"), "{}", said.text);
    assert_eq!(
        filter_offer(&filtered("halle bureaux")),
        None,
        "the alternative finds nothing either"
    );
    assert_eq!(
        filter_offer(&filtered("-ferrand")),
        None,
        "negated words have no alternative"
    );
}

#[test]
fn what_is_offered_goes_by_its_name() {
    let mut app = filtered("tour comité");
    app.absorb(Arc::new(snapshot(2, owned())));
    let offer = filter_offer(&app).unwrap();
    assert_eq!(offer.filter, "tour statut:ic", "the filter uses the code");
    assert_eq!(offer.term, "statut:\"Comité d’investissement\"");
    assert!(offer.note.contains(&offer.term), "{}", offer.note);
}

#[test]
fn the_key_that_completes_makes_the_word_the_condition() {
    let mut app = with(snapshot(1, owned()));
    run(&mut app, &[ActionId::Filter]);
    app.apply(Action::SetText("tour ferr".into()), noon());
    run(&mut app, &[ActionId::Complete]);
    assert_eq!(app.pipeline.board().filter, "tour responsable:\"M. Ferrand\"");
    assert_eq!(app.pipeline.lens().shown, 1);
}

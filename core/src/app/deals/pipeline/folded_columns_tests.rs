//! The focus and folded columns: what nobody sees never holds it while something is seen.

use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::key::Key;
use crate::app::shell::action::Action;
use crate::app::shell::testing::*;
use crate::contract::Fields;
use crate::engine::{Snapshot, WriteId};

#[test]
fn after_a_filter_the_focus_is_on_a_card_in_sight() {
    let mut app = app();
    // Right past the last card stands the folded column: the first start folds what is aside.
    run(
        &mut app,
        &[ActionId::FocusRight, ActionId::FocusRight, ActionId::Filter],
    );
    assert_eq!(focus(&app), "");
    app.apply(Action::SetText("vernet".into()), noon());
    let (found, lost) = (focus(&app), app.pipeline.board().cursor.column);
    assert!(
        !found.is_empty() && !app.pipeline.is_folded(lost),
        "what is found in a folded column is seen"
    );
    assert!(
        app.pipeline.board().folded.contains("lost"),
        "it is folded again without the filter"
    );
    app.table.fold_column(lost, &mut app.pipeline, &mut app.cx);
    assert!(app.pipeline.is_folded(lost), "a person may fold it all the same");
    app.apply(Action::SetText("ltv>0.7".into()), noon());
    assert_eq!(focus(&app), "a", "the nearest column with something to see");
}

/// A move of the person's own that is on its way.
fn moving(record: &str) -> PendingWrite {
    let mut fields = Fields::default();
    fields.set_text("status", "lost");
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Update,
        record: record.into(),
        label: record.into(),
        fields,
        base: Fields::default(),
        state: WriteState::Sending,
        attempts: 0,
        created_at: noon(),
        key: "key".into(),
        in_doubt: false,
        gone: None,
        meanwhile: None,
    }
}

fn publish(app: &mut App, revision: u64, deals: DealTable, own: &[&str]) {
    let writes: Vec<PendingWrite> = own.iter().map(|record| moving(record)).collect();
    app.absorb(Arc::new(Snapshot {
        writes: Arc::new(writes.into()),
        ..snapshot(revision, deals)
    }));
}

#[test]
fn a_card_that_others_move_to_a_folded_column_is_seen_there_with_the_focus() {
    let mut app = app();
    let mut moved = table();
    moved.patch(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &[]);
    assert_eq!(focus(&app), "c", "the next key is meant for it");
    assert!(!app.pipeline.board().folded.contains("lost"), "and it is seen");
    // Whoever folds it away again is not contradicted by the next reading, nor by a card that has not the focus.
    let column = app.pipeline.board().cursor.column;
    app.table.fold_column(column, &mut app.pipeline, &mut app.cx);
    let mut more = app.cx.snapshot().deals.as_ref().clone();
    more.patch(deal("d", "Tour Boréale", "lost", 0, None), None);
    publish(&mut app, 3, more, &[]);
    assert!(app.pipeline.board().folded.contains("lost"));
}

#[test]
fn a_card_that_one_moves_to_a_folded_column_leaves_the_focus_to_its_neighbour() {
    let mut app = app();
    app.absorb(Arc::new(snapshot(1, table())));
    let mut moved = table();
    moved.patch(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["c"]);
    assert_eq!((focus(&app), app.pipeline.board().first_column), ("d", 0));
    // The last of its column: what is nearest and seen, not the folded column that all went to.
    let mut gone = table();
    for (id, name) in [("c", "Halle Vauban, Lille"), ("d", "Tour Boréale")] {
        gone.patch(deal(id, name, "lost", 0, None), None);
    }
    publish(&mut app, 3, gone, &["c", "d"]);
    assert_eq!(focus(&app), "a");
}

#[test]
fn of_the_last_card_of_a_column_the_focus_goes_to_the_one_before_it() {
    let mut app = app();
    run(&mut app, &[ActionId::FocusDown]);
    assert_eq!(focus(&app), "d");
    let mut moved = table();
    moved.patch(deal("d", "Tour Boréale", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["d"]);
    assert_eq!(focus(&app), "c", "the one before it, as it was the last");
}

#[test]
fn under_a_filter_the_share_of_a_column_is_of_what_is_shown() {
    use crate::app::deals::board::view::head::column_head;
    let mut app = app();
    let at = app
        .pipeline
        .lens()
        .columns
        .iter()
        .position(|column| column.status == "sourcing");
    let said = |app: &App| {
        let head = column_head(app, at.unwrap()).unwrap();
        let share = crate::text::plain_spaces(&head.share).into_owned();
        (head.count, share, head.fraction)
    };
    assert_eq!(said(&app), ("2".to_owned(), "40 %".to_owned(), 0.4));
    app.apply(Action::SetFilter("halle".into()), noon());
    assert_eq!(said(&app), ("1 / 2".to_owned(), "100 %".to_owned(), 1.0));
    app.apply(Action::SetFilter("nothing at all".into()), noon());
    assert_eq!(said(&app), ("0 / 2".to_owned(), String::new(), 0.0));
}

/// `c` is moved by the menu to the folded column, and seen there.
fn moved_out_of_sight() -> App {
    let mut app = app();
    assert_eq!(focus(&app), "c");
    run(&mut app, &[ActionId::MoveTo]);
    for letter in "lost".chars() {
        app.search_menu(Key::char(letter), noon());
    }
    run(&mut app, &[ActionId::Open]);
    let mut moved = table();
    moved.patch(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["c"]);
    assert_eq!(
        focus(&app),
        "d",
        "its neighbour has the focus while nobody sees it"
    );
    app
}

#[test]
fn a_card_that_an_undo_brings_back_from_a_folded_column_has_the_focus_again() {
    let mut app = moved_out_of_sight();
    run(&mut app, &[ActionId::Undo]);
    // The engine has yet to hear of it: the next key is for it nevertheless.
    let moved = run(&mut app, &[ActionId::MoveNext]);
    assert_eq!(updates(&moved)[0].0, "c");
    run(&mut app, &[ActionId::Undo]);
    app.absorb(Arc::new(Snapshot {
        handled: 99,
        ..snapshot(3, table())
    }));
    assert_eq!(focus(&app), "c", "it is there again, with the focus");
    let cursor = &app.pipeline.board().cursor;
    let column = &app.pipeline.lens().columns[cursor.column];
    assert_eq!((column.status.as_str(), cursor.index), ("sourcing", 0));
}

#[test]
fn a_card_that_does_not_come_back_takes_no_focus() {
    let mut app = moved_out_of_sight();
    run(&mut app, &[ActionId::Undo]);
    let mut moved = table();
    moved.patch(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    app.absorb(Arc::new(Snapshot {
        handled: 99,
        ..snapshot(3, moved)
    }));
    assert_eq!(focus(&app), "d", "somebody else holds it where it is");
}

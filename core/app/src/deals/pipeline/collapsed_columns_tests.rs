//! Focus and collapsed columns: a hidden column never has the focus while others are visible.

use crate::contract::Fields;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::key::Key;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn filter_moves_the_focus_to_a_visible_card() {
    let mut app = app();
    // The collapsed column is right of the last card: the first start collapses inactive statuses.
    run(&mut app, &[ActionId::FocusRight, ActionId::FocusRight, ActionId::Filter]);
    assert_eq!(focus(&app), "");
    app.dispatch(Action::SetText("vernet".into()), test_now());
    let (found, lost) = (focus(&app), app.pipeline.board().cursor.column);
    assert!(
        !found.is_empty() && !app.pipeline.is_collapsed(lost),
        "a filter opens a folded column with matches"
    );
    assert!(app.pipeline.board().collapsed.contains("lost"), "without the filter it is folded again");
    app.table.toggle_collapsed(lost, &mut app.pipeline, &mut app.cx);
    assert!(app.pipeline.is_collapsed(lost), "the user can fold it despite the filter");
    app.dispatch(Action::SetText("ltv>0.7".into()), test_now());
    assert_eq!(focus(&app), "a", "the nearest column with visible cards");
}

/// Returns a pending move by the user.
fn pending_move(record: &str) -> PendingWrite {
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
        created_at: test_now(),
        key: "key".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

fn publish(app: &mut App, revision: u64, deals: DealTable, records: &[&str]) {
    let writes: Vec<PendingWrite> = records.iter().map(|record| pending_move(record)).collect();
    app.on_snapshot(Arc::new(Snapshot { writes: Arc::new(writes.into()), ..snapshot(revision, deals) }));
}

#[test]
fn externally_moved_card_keeps_focus_and_expands_its_column() {
    let mut app = app();
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &[]);
    assert_eq!(focus(&app), "c", "the next key acts on the moved deal");
    assert!(!app.pipeline.board().collapsed.contains("lost"), "its column is unfolded");
    // A column the user collapses again stays collapsed at the next sync and for another card.
    let column = app.pipeline.board().cursor.column;
    app.table.toggle_collapsed(column, &mut app.pipeline, &mut app.cx);
    let mut more = app.cx.snapshot().deals.as_ref().clone();
    more.set_row(deal("d", "Tour Boréale", "lost", 0, None), None);
    publish(&mut app, 3, more, &[]);
    assert!(app.pipeline.board().collapsed.contains("lost"));
}

#[test]
fn card_moved_to_a_collapsed_column_passes_focus_on() {
    let mut app = app();
    app.on_snapshot(Arc::new(snapshot(1, table())));
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["c"]);
    assert_eq!((focus(&app), app.pipeline.board().first_column), ("d", 0));
    // Last card of its column: focus the nearest visible one, not the collapsed target column.
    let mut deleted = table();
    for (id, name) in [("c", "Halle Vauban, Lille"), ("d", "Tour Boréale")] {
        deleted.set_row(deal(id, name, "lost", 0, None), None);
    }
    publish(&mut app, 3, deleted, &["c", "d"]);
    assert_eq!(focus(&app), "a");
}

#[test]
fn last_card_in_a_column_passes_focus_up() {
    let mut app = app();
    run(&mut app, &[ActionId::FocusDown]);
    assert_eq!(focus(&app), "d");
    let mut moved = table();
    moved.set_row(deal("d", "Tour Boréale", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["d"]);
    assert_eq!(focus(&app), "c", "the card before it, because it was the last");
}

#[test]
fn filtered_column_share_counts_only_shown_deals() {
    use crate::deals::board::view::header::column_header;
    let mut app = app();
    let at = app.pipeline.filtered().columns.iter().position(|column| column.status == "sourcing");
    let text = |app: &App| {
        let header = column_header(app, at.unwrap()).unwrap();
        let share = crate::text::plain_spaces(&header.share).into_owned();
        (header.count, share, header.fraction)
    };
    assert_eq!(text(&app), ("2".to_owned(), "40 %".to_owned(), 0.4));
    app.dispatch(Action::SetFilter("halle".into()), test_now());
    assert_eq!(text(&app), ("1 / 2".to_owned(), "100 %".to_owned(), 1.0));
    app.dispatch(Action::SetFilter("nothing at all".into()), test_now());
    assert_eq!(text(&app), ("0 / 2".to_owned(), String::new(), 0.0));
}

/// Moves `c` to the collapsed column by menu and confirms it there.
fn moved_out_of_sight() -> App {
    let mut app = app();
    assert_eq!(focus(&app), "c");
    run(&mut app, &[ActionId::MoveTo]);
    for letter in "lost".chars() {
        search_menu(&mut app, Key::char(letter));
    }
    run(&mut app, &[ActionId::Open]);
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    publish(&mut app, 2, moved, &["c"]);
    assert_eq!(focus(&app), "d", "while hidden, its neighbour has the focus");
    app
}

#[test]
fn undo_from_a_collapsed_column_restores_the_focus() {
    let mut app = moved_out_of_sight();
    run(&mut app, &[ActionId::Undo]);
    // The engine has not handled the undo yet; the next key applies to the deal all the same.
    let moved = run(&mut app, &[ActionId::MoveNext]);
    assert_eq!(sent_updates(&moved)[0].0, "c");
    run(&mut app, &[ActionId::Undo]);
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..snapshot(3, table()) }));
    assert_eq!(focus(&app), "c", "it reappears with the focus");
    let cursor = &app.pipeline.board().cursor;
    let column = &app.pipeline.filtered().columns[cursor.column];
    assert_eq!((column.status.as_str(), cursor.index), ("sourcing", 0));
}

#[test]
fn card_that_undo_does_not_return_gets_no_focus() {
    let mut app = moved_out_of_sight();
    run(&mut app, &[ActionId::Undo]);
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "lost", 0, None), None);
    app.on_snapshot(Arc::new(Snapshot { handled: 99, ..snapshot(3, moved) }));
    assert_eq!(focus(&app), "d", "another user left it in its status");
}

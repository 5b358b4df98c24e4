//! Board order, cards carried by keyboard, and bulk changes begun in the window.

use crate::contract::DealId;
use crate::dataset::column::DealColumn;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn window() -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let mut options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    options.split_view = true;
    let mut app = App::new(options, test_now());
    app.on_snapshot(Arc::new(snapshot(1, table())));
    app
}

fn column(app: &App, status: &str) -> usize {
    let mut columns = app.pipeline.filtered().columns.iter();
    columns.position(|column| column.status == status).unwrap()
}

fn cards(app: &App, status: &str) -> String {
    let deals = &app.cx.snapshot().deals;
    let rows = app.pipeline.filtered().columns[column(app, status)].rows.iter();
    rows.map(|ix| deals.row(*ix).unwrap().id.to_owned()).collect()
}

fn id(text: &str) -> DealId {
    DealId::new(text).unwrap()
}

#[test]
fn repeated_sort_choice_reverses_the_board_order() {
    let mut app = window();
    assert_eq!(cards(&app, "sourcing"), "cd", "longest in status first");
    app.dispatch(Action::SortBoard(DealColumn::Kpi(KpiKey::Ltv)), test_now());
    assert_eq!(cards(&app, "sourcing"), "dc", "greatest number first");
    assert_eq!(cards(&app, "ic"), "ab", "missing values last");
    app.dispatch(Action::SortBoard(DealColumn::Kpi(KpiKey::Ltv)), test_now());
    assert_eq!((cards(&app, "sourcing"), cards(&app, "ic")), ("cd".into(), "ab".into()));
    // A filter preserves the order.
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    assert_eq!((cards(&app, "ic").as_str(), app.pipeline.filtered().shown), ("ab", 2));
}

#[test]
fn sort_keys_cycle_through_sortable_columns_and_reverse() {
    let mut app = window();
    let offered = app.pipeline.sortable_columns();
    for column in offered.iter().skip(1) {
        run(&mut app, &[A::CycleSortOrder]);
        assert_eq!(app.pipeline.board_order().column, *column);
    }
    run(&mut app, &[A::CycleSortOrder]);
    assert_eq!(app.pipeline.board_layout().order(), None, "the cycle includes the default order");
    run(&mut app, &[A::ReverseOrder]);
    assert_eq!(cards(&app, "sourcing"), "dc", "youngest first");
}

#[test]
fn board_order_is_restored_from_a_saved_layout() {
    let mut app = window();
    app.dispatch(Action::SortBoard(DealColumn::Name), test_now());
    let text = toml::to_string(app.pipeline.board_layout()).unwrap();
    assert!(text.contains("sort = \"name\""), "{text}");
    let mut other = window();
    other.table.apply_layout(toml::from_str(&text).unwrap(), &mut other.pipeline, &mut other.cx);
    assert_eq!(cards(&other, "ic"), cards(&app, "ic"));
    assert_eq!(cards(&other, "ic"), "ba", "Îlot before Le Parc");
}

#[test]
fn drop_preview_matches_the_final_position() {
    let orders = [
        DealColumn::Age,
        DealColumn::Name,
        DealColumn::Owner,
        DealColumn::Kpi(KpiKey::Ltv),
        DealColumn::Kpi(KpiKey::Dscr),
    ];
    for by in orders {
        for times in 0..2 {
            let mut app = window();
            for _ in 0..=times {
                app.dispatch(Action::SortBoard(by), test_now());
            }
            for moved in ["c", "d", "e"] {
                let target = column(&app, "ic");
                let text = app.pipeline.drop_index(&id(moved), target, None, &app.cx).unwrap();
                let mut deals = table();
                let mut row = deals.row(deals.find(moved).unwrap()).unwrap().to_data();
                row.status = "ic".into();
                row.since = Some(StatusSince { at: test_now().as_second(), precision: TimePrecision::Exact });
                deals.set_row(row, None);
                let mut after = app.clone();
                after.on_snapshot(Arc::new(snapshot(9, deals)));
                let there = cards(&after, "ic").find(moved);
                assert_eq!(there, Some(text), "{by:?} {times} {moved}");
            }
        }
    }
}

#[test]
fn drop_preview_of_several_cards_shows_their_final_range() {
    let mut app = window();
    let target = column(&app, "ic");
    let there = app.pipeline.filtered().columns[target].rows.len();
    for card in ["c", "d"] {
        app.dispatch(Action::ToggleSelected(id(card)), test_now());
    }
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    // They are the newest in the status, so they land side by side at its end.
    let preview = app.drop_preview(&id("c"), true, target, None).unwrap();
    assert_eq!(preview.range, Some((there + 1, there + 2)));
    assert_eq!((preview.arriving, preview.total), (2, there + 2));
    assert!(preview.is_contiguous());
    let text = crate::deals::board::view::drag::drop_hint(&app, &id("c"), true, target).unwrap();
    assert_eq!(text, "arrivent en 3–4 sur 4");
    run(&mut app, &[A::Grab]);
    while app.card_move.dragged().is_some_and(|drag| drag.column < target) {
        run(&mut app, &[A::FocusRight]);
    }
    let text = crate::deals::board::view::drag::drag_text(&app).unwrap();
    assert!(text.contains("places 3–4 sur 4"), "{text}");
    // A card already in the column is not counted as coming.
    app.dispatch(Action::ToggleSelected(id("a")), test_now());
    assert_eq!(app.drop_preview(&id("c"), true, target, None), Some(preview));
}

#[test]
fn keyboard_drag_moves_a_card_to_the_next_column() {
    let mut app = window();
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::Grab, A::FocusRight]);
    let over = app.card_move.dragged().unwrap().column;
    assert_eq!(app.pipeline.filtered().columns[over].status, "ic");
    let asked = sent_updates(&run(&mut app, &[A::Open]));
    assert_eq!(asked.len(), 1);
    assert_eq!((asked[0].0.as_str(), asked[0].1.as_str()), ("c", "\"ic\""));
    assert_eq!(app.card_move.dragged(), None);
}

#[test]
fn cancelled_drag_leaves_the_card_in_place() {
    let mut app = window();
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    assert!(sent_updates(&run(&mut app, &[A::Grab, A::FocusRight, A::Back])).is_empty());
    assert_eq!((app.card_move.dragged(), focus(&app)), (None, "c"));
    run(&mut app, &[A::Grab, A::Palette]);
    assert_eq!(app.card_move.dragged(), None, "another action cancels the drag");
    run(&mut app, &[A::Back]);
    // Dropping a card on its own column changes nothing.
    assert!(sent_updates(&run(&mut app, &[A::Grab, A::Open])).is_empty());
}

#[test]
fn selected_cards_drag_together_into_an_owner_swimlane() {
    let mut app = window();
    let mut deals = table();
    let mut row = deals.row(deals.find("e").unwrap()).unwrap().to_data();
    row.owner = "Z. Roux".into();
    deals.set_row(row, None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
    for deal in ["c", "d"] {
        app.dispatch(Action::ToggleSelected(id(deal)), test_now());
    }
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::Grab, A::FocusDown, A::FocusRight]);
    let drag = app.card_move.dragged().unwrap().clone();
    assert!(drag.with_selection && drag.swimlane.as_deref() == Some("Z. Roux"));
    let effects = run(&mut app, &[A::SelectDeal]);
    let both: Vec<String> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Update { fields, .. } => Some(fields.to_body()),
            _ => None,
        })
        .collect();
    assert_eq!(both.len(), 2, "{effects:?}");
    for fields in &both {
        assert!(fields.contains("Z. Roux") && fields.contains("\"ic\""), "{fields}");
    }
    let back = run(&mut app, &[A::Undo]);
    let owners = back.iter().filter(|effect| match effect {
        Effect::Update { fields, .. } => fields.to_body().contains("A. Martin"),
        _ => false,
    });
    assert_eq!(owners.count(), 2, "undo restores status and owner: {back:?}");
}

#[test]
fn swimlane_drop_toast_names_status_and_owner() {
    let mut app = window();
    let mut deals = table();
    let mut row = deals.row(deals.find("e").unwrap()).unwrap().to_data();
    row.owner = "Z. Roux".into();
    deals.set_row(row, None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::Grab, A::FocusRight, A::FocusDown, A::Open]);
    let text = |app: &App| crate::tools::toasts::view::toast_view(app, app.cx.toasts().last().unwrap()).text;
    assert!(text(&app).contains('→') && text(&app).ends_with(", Z. Roux"), "{}", text(&app));
    // Within its own swimlane only the status changes, and only it is reported.
    app.dispatch(Action::FocusDeal(id("d")), test_now());
    run(&mut app, &[A::Grab, A::FocusRight, A::Open]);
    assert!(text(&app).contains('→') && !text(&app).contains("Martin"), "{}", text(&app));
}

#[test]
fn window_applies_bulk_moves_at_once_without_a_picker() {
    for begin in [A::MoveNext, A::MoveTo] {
        let mut app = window();
        for deal in ["c", "d"] {
            app.dispatch(Action::ToggleSelected(id(deal)), test_now());
        }
        let mut effects = run(&mut app, &[begin]);
        if begin == A::MoveTo {
            let at = app.pipeline.filtered().statuses().iter().position(|status| status == "ic").unwrap();
            app.dispatch(Action::FocusOverlayLine(at), test_now());
            effects = run(&mut app, &[A::Open]);
        }
        assert_eq!(sent_updates(&effects).len(), 2, "{begin:?}");
        assert_eq!(*app.cx.overlay(), Overlay::None, "no question, no picker");
        let toast = app.cx.toasts().iter().find(|toast| toast.content.is_undoable()).unwrap();
        if begin == A::MoveTo {
            let text = crate::tools::toasts::view::toast_view(&app, toast).text;
            assert!(text.contains("2 deals → Comité"), "the target is named: {text}");
        }
        assert_eq!(sent_updates(&run(&mut app, &[A::Undo])).len(), 2);
    }
    // Deletions always ask for confirmation.
    let mut app = window();
    app.dispatch(Action::ToggleSelected(id("c")), test_now());
    run(&mut app, &[A::DeleteDeal]);
    assert!(matches!(app.cx.overlay(), Overlay::Picker(_)));
    run(&mut app, &[A::Open]);
    assert_eq!(*app.cx.overlay(), Overlay::None, "progress is shown beside the board");
}

#[test]
fn esc_leaves_a_presentation_but_keeps_the_filter() {
    let mut app = window();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, &[A::Present, A::Back]);
    assert!(!app.cx.is_presenting() && app.pipeline.board().is_filtered());
    run(&mut app, &[A::Back]);
    assert!(app.pipeline.board().is_filtered());
}

#[test]
fn undone_sent_move_is_reported_as_moved_back() {
    let mut app = window();
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::MoveNext]);
    // The service has applied the move; no write is pending.
    let mut deals = table();
    let mut row = deals.row(deals.find("c").unwrap()).unwrap().to_data();
    row.status = "ic".into();
    deals.set_row(row, None);
    let handled = 1_000;
    app.on_snapshot(Arc::new(Snapshot { handled, ..snapshot(2, deals) }));
    run(&mut app, &[A::Undo]);
    let message = |app: &App| app.cx.toasts().last().map(|toast| toast.content.clone());
    let moving =
        |kind: Option<ToastContent>| kind.is_some_and(|content| content.is_variant_of("moving-back"));
    assert!(moving(message(&app)), "the undo is not applied yet: {:?}", message(&app));
    let mut back =
        crate::changes::bulk::bulk_tests::pending(1, "c", crate::model::pending_write::WriteState::Sending);
    let named = table();
    named.row(named.find("c").unwrap()).unwrap().name.clone_into(&mut back.label);
    let mut there =
        Snapshot { handled: handled * 2, writes: Arc::new(vec![back].into()), ..snapshot(3, table()) };
    app.on_snapshot(Arc::new(there.clone()));
    assert!(moving(message(&app)), "{:?}", message(&app));
    there.writes = Arc::default();
    there.revision += 1;
    let applied = crate::model::snapshot::EventKind::Applied {
        kind: crate::model::pending_write::WriteKind::Update,
        record: "c".into(),
        label: String::new(),
        temp_id: None,
    };
    there.events = Arc::new(vec![crate::model::snapshot::Event { seq: 1, kind: applied }]);
    app.on_snapshot(Arc::new(there));
    assert!(message(&app).is_some_and(|content| content.is_variant_of("moved-back")), "{:?}", message(&app));
    assert!(!app.cx.toasts().iter().any(|toast| moving(Some(toast.content.clone()))));
}

#[test]
fn undone_deletion_restores_focus_and_open_panel() {
    let mut app = window();
    app.dispatch(Action::OpenDeal(id("c")), test_now());
    run(&mut app, &[A::DeleteDeal, A::Open]);
    let mut deleted = table();
    deleted.remove("c");
    app.on_snapshot(Arc::new(snapshot(2, deleted)));
    app.dispatch(Action::OpenDeal(id("d")), test_now());
    run(&mut app, &[A::Undo]);
    app.on_snapshot(Arc::new(snapshot(3, table())));
    assert_eq!(focus(&app), "c");
    assert_eq!(app.pipeline.opened_deal().map(DealId::as_str), Some("c"));
}

#[test]
fn move_undo_and_redo_preserve_focus_and_open_panel() {
    for (table_shown, opened) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut app = window();
        if table_shown {
            run(&mut app, &[A::ToggleTable]);
        }
        app.table.focus_deal(&id("d"), &mut app.pipeline, &mut app.cx);
        if opened {
            app.dispatch(Action::OpenDeal(id("d")), test_now());
        }
        let mut moved = table();
        moved.set_row(deal("d", "Tour Boréale", "ic", 0, Some("0.7504")), None);
        for (revision, step, deals) in
            [(2, A::MoveNext, moved.clone()), (3, A::Undo, table()), (4, A::Redo, moved)]
        {
            run(&mut app, &[step]);
            app.on_snapshot(Arc::new(Snapshot { handled: app.cx.submitted, ..snapshot(revision, deals) }));
            let open = app.pipeline.opened_deal().map(DealId::as_str);
            let wanted = ("d", opened.then_some("d"));
            assert_eq!((focus(&app), open), wanted, "{step:?} {table_shown} {opened}");
        }
    }
}

#[test]
fn card_shows_between_one_and_three_metrics() {
    let mut app = window();
    let show = |app: &mut App, key| {
        app.dispatch(Action::ToggleCardMetric(key), test_now());
        app.pipeline.card_numbers()
    };
    assert_eq!(show(&mut app, KpiKey::Ltv), [KpiKey::Ltv]);
    show(&mut app, KpiKey::Dscr);
    show(&mut app, KpiKey::Icr);
    let three = [KpiKey::Ltv, KpiKey::Dscr, KpiKey::Icr];
    assert!(app.pipeline.is_card_full());
    assert_eq!(show(&mut app, KpiKey::Ltc), three, "a fourth number is not added");
    assert_eq!(show(&mut app, KpiKey::Ltv), [KpiKey::Dscr, KpiKey::Icr]);
}

#[test]
fn empty_board_reports_an_unfinished_filter_as_incomplete() {
    use crate::shell::view::empty_state::{ScreenPlaceholder, board_placeholder};

    let mut app = app();
    app.dispatch(Action::SetFilter("nulle part".into()), test_now());
    let title = |app: &App| match board_placeholder(app) {
        Some(ScreenPlaceholder::Empty(notice)) => notice.title,
        other => panic!("{other:?}"),
    };
    let hidden = title(&app);
    app.dispatch(Action::SetFilter("nulle part statut:".into()), test_now());
    assert!(app.pipeline.board().filter_error.is_some());
    assert_ne!(title(&app), hidden);
    assert!(title(&app).contains("incomplet"), "{}", title(&app));
}

#[test]
fn open_deal_reports_that_the_filter_excludes_it() {
    let mut app = window();
    app.dispatch(Action::OpenDeal(id("c")), test_now());
    let outside = |app: &App| crate::changes::deal::view::deal::deal_view(app).unwrap().outside_filter;
    assert_eq!(outside(&app), None);
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    assert_eq!(outside(&app).as_deref(), Some("hors de ce filtre"));
    app.dispatch(Action::SetFilter("statut:sourcing".into()), test_now());
    assert_eq!(outside(&app), None, "the deal passes the filter");
}

#[test]
fn dragged_card_shows_its_position_within_the_swimlane() {
    let mut app = window();
    let mut deals = table();
    let mut row = deals.row(deals.find("b").unwrap()).unwrap().to_data();
    row.owner = "Z. Roux".into();
    deals.set_row(row, None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    let text = |app: &App| crate::deals::board::view::drag::drag_text(app).unwrap();
    // Without swimlanes, the position counts the whole column.
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::Grab, A::FocusRight]);
    assert!(text(&app).contains("place 3 sur 3."), "{}", text(&app));
    run(&mut app, &[A::Back]);
    app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
    run(&mut app, &[A::Grab]);
    assert!(text(&app).contains("A. Martin\u{a0}: place 1 sur 2"), "{}", text(&app));
    run(&mut app, &[A::FocusRight]);
    assert!(text(&app).contains("place 2 sur 2"), "{}", text(&app));
    run(&mut app, &[A::FocusDown]);
    assert!(text(&app).contains("Z. Roux"), "{}", text(&app));
    assert!(text(&app).contains("place 2 sur 2"), "{}", text(&app));
    // Two cards join the one already there.
    run(&mut app, &[A::Back]);
    for deal in ["c", "d"] {
        app.dispatch(Action::ToggleSelected(id(deal)), test_now());
    }
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::Grab, A::FocusRight, A::FocusDown]);
    assert!(text(&app).contains("sur 3"), "{}", text(&app));
}

#[test]
fn move_next_skips_inactive_statuses_and_suggests_the_menu() {
    let mut app = app();
    let mut last = table();
    last.set_row(deal("d", "Tour Boréale", "closing", 0, None), None);
    last.set_row(deal("b", "Îlot Sainte-Croix, Metz", "lost", 0, None), None);
    app.on_snapshot(Arc::new(snapshot(2, last)));
    app.dispatch(Action::FocusDeal(id("d")), test_now());
    assert_eq!(run(&mut app, &[A::MoveNext]), []);
    let message = app.cx.toasts().last().unwrap();
    let text = crate::tools::toasts::view::toast_view(&app, message).text;
    assert!(text.contains("Déplacer vers…") && text.ends_with("(m)"), "{text}");
    assert_eq!(app.enabled(A::MoveNext), Err(DisabledReason::NextStatusInactive));
    assert!(app.enabled(A::MoveTo).is_ok() && app.enabled(A::MovePrevious).is_ok());
}

#[test]
fn rejected_status_is_neither_column_nor_move_target() {
    let mut app = window();
    let before = app.pipeline.filtered().statuses();
    let mut deals = table();
    let row = deals.row(deals.find("c").unwrap()).unwrap().to_data();
    let mut asked = row.clone();
    asked.status = "nowhere".into();
    let until = test_now();
    deals.set_row(asked, Some(WriteState::Scheduled { until }));
    app.on_snapshot(Arc::new(snapshot(2, deals.clone())));
    assert!(
        app.pipeline.filtered().statuses().contains(&"nowhere".to_owned()),
        "the deal is shown in its requested status"
    );
    // After the rejection the deal has its old status, but the table still knows the new code.
    deals.set_row(row, None);
    app.on_snapshot(Arc::new(snapshot(3, deals)));
    assert_eq!(app.pipeline.filtered().statuses(), before);
    let shown: usize = app.pipeline.filtered().columns.iter().map(|column| column.rows.len()).sum();
    assert_eq!(shown, app.pipeline.filtered().total);
    app.dispatch(Action::FocusDeal(id("c")), test_now());
    run(&mut app, &[A::MoveTo]);
    assert!(matches!(app.cx.overlay(), Overlay::Menu(menu) if menu.statuses == before));
}

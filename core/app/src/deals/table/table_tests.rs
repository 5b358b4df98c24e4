//! The table, its columns, and set-aside board columns.

use crate::dataset::column::{DealColumn, MAX_SORT_KEYS};
use crate::deals::table::table::TableViewport;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn table_and_board_share_focus_even_in_collapsed_columns() {
    let mut app = app();
    run(&mut app, &[A::FocusRight, A::ToggleTable]);
    assert_eq!((focus(&app), app.table.rows().len()), ("a", 5));
    run(&mut app, &[A::FocusLast]);
    assert_eq!(focus(&app), "e", "lost is folded on the board");
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(focus(&app), "e");
    assert!(!app.pipeline.board().collapsed.contains("lost"), "the column of the focused deal opens");
}

#[test]
fn column_width_changes_start_from_the_drawn_width() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    let drawn = |app: &App, column| {
        let place = app.table.columns.iter().position(|own| *own == column).unwrap();
        let layout = app.table.table_layout(&app.cx).columns.into_iter();
        let mut of = layout.filter(|(at, ..)| *at == place);
        of.next().map(|(_, _, width)| width)
    };
    // In a narrow table columns use close widths; the first column gets the spare space.
    for width in [78, 300] {
        app.table.set_table_viewport(TableViewport { rows: 10, width }, &mut app.cx);
        for column in [DealColumn::Status, DealColumn::Name] {
            let place = app.table.columns.iter().position(|own| *own == column).unwrap();
            app.dispatch(Action::FocusTableColumn(place), test_now());
            let before = drawn(&app, column).unwrap();
            run(&mut app, &[A::WidenColumn]);
            assert_eq!(app.table.column_width(column, &app.cx), before + 2, "{column:?} in {width}");
            run(&mut app, &[A::NarrowColumn, A::NarrowColumn]);
            assert_eq!(app.table.column_width(column, &app.cx), before - 2);
        }
        app.table.widths.clear();
    }
    // A width measured by the front end applies until the next measurement.
    app.table.set_drawn_columns(vec![(DealColumn::Status, 17)]);
    let place = app.table.columns.iter().position(|own| *own == DealColumn::Status);
    app.dispatch(Action::FocusTableColumn(place.unwrap()), test_now());
    run(&mut app, &[A::WidenColumn, A::WidenColumn]);
    assert_eq!(app.table.column_width(DealColumn::Status, &app.cx), 21);
}

#[test]
fn table_sorts_by_four_keys_and_focuses_first_row() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    app.dispatch(Action::SortBy { column: DealColumn::Kpi(KpiKey::Ltv), keep_previous: false }, test_now());
    let order = |app: &App| -> String {
        let rows = app.table.rows().iter();
        rows.map(|ix| app.cx.snapshot().deals.row(*ix).unwrap().id.to_owned()).collect()
    };
    assert_eq!((order(&app).get(..3), focus(&app)), (Some("adc"), "a"));
    app.dispatch(Action::SortBy { column: DealColumn::Kpi(KpiKey::Ltv), keep_previous: false }, test_now());
    assert_eq!((order(&app).get(..3), focus(&app)), (Some("cda"), "c"));
    app.dispatch(Action::SortBy { column: DealColumn::Kpi(KpiKey::Ltv), keep_previous: false }, test_now());
    assert!(app.table.sort.is_empty());
    for column in
        [DealColumn::Status, DealColumn::Owner, DealColumn::Class, DealColumn::Name, DealColumn::Age]
    {
        app.dispatch(Action::SortBy { column, keep_previous: true }, test_now());
    }
    assert_eq!(app.table.sort.len(), MAX_SORT_KEYS);
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap()).text;
    let named = DealColumn::Name.label(app.cx.lang(), true);
    assert!(text.contains(&named), "the replaced key is named: {text}");
    app.dispatch(Action::SetFilter("statut:sourcing".into()), test_now());
    assert_eq!(order(&app).len(), 2);
}

#[test]
fn deleted_deal_passes_table_focus_to_its_neighbour() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable, A::FocusDown]);
    let before = focus(&app).to_owned();
    let next = app.table.rows()[2];
    let next = app.cx.snapshot().deals.row(next).unwrap().id.to_owned();
    let mut deleted = table();
    deleted.remove(&before);
    app.on_snapshot(Arc::new(snapshot(2, deleted)));
    assert_eq!(focus(&app), next);
}

#[test]
fn column_picker_changes_columns_but_keeps_at_least_one() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable, A::ChooseColumns, A::FocusDown, A::ToggleLine]);
    assert!(!app.table.columns.contains(&DealColumn::Status));
    run(&mut app, &[A::LowerLine]);
    assert_eq!(app.table.columns[2], DealColumn::Class, "the class is below the owner");
    run(&mut app, &[A::FocusLast, A::ToggleLine]);
    let last = *app.table.columns.last().unwrap();
    assert_eq!(app.cx.picker().map(|picker| app.table.choosable_columns()[picker.selected]), Some(last));
    let width = app.table.column_width(last, &app.cx);
    run(&mut app, &[A::WidenColumn]);
    assert_eq!(app.table.column_width(last, &app.cx), width + 2);
    for _ in 0..40 {
        run(&mut app, &[A::FocusFirst, A::ToggleLine]);
    }
    assert_eq!(app.table.columns.len(), 1);
}

#[test]
fn empty_columns_give_their_place_while_others_hold_something() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    let aside: Vec<bool> = (0..app.pipeline.filtered().columns.len())
        .map(|at| app.pipeline.is_collapsed_or_empty(at, &app.cx))
        .collect();
    let open: Vec<&str> = app
        .pipeline
        .filtered()
        .columns
        .iter()
        .zip(&aside)
        .filter(|(_, aside)| !**aside)
        .map(|(column, _)| &*column.status)
        .collect();
    assert_eq!(open, ["ic"]);
    app.dispatch(Action::SetFilter("rien du tout".into()), test_now());
    assert!(!app.pipeline.is_empty_column(0, &app.cx), "without any shown deal, no column counts as empty");
}

#[test]
fn window_table_copies_a_cell_or_a_range() {
    let mut app = app();
    app.cx.options.split_view = true;
    let output = act(&mut app, &[A::ToggleTable, A::FocusFirst, A::FocusRight, A::Copy]);
    let column = app.table.focused_column().unwrap();
    let row = app.pipeline.focused_row(&app.cx).unwrap();
    let shown = crate::deals::table::queries::cell_text(&app.cx, &row, column).unwrap();
    let id = row.id.to_owned();
    let copied = output.copied().unwrap();
    assert_eq!(copied, shown);
    assert_ne!(copied, id);
    run(&mut app, &[A::SelectDown, A::SelectDown]);
    assert_eq!(app.table.cell_range().unwrap().size(), (3, 1));
    let output = act(&mut app, &[A::Copy]);
    assert_eq!(output.copied().unwrap().lines().count(), 4, "a head and three rows");
}

#[test]
fn sorting_the_table_scrolls_to_the_first_row() {
    for by_key in [false, true] {
        let mut app = app();
        app.table.set_table_viewport(TableViewport { rows: 2, width: 80 }, &mut app.cx);
        run(&mut app, &[A::ToggleTable, A::FocusLast]);
        let ltv = DealColumn::Kpi(KpiKey::Ltv);
        let at = app.table.columns.iter().position(|column| *column == ltv).unwrap();
        if by_key {
            app.dispatch(Action::FocusTableColumn(at), test_now());
            run(&mut app, &[A::SortColumn]);
        } else {
            let by = Action::SortBy { column: ltv, keep_previous: false };
            app.dispatch(by, test_now());
        }
        assert_eq!((focus(&app), app.table.first()), ("a", 0));
    }
}

#[test]
fn keys_scroll_the_window_activity_without_pending_writes() {
    let mut app = app();
    app.cx.options.split_view = true;
    app.dispatch(Action::Show(Screen::Activity), test_now());
    run(&mut app, &[A::FocusDown, A::PageDown]);
    assert!(app.cx.scroll() > 1);
    run(&mut app, &[A::FocusFirst]);
    assert_eq!(app.cx.scroll(), 0);
}

#[test]
fn table_shows_the_board_order_until_sorted_itself() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    let messages = |app: &App| crate::deals::table::view::table::order_text(app);
    let marks = |app: &App| -> Vec<(DealColumn, (usize, bool))> {
        let heads = crate::deals::table::view::table::header_cells(app).into_iter();
        heads.filter_map(|header| Some((header.column, header.sort_position?))).collect()
    };
    assert!(marks(&app).is_empty(), "no sort mark without sorting");
    app.dispatch(Action::SortBoard(DealColumn::Class), test_now());
    assert_eq!(marks(&app), [(DealColumn::Status, (1, false)), (DealColumn::Class, (2, false))]);
    assert!(messages(&app).contains("Classe") && messages(&app).contains('↑'), "{}", messages(&app));
    app.dispatch(Action::SortBy { column: DealColumn::Name, keep_previous: false }, test_now());
    assert_eq!(marks(&app), [(DealColumn::Name, (1, false))]);
}

#[test]
fn cell_edit_opens_in_place_or_explains_why_not() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    let at = |app: &mut App, column: DealColumn| {
        let place = app.table.columns.iter().position(|own| *own == column).unwrap();
        app.dispatch(Action::FocusTableColumn(place), test_now());
        let before = app.enabled(A::EditInPlace);
        run(app, &[A::EditInPlace]);
        let opened = app.cx.overlay().clone();
        app.dispatch(Action::CloseOverlay, test_now());
        (before, opened)
    };
    for (column, reason) in [
        (DealColumn::Age, DisabledReason::AgeComputed),
        (DealColumn::Kpi(KpiKey::Ltv), DisabledReason::MetricComputed),
        (DealColumn::Name, DisabledReason::FieldReadOnly),
    ] {
        let (enabled, opened) = at(&mut app, column);
        assert_eq!((enabled, opened), (Err(reason), Overlay::None), "{column:?}");
        let messages = crate::text::Messages::new(Lang::En);
        assert!(messages.get(reason.key()).starts_with("read-only, "), "{reason:?}");
    }
    let (enabled, opened) = at(&mut app, DealColumn::Owner);
    assert_eq!(enabled, Ok(()));
    assert!(matches!(opened, Overlay::Form(form) if form.fields[0].name == "responsable"));
    assert!(matches!(at(&mut app, DealColumn::Status).1, Overlay::Menu(_)));
}

#[test]
fn filter_without_the_focused_deal_focuses_its_first_match() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, &[A::FocusFirst]);
    app.dispatch(Action::SetFilter(String::new()), test_now());
    assert_eq!((focus(&app), app.table.index()), ("a", 2), "the focus stays on the deal");
    app.dispatch(Action::SetFilter("statut:sourcing".into()), test_now());
    assert_eq!((focus(&app), app.table.index()), ("c", 0));
    // On the board, too, the focus starts at the top of the filtered cards.
    run(&mut app, &[A::ToggleTable, A::FocusLast]);
    assert_eq!(focus(&app), "d");
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    assert_eq!(focus(&app), "a");
}

#[test]
fn open_deal_position_counts_within_table_or_column() {
    let mut app = app();
    app.dispatch(Action::SetFilter("ltv>50%".into()), test_now());
    let column = DealColumn::Kpi(KpiKey::Ltv);
    run(&mut app, &[A::ToggleTable]);
    app.dispatch(Action::SortBy { column, keep_previous: false }, test_now());
    run(&mut app, &[A::Open]);
    let place = |app: &App| crate::changes::deal::view::deal::deal_view(app).unwrap().position;
    let mut places = vec![place(&app)];
    for _ in 0..2 {
        run(&mut app, &[A::NextDeal]);
        places.push(place(&app));
    }
    let message: Vec<&str> = places.iter().map(String::as_str).collect();
    assert_eq!(message, ["1 sur 3 du tableau", "2 sur 3 du tableau", "3 sur 3 du tableau"]);
    run(&mut app, &[A::Back, A::ToggleTable, A::Open]);
    assert_eq!(place(&app), "1 sur 2", "on the board, in its column");
}

#[test]
fn choose_columns_key_on_the_board_names_the_table() {
    let mut app = app();
    assert_eq!(app.enabled(ActionId::ChooseColumns), Err(DisabledReason::TableOnly));
    run(&mut app, &[ActionId::ChooseColumns]);
    let text = app.cx.toasts().last().map(|toast| toast.content.clone());
    let (id, reason) = (Some(ActionId::ChooseColumns), DisabledReason::TableOnly.key());
    assert_eq!(text, Some(ToastContent::disabled(id, reason)));
    run(&mut app, &[ActionId::ToggleTable]);
    assert_eq!(app.enabled(ActionId::ChooseColumns), Ok(()));
}

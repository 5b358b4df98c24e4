use super::*;
use crate::contract::ids::DealId;
use crate::deals::table::view::groups::grouping_text;
use crate::deals::table::view::table::{LineView, table_lines};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::*;
use crate::shell::view::screen_reader;
use std::sync::Arc;

/// Returns the lines as text, the focused one in brackets.
fn lines(app: &App) -> Vec<String> {
    let lines = table_lines(app, 0..app.table.line_count()).into_iter().map(|line| match line {
        LineView::Deal(row) if row.focused => format!("[{}]", row.id.as_str()),
        LineView::Deal(row) => row.id.as_str().to_owned(),
        LineView::Heading(heading) => {
            let mark = if heading.collapsed { "+" } else { "-" };
            let text = format!("{mark}{}{}", " ".repeat(heading.depth), heading.name);
            if heading.focused { format!("[{text}]") } else { text }
        }
    });
    lines.collect()
}

fn grouped(columns: &[DealColumn]) -> App {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    for column in columns {
        focus_column(&mut app, *column);
        run(&mut app, &[A::GroupColumn]);
    }
    app
}

fn focus_column(app: &mut App, column: DealColumn) {
    let at = app.table.columns.iter().position(|shown| *shown == column).unwrap();
    app.dispatch(Action::FocusTableColumn(at), test_now());
}

const BY_STATUS: [&str; 8] =
    ["-Sourcing", "[c]", "d", "-Comité d’investissement", "a", "b", "-Sans suite", "e"];

#[test]
fn headings_stand_above_their_deals_and_collapse() {
    let mut app = grouped(&[DealColumn::Status]);
    assert_eq!(lines(&app), BY_STATUS);
    run(&mut app, &[A::FocusFirst, A::Open]);
    assert_eq!(lines(&app)[..3], ["[+Sourcing]", "-Comité d’investissement", "a"]);
    assert_eq!(run(&mut app, &[A::MoveTo]).len(), 0, "a heading has no deal to move");
    assert!(screen_reader::lines(&app).contains(&"Sourcing – 2 · 40\u{a0}%".to_owned()));
    run(&mut app, &[A::FocusDown, A::FocusDown, A::CollapseGroup]);
    assert_eq!(lines(&app), ["+Sourcing", "[+Comité d’investissement]", "-Sans suite", "e"]);
    run(&mut app, &[A::CollapseGroups]);
    assert_eq!(lines(&app).len(), 3);
    run(&mut app, &[A::CollapseGroups, A::Open]);
    assert_eq!(lines(&app)[..4], ["-Sourcing", "c", "d", "[+Comité d’investissement]"]);
    focus_column(&mut app, DealColumn::Status);
    run(&mut app, &[A::GroupColumn]);
    assert_eq!(lines(&app).len(), 5);
}

#[test]
fn selected_heading_selects_its_deals() {
    let mut app = grouped(&[DealColumn::Status]);
    run(&mut app, &[A::FocusFirst, A::Open, A::SelectDeal]);
    assert_eq!(selected(&app), "cd", "collapsed deals are selected, too");
    run(&mut app, &[A::SelectDeal]);
    assert_eq!(selected(&app), "");
}

#[test]
fn focused_heading_survives_changes_and_filters() {
    let mut app = grouped(&[DealColumn::Owner, DealColumn::Status]);
    run(&mut app, &[A::FocusFirst, A::FocusDown, A::FocusDown, A::FocusDown, A::FocusDown]);
    assert_eq!(app.table.focused_group().map(|group| group.codes.join("/")), Some("A. Martin/ic".into()));
    let mut deals = table();
    deals.remove("c");
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    assert_eq!(lines(&app)[..4], ["-A. Martin", "- Sourcing", "d", "[- Comité d’investissement]"]);
    app.dispatch(Action::SetFilter("status:lost".into()), test_now());
    assert_eq!(lines(&app), ["[-A. Martin]", "- Sans suite", "e"]);
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(focus(&app), "e", "the board has no headings");
}

#[test]
fn neighbours_of_an_open_deal_skip_headings() {
    let mut app = grouped(&[DealColumn::Status]);
    app.dispatch(Action::OpenDeal(DealId::new("d").unwrap()), test_now());
    run(&mut app, &[A::NextDeal]);
    assert_eq!(focus(&app), "a");
    run(&mut app, &[A::PreviousDeal, A::PreviousDeal, A::PreviousDeal]);
    assert_eq!(focus(&app), "c", "no deal precedes it");
}

#[test]
fn headings_show_the_chosen_statistic() {
    let mut app = grouped(&[DealColumn::Status]);
    let cell = |app: &App| {
        let ltv = app.table.columns.iter().position(|column| column.name() == "ltv").unwrap();
        let lines = table_lines(app, 0..1);
        let Some(LineView::Heading(heading)) = lines.first() else { panic!("no heading") };
        (heading.count.clone(), heading.cells[ltv].clone())
    };
    assert_eq!(cell(&app), ("2 · 40\u{a0}%".into(), "66,5\u{a0}%".into()));
    run(&mut app, &[A::GroupStatistic, A::GroupStatistic, A::GroupStatistic]);
    assert_eq!(cell(&app).1, "58,0\u{a0}%");
    assert_eq!(grouping_text(&app), "Statut (Minimum)");
    run(&mut app, &[A::GroupStatistic, A::GroupStatistic]);
    assert_eq!(cell(&app).1, "", "a share of ratios has no meaning");
    run(&mut app, &[A::GroupStatistic]);
    assert_eq!(cell(&app).1, "100\u{a0}%");
    run(&mut app, &[A::GroupStatistic]);
    assert_eq!(grouping_text(&app), "Statut");
    app.dispatch(Action::SetFilter("status:ic,lost".into()), test_now());
    assert_eq!(cell(&app).0, "2 · 67\u{a0}%", "rounded as in the header of the board");
}

#[test]
fn grouping_is_kept_across_restarts_and_in_views() {
    let mut app = grouped(&[DealColumn::Class, DealColumn::Status]);
    run(&mut app, &[A::SaveView]);
    let effects = type_name(&mut app, "Par classe");
    save_effects(&mut app, &effects);
    run(&mut app, &[A::GroupColumn]);
    assert!(app.views.is_modified(&app.table, &app.pipeline));
    app.dispatch(Action::OpenView("Par classe".into()), test_now());
    assert_eq!(app.pipeline.board_layout().grouping().to_string(), "classe_actif,status");
    let session = app.views.session_to_save(&app.table, &app.pipeline, &app.cx);
    let text = toml::to_string(&session).unwrap();
    let mut later =
        app_with(Snapshot { settings: Some(settings(&[("session", &text)])), ..snapshot(1, table()) });
    assert_eq!(grouping_text(&later), grouping_text(&app));
    later.dispatch(Action::OpenView(String::new()), test_now());
    assert!(later.table.shows_table());
}

#[test]
fn palette_groups_by_named_columns() {
    for (line, grouping) in [
        ("group by class", "classe_actif"),
        ("grouper par classe, statut", "classe_actif,status"),
        ("group owner status", "responsable,status"),
        ("grouper par rien", ""),
    ] {
        let mut app = grouped(&[DealColumn::Status]);
        run(&mut app, &[A::Palette]);
        app.dispatch(Action::SetText(line.into()), test_now());
        run(&mut app, &[A::Open]);
        assert_eq!(app.pipeline.board_layout().grouping().to_string(), grouping, "{line}");
    }
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(app.enabled(A::GroupColumn), Err(DisabledReason::NotACode), "the name has the focus");
    assert_eq!(app.enabled(A::CollapseGroup), Err(DisabledReason::NotGrouped));
}

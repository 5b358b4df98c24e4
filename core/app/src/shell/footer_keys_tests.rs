//! Tests of the footer's hints, and of the message for a key without a meaning.

use crate::changes::bulk::model::BulkStage;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::snapshot::{ConnectionState, Snapshot};
use crate::screens::inbox::inbox::ALERTS;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::shell::view::footer_keys::hints;
use crate::tools::toasts::view::toast_view;

fn offered_actions(app: &App) -> Vec<ActionId> {
    hints(app).iter().map(|hint| hint.action).collect()
}

#[test]
fn collapsed_column_offers_expansion_and_no_move() {
    let mut app = app();
    run(&mut app, &[A::CollapseColumn]);
    assert!(app.pipeline.is_collapsed(app.pipeline.board().cursor.column));
    let here = offered_actions(&app);
    assert_eq!(here.first(), Some(&A::CollapseColumn));
    assert!(!here.contains(&A::MoveTo), "{here:?}");
    run(&mut app, &[A::CollapseColumn]);
    assert!(offered_actions(&app).contains(&A::MoveTo));
}

#[test]
fn alerts_pane_offers_only_its_own_actions() {
    let mut app = app();
    run(&mut app, &[A::ScreenNotifications]);
    app.dispatch(Action::FocusPane(ALERTS), test_now());
    let here = offered_actions(&app);
    assert!(!here.contains(&A::MarkAllRead), "disabled in this pane: {here:?}");
    assert!(here.contains(&A::AddIds) && here.contains(&A::Back), "{here:?}");
}

#[test]
fn key_of_the_board_has_another_action_in_the_table() {
    let mut app = app();
    let action = |app: &App| app.action_of(crate::foundation::input::key::Key::char('F'));
    assert!(matches!(action(&app), Some(Action::Run(A::ChooseMetric))));
    run(&mut app, &[A::ToggleTable]);
    assert_eq!((app.cx.screen(), app.table.context(&app.cx)), (Screen::Pipeline, Context::Table));
    assert!(matches!(action(&app), Some(Action::Run(A::ShowFrequency))));
    // Another key may be bound to the action of the board.
    app.dispatch(Action::NameScreens { id: A::ChooseMetric, screens: vec![Screen::Pipeline] }, test_now());
    let text = toast_view(&app, app.cx.toasts().last().expect("failed to find a toast")).text;
    assert!(text.ends_with("dans le kanban seulement"), "{text}");
}

#[test]
fn refresh_after_an_offline_start_reports_the_reason() {
    let mut app = app_with(Snapshot { connection: ConnectionState::OfflineMode, ..snapshot(1, table()) });
    assert_eq!(app.enabled(A::Refresh), Err(DisabledReason::StartedOffline));
    assert!(run(&mut app, &[A::Refresh]).is_empty());
    let text = toast_view(&app, app.cx.toasts().last().expect("failed to find a toast")).text;
    assert!(text.ends_with("démarré avec --offline"), "{text}");
}

#[test]
fn delete_key_confirms_and_deletes_the_selection() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::DeleteDeal]);
    assert!(app.bulk_change.is_deletion_planned(&app.cx));
    let text = crate::shell::view::picker::picker_view(&app)
        .expect("failed to find the bulk change")
        .summary
        .join(" ");
    assert!(text.contains("puis définitif"), "{text}");
    let deleted = run(&mut app, &[A::DeleteDeal]);
    let deletions = deleted.iter().filter(|effect| matches!(effect, Effect::Delete { .. }));
    assert!(deletions.count() > 1, "{deleted:?}");
    assert!(app.bulk_change.bulk().is_some_and(|bulk| bulk.stage() == BulkStage::Run));
}

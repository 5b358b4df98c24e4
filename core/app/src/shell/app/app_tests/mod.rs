//! Tests of user actions and their effects, without clock, files or network.

mod filter;
mod forms;

use crate::contract::DealId;
use crate::contract::ids::NotificationId;
use crate::deals::pipeline::board_state::BoardViewport;
use crate::foundation::cx::overlay::PaletteItem;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::effect::Effect;
use crate::model::pending_write::PendingWrite;
use crate::model::snapshot::{Coverage, Inbox, NotificationRow, Snapshot};
use crate::model::table::{ColumnStoreBuilder, DealTable, RowData, StatusSince, TimePrecision};
use crate::screens::inbox::inbox::LIST;
use crate::shell::action::Action;
use crate::shell::testing::test_now;
use crate::text::Lang;
use crate::tools::toasts::view::{toast_view, undo_label};
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use jiff::tz::TimeZone;

use super::*;

fn deal(id: &str, name: &str, status: &str, days: i64) -> RowData {
    let at = test_now() - SignedDuration::from_hours(24 * days);
    RowData {
        id: id.into(),
        name: name.into(),
        status: status.into(),
        owner: "A. Martin".into(),
        since: Some(StatusSince { at: at.as_second(), precision: TimePrecision::Received }),
        ..RowData::default()
    }
}

fn table() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in [
        deal("a", "Le Parc, Lyon", "ic", 12),
        deal("b", "Îlot Sainte-Croix, Metz", "ic", 10),
        deal("c", "Halle Vauban, Lille", "sourcing", 17),
    ] {
        builder.push(&row);
    }
    builder.finish()
}

fn snapshot(revision: u64, deals: DealTable) -> Snapshot {
    let notice = |id: &str, title: &str, read: bool| NotificationRow {
        id: NotificationId::new(id).unwrap(),
        title: title.into(),
        severity: String::new(),
        read,
        pending: false,
        rejected: false,
        created_at: None,
        first_seen: test_now(),
        local: None,
    };
    Snapshot {
        revision,
        coverage: Coverage {
            fetched: 3,
            total: Some(3),
            complete_at: Some(test_now()),
            syncing: false,
            in_unknown_status: 0,
            count_mismatch: false,
        },
        deals: Arc::new(deals),
        inbox: Arc::new(Inbox {
            items: vec![
                notice("n1", "LTV au-dessus du seuil – Le Parc, Lyon", false),
                notice("n2", "Pièce KYC expirée", false),
                notice("n3", "Reporting dû", true),
            ],
            ..Inbox::default()
        }),
        ..Snapshot::default()
    }
}

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), test_now());
    app.on_snapshot(Arc::new(snapshot(1, table())));
    app
}

fn run(app: &mut App, id: ActionId) -> Vec<Effect> {
    app.dispatch(Action::Run(id), test_now()).effects
}

fn focus(app: &App) -> &str {
    app.pipeline.board().cursor.deal.as_ref().map_or("", DealId::as_str)
}

fn status_of(effect: &Effect) -> (String, String) {
    let Effect::Update { fields, base, .. } = effect else { panic!("{effect:?} is not an update") };
    (base.text("status").unwrap().into_owned(), fields.text("status").unwrap().into_owned())
}

#[test]
fn first_focus_is_the_first_columns_oldest_card() {
    assert_eq!(focus(&app()), "c");
}

#[test]
fn focus_skips_empty_columns_and_goes_down_the_column() {
    let mut app = app();
    run(&mut app, ActionId::FocusRight);
    assert_eq!(focus(&app), "a");
    run(&mut app, ActionId::FocusDown);
    assert_eq!(focus(&app), "b");
    run(&mut app, ActionId::FocusDown);
    assert_eq!(focus(&app), "b", "the focus stops at the last card");
    run(&mut app, ActionId::FocusLeft);
    assert_eq!(focus(&app), "c");
}

#[test]
fn move_sends_only_the_status_with_its_base() {
    let mut app = app();
    let effects = run(&mut app, ActionId::MoveNext);
    assert_eq!(effects.len(), 1);
    assert_eq!(status_of(&effects[0]), ("sourcing".into(), "ic".into()));
    assert!(matches!(&effects[0], Effect::Update { undo_delay, label, .. }
        if *undo_delay == Duration::from_secs(8) && label == "Halle Vauban, Lille"));
    assert!(app.cx.toasts()[0].content.is_variant_of("moved-from"));
}

#[test]
fn second_move_starts_from_the_requested_status() {
    let mut app = app();
    run(&mut app, ActionId::MoveNext);
    let effects = run(&mut app, ActionId::MoveNext);
    assert_eq!(status_of(&effects[0]), ("ic".into(), "closing".into()));
    // Once the engine has handled both, the shown status counts again.
    let mut answered = snapshot(2, table());
    answered.handled = 2;
    app.on_snapshot(Arc::new(answered));
    let effects = run(&mut app, ActionId::MoveNext);
    assert_eq!(status_of(&effects[0]), ("sourcing".into(), "ic".into()));
}

#[test]
fn focus_follows_a_moved_card_after_refresh() {
    let mut app = app();
    let mut moved_table = table();
    moved_table.set_row(deal("c", "Halle Vauban, Lille", "closing", 0), None);
    app.on_snapshot(Arc::new(snapshot(2, moved_table)));
    assert_eq!(focus(&app), "c");
    assert_eq!(app.pipeline.filtered().columns[app.pipeline.board().cursor.column].status, "closing");
}

#[test]
fn removed_card_passes_focus_to_its_neighbour() {
    let mut app = app();
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    let mut without = table();
    without.remove("a");
    app.on_snapshot(Arc::new(snapshot(2, without)));
    assert_eq!(focus(&app), "b");
}

#[test]
fn undo_and_redo_swap_the_before_and_after_values() {
    let mut app = app();
    run(&mut app, ActionId::MoveNext);
    let undo = run(&mut app, ActionId::Undo);
    assert_eq!(status_of(&undo[0]), ("ic".into(), "sourcing".into()));
    assert!(matches!(&undo[0], Effect::Update { undo_delay, .. } if undo_delay.is_zero()));
    let redo = run(&mut app, ActionId::Redo);
    assert_eq!(status_of(&redo[0]), ("sourcing".into(), "ic".into()));
    assert_eq!(app.enabled(ActionId::Redo), Err(DisabledReason::NothingToRedo));
}

#[test]
fn redo_shows_a_toast_without_a_pending_write() {
    let mut app = app();
    run(&mut app, ActionId::MoveNext);
    run(&mut app, ActionId::Undo);
    run(&mut app, ActionId::Redo);
    // The undo write was not sent yet, so undo and redo cancel out.
    app.on_snapshot(Arc::new(Snapshot { handled: app.cx.submitted, ..snapshot(2, table()) }));
    let kinds: Vec<&ToastContent> = app.cx.toasts().iter().map(|toast| &toast.content).collect();
    assert!(
        matches!(&kinds[..], [content] if content.is_variant_of("redone") && content.sends.is_none()),
        "{kinds:?}"
    );
    app.tick(test_now() + Duration::from_secs(5));
    assert!(app.cx.toasts().is_empty(), "the toast is short-lived");
}

#[test]
fn undo_label_names_the_deal_when_toast_differs() {
    let mut app = app();
    run(&mut app, ActionId::MoveNext);
    app.dispatch(Action::FocusDeal(DealId::new("b").unwrap()), test_now());
    run(&mut app, ActionId::MoveNext);
    let reported = |app: &App| {
        let newest = app.cx.toasts().last().unwrap();
        (toast_view(app, newest).undoable, toast_view(app, newest).undo_affects_other)
    };
    assert_eq!(reported(&app), (true, false));
    run(&mut app, ActionId::Undo);
    assert_eq!(reported(&app), (false, true));
    assert_eq!(undo_label(&app, 80).as_deref(), Some("annuler « Halle Vauban, Lille »"));
    assert_eq!(undo_label(&app, 24).as_deref(), Some("annuler « Halle Vauba… »"));
    assert_eq!(undo_label(&app, 18), None);
    run(&mut app, ActionId::Undo);
    assert_eq!(reported(&app), (false, false), "no change is left to undo");
}

#[test]
fn disabled_action_does_nothing_and_reports_the_reason() {
    let mut app = app();
    assert_eq!(app.enabled(ActionId::MovePrevious), Err(DisabledReason::FirstStatus));
    assert_eq!(run(&mut app, ActionId::MovePrevious), []);
    assert_eq!(
        app.cx.toasts()[0].content,
        ToastContent::disabled(Some(ActionId::MovePrevious), "reason-first-status")
    );
    assert_eq!(app.enabled(ActionId::Undo), Err(DisabledReason::NothingToUndo));
    assert_eq!(app.enabled(ActionId::MarkRead), Err(DisabledReason::NotHere));
}

#[test]
fn shrunken_column_is_not_scrolled_past_its_end() {
    let mut builder = ColumnStoreBuilder::default();
    for n in 0..20 {
        builder.push(&deal(&format!("d{n:02}"), &format!("Deal {n:02}"), "ic", 40 - n));
    }
    let full = builder.finish();
    let mut app = app();
    app.on_snapshot(Arc::new(snapshot(2, full.clone())));
    app.pipeline.set_viewport(BoardViewport { columns: 4, cards: 5, lines: 20 }, &mut app.cx);
    run(&mut app, ActionId::FocusLast);
    assert_eq!(app.pipeline.board().scroll_offset("ic"), 15);
    let mut fewer = full;
    for n in 0..10 {
        fewer.remove(&format!("d{n:02}"));
    }
    app.on_snapshot(Arc::new(snapshot(3, fewer)));
    assert_eq!(app.pipeline.board().scroll_offset("ic"), 5);
}

#[test]
fn swimlane_drop_changes_status_and_owner_in_one_write() {
    let mut app = app();
    let deal = app.pipeline.board().cursor.deal.clone().unwrap();
    let drop = |status: &str, owner: &str| Action::MoveToSwimlane {
        deal: deal.clone(),
        status: status.into(),
        owner: owner.into(),
    };
    let here = app.pipeline.focused_row(&app.cx).unwrap().status.to_owned();
    let effects = app.dispatch(drop("closing", "J. Roux"), test_now());
    let [Effect::Update { fields, base, .. }] = &effects.effects[..1] else { panic!("{effects:?}") };
    assert_eq!(fields.text("status").as_deref(), Some("closing"));
    assert_eq!(fields.text("responsable").as_deref(), Some("J. Roux"));
    assert_eq!(base.text("responsable").as_deref(), Some("A. Martin"));
    run(&mut app, ActionId::Undo);
    let effects = app.dispatch(drop(&here, "J. Roux"), test_now());
    let [Effect::Update { fields, .. }, ..] = &effects.effects[..] else { panic!("{effects:?}") };
    assert!(fields.text("status").is_none(), "in its column only the owner changes");
    assert!(app.dispatch(drop(&here, "A. Martin"), test_now()).effects.is_empty());
}

#[test]
fn marking_read_focuses_next_and_focusing_marks_nothing() {
    let mut app = app();
    run(&mut app, ActionId::ScreenNotifications);
    run(&mut app, ActionId::FocusDown);
    run(&mut app, ActionId::FocusUp);
    let effects = run(&mut app, ActionId::MarkRead);
    assert!(matches!(&effects[0], Effect::MarkRead { ids, .. } if ids.len() == 1 && ids[0].as_str() == "n1"));
    let mut marked = snapshot(2, table());
    Arc::make_mut(&mut marked.inbox).items[0].read = true;
    app.on_snapshot(Arc::new(marked));
    assert_eq!(app.inbox.focused_notification(&app.cx).map(|row| row.id.as_str()), Some("n2"));
}

#[test]
fn marking_all_arms_first_and_disarms_by_itself() {
    let mut app = app();
    run(&mut app, ActionId::ScreenNotifications);
    assert_eq!(run(&mut app, ActionId::MarkAllRead), []);
    assert!(app.inbox.armed_until.is_some());
    let heard = crate::shell::view::screen_reader::lines(&app).join("\n");
    assert!(
        heard.contains("Marquer 2 comme lues, Encore X pour confirmer, Échap annuler, annulation à "),
        "{heard}"
    );
    app.tick(test_now() + SignedDuration::from_secs(7));
    assert!(app.inbox.armed_until.is_none());
    assert_eq!(
        app.cx.toasts().last().map(|toast| &toast.content),
        Some(&ToastContent::new("toast-nothing-marked"))
    );
    run(&mut app, ActionId::MarkAllRead);
    let effects = run(&mut app, ActionId::MarkAllRead);
    assert!(matches!(&effects[0], Effect::MarkRead { ids, .. } if ids.len() == 2));
}

#[test]
fn mark_all_read_is_disabled_outside_the_list_pane() {
    let mut app = app();
    run(&mut app, ActionId::ScreenNotifications);
    assert_eq!(app.enabled(ActionId::MarkAllRead), Ok(()));
    run(&mut app, ActionId::NextPane);
    assert_ne!(app.cx.pane(), LIST);
    assert_eq!(app.enabled(ActionId::MarkAllRead), Err(DisabledReason::ListOnly));
    run(&mut app, ActionId::MarkAllRead);
    assert!(app.inbox.armed_until.is_none());
}

#[test]
fn the_palette_finds_actions_deals_and_screens_without_accents() {
    let mut app = app();
    run(&mut app, ActionId::Palette);
    app.dispatch(Action::SetText("ilot".into()), test_now());
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
    assert!(matches!(&palette.items[0], PaletteItem::Deal { id, .. } if id.as_str() == "b"));
    let effects = run(&mut app, ActionId::Open);
    assert_eq!(effects, [Effect::LoadDeal(DealId::new("b").unwrap())]);
    assert_eq!(app.cx.screen(), Screen::Deal);
}

#[test]
fn palette_finds_the_outbox_by_every_name() {
    for word in ["outbox", "file d’envoi", "conflit"] {
        let mut app = app();
        run(&mut app, ActionId::Palette);
        app.dispatch(Action::SetText(word.into()), test_now());
        let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
        let found = palette.items.contains(&PaletteItem::Screen(Screen::Activity));
        assert!(found, "{word}: {:?}", palette.items);
    }
}

#[test]
fn idle_app_wakes_only_when_its_freshness_text_changes() {
    let mut app = app();
    assert_eq!(app.next_tick(), Some(Duration::from_mins(5)));
    app.tick(test_now() + SignedDuration::from_secs(130));
    assert_eq!(app.next_tick(), Some(Duration::from_secs(170)));
    run(&mut app, ActionId::MoveNext);
    assert!(app.next_tick().unwrap() <= Duration::from_secs(1), "a countdown runs");
}

#[test]
fn every_action_runs_on_every_screen_without_deals() {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    for &screen in Screen::ALL {
        for spec in ACTIONS {
            let mut app = App::new(Options::new(Lang::En, keymap.clone(), TimeZone::UTC), test_now());
            app.dispatch(Action::Show(screen), test_now());
            app.dispatch(Action::Run(spec.id), test_now());
        }
    }
}

#[test]
fn deal_screen_key_opens_the_focused_deal() {
    let mut app = app();
    run(&mut app, ActionId::Open);
    let first = app.pipeline.opened_deal().cloned();
    run(&mut app, ActionId::ScreenPipeline);
    run(&mut app, ActionId::FocusRight);
    let focused = app.pipeline.board().cursor.deal.clone();
    assert_ne!(focused, first);
    run(&mut app, ActionId::ScreenPortfolio);
    run(&mut app, ActionId::ScreenDeal);
    assert_eq!(app.pipeline.opened_deal().cloned(), focused);
}

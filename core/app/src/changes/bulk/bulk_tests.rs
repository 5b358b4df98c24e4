//! Bulk changes, the availability of their keys, and the focus after a move.

use crate::contract::{DealId, Fields};
use crate::foundation::cx::bulk_row::{BulkOp, BulkState};
use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Context;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::effect::Effect;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn bulk_move_shows_its_plan_then_schedules_staggered_writes() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    let nothing = run(&mut app, &[A::Open]);
    assert!(sent_updates(&nothing).is_empty());
    let bulk = app.bulk_change.bulk().unwrap();
    assert_eq!(bulk.op, BulkOp::Status("ic".into()));
    let counts = bulk.counts();
    assert_eq!((counts.planned, counts.skipped), (3, 2));
    let asked = sent_updates(&run(&mut app, &[A::Open]));
    let ids: String = asked.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, "cde");
    assert!(asked.iter().all(|(_, value, _)| value == "\"ic\""));
    assert!(asked.windows(2).all(|pair| pair[0].2 < pair[1].2), "{asked:?}");
    assert!(asked[0].2 >= app.cx.options().undo_delay);
    assert!(app.pipeline.selection().is_empty());
    let back = sent_updates(&run(&mut app, &[A::Back, A::Undo]));
    assert_eq!(back.len(), 3);
    assert_eq!(sent_updates(&run(&mut app, &[A::Redo])).len(), 3);
}

/// One way to move what is selected.
type Move = fn(&mut App) -> Vec<Effect>;

/// Moves the selection to the second column's status, in each available way, after `select`. With `split_view`, the
/// front end is the window.
fn moved_both_ways(split_view: bool, select: impl Fn(&mut App)) -> Vec<(&'static str, bool, usize)> {
    let deal = || DealId::new("c").unwrap();
    let ways: [(&'static str, Move); 5] = [
        ("key", |app| run(app, &[A::MoveNext])),
        ("menu", |app| {
            run(app, &[A::MoveTo]);
            let Overlay::Menu(menu) = app.cx.overlay() else { panic!("no menu") };
            let at = menu.statuses.iter().position(|status| status == "ic").unwrap();
            app.dispatch(Action::FocusOverlayLine(at), test_now());
            run(app, &[A::Open])
        }),
        ("grab", |app| run(app, &[A::Grab, A::FocusRight, A::Open])),
        ("palette", |app| {
            app.run_command(crate::foundation::cx::overlay_types::PaletteCommand::Move("ic".into()))
        }),
        ("pointer", |app| {
            let deal = app.pipeline.board().cursor.deal.clone().unwrap();
            let status = "ic".to_owned();
            let drop = if app.drags_selection(&deal) {
                Action::MoveSelected { status, owner: None }
            } else {
                Action::MoveDeal { deal, status }
            };
            app.dispatch(drop, test_now()).effects
        }),
    ];
    // Cards can be grabbed only in the window.
    let ways = ways.into_iter().filter(|(name, _)| split_view || *name != "grab");
    let moved = ways.map(|(name, go)| {
        let keymap =
            Keymap::defaults(if split_view { FrontEnd::Window } else { FrontEnd::Terminal }).unwrap();
        let mut options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
        options.split_view = split_view;
        let mut app = App::new(options, test_now());
        app.on_snapshot(Arc::new(snapshot(1, table())));
        app.dispatch(Action::FocusDeal(deal()), test_now());
        select(&mut app);
        let requested = sent_updates(&go(&mut app)).len();
        let shown = matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Bulk);
        (name, shown, requested)
    });
    moved.collect()
}

#[test]
fn group_moves_confirm_alike_for_every_input() {
    let toggle = |deals: &'static str| {
        move |app: &mut App| {
            for deal in deals.split(' ') {
                app.dispatch(Action::ToggleSelected(DealId::new(deal).unwrap()), test_now());
            }
        }
    };
    for (beside, deals, shown, asked) in
        [(true, "c d", false, 2), (false, "c d", true, 0), (true, "c", false, 1), (false, "c", false, 1)]
    {
        for (direction, first, updates) in moved_both_ways(beside, toggle(deals)) {
            assert_eq!((first, updates), (shown, asked), "{deals} by {direction}, beside: {beside}");
        }
    }
}

#[test]
fn undo_works_over_bulk_progress_but_not_a_plan() {
    let mut app = app();
    run(&mut app, &[A::MoveNext, A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open]);
    assert_eq!(app.enabled(A::Undo), Err(DisabledReason::CloseFirst), "a plan must not be undoable");
    assert!(sent_updates(&run(&mut app, &[A::Undo])).is_empty());
    run(&mut app, &[A::Open, A::ShowBulk]);
    assert!(matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Bulk));
    let asked = app.bulk_change.bulk().unwrap().counts().submitted();
    assert_eq!(sent_updates(&run(&mut app, &[A::Undo])).len(), asked);
    let keys = app.cx.options().keymap.keys(Context::Bulk, A::Redo);
    assert!(!keys.is_empty(), "the bulk list must have keys for undo and redo");
    assert_eq!(sent_updates(&run(&mut app, &[A::Redo])).len(), asked);
}

#[test]
fn undo_works_under_forms_but_not_under_lists() {
    for opened in [A::EditDeal, A::MoveTo, A::Filter, A::Palette, A::Help] {
        let mut app = app();
        run(&mut app, &[A::MoveNext, opened]);
        let over = app.cx.overlay().clone();
        assert_ne!(over, Overlay::None, "{opened:?}");
        let back = sent_updates(&run(&mut app, &[A::Undo]));
        assert_eq!(back.len(), 1, "{opened:?}");
        assert_eq!(app.cx.overlay(), &over, "the overlay stays open");
        assert_eq!(sent_updates(&run(&mut app, &[A::Redo])).len(), 1, "{opened:?}");
    }
    let mut app = app();
    run(&mut app, &[A::MoveNext, A::CopyAs]);
    assert_ne!(app.cx.overlay(), &Overlay::None);
    assert!(sent_updates(&run(&mut app, &[A::Undo])).is_empty());
    let message = app.cx.toasts().last().map(|toast| &toast.content);
    let reason = DisabledReason::CloseFirst.key();
    assert!(message.is_some_and(|content| content.disabled_reason() == Some(reason)), "{message:?}");
}

#[test]
fn bulk_dry_run_lists_changing_deals_before_skipped_ones() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open]);
    let bulk = app.bulk_change.bulk().unwrap();
    let skipped: Vec<bool> = (0..bulk.len())
        .filter_map(|at| bulk.row(at))
        .map(|row| matches!(row.state, BulkState::Skipped(_)))
        .collect();
    assert!(skipped.is_sorted() && skipped.contains(&true) && skipped.contains(&false), "{skipped:?}");
}

#[test]
fn cancelled_bulk_plan_sends_nothing_and_keeps_the_selection() {
    let mut app = app();
    let effects = run(&mut app, &[A::SelectDeal, A::DeleteDeal, A::Back]);
    assert!(effects.iter().all(|effect| matches!(effect, Effect::SaveSetting { .. })));
    assert!(app.bulk_change.bulk().is_none() && selected(&app) == "c");
}

pub(crate) fn pending(id: i64, record: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: record.into(),
        label: String::new(),
        fields: Fields::new(),
        base: Fields::new(),
        state,
        attempts: 0,
        created_at: test_now(),
        key: format!("k{id}"),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

pub(crate) fn forbidden() -> WriteProblem {
    WriteProblem {
        recovered: false,
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".into(),
        detail: "no".into(),
        scope: Some("deals:write".into()),
        route_id: None,
        reason_code: None,
        request_id: None,
    }
}

pub(crate) fn start_move(app: &mut App) -> u64 {
    run(app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(app, &[A::Open, A::Open]);
    app.bulk_change.bulk().unwrap().submitted_seq
}

#[test]
fn bulk_rows_show_the_outcome_of_each_write() {
    let mut app = app();
    let handled = start_move(&mut app);
    let scheduled_state = WriteState::Scheduled { until: test_now() };
    let mut deals = table();
    deals.set_row(deal("c", "Halle", "ic", 0, None), None);
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(
            vec![pending(2, "d", WriteState::Rejected(forbidden().into())), pending(3, "e", scheduled_state)]
                .into(),
        ),
        ..snapshot(2, deals.clone())
    }));
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.done, counts.failed, counts.waiting), (1, 1, 1));
    let retried = run(&mut app, &[A::RetryBulk]);
    assert!(retried.contains(&Effect::Retry(WriteId(2))));
    let stopped = run(&mut app, &[A::StopBulk]);
    let back = sent_updates(&stopped);
    assert_eq!(back, [("e".into(), "\"lost\"".into(), std::time::Duration::ZERO)]);
    app.on_snapshot(Arc::new(Snapshot { handled: handled + 10, ..snapshot(3, deals) }));
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.done, counts.cancelled, counts.waiting), (1, 2, 0), "d was dropped elsewhere");
    assert!(app.bulk_change.bulk().unwrap().has_ended());
}

#[test]
fn partly_failed_bulk_change_names_first_failure_and_reason() {
    let mut app = app();
    let handled = start_move(&mut app);
    let mut deals = table();
    for (id, name) in [("c", "Halle"), ("e", "Quai")] {
        deals.set_row(deal(id, name, "ic", 0, None), None);
    }
    let rejected = pending(2, "d", WriteState::Rejected(forbidden().into()));
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(vec![rejected].into()),
        ..snapshot(2, deals)
    }));
    let bulk = app.bulk_change.bulk().unwrap();
    let rows = (0..bulk.len()).filter_map(|at| bulk.row(at));
    let failed = rows.into_iter().find(|row| matches!(row.state, BulkState::Rejected(..)));
    let name = failed.unwrap().label.clone();
    let message = app.cx.toasts().last().unwrap().clone();
    let counts = ["done", "failed"].map(|name| message.content.number_arg(name));
    assert_eq!((message.content.key, counts), ("toast-bulk-failed", [Some(2), Some(1)]));
    let text = crate::tools::toasts::view::toast_view(&app, &message).text;
    let reason = crate::foundation::presentation::problem::rejection_reason(app.cx.lang(), &forbidden());
    assert!(text.contains(&name), "{text}");
    let reason = reason.trim_end_matches('.').to_lowercase();
    assert!(text.to_lowercase().contains(&reason), "{text}: {reason}");
}

#[test]
fn bulk_result_after_undo_shows_the_current_status() {
    let mut app = app();
    let handled = start_move(&mut app);
    let mut moved = table();
    for id in ["c", "d", "e"] {
        let name = moved.row(moved.find(id).unwrap()).unwrap().name.to_owned();
        moved.set_row(deal(id, &name, "ic", 0, None), None);
    }
    let seen =
        |version, deals: &DealTable| Arc::new(Snapshot { handled, ..snapshot(version, deals.clone()) });
    let counts = |app: &App| {
        let counts = app.bulk_change.bulk().unwrap().counts();
        (counts.done, counts.changed_since)
    };
    app.on_snapshot(seen(2, &moved));
    assert_eq!(counts(&app), (3, 0));
    let mut back = moved.clone();
    back.set_row(deal("c", "Halle", "sourcing", 0, None), None);
    app.on_snapshot(seen(3, &back));
    assert_eq!(counts(&app), (2, 1));
    let picker = crate::shell::view::picker::picker_view(&app).unwrap();
    assert!(picker.summary[0].contains("1 modifié entre-temps"), "{:?}", picker.summary);
    let row = picker.lines.iter().find(|line| line.label.contains("Halle")).unwrap();
    assert_eq!(&*row.note, "→ Comité, maintenant Sourcing");
    // After the redo, the service has the change again.
    app.on_snapshot(seen(4, &moved));
    assert_eq!(counts(&app), (3, 0));
}

#[test]
fn bulk_writes_missing_from_the_snapshot_count_as_pending() {
    let mut app = app();
    start_move(&mut app);
    app.on_snapshot(Arc::new(snapshot(2, table())));
    assert_eq!(app.bulk_change.bulk().unwrap().counts().waiting, 3);
}

#[test]
fn early_bulk_stop_applies_once_outbox_entries_exist() {
    let mut app = app();
    let handled = start_move(&mut app);
    assert_eq!(sent_updates(&run(&mut app, &[A::StopBulk])), []);
    let scheduled = |id, deal| pending(id, deal, WriteState::Scheduled { until: test_now() });
    let writes = || Arc::new(vec![scheduled(1, "c"), scheduled(2, "d"), scheduled(3, "e")].into());
    let output = app.on_snapshot(Arc::new(Snapshot {
        handled: handled - 1,
        writes: writes(),
        ..snapshot(2, table())
    }));
    assert_eq!(output.effects, [], "some writes are not known yet");
    let output = app.on_snapshot(Arc::new(Snapshot { handled, writes: writes(), ..snapshot(3, table()) }));
    assert_eq!(sent_updates(&output.effects).len(), 3);
    assert_eq!(app.bulk_change.bulk().unwrap().counts().cancelled, 3);
    assert_eq!(app.cx.toasts().last().unwrap().content, ToastContent::counted("toast-bulk-stopped", 3));
    let output = app.on_snapshot(Arc::new(Snapshot { handled: handled + 3, ..snapshot(4, table()) }));
    assert_eq!(output.effects, [], "the stop runs once");
}

#[test]
fn missing_write_permission_disables_writes_until_refresh() {
    let mut app = app();
    let event = Event {
        seq: 1,
        kind: EventKind::Rejected {
            kind: WriteKind::Update,
            record: "a".into(),
            label: "Le Parc".into(),
            problem: forbidden(),
        },
    };
    app.on_snapshot(Arc::new(Snapshot { events: Arc::new(vec![event]), ..snapshot(2, table()) }));
    for id in [A::MoveNext, A::MoveTo, A::EditDeal, A::DeleteDeal, A::NewDeal] {
        assert_eq!(app.enabled(id), Err(DisabledReason::NoWritePermission), "{id:?}");
    }
    let offers_moves = |app: &App| {
        let hints = crate::shell::view::footer_keys::hints(app);
        hints.iter().any(|hint| [A::MoveTo, A::MovePrevious].contains(&hint.action))
    };
    assert!(!offers_moves(&app), "a hint names a key that would be refused");
    run(&mut app, &[A::Refresh]);
    assert_eq!(app.enabled(A::MoveNext), Ok(()));
    assert!(offers_moves(&app));
}

#[test]
fn focus_down_after_a_move_continues_at_the_origin() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "ic", 0, None), None);
    app.on_snapshot(Arc::new(snapshot(2, moved)));
    assert_eq!(focus(&app), "c", "the focus follows the card");
    run(&mut app, &[A::FocusDown]);
    assert_eq!(focus(&app), "d", "and then returns to the column it left");
    run(&mut app, &[A::FocusRight, A::FocusLeft]);
    assert_eq!(focus(&app), "d");
}

#[test]
fn bulk_change_undone_before_sending_is_reported_as_stopped() {
    let mut app = app();
    let handled = start_move(&mut app);
    run(&mut app, &[A::Undo]);
    app.on_snapshot(Arc::new(Snapshot { handled: handled + 10, ..snapshot(2, table()) }));
    assert_eq!(app.cx.toasts().last().unwrap().content, ToastContent::counted("toast-bulk-stopped", 3));
}

#[test]
fn bulk_toast_counts_down_to_the_first_scheduled_write() {
    let mut app = app();
    let handled = start_move(&mut app);
    let at = |tenths: i64| test_now() + jiff::SignedDuration::from_millis(tenths * 100);
    let scheduled = |id, deal, tenths| pending(id, deal, WriteState::Scheduled { until: at(tenths) });
    let text = |app: &App| app.cx.toasts().last().map(|toast| toast.until);
    let writes = vec![scheduled(1, "c", 90), scheduled(2, "d", 91), scheduled(3, "e", 92)];
    app.on_snapshot(Arc::new(Snapshot { handled, writes: Arc::new(writes.into()), ..snapshot(2, table()) }));
    assert_eq!(text(&app), Some(at(90)), "the outbox stored it later than it was made");
    assert_eq!(text(&app), app.bulk_change.bulk_sends_at(&app.cx));
    // Later entries do not extend the undo window.
    let writes = vec![scheduled(2, "d", 91), scheduled(3, "e", 92)];
    app.on_snapshot(Arc::new(Snapshot { handled, writes: Arc::new(writes.into()), ..snapshot(3, table()) }));
    assert_eq!(text(&app), Some(at(90)));
}

#[test]
fn bulk_toast_undoes_only_deals_not_changed_since() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open, A::Open, A::Back]);
    let begun = |app: &App| {
        let mut toasts = app.cx.toasts().iter();
        let toast = toasts.find(|toast| toast.content.is_bulk_start());
        toast.cloned()
    };
    app.table.focus_deal(&DealId::new("d").unwrap(), &mut app.pipeline, &mut app.cx);
    let newer = sent_updates(&run(&mut app, &[A::MoveNext]));
    assert_eq!(newer.len(), 1, "{newer:?}");
    app.cx.update_bulk_toast();
    let toast = begun(&app).expect("failed to find the bulk toast");
    assert_eq!(toast.content.number_arg("n"), Some(2), "{toast:?}");
    assert!(app.activity.is_separately_undoable(&toast, &app.cx), "the toast's own button undoes it");
    let back = sent_updates(&app.dispatch(Action::UndoToast(toast.id), test_now()).effects);
    let ids: String = back.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, "ce", "the newer change of the third deal remains");
    assert!(begun(&app).is_none());
    // Undo works newest first: the single move, then the rest of the bulk change.
    for _ in 0..2 {
        let back = sent_updates(&run(&mut app, &[A::Undo]));
        assert_eq!(back.len(), 1, "{back:?}");
        assert_eq!(back[0].0, "d");
    }
}

#[test]
fn bulk_deals_already_moved_by_others_count_as_skipped() {
    let mut app = app();
    let handled = start_move(&mut app);
    let skipped = app.bulk_change.bulk().unwrap().counts().skipped;
    let mut deals = table();
    for (id, name) in [("c", "Halle"), ("d", "Usine"), ("e", "Quai")] {
        deals.set_row(deal(id, name, "ic", 0, None), None);
    }
    let found = ["c", "d"].map(|id| {
        let row = app.cx.snapshot().deals.find(id).and_then(|ix| app.cx.snapshot().deals.row(ix));
        let status = |code: &str| {
            let mut fields = Fields::new();
            fields.set_text("status", code);
            fields
        };
        EventKind::AlreadyApplied {
            record: id.into(),
            label: String::new(),
            base: status(row.unwrap().status),
            fields: status("ic"),
        }
    });
    let events = found.into_iter().zip(1..);
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        events: Arc::new(events.map(|(kind, seq)| Event { seq, kind }).collect()),
        ..snapshot(2, deals.clone())
    }));
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.done, counts.skipped), (1, skipped + 2), "{counts:?}");
    let back = sent_updates(&run(&mut app, &[A::Back, A::Undo]));
    let moved: Vec<&str> = back.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(moved, ["e"], "changes by others remain");
}

#[test]
fn bulk_conflicts_are_not_reported_as_rejections() {
    let mut app = app();
    let handled = start_move(&mut app);
    let conflict = || WriteState::Conflict { theirs: Fields::new() };
    let mut deals = table();
    deals.set_row(deal("c", "Halle", "ic", 0, None), None);
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(vec![pending(2, "d", conflict()), pending(3, "e", conflict())].into()),
        ..snapshot(2, deals)
    }));
    let picker = crate::shell::view::picker::picker_view(&app).unwrap();
    assert!(picker.summary[0].contains("2 en conflit"), "{:?}", picker.summary);
    let message = app.cx.toasts().last().unwrap().clone();
    let said = crate::tools::toasts::view::toast_view(&app, &message).text;
    for text in [picker.summary[0].as_str(), said.as_str()] {
        assert!(!text.contains("refusé"), "{text}");
    }
}

#[test]
fn bulk_list_shows_the_outcome_after_undo_and_redo() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open, A::Open]);
    let handled = 99;
    let nothing = |revision| Arc::new(Snapshot { handled, ..snapshot(revision, table()) });
    run(&mut app, &[A::Undo]);
    app.on_snapshot(nothing(2));
    assert_eq!(app.bulk_change.bulk().unwrap().counts().cancelled, 3, "undone before it was sent");
    run(&mut app, &[A::Redo]);
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.waiting, counts.cancelled), (3, 0));
    // The service has applied the writes.
    let mut deals = table();
    for deal in ["c", "d", "e"] {
        let mut row = deals.row(deals.find(deal).unwrap()).unwrap().to_data();
        row.status = "ic".into();
        deals.set_row(row, None);
    }
    app.on_snapshot(Arc::new(Snapshot { handled, ..snapshot(3, deals) }));
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.done, counts.cancelled), (3, 0));
}

#[test]
fn redo_of_a_bulk_change_counts_every_deal() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), test_now());
    run(&mut app, &[A::Open, A::Open]);
    let mut deals = table();
    for deal in ["c", "d", "e"] {
        let mut row = deals.row(deals.find(deal).unwrap()).unwrap().to_data();
        row.status = "ic".into();
        deals.set_row(row, None);
    }
    app.on_snapshot(Arc::new(Snapshot { handled: app.cx.submitted, ..snapshot(2, deals.clone()) }));
    let handled = app.cx.submitted + 1;
    run(&mut app, &[A::Undo]);
    app.on_snapshot(Arc::new(Snapshot {
        handled,
        writes: Arc::new(vec![pending(1, "c", WriteState::Scheduled { until: test_now() })].into()),
        ..snapshot(3, deals)
    }));
    run(&mut app, &[A::Redo]);
    let text = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(text.text.ends_with("3 deals"), "{}", text.text);
    assert_eq!(app.bulk_change.bulk().unwrap().counts().waiting, 3);
}

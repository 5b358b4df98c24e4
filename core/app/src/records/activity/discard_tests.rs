//! Discarded and restored writes, and requests that are opened and copied.

use crate::contract::Fields;
use crate::deals::pipeline::board_state::BoardViewport;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::ClipboardKind;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::pending_write::{Lock, PendingWrite, WriteId};
use crate::model::snapshot::{RequestLine, Snapshot};
use crate::shell::action::Action;
use crate::shell::testing::*;

fn blocked(state: WriteState) -> App {
    let mut fields = Fields::new();
    fields.set_text("status", "closing");
    let write = PendingWrite {
        id: WriteId(7),
        kind: WriteKind::Update,
        record: "a".into(),
        label: "Le Parc, Lyon".into(),
        fields,
        base: Fields::new(),
        state,
        attempts: 1,
        created_at: test_now(),
        key: "key".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    };
    let mut app = app_with(Snapshot { writes: Arc::new(vec![write].into()), ..snapshot(1, table()) });
    app.dispatch(Action::Show(Screen::Activity), test_now());
    app
}

fn rejected() -> WriteState {
    let problem = WriteProblem {
        recovered: false,
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".into(),
        detail: String::new(),
        scope: Some("deals:write".into()),
        route_id: Some("deals_update".into()),
        reason_code: None,
        request_id: None,
    };
    WriteState::Rejected(problem.into())
}

#[test]
fn rejected_write_details_name_only_its_own_request() {
    let read = |path: &str, method: &'static str, id: &str| crate::model::snapshot::RequestLine {
        at: test_now(),
        method,
        path: path.into(),
        status: Some(200),
        fault: None,
        attempt: 1,
        request_id: id.into(),
        took: std::time::Duration::ZERO,
    };
    let details = |requests: Vec<crate::model::snapshot::RequestLine>| {
        let mut app = blocked(rejected());
        let record = app.activity.focused_write(&app.cx).unwrap().record.clone();
        let mut newer = app.cx.snapshot().clone();
        newer.revision += 1;
        newer.requests = Arc::new(requests);
        app.on_snapshot(Arc::new(newer));
        let output = act(&mut app, &[ActionId::Copy]);
        (output.copied().unwrap(), record)
    };
    // Only the write's own request counts; after a restart the log has only later reads of the deal.
    let record = details(Vec::new()).1;
    let path = format!("/deals/{record}");
    let (text, _) = details(vec![read(&path, "PUT", "r-put"), read(&path, "GET", "r-get")]);
    assert!(text.contains(&format!("PUT {path}")) && text.contains("r-put"), "{text}");
    let (text, _) = details(vec![read(&path, "GET", "r-get")]);
    assert!(text.contains(&format!("PUT {path}")) && !text.contains("r-get"), "{text}");
}

#[test]
fn discarded_write_is_reported_and_restored_by_undo() {
    let mut app = blocked(rejected());
    let conflict = ToastContent::about("toast-conflict", "Le Parc, Lyon").for_record("a");
    app.cx.notify(conflict, std::time::Duration::from_secs(12));
    let discarded = run(&mut app, &[A::DiscardWrite]);
    assert!(discarded.contains(&Effect::Discard(WriteId(7))));
    let kinds: Vec<&ToastContent> = app.cx.toasts().iter().map(|toast| &toast.content).collect();
    let text = ToastContent::about("toast-discarded", "Le Parc, Lyon").for_record("a");
    assert_eq!(kinds, [&text], "the conflict's toast is removed");
    let restored = Effect::Restore {
        write: WriteId(7),
        record: "a".into(),
        label: "Le Parc, Lyon".into(),
        undo_delay: app.cx.options().undo_delay,
    };
    assert_eq!(run(&mut app, &[A::Undo]), [restored], "the same write with its idempotency key");
    let message = &app.cx.toasts().last().unwrap().content;
    assert!(
        message.is_variant_of("taken-up") && message.sends.is_none(),
        "it stays blocked until it is decided"
    );
    assert!(run(&mut app, &[A::Redo]).contains(&Effect::Discard(WriteId(7))));
}

#[test]
fn in_doubt_write_is_reported_as_possibly_applied() {
    let mut doubted = blocked(WriteState::Waiting { not_before: test_now() });
    let mut write = doubted.activity.focused_write(&doubted.cx).unwrap().clone();
    write.in_doubt = true;
    doubted.on_snapshot(Arc::new(Snapshot { writes: Arc::new(vec![write].into()), ..snapshot(2, table()) }));
    let shown = crate::records::activity::view::writes::write_view(
        &doubted,
        doubted.activity.focused_write(&doubted.cx).unwrap(),
    );
    assert!(shown.state.contains("peut-être appliquée"), "{}", shown.state);
    run(&mut doubted, &[A::DiscardWrite]);
    let text = crate::tools::toasts::view::toast_view(&doubted, doubted.cx.toasts().last().unwrap());
    assert!(text.text.contains("peut-être déjà appliquée") && text.is_problem && text.undoable, "{text:?}");
}

/// Publishes a snapshot with one engine event.
fn publish_event(app: &mut App, revision: u64, kind: EventKind) {
    let toasts =
        Snapshot { events: Arc::new(vec![Event { seq: revision, kind }]), ..snapshot(revision, table()) };
    app.on_snapshot(Arc::new(toasts));
}

#[test]
fn failed_discard_of_a_sent_write_offers_no_undo() {
    let mut app = blocked(WriteState::Waiting { not_before: test_now() });
    run(&mut app, &[A::DiscardWrite]);
    let (record, label) = ("a".to_owned(), "Le Parc, Lyon".to_owned());
    publish_event(&mut app, 2, EventKind::TooLate { record, label });
    let kinds: Vec<&ToastContent> = app.cx.toasts().iter().map(|toast| &toast.content).collect();
    assert!(matches!(*kinds, [content] if content.is_variant_of("too-late")), "{kinds:?}");
    assert_eq!(app.enabled(A::Undo), Err(DisabledReason::NothingToUndo), "undo would apply it twice");
}

#[test]
fn undo_restores_a_discarded_creation_with_its_later_changes() {
    let own = |number| format!("new-{}", uuid::Uuid::from_u128(number));
    let write = |id, kind, field: &str, value: &str| {
        let mut fields = Fields::new();
        fields.set_text(field, value);
        PendingWrite {
            id: WriteId(id),
            kind,
            record: own(1),
            label: "Halle".into(),
            fields,
            base: Fields::new(),
            state: WriteState::Waiting { not_before: test_now() },
            attempts: 0,
            created_at: test_now(),
            key: "key".into(),
            in_doubt: false,
            recreate_fields: None,
            conflict_context: None,
        }
    };
    let writes =
        vec![write(1, WriteKind::Create, "name", "Halle"), write(2, WriteKind::Update, "status", "ic")];
    let mut app = app_with(Snapshot { writes: Arc::new(writes.into()), ..snapshot(1, table()) });
    app.dispatch(Action::Show(Screen::Activity), test_now());
    run(&mut app, &[A::FocusFirst, A::DiscardWrite]);
    let again = run(&mut app, &[A::Undo]);
    assert!(
        matches!(&*again, [Effect::Restore { write: WriteId(1), .. }]),
        "changes to its deal are restored with it: {again:?}"
    );
    assert_eq!(run(&mut app, &[A::Redo]), [Effect::Discard(WriteId(1))]);
}

#[test]
fn undo_restores_a_discarded_unreadable_write() {
    let mut app = blocked(WriteState::Locked(Lock::Damaged));
    run(&mut app, &[A::DiscardWrite]);
    let restored = run(&mut app, &[A::Undo]);
    assert!(matches!(&*restored, [Effect::Restore { write: WriteId(7), .. }]), "{restored:?}");
}

fn app_with_requests() -> App {
    let line = |path: &str, id: &str| RequestLine {
        at: test_now(),
        method: "GET",
        path: path.into(),
        status: Some(200),
        fault: None,
        attempt: 1,
        request_id: id.into(),
        took: std::time::Duration::from_millis(12),
    };
    let mut app = app_with(Snapshot {
        requests: Arc::new(vec![line("/deals", "first"), line("/entity", "second")]),
        ..snapshot(1, table())
    });
    app.dispatch(Action::Show(Screen::Activity), test_now());
    run(&mut app, &[A::NextPane]);
    app
}

#[test]
fn focused_request_is_copied_and_opened_with_details() {
    let mut app = app_with_requests();
    let output = act(&mut app, &[A::FocusDown, A::Copy]);
    assert_eq!(output.copied().as_deref(), Some("first"), "newest first");
    let output = act(&mut app, &[A::CopyAs, A::Open]);
    let block = output.copied().unwrap();
    assert!(block.contains("GET /deals") && block.contains("first"), "{block}");
    run(&mut app, &[A::Open]);
    let view = crate::shell::view::picker::picker_view(&app).unwrap();
    let details: Vec<&str> = view.lines.iter().map(|line| line.note.as_str()).collect();
    assert_eq!(
        details,
        ["Liste des deals", "reçue", "12 ms", "20/11/2026 à 12:00", "GET /deals", "first"],
        "the meaning, then the data for support"
    );
    let output = act(&mut app, &[A::FocusLast, A::Open]);
    assert_eq!(output.copied().as_deref(), Some("first"));
    assert_eq!(*app.cx.overlay(), Overlay::None);
}

#[test]
fn copy_key_copies_rejection_details_or_reports_nothing() {
    let mut app = blocked(rejected());
    let output = act(&mut app, &[A::Copy]);
    let text = output.copied().unwrap();
    assert!(text.contains("scope\u{a0}: deals:write"), "{text}");
    let mut empty = app_with(snapshot(1, table()));
    empty.dispatch(Action::Show(Screen::Activity), test_now());
    assert_eq!(empty.enabled(A::Copy), Err(DisabledReason::NothingToCopy));
}

#[test]
fn open_key_reports_that_there_is_nothing_to_open() {
    let mut app = app_with_requests();
    app.dispatch(Action::FocusPane(crate::records::activity::activity::PERMISSIONS), test_now());
    assert_eq!(app.enabled(A::Open), Err(DisabledReason::NothingToOpen));
    let mut empty = app_with(snapshot(1, table()));
    empty.dispatch(Action::Show(Screen::Activity), test_now());
    assert_eq!(empty.enabled(A::Open), Err(DisabledReason::NoWrite));
}

#[test]
fn a_screen_reader_hears_the_band() {
    let mut app = app();
    run(&mut app, &[A::FocusRight]);
    let text = crate::shell::view::screen_reader::lines(&app).join("\n");
    assert!(text.contains("LTV 76,4\u{a0}%, alerte"), "{text}");
}

#[test]
fn deal_name_is_sent_without_terminal_escape_codes() {
    let mut app = app();
    run(&mut app, &[A::NewDeal]);
    let effects = type_name(&mut app, "Grande tour\n\u{1b}[31mrouge\u{1b}[0m ");
    let names: Vec<String> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Create { fields, .. } => fields.text("name").map(std::borrow::Cow::into_owned),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["Grande tour rouge"]);
}

#[test]
fn undone_move_restores_the_scroll_of_the_target_column() {
    let mut app = app();
    app.pipeline.set_viewport(BoardViewport { columns: 3, cards: 1, lines: 4 }, &mut app.cx);
    run(&mut app, &[A::MoveNext]);
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "ic", 0, None), None);
    app.on_snapshot(Arc::new(snapshot(2, moved)));
    assert!(app.pipeline.board().scroll_offset("ic") > 0, "the column scrolled to the card at its end");
    run(&mut app, &[A::Undo]);
    app.on_snapshot(Arc::new(snapshot(3, table())));
    assert_eq!((app.pipeline.board().scroll_offset("ic"), focus(&app)), (0, "c"));
}

#[test]
fn column_scrolls_back_when_the_server_returns_the_card() {
    let mut app = app();
    app.pipeline.set_viewport(BoardViewport { columns: 3, cards: 1, lines: 4 }, &mut app.cx);
    let mut moved = table();
    moved.set_row(deal("c", "Halle Vauban, Lille", "ic", 0, None), None);
    app.on_snapshot(Arc::new(snapshot(2, moved)));
    assert!(app.pipeline.board().scroll_offset("ic") > 0, "the column scrolled to the card at its end");
    app.on_snapshot(Arc::new(snapshot(3, table())));
    assert_eq!((app.pipeline.board().scroll_offset("ic"), focus(&app)), (0, "c"));
}

#[test]
fn support_copy_of_a_rejected_write_includes_problem_members() {
    let mut app = blocked(rejected());
    run(&mut app, &[A::CopyAs]);
    let menu = crate::shell::view::picker::picker_view(&app).unwrap();
    let offered: Vec<&str> = menu.lines.iter().map(|line| line.label.as_str()).collect();
    assert_eq!(offered, ["Détails de la modification refusée, pour le support"]);
    let output = act(&mut app, &[A::Open]);
    let text = output.copied().unwrap();
    let message: Vec<&str> = text.lines().skip(7).collect();
    assert_eq!(
        message,
        ["scope\u{a0}: deals:write", "route_id\u{a0}: deals_update"],
        "missing details have no line: {text}"
    );
    report_copy(&mut app, &output, ClipboardKind::System);
    let said = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap()).text;
    assert!(said.contains("modification refusée"), "{said}");
    let view = crate::records::activity::view::activity::activity_view(&app);
    assert_eq!(
        (view.writes_title, view.writes_counts.as_str()),
        ("activity-outbox-parked", "1 refusée"),
        "a refused write is not pending"
    );
    let problem = view.writes[0].problem.as_ref().unwrap();
    let named: Vec<String> = problem.members.iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(named, ["scope deals:write", "route_id deals_update"]);
}

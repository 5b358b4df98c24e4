//! Tests that the number of changes since the last visit matches the list.

use crate::foundation::cx::change_types::UndoTarget;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::history::since::since_last_visit;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::observed::ObservedHistory;
use crate::model::history::visit::Visit;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn field(seq: i64, deal: &str, name: &str, before: &str, after: &str) -> HistoryEntry {
    HistoryEntry {
        seq,
        deal: deal.into(),
        kind: EntryKind::FieldChanged {
            name: name.into(),
            before: Some(format!("\"{before}\"")),
            after: Some(format!("\"{after}\"")),
        },
        not_before: None,
        at: test_now(),
        is_ours: false,
        maybe_ours: false,
    }
}

fn count_and_lines(since: Vec<HistoryEntry>, older: usize) -> (usize, usize) {
    let observed = ObservedHistory {
        visit: Some(Visit { seq: 0, at: test_now() }),
        change_count: since.len() + older,
        changes_since_visit: Arc::new(since),
        ..ObservedHistory::default()
    };
    let app = app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) });
    let view = since_last_visit(&app.cx);
    (app.visit.unseen_changes(), view.lines.len() + view.omitted_count)
}

#[test]
fn visit_count_matches_the_listed_changes() {
    let moved = || field(1, "a", "status", "sourcing", "ic");
    let stamp = || field(2, "a", "status_since", "2026-11-18", "2026-11-20");
    let back = || field(3, "a", "status", "ic", "sourcing");
    let other = || field(4, "c", "responsable", "A. Martin", "J. Roux");
    for (since, older, expected) in [
        (vec![], 0, 0),
        (vec![moved()], 0, 1),
        (vec![moved(), stamp()], 0, 1),
        (vec![moved(), stamp(), back()], 0, 0),
        (vec![moved(), stamp(), other()], 0, 2),
        (vec![moved(), stamp(), other()], 5, 7),
    ] {
        assert_eq!(count_and_lines(since, older), (expected, expected));
    }
}

#[test]
fn shared_time_and_author_appear_once_in_the_header() {
    let message = |second: HistoryEntry| {
        let observed = ObservedHistory {
            visit: Some(Visit { seq: 0, at: test_now() }),
            change_count: 2,
            changes_since_visit: Arc::new(vec![field(1, "a", "status", "sourcing", "ic"), second]),
            ..ObservedHistory::default()
        };
        let mut app = app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) });
        run(&mut app, &[ActionId::ShowSince]);
        let view = crate::shell::view::picker::picker_view(&app).unwrap();
        let notes: Vec<String> = view.lines.iter().map(|line| line.note.to_string()).collect();
        (view.summary.last().unwrap().clone(), notes)
    };
    let same = field(2, "c", "status", "sourcing", "lost");
    let (text, notes) = message(same.clone());
    assert_eq!(text, "Au plus tard le 20/11 12:00, ailleurs");
    assert!(notes.iter().all(|note| !note.contains("20/11") && !note.contains("ailleurs")), "{notes:?}");
    let later = HistoryEntry { at: test_now() + jiff::SignedDuration::from_mins(5), ..same };
    let (text, notes) = message(later);
    assert!(text.starts_with("Depuis"), "{text}");
    assert!(notes.iter().all(|note| note.contains("20/11")), "{notes:?}");
}

/// Changes of three deals. The least important one is recorded first.
fn mixed() -> App {
    let snapshot_change = |seq, deal: &str, before: &str, after: &str| HistoryEntry {
        kind: EntryKind::FieldChanged {
            name: "kpi_snapshot".into(),
            before: Some(before.into()),
            after: Some(after.into()),
        },
        ..field(seq, deal, "", "", "")
    };
    let since = vec![
        snapshot_change(
            1,
            "a",
            r#"{"crd_total_source":"operation_data","crd_total":"1000","ltv":0.58,"dscr":"1.60"}"#,
            r#"{"crd_total_source":"financing_tranches","crd_total":"2000","ltv":0.91,"dscr":"1.55"}"#,
        ),
        field(2, "c", "responsable", "A. Martin", "J. Roux"),
        field(3, "b", "status", "sourcing", "ic"),
        field(4, "b", "name", "x", "y"),
    ];
    let observed = ObservedHistory {
        visit: Some(Visit { seq: 0, at: test_now() }),
        change_count: since.len(),
        changes_since_visit: Arc::new(since),
        ..ObservedHistory::default()
    };
    app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) })
}

fn listed(app: &App) -> Vec<String> {
    let view = crate::shell::view::picker::picker_view(app).unwrap();
    let lines = view.lines.iter().map(|line| {
        let cells = line.cells.as_ref().unwrap();
        let text = format!("{} {}", cells.subject, cells.values);
        let text = if text.trim().is_empty() { line.label.to_string() } else { text };
        crate::text::plain_spaces(text.trim()).into_owned()
    });
    lines.collect()
}

#[test]
fn threshold_crossings_and_ratios_lead_and_the_rest_collapses() {
    let mut app = mixed();
    run(&mut app, &[ActionId::ShowSince]);
    let leading = [
        "LTV 58,0 % → 91,0 %",
        "DSCR 1,60x → 1,55x",
        "Statut Sourcing → Comité d’investissement",
        "Responsable A. Martin → J. Roux",
        "Afficher 3 autres changements",
    ];
    assert_eq!(listed(&app), leading);
    let view = crate::shell::view::picker::picker_view(&app).unwrap();
    assert_eq!(
        view.lines[0].mark,
        crate::foundation::presentation::picker_view::LineIcon::Severity(crate::vocabulary::Band::Alert)
    );
    assert!(view.summary[0].contains("au-delà d’un seuil"), "{}", view.summary[0]);
    assert_eq!(app.visit.unseen_changes(), 7, "one change per line");
    run(&mut app, &[ActionId::FocusLast, ActionId::Open]);
    let all = listed(&app);
    assert_eq!(all.len(), 8);
    assert!(all.iter().any(|line| line.starts_with("Nom x")), "{all:?}");
    run(&mut app, &[ActionId::Open]);
    assert_eq!(listed(&app), leading);
}

#[test]
fn new_ratio_in_alert_counts_as_a_threshold_crossing() {
    let went = |before: &str, after: &str| {
        let what = EntryKind::FieldChanged {
            name: "kpi_snapshot".into(),
            before: Some(format!(r#"{{"ltv":{before},"dscr":"1.60"}}"#)),
            after: Some(format!(r#"{{"ltv":{after},"dscr":"1.60"}}"#)),
        };
        let observed = ObservedHistory {
            visit: Some(Visit { seq: 0, at: test_now() }),
            change_count: 1,
            changes_since_visit: Arc::new(vec![HistoryEntry { kind: what, ..field(1, "a", "", "", "") }]),
            ..ObservedHistory::default()
        };
        since_last_visit(&app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) }).cx)
    };
    let came = |after: &str| went("null", after);
    let alert = came("0.91");
    assert_eq!(alert.crossed_bands, [Some(crate::vocabulary::Band::Alert)]);
    assert!(alert.summary.contains("seuil"), "{}", alert.summary);
    assert_eq!(came("0.40").crossed_bands, [None]);
    let gone = went("0.91", "null");
    assert_eq!(gone.crossed_bands, [Some(crate::vocabulary::Band::None)]);
    assert!(!gone.summary.contains("seuil"), "{}", gone.summary);
    assert_eq!(went("0.40", "null").crossed_bands, [None]);
}

#[test]
fn change_list_is_filtered_copied_exported_and_reopened() {
    let mut app = mixed();
    run(&mut app, &[ActionId::ShowSince, ActionId::Filter]);
    app.dispatch(Action::SetField(0, "capital restant".into()), test_now());
    run(&mut app, &[ActionId::Open]);
    assert_eq!(listed(&app).len(), 1, "the filter also finds collapsed changes: {:?}", listed(&app));
    let output = act(&mut app, &[ActionId::Copy]);
    let copied = output.copied().unwrap();
    assert_eq!(copied.lines().count(), 2, "{copied}");
    assert!(app.enabled(ActionId::Export).is_ok() || app.cx.options().export_formats.is_empty());
    let worksheet = crate::tools::export::view::machine::records::changes_worksheet(&app);
    assert_eq!(worksheet.rows.len(), 1);
    // Esc in the form leads back to the list, and so does Esc in a deal opened from it.
    run(&mut app, &[ActionId::Filter, ActionId::Back]);
    assert!(app.cx.picker().is_some());
    app.filter_changes("");
    run(&mut app, &[ActionId::FocusDown, ActionId::FocusDown, ActionId::Open]);
    assert_eq!((app.cx.screen(), app.cx.picker().is_some()), (Screen::Deal, false));
    run(&mut app, &[ActionId::Back]);
    assert_eq!(app.cx.picker().map(|picker| picker.selected), Some(2));
    run(&mut app, &[ActionId::Open, ActionId::ScreenPipeline, ActionId::Open, ActionId::Back]);
    assert!(app.cx.picker().is_none(), "Esc does not reopen a list that was left another way");
}

#[test]
fn enter_on_a_deleted_deal_reports_the_deletion() {
    let gone = HistoryEntry {
        kind: EntryKind::Deleted { body: "{}".into() },
        ..field(1, "z", "status", "ic", "lost")
    };
    let observed = ObservedHistory {
        visit: Some(Visit { seq: 0, at: test_now() }),
        change_count: 1,
        changes_since_visit: Arc::new(vec![gone]),
        ..ObservedHistory::default()
    };
    let mut app = app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) });
    run(&mut app, &[ActionId::ShowSince, ActionId::Open]);
    let text = app.cx.toasts().iter().map(|toast| &toast.content);
    let reason = DisabledReason::DealDeleted.key();
    let id = Some(ActionId::Open);
    assert!(text.clone().any(|kind| *kind == ToastContent::disabled(id, reason)));
}

#[test]
fn deleted_deal_is_listed_under_its_last_name() {
    let deleted = HistoryEntry {
        kind: EntryKind::Deleted { body: r#"{"id":"z","name":"Le Parc, Lyon"}"#.into() },
        is_ours: true,
        ..field(2, "z", "", "", "")
    };
    let observed = ObservedHistory {
        visit: Some(Visit { seq: 0, at: test_now() }),
        change_count: 2,
        changes_since_visit: Arc::new(vec![field(1, "z", "status", "ic", "lost"), deleted]),
        ..ObservedHistory::default()
    };
    let app = app_with(Snapshot { history: Arc::new(observed), ..snapshot(1, table()) });
    let names: Vec<String> =
        since_last_visit(&app.cx).lines.iter().map(|line| line.name.to_string()).collect();
    assert_eq!(names, ["Le Parc, Lyon"]);
}

#[test]
fn enter_only_closes_an_empty_change_list() {
    for deals in [table(), DealTable::default()] {
        let mut app = app_with(snapshot(1, deals));
        run(&mut app, &[ActionId::ShowSince]);
        assert!(app.cx.picker().is_some());
        let effects = run(&mut app, &[ActionId::Open]);
        assert!(app.cx.picker().is_none() && effects.is_empty(), "{effects:?}");
        assert_eq!(app.cx.screen(), Screen::Pipeline);
        assert!(app.cx.toasts().is_empty(), "{:?}", app.cx.toasts());
    }
}

#[test]
fn undo_of_mark_seen_lists_the_changes_again() {
    let visit = Some(Visit { seq: 0, at: test_now() });
    let observed = |changes| ObservedHistory {
        visit,
        change_count: changes,
        changes_since_visit: Arc::new(
            (0..changes).map(|_| field(1, "a", "status", "sourcing", "ic")).collect(),
        ),
        ..ObservedHistory::default()
    };
    let app = |changes| app_with(Snapshot { history: Arc::new(observed(changes)), ..snapshot(1, table()) });
    let kinds = |app: &App| -> Vec<ToastContent> {
        app.cx.toasts().iter().map(|toast| toast.content.clone()).collect()
    };
    let mut changed = app(1);
    assert_eq!(run(&mut changed, &[ActionId::EndVisit]), [Effect::EndVisit]);
    assert_eq!(kinds(&changed), [ToastContent::counted("toast-visit-seen", 1)]);
    let text = crate::tools::toasts::view::toast_view(&changed, &changed.cx.toasts()[0]);
    assert!(text.undoable && !text.is_pending, "nothing waits to be sent");
    assert_eq!(changed.cx.undo_target(), Some(UndoTarget::Seen));
    assert_eq!(run(&mut changed, &[ActionId::Undo]), [Effect::ResumeVisit(visit)]);
    assert_eq!(kinds(&changed), [ToastContent::counted("toast-visit-resumed", 1)]);
    assert_eq!(run(&mut changed, &[ActionId::Redo]), [Effect::EndVisit]);
    // Without listed changes, there is nothing to list again.
    let mut still = app(0);
    assert_eq!(run(&mut still, &[ActionId::EndVisit]), [Effect::EndVisit]);
    assert!(still.enabled(ActionId::Undo).is_err());
}

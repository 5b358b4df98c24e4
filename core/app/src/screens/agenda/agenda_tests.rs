//! Tests of the agenda: its entries and their order, the focus, and what opens.

use jiff::civil::date;
use jiff::{SignedDuration, ToSpan as _};

use super::view::{agenda_list, calendar_view};
use crate::error::{Error, ErrorKind};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::model::discovery::{DiscoveryState, ListStatus};
use crate::model::local_deals::Followup;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::resource_kind::ResourceKind::Tasks;
use crate::model::resources::resource_list::ResourceList;
use crate::model::snapshot::{Coverage, Snapshot};
use crate::records::lists::lists_tests::list;
use crate::shell::action::Action;
use crate::shell::testing::*;

/// Returns an app whose deals have follow-ups on these days from today, opened on the agenda.
fn app_with_followups(days: &[(&str, i32)], in_window: bool) -> App {
    let mut app = app();
    app.cx.options.split_view = in_window;
    let today = app.cx.today();
    let effects = days.iter().map(|(deal, days)| {
        let date = today.checked_add(days.days()).unwrap();
        let followup = Followup { date, text: format!("call {days}"), done: None };
        Effect::SaveSetting { name: format!("followup/{deal}"), value: Some(followup.stored_text()) }
    });
    save_effects(&mut app, &effects.collect::<Vec<_>>());
    run(&mut app, &[A::ScreenAgenda]);
    app
}

fn lines(app: &App) -> Vec<String> {
    let list = agenda_list(app);
    list.lines.iter().map(|line| format!("{}{}", if line.selected { ">" } else { "" }, line.label)).collect()
}

#[test]
fn entries_are_listed_by_day_and_open_their_deal() {
    let mut app = app_with_followups(&[("a", 0), ("b", -9), ("c", 1), ("d", -2)], false);
    let listed = lines(&app);
    assert_eq!(listed.len(), 7, "{listed:?}");
    assert!(listed[1].starts_with(">11/11/2026 Îlot") && listed[2].starts_with("18/11/2026 Tour"));
    assert_eq!((listed[3].as_str(), listed[5].as_str()), ("Aujourd’hui", "Demain"));
    assert_eq!(agenda_list(&app).position(), (1, 4), "headings do not count");
    run(&mut app, &[A::FocusRight, A::FocusRight]);
    assert!(lines(&app)[4].starts_with(">Le Parc"), "{:?}", lines(&app));
    // A click on a heading focuses the entry below it.
    app.dispatch(Action::FocusLine { pane: 0, line: 5 }, test_now());
    assert!(app.is_line_focused(0, 6));
    run(&mut app, &[A::Open]);
    assert_eq!((app.cx.screen(), focus(&app)), (Screen::Deal, "c"));
    run(&mut app, &[A::Back]);
    assert_eq!(app.cx.screen(), Screen::Agenda);
    assert!(app.is_line_focused(0, 6));
}

#[test]
fn snoozed_notifications_return_in_the_agenda() {
    let mut app = crate::screens::inbox::triage_tests::app();
    run(&mut app, &[A::Snooze, A::Open, A::ScreenAgenda]);
    let listed = agenda_list(&app);
    assert_eq!(listed.lines.len(), 3, "the heading and both of the group: {listed:?}");
    run(&mut app, &[A::Open]);
    assert_eq!(app.cx.screen(), Screen::Notifications);
    // Once it has returned, it is dated no more.
    app.dispatch(Action::Run(A::ScreenAgenda), test_now() + SignedDuration::from_hours(24 * 9));
    assert!(agenda_list(&app).empty.is_some());
}

#[test]
fn lists_whose_dates_are_missing_are_named() {
    let mut app = app_with_followups(&[("a", 0)], false);
    let loaded = ResourceList {
        status: ListStatus { mode: ListMode::Documented, ..DiscoveryState::default().list_status(Tasks) },
        ..list(Tasks, &[], &[])
    };
    let forbidden = ListStatus { mode: ListMode::Forbidden, ..loaded.status.clone() };
    let error = Some(Error::new(ErrorKind::Forbidden, "no"));
    for (tasks, expected) in [
        (None, Some("chargement")),
        (Some(ResourceList { loading: true, fetched_at: None, ..loaded.clone() }), Some("chargement")),
        (Some(ResourceList { status: forbidden, ..loaded.clone() }), Some("clé")),
        (Some(ResourceList { error, ..loaded.clone() }), Some("Tâches")),
        (Some(loaded), None),
    ] {
        let revision = app.cx.snapshot.revision + 1;
        let resources = Arc::new(tasks.into_iter().map(|tasks| (Tasks, tasks)).collect());
        let (before, user) = (Snapshot::clone(&app.cx.snapshot), "u-7".into());
        app.on_snapshot(Arc::new(Snapshot { revision, user, resources, ..before }));
        for missing in [agenda_list(&app).intro, calendar_view(&app).missing] {
            assert_eq!(missing.is_empty(), expected.is_none(), "{missing}");
            assert!(missing.contains(expected.unwrap_or_default()), "{missing}");
        }
    }
    // Follow-ups wait for their deals, and snoozed notifications for their titles.
    app.inbox.triage.snoozed.insert("n".into(), test_now().as_second() + 60);
    let coverage = Coverage { complete_at: None, ..app.cx.snapshot.coverage };
    let revision = app.cx.snapshot.revision + 1;
    let before = Snapshot::clone(&app.cx.snapshot);
    app.on_snapshot(Arc::new(Snapshot { revision, coverage, deals: Arc::default(), ..before }));
    let empty = agenda_list(&app).empty.unwrap();
    assert!(empty.contains("Pipeline") && empty.contains("Notifications"), "{empty}");
}

#[test]
fn calendar_covers_whole_weeks_with_each_entry_once() {
    let mut app = app_with_followups(&[("a", 0), ("b", -9), ("c", 9), ("d", 0)], true);
    let view = calendar_view(&app);
    assert!(view.weeks.iter().all(|week| week.len() == 7));
    let days: Vec<_> = view.weeks.iter().flatten().collect();
    assert_eq!((days[0].date, days[days.len() - 1].date), (date(2026, 10, 26), date(2026, 12, 6)));
    assert_eq!(days.iter().map(|day| day.entries.len()).sum::<usize>(), 4);
    assert!(days.iter().find(|day| day.focused).unwrap().is_today);
    let late: Vec<_> = days.iter().filter(|day| day.label.ends_with("1 entrée, en retard")).collect();
    assert_eq!((late.len(), late[0].date), (1, date(2026, 11, 11)));
    let all = "en tout\u{a0}: 4 entrées, dont 1 en retard";
    assert_eq!(view.note, format!("Novembre 2026\u{a0}: 4 · {all}"));
    // Enter on a day with several entries shows its week, then opens the focused one.
    run(&mut app, &[A::Open]);
    let week = calendar_view(&app);
    assert_eq!((week.weeks.len(), week.note), (1, format!("Semaine du 16/11/2026\u{a0}: 2 · {all}")));
    run(&mut app, &[A::FocusDown, A::Open]);
    assert_eq!(app.cx.screen(), Screen::Deal);
}

#[test]
fn arrows_move_by_day_week_and_month() {
    let mut app = app_with_followups(&[("a", 40)], true);
    let today = app.cx.today();
    for (action, expected) in [
        (A::FocusRight, today.checked_add(1.day()).unwrap()),
        (A::FocusDown, today.checked_add(8.days()).unwrap()),
        (A::FocusUp, today.checked_add(1.day()).unwrap()),
        (A::FocusLeft, today),
        (A::PageDown, today.checked_add(1.month()).unwrap()),
        (A::FocusFirst, today),
        (A::FocusLast, today.checked_add(40.days()).unwrap()),
    ] {
        run(&mut app, &[action]);
        let view = calendar_view(&app);
        let focused = view.weeks.iter().flatten().find(|day| day.focused).unwrap();
        assert_eq!(focused.date, expected, "{action:?}");
    }
    assert!(app.enabled(A::Open).is_ok());
    run(&mut app, &[A::FocusLeft]);
    assert!(app.enabled(A::Open).is_err(), "the day has no entry");
}

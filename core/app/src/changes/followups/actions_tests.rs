//! Tests of follow-ups: set, moved, done, removed, undone, and the filter that follows them.

use jiff::civil::Date;

use super::actions::{FollowupFault, parse_followup};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::followup_mark::FollowupMark;
use crate::model::effect::Effect;
use crate::model::local_deals::Followup;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::vocabulary::Band;

fn run_and_save(app: &mut App, action: A) -> Vec<Effect> {
    let effects = run(app, &[action]);
    save_effects(app, &effects);
    effects
}

/// Types a follow-up of the focused deal, as a user does.
fn set(app: &mut App, text: &str) {
    run(app, &[A::Followup]);
    let effects = type_name(app, text);
    save_effects(app, &effects);
}

fn focused(app: &App) -> String {
    app.pipeline.focused_row(&app.cx).unwrap().id.to_owned()
}

fn followup(app: &App) -> Option<Followup> {
    app.cx.local_deals().followups().get(&focused(app)).cloned()
}

fn in_days(app: &App, days: i32) -> Date {
    app.cx.today().checked_add(jiff::Span::new().days(days)).unwrap()
}

#[test]
fn followup_changes_can_each_be_undone() {
    let mut app = app();
    assert_eq!(app.enabled(A::FollowupDone), Err(DisabledReason::NoFollowup));
    let mut states = vec![followup(&app)];
    set(&mut app, "tomorrow call the owner");
    states.push(followup(&app));
    let (tomorrow, later) = (in_days(&app, 1), in_days(&app, 10));
    assert_eq!(states[1], Some(Followup { date: tomorrow, text: "call the owner".into(), done: None }));
    set(&mut app, "+10d call the owner");
    states.push(followup(&app));
    assert_eq!(states[2].as_ref().map(|followup| followup.date), Some(later));
    run_and_save(&mut app, A::FollowupDone);
    states.push(followup(&app));
    assert!(states[3].as_ref().is_some_and(|followup| followup.done.is_some()));
    assert_eq!(app.enabled(A::FollowupDone), Err(DisabledReason::NoFollowup));
    run_and_save(&mut app, A::RemoveFollowup);
    assert_eq!(followup(&app), None);
    for state in states.iter().rev() {
        run_and_save(&mut app, A::Undo);
        assert_eq!(followup(&app), *state);
    }
    for state in &states[1..] {
        run_and_save(&mut app, A::Redo);
        assert_eq!(followup(&app), *state);
    }
}

#[test]
fn followup_text_without_a_date_stays_in_the_form() {
    let mut app = app();
    run(&mut app, &[A::Followup]);
    let effects = type_name(&mut app, "call the owner");
    assert!(effects.is_empty());
    let Overlay::Form(form) = app.cx.overlay().clone() else { panic!("the form is closed") };
    assert_eq!((form.value("followup"), form.error), ("call the owner", Some("form-followup-wrong")));
    let view = crate::changes::forms::view::form_view(&app, &form);
    assert!(view.error.is_some_and(|error| error.contains("2026-12-12")));
    let effects = type_name(&mut app, "2026-12-12 call the owner");
    save_effects(&mut app, &effects);
    assert!(followup(&app).is_some());
    // The form shows what is stored; an empty text removes it.
    run(&mut app, &[A::Followup]);
    let Overlay::Form(form) = app.cx.overlay().clone() else { panic!("the form is closed") };
    assert_eq!(form.value("followup"), "12/12/2026 call the owner");
    let effects = type_name(&mut app, "");
    save_effects(&mut app, &effects);
    assert_eq!(followup(&app), None);
}

/// Types a command in the palette, runs it, and returns its label.
fn run_typed(app: &mut App, typed: &str) -> String {
    run(app, &[A::Palette]);
    app.dispatch(Action::SetText(typed.into()), test_now());
    let lines = crate::tools::palette::view::palette_lines(app);
    let label = lines.first().map(|line| line.label.to_string()).unwrap_or_default();
    run_and_save(app, A::Open);
    label
}

#[test]
fn typed_commands_set_followups_of_the_focus_and_selection() {
    let mut app = app();
    app.cx.options.lang = crate::text::Lang::En;
    let name = app.pipeline.focused_row(&app.cx).unwrap().name.to_owned();
    let label = run_typed(&mut app, "followup tomorrow Call: the owner");
    let (tomorrow, later) = (in_days(&app, 1), in_days(&app, 3));
    let on = |day| crate::text::date::date_long(crate::text::Lang::En, day);
    assert_eq!(label, format!("Follow up {name} on {}: Call: the owner", on(tomorrow)));
    let call = |date| Some(Followup { date, text: "Call: the owner".into(), done: None });
    assert_eq!(followup(&app), call(tomorrow));
    // A date alone moves it.
    assert_eq!(run_typed(&mut app, "relancer le +3j"), format!("Follow up {name} on {}", on(later)));
    assert_eq!(followup(&app), call(later));
    run(&mut app, &[A::SelectDeal, A::FocusRight, A::SelectDeal]);
    let label = run_typed(&mut app, "relance demain");
    assert!(label.starts_with("Follow up 2 deals on "), "{label}");
    let dates = |app: &App| -> Vec<Date> {
        app.cx.local_deals().followups().values().map(|followup| followup.date).collect()
    };
    assert_eq!(dates(&app), [tomorrow, tomorrow]);
    run_and_save(&mut app, A::Undo);
    assert_eq!(dates(&app), [later]);
}

#[test]
fn a_typed_command_without_a_date_opens_the_filled_form() {
    let mut app = app();
    app.cx.options.lang = crate::text::Lang::En;
    run(&mut app, &[A::SelectDeal, A::FocusRight, A::SelectDeal]);
    assert_eq!(run_typed(&mut app, "followup Someday call"), "Correct the follow-up “Someday call”");
    let Overlay::Form(form) = app.cx.overlay().clone() else { panic!("the form is closed") };
    assert_eq!((form.value("followup"), form.error), ("Someday call", Some("form-followup-wrong")));
    let effects = type_name(&mut app, "+1d call");
    save_effects(&mut app, &effects);
    assert_eq!(app.cx.local_deals().followups().len(), 2);
    let mut past = snapshot(2, table());
    past.as_of = Some(crate::model::as_of::AsOf { at: test_now(), until: None });
    app.on_snapshot(std::sync::Arc::new(past));
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("followup tomorrow".into()), test_now());
    let effects = run(&mut app, &[A::Open]);
    assert_eq!((effects, app.cx.overlay()), (vec![], &Overlay::None));
}

#[test]
fn a_filter_on_followups_follows_them_and_the_day() {
    let mut app = app();
    let all = app.pipeline.filtered().shown;
    let deal = focused(&app);
    set(&mut app, "+2d");
    app.dispatch(Action::SetFilter("followup:none".into()), test_now());
    assert_eq!(app.pipeline.filtered().shown, all - 1);
    app.dispatch(Action::SetFilter("has:followup".into()), test_now());
    assert_eq!((app.pipeline.filtered().shown, focused(&app)), (1, deal.clone()));
    assert_eq!(FollowupMark::for_deal(&app.cx, &deal).unwrap().band, Band::None);
    app.dispatch(Action::Run(A::ShowDue), test_now());
    assert_eq!(app.pipeline.filtered().shown, 0);
    // The application wakes at the end of each day, until the follow-up is due.
    for _ in 0..2 {
        let next = app.next_followup_day().unwrap();
        assert!(app.tick(next).changed);
    }
    assert_eq!((app.pipeline.filtered().shown, focused(&app)), (1, deal.clone()));
    assert_eq!(FollowupMark::for_deal(&app.cx, &deal).unwrap().band, Band::Watch);
    let effects = app.dispatch(Action::Run(A::FollowupDone), app.cx.now()).effects;
    save_effects(&mut app, &effects);
    assert_eq!(app.pipeline.filtered().shown, 0);
    assert_eq!((app.next_followup_day(), FollowupMark::for_deal(&app.cx, &deal)), (None, None));
}

#[test]
fn followups_are_typed_in_both_languages() {
    let friday = jiff::civil::date(2026, 11, 20);
    for (english, french, days) in [
        ("tomorrow", "Demain", 1),
        ("monday", "lundi", 3),
        ("thu", "jeu", 6),
        ("+3d", "+3j", 3),
        ("+2w", "+2sem", 14),
        ("+1month", "+1mois", 30),
        ("today", "aujourd’hui", 0),
    ] {
        for typed in [english, french] {
            let followup = parse_followup(&format!("{typed} appeler"), friday);
            let date = friday.checked_add(jiff::Span::new().days(days)).unwrap();
            assert_eq!(followup, Ok(Followup { date, text: "appeler".into(), done: None }), "{typed}");
        }
    }
}

#[test]
fn broken_texts_become_one_line_and_long_ones_an_error() {
    let today = jiff::civil::date(2026, 11, 20);
    let parse = |letters: usize| parse_followup(&format!("+1d {}\n{}", "é".repeat(letters), "x"), today);
    let followup = parse(498).unwrap();
    assert_eq!((followup.text.chars().count(), followup.text.lines().count()), (500, 1));
    assert_eq!(parse(499), Err(FollowupFault::TooLong));
    for text in ["call", "12 call", "+99999999 call", "1/x", "/"] {
        assert_eq!(parse_followup(text, today), Err(FollowupFault::Date), "{text}");
    }
    for text in ["31/02 call", "2026-13-01", "0001-01-01", "2200-01-01", "1.13"] {
        assert_eq!(parse_followup(text, today), Err(FollowupFault::NoSuchDay), "{text}");
    }
}

//! Tests of the filter line: typing, keeping, clearing, and errors.

use super::*;
use crate::contract::DealId;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::shell::action::Action;

#[test]
fn filter_is_typed_applied_and_cleared() {
    let mut app = app();
    run(&mut app, ActionId::Filter);
    assert_eq!(app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx), Some(""));
    app.dispatch(Action::SetText("ilot".into()), test_now());
    assert_eq!((app.pipeline.filtered().shown, focus(&app)), (1, "b"));
    run(&mut app, ActionId::Open);
    assert_eq!(app.table.context(&app.cx), Context::Board);
    run(&mut app, ActionId::ClearFilter);
    assert_eq!(app.pipeline.filtered().shown, 3);
}

#[test]
fn esc_leaves_a_filter_and_undo_restores_cleared_filters() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic ltv>10".into()), test_now());
    run(&mut app, ActionId::SelectDeal);
    run(&mut app, ActionId::Back);
    assert!(app.pipeline.selection().is_empty(), "the first Esc clears the selection");
    run(&mut app, ActionId::Back);
    assert_eq!(app.pipeline.board().filter, "statut:ic ltv>10");
    let reported = |app: &App| app.cx.toasts().last().map(|toast| toast.content.clone());
    assert_eq!(reported(&app), Some(ToastContent::filter_stays()));
    let mut pointed = app.clone();
    run(&mut app, ActionId::ClearFilter);
    assert_eq!(app.pipeline.board().filter, "");
    assert_eq!(reported(&app), Some(ToastContent::new("toast-filter-cleared")));
    assert_eq!(app.enabled(ActionId::ClearFilter), Err(DisabledReason::NoFilter));
    run(&mut app, ActionId::Undo);
    assert_eq!(app.pipeline.board().filter, "statut:ic ltv>10");
    // On another screen, redo switches to the pipeline to show its filter.
    run(&mut app, ActionId::ScreenTasks);
    run(&mut app, ActionId::Redo);
    assert_eq!((app.cx.screen(), app.pipeline.board().filter.as_str()), (Screen::Pipeline, ""));
    // A filter set meanwhile is kept.
    app.dispatch(Action::SetFilter("halle".into()), test_now());
    run(&mut app, ActionId::Undo);
    assert_eq!(app.pipeline.board().filter, "halle");
    // Removing single filter parts with the pointer is undone the same way.
    pointed.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    assert_eq!(reported(&pointed), Some(ToastContent::new("toast-filter-part-cleared")));
    pointed.dispatch(Action::SetFilter(String::new()), test_now());
    run(&mut pointed, ActionId::Undo);
    run(&mut pointed, ActionId::Undo);
    assert_eq!(pointed.pipeline.board().filter, "statut:ic ltv>10");
}

#[test]
fn invalid_filter_is_reported_and_its_valid_start_applies() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic ltv>abc".into()), test_now());
    assert!(app.pipeline.board().filter_error.is_some());
    assert_eq!(app.pipeline.board().active_filter, "statut:ic");
    assert_eq!(app.pipeline.filtered().shown, 2);
    assert_eq!(app.enabled(ActionId::SaveView), Err(DisabledReason::FilterInvalid));
    // The note names the part that the list shows, or says that all deals are shown.
    let note = |app: &App| crate::deals::board::view::header::board_header(app).filter_note.unwrap();
    let said = |app: &App| crate::text::Messages::new(app.cx.lang()).get("filter-kept-none").into_owned();
    assert_eq!(note(&app), "seul «\u{a0}statut:ic\u{a0}» est appliqué");
    app.dispatch(Action::SetFilter("ltv>abc statut:ic".into()), test_now());
    assert_eq!((note(&app), app.pipeline.filtered().shown), (said(&app), 3));
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    assert_eq!(app.enabled(ActionId::SaveView), Ok(()));
}

#[test]
fn invalid_filter_has_the_same_effect_typed_or_pasted() {
    for text in ["ltv>abc", "age>", "statut:ic age>", "parc (", "ltv > x", "-"] {
        let mut pasted = app();
        pasted.dispatch(Action::SetFilter(text.into()), test_now());
        let mut typed = app();
        run(&mut typed, ActionId::Filter);
        for end in 1..=text.len() {
            typed.dispatch(Action::SetText(text.chars().take(end).collect()), test_now());
        }
        let seen = |app: &App| (app.pipeline.filtered().shown, app.pipeline.board().active_filter.clone());
        assert!(typed.pipeline.board().filter_error.is_some(), "{text}");
        assert_eq!(seen(&typed), seen(&pasted), "{text}");
    }
}

#[test]
fn esc_restores_the_previous_filter() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, ActionId::Filter);
    app.dispatch(Action::SetText("statut:ic halle".into()), test_now());
    assert_eq!(app.pipeline.filtered().shown, 0);
    let text_of = |app: &App| match crate::shell::view::empty_state::board_placeholder(app) {
        Some(crate::shell::view::empty_state::ScreenPlaceholder::Empty(notice)) => notice.text,
        other => panic!("{other:?}"),
    };
    let [back, clears] = [("Esc", "back"), ("Retour arrière", "clear")].map(|(key, end)| {
        crate::text::Messages::new(app.cx.lang()).with(&format!("empty-filter-{end}"), &[("key", key.into())])
    });
    assert!(text_of(&app).contains(back.trim_start_matches("Esc")), "{}", text_of(&app));
    let mut filtered_app = app.clone();
    run(&mut filtered_app, ActionId::Open);
    assert!(
        text_of(&filtered_app).contains(clears.trim_start_matches("Retour arrière")),
        "{}",
        text_of(&filtered_app)
    );
    run(&mut app, ActionId::Back);
    assert_eq!((app.pipeline.board().filter.as_str(), app.pipeline.filtered().shown), ("statut:ic", 2));
}

#[test]
fn invalid_filter_stays_in_its_input_on_enter() {
    let mut app = app();
    run(&mut app, ActionId::Filter);
    app.dispatch(Action::SetText("ltv>abc".into()), test_now());
    run(&mut app, ActionId::Open);
    assert_eq!(app.table.context(&app.cx), Context::Filter);
}

#[test]
fn filter_error_appears_after_enter_or_another_word() {
    let mut app = app();
    run(&mut app, ActionId::Filter);
    let typed = |app: &mut App, text: &str| {
        app.dispatch(Action::SetText(text.into()), test_now());
        (!app.pipeline.reported_filter_errors(&app.cx).is_empty(), app.pipeline.completions(&app.cx).items)
    };
    let (told, items) = typed(&mut app, "statut:ic foo:bar noi>");
    assert!(told && items.is_empty(), "{items:?}");
    let (told, items) = typed(&mut app, "foo:bar l");
    assert!(told && !items.is_empty(), "the error is in another word: {items:?}");
    let (told, items) = typed(&mut app, "l");
    assert!(!told && !items.is_empty(), "the filter is valid");
    // The word is incomplete, and further typing can make it valid.
    let (told, items) = typed(&mut app, "statut:");
    assert!(!told && !items.is_empty());
    run(&mut app, ActionId::Open);
    assert_eq!(app.table.context(&app.cx), Context::Filter);
    assert!(!app.pipeline.reported_filter_errors(&app.cx).is_empty(), "Enter reports the error");
    let (told, _) = typed(&mut app, "statut:i");
    assert!(!told, "the text has changed since");
}

#[test]
fn cancelling_a_filter_restores_the_focused_deal() {
    let mut app = app();
    let first = app.pipeline.board().cursor.deal.clone().expect("the first deal has the focus");
    app.dispatch(Action::Run(ActionId::FocusRight), test_now());
    let here = app.pipeline.board().cursor.deal.clone().expect("a deal has the focus");
    assert_ne!(here, first);
    let name = |deal: &DealId| {
        let table = &app.cx.snapshot().deals;
        table.find(deal.as_str()).and_then(|ix| table.row(ix)).unwrap().name.to_owned()
    };
    let other = name(&first);
    app.dispatch(Action::Run(ActionId::Filter), test_now());
    app.dispatch(Action::SetText(format!("\"{other}\"")), test_now());
    assert_ne!(app.pipeline.board().cursor.deal.as_ref(), Some(&here), "the filter leaves it out");
    app.dispatch(Action::Run(ActionId::Back), test_now());
    assert_eq!(app.pipeline.board().cursor.deal, Some(here));
}

#[test]
fn editing_a_filter_appends_a_new_word() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, ActionId::Filter);
    assert_eq!(app.pipeline.board().filter, "statut:ic ");
    run(&mut app, ActionId::Open);
    assert_eq!(app.pipeline.board().filter, "statut:ic", "nothing was typed");
    run(&mut app, ActionId::Filter);
    run(&mut app, ActionId::Back);
    assert_eq!(app.pipeline.board().filter, "statut:ic");
    // An invalid filter is edited in place.
    app.dispatch(Action::SetFilter("ltv>abc".into()), test_now());
    run(&mut app, ActionId::Filter);
    assert_eq!(app.pipeline.board().filter, "ltv>abc");
}

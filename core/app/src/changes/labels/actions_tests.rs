//! Tests of stars and labels: set, undone, filtered, for one deal and for the selection.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn run_and_save(app: &mut App, ids: &[A]) {
    let effects = run(app, ids);
    save_effects(app, &effects);
}

fn stars(app: &App) -> Vec<String> {
    app.cx.local_deals().stars().iter().cloned().collect()
}

/// Opens the labels form, types and saves.
fn set_labels(app: &mut App, text: &str) {
    run(app, &[A::Labels]);
    let effects = type_name(app, text);
    save_effects(app, &effects);
}

fn form_text(app: &App) -> String {
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form is open") };
    form.value("labels").to_owned()
}

fn shown(app: &App) -> usize {
    app.pipeline.filtered().shown
}

#[test]
fn stars_of_the_selection_are_set_and_undone_together() {
    let mut app = app();
    let focused = app.pipeline.focused_row(&app.cx).unwrap().id.to_owned();
    run_and_save(&mut app, &[A::Star]);
    assert_eq!(stars(&app), [&*focused]);
    run(&mut app, &[A::SelectAll]);
    run_and_save(&mut app, &[A::Star]);
    assert_eq!(stars(&app).len(), 5, "a partly starred selection is starred");
    run_and_save(&mut app, &[A::Star]);
    assert!(stars(&app).is_empty());
    run_and_save(&mut app, &[A::Undo]);
    assert_eq!(stars(&app).len(), 5);
    run_and_save(&mut app, &[A::Undo]);
    assert_eq!(stars(&app), [&*focused]);
    run(&mut app, &[A::ClearSelection, A::ShowStarred]);
    assert_eq!((shown(&app), app.pipeline.board().filter.as_str()), (1, "est:étoile"));
    run_and_save(&mut app, &[A::Star]);
    assert_eq!(shown(&app), 0, "the filter follows the stars");
}

#[test]
fn labels_form_adds_and_removes_labels() {
    let mut app = app();
    set_labels(&mut app, "Prêteur, urgent");
    run(&mut app, &[A::Labels]);
    assert_eq!(form_text(&app), "Prêteur, urgent");
    run(&mut app, &[A::Back, A::SelectAll, A::Labels]);
    assert_eq!(form_text(&app), "", "no label is common to all deals");
    let effects = type_name(&mut app, "PRETEUR");
    save_effects(&mut app, &effects);
    let labels = |app: &App| {
        app.cx.local_deals().label_counts().iter().map(|(l, n)| format!("{l} {n}")).collect::<Vec<_>>()
    };
    assert_eq!(labels(&app), ["Prêteur 5", "urgent 1"], "the known spelling is used");
    run(&mut app, &[A::Labels]);
    assert_eq!(form_text(&app), "Prêteur");
    let effects = type_name(&mut app, "");
    save_effects(&mut app, &effects);
    assert_eq!(labels(&app), ["urgent 1"]);
    run_and_save(&mut app, &[A::Undo]);
    assert_eq!(labels(&app), ["Prêteur 5", "urgent 1"]);
    run(&mut app, &[A::ClearSelection]);
    app.dispatch(Action::SetFilter("étiquette:urgent,autre".into()), test_now());
    assert_eq!(shown(&app), 1);
}

#[test]
fn a_long_label_stays_in_the_form() {
    let mut app = app();
    set_labels(&mut app, &"x".repeat(41));
    let Overlay::Form(form) = app.cx.overlay() else { panic!("the form is closed") };
    assert_eq!(form.error, Some("form-labels-long"));
    assert!(app.cx.local_deals().labels().is_empty());
}

#[test]
fn a_suggestion_completes_the_last_label() {
    let mut app = app();
    set_labels(&mut app, "Prêteur, urgent");
    run(&mut app, &[A::FocusDown, A::Labels]);
    app.dispatch(Action::SetText("new, pret".into()), test_now());
    let effects = run(&mut app, &[A::Open]);
    save_effects(&mut app, &effects);
    let focused = app.pipeline.focused_row(&app.cx).unwrap().id.to_owned();
    assert_eq!(app.cx.local_deals().labels_of(&focused), ["new", "Prêteur"]);
}

#[test]
fn back_and_forward_follow_opened_deals_and_screens() {
    let mut app = app();
    assert_eq!(app.enabled(A::PreviousOpened), Err(DisabledReason::NothingOpened));
    let first = app.pipeline.focused_row(&app.cx).unwrap().id.to_owned();
    let opened = |app: &App| app.pipeline.opened_deal().unwrap().as_str().to_owned();
    run(&mut app, &[A::Open, A::NextDeal]);
    let second = opened(&app);
    run(&mut app, &[A::ScreenTasks, A::PreviousOpened]);
    assert_eq!(opened(&app), second);
    run(&mut app, &[A::PreviousOpened]);
    assert_eq!(opened(&app), first);
    run(&mut app, &[A::NextOpened, A::Palette]);
    let lines = crate::tools::palette::view::palette_lines(&app);
    assert_eq!(lines[0].heading.as_deref(), Some("Ouverts récemment"));
    run(&mut app, &[A::Open]);
    assert_eq!(opened(&app), first, "the palette offers the deal opened before");
    run(&mut app, &[A::PreviousOpened, A::PreviousOpened, A::PreviousOpened]);
    assert_eq!(app.enabled(A::PreviousOpened), Err(DisabledReason::NothingOpened));
}

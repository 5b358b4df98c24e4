//! The metrics in the column headers, by mouse and by keyboard.

use crate::support::press;
use crate::support::real::{Journey, LONG};
use egui::Key;
use egui::accesskit::Role;
use encours_core::app::deals::board::view::head::column_head;
use encours_core::app::deals::pipeline::head_figure::{Aggregate, HeadFigure};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::text::Lang;

/// Returns the names of the buttons with a prefix.
fn buttons(journey: &Journey, begins: &str) -> Vec<String> {
    let all = journey.all(Role::Button).into_iter().map(|(name, _)| name);
    all.filter(|name| name.starts_with(begins)).collect()
}

/// Returns the texts of the column headers that show a metric.
fn told(journey: &Journey) -> Vec<String> {
    buttons(journey, "Column summary – ")
}

#[test]
fn a_press_on_the_figure_of_a_head_changes_it_in_all_of_them() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let before = told(&journey);
    assert!(before.len() > 2, "{before:?}");
    assert!(
        before
            .iter()
            .all(|name| name.contains(" – Principal ") && name.contains(" of "))
    );
    let at = journey.place_of(Role::Button, "Column summary – ");
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(journey.tells(
        Role::MenuItemRadio,
        "Weighted by your probabilities – set probabilities"
    ));
    journey.click(Role::MenuItemRadio, "Median");
    assert_eq!(
        journey.app().pipeline.head_figure(),
        HeadFigure::Of(Aggregate::Median, KpiKey::CrdTotal)
    );
    let after = told(&journey);
    assert!(
        after.iter().all(|name| name.contains(" – Principal median ")),
        "{after:?}"
    );
    // A ratio has no sum; the list offers the sum of the principal instead, and says so.
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    journey.click(Role::MenuItemRadio, "Measure: LTV");
    assert!(told(&journey).iter().all(|name| name.contains(" – LTV median ")));
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(journey.tells(Role::MenuItemRadio, "Sum – "));
    journey.click(Role::MenuItemRadio, "None");
    assert_eq!(told(&journey), [""; 0]);
}

#[test]
fn by_keyboard_the_same_is_chosen_and_found_again_after_a_restart() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey.window, "F");
    assert!(journey.app().cx.sheet().is_some());
    press(&mut journey.window, "j");
    journey.key(Key::Enter);
    let mean = HeadFigure::Of(Aggregate::Mean, KpiKey::CrdTotal);
    assert_eq!(
        (journey.app().pipeline.head_figure(), journey.app().cx.sheet()),
        (mean, None)
    );
    assert!(
        told(&journey)
            .iter()
            .all(|name| name.contains(" – Principal avg "))
    );
    // The header shows the core's value, with its coverage.
    let head = column_head(journey.app(), 0).unwrap();
    let full = head.figure.full.unwrap();
    assert!(told(&journey)[0].ends_with(&full), "{full}");
    let mut journey = journey.again();
    journey.until("the choice is found again", |app| {
        app.pipeline.head_figure() == mean
    });
}

//! The metrics in the column headers, by mouse and by keyboard.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;
use encours_core::app::deals::board::view::head::column_header;
use encours_core::app::deals::pipeline::head_figure::{Aggregate, HeaderMetric};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::text::Lang;

/// Returns the names of the buttons with a prefix.
fn button_names(journey: &GuiTest, begins: &str) -> Vec<String> {
    let all = journey
        .elements_of(Role::Button)
        .into_iter()
        .map(|(name, _)| name);
    all.filter(|name| name.starts_with(begins)).collect()
}

/// Returns the texts of the column headers that show a metric.
fn metric_texts(journey: &GuiTest) -> Vec<String> {
    button_names(journey, "Column summary – ")
}

#[test]
fn a_press_on_the_figure_of_a_head_changes_it_in_all_of_them() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let before = metric_texts(&journey);
    assert!(before.len() > 2, "{before:?}");
    assert!(
        before
            .iter()
            .all(|name| name.contains(" – Principal ") && name.contains(" of "))
    );
    let at = journey.rect_of(Role::Button, "Column summary – ");
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(journey.has_text(
        Role::MenuItemRadio,
        "Weighted by your probabilities – set probabilities"
    ));
    journey.click(Role::MenuItemRadio, "Median");
    assert_eq!(
        journey.app().pipeline.header_metric(),
        HeaderMetric::Aggregate(Aggregate::Median, KpiKey::CrdTotal)
    );
    let after = metric_texts(&journey);
    assert!(
        after.iter().all(|name| name.contains(" – Principal median ")),
        "{after:?}"
    );
    // A ratio has no sum; the list offers the sum of the principal instead, and says so.
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    journey.click(Role::MenuItemRadio, "Measure: LTV");
    assert!(
        metric_texts(&journey)
            .iter()
            .all(|name| name.contains(" – LTV median "))
    );
    journey.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(journey.has_text(Role::MenuItemRadio, "Sum – "));
    journey.click(Role::MenuItemRadio, "None");
    assert_eq!(metric_texts(&journey), [""; 0]);
}

#[test]
fn by_keyboard_the_same_is_chosen_and_found_again_after_a_restart() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut journey.window, "F");
    assert!(journey.app().cx.picker().is_some());
    type_char(&mut journey.window, "j");
    journey.press_key(Key::Enter);
    let mean = HeaderMetric::Aggregate(Aggregate::Mean, KpiKey::CrdTotal);
    assert_eq!(
        (journey.app().pipeline.header_metric(), journey.app().cx.picker()),
        (mean, None)
    );
    assert!(
        metric_texts(&journey)
            .iter()
            .all(|name| name.contains(" – Principal avg "))
    );
    // The header shows the core's value, with its coverage.
    let head = column_header(journey.app(), 0).unwrap();
    let full = head.metric.full.unwrap();
    assert!(metric_texts(&journey)[0].ends_with(&full), "{full}");
    let mut journey = journey.reopen();
    journey.until("the choice is found again", |app| {
        app.pipeline.header_metric() == mean
    });
}

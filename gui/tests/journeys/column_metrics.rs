//! The metrics in the column headers, by mouse and by keyboard.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;
use encours_core::app::deals::board::view::header::column_header;
use encours_core::app::deals::pipeline::header_metric::HeaderMetric;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::grouping::Statistic;
use encours_core::text::Lang;

/// Returns the names of the buttons with a prefix.
fn button_names(test: &GuiTest, prefix: &str) -> Vec<String> {
    let all = test.elements_of(Role::Button).into_iter().map(|(name, _)| name);
    all.filter(|name| name.starts_with(prefix)).collect()
}

/// Returns the texts of the column headers that show a metric.
fn metric_texts(test: &GuiTest) -> Vec<String> {
    button_names(test, "Column metric – ")
}

#[test]
fn metric_chosen_in_a_header_applies_to_all_headers() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let old_texts = metric_texts(&test);
    assert!(old_texts.len() > 2, "{old_texts:?}");
    assert!(old_texts.iter().all(|name| name.contains(" – Principal ") && name.contains(" of ")));
    let at = test.rect_of(Role::Button, "Column metric – ");
    test.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(test.has_text(Role::MenuItemRadio, "Weighted by your probabilities – set probabilities"));
    test.click(Role::MenuItemRadio, "Median");
    assert_eq!(
        test.app().pipeline.header_metric(),
        HeaderMetric::Statistic(Statistic::Median, KpiKey::CrdTotal)
    );
    let after = metric_texts(&test);
    assert!(after.iter().all(|name| name.contains(" – Principal median ")), "{after:?}");
    // A ratio has no sum; the list offers the sum of the principal instead, and says so.
    test.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    test.click(Role::MenuItemRadio, "Metric: LTV");
    assert!(metric_texts(&test).iter().all(|name| name.contains(" – LTV median ")));
    test.press_at(at.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(test.has_text(Role::MenuItemRadio, "Sum – "));
    test.click(Role::MenuItemRadio, "None");
    assert_eq!(metric_texts(&test), [""; 0]);
}

#[test]
fn metric_chosen_by_keyboard_survives_a_restart() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "F");
    assert!(test.app().cx.picker().is_some());
    type_char(&mut test.window, "j");
    test.press_key(Key::Enter);
    let mean = HeaderMetric::Statistic(Statistic::Mean, KpiKey::CrdTotal);
    assert_eq!((test.app().pipeline.header_metric(), test.app().cx.picker()), (mean, None));
    assert!(metric_texts(&test).iter().all(|name| name.contains(" – Principal avg ")));
    // The header shows the core's value, with its coverage.
    let header = column_header(test.app(), 0).unwrap();
    let full = header.metric.full.unwrap();
    assert!(metric_texts(&test)[0].ends_with(&full), "{full}");
    let mut test = test.reopen();
    test.until("the choice is found again", |app| app.pipeline.header_metric() == mean);
}

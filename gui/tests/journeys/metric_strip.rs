//! The strip of metrics above the deals: it follows the filter, leads to slow deals, and can shrink.

use std::sync::Arc;

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{painted_texts, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::query::WorkingDays;
use encours_core::text::{Lang, plain_spaces};

/// Returns the names of the buttons with a prefix.
fn button_names(test: &GuiTest, prefix: &str) -> Vec<String> {
    let all = test.elements_of(Role::Button).into_iter().map(|(name, _)| name);
    all.filter(|name| name.starts_with(prefix)).collect()
}

#[test]
fn metric_strip_follows_the_filter_and_filters_slow_deals() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let tiles = |test: &GuiTest| -> Vec<String> {
        let names = ["Deals – ", "Outstanding principal – ", "Average principal – ", "Changes – "];
        let all = [Role::Label, Role::Button].map(|role| test.elements_of(role)).concat();
        let found = all.into_iter().map(|(name, _)| name);
        found.filter(|name| names.iter().any(|prefix| name.starts_with(prefix))).collect()
    };
    assert_eq!(tiles(&test).len(), 4, "{:?}", tiles(&test));
    let slow = button_names(&test, "Slow deals – ").remove(0);
    let count = test.app().pipeline.metrics(&test.app().cx).slow.count;
    assert!(count > 0 && slow.starts_with(&format!("Slow deals – {count} – ")), "{slow}");
    test.click(Role::Button, &slow);
    assert_eq!(test.app().pipeline.filtered().shown, count, "{}", test.app().pipeline.board().filter);
    let deals = format!("Deals – {count} – of 240");
    assert!(tiles(&test).contains(&deals), "{:?}", tiles(&test));
    let slow = button_names(&test, "Slow deals – ").remove(0);
    test.click(Role::Button, &slow);
    assert_eq!(test.app().pipeline.filtered().shown, 240);
    // Hiding the strip gives its room to the cards. In a presentation it takes one line.
    let top = test.rect_of(Role::ListItem, "").top();
    type_char(&mut test.window, "M");
    assert_eq!(tiles(&test), [""; 0]);
    assert!(test.rect_of(Role::ListItem, "").top() < top - 40.0);
    type_char(&mut test.window, "M");
    assert_eq!(tiles(&test).len(), 4);
    test.press_key(Key::F11);
    let tile_names = tiles(&test);
    assert!(
        tile_names.len() >= 2 && tile_names.iter().any(|tile| tile.starts_with("Deals – 240")),
        "{tile_names:?}"
    );
    let strip = test.window.get_by_role_and_label(Role::Group, "Key metrics");
    assert!(strip.rect().height() <= 40.0, "{:?}", strip.rect());
    type_char(&mut test.window, "M");
    assert_eq!(tiles(&test), [""; 0], "it is hidden there too");
}

#[test]
fn low_window_shows_metrics_with_coverage_on_one_line() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 24);
    let strip = |test: &GuiTest| {
        let found = test.window.query_by_role_and_label(Role::Group, "Key metrics");
        found.map(|strip| strip.rect())
    };
    let tile_strip_height = strip(&test).expect("the strip is shown").height();
    for size in [[900.0, 600.0], [800.0, 560.0]] {
        test.window.set_size(size.into());
        test.window.run();
        let strip_rect = strip(&test).unwrap_or_else(|| panic!("{size:?}"));
        assert!(
            strip_rect.height() <= 36.0 && strip_rect.height() < tile_strip_height / 2.0,
            "{strip_rect:?}"
        );
        let texts = [Role::Label, Role::Button].map(|role| test.elements_of(role)).concat();
        let texts = |name: &str| texts.iter().find(|(label, _)| label.starts_with(name)).cloned();
        let (deals, at) = texts("Deals – 24 – ").expect("the count of deals");
        assert!(strip_rect.contains_rect(at), "{deals}: {at:?} in {strip_rect:?}");
        let (principal, _) = texts("Outstanding principal – ").expect("the outstanding principal");
        assert!(principal.contains(" of 24"), "{principal}");
    }
}

#[test]
fn working_days_are_named_on_board_table_and_deal() {
    for (lang, short, long, limit) in [
        (Lang::En, "wd", "working days", "over 14 wd"),
        (Lang::Fr, "j.o.", "jours ouvrés", "plus de 14 j.o."),
    ] {
        let mut test = GuiTest::start_with(lang, LONG_UNDO_DELAY, 240).reopen_with(|options| {
            options.working_days = Some(Arc::new(WorkingDays::new(options.zone.clone())));
        });
        let shows = |test: &GuiTest, unit: &str| {
            let texts = painted_texts(&test.window).into_iter();
            let texts = texts.map(|(text, complete)| (plain_spaces(&text).into_owned(), complete));
            let ages: Vec<_> = texts.filter(|(text, _)| text.ends_with(&format!(" {unit}"))).collect();
            assert!(!ages.is_empty() && ages.iter().all(|(_, complete)| *complete), "{unit} {ages:?}");
        };
        shows(&test, short);
        let all = [Role::Label, Role::Button].map(|role| test.elements_of(role)).concat();
        assert!(all.iter().any(|(name, _)| plain_spaces(name).contains(limit)), "{all:?}");
        type_char(&mut test.window, "v");
        shows(&test, short);
        test.press_key(Key::Enter);
        shows(&test, long);
    }
}

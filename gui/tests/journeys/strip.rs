//! The strip of metrics above the deals: it follows the filter, leads to slow deals, and can shrink.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::text::Lang;

/// Returns the names of the buttons with a prefix.
fn button_names(journey: &GuiTest, begins: &str) -> Vec<String> {
    let all = journey
        .elements_of(Role::Button)
        .into_iter()
        .map(|(name, _)| name);
    all.filter(|name| name.starts_with(begins)).collect()
}

#[test]
fn the_strip_follows_the_filter_and_leads_to_the_slow_deals() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let tiles = |journey: &GuiTest| -> Vec<String> {
        let names = [
            "Deals – ",
            "Outstanding principal – ",
            "Average principal – ",
            "Changes – ",
        ];
        let all = [Role::Label, Role::Button]
            .map(|role| journey.elements_of(role))
            .concat();
        let found = all.into_iter().map(|(name, _)| name);
        found
            .filter(|name| names.iter().any(|begins| name.starts_with(begins)))
            .collect()
    };
    assert_eq!(tiles(&journey).len(), 4, "{:?}", tiles(&journey));
    let slow = button_names(&journey, "Slow deals – ").remove(0);
    let count = journey.app().pipeline.metrics(&journey.app().cx).slow.count;
    assert!(
        count > 0 && slow.starts_with(&format!("Slow deals – {count} – ")),
        "{slow}"
    );
    journey.click(Role::Button, &slow);
    assert_eq!(
        journey.app().pipeline.filtered().shown,
        count,
        "{}",
        journey.app().pipeline.board().filter
    );
    let deals = format!("Deals – {count} – of 240");
    assert!(tiles(&journey).contains(&deals), "{:?}", tiles(&journey));
    let slow = button_names(&journey, "Slow deals – ").remove(0);
    journey.click(Role::Button, &slow);
    assert_eq!(journey.app().pipeline.filtered().shown, 240);
    // Hiding the strip gives its room to the cards. In a presentation it takes one line.
    let top = journey.rect_of(Role::ListItem, "").top();
    type_char(&mut journey.window, "M");
    assert_eq!(tiles(&journey), [""; 0]);
    assert!(journey.rect_of(Role::ListItem, "").top() < top - 40.0);
    type_char(&mut journey.window, "M");
    assert_eq!(tiles(&journey).len(), 4);
    journey.press_key(Key::F11);
    let shown = tiles(&journey);
    assert!(
        shown.len() >= 2 && shown.iter().any(|tile| tile.starts_with("Deals – 240")),
        "{shown:?}"
    );
    let strip = journey.window.get_by_role_and_label(Role::Group, "Key figures");
    assert!(strip.rect().height() <= 40.0, "{:?}", strip.rect());
    type_char(&mut journey.window, "M");
    assert_eq!(tiles(&journey), [""; 0], "it is hidden there too");
}

#[test]
fn in_a_low_window_the_figures_stand_on_one_line_each_with_what_it_covers() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 24);
    let strip = |journey: &GuiTest| {
        let found = journey.window.query_by_role_and_label(Role::Group, "Key figures");
        found.map(|strip| strip.rect())
    };
    let tall = strip(&journey).expect("the strip is shown").height();
    for size in [[900.0, 600.0], [800.0, 560.0]] {
        journey.window.set_size(size.into());
        journey.window.run();
        let place = strip(&journey).unwrap_or_else(|| panic!("{size:?}"));
        assert!(place.height() <= 36.0 && place.height() < tall / 2.0, "{place:?}");
        let told = [Role::Label, Role::Button]
            .map(|role| journey.elements_of(role))
            .concat();
        let told = |name: &str| told.iter().find(|(label, _)| label.starts_with(name)).cloned();
        let (deals, at) = told("Deals – 24 – ").expect("the count of deals");
        assert!(place.contains_rect(at), "{deals}: {at:?} in {place:?}");
        let (principal, _) = told("Outstanding principal – ").expect("the outstanding principal");
        assert!(principal.contains(" of 24"), "{principal}");
    }
}

//! The portfolio screen and its assessments, by mouse and by keyboard.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::RECORDS;
use encours_core::text::Lang;

/// Opens the portfolio by mouse and waits until it is loaded.
pub fn open_portfolio() -> GuiTest {
    open_portfolio_in(Lang::En)
}

fn open_portfolio_in(lang: Lang) -> GuiTest {
    let mut journey = GuiTest::start(lang, LONG_UNDO_DELAY);
    let tab = if lang == Lang::Fr {
        "Portefeuille"
    } else {
        "Portfolio"
    };
    journey.click(Role::Tab, tab);
    journey.until("the summary is read", |app| {
        let snapshot = app.cx.snapshot();
        snapshot.portfolio.value.is_some() && snapshot.entity.value.is_some()
    });
    journey
}

#[test]
fn the_portfolio_is_stated_and_its_concentration_judged() {
    let journey = open_portfolio();
    for title in ["By status – Σ", "By asset class – Σ", "By investment type – Σ"] {
        assert!(
            journey.has_text(Role::Table, title),
            "{:?}",
            journey.elements_of(Role::Table)
        );
    }
    assert!(
        journey.has_text(Role::Label, "HHI"),
        "{:?}",
        journey.elements_of(Role::Label)
    );
    assert!(journey.has_text(Role::Group, "Trend"));
    assert!(
        journey.has_text(Role::Label, "Risk limit"),
        "{:?}",
        journey.elements_of(Role::Label)
    );
}

#[test]
fn the_whole_portfolio_stands_on_a_low_screen() {
    for (lang, trend) in [(Lang::En, "Trend"), (Lang::Fr, "Évolution")] {
        let mut journey = open_portfolio_in(lang);
        // A small screen, and one whose system bars take some of its height.
        for height in [800.0, 720.0] {
            journey.window.set_size(egui::vec2(1280.0, height));
            journey.window.run();
            let line = height - 28.0;
            let lowest = journey
                .elements_of(Role::Label)
                .into_iter()
                .filter(|(_, place)| place.top() > journey.rect_of(Role::Group, trend).top())
                .filter(|(_, place)| place.left() > 800.0 && place.top() < line)
                .count();
            let end = journey.rect_of(Role::Group, trend).bottom();
            assert!(end < line, "{lang:?} {height}: the trend ends at {end}");
            assert!(lowest >= 9, "{lang:?} {height}: {lowest} fields of the entity");
        }
    }
}

#[test]
fn another_trend_is_chosen_and_a_chart_has_its_table() {
    let mut journey = open_portfolio();
    journey.click(Role::Tab, "Deals");
    assert!(journey.has_text(Role::Tab, "Deals"));
    type_char(&mut journey.window, "t");
    assert!(
        journey
            .elements_of(Role::Row)
            .iter()
            .any(|(name, place)| place.is_positive() && !name.is_empty()),
        "the same as a table"
    );
    type_char(&mut journey.window, "3");
    assert_eq!(journey.app().cx.screen(), Screen::Portfolio);
}

#[test]
fn every_breakdown_leads_to_the_operations_that_it_counts() {
    let ways = [
        ("By status – Σ", "statut", true),
        ("By investment type – Σ", "type_investissement", false),
        ("By asset class – Σ", "classe_actif", true),
        ("By asset class – Σ", "classe_actif", false),
    ];
    for (table, field, by_mouse) in ways {
        let mut journey = open_portfolio();
        let place = journey.rect_of(Role::Table, table);
        let row = journey
            .window
            .query_all_by_role(Role::Row)
            .find(|row| place.contains(row.rect().center()))
            .unwrap();
        let said = row.accesskit_node().label().unwrap_or_default();
        if by_mouse {
            row.click();
            journey.window.run();
        } else {
            row.focus();
            journey.window.run();
            journey.press_key(Key::Enter);
        }
        assert_eq!(journey.app().cx.screen(), Screen::Explorer, "{table}");
        journey.until("the operations are read", |app| {
            !app.explorer.explored_rows().visible.is_empty()
        });
        let rows = journey.app().explorer.explored_rows();
        let codes: std::collections::BTreeSet<String> = rows
            .visible
            .iter()
            .map(|row| rows.records[*row].text(field).unwrap().into_owned())
            .collect();
        assert_eq!(codes.len(), 1, "{codes:?}");
        // As many as the bar's count, under the bar's name.
        assert!(
            said.contains(&format!("– {} –", rows.visible.len())),
            "{said}: {}",
            rows.visible.len()
        );
    }
}

#[test]
fn from_the_summary_of_compliance_and_from_a_bar_one_comes_back_to_the_portfolio() {
    for by_mouse in [true, false] {
        let mut journey = open_portfolio();
        let bar = journey.rect_of(Role::Table, "By status – Σ");
        let ways: [&dyn Fn(&mut GuiTest); 2] = [
            &|journey| journey.click(Role::Button, "RCCI summary"),
            &|journey| {
                let row = journey.window.query_all_by_role(Role::Row);
                let row = row.into_iter().find(|row| bar.contains(row.rect().center()));
                row.unwrap().click();
                journey.window.run();
            },
        ];
        for go in ways {
            go(&mut journey);
            assert_eq!(journey.app().cx.screen(), Screen::Explorer);
            assert_eq!(journey.app().cx.pane(), RECORDS);
            if by_mouse {
                journey.click(Role::Button, "Back to Portfolio");
            } else {
                journey.press_key(Key::Escape);
            }
            assert_eq!(journey.app().cx.screen(), Screen::Portfolio, "{by_mouse}");
        }
        // When the screen was opened by key, the button back to the portfolio is missing.
        type_char(&mut journey.window, "7");
        assert!(!journey.has_text(Role::Button, "Back to Portfolio"));
    }
}

#[test]
fn a_trend_is_chosen_and_has_its_table_by_keyboard_alone_and_by_mouse_alone() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    let first = journey.app().portfolio.trend();
    let tabs: Vec<String> =
        encours_core::app::screens::portfolio::view::trend::portfolio_trends(journey.app())
            .into_iter()
            .map(|trend| trend.label)
            .collect();
    journey.tab_to(Role::Tab, &tabs[0]);
    journey.press_key(Key::ArrowRight);
    assert_ne!(journey.app().portfolio.trend(), first, "another trend");
    let next = journey.window.get_by_role_and_label(Role::Tab, &tabs[1]);
    assert!(next.is_focused(), "the focus goes along");
    type_char(&mut journey.window, "t");
    assert!(journey.app().portfolio.trend().is_table);
    let mut journey = open_portfolio();
    journey.click(Role::Tab, "Deals");
    journey.click(Role::Button, "Show as table");
    assert!(journey.app().portfolio.trend().is_table);
    journey.click(Role::Button, "Show as chart");
    assert!(!journey.app().portfolio.trend().is_table);
}

/// Returns the focused row and its breakdown.
fn focused_row(journey: &GuiTest) -> Option<(String, String)> {
    let mut rows = journey.window.query_all_by_role(Role::Row);
    let row = rows.find(egui_kittest::Node::is_focused)?;
    let tables = journey.elements_of(Role::Table);
    let (table, _) = tables
        .iter()
        .find(|(_, place)| place.contains(row.rect().center()))?;
    Some((row.accesskit_node().label()?, table.clone()))
}

#[test]
fn arrows_go_along_the_breakdown_that_has_the_focus_and_leave_the_trend_alone() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    let series = journey.app().portfolio.trend();
    journey.press_key(Key::ArrowRight);
    let mut seen = Vec::new();
    for _ in 0..3 {
        journey.press_key(Key::ArrowDown);
        seen.push(focused_row(&journey).expect("a row"));
    }
    assert!(
        seen.iter().all(|(_, table)| table.starts_with("By status")),
        "{seen:?}"
    );
    seen.dedup();
    assert_eq!(seen.len(), 3, "row by row: {seen:?}");
    journey.press_key(Key::ArrowUp);
    assert_eq!(focused_row(&journey), Some(seen[1].clone()));
    journey.press_key(Key::ArrowRight);
    let beside = focused_row(&journey).expect("a row");
    assert!(beside.1.starts_with("By asset class"), "{beside:?}");
    journey.press_key(Key::ArrowLeft);
    assert_eq!(focused_row(&journey), Some(seen[1].clone()));
    assert_eq!(
        journey.app().portfolio.trend(),
        series,
        "the series is turned in the trend alone"
    );
    // Tab goes to the next breakdown, past its legend; Shift+Tab returns to the same row.
    journey.press_key(Key::Tab);
    journey.press_key(Key::Tab);
    assert!(focused_row(&journey).is_some_and(|(_, table)| table.starts_with("By asset class")));
    for _ in 0..2 {
        journey.press_key_with(egui::Modifiers::SHIFT, Key::Tab);
    }
    assert_eq!(focused_row(&journey), Some(seen[1].clone()));
    journey.press_key(Key::Enter);
    assert_eq!(journey.app().cx.screen(), Screen::Explorer);
}

/// Returns whether the focused row is completely visible.
fn is_row_visible(journey: &GuiTest) -> bool {
    let mut rows = journey.window.query_all_by_role(Role::Row);
    let Some(row) = rows.find(egui_kittest::Node::is_focused) else {
        return false;
    };
    let (size, screen) = (
        &encours_core::theme::tokens().size,
        journey.window.ctx.content_rect(),
    );
    let seen = screen
        .with_min_y(screen.top() + size.topbar)
        .with_max_y(screen.bottom() - size.statusbar);
    seen.contains_rect(row.rect().shrink(1.0))
}

#[test]
fn the_row_that_has_the_focus_keeps_it_and_stays_in_sight() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    // As on a small screen at 150 %: breakdowns below each other, only a part of them visible.
    journey.window.set_size(egui::vec2(600.0, 480.0));
    journey.window.run();
    for _ in 0..5 {
        journey.press_key(Key::ArrowDown);
    }
    for _ in 0..2 {
        journey.press_key(Key::ArrowRight);
    }
    let held = focused_row(&journey).expect("a row");
    assert!(is_row_visible(&journey), "before: {held:?}");
    for turned in 0..2 {
        type_char(&mut journey.window, "t");
        assert_eq!(focused_row(&journey), Some(held.clone()), "{turned}");
        assert!(is_row_visible(&journey), "turned {turned} times");
    }
    journey.press_key_with(CTRL, Key::E);
    assert!(matches!(journey.app().cx.layer(), Layer::Form(_)));
    journey.press_key(Key::Escape);
    assert_eq!(
        focused_row(&journey),
        Some(held.clone()),
        "after an export given up: {}",
        journey.announced_focus()
    );
    assert!(is_row_visible(&journey), "after an export given up");
    journey.press_key_with(CTRL, Key::K);
    journey.press_key(Key::Escape);
    assert_eq!(focused_row(&journey), Some(held), "after the palette");
}

#[test]
fn the_settings_of_the_entity_are_read_by_keyboard_on_any_screen() {
    for (wide, high) in [(1440.0, 900.0), (900.0, 600.0)] {
        let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
        journey.window.set_size(egui::vec2(wide, high));
        journey.until("the entity is read", |app| {
            app.cx.snapshot().entity.value.is_some()
        });
        journey.press_key_with(CTRL, Key::K);
        type_char(&mut journey.window, "entity");
        journey.press_key(Key::Enter);
        assert_eq!(journey.app().cx.screen(), Screen::Portfolio, "{wide} × {high}");
        journey.draw_frames(8);
        // The settings for risk and reporting, as the service sends them; missing ones are shown as missing.
        for begins in [
            "Reporting – ",
            "Every – ",
            "Reference date – ",
            "Risk limit – ",
            "AI – ",
        ] {
            let place = journey.rect_of(Role::Label, begins);
            let seen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(wide, high - 28.0));
            assert!(
                seen.contains_rect(place),
                "{begins} at {place:?} of {wide} × {high}"
            );
        }
        assert!(
            journey.has_text(Role::Label, "no unit"),
            "a number alone says nothing of its unit"
        );
    }
}

#[test]
fn the_summary_of_compliance_is_reached_from_the_entity_and_a_month_says_from_when_on() {
    let mut journey = open_portfolio();
    assert!(
        journey.has_text(Role::Label, "monthly change available from "),
        "{:?}",
        journey.elements_of(Role::Label)
    );
    journey.click(Role::Button, "RCCI summary");
    assert_eq!(journey.app().cx.screen(), Screen::Explorer);
}

//! The portfolio screen and its assessments, by mouse and by keyboard.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::RECORDS;
use encours_core::text::Lang;

/// Opens the portfolio by mouse and waits until it is loaded.
pub fn open_portfolio() -> GuiTest {
    open_portfolio_in(Lang::En)
}

fn open_portfolio_in(lang: Lang) -> GuiTest {
    let mut test = GuiTest::start(lang, LONG_UNDO_DELAY);
    let tab = if lang == Lang::Fr { "Portefeuille" } else { "Portfolio" };
    test.click(Role::Tab, tab);
    test.until("the summary is read", |app| {
        let snapshot = app.cx.snapshot();
        snapshot.portfolio.value.is_some() && snapshot.entity.value.is_some()
    });
    test
}

#[test]
fn the_portfolio_is_stated_and_its_concentration_judged() {
    let test = open_portfolio();
    for title in ["By status – Σ", "By asset class – Σ", "By investment type – Σ"] {
        assert!(test.has_text(Role::Table, title), "{:?}", test.elements_of(Role::Table));
    }
    assert!(test.has_text(Role::Label, "HHI"), "{:?}", test.elements_of(Role::Label));
    assert!(test.has_text(Role::Group, "Trend"));
    assert!(test.has_text(Role::Label, "Risk threshold"), "{:?}", test.elements_of(Role::Label));
}

#[test]
fn portfolio_fits_completely_on_a_low_screen() {
    for (lang, trend) in [(Lang::En, "Trend"), (Lang::Fr, "Évolution")] {
        let mut test = open_portfolio_in(lang);
        // A small screen, and one whose system bars take some of its height.
        for height in [800.0, 720.0] {
            test.window.set_size(egui::vec2(1280.0, height));
            test.window.run();
            let line = height - 28.0;
            let lowest = test
                .elements_of(Role::Label)
                .into_iter()
                .filter(|(_, rect)| rect.top() > test.rect_of(Role::Group, trend).top())
                .filter(|(_, rect)| rect.left() > 800.0 && rect.top() < line)
                .count();
            let end = test.rect_of(Role::Group, trend).bottom();
            assert!(end < line, "{lang:?} {height}: the trend ends at {end}");
            assert!(lowest >= 9, "{lang:?} {height}: {lowest} fields of the entity");
        }
    }
}

#[test]
fn trend_can_be_switched_and_shown_as_a_table() {
    let mut test = open_portfolio();
    test.click(Role::Tab, "Deals");
    assert!(test.has_text(Role::Tab, "Deals"));
    type_char(&mut test.window, "t");
    assert!(
        test.elements_of(Role::Row).iter().any(|(name, place)| place.is_positive() && !name.is_empty()),
        "the same as a table"
    );
    type_char(&mut test.window, "3");
    assert_eq!(test.app().cx.screen(), Screen::Portfolio);
}

#[test]
fn every_breakdown_row_opens_the_operations_it_counts() {
    let routes = [
        ("By status – Σ", "statut", true),
        ("By investment type – Σ", "type_investissement", false),
        ("By asset class – Σ", "classe_actif", true),
        ("By asset class – Σ", "classe_actif", false),
    ];
    for (table, field, by_mouse) in routes {
        let mut test = open_portfolio();
        let rect = test.rect_of(Role::Table, table);
        let row =
            test.window.query_all_by_role(Role::Row).find(|row| rect.contains(row.rect().center())).unwrap();
        let row_name = row.accesskit_node().label().unwrap_or_default();
        if by_mouse {
            row.click();
            test.window.run();
        } else {
            row.focus();
            test.window.run();
            test.press_key(Key::Enter);
        }
        assert_eq!(test.app().cx.screen(), Screen::Explorer, "{table}");
        test.until("the operations are read", |app| !app.explorer.explored_rows().visible.is_empty());
        let rows = test.app().explorer.explored_rows();
        let codes: std::collections::BTreeSet<String> =
            rows.visible.iter().map(|row| rows.records[*row].text(field).unwrap().into_owned()).collect();
        assert_eq!(codes.len(), 1, "{codes:?}");
        // As many as the bar's count, under the bar's name.
        assert!(
            row_name.contains(&format!("– {} –", rows.visible.len())),
            "{row_name}: {}",
            rows.visible.len()
        );
    }
}

#[test]
fn explorer_opened_from_the_portfolio_leads_back_to_it() {
    for by_mouse in [true, false] {
        let mut test = open_portfolio();
        let bar = test.rect_of(Role::Table, "By status – Σ");
        let routes: [&dyn Fn(&mut GuiTest); 2] =
            [&|test| test.click(Role::Button, "Compliance (RCCI)"), &|test| {
                let row = test.window.query_all_by_role(Role::Row);
                let row = row.into_iter().find(|row| bar.contains(row.rect().center()));
                row.unwrap().click();
                test.window.run();
            }];
        for go in routes {
            go(&mut test);
            assert_eq!(test.app().cx.screen(), Screen::Explorer);
            assert_eq!(test.app().cx.pane(), RECORDS);
            if by_mouse {
                test.click(Role::Button, "Back to Portfolio");
            } else {
                test.press_key(Key::Escape);
            }
            assert_eq!(test.app().cx.screen(), Screen::Portfolio, "{by_mouse}");
        }
        // When the screen was opened by key, the button back to the portfolio is missing.
        type_char(&mut test.window, "7");
        assert!(!test.has_text(Role::Button, "Back to Portfolio"));
    }
}

#[test]
fn trend_and_table_are_chosen_by_key_or_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| app.cx.snapshot().portfolio.value.is_some());
    let first = test.app().portfolio.trend();
    let tabs: Vec<String> = encours_core::app::screens::portfolio::view::trend::portfolio_trends(test.app())
        .into_iter()
        .map(|trend| trend.label)
        .collect();
    test.tab_to(Role::Tab, &tabs[0]);
    test.press_key(Key::ArrowRight);
    assert_ne!(test.app().portfolio.trend(), first, "another trend");
    let next = test.window.get_by_role_and_label(Role::Tab, &tabs[1]);
    assert!(next.is_focused(), "the focus goes along");
    type_char(&mut test.window, "t");
    assert!(test.app().portfolio.trend().is_table);
    let mut test = open_portfolio();
    test.click(Role::Tab, "Deals");
    test.click(Role::Button, "Show as table");
    assert!(test.app().portfolio.trend().is_table);
    test.click(Role::Button, "Show as chart");
    assert!(!test.app().portfolio.trend().is_table);
}

/// Returns the focused row and its breakdown.
fn focused_row(test: &GuiTest) -> Option<(String, String)> {
    let mut rows = test.window.query_all_by_role(Role::Row);
    let row = rows.find(egui_kittest::Node::is_focused)?;
    let tables = test.elements_of(Role::Table);
    let (table, _) = tables.iter().find(|(_, rect)| rect.contains(row.rect().center()))?;
    Some((row.accesskit_node().label()?, table.clone()))
}

#[test]
fn arrows_move_within_breakdowns_without_changing_the_trend() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| app.cx.snapshot().portfolio.value.is_some());
    let series = test.app().portfolio.trend();
    test.press_key(Key::ArrowRight);
    let mut visited = Vec::new();
    for _ in 0..3 {
        test.press_key(Key::ArrowDown);
        visited.push(focused_row(&test).expect("a row"));
    }
    assert!(visited.iter().all(|(_, table)| table.starts_with("By status")), "{visited:?}");
    visited.dedup();
    assert_eq!(visited.len(), 3, "row by row: {visited:?}");
    test.press_key(Key::ArrowUp);
    assert_eq!(focused_row(&test), Some(visited[1].clone()));
    test.press_key(Key::ArrowRight);
    let other_row = focused_row(&test).expect("a row");
    assert!(other_row.1.starts_with("By asset class"), "{other_row:?}");
    test.press_key(Key::ArrowLeft);
    assert_eq!(focused_row(&test), Some(visited[1].clone()));
    assert_eq!(test.app().portfolio.trend(), series, "the series is turned in the trend alone");
    // Tab goes to the next breakdown, past its legend; Shift+Tab returns to the same row.
    test.press_key(Key::Tab);
    test.press_key(Key::Tab);
    assert!(focused_row(&test).is_some_and(|(_, table)| table.starts_with("By asset class")));
    for _ in 0..2 {
        test.press_key_with(egui::Modifiers::SHIFT, Key::Tab);
    }
    assert_eq!(focused_row(&test), Some(visited[1].clone()));
    test.press_key(Key::Enter);
    assert_eq!(test.app().cx.screen(), Screen::Explorer);
}

/// Returns whether the focused row is completely visible.
fn is_row_visible(test: &GuiTest) -> bool {
    let mut rows = test.window.query_all_by_role(Role::Row);
    let Some(row) = rows.find(egui_kittest::Node::is_focused) else {
        return false;
    };
    let (size, screen) = (&encours_core::theme::tokens().size, test.window.ctx.content_rect());
    let screen_rect =
        screen.with_min_y(screen.top() + size.topbar).with_max_y(screen.bottom() - size.statusbar);
    screen_rect.contains_rect(row.rect().shrink(1.0))
}

#[test]
fn focused_row_keeps_the_focus_and_stays_visible() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| app.cx.snapshot().portfolio.value.is_some());
    // As on a small screen at 150 %: breakdowns below each other, only a part of them visible.
    test.window.set_size(egui::vec2(600.0, 480.0));
    test.window.run();
    for _ in 0..5 {
        test.press_key(Key::ArrowDown);
    }
    for _ in 0..2 {
        test.press_key(Key::ArrowRight);
    }
    let row_before = focused_row(&test).expect("a row");
    assert!(is_row_visible(&test), "before: {row_before:?}");
    for turned in 0..2 {
        type_char(&mut test.window, "t");
        assert_eq!(focused_row(&test), Some(row_before.clone()), "{turned}");
        assert!(is_row_visible(&test), "turned {turned} times");
    }
    test.press_key_with(CTRL, Key::E);
    assert!(matches!(test.app().cx.overlay(), Overlay::Form(_)));
    test.press_key(Key::Escape);
    assert_eq!(
        focused_row(&test),
        Some(row_before.clone()),
        "after an export given up: {}",
        test.announced_focus()
    );
    assert!(is_row_visible(&test), "after an export given up");
    test.press_key_with(CTRL, Key::K);
    test.press_key(Key::Escape);
    assert_eq!(focused_row(&test), Some(row_before), "after the palette");
}

#[test]
fn entity_settings_are_reachable_by_keyboard_at_any_size() {
    for (width, height) in [(1440.0, 900.0), (900.0, 600.0)] {
        let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
        test.window.set_size(egui::vec2(width, height));
        test.until("the entity is read", |app| app.cx.snapshot().entity.value.is_some());
        test.press_key_with(CTRL, Key::K);
        type_char(&mut test.window, "entity");
        test.press_key(Key::Enter);
        assert_eq!(test.app().cx.screen(), Screen::Portfolio, "{width} × {height}");
        test.draw_frames(8);
        // The settings for risk and reporting, as the service sends them; missing ones are shown as missing.
        for prefix in ["Reporting – ", "Period – ", "Reference date – ", "Risk threshold – ", "AI – "]
        {
            let rect = test.rect_of(Role::Label, prefix);
            let visible = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height - 28.0));
            assert!(visible.contains_rect(rect), "{prefix} at {rect:?} of {width} × {height}");
        }
        assert!(test.has_text(Role::Label, "no unit"), "a number alone says nothing of its unit");
    }
}

#[test]
fn portfolio_links_compliance_and_dates_monthly_changes() {
    let mut test = open_portfolio();
    assert!(
        test.has_text(Role::Label, "monthly change available from "),
        "{:?}",
        test.elements_of(Role::Label)
    );
    test.click(Role::Button, "Compliance (RCCI)");
    assert_eq!(test.app().cx.screen(), Screen::Explorer);
}

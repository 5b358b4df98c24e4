//! Legends of the portfolio's charts: hiding a series and showing it again.
//!
//! It works by mouse and by keyboard, in both languages, and does not change any number.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::screens::portfolio::portfolio::Chart;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::portfolio_view;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::text::{Lang, MessageArg, Messages};

const BY_STATUS: Chart = Chart::Breakdown(Breakdown::Status);

/// Returns a window of that width with the loaded portfolio.
fn loaded_portfolio(lang: Lang, width: f32) -> GuiTest {
    let mut test = GuiTest::start(lang, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(width, 900.0));
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some() && app.cx.snapshot().entity.value.is_some()
    });
    test
}

fn status_breakdown(test: &GuiTest) -> BreakdownView {
    portfolio_view(test.app()).breakdowns.remove(0)
}

/// Returns the legend text of a series.
fn legend_text(test: &GuiTest, label: &str) -> String {
    Messages::new(test.app().cx.lang()).with("series-key", &[("name", MessageArg::from(label))])
}

/// Returns whether the legend shows a series as drawn.
fn is_drawn(test: &GuiTest, label: &str) -> bool {
    let name = legend_text(test, label);
    let key = test.window.get_by_role_and_label(Role::CheckBox, &name);
    key.accesskit_node().toggled() == Some(Toggled::True)
}

/// Returns label, count and share of every bar, and the checksum text.
fn bar_texts(view: &BreakdownView) -> Vec<String> {
    let bars = view.bars.iter();
    let mut texts: Vec<String> =
        bars.map(|bar| format!("{} {} {}", bar.label, bar.count, bar.share)).collect();
    texts.push(view.check.text.clone());
    texts
}

#[test]
fn series_is_hidden_and_shown_again_by_mouse() {
    for lang in Lang::ALL {
        let mut test = loaded_portfolio(lang, 1_440.0);
        let before = status_breakdown(&test);
        let longest = before.bars[0].label.clone();
        let name = legend_text(&test, &longest);
        assert!(is_drawn(&test, &longest), "{lang:?}");
        let rect = test.rect_of(Role::CheckBox, &name);
        assert!(rect.width() >= 24.0 && rect.height() >= 24.0, "{lang:?}: {rect:?}");
        test.press_at(rect.center(), PointerButton::Primary, Modifiers::NONE);
        assert!(!is_drawn(&test, &longest), "{lang:?}");
        let after = status_breakdown(&test);
        assert_eq!(bar_texts(&before), bar_texts(&after), "{lang:?}");
        assert!((after.bars[1].length - 1.0).abs() < f32::EPSILON, "{lang:?}: the others are seen");
        // Screen readers get the information at the table and at the row.
        assert!(test.has_text(Role::Table, &after.hidden_names), "{lang:?}");
        let hidden = Messages::new(lang).get("series-hidden");
        assert!(
            test.has_text(Role::Row, &format!("{} – {hidden}", before.bars[0].share)),
            "{lang:?}: {:?}",
            test.elements_of(Role::Row)
        );
        let all = Messages::new(lang).get("series-all");
        test.click(Role::Button, &all);
        assert!(is_drawn(&test, &longest), "{lang:?}");
        assert!(status_breakdown(&test).hidden_names.is_empty());
    }
}

#[test]
fn legend_alt_or_double_click_shows_only_its_series() {
    let mut test = loaded_portfolio(Lang::En, 1_440.0);
    let view = status_breakdown(&test);
    let label = |at: usize| view.bars[at].label.clone();
    let at = |test: &GuiTest, at: usize| {
        let name = legend_text(test, &view.bars[at].label);
        test.rect_of(Role::CheckBox, &name).center()
    };
    let second = at(&test, 1);
    test.press_at(second, PointerButton::Primary, Modifiers::ALT);
    assert!(is_drawn(&test, &label(1)) && !is_drawn(&test, &label(0)));
    assert_eq!(test.app().hidden_series(BY_STATUS).len(), view.bars.len() - 1, "all others");
    test.draw_frames(60);
    test.press_at(second, PointerButton::Primary, Modifiers::NONE);
    assert!(is_drawn(&test, &label(1)), "the last one stays");
    assert!(
        test.has_text(Role::Label, " chart shows at least one series"),
        "it says why: {:?}",
        test.app().cx.toasts()
    );
    test.draw_frames(60);
    test.press_at(second, PointerButton::Primary, Modifiers::ALT);
    assert!(is_drawn(&test, &label(0)), "all again");
    test.draw_frames(60);
    let first = at(&test, 0);
    // Both clicks in one frame, because separate frames would exceed the double-click time.
    let input = test.window.input_mut();
    input.events.push(egui::Event::PointerMoved(first));
    for pressed in [true, false, true, false] {
        input.events.push(egui::Event::PointerButton {
            pos: first,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    test.window.run();
    assert!(is_drawn(&test, &label(0)) && !is_drawn(&test, &label(1)));
}

#[test]
fn legends_are_navigated_and_toggled_by_keyboard() {
    let mut test = loaded_portfolio(Lang::Fr, 1_440.0);
    let view = status_breakdown(&test);
    test.tab_to(Role::CheckBox, &legend_text(&test, &view.bars[0].label));
    test.press_key(Key::ArrowDown);
    let second = legend_text(&test, &view.bars[1].label);
    assert!(
        test.window.get_by_role_and_label(Role::CheckBox, &second).is_focused(),
        "{}",
        test.announced_focus()
    );
    test.press_key(Key::Space);
    assert!(!is_drawn(&test, &view.bars[1].label));
    test.press_key(Key::Space);
    assert!(is_drawn(&test, &view.bars[1].label));
    // To the legend of the next chart, and on to its rows.
    test.press_key(Key::ArrowRight);
    let classes = portfolio_view(test.app()).breakdowns.remove(1);
    let next_key = legend_text(&test, &classes.bars[1].label);
    assert!(
        test.window.get_by_role_and_label(Role::CheckBox, &next_key).is_focused(),
        "{}",
        test.announced_focus()
    );
    test.press_key(Key::Tab);
    let row = test.announced_focus();
    assert!(row.contains(&classes.bars[0].label), "{row}");
}

#[test]
fn hidden_status_line_is_absent_only_from_the_chart() {
    for lang in Lang::ALL {
        let mut test = loaded_portfolio(lang, 1_440.0);
        let view = encours_core::app::screens::portfolio::view::statuses::statuses_view(test.app())
            .expect("several statuses were counted");
        test.click(Role::Tab, &view.label);
        let line = &view.lines[0].trend;
        let a11y_text = |test: &GuiTest| {
            let mut images = test.elements_of(Role::Image).into_iter();
            images
                .find(|(name, _)| name.contains(&view.lines[1].trend.label))
                .map(|(name, _)| name)
                .unwrap_or_default()
        };
        assert!(a11y_text(&test).contains(&line.label), "{lang:?}");
        let name = legend_text(&test, &line.label);
        let rect = test.rect_of(Role::CheckBox, &name);
        assert!(rect.height() >= 24.0, "{rect:?}");
        test.press_at(rect.center(), PointerButton::Primary, Modifiers::NONE);
        assert!(!is_drawn(&test, &line.label), "{lang:?}");
        let left_out = encours_core::app::screens::portfolio::view::statuses::statuses_view(test.app())
            .unwrap()
            .hidden_names;
        let text = a11y_text(&test);
        assert!(text.ends_with(&left_out) && text.matches(&line.label).count() == 1, "{lang:?}: {text}");
        assert!(test.has_text(Role::Label, &left_out), "{lang:?}");
        // The table still shows every count.
        type_char(&mut test.window, "t");
        assert!(
            test.has_text(Role::Row, &format!("{} {}", line.label, line.last)),
            "{lang:?}: {:?}",
            test.elements_of(Role::Row)
        );
    }
}

#[test]
fn portfolio_panes_use_the_available_width() {
    for lang in Lang::ALL {
        for (width, column_count) in [(1_024.0, 2), (1_280.0, 3), (1_440.0, 3), (1_920.0, 3)] {
            let mut test = loaded_portfolio(lang, width);
            test.draw_frames(8);
            let tables = test.elements_of(Role::Table);
            let top = tables[0].1.top();
            let in_first_row = tables.iter().filter(|(_, rect)| (rect.top() - top).abs() < 1.0);
            assert_eq!(in_first_row.count(), column_count, "{lang:?} {width}: {tables:?}");
            let trend = Messages::new(lang).get("trend-title");
            let trend = test.rect_of(Role::Group, &trend);
            if column_count == 2 {
                // The entity is beside the third breakdown, and the trend is below both.
                let fields = test.elements_of(Role::Label).into_iter();
                let third = tables[2].1;
                let in_first_row = fields.filter(|(_, rect)| {
                    rect.left() > third.right() && third.y_range().contains(rect.center().y)
                });
                assert!(in_first_row.count() >= 9, "{lang:?} {width}");
                assert!(trend.top() > third.bottom() && trend.width() > 1.9 * third.width());
            }
        }
    }
}

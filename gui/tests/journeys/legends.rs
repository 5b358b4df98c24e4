//! Legends of the portfolio's charts: hiding a series and showing it again.
//!
//! It works by mouse and by keyboard, in both languages, and does not change any number.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::type_char;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::screens::portfolio::legend::Chart;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::portfolio_view;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::text::{Lang, MessageArg, Messages};

const BY_STATUS: Chart = Chart::Breakdown(Breakdown::Status);

/// Returns a window of that width with the loaded portfolio.
fn loaded_portfolio(lang: Lang, wide: f32) -> GuiTest {
    let mut journey = GuiTest::start(lang, LONG_UNDO_DELAY);
    journey.window.set_size(egui::vec2(wide, 900.0));
    type_char(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some() && app.cx.snapshot().entity.value.is_some()
    });
    journey
}

fn status_breakdown(journey: &GuiTest) -> BreakdownView {
    portfolio_view(journey.app()).breakdowns.remove(0)
}

/// Returns the legend text of a series.
fn legend_text(journey: &GuiTest, label: &str) -> String {
    Messages::new(journey.app().cx.lang()).with("series-key", &[("name", MessageArg::from(label))])
}

/// Returns whether the legend shows a series as drawn.
fn is_drawn(journey: &GuiTest, label: &str) -> bool {
    let name = legend_text(journey, label);
    let key = journey.window.get_by_role_and_label(Role::CheckBox, &name);
    key.accesskit_node().toggled() == Some(Toggled::True)
}

/// Returns label, count and share of every bar, and the checksum text.
fn bar_texts(view: &BreakdownView) -> Vec<String> {
    let bars = view.bars.iter();
    let mut told: Vec<String> = bars
        .map(|bar| format!("{} {} {}", bar.label, bar.count, bar.share))
        .collect();
    told.push(view.check.text.clone());
    told
}

#[test]
fn a_series_is_left_out_and_drawn_again_by_mouse() {
    for lang in Lang::ALL {
        let mut journey = loaded_portfolio(lang, 1_440.0);
        let before = status_breakdown(&journey);
        let longest = before.bars[0].label.clone();
        let name = legend_text(&journey, &longest);
        assert!(is_drawn(&journey, &longest), "{lang:?}");
        let place = journey.rect_of(Role::CheckBox, &name);
        assert!(
            place.width() >= 24.0 && place.height() >= 24.0,
            "{lang:?}: {place:?}"
        );
        journey.press_at(place.center(), PointerButton::Primary, Modifiers::NONE);
        assert!(!is_drawn(&journey, &longest), "{lang:?}");
        let after = status_breakdown(&journey);
        assert_eq!(bar_texts(&before), bar_texts(&after), "{lang:?}");
        assert!(
            (after.bars[1].length - 1.0).abs() < f32::EPSILON,
            "{lang:?}: the others are seen"
        );
        // Screen readers get the information at the table and at the row.
        assert!(journey.has_text(Role::Table, &after.hidden_names), "{lang:?}");
        let hidden = Messages::new(lang).get("series-hidden");
        assert!(
            journey.has_text(Role::Row, &format!("{} – {hidden}", before.bars[0].share)),
            "{lang:?}: {:?}",
            journey.elements_of(Role::Row)
        );
        let all = Messages::new(lang).get("series-all");
        journey.click(Role::Button, &all);
        assert!(is_drawn(&journey, &longest), "{lang:?}");
        assert!(status_breakdown(&journey).hidden_names.is_empty());
    }
}

#[test]
fn one_series_alone_is_drawn_with_alt_or_a_second_click_and_stays() {
    let mut journey = loaded_portfolio(Lang::En, 1_440.0);
    let view = status_breakdown(&journey);
    let label = |at: usize| view.bars[at].label.clone();
    let at = |journey: &GuiTest, at: usize| {
        let name = legend_text(journey, &view.bars[at].label);
        journey.rect_of(Role::CheckBox, &name).center()
    };
    let second = at(&journey, 1);
    journey.press_at(second, PointerButton::Primary, Modifiers::ALT);
    assert!(is_drawn(&journey, &label(1)) && !is_drawn(&journey, &label(0)));
    assert_eq!(
        journey.app().hidden_series(BY_STATUS).len(),
        view.bars.len() - 1,
        "all others"
    );
    journey.draw_frames(60);
    journey.press_at(second, PointerButton::Primary, Modifiers::NONE);
    assert!(is_drawn(&journey, &label(1)), "the last one stays");
    assert!(
        journey.has_text(Role::Label, " chart shows at least one series"),
        "it says why: {:?}",
        journey.app().cx.toasts()
    );
    journey.draw_frames(60);
    journey.press_at(second, PointerButton::Primary, Modifiers::ALT);
    assert!(is_drawn(&journey, &label(0)), "all again");
    journey.draw_frames(60);
    let first = at(&journey, 0);
    // Both clicks in one frame, because separate frames would exceed the double-click time.
    let input = journey.window.input_mut();
    input.events.push(egui::Event::PointerMoved(first));
    for pressed in [true, false, true, false] {
        input.events.push(egui::Event::PointerButton {
            pos: first,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    journey.window.run();
    assert!(is_drawn(&journey, &label(0)) && !is_drawn(&journey, &label(1)));
}

#[test]
fn legends_are_gone_along_and_turned_by_keyboard_alone() {
    let mut journey = loaded_portfolio(Lang::Fr, 1_440.0);
    let view = status_breakdown(&journey);
    journey.tab_to(Role::CheckBox, &legend_text(&journey, &view.bars[0].label));
    journey.press_key(Key::ArrowDown);
    let second = legend_text(&journey, &view.bars[1].label);
    assert!(
        journey
            .window
            .get_by_role_and_label(Role::CheckBox, &second)
            .is_focused(),
        "{}",
        journey.announced_focus()
    );
    journey.press_key(Key::Space);
    assert!(!is_drawn(&journey, &view.bars[1].label));
    journey.press_key(Key::Space);
    assert!(is_drawn(&journey, &view.bars[1].label));
    // To the legend of the next chart, and on to its rows.
    journey.press_key(Key::ArrowRight);
    let classes = portfolio_view(journey.app()).breakdowns.remove(1);
    let beside = legend_text(&journey, &classes.bars[1].label);
    assert!(
        journey
            .window
            .get_by_role_and_label(Role::CheckBox, &beside)
            .is_focused(),
        "{}",
        journey.announced_focus()
    );
    journey.press_key(Key::Tab);
    let row = journey.announced_focus();
    assert!(row.contains(&classes.bars[0].label), "{row}");
}

#[test]
fn statuses_over_time_are_one_chart_whose_lines_are_left_out() {
    for lang in Lang::ALL {
        let mut journey = loaded_portfolio(lang, 1_440.0);
        let view = encours_core::app::screens::portfolio::view::statuses::statuses_view(journey.app())
            .expect("several statuses were counted");
        journey.click(Role::Tab, &view.label);
        let line = &view.lines[0].trend;
        let spoken = |journey: &GuiTest| {
            let mut images = journey.elements_of(Role::Image).into_iter();
            images
                .find(|(name, _)| name.contains(&view.lines[1].trend.label))
                .map(|(name, _)| name)
                .unwrap_or_default()
        };
        assert!(spoken(&journey).contains(&line.label), "{lang:?}");
        let name = legend_text(&journey, &line.label);
        let place = journey.rect_of(Role::CheckBox, &name);
        assert!(place.height() >= 24.0, "{place:?}");
        journey.press_at(place.center(), PointerButton::Primary, Modifiers::NONE);
        assert!(!is_drawn(&journey, &line.label), "{lang:?}");
        let left_out = encours_core::app::screens::portfolio::view::statuses::statuses_view(journey.app())
            .unwrap()
            .hidden_names;
        let said = spoken(&journey);
        assert!(
            said.ends_with(&left_out) && said.matches(&line.label).count() == 1,
            "{lang:?}: {said}"
        );
        assert!(journey.has_text(Role::Label, &left_out), "{lang:?}");
        // The table still shows every count.
        type_char(&mut journey.window, "t");
        assert!(
            journey.has_text(Role::Row, &format!("{} {}", line.label, line.last)),
            "{lang:?}: {:?}",
            journey.elements_of(Role::Row)
        );
    }
}

#[test]
fn the_panes_take_the_room_of_every_width() {
    for lang in Lang::ALL {
        for (wide, across) in [(1_024.0, 2), (1_280.0, 3), (1_440.0, 3), (1_920.0, 3)] {
            let mut journey = loaded_portfolio(lang, wide);
            journey.draw_frames(8);
            let tables = journey.elements_of(Role::Table);
            let top = tables[0].1.top();
            let beside = tables.iter().filter(|(_, place)| (place.top() - top).abs() < 1.0);
            assert_eq!(beside.count(), across, "{lang:?} {wide}: {tables:?}");
            let trend = Messages::new(lang).get("trend-title");
            let trend = journey.rect_of(Role::Group, &trend);
            if across == 2 {
                // The entity is beside the third breakdown, and the trend is below both.
                let fields = journey.elements_of(Role::Label).into_iter();
                let third = tables[2].1;
                let beside = fields.filter(|(_, place)| {
                    place.left() > third.right() && third.y_range().contains(place.center().y)
                });
                assert!(beside.count() >= 9, "{lang:?} {wide}");
                assert!(trend.top() > third.bottom() && trend.width() > 1.9 * third.width());
            }
        }
    }
}

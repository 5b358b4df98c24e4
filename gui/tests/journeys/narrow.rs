//! Small windows, as with a large zoom: everything is reachable, and important texts are complete.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{painted_texts, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::portfolio::view::portfolio::portfolio_view;
use encours_core::text::Lang;

/// A window of 900 × 600 points, at 1.5 and 2 times the size.
const ONE_AND_A_HALF: [f32; 2] = [600.0, 364.0];
const TWICE: [f32; 2] = [450.0, 273.0];
/// The minimum width for text in the narrowest filter field.
const MIN_TEXT_WIDTH: f32 = 54.0;

fn start_sized(lang: Lang, [wide, high]: [f32; 2]) -> GuiTest {
    let mut journey = GuiTest::start(lang, LONG_UNDO_DELAY);
    journey.window.set_size(vec2(wide, high));
    journey.window.run();
    journey
}

/// Returns the screen tabs in the side bar, and the user button below them.
fn screen_tabs(journey: &GuiTest) -> (Vec<(String, Rect)>, Rect) {
    let side = journey
        .elements_of(Role::Navigation)
        .first()
        .expect("the side bar")
        .1;
    let tabs = journey.elements_of(Role::Tab).into_iter();
    let tabs = tabs.filter(|(_, place)| side.contains(place.center())).collect();
    (
        tabs,
        journey.rect_of(Role::Button, "User, theme, language and size"),
    )
}

#[test]
fn every_screen_is_in_sight_in_the_rail_of_a_low_window() {
    let journey = start_sized(Lang::En, ONE_AND_A_HALF);
    let (ways, person) = screen_tabs(&journey);
    assert_eq!(ways.len(), 8, "{ways:?}");
    for two in ways.windows(2) {
        assert!(two[0].1.bottom() <= two[1].1.top(), "{two:?}");
        assert!(two[0].1.height() >= 24.0 && two[0].1.width() >= 36.0, "{two:?}");
    }
    let last = ways[7].1;
    assert!(last.bottom() <= person.top(), "{last:?} over {person:?}");
}

#[test]
fn where_even_so_they_have_no_room_the_rail_is_scrolled_to_the_screen_shown() {
    let mut journey = start_sized(Lang::En, TWICE);
    let top = screen_tabs(&journey).0[0].1.top();
    type_char(&mut journey.window, "8");
    for _ in 0..30 {
        journey.window.step();
    }
    assert_eq!(journey.app().cx.screen(), Screen::Activity);
    let (ways, person) = screen_tabs(&journey);
    let (name, place) = ways.last().unwrap();
    assert!(
        name.starts_with("Activity") && place.bottom() <= person.top(),
        "{name}: {place:?} {person:?}"
    );
    assert!(ways[0].1.top() < top, "the first ones have left upwards");
}

#[test]
fn the_filter_of_the_notifications_covers_no_tab_and_is_never_a_bare_box() {
    for lang in Lang::ALL {
        for size in [[900.0, 600.0], ONE_AND_A_HALF, TWICE] {
            let mut journey = start_sized(lang, size);
            type_char(&mut journey.window, "4");
            let side = journey
                .elements_of(Role::Navigation)
                .first()
                .expect("the side bar")
                .1;
            let tabs: Vec<(String, Rect)> = journey.elements_of(Role::Tab).into_iter().collect();
            let tabs: Vec<Rect> = tabs
                .into_iter()
                .filter_map(|(_, place)| (place.left() > side.right()).then_some(place))
                .collect();
            // Tabs that do not fit are in a menu.
            let other = if lang == Lang::En {
                "Other tabs"
            } else {
                "Autres onglets"
            };
            assert!(
                tabs.len() == 5 || (!tabs.is_empty() && journey.has_text(Role::Button, other)),
                "{tabs:?}"
            );
            let filter =
                journey
                    .window
                    .get_all_by_label_contains(if lang == Lang::En { "Filter" } else { "Filtrer" });
            let filter: Vec<Rect> = filter
                .map(|node| node.rect())
                .filter(|place| place.center().y > tabs[0].top() && place.center().y < tabs[0].bottom())
                .collect();
            let [filter] = filter.as_slice() else {
                panic!("{lang:?} {size:?}: one way to filter: {filter:?}")
            };
            for tab in &tabs {
                assert!(
                    !tab.intersects(*filter),
                    "{lang:?} {size:?}: {tab:?} under {filter:?}"
                );
            }
            assert!(
                filter.width() >= MIN_TEXT_WIDTH || (filter.width() - 28.0).abs() < 1.0,
                "{lang:?} {size:?}: a line or an icon: {filter:?}"
            );
            // The filter can still be typed, with enough room, and cancelled.
            type_char(&mut journey.window, "/");
            let line = journey
                .window
                .get_by(|node| node.role() == Role::TextInput)
                .rect();
            assert!(line.width() >= MIN_TEXT_WIDTH, "{lang:?} {size:?}: {line:?}");
            type_char(&mut journey.window, "L");
            assert_eq!(journey.app().inbox.inbox().filter, "L");
            journey.press_key(Key::Escape);
            assert!(journey.app().inbox.inbox().filter.is_empty());
        }
    }
}

#[test]
fn the_dates_of_a_notification_keep_their_time() {
    let mut journey = start_sized(Lang::En, ONE_AND_A_HALF);
    type_char(&mut journey.window, "4");
    journey.until("they are read", |app| app.inbox.unread_count(&app.cx) > 1);
    let dated = |(text, _): &&(String, bool)| text.contains(" at ") && text.contains('/');
    let texts = painted_texts(&journey.window);
    let dates: Vec<&(String, bool)> = texts.iter().filter(dated).collect();
    assert!(
        dates.len() >= 2 && dates.iter().all(|(_, whole)| *whole),
        "{texts:?}"
    );
}

#[test]
fn the_portfolio_says_its_age_whole_whatever_else_is_cut() {
    for size in [[900.0, 600.0], ONE_AND_A_HALF, TWICE] {
        let mut journey = start_sized(Lang::En, size);
        type_char(&mut journey.window, "3");
        journey.until("the summary is read", |app| {
            app.cx.snapshot().portfolio.value.is_some()
        });
        let texts = painted_texts(&journey.window);
        let age = texts.iter().find(|(text, _)| text.ends_with("just loaded"));
        assert!(age.is_some_and(|(_, whole)| *whole), "{size:?}: {texts:?}");
    }
}

#[test]
fn every_total_of_the_portfolio_is_read_whole() {
    for (lang, size) in [
        (Lang::Fr, ONE_AND_A_HALF),
        (Lang::En, ONE_AND_A_HALF),
        (Lang::Fr, TWICE),
    ] {
        let mut journey = start_sized(lang, size);
        type_char(&mut journey.window, "3");
        journey.until("the summary is read", |app| {
            app.cx.snapshot().portfolio.value.is_some()
        });
        let texts = painted_texts(&journey.window);
        for total in portfolio_view(journey.app()).totals {
            for part in [&total.label, &total.value] {
                let found = texts.iter().find(|(text, _)| text == part);
                assert!(
                    found.is_some_and(|(_, whole)| *whole),
                    "{lang:?} {size:?}: {part} in {texts:?}"
                );
            }
        }
    }
}

#[test]
fn a_presentation_is_left_by_mouse_on_every_screen() {
    for size in [[900.0, 600.0], ONE_AND_A_HALF] {
        let mut journey = start_sized(Lang::En, size);
        for screen in ["1", "3", "4", "5", "6", "7", "8"] {
            type_char(&mut journey.window, screen);
            journey.press_key(Key::F11);
            assert!(journey.app().cx.is_presenting(), "{screen}");
            let way = journey.rect_of(Role::Button, "Exit presentation");
            journey.press_at(way.center(), PointerButton::Primary, Modifiers::NONE);
            assert!(!journey.app().cx.is_presenting(), "{screen} at {size:?}");
        }
    }
}

#[test]
fn titles_and_tabs_of_the_notifications_are_whole_in_a_small_presentation() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    // A screen of 900 × 600 at the size of a presentation.
    journey.window.set_size(egui::vec2(523.0, 348.0));
    type_char(&mut journey.window, "4");
    journey.until("the notifications are read", |app| {
        app.inbox.unread_count(&app.cx) == 37
    });
    let cut = |journey: &GuiTest| -> Vec<String> {
        let names = [
            "Notif", "Non lues", "Lues", "En s", "Éto", "Tou", "155", "Encore", "Échap",
        ];
        let texts = crate::support::painted_texts(&journey.window).into_iter();
        let cut = texts.filter(|(text, whole)| !whole && names.iter().any(|name| text.starts_with(name)));
        cut.map(|(text, _)| text).collect()
    };
    let title = |journey: &GuiTest| {
        let texts = crate::support::painted_texts(&journey.window);
        texts
            .iter()
            .any(|(text, whole)| text == "Notifications" && *whole)
    };
    assert!(title(&journey));
    assert_eq!(cut(&journey), Vec::<String>::new());
    type_char(&mut journey.window, "X");
    assert!(title(&journey), "the question leaves the title whole");
    assert_eq!(cut(&journey), Vec::<String>::new(), "while it is asked");
    journey.press_key(Key::Escape);
    journey.click(Role::Button, "Autres onglets");
    journey.click(Role::MenuItemRadio, "Toutes 155");
    assert_eq!(
        journey.app().inbox.inbox().tab,
        encours_core::app::foundation::cx::overlay_types::InboxTab::All
    );
    assert_eq!(
        cut(&journey),
        Vec::<String>::new(),
        "the one shown is among those in the row"
    );
}

/// Returns the numbers that are cut in a way that shows another number.
fn cut_numbers(journey: &GuiTest) -> Vec<String> {
    let shapes = &journey.window.output().shapes;
    let texts = shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some((clipped.clip_rect, text)),
        _ => None,
    });
    let figure = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && !text.contains(|c: char| c.is_alphabetic() || c == '/')
    };
    texts
        .filter(|(clip, text)| {
            let stands = Rect::from_min_size(text.pos, text.galley.size());
            let seen = stands.intersect(*clip);
            figure(text.galley.text()) && seen.is_positive() && seen.width() + 1.0 < stands.width()
        })
        .map(|(_, text)| text.galley.text().to_owned())
        .collect()
}

#[test]
fn a_figure_at_the_edge_of_a_table_is_never_cut_into_another_one() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "v");
    // For every position of the edge inside a column.
    let tables = |journey: &mut GuiTest| {
        for wide in (0..16_u8).map(|step| 900.0 + 12.0 * f32::from(step)) {
            journey.window.set_size(vec2(wide, 600.0));
            journey.window.run();
            assert_eq!(cut_numbers(journey), Vec::<String>::new(), "{wide}");
        }
    };
    tables(&mut journey);
    type_char(&mut journey.window, "7");
    journey.press_key(Key::Enter);
    journey.until("the operations are read", |app| {
        !app.explorer.explored_rows().records.is_empty()
    });
    tables(&mut journey);
}

#[test]
fn all_that_a_plan_would_change_is_seen_by_mouse_alone() {
    let mut journey = start_sized(Lang::En, [900.0, 600.0]);
    journey.press_key_with(crate::support::CTRL, Key::A);
    type_char(&mut journey.window, "d");
    let told = |journey: &GuiTest| -> Vec<String> {
        let lines = journey.window.query_all_by_role(Role::ListItem);
        lines
            .filter_map(|line| line.accesskit_node().label())
            .filter(|label| label.ends_with("will be deleted"))
            .collect()
    };
    let before = told(&journey);
    assert!(before.len() < 24, "not all have room");
    let over = journey.window.ctx.content_rect().center();
    let mut seen: std::collections::BTreeSet<String> = before.into_iter().collect();
    for _ in 0..12 {
        journey.scroll_wheel(over, -100.0);
        journey.draw_frames(20);
        seen.extend(told(&journey));
    }
    assert_eq!(seen.len(), 24, "{seen:?}");
    assert!(matches!(journey.app().cx.layer(), Layer::Picker(_)));
}

#[test]
fn in_a_low_window_the_pane_with_the_keys_has_its_room() {
    let mut journey = start_sized(Lang::En, [900.0, 560.0]);
    type_char(&mut journey.window, "7");
    journey.until("the records are read", |app| {
        !app.explorer.explored_rows().visible.is_empty()
    });
    let rows = |journey: &GuiTest| journey.elements_of(Role::RowHeader).len();
    assert!(rows(&journey) >= 5, "{:?}", journey.elements_of(Role::RowHeader));
    let record = journey
        .elements_of(Role::Button)
        .into_iter()
        .find(|(name, _)| name.starts_with("Record"))
        .expect("the title of the record alone");
    journey.click(Role::Button, &record.0);
    assert_eq!(
        journey.app().cx.pane(),
        encours_core::app::screens::explorer::explorer::TREE
    );
    assert!(rows(&journey) == 0, "the records leave it the room");
    // A filter can be typed over the records from every pane.
    type_char(&mut journey.window, "/");
    assert!(rows(&journey) > 0 && journey.has_text(Role::TextInput, "Filter"));
}

#[test]
fn bare_icons_are_named_by_their_tips_and_what_stands_out_keeps_its_word() {
    let mut journey = start_sized(Lang::Fr, [900.0, 560.0]);
    type_char(&mut journey.window, "6");
    let said =
        |journey: &GuiTest, text: &str| painted_texts(&journey.window).iter().any(|(one, _)| one == text);
    assert!(said(&journey, "Ouvrir") && !said(&journey, "Supprimer la vue"));
    let place = journey.rect_of(Role::Button, "Supprimer la vue – ");
    journey.window.hover_at(place.center());
    journey.draw_frames(8);
    let texts = painted_texts(&journey.window);
    assert!(
        texts
            .iter()
            .any(|(text, _)| text.starts_with("Supprimer la vue – ")),
        "{texts:?}"
    );
}

#[test]
fn beside_a_panel_and_an_unsaved_view_the_order_can_still_be_chosen() {
    let mut journey = start_sized(Lang::En, [1280.0, 800.0]);
    type_char(&mut journey.window, "W");
    type_char(&mut journey.window, "Offices under some strain");
    journey.press_key(Key::Enter);
    journey.until("the view is saved", |app| app.views.views().open().is_some());
    journey.click(Role::Button, "Sort Stage age ↓");
    journey.click(Role::MenuItemRadio, "Name");
    journey.press_key(Key::Enter);
    journey.until("the deal is open", |app| app.cx.screen() == Screen::Deal);
    journey.window.run();
    assert!(
        journey
            .app()
            .views
            .is_modified(&journey.app().table, &journey.app().pipeline)
    );
    for name in ["Sort Name ↑", "Display", "Save view"] {
        assert!(journey.has_text(Role::Button, name), "{name}");
    }
    let said = painted_texts(&journey.window);
    assert!(
        said.iter()
            .any(|(text, _)| text.starts_with("Offices") && text.ends_with('•')),
        "{said:?}"
    );
}

#[test]
fn in_a_small_window_the_first_list_of_the_views_is_shown_whole() {
    let mut journey = start_sized(Lang::Fr, [1024.0, 700.0]);
    type_char(&mut journey.window, "W");
    type_char(&mut journey.window, "Bureaux tendus de la région");
    journey.press_key(Key::Enter);
    journey.until("the view is saved", |app| app.views.views().open().is_some());
    type_char(&mut journey.window, "6");
    journey.window.run();
    type_char(&mut journey.window, "j");
    type_char(&mut journey.window, "*");
    for _ in 0..10 {
        journey.window.step();
    }
    let list = journey.rect_of(Role::List, "Mes vues");
    for name in ["Tous les deals", "Bureaux tendus"] {
        let row = journey.rect_of(Role::ListItem, name);
        assert!(list.contains_rect(row), "{name}: {row:?} in {list:?}");
    }
}

//! Small windows, as with a large zoom: everything is reachable, and important texts are complete.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{painted_texts, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::portfolio::view::portfolio::portfolio_view;
use encours_core::text::Lang;

/// A window of 900 × 600 points, at 1.5 and 2 times the size.
const ONE_AND_A_HALF: [f32; 2] = [600.0, 364.0];
const TWICE: [f32; 2] = [450.0, 273.0];
/// The minimum width for text in the narrowest filter field.
const MIN_TEXT_WIDTH: f32 = 54.0;

fn start_sized(lang: Lang, [width, height]: [f32; 2]) -> GuiTest {
    let mut test = GuiTest::start(lang, LONG_UNDO_DELAY);
    test.window.set_size(vec2(width, height));
    test.window.run();
    test
}

/// Returns the screen tabs in the side bar, and the user button below them.
fn screen_tabs(test: &GuiTest) -> (Vec<(String, Rect)>, Rect) {
    let side = test.elements_of(Role::Navigation).first().expect("the side bar").1;
    let tabs = test.elements_of(Role::Tab).into_iter();
    let tabs = tabs.filter(|(_, rect)| side.contains(rect.center())).collect();
    (tabs, test.rect_of(Role::Button, "User, theme, language and size"))
}

#[test]
fn low_window_shows_every_screen_in_the_side_bar() {
    let test = start_sized(Lang::En, ONE_AND_A_HALF);
    let (tabs, person) = screen_tabs(&test);
    assert_eq!(tabs.len(), 10, "{tabs:?}");
    for two in tabs.windows(2) {
        assert!(two[0].1.bottom() <= two[1].1.top(), "{two:?}");
        assert!(two[0].1.height() >= 24.0 && two[0].1.width() >= 36.0, "{two:?}");
    }
    let last = tabs[9].1;
    assert!(last.bottom() <= person.top(), "{last:?} over {person:?}");
}

#[test]
fn crowded_sidebar_scrolls_to_the_current_screen() {
    let mut test = start_sized(Lang::En, TWICE);
    let top = screen_tabs(&test).0[0].1.top();
    type_char(&mut test.window, "0");
    for _ in 0..30 {
        test.window.step();
    }
    assert_eq!(test.app().cx.screen(), Screen::Agenda);
    let (tabs, person) = screen_tabs(&test);
    let (name, rect) = tabs.last().unwrap();
    assert!(name.starts_with("Agenda") && rect.bottom() <= person.top(), "{name}: {rect:?} {person:?}");
    assert!(tabs[0].1.top() < top, "the first ones have left upwards");
}

#[test]
fn notification_filter_covers_no_tab_in_small_windows() {
    for lang in Lang::ALL {
        for size in [[900.0, 600.0], ONE_AND_A_HALF, TWICE] {
            let mut test = start_sized(lang, size);
            type_char(&mut test.window, "4");
            let side = test.elements_of(Role::Navigation).first().expect("the side bar").1;
            let tabs: Vec<(String, Rect)> = test.elements_of(Role::Tab).into_iter().collect();
            let tabs: Vec<Rect> = tabs
                .into_iter()
                .filter_map(|(_, rect)| (rect.left() > side.right()).then_some(rect))
                .collect();
            // Tabs that do not fit are in a menu.
            let other = if lang == Lang::En { "Other tabs" } else { "Autres onglets" };
            assert!(tabs.len() == 5 || (!tabs.is_empty() && test.has_text(Role::Button, other)), "{tabs:?}");
            let filter =
                test.window.get_all_by_label_contains(if lang == Lang::En { "Filter" } else { "Filtrer" });
            let filter: Vec<Rect> = filter
                .map(|node| node.rect())
                .filter(|rect| rect.center().y > tabs[0].top() && rect.center().y < tabs[0].bottom())
                .collect();
            let [filter] = filter.as_slice() else {
                panic!("{lang:?} {size:?}: one way to filter: {filter:?}")
            };
            for tab in &tabs {
                assert!(!tab.intersects(*filter), "{lang:?} {size:?}: {tab:?} under {filter:?}");
            }
            assert!(
                filter.width() >= MIN_TEXT_WIDTH || (filter.width() - 28.0).abs() < 1.0,
                "{lang:?} {size:?}: a line or an icon: {filter:?}"
            );
            // The filter can still be typed, with enough room, and cancelled.
            type_char(&mut test.window, "/");
            let line = test.window.get_by(|node| node.role() == Role::TextInput).rect();
            assert!(line.width() >= MIN_TEXT_WIDTH, "{lang:?} {size:?}: {line:?}");
            type_char(&mut test.window, "L");
            assert_eq!(test.app().inbox.filter, "L");
            test.press_key(Key::Escape);
            assert!(test.app().inbox.filter.is_empty());
        }
    }
}

#[test]
fn the_dates_of_a_notification_keep_their_time() {
    let mut test = start_sized(Lang::En, ONE_AND_A_HALF);
    type_char(&mut test.window, "4");
    test.until("they are read", |app| app.inbox.unread_count(&app.cx) > 1);
    let dated = |(text, _): &&(String, bool)| text.contains(" at ") && text.contains('/');
    let texts = painted_texts(&test.window);
    let dates: Vec<&(String, bool)> = texts.iter().filter(dated).collect();
    assert!(dates.len() >= 2 && dates.iter().all(|(_, whole)| *whole), "{texts:?}");
}

#[test]
fn portfolio_age_is_never_truncated() {
    for size in [[900.0, 600.0], ONE_AND_A_HALF, TWICE] {
        let mut test = start_sized(Lang::En, size);
        type_char(&mut test.window, "3");
        test.until("the summary is read", |app| app.cx.snapshot().portfolio.value.is_some());
        let texts = painted_texts(&test.window);
        let age = texts.iter().find(|(text, _)| text.ends_with("just loaded"));
        assert!(age.is_some_and(|(_, whole)| *whole), "{size:?}: {texts:?}");
    }
}

#[test]
fn portfolio_totals_are_never_truncated() {
    for (lang, size) in [(Lang::Fr, ONE_AND_A_HALF), (Lang::En, ONE_AND_A_HALF), (Lang::Fr, TWICE)] {
        let mut test = start_sized(lang, size);
        type_char(&mut test.window, "3");
        test.until("the summary is read", |app| app.cx.snapshot().portfolio.value.is_some());
        let texts = painted_texts(&test.window);
        for total in portfolio_view(test.app()).totals {
            for fragment in [&total.label, &total.value] {
                let found = texts.iter().find(|(text, _)| text == fragment);
                assert!(found.is_some_and(|(_, whole)| *whole), "{lang:?} {size:?}: {fragment} in {texts:?}");
            }
        }
    }
}

#[test]
fn mouse_exits_a_presentation_on_every_screen() {
    for size in [[900.0, 600.0], ONE_AND_A_HALF] {
        let mut test = start_sized(Lang::En, size);
        for screen in ["1", "3", "4", "5", "6", "7", "8"] {
            type_char(&mut test.window, screen);
            test.press_key(Key::F11);
            assert!(test.app().cx.is_presenting(), "{screen}");
            let exit_rect = test.rect_of(Role::Button, "Exit presentation");
            test.press_at(exit_rect.center(), PointerButton::Primary, Modifiers::NONE);
            assert!(!test.app().cx.is_presenting(), "{screen} at {size:?}");
        }
    }
}

#[test]
fn small_presentation_shows_full_notification_titles_and_tabs() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    // A screen of 900 × 600 at the size of a presentation.
    test.window.set_size(egui::vec2(523.0, 348.0));
    type_char(&mut test.window, "4");
    test.until("the notifications are read", |app| app.inbox.unread_count(&app.cx) == 37);
    let cut = |test: &GuiTest| -> Vec<String> {
        let names = ["Notif", "Non lues", "Lues", "En s", "Éto", "Tou", "155", "Encore", "Échap"];
        let texts = crate::support::painted_texts(&test.window).into_iter();
        let cut = texts
            .filter(|(text, is_complete)| !is_complete && names.iter().any(|name| text.starts_with(name)));
        cut.map(|(text, _)| text).collect()
    };
    let title = |test: &GuiTest| {
        let texts = crate::support::painted_texts(&test.window);
        texts.iter().any(|(text, is_complete)| text == "Notifications" && *is_complete)
    };
    assert!(title(&test));
    assert_eq!(cut(&test), Vec::<String>::new());
    type_char(&mut test.window, "X");
    assert!(title(&test), "the question leaves the title whole");
    assert_eq!(cut(&test), Vec::<String>::new(), "while it is asked");
    test.press_key(Key::Escape);
    test.click(Role::Button, "Autres onglets");
    test.click(Role::MenuItemRadio, "Toutes 155");
    assert_eq!(test.app().inbox.tab, encours_core::app::foundation::cx::overlay_types::InboxTab::All);
    assert_eq!(cut(&test), Vec::<String>::new(), "the one shown is among those in the row");
}

/// Returns the numbers that are cut in a way that shows another number.
fn cut_numbers(test: &GuiTest) -> Vec<String> {
    let shapes = &test.window.output().shapes;
    let texts = shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some((clipped.clip_rect, text)),
        _ => None,
    });
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && !text.contains(|c: char| c.is_alphabetic() || c == '/')
    };
    texts
        .filter(|(clip, text)| {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            let visible = rect.intersect(*clip);
            is_number(text.galley.text()) && visible.is_positive() && visible.width() + 1.0 < rect.width()
        })
        .map(|(_, text)| text.galley.text().to_owned())
        .collect()
}

#[test]
fn number_at_a_table_edge_is_never_truncated() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    // For every position of the edge inside a column.
    let tables = |test: &mut GuiTest| {
        for width in (0..16_u8).map(|step| 900.0 + 12.0 * f32::from(step)) {
            test.window.set_size(vec2(width, 600.0));
            test.window.run();
            assert_eq!(cut_numbers(test), Vec::<String>::new(), "{width}");
        }
    };
    tables(&mut test);
    type_char(&mut test.window, "7");
    test.press_key(Key::Enter);
    test.until("the operations are read", |app| !app.explorer.explored_rows().records.is_empty());
    tables(&mut test);
}

#[test]
fn bulk_plan_scrolls_by_mouse_to_every_change() {
    let mut test = start_sized(Lang::En, [900.0, 600.0]);
    test.press_key_with(crate::support::CTRL, Key::A);
    type_char(&mut test.window, "d");
    let row_names = |test: &GuiTest| -> Vec<String> {
        let lines = test.window.query_all_by_role(Role::ListItem);
        lines
            .filter_map(|line| line.accesskit_node().label())
            .filter(|label| label.ends_with("will be deleted"))
            .collect()
    };
    let first_names = row_names(&test);
    assert!(first_names.len() < 24, "not all have room");
    let position = test.window.ctx.content_rect().center();
    let mut seen_names: std::collections::BTreeSet<String> = first_names.into_iter().collect();
    for _ in 0..12 {
        test.scroll_wheel(position, -100.0);
        test.draw_frames(20);
        seen_names.extend(row_names(&test));
    }
    assert_eq!(seen_names.len(), 24, "{seen_names:?}");
    assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)));
}

#[test]
fn low_window_gives_its_height_to_the_focused_pane() {
    let mut test = start_sized(Lang::En, [900.0, 560.0]);
    type_char(&mut test.window, "7");
    test.until("the records are read", |app| !app.explorer.explored_rows().visible.is_empty());
    let rows = |test: &GuiTest| test.elements_of(Role::RowHeader).len();
    assert!(rows(&test) >= 5, "{:?}", test.elements_of(Role::RowHeader));
    let record = test
        .elements_of(Role::Button)
        .into_iter()
        .find(|(name, _)| name.starts_with("Record"))
        .expect("the title of the record alone");
    test.click(Role::Button, &record.0);
    assert_eq!(test.app().cx.pane(), encours_core::app::screens::explorer::explorer::TREE);
    assert!(rows(&test) == 0, "the records leave it the room");
    // A filter can be typed over the records from every pane.
    type_char(&mut test.window, "/");
    assert!(rows(&test) > 0 && test.has_text(Role::TextInput, "Filter"));
}

#[test]
fn icon_buttons_have_tooltips_and_primary_buttons_have_text() {
    let mut test = start_sized(Lang::Fr, [900.0, 560.0]);
    type_char(&mut test.window, "6");
    let is_painted = |test: &GuiTest, text: &str| {
        painted_texts(&test.window).iter().any(|(painted_text, _)| painted_text == text)
    };
    assert!(is_painted(&test, "Ouvrir") && !is_painted(&test, "Supprimer la vue"));
    let rect = test.rect_of(Role::Button, "Supprimer la vue – ");
    test.window.hover_at(rect.center());
    test.draw_frames(8);
    let texts = painted_texts(&test.window);
    assert!(texts.iter().any(|(text, _)| text.starts_with("Supprimer la vue – ")), "{texts:?}");
}

#[test]
fn sort_button_fits_beside_panel_and_unsaved_view() {
    let mut test = start_sized(Lang::En, [1280.0, 800.0]);
    type_char(&mut test.window, "W");
    type_char(&mut test.window, "Offices under some strain");
    test.press_key(Key::Enter);
    test.until("the view is saved", |app| app.views.open().is_some());
    test.click(Role::Button, "Sort Time in status ↓");
    test.click(Role::MenuItemRadio, "Name");
    test.press_key(Key::Enter);
    test.until("the deal is open", |app| app.cx.screen() == Screen::Deal);
    test.window.run();
    assert!(test.app().views.is_modified(&test.app().table, &test.app().pipeline));
    for name in ["Sort Name ↑", "Display", "Save view"] {
        assert!(test.has_text(Role::Button, name), "{name}");
    }
    let texts = painted_texts(&test.window);
    assert!(texts.iter().any(|(text, _)| text.starts_with("Offices") && text.ends_with('•')), "{texts:?}");
}

#[test]
fn small_window_shows_the_first_view_list_completely() {
    let mut test = start_sized(Lang::Fr, [1024.0, 700.0]);
    type_char(&mut test.window, "W");
    type_char(&mut test.window, "Bureaux tendus de la région");
    test.press_key(Key::Enter);
    test.until("the view is saved", |app| app.views.open().is_some());
    type_char(&mut test.window, "6");
    test.window.run();
    type_char(&mut test.window, "j");
    type_char(&mut test.window, "*");
    for _ in 0..10 {
        test.window.step();
    }
    let list = test.rect_of(Role::List, "Mes vues");
    for name in ["Tous les deals", "Bureaux tendus"] {
        let row = test.rect_of(Role::ListItem, name);
        assert!(list.contains_rect(row), "{name}: {row:?} in {list:?}");
    }
}

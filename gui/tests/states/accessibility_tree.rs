//! The accessibility tree of every screen as text, and sizes of click targets.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::support::scenes::{self, GROUPS, each_group};
use crate::support::{LARGE, SMALL, TestWindow, open_window, sample};
use egui::accesskit::{Role, Toggled};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;

fn open_scene(lang: Lang, size: [f32; 2], actions: Vec<Action>) -> TestWindow<'static> {
    let mut state = sample::window(sample::snapshot(), lang, ThemeChoice::Light);
    state.update();
    for action in actions {
        state.run_action(action);
    }
    open_window(state, WindowTheme::Light, size)
}

/// Returns role, name, state and area of every meaningful node, indented by depth.
fn dump_tree(window: &TestWindow<'_>) -> String {
    let mut text = String::new();
    write_node(&mut text, window.root(), 0);
    text
}

fn write_node(text: &mut String, node: Node<'_>, depth: usize) {
    let access_node = node.accesskit_node();
    let (role, label) = (access_node.role(), access_node.label().unwrap_or_default());
    // Containers without a name are left out.
    let silent = label.is_empty() && matches!(role, Role::GenericContainer | Role::Unknown | Role::Window);
    let mut depth = depth;
    if !silent {
        let value = access_node.value().filter(|value| *value != label);
        let mut states = String::new();
        if access_node.is_disabled() {
            states.push_str(" disabled");
        }
        if access_node.is_selected() == Some(true) {
            states.push_str(" selected");
        }
        if access_node.toggled() == Some(Toggled::True) {
            states.push_str(" checked");
        }
        if access_node.is_focused() {
            states.push_str(" focused");
        }
        let rect_text = access_node.bounding_box().map_or_else(String::new, |at| {
            format!(" ({:.0},{:.0} {:.0}×{:.0})", at.x0, at.y0, at.x1 - at.x0, at.y1 - at.y0)
        });
        let value = value.map_or_else(String::new, |value| format!(" = {value:?}"));
        writeln!(text, "{}{role:?} {label:?}{value}{states}{rect_text}", "  ".repeat(depth)).unwrap();
        depth += 1;
    }
    for child in node.children() {
        write_node(text, child, depth);
    }
}

/// Returns whether elements of a role are interactive and need a name.
fn is_interactive(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::Tab
            | Role::Row
            | Role::ListItem
            | Role::ListBoxOption
            | Role::TreeItem
            | Role::MenuItem
            | Role::MenuItemRadio
            | Role::MenuItemCheckBox
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Switch
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::PasswordInput
            | Role::SearchInput
            | Role::Link
            | Role::ColumnHeader
            | Role::Dialog
            | Role::ScrollBar
    )
}

/// Returns the controls without a name or an area.
fn unnamed_controls(window: &TestWindow<'_>, scene: &str) -> Vec<String> {
    let nodes = window.root().children_recursive();
    let wanting = nodes.filter_map(|node| {
        let access_node = node.accesskit_node();
        if !is_interactive(access_node.role()) {
            return None;
        }
        let label = access_node.label().unwrap_or_default();
        let rect = access_node.bounding_box();
        (label.trim().is_empty() || rect.is_none())
            .then(|| format!("{scene}: {:?} {label:?} at {rect:?}", access_node.role()))
    });
    wanting.collect()
}

/// Checks the trees of a group of scenes.
///
/// In French each is compared with its snapshot. In both languages every control needs a name and an area.
fn check_trees(group: usize) {
    let mut wanting = Vec::new();
    for scene in GROUPS[group]() {
        for lang in [Lang::Fr, Lang::En] {
            let window = scene.open(lang, ThemeChoice::Light, SMALL);
            wanting.extend(unnamed_controls(&window, scene.name));
            if lang == Lang::Fr {
                let text = dump_tree(&window);
                let same = catch_unwind(AssertUnwindSafe(|| {
                    insta::with_settings!({snapshot_path => "../snapshots/tree", prepend_module_to_snapshot => false}, {
                        insta::assert_snapshot!(scene.name, text);
                    });
                }));
                if same.is_err() {
                    wanting.push(format!("{}: its text differs, see above", scene.name));
                }
            }
        }
    }
    assert!(wanting.is_empty(), "{}", wanting.join("\n"));
}

each_group!(check_trees);

/// Every stored text must belong to a scene of the table.
#[test]
fn every_text_has_its_place_in_the_table() {
    let expected: BTreeSet<_> = scenes::all_scenes().iter().map(|scene| scene.name.to_owned()).collect();
    let files = fs::read_dir("tests/snapshots/tree").unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    // Failed comparisons leave files named `.snap.new`.
    let stored: BTreeSet<_> = files.filter_map(|name| Some(name.strip_suffix(".snap")?.to_owned())).collect();
    assert_eq!(stored, expected);
}

/// WCAG 2.2, 2.5.8: interactive elements are at least 24 points high and wide.
#[test]
fn interactive_elements_have_the_minimum_target_size() {
    let mut small = Vec::new();
    let mut checked_count = 0;
    for scene in scenes::all_scenes() {
        let window = scene.open(Lang::Fr, ThemeChoice::Light, LARGE);
        for node in window.root().children_recursive() {
            let access_node = node.accesskit_node();
            let pressed = matches!(
                access_node.role(),
                Role::Button
                    | Role::Tab
                    | Role::CheckBox
                    | Role::ComboBox
                    | Role::MenuItem
                    | Role::Link
                    | Role::Row
            );
            if !pressed || access_node.is_disabled() {
                continue;
            }
            checked_count += 1;
            if let Some(at) = access_node.bounding_box() {
                let (width, height) = (at.x1 - at.x0, at.y1 - at.y0);
                // Elements cut by the edge of their list become complete when scrolled to.
                let cut = at.y1 >= 870.0 || at.x1 >= 1438.0;
                if !cut && (width < 23.5 || height < 23.5) {
                    small.push(format!("{}: {:?} {width:.0}×{height:.0}", scene.name, access_node.label()));
                }
            }
        }
    }
    assert!(checked_count > 1_000, "only {checked_count} targets were found");
    assert!(small.is_empty(), "{}", small.join("\n"));
}

/// WCAG 2.4.3 and 1.3.2: the reading order follows the visual order.
///
/// On one line the left element is read first, otherwise the upper one. Overlays are read after the screen.
#[test]
fn reading_order_follows_the_visual_order() {
    let mut wrong = Vec::new();
    let mut checked_count = 0;
    for scene in scenes::all_scenes() {
        for size in [SMALL, LARGE] {
            let window = scene.open(Lang::En, ThemeChoice::Light, size);
            let mut parts = vec![window.root()];
            while let Some(part) = parts.pop() {
                let children: Vec<_> = part.children().collect();
                let named_rects = children.iter().filter_map(|node| {
                    let access_node = node.accesskit_node();
                    let named_rects = (is_interactive(access_node.role())
                        && access_node.role() != Role::ScrollBar)
                        || access_node.role() == Role::Heading;
                    let at = access_node.bounding_box().filter(|at| at.x1 > at.x0 && at.y1 > at.y0)?;
                    named_rects.then(|| (access_node.label().unwrap_or_default(), at))
                });
                let named_rects: Vec<_> = named_rects.collect();
                for pair in named_rects.windows(2) {
                    let [(first, first_rect), (second, second_rect)] = pair else {
                        continue;
                    };
                    checked_count += 1;
                    let middle = |at: &egui::accesskit::Rect| f64::midpoint(at.y0, at.y1);
                    let line = (middle(first_rect) - middle(second_rect)).abs() < 8.0;
                    let is_left_of = second_rect.x1 <= first_rect.x0 + 1.0;
                    let column = first_rect.x0 < second_rect.x1 && second_rect.x0 < first_rect.x1;
                    let above = second_rect.y1 <= first_rect.y0 + 1.0;
                    if (line && is_left_of) || (column && above) {
                        wrong.push(format!("{}: {first:?} is read before {second:?}", scene.name));
                    }
                }
                parts.extend(children);
            }
        }
    }
    assert!(checked_count > 2_000, "only {checked_count} neighbours were found");
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// WCAG 2.1.1: the keyboard reaches the last element of the window on every screen.
#[test]
fn tab_reaches_the_help_on_every_screen() {
    for &screen in Screen::ALL {
        let mut window = open_scene(Lang::En, SMALL, vec![Action::Show(screen)]);
        let reached = (0..80).any(|_| {
            window.key_press(egui::Key::Tab);
            window.run();
            window.get_by_role_and_label(Role::Button, "Help").is_focused()
        });
        assert!(reached, "{screen:?}");
        window.key_press(egui::Key::Enter);
        window.run();
        assert!(matches!(window.state().app().cx.overlay(), Overlay::Help { .. }), "{screen:?}");
    }
}

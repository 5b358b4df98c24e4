//! What a screen reader is told: the accessibility tree of every screen as text, and targets that can be hit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::fmt::Write as _;

use egui::accesskit::Role;
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::{Action, ActionId, Layer, Screen, ThemeChoice};
use encours_core::contract::ids::DealId;
use encours_core::view::text::Lang;
use encours_core::view::tokens::Theme;
use support::sample::{self, LE_PARC};
use support::{LARGE, SMALL, Window, open};

fn window(lang: Lang, size: [f32; 2], actions: Vec<Action>) -> Window<'static> {
    let mut state = sample::window(sample::snapshot(), lang, ThemeChoice::Light);
    state.take_in();
    for action in actions {
        state.act(action);
    }
    open(state, Theme::Light, size)
}

/// Role, name, state and place of every node that says something, indented as it is nested.
fn dump(window: &Window<'_>) -> String {
    let mut text = String::new();
    write(&mut text, window.root(), 0);
    text
}

fn write(text: &mut String, node: Node<'_>, depth: usize) {
    let own = node.accesskit_node();
    let (role, label) = (own.role(), own.label().unwrap_or_default());
    // A box that only holds others has nothing to say.
    let silent = label.is_empty() && matches!(role, Role::GenericContainer | Role::Unknown | Role::Window);
    let mut depth = depth;
    if !silent {
        let value = own.value().filter(|value| *value != label);
        let mut states = String::new();
        if own.is_disabled() {
            states.push_str(" disabled");
        }
        if own.is_selected() == Some(true) {
            states.push_str(" selected");
        }
        if own.is_focused() {
            states.push_str(" focused");
        }
        let place = own.bounding_box().map_or_else(String::new, |at| {
            format!(
                " ({:.0},{:.0} {:.0}×{:.0})",
                at.x0,
                at.y0,
                at.x1 - at.x0,
                at.y1 - at.y0
            )
        });
        let value = value.map_or_else(String::new, |value| format!(" = {value:?}"));
        writeln!(
            text,
            "{}{role:?} {label:?}{value}{states}{place}",
            "  ".repeat(depth)
        )
        .unwrap();
        depth += 1;
    }
    for child in node.children() {
        write(text, child, depth);
    }
}

fn le_parc() -> Action {
    Action::OpenDeal(DealId::new(LE_PARC).unwrap())
}

#[test]
fn the_board_is_told() {
    insta::assert_snapshot!(dump(&window(Lang::Fr, SMALL, vec![])));
}

#[test]
fn the_deal_is_told() {
    insta::assert_snapshot!(dump(&window(Lang::En, SMALL, vec![le_parc()])));
}

#[test]
fn the_portfolio_is_told() {
    insta::assert_snapshot!(dump(&window(
        Lang::Fr,
        LARGE,
        vec![Action::Show(Screen::Portfolio)]
    )));
}

#[test]
fn the_portfolio_as_tables_is_told() {
    let actions = vec![
        Action::Show(Screen::Portfolio),
        Action::Run(ActionId::ToggleChart),
    ];
    insta::assert_snapshot!(dump(&window(Lang::En, LARGE, actions)));
}

#[test]
fn the_notifications_are_told() {
    insta::assert_snapshot!(dump(&window(
        Lang::En,
        SMALL,
        vec![Action::Show(Screen::Notifications)]
    )));
}

#[test]
fn the_activity_is_told() {
    insta::assert_snapshot!(dump(&window(
        Lang::Fr,
        SMALL,
        vec![Action::Show(Screen::Activity)]
    )));
}

#[test]
fn the_palette_and_a_form_are_told() {
    let palette = window(Lang::En, SMALL, vec![Action::Run(ActionId::Palette)]);
    insta::assert_snapshot!("palette", dump(&palette));
    let form = window(Lang::Fr, SMALL, vec![Action::Run(ActionId::NewDeal)]);
    insta::assert_snapshot!("form", dump(&form));
}

/// WCAG 2.2, 2.5.8: what can be pressed is at least 24 points high and wide.
#[test]
fn what_can_be_pressed_can_be_hit() {
    let shows = [
        vec![],
        vec![le_parc()],
        vec![Action::Show(Screen::Portfolio)],
        vec![Action::Show(Screen::Notifications)],
        vec![Action::Show(Screen::Activity)],
        vec![Action::Run(ActionId::Palette)],
        vec![Action::Run(ActionId::NewDeal)],
    ];
    let mut small = Vec::new();
    let mut seen = 0;
    for actions in shows {
        let name = format!("{actions:?}");
        let window = window(Lang::Fr, LARGE, actions);
        for node in window.root().children_recursive() {
            let own = node.accesskit_node();
            let pressed = own.role() != Role::TextInput
                && matches!(
                    own.role(),
                    Role::Button
                        | Role::Tab
                        | Role::CheckBox
                        | Role::ComboBox
                        | Role::MenuItem
                        | Role::Link
                        | Role::Row
                );
            if !pressed || own.is_disabled() {
                continue;
            }
            seen += 1;
            if let Some(at) = own.bounding_box() {
                let (wide, high) = (at.x1 - at.x0, at.y1 - at.y0);
                // What is cut by the edge of its list is whole once it is scrolled to.
                let cut = at.y1 >= 870.0 || at.x1 >= 1438.0;
                if !cut && (wide < 23.5 || high < 23.5) {
                    small.push(format!("{name}: {:?} {:.0}×{:.0}", own.label(), wide, high));
                }
            }
        }
    }
    assert!(seen > 40, "only {seen} targets were found");
    assert!(small.is_empty(), "{}", small.join("\n"));
}

/// Whatever can be pressed or chosen has a name, in both languages.
#[test]
fn what_can_be_pressed_has_a_name() {
    for lang in [Lang::Fr, Lang::En] {
        for screen in Screen::ALL {
            let window = window(lang, LARGE, vec![Action::Show(screen)]);
            for node in window.root().children_recursive() {
                let own = node.accesskit_node();
                let acts = matches!(
                    own.role(),
                    Role::Button
                        | Role::Tab
                        | Role::Row
                        | Role::ListItem
                        | Role::TextInput
                        | Role::Link
                        | Role::ScrollBar
                );
                let label = own.label().unwrap_or_default();
                assert!(
                    !acts || !label.trim().is_empty(),
                    "{screen:?}: a {:?} has no name",
                    own.role()
                );
            }
        }
    }
}

/// WCAG 2.1.1: the last thing in the window is not out of the keyboard's reach, whatever screen is shown.
#[test]
fn tab_comes_to_the_help_on_every_screen() {
    for screen in Screen::ALL {
        let mut window = window(Lang::En, SMALL, vec![Action::Show(screen)]);
        let reached = (0..80).any(|_| {
            window.key_press(egui::Key::Tab);
            window.run();
            window.get_by_role_and_label(Role::Button, "Help").is_focused()
        });
        assert!(reached, "{screen:?}");
        window.key_press(egui::Key::Enter);
        window.run();
        assert!(
            matches!(window.state().app().layer(), Layer::Help { .. }),
            "{screen:?}"
        );
    }
}

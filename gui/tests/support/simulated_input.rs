//! Simulated mouse and keyboard input, and queries of the visible window.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::shell::app::App;

use super::real_engine::GuiTest;

/// Returns the displayed status of a deal.
pub fn displayed_status(app: &App, id: &str) -> String {
    let deals = &app.cx.snapshot().deals;
    deals.row(deals.find(id).unwrap()).unwrap().status.to_owned()
}

/// Returns the displayed owner of a deal.
pub fn displayed_owner(app: &App, id: &str) -> String {
    let deals = &app.cx.snapshot().deals;
    deals.row(deals.find(id).unwrap()).unwrap().owner.to_owned()
}

/// Returns the focused deal.
pub fn focused_deal(app: &App) -> String {
    app.pipeline.board().cursor.deal.as_ref().unwrap().as_str().to_owned()
}

impl GuiTest {
    /// Turns the mouse wheel over a position by that many points; negative values scroll down.
    pub fn scroll_wheel(&mut self, position: Pos2, by: f32) {
        self.window.event(egui::Event::PointerMoved(position));
        self.window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, by),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
    }

    /// Draws that many frames, for instance until an animation ends.
    pub fn draw_frames(&mut self, passes: usize) {
        for _ in 0..passes {
            self.window.step();
        }
    }

    /// Waits until all animations end, and returns the area of the focused card.
    pub fn finish_animations(&mut self) -> Rect {
        self.draw_frames(40);
        let card =
            self.window.get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
        card.rect()
    }

    /// Clicks the element with a role and a name.
    #[track_caller]
    pub fn click(&mut self, role: Role, label: &str) {
        self.window.get_by_role_and_label(role, label).click();
        self.window.run();
    }

    /// Presses a named key.
    pub fn press_key(&mut self, key: Key) {
        self.press_key_with(Modifiers::NONE, key);
    }

    /// Presses Tab until an element has the focus.
    #[track_caller]
    pub fn tab_to(&mut self, role: Role, label: &str) {
        const MAX_TABS: usize = 40;
        for _ in 0..MAX_TABS {
            if self.window.get_by_role_and_label(role, label).is_focused() {
                return;
            }
            self.press_key(Key::Tab);
        }
        panic!("pressing Tab {MAX_TABS} times did not reach {label}");
    }

    /// Presses a named key with modifiers.
    pub fn press_key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.window.key_press_modifiers(modifiers, key);
        self.window.run();
    }

    /// Returns the name and the area of every element of a role, in reading order.
    pub fn elements_of(&self, role: Role) -> Vec<(String, Rect)> {
        let nodes = self.window.query_all_by_role(role);
        nodes
            .map(|node| {
                // A text label has a value instead of a name.
                let access_node = node.accesskit_node();
                (access_node.label().or_else(|| access_node.value()).unwrap_or_default(), node.rect())
            })
            .collect()
    }

    /// Returns the area of the first element with a role and a name prefix.
    #[track_caller]
    pub fn rect_of(&self, role: Role, prefix: &str) -> Rect {
        let all = self.elements_of(role);
        let found = all.iter().find(|(name, _)| name.starts_with(prefix));
        found.unwrap_or_else(|| panic!("no {role:?} begins with {prefix}: {all:?}")).1
    }

    /// Returns whether an element of a role has a name that contains a text.
    pub fn has_text(&self, role: Role, fragment: &str) -> bool {
        self.elements_of(role).iter().any(|(name, _)| name.contains(fragment))
    }

    /// Clicks a mouse button at a position, with modifiers.
    pub fn press_at(&mut self, at: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.window.event(Event::ModifiersChanged(modifiers));
        self.window.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            self.window.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        self.window.event(Event::ModifiersChanged(Modifiers::NONE));
        self.window.run();
    }

    /// Starts a drag at a position and holds it over another.
    pub fn drag_over(&mut self, from: Pos2, to: Pos2) {
        self.window.drag_at(from);
        self.window.run();
        self.window.hover_at(from + egui::vec2(12.0, 8.0));
        self.window.run();
        self.window.hover_at(to);
        self.window.step();
        self.window.step();
    }

    /// Returns role and name of the focused element, as a screen reader announces them.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general enough over lifetimes"
    )]
    pub fn announced_focus(&self) -> String {
        let focused = self.window.query_all_by(|node| node.is_focused()).next();
        focused.map_or_else(String::new, |node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            format!("{:?} {name}", node.accesskit_node().role())
        })
    }
}

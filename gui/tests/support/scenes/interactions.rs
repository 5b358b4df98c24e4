//! Scenes of actions: dragging, moving by key, editing in place, confirming, presenting, quitting.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;

use super::screens::sorted_table;
use super::{Scene, scene};
use crate::support::TestWindow;

/// Returns the position of the first card with a name prefix.
pub fn card_position(window: &TestWindow<'_>, name: &str) -> Pos2 {
    let cards = window.query_all_by_role(Role::ListItem);
    let has_prefix = |label: Option<String>| label.is_some_and(|label| label.starts_with(name));
    let mut found = cards.filter(|card| has_prefix(card.accesskit_node().label()));
    found.next().expect("the card is in sight").rect().center()
}

fn press_secondary(window: &mut TestWindow<'_>, at: Pos2) {
    window.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    window.run();
}

/// Drags a card over another column.
pub fn drag_card(window: &mut TestWindow<'_>) {
    let from = card_position(window, "Le Cours Mirande");
    window.drag_at(from);
    window.run();
    for by in [egui::vec2(20.0, 0.0), egui::vec2(260.0, 60.0)] {
        window.hover_at(from + by);
        window.run();
    }
}

/// Returns the scenes of actions.
pub fn scenes() -> Vec<Scene> {
    vec![
        scene("drag", Vec::new).with_input(|window, _| drag_card(window)),
        scene("grab", || {
            [ActionId::Grab, ActionId::FocusRight, ActionId::FocusRight].map(Action::Run).to_vec()
        }),
        scene("menu-card", Vec::new).with_input(|window, _| {
            let at = card_position(window, "Le Cours Mirande");
            press_secondary(window, at);
        }),
        scene("moved", || vec![Action::Run(ActionId::MoveNext)]),
        scene("table-edited", || {
            let mut actions = vec![Action::SetFilter("ltv>0.5".to_owned())];
            actions.extend(sorted_table());
            actions.extend([
                Action::Run(ActionId::ClearSelection),
                Action::FocusTableColumn(3),
                Action::Run(ActionId::EditDeal),
            ]);
            actions
        }),
        scene("notifications-armed", || {
            vec![Action::Show(Screen::Notifications), Action::Run(ActionId::MarkAllRead)]
        }),
        scene("presentation", || vec![Action::Run(ActionId::Present)]),
        scene("presentation-lanes", || {
            vec![Action::SetSwimlanes(Swimlanes::Owner), Action::Run(ActionId::Present)]
        }),
        scene("leave", Vec::new).with_input(|window, _| {
            let view = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
            view.events.push(ViewportEvent::Close);
            window.run();
        }),
    ]
}

//! Pictures of what lies over a screen, and of a screen while something is done with it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, ViewportEvent, ViewportId};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::{Action, ActionId, Lanes, Screen, ThemeChoice};
use encours_core::contract::ids::DealId;
use encours_core::view::text::Lang;
use support::sample::{self, LE_PARC};
use support::{LARGE, SMALL, Window, one_of, picture, shown};

fn over(lang: Lang, theme: ThemeChoice, actions: Vec<Action>) -> Window<'static> {
    shown(sample::snapshot(), lang, theme, SMALL, actions)
}

fn run(id: ActionId) -> Action {
    Action::Run(id)
}

/// Where the first card of a name stands.
fn card(window: &Window<'_>, name: &str) -> Pos2 {
    let cards = window.query_all_by_role(Role::ListItem);
    let own = |label: Option<String>| label.is_some_and(|label| label.starts_with(name));
    let mut found = cards.filter(|card| own(card.accesskit_node().label()));
    found.next().expect("the card is in sight").rect().center()
}

#[test]
fn the_sheet_of_keys() {
    let results = &mut SnapshotResults::new();
    for (lang, theme, name) in [
        (Lang::En, ThemeChoice::Light, "help-light"),
        (Lang::Fr, ThemeChoice::Dark, "help-dark"),
    ] {
        one_of(&mut over(lang, theme, vec![run(ActionId::Help)]), name, results);
    }
}

#[test]
fn menus() {
    let results = &mut SnapshotResults::new();
    let mut moves = over(Lang::Fr, ThemeChoice::Dark, vec![run(ActionId::MoveTo)]);
    one_of(&mut moves, "menu-move-dark", results);
    let mut context = over(Lang::En, ThemeChoice::Light, vec![]);
    let at = card(&context, "Le Parc");
    context.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        context.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    context.run();
    one_of(&mut context, "menu-card-light", results);
    let mut display = over(Lang::Fr, ThemeChoice::Light, vec![]);
    display.get_by_role_and_label(Role::Button, "Affichage").click();
    display.run();
    one_of(&mut display, "menu-display-light", results);
}

#[test]
fn the_persons_own_menu() {
    let results = &mut SnapshotResults::new();
    for (lang, theme, name) in [
        (Lang::Fr, ThemeChoice::Light, "menu-person-light"),
        (Lang::En, ThemeChoice::Dark, "menu-person-dark"),
    ] {
        let mut window = over(lang, theme, vec![]);
        let own = window.query_by(|node| {
            node.role() == Role::Button && node.label().is_some_and(|label| label.ends_with("A. Martin"))
        });
        own.expect("the person has a button").click();
        window.run();
        one_of(&mut window, name, results);
    }
}

#[test]
fn a_change_of_many() {
    let results = &mut SnapshotResults::new();
    let select = [4, 9, 17]
        .map(|n| Action::ToggleSelected(DealId::new(format!("00000000-0000-4000-8000-{n:012}")).unwrap()));
    let mut actions = select.to_vec();
    actions.push(run(ActionId::DeleteDeal));
    one_of(
        &mut over(Lang::Fr, ThemeChoice::Light, actions.clone()),
        "bulk-delete-light",
        results,
    );
    actions.pop();
    actions.push(run(ActionId::EditDeal));
    one_of(
        &mut over(Lang::En, ThemeChoice::Dark, actions),
        "bulk-owner-dark",
        results,
    );
}

#[test]
fn a_presentation() {
    let results = &mut SnapshotResults::new();
    let actions = vec![run(ActionId::Present)];
    let mut window = shown(sample::snapshot(), Lang::Fr, ThemeChoice::Dark, LARGE, actions);
    one_of(&mut window, "presentation-dark", results);
}

#[test]
fn lanes_by_class() {
    let results = &mut SnapshotResults::new();
    let mut window = over(Lang::Fr, ThemeChoice::Dark, vec![Action::SetLanes(Lanes::Class)]);
    one_of(&mut window, "lanes-class-dark", results);
}

#[test]
fn a_card_on_its_way() {
    let results = &mut SnapshotResults::new();
    for (theme, lang, name) in [
        (ThemeChoice::Light, Lang::En, "drag-light"),
        (ThemeChoice::Dark, Lang::Fr, "drag-dark"),
    ] {
        let mut window = shown(sample::snapshot(), lang, theme, LARGE, vec![]);
        let from = card(&window, "Le Parc");
        let to = from - egui::vec2(300.0, 60.0);
        window.drag_at(from);
        window.run();
        for at in [from - egui::vec2(20.0, 0.0), to] {
            window.hover_at(at);
            window.run();
        }
        one_of(&mut window, name, results);
    }
}

#[test]
fn the_question_before_leaving() {
    let results = &mut SnapshotResults::new();
    let mut window = over(Lang::Fr, ThemeChoice::Dark, vec![]);
    let view = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    view.events.push(ViewportEvent::Close);
    window.run();
    one_of(&mut window, "leave-dark", results);
}

#[test]
fn half_as_large_again() {
    let results = &mut SnapshotResults::new();
    let deal = Action::OpenDeal(DealId::new(LE_PARC).unwrap());
    for (lang, theme, action, name) in [
        (Lang::En, ThemeChoice::Dark, deal, "deal-150"),
        (
            Lang::Fr,
            ThemeChoice::Light,
            Action::Show(Screen::Portfolio),
            "portfolio-150",
        ),
        (
            Lang::En,
            ThemeChoice::Dark,
            run(ActionId::ToggleTable),
            "table-150",
        ),
    ] {
        let mut window = over(lang, theme, vec![action]);
        window.set_pixels_per_point(1.5);
        window.run();
        one_of(&mut window, name, results);
    }
}

/// The smallest window that a person works in.
const TINY: [f32; 2] = [800.0, 560.0];

fn tiny(lang: Lang, theme: ThemeChoice, actions: Vec<Action>) -> Window<'static> {
    shown(sample::snapshot(), lang, theme, TINY, actions)
}

#[test]
fn a_filter_that_cannot_be_read() {
    let results = &mut SnapshotResults::new();
    for (lang, theme, name) in [
        (Lang::Fr, ThemeChoice::Light, "filter-wrong-light"),
        (Lang::En, ThemeChoice::Dark, "filter-wrong-dark"),
    ] {
        let typed = Action::SetFilter("status:ic ltv>abc".to_owned());
        one_of(&mut tiny(lang, theme, vec![typed]), name, results);
    }
}

#[test]
fn an_owner_that_nobody_has_yet() {
    let results = &mut SnapshotResults::new();
    let named = |typed: &str| {
        vec![
            run(ActionId::SelectDeal),
            run(ActionId::EditDeal),
            Action::SetText(typed.to_owned()),
        ]
    };
    let mut form = over(Lang::Fr, ThemeChoice::Light, named("A. Marton"));
    one_of(&mut form, "owner-stranger-light", results);
    let mut plan = named("Z. Inconnu");
    plan.push(run(ActionId::Open));
    let mut plan = over(Lang::En, ThemeChoice::Dark, plan);
    one_of(&mut plan, "owner-stranger-plan", results);
}

#[test]
fn a_card_carried_by_keyboard() {
    let carried = vec![
        run(ActionId::Grab),
        run(ActionId::FocusRight),
        run(ActionId::FocusRight),
    ];
    picture(&mut over(Lang::Fr, ThemeChoice::Light, carried), "grab-light");
}

#[test]
fn a_move_in_the_smallest_window() {
    let moved = vec![run(ActionId::MoveNext)];
    picture(&mut tiny(Lang::En, ThemeChoice::Dark, moved), "tiny-moved");
}

//! The board in lanes: what is seen of their names and of the focus.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use egui::Rect;
use egui::accesskit::Role;
use encours_core::view::text::Lang;
use support::press;
use support::real::{Journey, LONG};

/// Where a text is painted on a row.
fn painted_on(journey: &Journey, text: &str, row: Rect) -> Option<Rect> {
    let mut shapes = journey.window.output().shapes.iter();
    shapes.find_map(|clipped| match &clipped.shape {
        egui::Shape::Text(shape) if shape.galley.text() == text => {
            let place = shape.galley.rect.translate(shape.pos.to_vec2());
            row.contains_rect(place).then_some(place)
        }
        _ => None,
    })
}

/// The first lane in sight: where its name is painted, and the row of it.
fn first_name(journey: &Journey) -> (Rect, Rect) {
    let lanes = journey.all(Role::DisclosureTriangle);
    let (said, row) = lanes.first().expect("a lane in sight");
    let name = said.split(" – ").next().unwrap();
    let painted = painted_on(journey, name, *row);
    (
        painted.unwrap_or_else(|| panic!("{name} is painted whole in {row:?}")),
        *row,
    )
}

#[test]
fn the_names_of_lanes_stand_clear_of_the_columns_that_are_folded() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey.window, "O");
    let (mut before, _) = first_name(&journey);
    for folded in 1..=2 {
        press(&mut journey.window, "z");
        let strips: Vec<Rect> = journey
            .all(Role::Button)
            .into_iter()
            .filter_map(|(label, place)| label.ends_with("folded").then_some(place))
            .filter(|place| place.left() < 600.0)
            .collect();
        assert_eq!(strips.len(), folded, "{:?}", journey.all(Role::Button));
        let (name, row) = first_name(&journey);
        assert!(
            strips.iter().all(|strip| name.left() > strip.right()) && name.left() > before.left(),
            "{name:?} in {row:?} beside {strips:?}"
        );
        before = name;
        press(&mut journey.window, "l");
    }
}

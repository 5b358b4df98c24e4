//! The focused element is visible and has a focus ring, on every screen.
//!
//! The ring is searched for among the painted shapes, so that scrolled-away rows and missing rings are detected.

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, painted_texts, type_char};
use egui::{Color32, Key, Rect, Shape};
use encours_core::text::Lang;
use encours_core::theme::{WindowTheme, tokens};
use encours_gui::theme::Theme;

/// Returns the areas painted in the ring's colour, each with its visible part.
fn ring_areas(journey: &GuiTest) -> Vec<(Rect, Rect)> {
    fn collect_rings(shape: &Shape, color: Color32, clip: Rect, found: &mut Vec<(Rect, Rect)>) {
        let thick = |stroke: egui::Stroke| stroke.color == color && stroke.width >= tokens().stroke.ring;
        let place = match shape {
            Shape::Vec(shapes) => {
                return shapes
                    .iter()
                    .for_each(|one| collect_rings(one, color, clip, found));
            }
            Shape::Rect(rect) if thick(rect.stroke) || rect.fill == color => rect.rect,
            // The border of a field is thin; in the ring's colour it counts as the ring.
            Shape::Rect(rect) if rect.stroke.color == color => rect.rect,
            Shape::Circle(circle) if thick(circle.stroke) => shape.visual_bounding_rect(),
            _ => return,
        };
        found.push((place, place.intersect(clip)));
    }
    let color = Theme::new(WindowTheme::Light).colors.focus_ring;
    let mut found = Vec::new();
    for clipped in &journey.window.output().shapes {
        collect_rings(&clipped.shape, color, clipped.clip_rect, &mut found);
    }
    found
}

/// Returns whether the focus ring is completely visible; `None` without a focus.
pub fn ring_visibility(journey: &GuiTest) -> Option<Result<(), String>> {
    let ctx = &journey.window.ctx;
    let id = ctx.memory(egui::Memory::focused)?;
    let Some(own) = ctx.read_response(id) else {
        return Some(Err("it is not drawn".to_owned()));
    };
    let near = |(whole, seen): &(Rect, Rect)| {
        // The ring of a larger container does not count. The ring of a text field includes its icon and its key.
        let own_size = whole.width() <= own.rect.width() + 90.0 && whole.height() <= own.rect.height() + 24.0;
        own_size && whole.intersects(own.rect) && seen.expand(0.5).contains_rect(*whole)
    };
    if ring_areas(journey).iter().any(near) {
        return Some(Ok(()));
    }
    Some(Err(format!(
        "at {:?}, but rings at {:?}",
        own.rect,
        ring_areas(journey)
    )))
}

fn check_ring(journey: &GuiTest, when: &str, wrong: &mut Vec<String>) {
    if let Some(Err(why)) = ring_visibility(journey) {
        wrong.push(format!("{when}: {}: {why}", journey.announced_focus()));
    }
}

#[test]
fn what_has_the_focus_is_in_sight_and_ringed_on_every_screen() {
    let mut wrong = Vec::new();
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    for (size, often) in [([1280.0, 800.0], 26), ([640.0, 480.0], 26)] {
        journey.window.set_size(egui::vec2(size[0], size[1]));
        journey.window.run();
        for screen in ["1", "2", "3", "4", "5", "6", "7", "8"] {
            type_char(&mut journey.window, screen);
            if screen == "2" {
                journey.press_key(Key::Enter);
            }
            for step in 0..often {
                let arrow = step % 4 == 3;
                journey.press_key(if arrow { Key::ArrowDown } else { Key::Tab });
                check_ring(&journey, &format!("{size:?} {screen} {step}"), &mut wrong);
            }
            for _ in 0..3 {
                journey.press_key(Key::ArrowDown);
                check_ring(&journey, &format!("{size:?} {screen} down"), &mut wrong);
            }
            journey.press_key_with(CTRL, Key::Plus);
            check_ring(&journey, &format!("{size:?} {screen} larger"), &mut wrong);
            journey.press_key_with(CTRL, Key::Num0);
            check_ring(&journey, &format!("{size:?} {screen} as before"), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_card_that_is_taken_is_ringed_and_says_its_keys_in_a_small_window_too() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    // A window of 900 × 600 at 150 %.
    journey.window.set_size(egui::vec2(600.0, 400.0));
    journey.window.run();
    type_char(&mut journey.window, "x");
    assert!(journey.app().card_move.dragged().is_some());
    assert_eq!(
        ring_visibility(&journey),
        Some(Ok(())),
        "taken, before the first arrow"
    );
    for _ in 0..6 {
        let texts = painted_texts(&journey.window);
        let said = texts.iter().find(|(text, _)| text.contains("Échap"));
        assert!(said.is_some_and(|(_, whole)| *whole), "{said:?} of {texts:?}");
        journey.press_key(Key::ArrowRight);
    }
}

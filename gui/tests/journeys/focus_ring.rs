//! The focused element is visible and has a focus ring, on every screen.
//!
//! The ring is searched for among the painted shapes, so that scrolled-away rows and missing rings are detected.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, painted_texts, type_char};
use egui::{Color32, Key, Rect, Shape};
use encours_core::text::Lang;
use encours_core::theme::{WindowTheme, tokens};
use encours_gui::theme::Theme;

/// Returns the areas painted in the ring's colour, each with its visible part.
fn ring_areas(test: &GuiTest) -> Vec<(Rect, Rect)> {
    fn collect_rings(shape: &Shape, color: Color32, clip: Rect, found: &mut Vec<(Rect, Rect)>) {
        let thick = |stroke: egui::Stroke| stroke.color == color && stroke.width >= tokens().stroke.ring;
        let area = match shape {
            Shape::Vec(shapes) => {
                return shapes.iter().for_each(|inner_shape| collect_rings(inner_shape, color, clip, found));
            }
            Shape::Rect(rect) if thick(rect.stroke) || rect.fill == color => rect.rect,
            // The border of a field is thin; in the ring's colour it counts as the ring.
            Shape::Rect(rect) if rect.stroke.color == color => rect.rect,
            Shape::Circle(circle) if thick(circle.stroke) => shape.visual_bounding_rect(),
            _ => return,
        };
        found.push((area, area.intersect(clip)));
    }
    let color = Theme::new(WindowTheme::Light).colors.focus_ring;
    let mut found = Vec::new();
    for clipped in &test.window.output().shapes {
        collect_rings(&clipped.shape, color, clipped.clip_rect, &mut found);
    }
    found
}

/// Returns whether the focus ring is completely visible; `None` without a focus.
pub fn ring_visibility(test: &GuiTest) -> Option<Result<(), String>> {
    let ctx = &test.window.ctx;
    let id = ctx.memory(egui::Memory::focused)?;
    let Some(response) = ctx.read_response(id) else {
        return Some(Err("it is not drawn".to_owned()));
    };
    let near = |(ring, clipped): &(Rect, Rect)| {
        // The ring of a larger container does not count. The ring of a text field includes its icon and its key.
        let own_size =
            ring.width() <= response.rect.width() + 90.0 && ring.height() <= response.rect.height() + 24.0;
        own_size && ring.intersects(response.rect) && clipped.expand(0.5).contains_rect(*ring)
    };
    if ring_areas(test).iter().any(near) {
        return Some(Ok(()));
    }
    Some(Err(format!("at {:?}, but rings at {:?}", response.rect, ring_areas(test))))
}

fn check_ring(test: &GuiTest, when: &str, wrong: &mut Vec<String>) {
    if let Some(Err(reason)) = ring_visibility(test) {
        wrong.push(format!("{when}: {}: {reason}", test.announced_focus()));
    }
}

#[test]
fn focus_is_visible_and_ringed_on_every_screen() {
    let mut wrong = Vec::new();
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    for (size, often) in [([1280.0, 800.0], 26), ([640.0, 480.0], 26)] {
        test.window.set_size(egui::vec2(size[0], size[1]));
        test.window.run();
        for screen in ["1", "2", "3", "4", "5", "6", "7", "8"] {
            type_char(&mut test.window, screen);
            if screen == "2" {
                test.press_key(Key::Enter);
            }
            for step in 0..often {
                let arrow = step % 4 == 3;
                test.press_key(if arrow { Key::ArrowDown } else { Key::Tab });
                check_ring(&test, &format!("{size:?} {screen} {step}"), &mut wrong);
            }
            for _ in 0..3 {
                test.press_key(Key::ArrowDown);
                check_ring(&test, &format!("{size:?} {screen} down"), &mut wrong);
            }
            test.press_key_with(CTRL, Key::Plus);
            check_ring(&test, &format!("{size:?} {screen} larger"), &mut wrong);
            test.press_key_with(CTRL, Key::Num0);
            check_ring(&test, &format!("{size:?} {screen} as before"), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn small_window_shows_ring_and_keys_of_grabbed_card() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    // A window of 900 × 600 at 150 %.
    test.window.set_size(egui::vec2(600.0, 400.0));
    test.window.run();
    type_char(&mut test.window, "x");
    assert!(test.app().card_move.dragged().is_some());
    assert_eq!(ring_visibility(&test), Some(Ok(())), "taken, before the first arrow");
    for _ in 0..6 {
        let texts = painted_texts(&test.window);
        let label = texts.iter().find(|(text, _)| text.contains("Échap"));
        assert!(label.is_some_and(|(_, whole)| *whole), "{label:?} of {texts:?}");
        test.press_key(Key::ArrowRight);
    }
}

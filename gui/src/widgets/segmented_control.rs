//! A switch between two views of the same data, as a segmented control.

use egui::{Align, Id, Pos2, Rect, Role, Ui, pos2, vec2};

use super::{Pen, Tip, tell_choice};
use crate::theme::{Face, Icon, Look};

/// A segment: icon and label.
pub type Half<'a> = (Icon, &'a str);

const HEIGHT: f32 = 28.0;
/// Padding around the segments.
const RIM: f32 = 2.0;

/// A switch without a position.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    /// The two segments.
    pub halves: [Half<'a>; 2],
    /// Index of the active segment.
    pub chosen: usize,
    /// True if only the icons are visible; the labels are then tooltips.
    pub narrow: bool,
    /// Key that toggles it.
    pub key: &'a str,
}

impl Switch<'_> {
    /// Returns the width of a segment.
    fn half(&self, pen: &Pen<'_>, word: &str) -> f32 {
        if self.narrow {
            34.0
        } else {
            pen.width(word, Face::strong()).ceil() + 42.0
        }
    }

    /// Returns its width.
    #[must_use]
    pub fn width(&self, pen: &Pen<'_>) -> f32 {
        let halves = self.halves.iter().map(|(_, word)| self.half(pen, word));
        halves.sum::<f32>() + 2.0 * RIM
    }

    /// Shows it to the right of a point, centred vertically. Returns its right edge, and whether the other segment was
    /// clicked.
    pub fn show(&self, ui: &Ui, look: &Look, id: Id, at: Pos2) -> (f32, bool) {
        let ink = &look.ink;
        let pen = Pen::new(ui.painter(), look);
        let size = vec2(self.width(&pen), HEIGHT);
        let well = Rect::from_min_size(pos2(at.x, at.y - HEIGHT / 2.0), size);
        let radius = look.tokens.radius.button;
        pen.boxed(well, radius, ink.sunken, look.hairline(ink.border));
        let mut x = well.left() + RIM;
        let mut turned = false;
        for (place_in, (icon, word)) in self.halves.iter().enumerate() {
            let size = vec2(self.half(&pen, word), HEIGHT - 2.0 * RIM);
            let place = Rect::from_min_size(pos2(x, well.top() + RIM), size);
            x = place.right();
            let chosen = self.chosen == place_in;
            let response = ui.interact(place, id.with(place_in), egui::Sense::click());
            tell_choice(&response, Role::RadioButton, true, chosen, word);
            if chosen {
                pen.boxed(place, radius, ink.surface, look.hairline(ink.border_strong));
            }
            if response.has_focus() {
                pen.ring(place.shrink(2.0), radius);
            }
            let color = if chosen || response.hovered() {
                ink.text
            } else {
                ink.text_secondary
            };
            let center = if self.narrow {
                place.center().x
            } else {
                place.left() + 16.0
            };
            pen.icon_of(pos2(center, at.y), *icon, look.tokens.size.icon_small, color);
            if !self.narrow {
                let text = place.with_min_x(place.left() + 29.0);
                pen.text(text, Align::Min, word, Face::strong(), color);
            }
            let response = response.tip(format!("{word}  {}", self.key));
            turned |= response.clicked() && !chosen;
        }
        (well.right(), turned)
    }
}

//! A switch between two views of the same data, as a segmented control.

use egui::{Align, Id, Pos2, Rect, Role, Ui, pos2, vec2};

use super::{Painter, TooltipExt, set_a11y_choice};
use crate::theme::{Icon, TextStyle, Theme};

/// A segment: icon and label.
pub type Segment<'a> = (Icon, &'a str);

const HEIGHT: f32 = 28.0;
/// Padding around the segments.
const PADDING: f32 = 2.0;

/// A switch without a position.
#[derive(Clone, Copy, Debug)]
pub struct SegmentedControl<'a> {
    /// The two segments.
    pub segments: [Segment<'a>; 2],
    /// Index of the active segment.
    pub chosen: usize,
    /// True if only the icons are visible; the labels are then tooltips.
    pub icons_only: bool,
    /// Key that toggles it.
    pub key_cap: &'a str,
}

impl SegmentedControl<'_> {
    /// Returns the width of a segment.
    fn segment_width(&self, pen: &Painter<'_>, word: &str) -> f32 {
        if self.icons_only {
            34.0
        } else {
            pen.text_width(word, TextStyle::strong()).ceil() + 42.0
        }
    }

    /// Returns its width.
    #[must_use]
    pub fn width(&self, pen: &Painter<'_>) -> f32 {
        let halves = self
            .segments
            .iter()
            .map(|(_, word)| self.segment_width(pen, word));
        halves.sum::<f32>() + 2.0 * PADDING
    }

    /// Shows it to the right of a point, centred vertically. Returns its right edge, and whether the other segment was
    /// clicked.
    pub fn show(&self, ui: &Ui, look: &Theme, id: Id, at: Pos2) -> (f32, bool) {
        let ink = &look.colors;
        let pen = Painter::new(ui.painter(), look);
        let size = vec2(self.width(&pen), HEIGHT);
        let well = Rect::from_min_size(pos2(at.x, at.y - HEIGHT / 2.0), size);
        let radius = look.tokens.radius.button;
        pen.bordered_box(well, radius, ink.sunken, look.hairline(ink.border));
        let mut x = well.left() + PADDING;
        let mut turned = false;
        for (place_in, (icon, word)) in self.segments.iter().enumerate() {
            let size = vec2(self.segment_width(&pen, word), HEIGHT - 2.0 * PADDING);
            let place = Rect::from_min_size(pos2(x, well.top() + PADDING), size);
            x = place.right();
            let chosen = self.chosen == place_in;
            let response = ui.interact(place, id.with(place_in), egui::Sense::click());
            set_a11y_choice(&response, Role::RadioButton, true, chosen, word);
            if chosen {
                pen.bordered_box(place, radius, ink.surface, look.hairline(ink.border_strong));
            }
            if response.has_focus() {
                pen.focus_ring(place.shrink(2.0), radius);
            }
            let color = if chosen || response.hovered() {
                ink.text
            } else {
                ink.text_secondary
            };
            let center = if self.icons_only {
                place.center().x
            } else {
                place.left() + 16.0
            };
            pen.sized_icon(pos2(center, at.y), *icon, look.tokens.size.icon_small, color);
            if !self.icons_only {
                let text = place.with_min_x(place.left() + 29.0);
                pen.text(text, Align::Min, word, TextStyle::strong(), color);
            }
            let response = response.tooltip(format!("{word}  {}", self.key_cap));
            turned |= response.clicked() && !chosen;
        }
        (well.right(), turned)
    }
}

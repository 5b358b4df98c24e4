//! A switch between two views of the same data, as a segmented control.

use crate::prelude::*;

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
    fn segment_width(&self, painter: &Painter<'_>, label: &str) -> f32 {
        if self.icons_only { 34.0 } else { painter.text_width(label, TextStyle::strong()).ceil() + 42.0 }
    }

    /// Returns its width.
    #[must_use]
    pub fn width(&self, painter: &Painter<'_>) -> f32 {
        let halves = self.segments.iter().map(|(_, label)| self.segment_width(painter, label));
        halves.sum::<f32>() + 2.0 * PADDING
    }

    /// Shows it to the right of a point, centred vertically. Returns its right edge, and whether the other segment was
    /// clicked.
    pub fn show(&self, ui: &Ui, theme: &Theme, id: Id, at: Pos2) -> (f32, bool) {
        let colors = &theme.colors;
        let painter = Painter::new(ui.painter(), theme);
        let size = vec2(self.width(&painter), HEIGHT);
        let well = Rect::from_min_size(pos2(at.x, at.y - HEIGHT / 2.0), size);
        let radius = theme.tokens.radius.button;
        painter.framed_box(well, radius, colors.sunken, colors.border);
        let mut x = well.left() + PADDING;
        let mut toggled = false;
        for (index, (icon, label)) in self.segments.iter().enumerate() {
            let size = vec2(self.segment_width(&painter, label), HEIGHT - 2.0 * PADDING);
            let segment_rect = Rect::from_min_size(pos2(x, well.top() + PADDING), size);
            x = segment_rect.right();
            let is_selected = self.chosen == index;
            let response = ui.interact(segment_rect, id.with(index), Sense::click());
            set_a11y_choice(&response, Role::RadioButton, true, is_selected, label);
            if is_selected {
                painter.framed_box(segment_rect, radius, colors.surface, colors.border_strong);
            }
            painter.ring(segment_rect.shrink(2.0), radius, &response);
            let color = if is_selected || response.hovered() { colors.text } else { colors.text_secondary };
            let center = if self.icons_only { segment_rect.center().x } else { segment_rect.left() + 16.0 };
            painter.sized_icon(pos2(center, at.y), *icon, theme.tokens.size.icon_small, color);
            if !self.icons_only {
                let text = segment_rect.after(29.0);
                painter.left(text, label, TextStyle::strong(), color);
            }
            let response = response.tooltip(format!("{label}  {}", self.key_cap));
            toggled |= response.clicked() && !is_selected;
        }
        (well.right(), toggled)
    }
}

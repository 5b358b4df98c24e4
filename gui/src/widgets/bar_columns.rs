//! Columns of a bar chart, at the same positions in all rows.

use crate::prelude::*;
use egui::Rangef;
use encours_core::app::foundation::presentation::tiles::Bar;

/// Column positions, common to all rows.
pub struct BarColumns {
    /// Left edge of the names.
    pub label: f32,
    /// Left edge of the bars.
    pub bar: f32,
    /// Right edge of the longest bar.
    pub bar_end: f32,
    count: f32,
}

impl BarColumns {
    /// Lays out the columns from the start of the names to the right edge. `min` are the minimum widths of count and
    /// share, `round` rounds a width, and `max_label` limits the names in the space left of the counts.
    #[must_use]
    pub fn new(
        painter: &Painter<'_>,
        bars: &[Bar],
        range: Rangef,
        (min, round): ([f32; 2], fn(f32) -> f32),
        max_label: impl Fn(f32) -> f32,
    ) -> Self {
        let widest = |style: TextStyle, text: fn(&Bar) -> &str| {
            round(bars.iter().map(|bar| painter.text_width(text(bar), style)).fold(0.0, f32::max))
        };
        let count = range.max - widest(TextStyle::small(), |bar| &bar.share).max(min[1]) - 10.0;
        let bar_end = count - widest(TextStyle::column(), |bar| &bar.count).max(min[0]) - 12.0;
        let names = widest(TextStyle::small(), |bar| &bar.label).min(max_label(bar_end - range.min));
        Self { label: range.min, bar: range.min + names + 12.0, bar_end, count }
    }

    /// Returns the area of a name.
    #[must_use]
    pub fn label_rect(&self, row: Rect) -> Rect {
        Rect::from_x_y_ranges(self.label..=self.bar - 8.0, row.y_range())
    }

    /// Draws a bar, neutral or with the pattern of a class.
    pub fn draw_bar(&self, painter: &Painter<'_>, row: Rect, bar: &Bar, class: Option<&str>) {
        let length = ((self.bar_end - self.bar) * bar.length.clamp(0.0, 1.0)).max(2.0);
        let height = painter.theme.tokens.size.bar;
        painter.breakdown_bar(rect_at(self.bar, row.center().y - height / 2.0, length, height), class);
    }

    /// Draws count and share.
    pub fn draw_numbers(&self, painter: &Painter<'_>, row: Rect, count: &str, share: &str) {
        let colors = &painter.theme.colors;
        let count_rect = Rect::from_x_y_ranges(self.bar_end - 20.0..=self.count, row.y_range());
        painter.right(count_rect, count, TextStyle::column(), colors.text);
        let share_rect = Rect::from_x_y_ranges(self.count + 4.0..=row.right(), row.y_range());
        painter.right(share_rect, share, TextStyle::small(), colors.text_tertiary);
    }
}

//! What a page is drawn with. Lengths are points, y grows downwards, as in the window.

use egui::{Align, Color32, Pos2, Rect, pos2};

use super::fonts;
use crate::theme::Face;

/// What a part of the page is, for whoever has it read out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The title of the page.
    Title,
    /// A pane with all that is in it.
    Section,
    /// The title of a pane.
    Heading,
    /// What is read in one breath: a name with its figures.
    Line,
}

/// A ground to draw on.
pub(super) trait Canvas {
    /// Begins a part; what is written until its end belongs to it.
    fn begin(&mut self, _part: Part) {}
    /// Ends the part begun last.
    fn end(&mut self) {}

    /// Draws a part of the page.
    fn within<R>(&mut self, part: Part, draw: impl FnOnce(&mut Self) -> R) -> R
    where
        Self: Sized,
    {
        self.begin(part);
        let drawn = draw(self);
        self.end();
        drawn
    }

    /// Fills a box.
    fn fill(&mut self, rect: Rect, color: Color32);
    /// Fills what lies between corners.
    fn shape(&mut self, corners: &[Pos2], color: Color32);
    /// Draws a line through points.
    fn line(&mut self, points: &[Pos2], width: f32, color: Color32);
    /// Writes from a point on the base line.
    fn write(&mut self, at: Pos2, text: &str, face: Face, color: Color32);

    /// Writes one line into a box, centred on its height and cut where it is too long. Returns its width.
    fn text(&mut self, rect: Rect, align: Align, text: &str, face: Face, color: Color32) -> f32 {
        let text = cut(text, face, rect.width());
        let wide = fonts::width(&text, face);
        let x = match align {
            Align::Min => rect.left(),
            Align::Center => rect.center().x - wide / 2.0,
            Align::Max => rect.right() - wide,
        };
        // Capitals stand in the middle: their height is close to 0.73 of the size in this family.
        self.write(pos2(x, rect.center().y + face.size * 0.365), &text, face, color);
        wide
    }

    /// Draws the edge of a box.
    fn edge(&mut self, rect: Rect, width: f32, color: Color32) {
        let corners = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        self.line(&corners, width, color);
    }
}

/// A text in lines that fit, broken between words, and within one that is longer than a line. Nothing of it is left
/// out: paper has nothing to hover over.
pub(super) fn lines(text: &str, face: Face, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if fonts::width(&longer, face) <= room => *line = longer,
            _ => lines.extend(broken(word, face, room)),
        }
    }
    lines
}

/// A word in parts that fit.
fn broken(word: &str, face: Face, room: f32) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in word.chars() {
        match parts.last_mut() {
            Some(part) if part.is_empty() || fonts::width(&format!("{part}{c}"), face) <= room => {
                part.push(c);
            }
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

/// The face in which every one of these texts fits, down to the smallest that can be read: what stands under each other
/// has one size.
pub(super) fn fitted<'a>(texts: impl IntoIterator<Item = &'a str>, face: Face, room: f32) -> Face {
    /// Points.
    const SMALLEST: f32 = 6.5;
    let wide = texts
        .into_iter()
        .map(|text| fonts::width(text, face))
        .fold(0.0, f32::max);
    if wide <= room {
        return face;
    }
    // Widths grow with the size; a hair less, for what is rounded on the way.
    let size = (face.size * room / wide * 0.995).max(SMALLEST).min(face.size);
    Face { size, ..face }
}

/// A text that fits, with an ellipsis where it had to be cut.
fn cut(text: &str, face: Face, room: f32) -> String {
    if fonts::width(text, face) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        let mut longer = kept.clone();
        longer.push(c);
        longer.push('…');
        if fonts::width(&longer, face) > room {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

//! Text layout for egui: pieces with faces, and the narrow spaces of French.
//!
//! No line may break at a narrow space, and the groups of digits must stay visible.

use egui::Color32;
use egui::text::{LayoutJob, TextFormat};

use crate::theme::Face;

/// Lays out pieces one after another, each with its face and colour.
pub(super) fn sections(pieces: &[(&str, Face, Color32)]) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (text, face, color) in pieces {
        if has_groups(text) {
            append(&mut job, text, *face, *color);
        } else {
            job.append(text, 0.0, format(*face, *color));
        }
    }
    job
}

/// Returns the text format of a face in a colour.
#[must_use]
pub fn format(face: Face, color: Color32) -> TextFormat {
    TextFormat {
        font_id: face.font(),
        color,
        line_height: Some(face.line),
        ..TextFormat::default()
    }
}

/// The narrow space that French uses before `?` and `:`, and between groups of digits. egui breaks lines there.
const NARROW: char = '\u{202F}';
/// The no-break space, at which egui does not break lines.
const WHOLE: &str = "\u{A0}";

/// Lays out a text without line breaks at narrow spaces. Each one becomes a no-break space in a font size that makes it
/// as narrow.
#[must_use]
pub fn unbroken(text: &str, face: Face, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    append(&mut job, text, face, color);
    job
}

/// Appends a piece of text in the same way.
pub fn append(job: &mut LayoutJob, text: &str, face: Face, color: Color32) {
    /// Width of a narrow space relative to a normal one.
    const SHARE: f32 = 0.5;
    /// Relative width between groups of digits: egui's narrow space would be too thin to be visible.
    const OF_FIGURES: f32 = 0.85;
    let whole = format(face, color);
    let mut before = ' ';
    for (at, piece) in text.split(NARROW).enumerate() {
        if at > 0 {
            let figures = before.is_ascii_digit() && piece.starts_with(|c: char| c.is_ascii_digit());
            let mut narrow = whole.clone();
            narrow.font_id.size *= if figures { OF_FIGURES } else { SHARE };
            job.append(WHOLE, 0.0, narrow);
        }
        if !piece.is_empty() || text.is_empty() {
            job.append(piece, 0.0, whole.clone());
        }
        before = piece.chars().next_back().unwrap_or(' ');
    }
}

/// Returns whether a text has groups of digits.
fn has_groups(text: &str) -> bool {
    text.match_indices(NARROW).any(|(at, sign)| {
        let bytes = text.as_bytes();
        let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1)) && digit(Some(at + sign.len()))
    })
}

/// Replaces narrow spaces by no-break spaces of normal width, for text that egui wraps itself.
#[must_use]
pub fn kept_together(text: &str) -> String {
    text.replace(NARROW, WHOLE)
}

#[cfg(test)]
mod tests {
    use super::super::Pen;
    use super::*;
    use crate::theme::Look;
    use encours_core::theme::Theme;

    #[test]
    fn groups_of_digits_are_told_apart_and_a_sign_stands_as_close_as_it_did() {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            let wide = |text: &str| pen.width(text, Face::body());
            let space = wide("14\u{202F}100") - wide("14100");
            assert!((2.5..4.0).contains(&space), "{space}");
            let sign = wide("48\u{202F}%") - wide("48%");
            assert!((1.0..2.5).contains(&sign), "{sign}");
        });
        output.textures_delta.clear();
        assert!(!has_groups("48,0\u{202F}%") && !has_groups("\u{202F}1") && !has_groups("1\u{202F}"));
    }

    #[test]
    fn no_line_begins_with_the_sign_that_belongs_to_the_word_before() {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            let text = "Se déconnecter de u-martin\u{202F}? Il reste 12\u{202F}345\u{202F}678 deals\u{202F}; partir\u{202F}?";
            let narrow = pen.width("a\u{202F}?", Face::body());
            for width in 110_u8..=255 {
                let galley = pen.wrapped(text, Face::body(), Color32::WHITE, f32::from(width), usize::MAX);
                let lines: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
                for line in &lines {
                    let first = line.chars().next().unwrap_or('a');
                    assert!(!"?;36".contains(first), "{width}: {lines:?}");
                }
            }
            let galley = pen.wrapped("a\u{202F}?", Face::body(), Color32::WHITE, 500.0, 1);
            assert!((galley.size().x - narrow).abs() < 1.0, "the space must stay narrow");
            assert_eq!(kept_together("a\u{202F}?"), "a\u{A0}?");
        });
        output.textures_delta.clear();
    }
}

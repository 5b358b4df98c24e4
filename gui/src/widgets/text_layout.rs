//! Text layout for egui: pieces with faces, and the narrow spaces of French.
//!
//! No line may break at a narrow space, and the groups of digits must stay visible.

use crate::prelude::*;
use egui::text::{LayoutJob, TextFormat};

/// Lays out pieces one after another, each with its face and colour.
pub(super) fn job_from_runs(pieces: &[(&str, TextStyle, Color32)]) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (text, style, color) in pieces {
        if has_digit_groups(text) {
            append_run(&mut job, text, *style, *color);
        } else {
            job.append(text, 0.0, text_format(*style, *color));
        }
    }
    job
}

/// Returns the text format of a face in a colour.
#[must_use]
pub fn text_format(style: TextStyle, color: Color32) -> TextFormat {
    TextFormat {
        font_id: style.font_id(),
        color,
        line_height: Some(style.line_height),
        ..TextFormat::default()
    }
}

/// The narrow space that French uses before `?` and `:`, and between groups of digits. egui breaks lines there.
const NARROW_SPACE: char = '\u{202F}';
/// The no-break space, at which egui does not break lines.
const NO_BREAK_SPACE: &str = "\u{A0}";

/// Lays out a text without line breaks at narrow spaces. Each one becomes a no-break space in a font size that makes it
/// as narrow.
#[must_use]
pub fn unbroken_job(text: &str, style: TextStyle, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    append_run(&mut job, text, style, color);
    job
}

/// Appends a piece of text in the same way.
pub fn append_run(job: &mut LayoutJob, text: &str, style: TextStyle, color: Color32) {
    /// Width of a narrow space relative to a normal one.
    const NARROW_SPACE_RATIO: f32 = 0.5;
    /// Relative width between groups of digits: egui's narrow space would be too thin to be visible.
    const DIGIT_GROUP_RATIO: f32 = 0.85;
    let base_format = text_format(style, color);
    let mut previous = ' ';
    for (at, piece) in text.split(NARROW_SPACE).enumerate() {
        if at > 0 {
            let digit_group = previous.is_ascii_digit() && piece.starts_with(|c: char| c.is_ascii_digit());
            let mut narrow = base_format.clone();
            narrow.font_id.size *= if digit_group { DIGIT_GROUP_RATIO } else { NARROW_SPACE_RATIO };
            job.append(NO_BREAK_SPACE, 0.0, narrow);
        }
        if !piece.is_empty() || text.is_empty() {
            job.append(piece, 0.0, base_format.clone());
        }
        previous = piece.chars().next_back().unwrap_or(' ');
    }
}

/// Returns whether a text has groups of digits.
fn has_digit_groups(text: &str) -> bool {
    text.match_indices(NARROW_SPACE).any(|(at, space)| {
        let bytes = text.as_bytes();
        let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1)) && digit(Some(at + space.len()))
    })
}

/// Replaces narrow spaces by no-break spaces of normal width, for text that egui wraps itself.
#[must_use]
pub fn with_no_break_spaces(text: &str) -> String {
    text.replace(NARROW_SPACE, NO_BREAK_SPACE)
}

#[cfg(test)]
mod tests {
    use super::super::Painter;
    use super::*;
    use crate::theme::Theme;
    use encours_core::theme::WindowTheme;

    #[test]
    fn digit_groups_are_spaced_wider_than_a_percent_sign() {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            let width = |text: &str| painter.text_width(text, TextStyle::body());
            let space = width("14\u{202F}100") - width("14100");
            assert!((2.5..4.0).contains(&space), "{space}");
            let sign_width = width("48\u{202F}%") - width("48%");
            assert!((1.0..2.5).contains(&sign_width), "{sign_width}");
        });
        output.textures_delta.clear();
        assert!(
            !has_digit_groups("48,0\u{202F}%")
                && !has_digit_groups("\u{202F}1")
                && !has_digit_groups("1\u{202F}")
        );
    }

    #[test]
    fn lines_never_break_at_a_narrow_no_break_space() {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            let text = "Se déconnecter de u-martin\u{202F}? Il reste 12\u{202F}345\u{202F}678 deals\u{202F}; partir\u{202F}?";
            let narrow = painter.text_width("a\u{202F}?", TextStyle::body());
            for width in 110_u8..=255 {
                let galley = painter.layout_wrapped(text, TextStyle::body(), Color32::WHITE, f32::from(width), usize::MAX);
                let lines: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
                for line in &lines {
                    let first = line.chars().next().unwrap_or('a');
                    assert!(!"?;36".contains(first), "{width}: {lines:?}");
                }
            }
            let galley = painter.layout_wrapped("a\u{202F}?", TextStyle::body(), Color32::WHITE, 500.0, 1);
            assert!((galley.size().x - narrow).abs() < 1.0, "the space must stay narrow");
            assert_eq!(with_no_break_spaces("a\u{202F}?"), "a\u{A0}?");
        });
        output.textures_delta.clear();
    }
}

//! Layout of a line's name: one row that keeps both ends, or two rows with the note.

use egui::{Align, Color32, Rect, vec2};
use encours_core::app::foundation::presentation::sheet_view::PickerLine;
use encours_core::app::records::lists::view::ListView;

use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Additional height of a line with two rows.
pub(super) const SECOND_ROW_HEIGHT: f32 = 16.0;
/// Number of lines to measure.
const MEASURED_LINES: usize = 40;

/// Returns whether one row would truncate a name that two rows show in full; the end of a name is often its subject.
pub(super) fn needs_two_rows(pen: &Painter<'_>, wide: f32, view: &ListView) -> bool {
    /// Space for marks and margins in a line.
    const LINE_MARGIN: f32 = 64.0;
    let room = |line: &PickerLine| wide - LINE_MARGIN - pen.text_width(&line.note, TextStyle::small());
    let mut lines = view.lines.iter().take(MEASURED_LINES);
    lines.any(|line| pen.text_width(parse_tree_label(&line.label).2, TextStyle::body()) > room(line))
}

/// Draws a name in one row. If it is too long and has a subject after a dash, its middle is removed; the subject is
/// truncated only if needed.
pub(super) fn draw_both_ends(pen: &Painter<'_>, place: Rect, name: &str, color: Color32) {
    const DASH: &str = " – ";
    /// Maximum share of the width for the subject.
    const MAX_SUBJECT_SHARE: f32 = 0.62;
    let text = |place, text: &str| pen.text(place, Align::Min, text, TextStyle::body(), color);
    match name.rsplit_once(DASH) {
        Some((begins, about)) if pen.text_width(name, TextStyle::body()) > place.width() => {
            let about = format!("{DASH}{about}");
            let wide = pen.text_width(&about, TextStyle::body()).ceil();
            let most = (place.width() * MAX_SUBJECT_SHARE)
                .max(place.width() - pen.text_width(begins, TextStyle::body()).ceil());
            let end = text(place.with_max_x(place.right() - wide.min(most)), begins).right();
            text(place.with_min_x(end), &about);
        }
        _ => {
            text(place, name);
        }
    }
}

/// Draws a name over two rows, with its note at the end of the second. Returns whether it is truncated.
pub(super) fn draw_two_rows(
    pen: &Painter<'_>,
    first: Rect,
    whole: Rect,
    label: &str,
    (note, color): (&str, Color32),
) -> bool {
    let (first, ink) = (first.translate(vec2(0.0, 2.0)), &pen.theme.colors);
    let second = Rect::from_x_y_ranges(
        first.x_range(),
        whole.bottom() - SECOND_ROW_HEIGHT - 6.0..=whole.bottom() - 4.0,
    );
    let note = pen.text(second, Align::Max, note, TextStyle::small(), ink.text_secondary);
    let laid = pen.layout_wrapped(label, TextStyle::body(), color, first.width(), 2);
    let taken = laid
        .rows
        .first()
        .map_or(0, |row| row.char_count_excluding_newline().0);
    let (begins, ends): (String, String) = if laid.rows.len() > 1 {
        (
            label.chars().take(taken).collect(),
            label.chars().skip(taken).collect(),
        )
    } else {
        (label.to_owned(), String::new())
    };
    pen.text(first, Align::Min, begins.trim_end(), TextStyle::body(), color);
    let room = second.with_max_x(note.left() - 12.0);
    pen.text(room, Align::Min, ends.trim_start(), TextStyle::body(), color);
    pen.text_width(ends.trim_start(), TextStyle::body()) > room.width()
}

/// Parses the label of a tree line into depth, open state and name. Lines without children have no open state. The view
/// model encodes all three as text for the terminal.
pub(super) fn parse_tree_label(label: &str) -> (usize, Option<bool>, &str) {
    let text = label.trim_start_matches(' ');
    let depth = (label.len() - text.len()) / 2;
    match (text.strip_prefix("▾ "), text.strip_prefix("▸ ")) {
        (Some(name), _) => (depth, Some(true), name),
        (_, Some(name)) => (depth, Some(false), name),
        _ => (depth, None, text),
    }
}

#[cfg(test)]
mod tests {
    use encours_core::theme::WindowTheme;

    use super::*;
    use crate::theme::Theme;

    /// Returns the texts painted for a name of a given width.
    fn painted_texts(name: &str, wide: f32) -> Vec<String> {
        let look = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let place = Rect::from_min_size(egui::pos2(0.0, 0.0), vec2(wide, 20.0));
            draw_both_ends(&Painter::new(ui.painter(), &look), place, name, look.colors.text);
        });
        let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(text.galley.rows.iter().map(|row| row.text()).collect()),
            _ => None,
        });
        let texts = texts.collect();
        output.textures_delta.clear();
        texts
    }

    #[test]
    fn a_name_that_is_cut_says_something_of_both_its_ends() {
        let short = "Échéance proche – Tour Boréale";
        assert_eq!(painted_texts(short, 600.0), [short]);
        let kept = painted_texts("Échéance d’une garantie proche – Tour Boréale", 200.0);
        assert!(kept[0].ends_with('…') && kept[1] == " – Tour Boréale", "{kept:?}");
        let both = painted_texts(
            "LTV au-dessus du seuil – Résidence Le Clos Saint-Honoré, Villeneuve",
            200.0,
        );
        assert!(both[0].starts_with("LTV") && both[0].ends_with('…'), "{both:?}");
        assert!(
            both[1].starts_with(" – Résidence") && both[1].ends_with('…'),
            "{both:?}"
        );
    }

    #[test]
    fn a_line_of_a_tree_is_taken_apart() {
        assert_eq!(parse_tree_label("name"), (0, None, "name"));
        assert_eq!(parse_tree_label("  ▾ columns"), (1, Some(true), "columns"));
        assert_eq!(parse_tree_label("    ▸ 1"), (2, Some(false), "1"));
    }
}

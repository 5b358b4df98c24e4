//! Layout of a line's name: one row that keeps both ends, or two rows with the note.

use crate::prelude::*;
use encours_core::app::foundation::presentation::picker_view::PickerLine;
use encours_core::app::records::lists::view::ListView;

/// Additional height of a line with two rows.
pub(super) const SECOND_ROW_HEIGHT: f32 = 16.0;
/// Number of lines to measure.
const MEASURED_LINES: usize = 40;

/// Returns whether one row would truncate a name that two rows show in full; the end of a name is often its subject.
pub(super) fn needs_two_rows(painter: &Painter<'_>, width: f32, view: &ListView) -> bool {
    /// Space for marks and margins in a line.
    const LINE_MARGIN: f32 = 64.0;
    let available =
        |line: &PickerLine| width - LINE_MARGIN - painter.text_width(&line.note, TextStyle::small());
    let mut lines = view.lines.iter().take(MEASURED_LINES);
    lines.any(|line| painter.text_width(parse_tree_label(&line.label).2, TextStyle::body()) > available(line))
}

/// Draws a name in one row. If it is too long and has a subject after a dash, its middle is removed; the subject is
/// truncated only if needed.
pub(super) fn draw_both_ends(painter: &Painter<'_>, area: Rect, name: &str, color: Color32) {
    const DASH: &str = " – ";
    /// Maximum share of the width for the subject.
    const MAX_SUBJECT_SHARE: f32 = 0.62;
    let text = |area, text: &str| painter.left(area, text, TextStyle::body(), color);
    match name.rsplit_once(DASH) {
        Some((begins, about)) if painter.text_width(name, TextStyle::body()) > area.width() => {
            let about = format!("{DASH}{about}");
            let width = painter.text_width(&about, TextStyle::body()).ceil();
            let max = (area.width() * MAX_SUBJECT_SHARE)
                .max(area.width() - painter.text_width(begins, TextStyle::body()).ceil());
            let end = text(area.with_max_x(area.right() - width.min(max)), begins).right();
            text(area.with_min_x(end), &about);
        }
        _ => {
            text(area, name);
        }
    }
}

/// Draws a name over two rows, with its note at the end of the second. Returns whether it is truncated.
pub(super) fn draw_two_rows(
    painter: &Painter<'_>,
    first: Rect,
    full_rect: Rect,
    label: &str,
    (note, color): (&str, Color32),
) -> bool {
    let (first, colors) = (first.translate(vec2(0.0, 2.0)), &painter.theme.colors);
    let second = Rect::from_x_y_ranges(
        first.x_range(),
        full_rect.bottom() - SECOND_ROW_HEIGHT - 6.0..=full_rect.bottom() - 4.0,
    );
    let note = painter.right(second, note, TextStyle::small(), colors.text_secondary);
    let galley = painter.layout_wrapped(label, TextStyle::body(), color, first.width(), 2);
    let first_row = galley.rows.first().map_or(0, |row| row.char_count_excluding_newline().0);
    let (begins, ends): (String, String) = if galley.rows.len() > 1 {
        (label.chars().take(first_row).collect(), label.chars().skip(first_row).collect())
    } else {
        (label.to_owned(), String::new())
    };
    painter.left(first, begins.trim_end(), TextStyle::body(), color);
    let space = second.with_max_x(note.left() - 12.0);
    painter.left(space, ends.trim_start(), TextStyle::body(), color);
    painter.text_width(ends.trim_start(), TextStyle::body()) > space.width()
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
    fn painted_texts(name: &str, width: f32) -> Vec<String> {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let area = Rect::from_min_size(egui::pos2(0.0, 0.0), vec2(width, 20.0));
            draw_both_ends(&Painter::new(ui.painter(), &theme), area, name, theme.colors.text);
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
    fn truncated_label_shows_the_start_of_both_parts() {
        let short_name = "Échéance proche – Tour Boréale";
        assert_eq!(painted_texts(short_name, 600.0), [short_name]);
        let texts = painted_texts("Échéance d’une garantie proche – Tour Boréale", 200.0);
        assert!(texts[0].ends_with('…') && texts[1] == " – Tour Boréale", "{texts:?}");
        let both =
            painted_texts("LTV au-dessus du seuil – Résidence Le Clos Saint-Honoré, Villeneuve", 200.0);
        assert!(both[0].starts_with("LTV") && both[0].ends_with('…'), "{both:?}");
        assert!(both[1].starts_with(" – Résidence") && both[1].ends_with('…'), "{both:?}");
    }

    #[test]
    fn tree_label_is_split_into_depth_state_and_text() {
        assert_eq!(parse_tree_label("name"), (0, None, "name"));
        assert_eq!(parse_tree_label("  ▾ columns"), (1, Some(true), "columns"));
        assert_eq!(parse_tree_label("    ▸ 1"), (2, Some(false), "1"));
    }
}

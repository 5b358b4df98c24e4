//! One card: three rows.
//!
//! ```text
//! ▌Le Parc, Lyon
//! ▌Offices        ↑ waiting
//! ▌A. Martin    ▲ LTV 76.4%
//! ```

use encours_core::app::deals::board::view::card::Card;
use encours_core::text::{Lang, Messages};
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, draw_highlighted, text_width};

/// Minimum width for a labelled number.
const MIN_LABELED_WIDTH: u16 = 26;
/// Width for owner and value that a narrower card needs for a labelled number.
///
/// It is the same for all cards of a board, so a long owner is cut and all cards look alike.
const OWNER_AND_VALUE: u16 = 10 + 7;

/// Draws a card. The column before `x` is its gutter.
pub fn draw(canvas: &mut Canvas<'_>, lang: Lang, x: u16, y: u16, width: u16, card: &Card) {
    let theme = canvas.theme;
    let name = if card.focused {
        canvas.fill(Rect::new(x - 1, y, 1, 3), "▌", theme.accent());
        canvas.fill(Rect::new(x, y, width, 1), " ", theme.selection());
        theme.selection()
    } else if card.selected {
        canvas.fill(Rect::new(x, y, width, 1), " ", theme.selected());
        theme.selected()
    } else {
        theme.text()
    };
    let name_width = width - draw_local_marks(canvas, x + width, y, width, card);
    draw_highlighted(canvas, Rect::new(x, y, name_width, 1), &card.name, &card.name_matches, name);
    if card.selected {
        canvas.draw_text(x - 1, y, 1, "✓", theme.accent());
    }
    let used = match card.write {
        Some(mark) => {
            let text = format!("{} {}", mark.glyph(), card.write_label);
            canvas.draw_text_right(x + width, y + 1, width, &text, theme.write_mark(mark))
        }
        None => canvas.draw_text_right(x + width, y + 1, width, &card.age, theme.second()),
    };
    let max_width = width.saturating_sub(used + u16::from(used > 0));
    let class = canvas.draw_text(x, y + 1, max_width, &card.class_label, theme.second());
    draw_labels(canvas, x + class + 1, y + 1, max_width.saturating_sub(class + 1), card);
    let used = draw_field(canvas, x + width, y + 2, width, card);
    let max_width = width.saturating_sub(used + 1);
    // "No owner" has a short form, because a cut text would look like a name.
    let is_cut = !card.has_owner && text_width(&card.owner) > max_width;
    let short = is_cut.then(|| Messages::new(lang).get("owner-none-short"));
    let (area, owner) = (Rect::new(x, y + 2, max_width, 1), short.as_deref().unwrap_or(&card.owner));
    draw_highlighted(canvas, area, owner, &card.owner_matches, theme.second());
}

/// Draws the labels that fit whole.
fn draw_labels(canvas: &mut Canvas<'_>, mut x: u16, y: u16, max_width: u16, card: &Card) {
    let end = x + max_width;
    for label in &card.labels {
        let text = format!("#{label}");
        if x + text_width(&text) > end {
            return;
        }
        x += canvas.draw_text(x, y, end - x, &text, canvas.theme.accent()) + 1;
    }
}

/// Draws the marks of the follow-up, the star and of the private note, right-aligned before column `right`. Returns the width
/// used, with the space before them.
fn draw_local_marks(canvas: &mut Canvas<'_>, right: u16, y: u16, width: u16, card: &Card) -> u16 {
    let theme = canvas.theme;
    let mut parts: Vec<(&str, Style)> = Vec::new();
    if card.has_note {
        parts.push((" ¶", theme.second()));
    }
    if card.starred {
        parts.push((" ★", theme.second()));
    }
    let day = card.followup.as_ref().map(|mark| format!(" {}", mark.day)).unwrap_or_default();
    if let Some(mark) = &card.followup {
        parts.push((" ", theme.text()));
        parts.push((theme.band_glyph(mark.band), theme.band(mark.band)));
        if width >= MIN_LABELED_WIDTH {
            parts.push((&day, theme.second()));
        }
    }
    if parts.is_empty() { 0 } else { canvas.draw_spans_right(right, y, width, &parts) }
}

/// Draws the chosen number with the mark of its band, right-aligned before column `right`. Returns the width
/// used.
pub fn draw_field(canvas: &mut Canvas<'_>, right: u16, y: u16, width: u16, card: &Card) -> u16 {
    let theme = canvas.theme;
    canvas.has_outside |= card.field.band == Band::Outside;
    let value = if card.field.band == Band::None { theme.second() } else { theme.text() };
    let name = format!(" {} ", card.field.name);
    let mut parts: [(&str, Style); 3] = [
        (theme.band_glyph(card.field.band), theme.band(card.field.band)),
        (&name, value),
        (&card.field.value, value),
    ];
    if width < MIN_LABELED_WIDTH && text_width(parts[0].0) + text_width(&name) + OWNER_AND_VALUE > width {
        parts[1].0 = " ";
    }
    let needed_width: u16 = parts.iter().map(|(text, _)| text_width(text)).sum();
    if needed_width + 4 > width {
        return canvas.draw_text_right(right, y, width, parts[0].0, parts[0].1);
    }
    canvas.draw_spans_right(right, y, width, &parts)
}

/// Draws a placeholder for a card that is still loading.
pub fn draw_skeleton(canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16) {
    let line = canvas.theme.border();
    for (row, share) in [(0, 7), (1, 5), (2, 4)] {
        canvas.fill(Rect::new(x, y + row, width * share / 10, 1), "░", line);
    }
}

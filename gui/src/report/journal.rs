//! The newest writes on the page: deal, change, time and outcome, newest first.
//!
//! A bulk change is one entry. Entries that do not fit are counted; the activity screen exports the whole journal.

use crate::prelude::*;

use super::canvas::{Canvas, PagePart, wrap};
use super::fonts;
use super::page::{PaneNote, draw_block, draw_pane, row_rect, small_style};

/// Gap between two entries.
const GAP: f32 = 3.0;

/// Draws the pane.
pub(super) fn draw(app: &App, theme: &Theme, canvas: &mut impl Canvas, rect: Rect) {
    let (colors, messages) = (&theme.colors, Messages::new(app.cx.lang()));
    let groups = encours_core::app::records::activity::view::journal_groups::journal_groups(app);
    let written: usize = groups.iter().map(|group| group.count).sum();
    let count = number::integer(app.cx.lang(), written as u64);
    let title = messages.get("activity-journal");
    let (inner, _) = draw_pane(theme, canvas, rect, &title, PaneNote::plain(&count, colors.text_secondary));
    let (style, strong) = (small_style(8.0, FontWeight::Regular), small_style(8.0, FontWeight::Medium));
    if groups.is_empty() {
        let empty = messages.get("activity-journal-empty");
        draw_block(canvas, inner, &empty, style, colors.text_tertiary);
        return;
    }
    let line = style.size * 1.3;
    let layouts: Vec<_> = groups
        .iter()
        .map(|group| {
            let entry = &group.line;
            let time_text = fonts::text_width(&entry.time, style) + 6.0;
            let text = format!("{} · {}", entry.text, entry.outcome);
            let subject = wrap(&entry.subject, strong, inner.width() - time_text).len();
            let entry_height = (subject + wrap(&text, style, inner.width()).len()) as f32 * line;
            (group, time_text, text, subject, entry_height)
        })
        .collect();
    let all: f32 = layouts.iter().map(|(.., entry_height)| entry_height + GAP).sum();
    // If not all entries fit, reserve a line for the number of the others.
    let available_height = inner.height() - if all - GAP > inner.height() { line } else { 0.0 };
    let (mut top, mut drawn_count) = (0.0, 0);
    for (group, time_text, text, subject, entry_height) in &layouts {
        let entry = &group.line;
        if top + entry_height > available_height {
            break;
        }
        canvas.begin(PagePart::Line);
        let first = row_rect(inner, top, line);
        canvas.text_in(first, Align::Max, &entry.time, style, colors.text_tertiary);
        let area = row_rect(inner, top, *entry_height);
        let name = area.with_max_x(area.right() - time_text);
        draw_block(canvas, name, &entry.subject, strong, colors.text);
        let color =
            if entry.mark == LineIcon::Failed { theme.band_colors.alert } else { colors.text_secondary };
        let outcome_rect = area.below(*subject as f32 * line);
        draw_block(canvas, outcome_rect, text, style, color);
        canvas.end();
        top += entry_height + GAP;
        drawn_count += group.count;
    }
    let left_out = written - drawn_count;
    if left_out > 0 {
        let more_text = messages.with("report-writes-left", &[("n", MessageArg::from(left_out))]);
        canvas.text_in(row_rect(inner, top, line), Align::Min, &more_text, style, colors.text_tertiary);
    }
}

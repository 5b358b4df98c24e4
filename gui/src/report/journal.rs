//! The newest writes on the page: deal, change, time and outcome, newest first.
//!
//! A bulk change is one entry. Entries that do not fit are counted; the activity screen exports the whole journal.

use egui::{Align, Rect};
use encours_core::app::foundation::presentation::sheet_view::LineIcon;
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages, number};

use super::canvas::{PagePart, ReportTarget, wrap};
use super::fonts;
use super::page::{PaneNote, draw_block, draw_pane, row_rect, small_style};
use crate::theme::{FontWeight, Theme};

/// Gap between two entries.
const GAP: f32 = 3.0;

/// Draws the pane.
pub(super) fn draw(app: &App, look: &Theme, canvas: &mut impl ReportTarget, rect: Rect) {
    let (ink, words) = (&look.colors, Messages::new(app.cx.lang()));
    let groups = encours_core::app::records::activity::view::journal_groups::journal_groups(app);
    let written: usize = groups.iter().map(|group| group.count).sum();
    let count = number::integer(app.cx.lang(), written as u64);
    let title = words.get("activity-journal");
    let (inner, _) = draw_pane(
        look,
        canvas,
        rect,
        &title,
        PaneNote::plain(&count, ink.text_secondary),
    );
    let (face, strong) = (
        small_style(8.0, FontWeight::Regular),
        small_style(8.0, FontWeight::Medium),
    );
    if groups.is_empty() {
        let empty = words.get("activity-journal-empty");
        draw_block(canvas, inner, &empty, face, ink.text_tertiary);
        return;
    }
    let line = face.size * 1.3;
    let laid: Vec<_> = groups
        .iter()
        .map(|group| {
            let entry = &group.line;
            let timed = fonts::text_width(&entry.time, face) + 6.0;
            let said = format!("{} · {}", entry.text, entry.outcome);
            let subject = wrap(&entry.subject, strong, inner.width() - timed).len();
            let high = (subject + wrap(&said, face, inner.width()).len()) as f32 * line;
            (group, timed, said, subject, high)
        })
        .collect();
    let all: f32 = laid.iter().map(|(.., high)| high + GAP).sum();
    // If not all entries fit, reserve a line for the number of the others.
    let room = inner.height() - if all - GAP > inner.height() { line } else { 0.0 };
    let (mut top, mut drawn) = (0.0, 0);
    for (group, timed, said, subject, high) in &laid {
        let entry = &group.line;
        if top + high > room {
            break;
        }
        canvas.begin(PagePart::Line);
        let first = row_rect(inner, top, line);
        canvas.text_in(first, Align::Max, &entry.time, face, ink.text_tertiary);
        let place = row_rect(inner, top, *high);
        let name = place.with_max_x(place.right() - timed);
        draw_block(canvas, name, &entry.subject, strong, ink.text);
        let color = if entry.mark == LineIcon::Failed {
            look.band_colors.alert
        } else {
            ink.text_secondary
        };
        let under = place.with_min_y(place.top() + *subject as f32 * line);
        draw_block(canvas, under, said, face, color);
        canvas.end();
        top += high + GAP;
        drawn += group.count;
    }
    let left = written - drawn;
    if left > 0 {
        let more = words.with("report-writes-left", &[("n", MessageArg::from(left))]);
        canvas.text_in(
            row_rect(inner, top, line),
            Align::Min,
            &more,
            face,
            ink.text_tertiary,
        );
    }
}

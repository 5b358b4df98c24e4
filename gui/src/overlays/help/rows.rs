//! Lines of the help overlay: an action, its keys and, if disabled, the reason.
//!
//! A line that is too long wraps into several rows: nothing is truncated, and keys stay beside their action.

use std::sync::Arc;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, keycap};
use egui::{Align, Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::tools::help::view::help_lines::{HelpGroup, HelpLine};
use encours_core::text::sentence;

const ROW: f32 = 28.0;
const HEAD: f32 = 34.0;
/// Space below a section.
const UNDER: f32 = 8.0;
/// Gaps between name, reason and keys, and between two keys.
const APART: f32 = 8.0;
const BESIDE: f32 = 4.0;
/// Indentation of the lines below a common reason.
const INSET: f32 = 12.0;

/// The layout of a section for a given width.
pub(super) struct Section<'a> {
    title: &'a str,
    rows: Vec<Row<'a>>,
}

enum Row<'a> {
    /// A name with its keys, and the reason if it fits beside them.
    Line {
        label: String,
        keys: &'a str,
        reason: &'a str,
        inset: f32,
    },
    /// The reason why the line above, or the lines below, are disabled.
    Why {
        text: String,
        lines: Arc<Galley>,
        over: bool,
    },
}

impl Row<'_> {
    fn height(&self) -> f32 {
        match self {
            Self::Line { .. } => ROW,
            Self::Why {
                lines, over: true, ..
            } => lines.size().y + 12.0,
            Self::Why { lines, .. } => lines.size().y + 6.0,
        }
    }
}

impl<'a> Section<'a> {
    /// Lays out a section.
    pub(super) fn of(pen: &Pen<'_>, group: &'a HelpGroup, wide: f32) -> Self {
        let rows = group.lines.iter().flat_map(|line| rows(pen, line, wide));
        Self {
            title: &group.title,
            rows: rows.collect(),
        }
    }

    /// Returns its height.
    pub(super) fn height(&self) -> f32 {
        HEAD + self.rows.iter().map(Row::height).sum::<f32>() + UNDER
    }

    /// Draws it from the top of a column.
    pub(super) fn show(&self, ui: &Ui, pass: &Pass<'_>, column: Rect) {
        let pen = Pen::new(ui.painter(), pass.look);
        let head = Rect::from_min_size(column.min, vec2(column.width(), HEAD));
        pen.text(head, Align::Min, self.title, Face::heading(), pass.look.ink.text);
        let mut y = head.bottom();
        for (at, row) in self.rows.iter().enumerate() {
            let place = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), row.height()));
            one(ui, pass, (self.title, at), row, place);
            y = place.bottom();
        }
    }
}

/// Lays out a line: as one row if it fits. Otherwise the reason goes below the line, or above the lines that share it.
fn rows<'a>(pen: &Pen<'_>, line: &'a HelpLine, wide: f32) -> Vec<Row<'a>> {
    let ink = &pen.look.ink;
    let label = format!("{} {}", line.label, line.others).trim_end().to_owned();
    let reason = line.reason.as_deref().unwrap_or_default();
    let beside = if reason.is_empty() {
        0.0
    } else {
        APART + pen.width(reason, Face::small())
    };
    let needed = pen.width(&label, Face::body()) + beside + keys_width(pen, &line.keys);
    let whole = |reason: &'a str| Row::Line {
        label: label.clone(),
        keys: &line.keys,
        reason,
        inset: 0.0,
    };
    if reason.is_empty() || needed <= wide {
        return vec![whole(reason)];
    }
    let why = |over: bool| {
        // Above several lines, the reason is a heading.
        let text = if over { sentence(reason) } else { reason.to_owned() };
        let lines = pen.wrapped(&text, Face::small(), ink.text_tertiary, wide, usize::MAX);
        Row::Why { text, lines, over }
    };
    if line.each.is_empty() {
        return vec![whole(""), why(false)];
    }
    let each = line.each.iter().map(|(keys, label)| Row::Line {
        label: label.clone(),
        keys,
        reason: "",
        inset: INSET,
    });
    std::iter::once(why(true)).chain(each).collect()
}

/// Returns the key caps of a line.
fn caps(keys: &str) -> impl DoubleEndedIterator<Item = String> {
    let caps = keys.split(' ').filter(|key| !key.is_empty());
    caps.map(|key| key.replace("Ctrl+", "Ctrl "))
}

/// Returns the width of a row's keys, including the gap before them.
fn keys_width(pen: &Pen<'_>, keys: &str) -> f32 {
    caps(keys)
        .map(|cap| keycap::width(pen, &cap) + BESIDE)
        .sum::<f32>()
        + APART
}

fn one(ui: &Ui, pass: &Pass<'_>, at: (&str, usize), row: &Row<'_>, rect: Rect) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let spoken = match row {
        Row::Line {
            label,
            keys,
            reason,
            inset,
        } => {
            let rect = rect.with_min_x(rect.left() + inset);
            pen.rule(rect.x_range(), rect.top() + 0.5, ink.border);
            let mut x = rect.right();
            for cap in caps(keys).rev() {
                x = keycap::at_right(&pen, x, rect.center().y, &cap) - BESIDE;
            }
            let line = rect.with_max_x(x - APART);
            let barred = !reason.is_empty() || *inset > 0.0;
            let color = if barred {
                ink.text_tertiary
            } else {
                ink.text_secondary
            };
            let text = pen.text(line, Align::Min, label, Face::body(), color);
            pen.text(
                line.with_min_x(text.right() + APART),
                Align::Min,
                reason,
                Face::small(),
                ink.text_tertiary,
            );
            format!("{label} – {keys} {reason}").trim_end().to_owned()
        }
        Row::Why { text, lines, over } => {
            let top = if *over {
                pen.rule(rect.x_range(), rect.top() + 0.5, ink.border);
                rect.top() + 7.0
            } else {
                rect.top()
            };
            pen.painter
                .galley(pos2(rect.left(), top), lines.clone(), ink.text_tertiary);
            text.clone()
        }
    };
    let response = ui.interact(rect, ui.scope_id().with(("key", at)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
}

#[cfg(test)]
mod tests {
    use encours_core::theme::Theme;

    use super::*;
    use crate::theme::Look;

    /// Returns label and keys of each row of a line in a column.
    fn laid(line: &HelpLine) -> Vec<(String, String)> {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut told = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            told = rows(&pen, line, 374.0)
                .iter()
                .map(|row| match row {
                    Row::Line {
                        label, keys, reason, ..
                    } => (
                        format!("{label} {reason}").trim_end().to_owned(),
                        (*keys).to_owned(),
                    ),
                    Row::Why { text, lines, .. } => {
                        assert!(!lines.elided, "{text}");
                        (text.clone(), String::new())
                    }
                })
                .collect();
        });
        output.textures_delta.clear();
        told
    }

    fn line(each: &[(&str, &str)], reason: &str) -> HelpLine {
        let joined = |of: fn(&(&str, &str)) -> String, by: &str| -> String {
            each.iter().map(of).collect::<Vec<_>>().join(by)
        };
        let several = each.len() > 1;
        let each = each
            .iter()
            .map(|(key, name)| ((*key).to_owned(), (*name).to_owned()));
        HelpLine {
            keys: joined(|(key, _)| (*key).to_owned(), " "),
            label: joined(|(_, name)| (*name).to_owned(), ", "),
            others: String::new(),
            reason: Some(reason.to_owned()),
            each: each.filter(|_| several).collect(),
        }
    }

    #[test]
    fn what_has_room_stands_on_one_row_and_nothing_else_is_cut() {
        let short = [("]", "Next view"), ("[", "Previous view")];
        assert_eq!(laid(&line(&short, "no view")).len(), 1);
        let alone = laid(&line(
            &[("B", "Bulk change")],
            "none was begun: select several deals first, then move them",
        ));
        assert_eq!(alone.len(), 2);
        assert_eq!(alone[0], ("Bulk change".to_owned(), "B".to_owned()));
        let many = [
            ("Enter", "Open"),
            ("x", "Carry the card"),
            ("m", "Move to…"),
            ("H", "Previous status"),
            ("L", "Next status"),
            ("e", "Edit"),
            ("d", "Delete"),
        ];
        let many = laid(&line(&many, "nothing has the focus"));
        assert_eq!(
            many.len(),
            8,
            "expected a row for each action below the reason: {many:?}"
        );
        assert_eq!(many[0].0, "Nothing has the focus");
        assert_eq!(many[3], ("Move to…".to_owned(), "m".to_owned()));
    }
}

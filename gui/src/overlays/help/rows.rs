//! Lines of the help overlay: an action, its keys and, if disabled, the reason.
//!
//! A line that is too long wraps into several rows: nothing is truncated, and keys stay beside their action.

use std::sync::Arc;

use crate::prelude::*;
use egui::Galley;
use encours_core::app::tools::help::view::help_groups::{HelpGroup, HelpLine};

const ROW_HEIGHT: f32 = 28.0;
const HEADER_HEIGHT: f32 = 34.0;
/// Space below a section.
const SECTION_GAP: f32 = 8.0;
/// Gaps between name, reason and keys, and between two keys.
const PART_GAP: f32 = 8.0;
const KEY_GAP: f32 = 4.0;
/// Indentation of the lines below a common reason.
const REASON_INDENT: f32 = 12.0;

/// The layout of a section for a given width.
pub(super) struct HelpSection<'a> {
    title: &'a str,
    rows: Vec<HelpRow<'a>>,
}

enum HelpRow<'a> {
    /// A name with its keys, and the reason if it fits beside them.
    Line { label: String, keys: &'a str, reason: &'a str, inset: f32 },
    /// The reason why the line above, or the lines below, are disabled.
    Reason { text: String, lines: Arc<Galley>, is_above: bool },
}

impl HelpRow<'_> {
    fn height(&self) -> f32 {
        match self {
            Self::Line { .. } => ROW_HEIGHT,
            Self::Reason { lines, is_above: true, .. } => lines.size().y + 12.0,
            Self::Reason { lines, .. } => lines.size().y + 6.0,
        }
    }
}

impl<'a> HelpSection<'a> {
    /// Lays out a section.
    pub(super) fn layout(painter: &Painter<'_>, group: &'a HelpGroup, width: f32) -> Self {
        let rows = group.lines.iter().flat_map(|line| layout_line(painter, line, width));
        Self { title: &group.title, rows: rows.collect() }
    }

    /// Returns its height.
    pub(super) fn height(&self) -> f32 {
        HEADER_HEIGHT + self.rows.iter().map(HelpRow::height).sum::<f32>() + SECTION_GAP
    }

    /// Draws it from the top of a column.
    pub(super) fn show(&self, ui: &Ui, frame: &FrameCtx<'_>, column: Rect) {
        let painter = frame.painter(ui);
        let header = Rect::from_min_size(column.min, vec2(column.width(), HEADER_HEIGHT));
        painter.left(header, self.title, TextStyle::heading(), frame.theme.colors.text);
        let mut y = header.bottom();
        for (at, row) in self.rows.iter().enumerate() {
            let row_rect = column.row(y, row.height());
            draw_row(ui, frame, (self.title, at), row, row_rect);
            y = row_rect.bottom();
        }
    }
}

/// Lays out a line: as one row if it fits. Otherwise the reason goes below the line, or above the lines that share it.
fn layout_line<'a>(painter: &Painter<'_>, line: &'a HelpLine, width: f32) -> Vec<HelpRow<'a>> {
    let colors = &painter.theme.colors;
    let label = format!("{} {}", line.label, line.other_keys).trim_end().to_owned();
    let reason = line.reason.as_deref().unwrap_or_default();
    let fitting_reason =
        if reason.is_empty() { 0.0 } else { PART_GAP + painter.text_width(reason, TextStyle::small()) };
    let needed =
        painter.text_width(&label, TextStyle::body()) + fitting_reason + keys_width(painter, &line.keys);
    let full_line =
        |reason: &'a str| HelpRow::Line { label: label.clone(), keys: &line.keys, reason, inset: 0.0 };
    if reason.is_empty() || needed <= width {
        return vec![full_line(reason)];
    }
    let reason_row = |is_above: bool| {
        // Above several lines, the reason is a heading.
        let text = if is_above { sentence(reason) } else { reason.to_owned() };
        let lines =
            painter.layout_wrapped(&text, TextStyle::small(), colors.text_tertiary, width, usize::MAX);
        HelpRow::Reason { text, lines, is_above }
    };
    if line.disabled_actions.is_empty() {
        return vec![full_line(""), reason_row(false)];
    }
    let each = line.disabled_actions.iter().map(|(keys, label)| HelpRow::Line {
        label: label.clone(),
        keys,
        reason: "",
        inset: REASON_INDENT,
    });
    std::iter::once(reason_row(true)).chain(each).collect()
}

/// Returns the key caps of a line.
fn key_caps(keys: &str) -> impl DoubleEndedIterator<Item = String> {
    let caps = keys.split(' ').filter(|key| !key.is_empty());
    caps.map(|key| key.replace("Ctrl+", "Ctrl "))
}

/// Returns the width of a row's keys, including the gap before them.
fn keys_width(painter: &Painter<'_>, keys: &str) -> f32 {
    key_caps(keys).map(|key_cap| keycap::width(painter, &key_cap) + KEY_GAP).sum::<f32>() + PART_GAP
}

fn draw_row(ui: &Ui, frame: &FrameCtx<'_>, at: (&str, usize), row: &HelpRow<'_>, rect: Rect) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let a11y_text = match row {
        HelpRow::Line { label, keys, reason, inset } => {
            let rect = rect.after(*inset);
            painter.horizontal_line(rect.x_range(), rect.top() + 0.5, colors.border);
            let mut x = rect.right();
            for key_cap in key_caps(keys).rev() {
                x = keycap::paint_left_of(&painter, x, rect.center().y, &key_cap) - KEY_GAP;
            }
            let line = rect.with_max_x(x - PART_GAP);
            let is_disabled = !reason.is_empty() || *inset > 0.0;
            let color = if is_disabled { colors.text_tertiary } else { colors.text_secondary };
            let text = painter.left(line, label, TextStyle::body(), color);
            painter.left(
                line.with_min_x(text.right() + PART_GAP),
                reason,
                TextStyle::small(),
                colors.text_tertiary,
            );
            format!("{label} – {keys} {reason}").trim_end().to_owned()
        }
        HelpRow::Reason { text, lines, is_above } => {
            let top = if *is_above {
                painter.horizontal_line(rect.x_range(), rect.top() + 0.5, colors.border);
                rect.top() + 7.0
            } else {
                rect.top()
            };
            painter.inner.galley(pos2(rect.left(), top), lines.clone(), colors.text_tertiary);
            text.clone()
        }
    };
    ui.describe(rect, ("key", at), Role::Label, &a11y_text);
}

#[cfg(test)]
mod tests {
    use encours_core::theme::WindowTheme;

    use super::*;
    use crate::theme::Theme;

    /// Returns label and keys of each row of a line in a column.
    fn laid_out(line: &HelpLine) -> Vec<(String, String)> {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut rows_text = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            rows_text = layout_line(&painter, line, 374.0)
                .iter()
                .map(|row| match row {
                    HelpRow::Line { label, keys, reason, .. } => {
                        (format!("{label} {reason}").trim_end().to_owned(), (*keys).to_owned())
                    }
                    HelpRow::Reason { text, lines, .. } => {
                        assert!(!lines.elided, "{text}");
                        (text.clone(), String::new())
                    }
                })
                .collect();
        });
        output.textures_delta.clear();
        rows_text
    }

    fn help_line(each: &[(&str, &str)], reason: &str) -> HelpLine {
        let joined = |part_of: fn(&(&str, &str)) -> String, separator: &str| -> String {
            each.iter().map(part_of).collect::<Vec<_>>().join(separator)
        };
        let several = each.len() > 1;
        let each = each.iter().map(|(key, name)| ((*key).to_owned(), (*name).to_owned()));
        HelpLine {
            keys: joined(|(key, _)| (*key).to_owned(), " "),
            label: joined(|(_, name)| (*name).to_owned(), ", "),
            other_keys: String::new(),
            reason: Some(reason.to_owned()),
            disabled_actions: each.filter(|_| several).collect(),
        }
    }

    #[test]
    fn help_actions_share_one_row_only_if_they_fit() {
        let short_keys = [("]", "Next view"), ("[", "Previous view")];
        assert_eq!(laid_out(&help_line(&short_keys, "no view")).len(), 1);
        let alone = laid_out(&help_line(
            &[("B", "Bulk change")],
            "none was begun: select several deals first, then move them",
        ));
        assert_eq!(alone.len(), 2);
        assert_eq!(alone[0], ("Bulk change".to_owned(), "B".to_owned()));
        let many_keys = [
            ("Enter", "Open"),
            ("x", "Carry the card"),
            ("m", "Move to…"),
            ("H", "Previous status"),
            ("L", "Next status"),
            ("e", "Edit"),
            ("d", "Delete"),
        ];
        let many_keys = laid_out(&help_line(&many_keys, "nothing has the focus"));
        assert_eq!(many_keys.len(), 8, "expected a row for each action below the reason: {many_keys:?}");
        assert_eq!(many_keys[0].0, "Nothing has the focus");
        assert_eq!(many_keys[3], ("Move to…".to_owned(), "m".to_owned()));
    }
}

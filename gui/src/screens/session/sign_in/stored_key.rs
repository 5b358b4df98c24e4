//! Details of a stored key whose passphrase is requested: key, server and state of its file.
//!
//! The secret is unknown until the passphrase opens the file.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::problem;
use encours_core::text::{Clean, sentence};

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, Tip};
use crate::window::{Known, SealedFile};

const ROW: f32 = 22.0;
/// Left edge of the values, after their labels.
const LABEL: f32 = 76.0;
/// Width of the icon before the state of the file.
const SIGN: f32 = 20.0;

/// Draws the details from a point. Returns their bottom edge.
pub(in crate::screens) fn show(ui: &Ui, pass: &Pass<'_>, known: &Known, at: egui::Pos2, width: f32) -> f32 {
    let Some(file) = &known.sealed else {
        return at.y;
    };
    let mut y = at.y + 8.0;
    for (key, value) in [
        ("sign-in-kept-key", &known.key_id),
        ("sign-in-kept-service", &known.base_url),
    ] {
        let row = Rect::from_min_size(pos2(at.x, y), vec2(width, ROW));
        line(ui, pass, (key, Clean::line(value).as_str()), row, 0.0);
        y = row.bottom();
    }
    let name = file.path.file_name().unwrap_or(file.path.as_os_str());
    let name = Clean::line_of(&name.to_string_lossy(), 80);
    let key = if file.unread.is_none() {
        "sign-in-kept-read"
    } else {
        "sign-in-kept-unread"
    };
    let said = pass.words.with(key, &[("file", name.as_str().into())]);
    // Show file name and state in full, wrapped as needed.
    let room = width - LABEL - SIGN;
    let pen = Pen::new(ui.painter(), pass.look);
    let tall = pen
        .wrapped(&said, Face::small(), pass.look.ink.text, room, 4)
        .size()
        .y;
    let row = Rect::from_min_size(pos2(at.x, y), vec2(width, ROW.max(tall + 6.0)));
    let response = line(ui, pass, ("sign-in-kept-file", &said), row, SIGN);
    response.tip(Clean::line(&file.path.to_string_lossy()));
    let pen = Pen::new(ui.painter(), pass.look);
    let sign = pos2(row.left() + LABEL + 7.0, row.top() + ROW / 2.0);
    match file.unread {
        None => pen.icon_of(sign, Icon::Check, 14.0, pass.look.ink.accent_text),
        Some(_) => pen.icon_of(sign, Icon::Info, 14.0, pass.look.bands.alert),
    }
    why(&pen, pass, file, row)
}

/// Draws the reason why the file could not be read.
fn why(pen: &Pen<'_>, pass: &Pass<'_>, file: &SealedFile, row: Rect) -> f32 {
    let Some(unread) = &file.unread else {
        return row.bottom();
    };
    let text = sentence(&problem::why(pass.app.cx.lang(), unread));
    let left = row.left() + LABEL + SIGN;
    let ink = pass.look.ink.text_secondary;
    pen.block(
        pos2(left, row.bottom()),
        row.right() - left,
        &text,
        Face::small(),
        ink,
    )
    .bottom()
}

/// Draws a label and its value.
fn line(ui: &Ui, pass: &Pass<'_>, (key, value): (&str, &str), row: Rect, inset: f32) -> egui::Response {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let label = pass.word(key);
    let names = row
        .with_max_x(row.left() + LABEL - 8.0)
        .with_max_y(row.top() + ROW);
    pen.text(names, Align::Min, &label, Face::small(), ink.text_tertiary);
    let values = row.with_min_x(row.left() + LABEL + inset);
    if row.height() > ROW {
        pen.block(
            values.left_top() + vec2(0.0, 3.0),
            values.width(),
            value,
            Face::small(),
            ink.text,
        );
    } else {
        pen.text(values, Align::Min, value, Face::small(), ink.text);
    }
    let response = ui.interact(row, ui.scope_id().with(("kept", key)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} – {value}")));
    response
}

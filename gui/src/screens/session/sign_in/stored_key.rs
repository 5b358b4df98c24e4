//! What was found of the key whose passphrase is asked for: which key it is, of which service, and whether the file that keeps
//! its secret was read. Nothing of the secret is known before the passphrase opens it.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::problem;
use encours_core::text::{Clean, sentence};

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, Tip};
use crate::window::{Known, SealedFile};

const ROW: f32 = 22.0;
/// Where what is said stands, beside what it is said of.
const LABEL: f32 = 76.0;
/// The sign before what became of the file.
const SIGN: f32 = 20.0;

/// Draws it from a point on. Returns where it ends.
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
    // Which file it is and what became of it are both told whole, on as many lines as that takes.
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

/// Why the file could not be read, under what says that it could not.
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

/// What something is, and what is known of it.
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

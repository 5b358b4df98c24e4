//! Pickers: saved views, columns, bulk changes, copy formats.
//!
//! All share the view model of `app::shell::view::sheet`.

mod changes;
mod rows;

use super::LayerPlace;
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, keycap, trailing_items};
use egui::accesskit::Role as Part;
use egui::{Align, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::bulk::model::BulkStage;
use encours_core::app::foundation::cx::bulk_row::BulkVerb;
use encours_core::app::foundation::cx::sheet::SheetKind;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::sheet_view::SheetView;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::hint::Hint;
use encours_core::app::shell::view::{footer_keys, sheet};

use self::rows::Rows;

/// Height of the title.
const HEAD: f32 = 44.0;
/// Height of a line of the description.
const SAID: f32 = 20.0;

/// Maximum width of a picker with columns.
const WIDEST: f32 = 960.0;

/// Draws the open picker.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace) {
    let Some(view) = sheet::sheet(pass.app) else {
        return;
    };
    let pen = Pen::new(ui.painter(), pass.look);
    let usual = pass.look.tokens.size.palette;
    let wide = rows::wanted(&pen, &view).ceil().clamp(usual, WIDEST.max(usual));
    let across = super::place(ui, pass, wide, 0.0).width() - 34.0;
    let told = view.said.iter().enumerate();
    let rows: f32 = told
        .map(|(at, text)| rows(&pen, text, across - before(&view, at)))
        .sum();
    let said = rows * SAID + if view.said.is_empty() { 0.0 } else { 8.0 };
    let foot = foot(pass, &pen, across + 34.0);
    let lines = Rows::of(&pen, pass, &view, across + 34.0);
    let high = lines.height(view.count);
    let around = HEAD + said + 6.0 + foot;
    let rect = super::place(ui, pass, wide, around + high);
    // If the lines do not all fit, shrink the box so that no partial row leaves a gap.
    let spare = (rect.height() - around - super::MORE).max(0.0) % lines.of_any();
    let rect = if high > rect.height() - around + 0.5 {
        rect.with_max_y(rect.bottom() - spare)
    } else {
        rect
    };
    super::over(ui, pass, &view.title.clone(), rect, |ui, pass| {
        body(ui, pass, place, &view, rect, said);
    });
}

/// Offset of a warning's text after its icon.
const WARNED: f32 = 20.0;

/// Returns the space before a line of the description, for the warning icon.
fn before(view: &SheetView, at: usize) -> f32 {
    if view.warned == Some(at) { WARNED } else { 0.0 }
}

/// Returns the number of rows that a text takes.
fn rows(pen: &Pen<'_>, text: &str, across: f32) -> f32 {
    let laid = pen.wrapped(text, Face::small(), Color32::PLACEHOLDER, across, usize::MAX);
    laid.rows.len() as f32
}

/// Height of each row of key hints after the first.
const KEYS: f32 = 26.0;

/// Returns the height of the footer: wrapped key hints, or a taller row of buttons.
fn foot(pass: &Pass<'_>, pen: &Pen<'_>, wide: f32) -> f32 {
    let many = pass
        .app
        .cx
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
    if many {
        48.0
    } else {
        let lines = key_lines(pass, pen, wide).len().max(1);
        pass.look.tokens.size.palette_foot + (lines - 1) as f32 * KEYS
    }
}

/// Returns all key hints with their widths, wrapped into rows.
fn key_lines(pass: &Pass<'_>, pen: &Pen<'_>, wide: f32) -> Vec<Vec<(Hint, f32)>> {
    let mut lines: Vec<Vec<(Hint, f32)>> = Vec::new();
    let mut room = 0.0;
    for hint in footer_keys::hints(pass.app) {
        let own = keycap::width(pen, &hint.keys) + 6.0 + pen.width(&hint.label, Face::small());
        match lines.last_mut() {
            Some(line) if own <= room => line.push((hint, own)),
            _ => {
                lines.push(vec![(hint, own)]);
                room = wide - 27.0;
            }
        }
        room -= own + 16.0;
    }
    lines
}

fn body(ui: &mut Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, view: &SheetView, rect: Rect, said: f32) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let foot_height = foot(pass, &pen, rect.width());
    let high = Rows::of(&pen, pass, view, rect.width());
    let head = rect.with_max_y(rect.top() + HEAD);
    pen.text(
        head.shrink2(vec2(17.0, 0.0)),
        Align::Min,
        &view.title,
        Face::heading(),
        ink.text,
    );
    let mut top = head.bottom();
    for (at, text) in view.said.iter().enumerate() {
        let across = rect.x_range().shrink(17.0);
        let rows = rows(&pen, text, across.span() - before(view, at));
        let mut line = Rect::from_x_y_ranges(across, top..=top + rows * SAID);
        top = line.bottom();
        if view.warned == Some(at) {
            let sign = pos2(line.left() + 7.0, line.top() + SAID / 2.0);
            pen.icon_of(sign, Icon::Info, 14.0, pass.look.bands.watch);
            line = line.with_min_x(line.left() + WARNED);
        }
        if rows > 1.0 {
            pen.block(
                line.left_top(),
                line.width(),
                text,
                Face::small(),
                ink.text_secondary,
            );
        } else {
            pen.text(line, Align::Min, text, Face::small(), ink.text_secondary);
        }
        let response = ui.interact(line, ui.scope_id().with(("said", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_str()));
    }
    if let Some(done) = view.progress {
        let corner = pos2(rect.left() + 17.0, head.bottom() + said - 5.0);
        let track = Rect::from_min_size(corner, vec2(rect.width() - 34.0, 3.0));
        pen.fill(track, 2, ink.share_track);
        let filled = vec2(track.width() * done.clamp(0.0, 1.0), 3.0);
        pen.fill(Rect::from_min_size(track.min, filled), 2, ink.accent);
    }
    let list = rect
        .with_min_y(head.bottom() + said)
        .with_max_y(rect.bottom() - foot_height - 6.0);
    // If the lines do not all fit, the marker for more lines gets its own row.
    let long = high.height(view.count) > list.height() + 0.5;
    let lines = list.with_max_y(list.bottom() - if long { super::MORE } else { 0.0 });
    let fitting = high.fitting(lines.height());
    let selected = view.focused().map_or(0, |(at, _)| at);
    let last = view.count.saturating_sub(fitting);
    let first = selected.saturating_sub(fitting / 2).min(last);
    if long {
        turn(ui, pass, place, (list, high.of_any()), (first, last), fitting / 2);
    }
    if first < last {
        super::more(ui, pass, list.with_min_y(lines.bottom()));
    }
    let role = pass
        .app
        .cx
        .sheet()
        .map_or(Part::List, |sheet| rows::role(sheet.kind));
    let inside = super::lines(ui, list.shrink2(vec2(8.0, 0.0)), role, &view.title, view.count);
    let mut top = list.top();
    for (at, line) in view.from(first).take(fitting) {
        let bottom = top + high.of_line(line);
        let stands = Rect::from_min_max(pos2(rect.left() + 8.0, top), pos2(rect.right() - 8.0, bottom));
        rows::one(&inside, pass, place, at, line, (stands, &high));
        top = bottom;
    }
    let foot = rect.with_min_y(rect.bottom() - foot_height);
    if pass
        .app
        .cx
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::Bulk)
    {
        buttons(ui, pass, foot);
    } else {
        hints(ui, pass, foot);
    }
}

/// Scrolls the lines with the wheel. The visible lines surround the selected one, so the selection moves along.
fn turn(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut LayerPlace,
    (list, each): (Rect, f32),
    (first, last): (usize, usize),
    half: usize,
) {
    if !ui.rect_contains_pointer(list) {
        return;
    }
    place.turned -= ui.input(|input| input.smooth_scroll_delta().y);
    let by = (place.turned / each).trunc();
    if by == 0.0 {
        return;
    }
    place.turned -= by * each;
    let to = first.saturating_add_signed(by as isize).min(last);
    if to != first {
        pass.act(Action::Choose(to + half));
    }
}

/// Draws the buttons of a bulk change, as in other questions.
fn buttons(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.top() + 0.5, pass.look.ink.border);
    let Some(bulk) = pass.app.bulk_change.bulk() else {
        return;
    };
    let counts = bulk.counts();
    let (apply, kind) = match bulk.verb {
        BulkVerb::Delete => ("bulk-apply-deletion", Kind::Danger),
        _ => ("bulk-apply", Kind::Primary),
    };
    let apply = pass.words.with(apply, &[("n", (counts.planned as u64).into())]);
    let word = |key: &str| pass.word(key).into_owned();
    let mut offered: Vec<(ActionId, String, Kind)> = Vec::new();
    if bulk.stage() == BulkStage::Plan {
        offered.push((ActionId::Back, word("button-cancel"), Kind::Default));
        if counts.planned > 0 {
            offered.push((ActionId::Open, apply, kind));
        }
    } else {
        for (id, any) in [
            (ActionId::StopBulk, counts.waiting > 0),
            (ActionId::RetryBulk, counts.failed > 0),
        ] {
            if any {
                offered.push((id, pass.label(id), Kind::Default));
            }
        }
        offered.push((ActionId::Back, word("button-close"), Kind::Primary));
    }
    let caps: Vec<String> = offered.iter().map(|(id, ..)| pass.cap(*id)).collect();
    let buttons: Vec<Button<'_>> = offered
        .iter()
        .zip(&caps)
        .map(|((_, label, kind), cap)| Button::new(label).key(cap).kind(*kind))
        .collect();
    let widths: Vec<f32> = buttons.iter().map(|button| button.width(&pen)).collect();
    let places = trailing_items::ending_at(pos2(rect.right() - 14.0, rect.center().y), 8.0, &widths);
    for (((id, ..), button), place) in offered.iter().zip(buttons).zip(places) {
        let name = ui.scope_id().with(("act", *id));
        if button.show(ui, pass.look, name, place).clicked() {
            pass.run(*id);
        }
    }
}

/// Draws the key hints; each can also be clicked.
fn hints(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.top() + 0.5, pass.look.ink.border);
    let lines = key_lines(pass, &pen, rect.width());
    let above = (rect.height() - lines.len() as f32 * KEYS) / 2.0;
    let ink = pass.look.ink.text_secondary;
    for (at, line) in lines.into_iter().enumerate() {
        let corner = pos2(rect.left(), rect.top() + above + at as f32 * KEYS);
        let row = Rect::from_min_size(corner, vec2(rect.width(), KEYS));
        let mut x = row.left() + 17.0;
        for (
            Hint {
                action, keys, label, ..
            },
            wide,
        ) in line
        {
            let place = row.with_min_x(x).with_max_x(x + wide);
            let end = keycap::at_left(&pen, x, row.center().y, &keys) + 6.0;
            pen.text(row.with_min_x(end), Align::Min, &label, Face::small(), ink);
            let response = ui.interact(place, ui.scope_id().with(("hint", action)), Sense::CLICK);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.clicked() {
                pass.run(action);
            }
            x = place.right() + 16.0;
        }
    }
}

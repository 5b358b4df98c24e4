//! A sheet: saved views, columns, a change of many deals, the ways to copy. One form for all, from `view::sheet`.

use egui::accesskit::Role as Part;
use egui::{Align, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, BulkStage, BulkVerb, SheetKind};
use encours_core::view::frame::{self, Hint};
use encours_core::view::sheet::{self, Mark, SheetLine, SheetView};

use super::LayerPlace;
use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::check::{self, Ticked};
use crate::widgets::{Button, Kind, Pen, aside, keycap};

/// The height of the title.
const HEAD: f32 = 44.0;
/// The height of one line of what is said of the whole.
const SAID: f32 = 20.0;

/// Draws the sheet that is open.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace) {
    let Some(view) = sheet::sheet(pass.app) else {
        return;
    };
    let size = &pass.look.tokens.size;
    let across = super::place(ui, pass, size.palette, 0.0).width() - 34.0;
    let pen = Pen::new(ui.painter(), pass.look);
    let rows: f32 = view.said.iter().map(|text| rows(&pen, text, across)).sum();
    let said = rows * SAID + if view.said.is_empty() { 0.0 } else { 8.0 };
    let foot = foot(pass, &pen, across + 34.0);
    let height = HEAD + said + view.count as f32 * size.palette_row + 6.0 + foot;
    let rect = super::place(ui, pass, size.palette, height);
    super::over(ui, pass, &view.title.clone(), rect, |ui, pass| {
        body(ui, pass, place, &view, rect, said);
    });
}

/// How many rows a sentence takes.
fn rows(pen: &Pen<'_>, text: &str, across: f32) -> f32 {
    let laid = pen.wrapped(text, Face::small(), Color32::PLACEHOLDER, across, usize::MAX);
    laid.rows.len() as f32
}

/// The height of each line of keys after the first.
const KEYS: f32 = 26.0;

/// How high the foot is: keys are as many lines as they need, buttons one that is higher.
fn foot(pass: &Pass<'_>, pen: &Pen<'_>, wide: f32) -> f32 {
    let many = pass
        .app
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
    if many {
        48.0
    } else {
        let lines = key_lines(pass, pen, wide).len().max(1);
        pass.look.tokens.size.palette_foot + (lines - 1) as f32 * KEYS
    }
}

/// The keys that act on the lines, in lines of their own: none is cut, and none left out. Each with its width.
fn key_lines(pass: &Pass<'_>, pen: &Pen<'_>, wide: f32) -> Vec<Vec<(Hint, f32)>> {
    let mut lines: Vec<Vec<(Hint, f32)>> = Vec::new();
    let mut room = 0.0;
    for hint in frame::hints(pass.app) {
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
    let (size, ink) = (&pass.look.tokens.size, &pass.look.ink);
    let pen = Pen::new(ui.painter(), pass.look);
    let (row, foot_height) = (size.palette_row, foot(pass, &pen, rect.width()));
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
        let rows = rows(&pen, text, across.span());
        let line = Rect::from_x_y_ranges(across, top..=top + rows * SAID);
        top = line.bottom();
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
    let fitting = ((list.height() / row).floor() as usize).max(1);
    let selected = view.focused().map_or(0, |(at, _)| at);
    let first = selected
        .saturating_sub(fitting / 2)
        .min(view.count.saturating_sub(fitting));
    let role = pass.app.sheet().map_or(Part::List, |sheet| role(sheet.kind));
    let inside = super::lines(ui, list.shrink2(vec2(8.0, 0.0)), role, &view.title, view.count);
    for (slot, (at, line)) in view.from(first).take(fitting).enumerate() {
        let top = list.top() + slot as f32 * row;
        let stands = Rect::from_min_max(pos2(rect.left() + 8.0, top), pos2(rect.right() - 8.0, top + row));
        one(&inside, pass, place, at, line, stands);
    }
    let foot = rect.with_min_y(rect.bottom() - foot_height);
    if pass
        .app
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::Bulk)
    {
        buttons(ui, pass, foot);
    } else {
        hints(ui, pass, foot);
    }
}

/// What can be done with a change of many deals as a whole: buttons as in every other question.
fn buttons(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.top() + 0.5, pass.look.ink.border);
    let Some(bulk) = pass.app.bulk() else { return };
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
    let places = aside::ending_at(pos2(rect.right() - 14.0, rect.center().y), 8.0, &widths);
    for (((id, ..), button), place) in offered.iter().zip(buttons).zip(places) {
        let name = ui.scope_id().with(("act", *id));
        if button.show(ui, pass.look, name, place).clicked() {
            pass.run(*id);
        }
    }
}

/// What the lines are together: a list to be read, a tree, or things to choose from.
fn role(kind: SheetKind) -> Part {
    match kind {
        SheetKind::Bulk | SheetKind::Since | SheetKind::Request => Part::List,
        SheetKind::Record => Part::Tree,
        _ => Part::Menu,
    }
}

fn one(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, at: usize, line: &SheetLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = ui.scope_id().with(("line", at));
    let response = super::line(ui, place, id, rect, (at, line.selected));
    let parts = [line.label.as_str(), line.note.as_str()];
    let name = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>();
    let name = name.join(" – ");
    let pen = Pen::new(ui.painter(), look);
    // What is done is done to all of them: no line stands out before it is.
    let whole = pass
        .app
        .sheet()
        .filter(|sheet| sheet.kind == SheetKind::Bulk)
        .and(pass.app.bulk())
        .is_some_and(|bulk| bulk.stage() == BulkStage::Plan);
    // Of columns each is in or out, of views and users one is in force: that is what is checked. Which line the keys are on
    // is told by the focus alone.
    let kind = pass.app.sheet().map(|sheet| sheet.kind);
    let on = line.mark == Mark::On;
    response.widget_info(|| match kind {
        Some(SheetKind::Columns) => WidgetInfo::selected(Role::MenuItemCheckBox, line.enabled, on, &name),
        Some(SheetKind::Views | SheetKind::Users) => {
            WidgetInfo::selected(Role::MenuItemRadio, line.enabled, on, &name)
        }
        Some(kind) => {
            let role = match role(kind) {
                Part::List => Role::ListItem,
                Part::Tree => Role::TreeItem,
                _ => Role::MenuItem,
            };
            WidgetInfo::labeled(role, line.enabled, &name)
        }
        None => WidgetInfo::labeled(Role::ListItem, line.enabled, &name),
    });
    pen.ground(rect, line.selected && !whole, true, response.hovered());
    let text = if line.enabled { ink.text } else { ink.text_disabled };
    if kind == Some(SheetKind::Columns) {
        let ticked = if line.mark == Mark::On {
            Ticked::All
        } else {
            Ticked::No
        };
        let center = pos2(rect.left() + 17.0, rect.center().y);
        check::paint(&pen, center, ticked, response.hovered());
    } else {
        pen.text(
            rect.with_min_x(rect.left() + 9.0),
            Align::Min,
            line.mark.glyph(),
            Face::body(),
            ink.text_secondary,
        );
    }
    let inner = rect
        .with_min_x(rect.left() + 34.0)
        .with_max_x(rect.right() - 10.0);
    let half = if line.note.is_empty() {
        inner
    } else {
        inner.with_max_x(inner.center().x - 6.0)
    };
    pen.text(half, Align::Min, &line.label, Face::strong(), text);
    pen.text(
        inner.with_min_x(inner.center().x + 6.0),
        Align::Max,
        &line.note,
        Face::small(),
        ink.text_secondary,
    );
    if response.clicked() {
        let again = (line.selected || super::pressed_by_reader(&response)) && !whole;
        pass.act(Action::Choose(at));
        if again {
            pass.run(ActionId::Open);
        }
    }
}

/// The keys that act on the lines; each can be clicked too.
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

//! A sheet: saved views, columns, a change of many deals, the ways to copy. One form for all, from `view::sheet`.

use egui::{Align, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, BulkStage, SheetKind};
use encours_core::view::frame::{self, Hint};
use encours_core::view::sheet::{self, Mark, SheetLine, SheetView};

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::check::{self, Ticked};
use crate::widgets::{Button, Kind, Pen, keycap};

/// The height of the title.
const HEAD: f32 = 44.0;
/// The height of one line of what is said of the whole.
const SAID: f32 = 20.0;

/// Draws the sheet that is open.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>) {
    let Some(view) = sheet::sheet(pass.app) else {
        return;
    };
    let size = &pass.look.tokens.size;
    let across = super::place(ui, pass, size.palette, 0.0).width() - 34.0;
    let pen = Pen::new(ui.painter(), pass.look);
    let rows: f32 = view.said.iter().map(|text| rows(&pen, text, across)).sum();
    let said = rows * SAID + if view.said.is_empty() { 0.0 } else { 8.0 };
    let foot = foot(pass);
    let height = HEAD + said + view.lines.len() as f32 * size.palette_row + 6.0 + foot;
    let rect = super::place(ui, pass, size.palette, height);
    super::over(ui, pass, &view.title.clone(), rect, |ui, pass| {
        body(ui, pass, &view, rect, said);
    });
}

/// How many rows a sentence takes.
fn rows(pen: &Pen<'_>, text: &str, across: f32) -> f32 {
    let laid = pen.wrapped(text, Face::small(), Color32::PLACEHOLDER, across, usize::MAX);
    laid.rows.len() as f32
}

/// How high the foot is: keys are a line, buttons need more.
fn foot(pass: &Pass<'_>) -> f32 {
    let many = pass
        .app
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
    if many {
        48.0
    } else {
        pass.look.tokens.size.palette_foot
    }
}

fn body(ui: &Ui, pass: &mut Pass<'_>, view: &SheetView, rect: Rect, said: f32) {
    let (size, ink) = (&pass.look.tokens.size, &pass.look.ink);
    let (row, foot_height) = (size.palette_row, foot(pass));
    let pen = Pen::new(ui.painter(), pass.look);
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
    let selected = view.lines.iter().position(|line| line.selected).unwrap_or(0);
    let first = selected
        .saturating_sub(fitting / 2)
        .min(view.lines.len().saturating_sub(fitting));
    for (slot, (at, line)) in view
        .lines
        .iter()
        .enumerate()
        .skip(first)
        .take(fitting)
        .enumerate()
    {
        let top = list.top() + slot as f32 * row;
        let place = Rect::from_min_max(pos2(rect.left() + 8.0, top), pos2(rect.right() - 8.0, top + row));
        one(ui, pass, at, line, place);
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
    let apply = pass
        .words
        .with("bulk-apply", &[("n", (counts.planned as u64).into())]);
    let word = |key: &str| pass.word(key).into_owned();
    let mut offered: Vec<(ActionId, String, Kind)> = Vec::new();
    if bulk.stage == BulkStage::Plan {
        if counts.planned > 0 {
            offered.push((ActionId::Open, apply, Kind::Primary));
        }
        offered.push((ActionId::Back, word("button-cancel"), Kind::Default));
    } else {
        offered.push((ActionId::Back, word("button-close"), Kind::Primary));
        if counts.failed > 0 {
            offered.push((
                ActionId::RetryBulk,
                pass.label(ActionId::RetryBulk),
                Kind::Default,
            ));
        }
        if counts.waiting > 0 {
            offered.push((ActionId::StopBulk, pass.label(ActionId::StopBulk), Kind::Default));
        }
    }
    let mut right = rect.right() - 14.0;
    for (id, label, kind) in &offered {
        let cap = pass.cap(*id);
        let button = Button::new(label).key(&cap).kind(*kind);
        let wide = button.width(&pen);
        let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 14.0), vec2(wide, 28.0));
        if button
            .show(ui, pass.look, ui.scope_id().with(("act", *id)), place)
            .clicked()
        {
            pass.run(*id);
        }
        right = place.left() - 8.0;
    }
}

fn one(ui: &Ui, pass: &mut Pass<'_>, at: usize, line: &SheetLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let response = ui.interact(rect, ui.scope_id().with(("line", at)), Sense::CLICK);
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
        .is_some_and(|bulk| bulk.stage == BulkStage::Plan);
    // Of what is told deal by deal nothing is chosen; of columns each is in or out; of the rest one is chosen.
    let kind = pass.app.sheet().map(|sheet| sheet.kind);
    response.widget_info(|| match kind {
        Some(SheetKind::Bulk) => WidgetInfo::labeled(Role::ListItem, line.enabled, &name),
        Some(SheetKind::Columns) => {
            WidgetInfo::selected(Role::MenuItemCheckBox, line.enabled, line.mark == Mark::On, &name)
        }
        _ => WidgetInfo::selected(Role::MenuItemRadio, line.enabled, line.selected, &name),
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
        let again = line.selected && !whole;
        pass.act(Action::Choose(at));
        if again {
            pass.run(ActionId::Open);
        }
    }
}

/// The keys that act on the lines, as many as there is room for; each can be clicked too.
fn hints(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.top() + 0.5, pass.look.ink.border);
    let mut x = rect.left() + 17.0;
    for Hint { action, keys, label } in frame::hints(pass.app) {
        let wide = keycap::width(&pen, &keys) + 6.0 + pen.width(&label, Face::small());
        if x + wide > rect.right() - 10.0 {
            break;
        }
        let start = x;
        x = keycap::at_left(&pen, x, rect.center().y, &keys) + 6.0;
        let ink = pass.look.ink.text_secondary;
        x = pen
            .text(rect.with_min_x(x), Align::Min, &label, Face::small(), ink)
            .right();
        let place = rect.with_min_x(start).with_max_x(x);
        let response = ui.interact(place, ui.scope_id().with(("hint", action)), Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() {
            pass.run(action);
        }
        x += 16.0;
    }
}

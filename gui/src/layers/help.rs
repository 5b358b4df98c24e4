//! The sheet of keys: what applies on this screen, made from the bindings in force.

use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Key, KeyCode};
use encours_core::view::layers::{self, HelpGroup, HelpLine};

use crate::keys;
use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, keycap};

const ROW: f32 = 28.0;
const HEAD: f32 = 34.0;
/// From one line of the keyboard's scrolling to the next, in points.
const LINE: f32 = 28.0;

/// Draws the sheet.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, scroll: usize) {
    let groups = layers::help(pass.app);
    let columns = split(&groups);
    let tall = columns.iter().map(|column| height(column)).fold(0.0, f32::max);
    let rect = super::place(ui, pass, 820.0, 52.0 + tall + 24.0);
    let name = pass.label(ActionId::Help);
    super::over(ui, pass, &name, rect, |ui, pass| {
        let head = rect.with_max_y(rect.top() + 52.0);
        header(ui, pass, head, &name);
        let body = rect.with_min_y(head.bottom());
        let mut child = ui.new_child(UiBuilder::new().id_salt("keys").max_rect(body));
        let area = ScrollArea::vertical()
            .id_salt("keys")
            .auto_shrink(false)
            .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
            .vertical_scroll_offset((scroll as f32 * LINE).min((tall + 24.0 - body.height()).max(0.0)));
        let output = area.show(&mut child, |ui| {
            let wide = (body.width() - 72.0) / 2.0;
            for (at, column) in columns.iter().enumerate() {
                let x = ui.max_rect().left() + 24.0 + at as f32 * (wide + 24.0);
                let mut y = ui.max_rect().top() + 4.0;
                for group in column {
                    y = section(ui, pass, group, Rect::from_min_size(pos2(x, y), vec2(wide, 0.0)));
                }
            }
            ui.set_min_size(vec2(body.width(), tall + 24.0));
        });
        let offset = output.state.clamped_offset().y;
        if offset + body.height() + 1.0 < output.content_size.y {
            super::more(
                ui,
                pass,
                Rect::from_min_max(
                    pos2(body.left() + 1.0, body.bottom() - super::MORE),
                    body.max - vec2(1.0, 1.0),
                ),
            );
        }
        let lines = (offset / LINE).round() as usize;
        if lines != scroll {
            pass.act(Action::Scroll(lines.cast_signed() - scroll.cast_signed()));
        }
    });
}

fn header(ui: &Ui, pass: &Pass<'_>, rect: Rect, name: &str) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let row = rect.shrink2(vec2(24.0, 0.0));
    let text = pen.text(row, Align::Min, name, Face::title(), ink.text);
    let screen = pass.word(pass.app.helped_screen().label_key());
    pen.text(
        row.with_min_x(text.right() + 12.0),
        Align::Min,
        &screen,
        Face::small(),
        ink.text_tertiary,
    );
    let esc = keys::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let label = pen.text(
        row,
        Align::Max,
        &pass.word("hint-close"),
        Face::small(),
        ink.text_secondary,
    );
    keycap::at_right(&pen, label.left() - 6.0, rect.center().y, &esc);
}

fn height(groups: &[&HelpGroup]) -> f32 {
    groups
        .iter()
        .map(|group| HEAD + group.lines.len() as f32 * ROW + 8.0)
        .sum()
}

/// The groups in two columns of about the same height, in their order.
fn split(groups: &[HelpGroup]) -> [Vec<&HelpGroup>; 2] {
    let whole = height(&groups.iter().collect::<Vec<_>>());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for group in groups {
        if right.is_empty() && height(&left) + height(&[group]) / 2.0 <= whole / 2.0 {
            left.push(group);
        } else {
            right.push(group);
        }
    }
    [left, right]
}

fn section(ui: &Ui, pass: &Pass<'_>, group: &HelpGroup, column: Rect) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let head = Rect::from_min_size(column.min, vec2(column.width(), HEAD));
    pen.text(head, Align::Min, &group.title, Face::heading(), ink.text);
    let mut y = head.bottom();
    for line in &group.lines {
        one(
            ui,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), ROW)),
        );
        y += ROW;
    }
    y + 8.0
}

fn one(ui: &Ui, pass: &Pass<'_>, line: &HelpLine, rect: Rect) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.top() + 0.5, ink.border);
    let mut x = rect.right();
    for key in line.keys.split(' ').rev().filter(|key| !key.is_empty()) {
        x = keycap::at_right(&pen, x, rect.center().y, &key.replace("Ctrl+", "Ctrl ")) - 4.0;
    }
    let row = rect.with_max_x(x - 8.0);
    let color = if line.reason.is_some() {
        ink.text_tertiary
    } else {
        ink.text_secondary
    };
    let label = format!("{} {}", line.label, line.others);
    let text = pen.text(row, Align::Min, label.trim_end(), Face::body(), color);
    let reason = line.reason.as_deref().unwrap_or_default();
    pen.text(
        row.with_min_x(text.right() + 8.0),
        Align::Min,
        reason,
        Face::small(),
        ink.text_tertiary,
    );
    let response = ui.interact(
        rect,
        ui.scope_id().with(("key", line.label.as_str(), reason)),
        Sense::hover(),
    );
    let spoken = format!("{} – {} {reason}", label.trim_end(), line.keys);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim_end()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(lines: usize) -> HelpGroup {
        let line = HelpLine {
            keys: "x".into(),
            label: "X".into(),
            others: String::new(),
            reason: None,
        };
        HelpGroup {
            title: String::new(),
            lines: vec![line; lines],
        }
    }

    #[test]
    fn groups_keep_their_order_in_two_columns() {
        let groups = [group(8), group(4), group(5), group(3)];
        let [left, right] = split(&groups);
        assert_eq!((left.len(), right.len()), (2, 2));
    }
}

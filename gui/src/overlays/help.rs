//! The help overlay: the keys of this screen, from the current bindings.

mod rows;

use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, ScrollArea, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;
use rows::Section;

use crate::frame_ctx::Pass;
use crate::input::key_events;
use crate::theme::Face;
use crate::widgets::{Pen, keycap};

/// Width of the overlay, and the part of it around and between its two columns.
const WIDE: f32 = 820.0;
const AROUND: f32 = 72.0;
/// Scroll step of the keyboard, in points.
const LINE: f32 = 28.0;

/// Draws the overlay.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, scroll: usize) {
    let groups = encours_core::app::tools::help::view::help::help(pass.app);
    // The height of a line depends on its width, so compute the width first.
    let wide = (super::place(ui, pass, WIDE, 0.0).width() - AROUND) / 2.0;
    let pen = Pen::new(ui.painter(), pass.look);
    let sections: Vec<Section<'_>> = groups
        .iter()
        .map(|group| Section::of(&pen, group, wide))
        .collect();
    let columns = split(&sections);
    let tall = columns.iter().map(|column| height(column)).fold(0.0, f32::max);
    let rect = super::place(ui, pass, WIDE, 52.0 + tall + 24.0);
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
            for (at, column) in columns.iter().enumerate() {
                let x = ui.max_rect().left() + 24.0 + at as f32 * (wide + 24.0);
                let mut y = ui.max_rect().top() + 4.0;
                for section in column {
                    section.show(ui, pass, Rect::from_min_size(pos2(x, y), vec2(wide, 0.0)));
                    y += section.height();
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
    let screen = pass.word(pass.app.cx.helped_screen().label_key());
    pen.text(
        row.with_min_x(text.right() + 12.0),
        Align::Min,
        &screen,
        Face::small(),
        ink.text_tertiary,
    );
    let esc = key_events::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let label = pen.text(
        row,
        Align::Max,
        &pass.word("hint-close"),
        Face::small(),
        ink.text_secondary,
    );
    keycap::at_right(&pen, label.left() - 6.0, rect.center().y, &esc);
}

fn height(sections: &[&Section<'_>]) -> f32 {
    sections.iter().map(|section| section.height()).sum()
}

/// Splits the sections into two columns of similar height, in order.
fn split<'s, 'a>(sections: &'s [Section<'a>]) -> [Vec<&'s Section<'a>>; 2] {
    let whole = height(&sections.iter().collect::<Vec<_>>());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for section in sections {
        if right.is_empty() && height(&left) + section.height() / 2.0 <= whole / 2.0 {
            left.push(section);
        } else {
            right.push(section);
        }
    }
    [left, right]
}

#[cfg(test)]
mod tests {
    use encours_core::app::tools::help::view::help_lines::HelpGroup;
    use encours_core::app::tools::help::view::help_lines::HelpLine;
    use encours_core::theme::Theme;

    use super::*;
    use crate::theme::Look;

    fn group(lines: usize) -> HelpGroup {
        let line = HelpLine {
            keys: "x".into(),
            label: "X".into(),
            others: String::new(),
            reason: None,
            each: Vec::new(),
        };
        HelpGroup {
            title: String::new(),
            lines: vec![line; lines],
        }
    }

    #[test]
    fn groups_keep_their_order_in_two_columns() {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            let groups = [group(8), group(4), group(5), group(3)];
            let sections: Vec<Section<'_>> = groups
                .iter()
                .map(|group| Section::of(&pen, group, 374.0))
                .collect();
            let [left, right] = split(&sections);
            assert_eq!((left.len(), right.len()), (2, 2));
        });
        output.textures_delta.clear();
    }
}

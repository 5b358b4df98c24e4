//! The help overlay: the keys of this screen, from the current bindings.

mod rows;

use crate::prelude::*;
use rows::HelpSection;

/// Width of the overlay, and the part of it around and between its two columns.
const OVERLAY_WIDTH: f32 = 820.0;
const COLUMN_MARGIN: f32 = 72.0;
/// Scroll step of the keyboard, in points.
const SCROLL_STEP: f32 = 28.0;

/// Draws the overlay.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, scroll: usize) {
    let groups = encours_core::app::tools::help::view::help::help_groups(frame.app);
    // The height of a line depends on its width, so compute the width first.
    let width = (super::box_rect(ui, frame, OVERLAY_WIDTH, 0.0).width() - COLUMN_MARGIN) / 2.0;
    let painter = frame.painter(ui);
    let sections: Vec<HelpSection<'_>> =
        groups.iter().map(|group| HelpSection::layout(&painter, group, width)).collect();
    let columns = split_columns(&sections);
    let column_height = columns.iter().map(|column| sections_height(column)).fold(0.0, f32::max);
    let rect = super::box_rect(ui, frame, OVERLAY_WIDTH, 52.0 + column_height + 24.0);
    let name = frame.action_name(ActionId::Help);
    super::draw_box(ui, frame, &name, rect, |ui, frame| {
        let header_rect = rect.top_part(52.0);
        draw_header(ui, frame, header_rect, &name);
        let body = rect.with_min_y(header_rect.bottom());
        let mut child = ui.part(body, "keys");
        let area = scroll_area("keys", None).vertical_scroll_offset(
            (scroll as f32 * SCROLL_STEP).min((column_height + 24.0 - body.height()).max(0.0)),
        );
        let output = area.show(&mut child, |ui| {
            for (at, column) in columns.iter().enumerate() {
                let x = ui.max_rect().left() + 24.0 + at as f32 * (width + 24.0);
                let mut y = ui.max_rect().top() + 4.0;
                for section in column {
                    section.show(ui, frame, rect_at(x, y, width, 0.0));
                    y += section.height();
                }
            }
            ui.set_min_size(vec2(body.width(), column_height + 24.0));
        });
        let offset = output.state.clamped_offset().y;
        if offset + body.height() + 1.0 < output.content_size.y {
            super::draw_more(
                ui,
                frame,
                Rect::from_min_max(
                    pos2(body.left() + 1.0, body.bottom() - super::MORE_HEIGHT),
                    body.max - vec2(1.0, 1.0),
                ),
            );
        }
        let lines = (offset / SCROLL_STEP).round() as usize;
        if lines != scroll {
            frame.request(Action::Scroll(lines.cast_signed() - scroll.cast_signed()));
        }
    });
}

fn draw_header(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, name: &str) {
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let row = rect.narrowed(24.0);
    let text = painter.left(row, name, TextStyle::title(), colors.text);
    let screen = frame.message(frame.app.cx.help_screen().label_key());
    painter.left(row.with_min_x(text.right() + 12.0), &screen, TextStyle::small(), colors.text_tertiary);
    let esc = key_events::key_cap(frame.app, Key::plain(KeyCode::Esc));
    let label = painter.right(row, &frame.message("hint-close"), TextStyle::small(), colors.text_secondary);
    keycap::paint_left_of(&painter, label.left() - 6.0, rect.center().y, &esc);
}

fn sections_height(sections: &[&HelpSection<'_>]) -> f32 {
    sections.iter().map(|section| section.height()).sum()
}

/// Splits the sections into two columns of similar height, in order.
fn split_columns<'s, 'a>(sections: &'s [HelpSection<'a>]) -> [Vec<&'s HelpSection<'a>>; 2] {
    let full_height = sections_height(&sections.iter().collect::<Vec<_>>());
    let (mut left_sections, mut right_sections) = (Vec::new(), Vec::new());
    for section in sections {
        if right_sections.is_empty()
            && sections_height(&left_sections) + section.height() / 2.0 <= full_height / 2.0
        {
            left_sections.push(section);
        } else {
            right_sections.push(section);
        }
    }
    [left_sections, right_sections]
}

#[cfg(test)]
mod tests {
    use encours_core::app::tools::help::view::help_groups::HelpGroup;
    use encours_core::app::tools::help::view::help_groups::HelpLine;
    use encours_core::theme::WindowTheme;

    use super::*;
    use crate::theme::Theme;

    fn help_group(lines: usize) -> HelpGroup {
        let line = HelpLine {
            keys: "x".into(),
            label: "X".into(),
            other_keys: String::new(),
            reason: None,
            disabled_actions: Vec::new(),
        };
        HelpGroup { title: String::new(), lines: vec![line; lines] }
    }

    #[test]
    fn groups_keep_their_order_in_two_columns() {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            let groups = [help_group(8), help_group(4), help_group(5), help_group(3)];
            let sections: Vec<HelpSection<'_>> =
                groups.iter().map(|group| HelpSection::layout(&painter, group, 374.0)).collect();
            let [left_sections, right_sections] = split_columns(&sections);
            assert_eq!((left_sections.len(), right_sections.len()), (2, 2));
        });
        output.textures_delta.clear();
    }
}

//! The status menu: moves a deal, as a drag or a key does.

use crate::prelude::*;
use egui::accesskit::Live;
use encours_core::app::changes::deal::view::status_menu::MenuLine;
use encours_core::app::foundation::cx::overlay::Menu;

/// Draws the menu.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, menu: &Menu) {
    let size = &frame.theme.tokens.size;
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu_view(frame.app, menu);
    let height = 44.0 + lines.len() as f32 * size.palette_row + 6.0 + size.palette_footer;
    let rect = super::box_rect(ui, frame, 400.0, height);
    super::draw_box(ui, frame, &title.clone(), rect, |ui, frame| {
        let painter = frame.painter(ui);
        let header = rect.top_part(44.0);
        painter.left(header.narrowed(17.0), &title, TextStyle::heading(), frame.theme.colors.text);
        let body =
            rect.with_min_y(header.bottom()).with_max_y(rect.bottom() - size.palette_footer).narrowed(8.0);
        draw_lines(ui, frame, &title, &lines, body);
        draw_footer(ui, frame, menu, rect.with_min_y(rect.bottom() - size.palette_footer));
    });
}

/// Draws the lines from the top of an area.
pub(super) fn draw_lines(ui: &mut Ui, frame: &mut FrameCtx<'_>, title: &str, lines: &[MenuLine], rect: Rect) {
    let row = frame.theme.tokens.size.palette_row;
    let ui = super::lines_ui(ui, rect, Role::Menu, title, lines.len());
    // Without a selection, the first line has the focus. Screen readers start there, and Enter confirms nothing.
    let selected_line = lines.iter().position(|line| line.selected).unwrap_or(0);
    for (at, line) in lines.iter().enumerate() {
        let line_rect = rect_at(rect.left(), rect.top() + at as f32 * row, rect.width(), row);
        let id = ui.scope_id().with(("status", at));
        let response = super::line_response(&ui, frame, id, line_rect, (at, at == selected_line));
        // The checked line is the deal's current status; the selected line has the focus.
        response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, line.current, &line.label));
        let (painter, colors) = frame.painter_and_colors(&ui);
        painter.row_background(line_rect, line.selected, true, response.hovered());
        let color = if line.selected { colors.accent_text } else { colors.text_secondary };
        painter.status_ring(line_rect.near_left(17.0), &line.status, color);
        painter.left(line_rect.after(34.0), &line.label, TextStyle::strong(), colors.text);
        if line.current {
            painter.icon(line_rect.near_right(18.0), Icon::Check, colors.text_tertiary);
        }
        if response.clicked() {
            frame.request(Action::FocusOverlayLine(at));
            frame.request_command(ActionId::Open);
        }
    }
}

/// Draws the typed search text, or a hint. It is a live region, so that a search without matches is announced.
pub(super) fn draw_search_text(ui: &Ui, frame: &FrameCtx<'_>, menu: &Menu, rect: Rect, align: Align) {
    let text = encours_core::app::changes::deal::view::status_menu::typed_hint(frame.app, menu);
    let colors = &frame.theme.colors;
    let (style, color) = if menu.typed.is_empty() {
        (TextStyle::small(), colors.text_secondary)
    } else {
        (TextStyle::strong(), colors.text)
    };
    frame.painter(ui).text(rect, align, &text, style, color);
    let response = ui.hover_area(rect, "typed", Role::Label, text.as_str());
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

fn draw_footer(ui: &Ui, frame: &FrameCtx<'_>, menu: &Menu, rect: Rect) {
    let hints = [(&[KeyCode::Enter][..], "hint-confirm"), (&[KeyCode::Esc], "hint-close")];
    let remaining = super::draw_key_hints(&frame.painter(ui), frame, rect, &hints);
    draw_search_text(ui, frame, menu, remaining, Align::Max);
}

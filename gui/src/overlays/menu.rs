//! The status menu: moves a deal, as a drag or a key does.

use egui::accesskit::{Live, Role as Part};
use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::status_menu::MenuLine;
use encours_core::app::foundation::cx::overlay::Menu;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

use super::OverlayUiState;
use crate::frame_ctx::FrameCtx;
use crate::input::key_events;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Painter, keycap};

/// Draws the menu.
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, place: &mut OverlayUiState, menu: &Menu) {
    let size = &pass.theme.tokens.size;
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu_view(pass.app, menu);
    let height = 44.0 + lines.len() as f32 * size.palette_row + 6.0 + size.palette_foot;
    let rect = super::box_rect(ui, pass, 400.0, height);
    super::draw_box(ui, pass, &title.clone(), rect, |ui, pass| {
        let pen = Painter::new(ui.painter(), pass.theme);
        let head = rect.with_max_y(rect.top() + 44.0);
        pen.text(
            head.shrink2(vec2(17.0, 0.0)),
            Align::Min,
            &title,
            TextStyle::heading(),
            pass.theme.colors.text,
        );
        let body = rect
            .with_min_y(head.bottom())
            .with_max_y(rect.bottom() - size.palette_foot)
            .shrink2(vec2(8.0, 0.0));
        draw_lines(ui, pass, place, (&title, &lines), body);
        draw_footer(ui, pass, menu, rect.with_min_y(rect.bottom() - size.palette_foot));
    });
}

/// Draws the lines from the top of an area.
pub(super) fn draw_lines(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    (title, lines): (&str, &[MenuLine]),
    rect: Rect,
) {
    let row = pass.theme.tokens.size.palette_row;
    let ui = super::lines_ui(ui, rect, Part::Menu, title, lines.len());
    // Without a selection, the first line has the focus. Screen readers start there, and Enter confirms nothing.
    let meant = lines.iter().position(|line| line.selected).unwrap_or(0);
    for (at, line) in lines.iter().enumerate() {
        let corner = pos2(rect.left(), rect.top() + at as f32 * row);
        let line_rect = Rect::from_min_size(corner, vec2(rect.width(), row));
        draw_line(&ui, pass, place, (at, at == meant), line, line_rect);
    }
}

fn draw_line(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    (at, meant): (usize, bool),
    line: &MenuLine,
    rect: Rect,
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let id = ui.scope_id().with(("status", at));
    let response = super::line_response(ui, place, id, rect, (at, meant));
    // The checked line is the deal's current status; the selected line has the focus.
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, line.current, &line.label));
    let pen = Painter::new(ui.painter(), look);
    pen.row_background(rect, line.selected, true, response.hovered());
    let color = if line.selected {
        ink.accent_text
    } else {
        ink.text_secondary
    };
    pen.status_ring(pos2(rect.left() + 17.0, rect.center().y), &line.status, color);
    pen.text(
        rect.with_min_x(rect.left() + 34.0),
        Align::Min,
        &line.label,
        TextStyle::strong(),
        ink.text,
    );
    if line.current {
        pen.icon(
            pos2(rect.right() - 18.0, rect.center().y),
            Icon::Check,
            ink.text_tertiary,
        );
    }
    if response.clicked() {
        pass.request(Action::FocusOverlayLine(at));
        pass.request_command(ActionId::Open);
    }
}

/// Draws the typed search text, or a hint. It is a live region, so that a search without matches is announced.
pub(super) fn draw_search_text(ui: &Ui, pass: &FrameCtx<'_>, menu: &Menu, rect: Rect, align: Align) {
    let said = encours_core::app::changes::deal::view::status_menu::typed_hint(pass.app, menu);
    let ink = &pass.theme.colors;
    let (face, color) = if menu.typed.is_empty() {
        (TextStyle::small(), ink.text_secondary)
    } else {
        (TextStyle::strong(), ink.text)
    };
    Painter::new(ui.painter(), pass.theme).text(rect, align, &said, face, color);
    let response = ui.interact(rect, ui.scope_id().with("typed"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.as_str()));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

fn draw_footer(ui: &Ui, pass: &FrameCtx<'_>, menu: &Menu, rect: Rect) {
    let pen = &Painter::new(ui.painter(), pass.theme);
    let ink = &pass.theme.colors;
    pen.horizontal_line(rect.x_range(), rect.top() + 0.5, ink.border);
    let mut x = rect.left() + 17.0;
    for (code, label) in [(KeyCode::Enter, "hint-confirm"), (KeyCode::Esc, "hint-close")] {
        let key = key_events::key_cap(pass.app, Key::plain(code));
        x = keycap::paint_hint(pen, rect, x, [key], &pass.message(label));
    }
    let rest = rect.with_min_x(x).with_max_x(rect.right() - 17.0);
    draw_search_text(ui, pass, menu, rest, Align::Max);
}

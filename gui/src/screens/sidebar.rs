//! The side bar: entity, search, screens, views and user. In a narrow window, it is a rail of icons.

mod profile;
mod views;

use egui::scroll_area::ScrollSource;
use egui::{Align, Color32, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::tabs::{self, Tab};
use encours_core::text::{SafeText, number};

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Painter, TooltipExt, keycap, set_a11y_choice};
use views as side_views;

pub(super) use self::profile::draw_language_switch;

/// Width of a screen's button in the rail, and its normal height.
const RAIL_BUTTON: f32 = 36.0;

/// Draws the side bar.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rail: bool) {
    let full = ui.max_rect();
    let size = &pass.theme.tokens.size;
    draw_brand(ui, pass, full.with_max_y(full.top() + size.brand), rail);
    draw_search(ui, pass, full, rail);
    let (row, gap, top) = if rail {
        (RAIL_BUTTON, 4.0, 94.0)
    } else {
        (size.nav_row, 1.0, 96.0)
    };
    let tabs = tabs::tabs(pass.app);
    let room = full
        .with_min_y(full.top() + top)
        .with_max_y(full.bottom() - size.brand);
    let (row, pitch) = button_spacing(room.height(), tabs.len(), row, gap, size.target_min);
    let stand = |room: Rect, at: usize| {
        let y = room.top() + at as f32 * pitch;
        if rail {
            // Keep the full width, because the count is beside the icon.
            Rect::from_min_size(
                pos2(room.center().x - RAIL_BUTTON / 2.0, y),
                vec2(RAIL_BUTTON, row),
            )
        } else {
            Rect::from_min_size(pos2(room.left() + 8.0, y), vec2(room.width() - 17.0, row))
        }
    };
    let all = tabs.len() as f32 * pitch;
    if all > room.height() + 0.5 {
        draw_scrolled_buttons(ui, pass, room, all, |ui, pass, room| {
            let shown = tabs.iter().enumerate();
            shown
                .map(|(at, tab)| draw_nav_button(ui, pass, stand(room, at), tab, rail))
                .collect()
        });
    } else {
        for (at, tab) in tabs.iter().enumerate() {
            draw_nav_button(ui, pass, stand(room, at), tab, rail);
        }
    }
    if !rail {
        let views = Rect::from_min_max(
            pos2(full.left() + 8.0, full.top() + top + all + 14.0),
            pos2(full.right() - 9.0, full.bottom() - size.brand - 6.0),
        );
        side_views::show(ui, pass, views);
    }
    profile::show(ui, pass, full.with_min_y(full.bottom() - size.brand), rail);
}

/// Returns height and distance of the screen buttons. They shrink in a low window, down to a minimum target size.
fn button_spacing(room: f32, rows: usize, row: f32, gap: f32, least: f32) -> (f32, f32) {
    let pitch = (room / rows.max(1) as f32).min(row + gap).max(least + 1.0);
    (row.min(pitch - 1.0), pitch)
}

/// Draws the screen buttons in a scroll area if they do not fit. The current and the focused one are scrolled into
/// view.
fn draw_scrolled_buttons(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    room: Rect,
    height: f32,
    rows: impl FnOnce(&mut Ui, &mut FrameCtx<'_>, Rect) -> Vec<Response>,
) {
    let seen = ui.scope_id().with("screen-in-sight");
    let screen = pass.app.cx.screen();
    let moved = ui.data(|data| data.get_temp(seen)) != Some(screen.number());
    ui.data_mut(|data| data.insert_temp(seen, screen.number()));
    let mut child = ui.new_child(UiBuilder::new().max_rect(room).id_salt("screens"));
    ScrollArea::vertical()
        .id_salt("screens")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show(&mut child, |ui| {
            let top = ui.max_rect().min;
            let rows = rows(ui, pass, Rect::from_min_size(top, vec2(room.width(), height)));
            ui.set_min_size(vec2(room.width(), height));
            for (tab, response) in tabs::tabs(pass.app).iter().zip(rows) {
                if response.gained_focus() || (moved && tab.screen == screen) {
                    response.scroll_to_me(None);
                }
            }
        });
}

fn draw_brand(ui: &mut Ui, pass: &FrameCtx<'_>, rect: Rect, rail: bool) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let ink = &pass.theme.colors;
    let center = if rail {
        rect.center()
    } else {
        pos2(rect.left() + 25.0, rect.center().y)
    };
    let right = draw_logo(&pen, center);
    if !rail {
        let name = Rect::from_x_y_ranges(right + 9.0..=rect.right() - 12.0, rect.y_range());
        pen.text(
            name,
            Align::Min,
            &entity_name(pass),
            TextStyle::strong().with_weight(FontWeight::SemiBold),
            ink.text,
        );
    }
}

/// Draws the product logo. Returns its right edge.
pub(super) fn draw_logo(pen: &Painter<'_>, center: egui::Pos2) -> f32 {
    let mark = Rect::from_center_size(center, vec2(22.0, 22.0));
    pen.fill(mark, 6, pen.theme.colors.accent);
    for (y, width) in [(-4.0, 10.0), (0.0, 7.0), (4.0, 4.0)] {
        let bar = Rect::from_min_size(
            pos2(mark.left() + 6.0, mark.center().y + y - 1.0),
            vec2(width, 2.0),
        );
        pen.fill(bar, 1, pen.theme.colors.on_accent);
    }
    mark.right()
}

/// Returns the entity's name once it is known, else the product's.
fn entity_name(pass: &FrameCtx<'_>) -> String {
    let entity = pass.app.cx.snapshot().entity.value.as_deref();
    match entity.and_then(|entity| entity.name()) {
        Some(name) => SafeText::line_within(name, 40).to_string(),
        None => pass.message("app-name").into_owned(),
    }
}

fn draw_search(ui: &mut Ui, pass: &mut FrameCtx<'_>, full: Rect, rail: bool) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let rect = if rail {
        Rect::from_min_size(pos2(full.center().x - 16.0, full.top() + 54.0), vec2(32.0, 30.0))
    } else {
        Rect::from_min_size(
            pos2(full.left() + 12.0, full.top() + 54.0),
            vec2(full.width() - 25.0, 30.0),
        )
    };
    let name = pass.message("search-or-run").into_owned();
    let response = ui.interact(rect, ui.scope_id().with("search"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Painter::new(ui.painter(), look);
    pen.control(rect, &response);
    if rail {
        pen.icon(rect.center(), Icon::Search, ink.text_secondary);
    } else {
        pen.icon(
            pos2(rect.left() + 16.0, rect.center().y),
            Icon::Search,
            ink.text_secondary,
        );
        let cap = keycap::paint_left_of(
            &pen,
            rect.right() - 6.0,
            rect.center().y,
            &pass.key_cap(ActionId::Palette),
        );
        let place = Rect::from_x_y_ranges(rect.left() + 30.0..=cap - 6.0, rect.y_range());
        pen.text(place, Align::Min, &name, TextStyle::small(), ink.text_tertiary);
    }
    if response.clicked() {
        pass.request_command(ActionId::Palette);
    }
}

fn draw_nav_button(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, tab: &Tab, rail: bool) -> Response {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    // An open deal is a panel of the board: both buttons lead there, and the board's is highlighted.
    let here = match pass.app.cx.screen() {
        Screen::Deal => tab.screen == Screen::Pipeline,
        screen => tab.screen == screen,
    };
    let response = ui.interact(rect, ui.scope_id().with(("nav", tab.number)), Sense::click());
    let spoken = if tab.badge > 0 {
        format!("{} {}", tab.label, tab.badge)
    } else {
        tab.label.clone()
    };
    set_a11y_choice(&response, Role::Tab, true, here, &spoken);
    let pen = Painter::new(ui.painter(), look);
    let radius = look.tokens.radius.button;
    let fill = match (here, response.hovered()) {
        (true, _) => ink.accent_soft,
        (false, true) => ink.pressed,
        (false, false) => Color32::TRANSPARENT,
    };
    let edge = if here && look.has_borders() {
        look.hairline(ink.accent_line)
    } else {
        egui::Stroke::NONE
    };
    pen.bordered_box(rect, radius, fill, edge);
    if response.has_focus() {
        pen.focus_ring(rect.shrink(2.0), radius);
    }
    let color = if here { ink.accent_text } else { ink.text_secondary };
    let icon = screen_icon(tab.screen);
    let calls = tab.screen == Screen::Notifications;
    if rail {
        pen.icon(rect.center(), icon, color);
        if tab.badge > 0 {
            // The count is beside the icon; the tooltip has the full number.
            let count = if tab.badge > 99 {
                "99+".to_owned()
            } else {
                tab.badge.to_string()
            };
            keycap::paint_badge(&pen, rect.right() + 4.0, rect.top() - 3.0, &count, calls);
        }
    } else {
        pen.icon(pos2(rect.left() + 16.0, rect.center().y), icon, color);
        let key = Rect::from_x_y_ranges(rect.right() - 24.0..=rect.right() - 9.0, rect.y_range());
        let key_color = if here { ink.accent_text } else { ink.text_tertiary };
        pen.text(
            key,
            Align::Max,
            &tab.number.to_string(),
            TextStyle::small(),
            key_color,
        );
        let mut right = key.left();
        if tab.badge > 0 {
            right = keycap::paint_counter(
                &pen,
                rect.right() - 32.0,
                rect.center().y,
                &number::integer(pass.app.cx.lang(), tab.badge as u64),
                calls,
            );
        }
        let place = Rect::from_x_y_ranges(rect.left() + 33.0..=right - 6.0, rect.y_range());
        pen.text(place, Align::Min, &tab.label, TextStyle::strong(), color);
    }
    let response = if rail {
        response.tooltip(format!("{spoken}  {}", tab.number))
    } else {
        response
    };
    if response.clicked() {
        pass.request(Action::Show(tab.screen));
    }
    response
}

fn screen_icon(screen: Screen) -> Icon {
    match screen {
        Screen::Pipeline => Icon::Pipeline,
        Screen::Deal => Icon::Deal,
        Screen::Portfolio => Icon::Portfolio,
        Screen::Notifications => Icon::Inbox,
        Screen::Tasks => Icon::Tasks,
        Screen::Views => Icon::Views,
        Screen::Explorer => Icon::Explorer,
        Screen::Activity => Icon::Activity,
    }
}

#[cfg(test)]
mod tests {
    use super::button_spacing;

    #[test]
    fn rows_come_closer_where_a_window_is_low_and_can_still_be_hit() {
        assert_eq!(button_spacing(700.0, 8, 36.0, 4.0, 24.0), (36.0, 40.0));
        assert_eq!(button_spacing(240.0, 8, 36.0, 4.0, 24.0), (29.0, 30.0));
        let (row, pitch) = button_spacing(130.0, 8, 36.0, 4.0, 24.0);
        assert_eq!((row, pitch), (24.0, 25.0), "expected the minimum row height");
        assert_eq!(button_spacing(130.0, 0, 36.0, 4.0, 24.0), (36.0, 40.0));
    }
}

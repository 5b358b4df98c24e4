//! The side bar: entity, search, screens, views and user. In a narrow window, it is a rail of icons.

mod profile;
mod views;

use egui::scroll_area::ScrollSource;
use egui::{Align, Color32, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::tabs::{self, Tab};
use encours_core::text::{Clean, number};

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, Tip, keycap, tell_choice};
use views as side_views;

pub(super) use self::profile::language;

/// Width of a screen's button in the rail, and its normal height.
const RAIL: f32 = 36.0;

/// Draws the side bar.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, rail: bool) {
    let full = ui.max_rect();
    let size = &pass.look.tokens.size;
    brand(ui, pass, full.with_max_y(full.top() + size.brand), rail);
    search(ui, pass, full, rail);
    let (row, gap, top) = if rail {
        (RAIL, 4.0, 94.0)
    } else {
        (size.nav_row, 1.0, 96.0)
    };
    let tabs = tabs::tabs(pass.app);
    let room = full
        .with_min_y(full.top() + top)
        .with_max_y(full.bottom() - size.brand);
    let (row, pitch) = fitted(room.height(), tabs.len(), row, gap, size.target_min);
    let stand = |room: Rect, at: usize| {
        let y = room.top() + at as f32 * pitch;
        if rail {
            // Keep the full width, because the count is beside the icon.
            Rect::from_min_size(pos2(room.center().x - RAIL / 2.0, y), vec2(RAIL, row))
        } else {
            Rect::from_min_size(pos2(room.left() + 8.0, y), vec2(room.width() - 17.0, row))
        }
    };
    let all = tabs.len() as f32 * pitch;
    if all > room.height() + 0.5 {
        scrolled(ui, pass, room, all, |ui, pass, room| {
            let shown = tabs.iter().enumerate();
            shown
                .map(|(at, tab)| nav(ui, pass, stand(room, at), tab, rail))
                .collect()
        });
    } else {
        for (at, tab) in tabs.iter().enumerate() {
            nav(ui, pass, stand(room, at), tab, rail);
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
fn fitted(room: f32, rows: usize, row: f32, gap: f32, least: f32) -> (f32, f32) {
    let pitch = (room / rows.max(1) as f32).min(row + gap).max(least + 1.0);
    (row.min(pitch - 1.0), pitch)
}

/// Draws the screen buttons in a scroll area if they do not fit. The current and the focused one are scrolled into
/// view.
fn scrolled(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    room: Rect,
    height: f32,
    rows: impl FnOnce(&mut Ui, &mut Pass<'_>, Rect) -> Vec<Response>,
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

fn brand(ui: &mut Ui, pass: &Pass<'_>, rect: Rect, rail: bool) {
    let pen = Pen::new(ui.painter(), pass.look);
    let ink = &pass.look.ink;
    let center = if rail {
        rect.center()
    } else {
        pos2(rect.left() + 25.0, rect.center().y)
    };
    let right = mark(&pen, center);
    if !rail {
        let name = Rect::from_x_y_ranges(right + 9.0..=rect.right() - 12.0, rect.y_range());
        pen.text(
            name,
            Align::Min,
            &house(pass),
            Face::strong().weighing(Weight::SemiBold),
            ink.text,
        );
    }
}

/// Draws the product logo. Returns its right edge.
pub(super) fn mark(pen: &Pen<'_>, center: egui::Pos2) -> f32 {
    let mark = Rect::from_center_size(center, vec2(22.0, 22.0));
    pen.fill(mark, 6, pen.look.ink.accent);
    for (y, width) in [(-4.0, 10.0), (0.0, 7.0), (4.0, 4.0)] {
        let bar = Rect::from_min_size(
            pos2(mark.left() + 6.0, mark.center().y + y - 1.0),
            vec2(width, 2.0),
        );
        pen.fill(bar, 1, pen.look.ink.on_accent);
    }
    mark.right()
}

/// Returns the entity's name once it is known, else the product's.
fn house(pass: &Pass<'_>) -> String {
    let entity = pass.app.cx.snapshot().entity.value.as_deref();
    match entity.and_then(|entity| entity.name()) {
        Some(name) => Clean::line_of(name, 40).to_string(),
        None => pass.word("app-name").into_owned(),
    }
}

fn search(ui: &mut Ui, pass: &mut Pass<'_>, full: Rect, rail: bool) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let rect = if rail {
        Rect::from_min_size(pos2(full.center().x - 16.0, full.top() + 54.0), vec2(32.0, 30.0))
    } else {
        Rect::from_min_size(
            pos2(full.left() + 12.0, full.top() + 54.0),
            vec2(full.width() - 25.0, 30.0),
        )
    };
    let name = pass.word("search-or-run").into_owned();
    let response = ui.interact(rect, ui.scope_id().with("search"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), look);
    pen.control(rect, &response);
    if rail {
        pen.icon(rect.center(), Icon::Search, ink.text_secondary);
    } else {
        pen.icon(
            pos2(rect.left() + 16.0, rect.center().y),
            Icon::Search,
            ink.text_secondary,
        );
        let cap = keycap::at_right(
            &pen,
            rect.right() - 6.0,
            rect.center().y,
            &pass.cap(ActionId::Palette),
        );
        let place = Rect::from_x_y_ranges(rect.left() + 30.0..=cap - 6.0, rect.y_range());
        pen.text(place, Align::Min, &name, Face::small(), ink.text_tertiary);
    }
    if response.clicked() {
        pass.run(ActionId::Palette);
    }
}

fn nav(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, tab: &Tab, rail: bool) -> Response {
    let (look, ink) = (pass.look, &pass.look.ink);
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
    tell_choice(&response, Role::Tab, true, here, &spoken);
    let pen = Pen::new(ui.painter(), look);
    let radius = look.tokens.radius.button;
    let fill = match (here, response.hovered()) {
        (true, _) => ink.accent_soft,
        (false, true) => ink.pressed,
        (false, false) => Color32::TRANSPARENT,
    };
    let edge = if here && look.edges() {
        look.hairline(ink.accent_line)
    } else {
        egui::Stroke::NONE
    };
    pen.boxed(rect, radius, fill, edge);
    if response.has_focus() {
        pen.ring(rect.shrink(2.0), radius);
    }
    let color = if here { ink.accent_text } else { ink.text_secondary };
    let icon = icon_of(tab.screen);
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
            keycap::badge(&pen, rect.right() + 4.0, rect.top() - 3.0, &count, calls);
        }
    } else {
        pen.icon(pos2(rect.left() + 16.0, rect.center().y), icon, color);
        let key = Rect::from_x_y_ranges(rect.right() - 24.0..=rect.right() - 9.0, rect.y_range());
        let key_color = if here { ink.accent_text } else { ink.text_tertiary };
        pen.text(key, Align::Max, &tab.number.to_string(), Face::small(), key_color);
        let mut right = key.left();
        if tab.badge > 0 {
            right = keycap::pill(
                &pen,
                rect.right() - 32.0,
                rect.center().y,
                &number::integer(pass.app.cx.lang(), tab.badge as u64),
                calls,
            );
        }
        let place = Rect::from_x_y_ranges(rect.left() + 33.0..=right - 6.0, rect.y_range());
        pen.text(place, Align::Min, &tab.label, Face::strong(), color);
    }
    let response = if rail {
        response.tip(format!("{spoken}  {}", tab.number))
    } else {
        response
    };
    if response.clicked() {
        pass.act(Action::Show(tab.screen));
    }
    response
}

fn icon_of(screen: Screen) -> Icon {
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
    use super::fitted;

    #[test]
    fn rows_come_closer_where_a_window_is_low_and_can_still_be_hit() {
        assert_eq!(fitted(700.0, 8, 36.0, 4.0, 24.0), (36.0, 40.0));
        assert_eq!(fitted(240.0, 8, 36.0, 4.0, 24.0), (29.0, 30.0));
        let (row, pitch) = fitted(130.0, 8, 36.0, 4.0, 24.0);
        assert_eq!((row, pitch), (24.0, 25.0), "expected the minimum row height");
        assert_eq!(fitted(130.0, 0, 36.0, 4.0, 24.0), (36.0, 40.0));
    }
}

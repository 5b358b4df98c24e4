//! The side bar: entity, search, screens, views and user. In a narrow window, it is a rail of icons.

mod profile;
mod views;

use encours_core::app::shell::view::tabs::{self, Tab};

use crate::prelude::*;

pub(super) use self::profile::draw_language_switch;

/// Width of a screen's button in the rail, and its normal height.
const RAIL_BUTTON: f32 = 36.0;
/// Space above the search in a low window, which shows no brand.
const SEARCH_MARGIN: f32 = 4.0;

/// Draws the side bar.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rail: bool) {
    let mut full = ui.max_rect();
    let size = &frame.theme.tokens.size;
    let (row, gap, top) = if rail { (RAIL_BUTTON, 4.0, 94.0) } else { (size.nav_row, 1.0, 96.0) };
    let tabs = tabs::tabs(frame.app);
    if full.height() - top - size.brand < tabs.len() as f32 * (size.target_min + 1.0) {
        // Screens outrank the name at the top.
        full = full.with_min_y(full.top() - size.brand + SEARCH_MARGIN);
    } else {
        draw_brand(ui, frame, full.top_part(size.brand), rail);
    }
    draw_search(ui, frame, full, rail);
    let space = full.below(top).with_max_y(full.bottom() - size.brand);
    let (row, pitch) = button_spacing(space.height(), tabs.len(), row, gap, size.target_min);
    let button_rect = |space: Rect, at: usize| {
        let y = space.top() + at as f32 * pitch;
        if rail {
            // Keep the full width, because the count is beside the icon.
            rect_at(space.center().x - RAIL_BUTTON / 2.0, y, RAIL_BUTTON, row)
        } else {
            rect_at(space.left() + 8.0, y, space.width() - 17.0, row)
        }
    };
    let all = tabs.len() as f32 * pitch;
    if all > space.height() + 0.5 {
        draw_scrolled_buttons(ui, frame, space, all, |ui, frame, space| {
            let visible_tabs = tabs.iter().enumerate();
            visible_tabs
                .map(|(at, tab)| draw_nav_button(ui, frame, button_rect(space, at), tab, rail))
                .collect()
        });
    } else {
        for (at, tab) in tabs.iter().enumerate() {
            draw_nav_button(ui, frame, button_rect(space, at), tab, rail);
        }
    }
    if !rail {
        let views = Rect::from_min_max(
            pos2(full.left() + 8.0, full.top() + top + all + 14.0),
            pos2(full.right() - 9.0, full.bottom() - size.brand - 6.0),
        );
        views::show(ui, frame, views);
    }
    profile::show(ui, frame, full.with_min_y(full.bottom() - size.brand), rail);
}

/// Returns height and distance of the screen buttons. They shrink in a low window, down to a minimum target size.
fn button_spacing(available: f32, rows: usize, row: f32, gap: f32, min: f32) -> (f32, f32) {
    let pitch = (available / rows.max(1) as f32).min(row + gap).max(min + 1.0);
    (row.min(pitch - 1.0), pitch)
}

/// Draws the screen buttons in a scroll area if they do not fit. The current and the focused one are scrolled into
/// view.
fn draw_scrolled_buttons(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    space: Rect,
    height: f32,
    rows: impl FnOnce(&mut Ui, &mut FrameCtx<'_>, Rect) -> Vec<Response>,
) {
    let memory_id = ui.scope_id().with("screen-in-sight");
    let screen = frame.app.cx.screen();
    let has_moved = ui.data(|data| data.get_temp(memory_id)) != Some(screen.number());
    ui.data_mut(|data| data.insert_temp(memory_id, screen.number()));
    let mut child = ui.part(space, "screens");
    scroll_area("screens", None).show(&mut child, |ui| {
        let top = ui.max_rect().min;
        let rows = rows(ui, frame, Rect::from_min_size(top, vec2(space.width(), height)));
        ui.set_min_size(vec2(space.width(), height));
        for (tab, response) in tabs::tabs(frame.app).iter().zip(rows) {
            if response.gained_focus() || (has_moved && tab.screen == screen) {
                response.scroll_to_me(None);
            }
        }
    });
}

fn draw_brand(ui: &mut Ui, frame: &FrameCtx<'_>, rect: Rect, rail: bool) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let center = if rail { rect.center() } else { rect.near_left(25.0) };
    let right = draw_logo(&painter, center);
    if !rail {
        let name = Rect::from_x_y_ranges(right + 9.0..=rect.right() - 12.0, rect.y_range());
        // Show the entity's name once it is known, else the product's.
        let entity = frame.app.cx.snapshot().entity.value.as_deref().and_then(|entity| entity.name());
        let entity = entity.map(|name| SafeText::line_within(name, 40).to_string());
        let text = entity.unwrap_or_else(|| frame.message("app-name").into_owned());
        let style = TextStyle::strong().with_weight(FontWeight::SemiBold);
        painter.left(name, &text, style, colors.text);
    }
}

/// Draws the product logo. Returns its right edge.
pub(super) fn draw_logo(painter: &Painter<'_>, center: Pos2) -> f32 {
    let mark = Rect::from_center_size(center, vec2(22.0, 22.0));
    painter.fill(mark, 6, painter.theme.colors.accent);
    for (y, width) in [(-4.0, 10.0), (0.0, 7.0), (4.0, 4.0)] {
        let bar = rect_at(mark.left() + 6.0, mark.center().y + y - 1.0, width, 2.0);
        painter.fill(bar, 1, painter.theme.colors.on_accent);
    }
    mark.right()
}

fn draw_search(ui: &mut Ui, frame: &mut FrameCtx<'_>, full: Rect, rail: bool) {
    let rect = if rail {
        rect_at(full.center().x - 16.0, full.top() + 54.0, 32.0, 30.0)
    } else {
        rect_at(full.left() + 12.0, full.top() + 54.0, full.width() - 25.0, 30.0)
    };
    let name = frame.message("search-or-run").into_owned();
    let response = ui.click_area(rect, "search", Role::Button, &name);
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.control(rect, &response);
    if rail {
        painter.icon(rect.center(), Icon::Search, colors.text_secondary);
    } else {
        painter.icon(rect.near_left(16.0), Icon::Search, colors.text_secondary);
        let key_cap = keycap::paint_inside(&painter, rect, &frame.key_cap(ActionId::Palette));
        let text_rect = Rect::from_x_y_ranges(rect.left() + 30.0..=key_cap - 6.0, rect.y_range());
        painter.left(text_rect, &name, TextStyle::small(), colors.text_tertiary);
    }
    if response.clicked() {
        frame.request_command(ActionId::Palette);
    }
}

fn draw_nav_button(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, tab: &Tab, rail: bool) -> Response {
    // An open deal is a panel of the board: both buttons lead there, and the board's is highlighted.
    let here = match frame.app.cx.screen() {
        Screen::Deal => tab.screen == Screen::Pipeline,
        screen => tab.screen == screen,
    };
    let response = ui.interact(rect, ui.scope_id().with(("nav", tab.number)), Sense::click());
    let a11y_text = if tab.badge > 0 { format!("{} {}", tab.label, tab.badge) } else { tab.label.clone() };
    set_a11y_choice(&response, Role::Tab, true, here, &a11y_text);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let radius = theme.tokens.radius.button;
    let fill = response.state_color(here, [colors.accent_soft, colors.pressed, Color32::TRANSPARENT]);
    let edge = if here && theme.has_borders() { theme.hairline(colors.accent_line) } else { Stroke::NONE };
    painter.bordered_box(rect, radius, fill, edge);
    painter.ring(rect.shrink(2.0), radius, &response);
    let color = if here { colors.accent_text } else { colors.text_secondary };
    let icon = screen_icon(tab.screen);
    let calls = tab.screen == Screen::Notifications;
    if rail {
        painter.icon(rect.center(), icon, color);
        if tab.badge > 0 {
            // The count is beside the icon; the tooltip has the full number.
            let count = if tab.badge > 99 { "99+".to_owned() } else { tab.badge.to_string() };
            keycap::paint_badge(&painter, rect.right() + 4.0, rect.top() - 3.0, &count, calls);
        }
    } else {
        painter.icon(rect.near_left(16.0), icon, color);
        let key = Rect::from_x_y_ranges(rect.right() - 24.0..=rect.right() - 9.0, rect.y_range());
        let key_color = if here { colors.accent_text } else { colors.text_tertiary };
        painter.right(key, &tab.screen.digit().to_string(), TextStyle::small(), key_color);
        let mut right = key.left();
        if tab.badge > 0 {
            right = keycap::paint_counter(
                &painter,
                rect.right() - 32.0,
                rect.center().y,
                &number::integer(frame.app.cx.lang(), tab.badge as u64),
                calls,
            );
        }
        let label_rect = Rect::from_x_y_ranges(rect.left() + 33.0..=right - 6.0, rect.y_range());
        painter.left(label_rect, &tab.label, TextStyle::strong(), color);
    }
    let response = if rail { response.tooltip(format!("{a11y_text}  {}", tab.number)) } else { response };
    if response.clicked() {
        frame.request(Action::Show(tab.screen));
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
        Screen::Flow => Icon::Chart,
        Screen::Agenda => Icon::Clock,
    }
}

#[cfg(test)]
mod tests {
    use super::button_spacing;

    #[test]
    fn low_window_shrinks_sidebar_rows_to_a_minimum() {
        assert_eq!(button_spacing(700.0, 8, 36.0, 4.0, 24.0), (36.0, 40.0));
        assert_eq!(button_spacing(240.0, 8, 36.0, 4.0, 24.0), (29.0, 30.0));
        let (row, pitch) = button_spacing(130.0, 8, 36.0, 4.0, 24.0);
        assert_eq!((row, pitch), (24.0, 25.0), "expected the minimum row height");
        assert_eq!(button_spacing(130.0, 0, 36.0, 4.0, 24.0), (36.0, 40.0));
    }
}

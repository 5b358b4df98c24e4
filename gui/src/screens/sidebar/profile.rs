//! The bottom of the side bar: user name with the settings menu, and language switch.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::delegated_users::view;

use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Painter, TooltipExt, keycap};

/// Draws the bottom of the side bar.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, rail: bool) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    // Show the delegated user's name; without one, the profile.
    let acting = view::acting_view(frame.app);
    let user = match &acting {
        Some(acting) => acting.short.clone(),
        None if frame.user.is_empty() => frame.message("app-name").into_owned(),
        None => frame.user.to_owned(),
    };
    let center = if rail { rect.center() } else { pos2(rect.left() + 26.0, rect.center().y) };
    painter.inner.circle_filled(center, 12.0, colors.pressed);
    let initials = initials(&user);
    let icon_rect = Rect::from_center_size(center, vec2(24.0, 24.0));
    if initials.is_empty() {
        painter.sized_icon(center, Icon::User, 14.0, colors.text_secondary);
    } else {
        painter.text(icon_rect, Align::Center, &initials, TextStyle::label(), colors.text_secondary);
    }
    let available = if rail {
        icon_rect.expand(6.0)
    } else {
        rect.shrink2(vec2(8.0, 6.0)).with_max_x(rect.right() - 100.0)
    };
    let a11y_text = acting.map_or_else(|| user.clone(), |acting| acting.text);
    draw_settings_button(ui, frame, available, &a11y_text);
    if rail {
        return;
    }
    painter.horizontal_line(rect.left()..=rect.right() - 1.0, rect.top() + 0.5, colors.border);
    let mut right = rect.right() - 13.0;
    let lang = frame.app.cx.lang().code().to_uppercase();
    let width = painter.text_width(&lang, TextStyle::label()).ceil() + 12.0;
    let switch = Rect::from_min_size(pos2(right - width, rect.center().y - 12.0), vec2(width, 24.0));
    draw_language_switch(ui, frame, switch, &lang);
    right = switch.left() - 6.0;
    if frame.app.cx.options().demo {
        let tag = frame.message("badge-demo").into_owned();
        let item_width = painter.text_width(&tag, TextStyle::label()).ceil() + 12.0;
        keycap::paint_tag(&painter, right - item_width, rect.center().y, &tag, true);
        right -= item_width + 6.0;
    }
    let name = Rect::from_x_y_ranges(center.x + 20.0..=right, rect.y_range());
    painter.text(name, Align::Min, &user, TextStyle::strong(), colors.text);
}

/// Draws the user's button, which opens the settings menu.
fn draw_settings_button(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, user: &str) {
    let response = ui.interact(rect, ui.scope_id().with("settings"), Sense::click());
    let name = frame.message("settings-of-window").into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} – {user}")));
    let painter = Painter::new(ui.painter(), frame.theme);
    if response.has_focus() {
        painter.focus_ring(rect, frame.theme.tokens.radius.button);
    } else if response.hovered() {
        let edge = frame.theme.hairline(frame.theme.colors.border_strong);
        let radius = egui::CornerRadius::same(frame.theme.tokens.radius.button);
        painter.inner.rect_stroke(rect, radius, edge, egui::StrokeKind::Inside);
    }
    let response = response.tooltip(format!("{name} – {user}"));
    egui::Popup::menu(&response)
        .frame(context_menu::menu_frame(frame.theme))
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| context_menu::settings_menu(ui, frame));
}

/// Draws the language switch.
pub(in crate::screens) fn draw_language_switch(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    lang: &str,
) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let name = frame.action_name(ActionId::SwitchLanguage);
    let response = ui.interact(rect, ui.scope_id().with("language"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} – {lang}")));
    let painter = Painter::new(ui.painter(), theme);
    let fill = if response.hovered() { colors.pressed } else { colors.sunken };
    let style = Rect::from_center_size(rect.center(), vec2(rect.width(), theme.tokens.size.tag));
    let edge = if theme.has_borders() { theme.hairline(colors.border) } else { egui::Stroke::NONE };
    painter.bordered_box(style, theme.tokens.radius.chip, fill, edge);
    if response.has_focus() {
        painter.focus_ring(style, theme.tokens.radius.chip);
    }
    painter.text(style, Align::Center, lang, TextStyle::label(), colors.text_secondary);
    if response.tooltip(name).clicked() {
        frame.request_command(ActionId::SwitchLanguage);
    }
}

/// Returns the initials of a name.
fn initials(name: &str) -> String {
    // Skip parts that do not begin with a letter, such as numbers.
    let parts =
        name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.starts_with(char::is_alphabetic));
    parts.take(2).filter_map(|part| part.chars().next()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn two_letters_stand_for_a_name() {
        assert_eq!(initials("A. Martin"), "AM");
        assert_eq!(initials("émile"), "É");
        assert_eq!(initials("usr-4f"), "U");
        assert_eq!(initials("127.0.0.1"), "");
        assert_eq!(initials(""), "");
    }
}

//! The bottom of the side bar: user name with the settings menu, and language switch.

use crate::prelude::*;
use encours_core::app::records::delegated_users::view;

/// Draws the bottom of the side bar.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, rail: bool) {
    let (painter, colors) = frame.painter_and_colors(ui);
    // Show the delegated user's name; without one, the profile.
    let acting = view::current_user_view(frame.app);
    let user = match &acting {
        Some(acting) => acting.short.clone(),
        None if frame.user.is_empty() => frame.message("app-name").into_owned(),
        None => frame.user.to_owned(),
    };
    let center = if rail { rect.center() } else { rect.near_left(26.0) };
    painter.inner.circle_filled(center, 12.0, colors.pressed);
    let initials = initials(&user);
    let icon_rect = Rect::from_center_size(center, vec2(24.0, 24.0));
    if initials.is_empty() {
        painter.sized_icon(center, Icon::User, 14.0, colors.text_secondary);
    } else {
        painter.center(icon_rect, &initials, TextStyle::label(), colors.text_secondary);
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
    let switch = rect_at(right - width, rect.center().y - 12.0, width, 24.0);
    draw_language_switch(ui, frame, switch, &lang);
    right = switch.left() - 6.0;
    if frame.app.cx.options().demo {
        let tag = frame.message("badge-demo").into_owned();
        let item_width = painter.text_width(&tag, TextStyle::label()).ceil() + 12.0;
        keycap::paint_tag(&painter, right - item_width, rect.center().y, &tag, true);
        right -= item_width + 6.0;
    }
    let name = Rect::from_x_y_ranges(center.x + 20.0..=right, rect.y_range());
    painter.left(name, &user, TextStyle::strong(), colors.text);
}

/// Draws the user's button, which opens the settings menu.
fn draw_settings_button(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, user: &str) {
    let name = frame.message("settings-of-window").into_owned();
    let response = ui.click_area(rect, "settings", Role::Button, &format!("{name} – {user}"));
    let painter = frame.painter(ui);
    if response.has_focus() {
        painter.focus_ring(rect, frame.theme.tokens.radius.button);
    } else if response.hovered() {
        let edge = frame.theme.hairline(frame.theme.colors.border_strong);
        let radius = egui::CornerRadius::same(frame.theme.tokens.radius.button);
        painter.inner.rect_stroke(rect, radius, edge, StrokeKind::Inside);
    }
    let response = response.tooltip(format!("{name} – {user}"));
    context_menu::popup(&response, frame.theme)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| context_menu::settings_menu(ui, frame));
}

/// Draws the language switch.
pub(crate) fn draw_language_switch(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, lang: &str) {
    let name = frame.action_name(ActionId::SwitchLanguage);
    let response = ui.click_area(rect, "language", Role::Button, &format!("{name} – {lang}"));
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let fill = if response.hovered() { colors.pressed } else { colors.sunken };
    let style = Rect::from_center_size(rect.center(), vec2(rect.width(), theme.tokens.size.tag));
    let edge = if theme.has_borders() { theme.hairline(colors.border) } else { Stroke::NONE };
    painter.bordered_box(style, theme.tokens.radius.chip, fill, edge);
    painter.ring(style, theme.tokens.radius.chip, &response);
    painter.center(style, lang, TextStyle::label(), colors.text_secondary);
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
    fn initials_have_at_most_two_letters() {
        assert_eq!(initials("A. Martin"), "AM");
        assert_eq!(initials("émile"), "É");
        assert_eq!(initials("usr-4f"), "U");
        assert_eq!(initials("127.0.0.1"), "");
        assert_eq!(initials(""), "");
    }
}

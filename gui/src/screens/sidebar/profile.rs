//! The bottom of the side bar: user name with the settings menu, and language switch.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::act_for::view;

use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Painter, TooltipExt, keycap};

/// Draws the bottom of the side bar.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, rail: bool) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    // Show the delegated user's name; without one, the profile.
    let acting = view::acting_view(pass.app);
    let who = match &acting {
        Some(acting) => acting.short.clone(),
        None if pass.user.is_empty() => pass.message("app-name").into_owned(),
        None => pass.user.to_owned(),
    };
    let center = if rail {
        rect.center()
    } else {
        pos2(rect.left() + 26.0, rect.center().y)
    };
    pen.inner.circle_filled(center, 12.0, ink.pressed);
    let initials = initials(&who);
    let place = Rect::from_center_size(center, vec2(24.0, 24.0));
    if initials.is_empty() {
        pen.sized_icon(center, Icon::User, 14.0, ink.text_secondary);
    } else {
        pen.text(
            place,
            Align::Center,
            &initials,
            TextStyle::label(),
            ink.text_secondary,
        );
    }
    let room = if rail {
        place.expand(6.0)
    } else {
        rect.shrink2(vec2(8.0, 6.0)).with_max_x(rect.right() - 100.0)
    };
    let spoken = acting.map_or_else(|| who.clone(), |acting| acting.text);
    draw_settings_button(ui, pass, room, &spoken);
    if rail {
        return;
    }
    pen.horizontal_line(rect.left()..=rect.right() - 1.0, rect.top() + 0.5, ink.border);
    let mut right = rect.right() - 13.0;
    let lang = pass.app.cx.lang().code().to_uppercase();
    let width = pen.text_width(&lang, TextStyle::label()).ceil() + 12.0;
    let switch = Rect::from_min_size(pos2(right - width, rect.center().y - 12.0), vec2(width, 24.0));
    draw_language_switch(ui, pass, switch, &lang);
    right = switch.left() - 6.0;
    if pass.app.cx.options().demo {
        let tag = pass.message("badge-demo").into_owned();
        let wide = pen.text_width(&tag, TextStyle::label()).ceil() + 12.0;
        keycap::paint_tag(&pen, right - wide, rect.center().y, &tag, true);
        right -= wide + 6.0;
    }
    let name = Rect::from_x_y_ranges(center.x + 20.0..=right, rect.y_range());
    pen.text(name, Align::Min, &who, TextStyle::strong(), ink.text);
}

/// Draws the user's button, which opens the settings menu.
fn draw_settings_button(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, who: &str) {
    let response = ui.interact(rect, ui.scope_id().with("settings"), Sense::click());
    let name = pass.message("settings-of-window").into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} – {who}")));
    let pen = Painter::new(ui.painter(), pass.theme);
    if response.has_focus() {
        pen.focus_ring(rect, pass.theme.tokens.radius.button);
    } else if response.hovered() {
        let edge = pass.theme.hairline(pass.theme.colors.border_strong);
        let radius = egui::CornerRadius::same(pass.theme.tokens.radius.button);
        pen.inner
            .rect_stroke(rect, radius, edge, egui::StrokeKind::Inside);
    }
    let response = response.tooltip(format!("{name} – {who}"));
    egui::Popup::menu(&response)
        .frame(context_menu::menu_frame(pass.theme))
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| context_menu::settings_menu(ui, pass));
}

/// Draws the language switch.
pub(in crate::screens) fn draw_language_switch(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, lang: &str) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let name = pass.action_name(ActionId::SwitchLanguage);
    let response = ui.interact(rect, ui.scope_id().with("language"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} – {lang}")));
    let pen = Painter::new(ui.painter(), look);
    let fill = if response.hovered() {
        ink.pressed
    } else {
        ink.sunken
    };
    let face = Rect::from_center_size(rect.center(), vec2(rect.width(), look.tokens.size.tag));
    let edge = if look.has_borders() {
        look.hairline(ink.border)
    } else {
        egui::Stroke::NONE
    };
    pen.bordered_box(face, look.tokens.radius.chip, fill, edge);
    if response.has_focus() {
        pen.focus_ring(face, look.tokens.radius.chip);
    }
    pen.text(face, Align::Center, lang, TextStyle::label(), ink.text_secondary);
    if response.tooltip(name).clicked() {
        pass.request_command(ActionId::SwitchLanguage);
    }
}

/// Returns the initials of a name.
fn initials(name: &str) -> String {
    // Skip parts that do not begin with a letter, such as numbers.
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.starts_with(char::is_alphabetic));
    words
        .take(2)
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_uppercase)
        .collect()
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

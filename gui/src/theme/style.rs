//! egui's style, for the parts that egui draws itself: text fields, tooltips, scroll bars, popups.

use std::collections::BTreeMap;

use egui::style::{ScrollStyle, Selection, Style, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, Margin, Stroke, Visuals, vec2};

use super::{TextStyle, Theme};

pub(super) fn style(theme: &Theme) -> Style {
    let mut style = Style { visuals: visuals(theme), text_styles: text_styles(), ..Style::default() };
    style.spacing.item_spacing = vec2(0.0, 0.0);
    style.spacing.interact_size = vec2(theme.tokens.size.target_min, theme.tokens.size.target_min);
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.tooltip_width = 360.0;
    style.spacing.scroll = scroll_style();
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style.interaction.interact_radius = 0.0;
    style.animation_time = theme.duration_secs(theme.tokens.motion.hover);
    style.scroll_animation = egui::style::ScrollAnimation::none();
    style.explanation_tooltips = false;
    allow_rect_changes(&mut style);
    style
}

/// Disables a debug warning: rows of a long list keep their ids when they move.
#[cfg(debug_assertions)]
fn allow_rect_changes(style: &mut Style) {
    style.debug.warn_if_rect_changes_id = false;
}

#[cfg(not(debug_assertions))]
fn allow_rect_changes(_: &mut Style) {}

fn scroll_style() -> ScrollStyle {
    ScrollStyle {
        bar_width: 8.0,
        floating_width: 4.0,
        floating_allocated_width: 0.0,
        bar_inner_margin: 2.0,
        bar_outer_margin: 2.0,
        handle_min_length: 24.0,
        foreground_color: false,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        active_handle_opacity: 1.0,
        interact_handle_opacity: 1.0,
        content_margin: Margin::ZERO,
        // Disable elastic scrolling, so that computed positions are exact.
        kinetic: egui::style::KineticScrollStyle { rubber_band: false, ..Default::default() },
        fade: egui::style::ScrollFadeStyle { strength: 0.0, ..Default::default() },
        ..ScrollStyle::floating()
    }
}

fn text_styles() -> BTreeMap<egui::TextStyle, egui::FontId> {
    [
        (egui::TextStyle::Small, TextStyle::small()),
        (egui::TextStyle::Body, TextStyle::body()),
        (egui::TextStyle::Button, TextStyle::strong()),
        (egui::TextStyle::Heading, TextStyle::heading()),
        (egui::TextStyle::Monospace, TextStyle::code()),
    ]
    .into_iter()
    .map(|(style, text_style)| (style, text_style.font_id()))
    .collect()
}

fn visuals(theme: &Theme) -> Visuals {
    let colors = &theme.colors;
    let base = if theme.is_dark() { Visuals::dark() } else { Visuals::light() };
    Visuals {
        override_text_color: None,
        weak_text_color: Some(colors.text_tertiary),
        widgets: widgets(theme),
        selection: Selection { bg_fill: colors.accent_soft, stroke: Stroke::new(1.0, colors.accent_text) },
        hyperlink_color: colors.accent_text,
        faint_bg_color: colors.hover,
        extreme_bg_color: colors.surface,
        text_edit_bg_color: Some(Color32::TRANSPARENT),
        code_bg_color: colors.sunken,
        warn_fg_color: theme.band_colors.watch,
        error_fg_color: theme.band_colors.alert,
        window_corner_radius: CornerRadius::same(theme.tokens.radius.float),
        window_shadow: theme.shadows.float,
        window_fill: colors.raised,
        window_stroke: theme.hairline(colors.border),
        menu_corner_radius: CornerRadius::same(theme.tokens.radius.pane),
        panel_fill: colors.canvas,
        popup_shadow: theme.shadows.float,
        text_cursor: egui::style::TextCursorStyle {
            stroke: Stroke::new(1.5, colors.accent_text),
            // A blinking cursor would wake an idle window twice a second.
            blink: false,
            ..Default::default()
        },
        interact_cursor: None,
        image_loading_spinners: false,
        ..base
    }
}

fn widgets(theme: &Theme) -> Widgets {
    let colors = &theme.colors;
    let widget = |fill: Color32, edge: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: theme.hairline(edge),
        corner_radius: CornerRadius::same(theme.tokens.radius.button),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: widget(colors.raised, colors.border, colors.text),
        inactive: widget(colors.border_strong, colors.border, colors.text),
        hovered: widget(colors.control, colors.border_strong, colors.text),
        active: widget(colors.control, colors.border_strong, colors.text),
        open: widget(colors.hover, colors.border_strong, colors.text),
    }
}

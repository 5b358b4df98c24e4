//! Colours by role. Only this file may build a colour from numbers.

use egui::{Color32, Shadow};
use encours_core::theme::{self, BandColors, Rgb, ShadowTokens, WindowPalette};

/// Converts a colour of the token file for egui.
#[expect(clippy::disallowed_methods, reason = "the one place where a token becomes a colour")]
pub(super) fn color(rgb: Rgb) -> Color32 {
    Color32::from_rgba_unmultiplied(rgb.r, rgb.g, rgb.b, rgb.a)
}

macro_rules! roles {
    ($(#[$doc:meta])* $name:ident from $source:ty { $($(#[$role_doc:meta])* $role:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $($(#[$role_doc])* pub $role: Color32,)+ }

        impl $name {
            pub(super) fn from_source(source: &$source) -> Self {
                Self { $($role: color(source.$role),)+ }
            }
        }
    };
}

roles! {
    /// The colour of each role.
    ThemeColors from WindowPalette {
        /// Window, side bar and bars.
        canvas,
        /// Columns, tracks and placeholders.
        sunken,
        /// Cards, tables and panes.
        surface,
        /// Palette, menus, toasts and the dragged card.
        raised,
        /// Hovered row or button.
        hover,
        /// Pressed row or button.
        pressed,
        /// Scrim behind overlays.
        scrim,
        /// Decorative hairline.
        border,
        /// Separators and borders that must be visible.
        border_strong,
        /// Border of an input.
        control,
        /// Primary text.
        text,
        /// Secondary text.
        text_secondary,
        /// Tertiary text.
        text_tertiary,
        /// Text of disabled items.
        text_disabled,
        /// Fills and rings of active items.
        accent,
        /// Hovered `accent`.
        accent_hover,
        /// Pressed `accent`.
        accent_pressed,
        /// Text on `accent`.
        on_accent,
        /// Fill of destructive buttons.
        danger,
        /// Hovered `danger`.
        danger_hover,
        /// Pressed `danger`.
        danger_pressed,
        /// Text on `danger`.
        on_danger,
        /// Links, matched characters and the active label.
        accent_text,
        /// Background of selected, active or armed items.
        accent_soft,
        /// Border of a selected card.
        accent_line,
        /// Ring of the keyboard focus.
        focus_ring,
        /// Neutral bars.
        bar,
        /// Track of a bar, on `surface`.
        bar_track,
        /// Track of the share line, on `sunken`.
        share_track,
    }
}

roles! {
    /// The colours of the alert bands.
    ThemeBandColors from BandColors {
        /// Within the first limit.
        ok,
        /// Between the limits.
        watch,
        /// Beyond the second limit.
        alert,
        /// Without rating.
        none,
        /// Background of `alert`.
        alert_soft,
    }
}

/// The shadows of a theme.
#[derive(Clone, Copy, Debug)]
pub struct ThemeShadows {
    /// Hovered card.
    pub hover: Shadow,
    /// Palette, menus and toasts.
    pub float: Shadow,
    /// Dragged card.
    pub drag: Shadow,
    /// Deal panel.
    pub panel: Shadow,
}

impl ThemeShadows {
    pub(super) fn from_tokens(shadows: &ShadowTokens) -> Self {
        let shadow_or_none = |shadow: Option<theme::ShadowToken>| {
            shadow.map_or(Shadow::NONE, |shadow| Shadow {
                offset: shadow.offset,
                blur: shadow.blur,
                spread: shadow.spread,
                color: color(shadow.color),
            })
        };
        Self {
            hover: shadow_or_none(shadows.hover),
            float: shadow_or_none(shadows.float),
            drag: shadow_or_none(shadows.drag),
            panel: shadow_or_none(shadows.panel),
        }
    }
}

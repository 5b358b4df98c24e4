//! Roles as colours. The one file that may build a colour from numbers.

use egui::{Color32, Shadow};
use encours_core::theme::{self, BandColors, Palette, Rgb, Shadows};

/// A colour of the token file as egui holds it.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place where a token becomes a colour"
)]
pub(super) fn color(rgb: Rgb) -> Color32 {
    Color32::from_rgba_unmultiplied(rgb.r, rgb.g, rgb.b, rgb.a)
}

macro_rules! roles {
    ($(#[$doc:meta])* $name:ident from $source:ty { $($(#[$role_doc:meta])* $role:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $($(#[$role_doc])* pub $role: Color32,)+ }

        impl $name {
            pub(super) fn of(source: &$source) -> Self {
                Self { $($role: color(source.$role),)+ }
            }
        }
    };
}

roles! {
    /// The colour of each role.
    Ink from Palette {
        /// Window, side bar, bars.
        canvas,
        /// Lanes, tracks, skeletons.
        sunken,
        /// Cards, tables, panes.
        surface,
        /// Palette, menus, toasts, the card being dragged.
        raised,
        /// Row or button under the pointer.
        hover,
        /// Row or button held down.
        pressed,
        /// Flat veil behind what lies over the screen.
        scrim,
        /// Decorative hairline.
        border,
        /// Separators and edges that must be seen.
        border_strong,
        /// Edge of an input.
        control,
        /// First level of text.
        text,
        /// Second level of text.
        text_secondary,
        /// Third level of text.
        text_tertiary,
        /// Text of what can't be used now.
        text_disabled,
        /// Fills and rings that act.
        accent,
        /// The same under the pointer.
        accent_hover,
        /// The same held down.
        accent_pressed,
        /// Text on `accent`.
        on_accent,
        /// Fill of what deletes.
        danger,
        /// The same under the pointer.
        danger_hover,
        /// The same held down.
        danger_pressed,
        /// Text on `danger`.
        on_danger,
        /// Links, matched letters, the active label.
        accent_text,
        /// Ground of what is selected, active or armed.
        accent_soft,
        /// Edge of a selected card.
        accent_line,
        /// Ring of the keyboard focus.
        focus_ring,
        /// Neutral bars.
        bar,
        /// Their track, on `surface`.
        bar_track,
        /// Track of the share line, on `sunken`.
        share_track,
    }
}

roles! {
    /// The colours of the alert bands.
    BandInk from BandColors {
        /// Within the first limit.
        ok,
        /// Between the limits.
        watch,
        /// Beyond the second limit.
        alert,
        /// No judgement.
        none,
        /// Ground of `ok`.
        ok_soft,
        /// Ground of `watch`.
        watch_soft,
        /// Ground of `alert`.
        alert_soft,
    }
}

/// The shadows of a theme.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// A card under the pointer.
    pub hover: Shadow,
    /// Palette, menus, toasts.
    pub float: Shadow,
    /// The card being dragged.
    pub drag: Shadow,
    /// The deal panel.
    pub panel: Shadow,
}

impl Cast {
    pub(super) fn of(shadows: &Shadows) -> Self {
        let of = |shadow: Option<theme::Shadow>| {
            shadow.map_or(Shadow::NONE, |shadow| Shadow {
                offset: shadow.offset,
                blur: shadow.blur,
                spread: shadow.spread,
                color: color(shadow.color),
            })
        };
        Self {
            hover: of(shadows.hover),
            float: of(shadows.float),
            drag: of(shadows.drag),
            panel: of(shadows.panel),
        }
    }
}

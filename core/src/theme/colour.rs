//! The window's colours: one field for each role, one palette for each theme.

use serde::Deserialize;

use super::Rgb;

/// The themes of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
    /// WCAG AAA: every text 7:1, edges instead of shadows.
    HighContrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::HighContrast];
}

/// The colour of each role. Levels from back to front: sunken, canvas, surface, raised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// Window, side bar, bars.
    pub canvas: Rgb,
    /// Lanes, tracks, skeletons. Never under the words of a band.
    pub sunken: Rgb,
    /// Cards, tables, panes.
    pub surface: Rgb,
    /// Palette, menus, toasts, the card being dragged.
    pub raised: Rgb,
    /// Row or button under the pointer, on `surface`.
    pub hover: Rgb,
    /// Row or button held down.
    pub pressed: Rgb,
    /// Flat veil behind the palette and dialogs; not opaque.
    pub scrim: Rgb,
    /// Hairline that only decorates.
    pub border: Rgb,
    /// Edge of a card under the pointer, and separators that must be seen.
    pub border_strong: Rgb,
    /// Edge of an input, check box or toggle.
    pub control: Rgb,
    /// First level of text.
    pub text: Rgb,
    /// Second level of text.
    pub text_secondary: Rgb,
    /// Third level of text.
    pub text_tertiary: Rgb,
    /// Text of what cannot be used now; a reason in words stands beside it.
    pub text_disabled: Rgb,
    /// Fills and rings that act: primary button, insertion, active line.
    pub accent: Rgb,
    /// The same under the pointer.
    pub accent_hover: Rgb,
    /// The same held down.
    pub accent_pressed: Rgb,
    /// Text on `accent`.
    pub on_accent: Rgb,
    /// Fill of what deletes.
    pub danger: Rgb,
    /// The same under the pointer.
    pub danger_hover: Rgb,
    /// The same held down.
    pub danger_pressed: Rgb,
    /// Text on `danger`.
    pub on_danger: Rgb,
    /// Links, matched letters, the active label of the side bar.
    pub accent_text: Rgb,
    /// Ground of what is selected, active or armed.
    pub accent_soft: Rgb,
    /// Edge of a selected card.
    pub accent_line: Rgb,
    /// Ring of the keyboard focus.
    pub focus_ring: Rgb,
    /// The one series of a trend.
    pub series: Rgb,
    /// Neutral bars.
    pub bar: Rgb,
    /// Their track, on `surface`.
    pub bar_track: Rgb,
    /// Track of the share line under a lane's head, on `sunken`.
    pub share_track: Rgb,
}

/// The colours of the alert bands: shape and word take the first four, a ground behind them takes the soft ones.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BandColors {
    /// Within the first limit.
    pub ok: Rgb,
    /// Between the limits.
    pub watch: Rgb,
    /// Beyond the second limit.
    pub alert: Rgb,
    /// No judgement.
    pub none: Rgb,
    /// Ground of `ok`.
    pub ok_soft: Rgb,
    /// Ground of `watch`.
    pub watch_soft: Rgb,
    /// Ground of `alert`.
    pub alert_soft: Rgb,
}

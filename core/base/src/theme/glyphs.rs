//! Marks of asset classes and deal statuses. A mark belongs to its code, not to its position.

use serde::Deserialize;

use super::{Rgb, WindowTheme};

/// Swatch of an asset class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassSwatch {
    /// Fill of the swatch; none for an unknown code.
    pub fill: Option<Rgb>,
    /// Edge on light backgrounds; on dark ones the edge has the fill colour.
    pub edge: Rgb,
    /// Pattern over the fill, in the background colour.
    pub pattern: Pattern,
}

/// Pattern of a swatch, so that classes of one hue differ without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Fill only.
    Solid,
    /// One line across.
    Stripe,
    /// Half filled.
    Split,
    /// Dot in the middle.
    Dot,
    /// Without fill, with a dashed edge.
    #[default]
    Dashed,
}

/// Ring of a deal status, and its colour in flow charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "RawStatus")]
pub struct StatusRing {
    /// Content of the ring.
    pub mark: RingMark,
    /// ASCII replacement, unique among statuses and bands.
    pub ascii: char,
    light: Rgb,
    dark: Rgb,
}

impl StatusRing {
    /// Returns the colour for flow charts; high contrast has a dark background too.
    #[must_use]
    pub fn color(self, theme: WindowTheme) -> Rgb {
        match theme {
            WindowTheme::Light => self.light,
            WindowTheme::Dark | WindowTheme::HighContrast => self.dark,
        }
    }
}

/// Content of a status ring, drawn in the secondary text colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RingMark {
    /// Filled part of the ring from 0 to 1: progress of the deal.
    Turn(f32),
    /// Two bars: the deal is on hold.
    Pause,
    /// Cross: the deal was dropped.
    Cross,
    /// Dashed ring: unknown code.
    #[default]
    Dashed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStatus {
    turn: Option<f32>,
    mark: Option<RawMark>,
    ascii: char,
    light: Rgb,
    dark: Rgb,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawMark {
    Pause,
    Cross,
    Dashed,
}

impl From<RawStatus> for StatusRing {
    fn from(raw: RawStatus) -> Self {
        let mark = match (raw.mark, raw.turn) {
            (Some(RawMark::Pause), _) => RingMark::Pause,
            (Some(RawMark::Cross), _) => RingMark::Cross,
            (None, Some(turn)) => RingMark::Turn(turn.clamp(0.0, 1.0)),
            (Some(RawMark::Dashed), _) | (None, None) => RingMark::Dashed,
        };
        Self { mark, ascii: raw.ascii, light: raw.light, dark: raw.dark }
    }
}

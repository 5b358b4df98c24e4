//! The marks bound to codes: asset classes, deal statuses. A mark follows its code, never its rank.

use serde::Deserialize;

use super::{Rgb, Theme};

/// The swatch of an asset class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Fill of the swatch; none for a code never seen.
    pub fill: Option<Rgb>,
    /// Its edge on light grounds; on dark ones the edge takes the fill.
    pub edge: Rgb,
    /// Painted over the fill in the ground's colour.
    pub pattern: Pattern,
}

/// How a swatch is broken up, so that two classes of one hue differ without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// The fill alone.
    Solid,
    /// One line across.
    Stripe,
    /// One half.
    Split,
    /// A point in the middle.
    Dot,
    /// No fill, a broken edge.
    #[default]
    Dashed,
}

/// The ring of a deal status, and its ink in flow charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "RawStatus")]
pub struct Status {
    /// What the ring shows.
    pub mark: RingMark,
    /// What takes its place where a terminal lacks signs; no other status has it, and no band.
    pub ascii: char,
    light: Rgb,
    dark: Rgb,
}

impl Status {
    /// Its step of the ink ramp, for flow charts; high contrast stands on dark ground too.
    #[must_use]
    pub fn ink(self, theme: Theme) -> Rgb {
        match theme {
            Theme::Light => self.light,
            Theme::Dark | Theme::HighContrast => self.dark,
        }
    }
}

/// What the ring of a status shows, drawn in the second level of text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RingMark {
    /// The filled part of the ring, from 0 to 1: how far a deal has come.
    Turn(f32),
    /// Two bars: the deal waits.
    Pause,
    /// A cross: the deal was dropped.
    Cross,
    /// A broken ring: the code was never seen.
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

impl From<RawStatus> for Status {
    fn from(raw: RawStatus) -> Self {
        let mark = match (raw.mark, raw.turn) {
            (Some(RawMark::Pause), _) => RingMark::Pause,
            (Some(RawMark::Cross), _) => RingMark::Cross,
            (None, Some(turn)) => RingMark::Turn(turn.clamp(0.0, 1.0)),
            (Some(RawMark::Dashed), _) | (None, None) => RingMark::Dashed,
        };
        Self {
            mark,
            ascii: raw.ascii,
            light: raw.light,
            dark: raw.dark,
        }
    }
}

//! Sizes: type, gaps, parts, radii, lines, shadows, motion.
//!
//! Lengths are logical points: 1 pt is 1 px at 100 %.

use std::time::Duration;

use serde::{Deserialize, Deserializer};

use super::Rgb;

/// One text style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextToken {
    /// Size of the letters, in points.
    pub size: f32,
    /// Height of the line, in points.
    pub line: f32,
    /// Weight of the face: 400, 500 or 600.
    pub weight: u16,
}

/// The text styles of the window.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeScale {
    /// Font family of all styles but `code`, with digits of equal width.
    pub family: String,
    /// Fixed-width font family.
    pub mono: String,
    /// Smallest allowed text size.
    pub min_size: f32,
    /// Totals of the portfolio.
    pub display: TextToken,
    /// Name of a deal in its panel.
    pub name: TextToken,
    /// Title of a screen or a notification.
    pub title: TextToken,
    /// Input of the palette.
    pub query: TextToken,
    /// Title of a pane or a section.
    pub heading: TextToken,
    /// Running text.
    pub body: TextToken,
    /// Name of a card or a row, buttons.
    pub strong: TextToken,
    /// Head and count of a column.
    pub column: TextToken,
    /// Second and third lines of a card, chips, status line.
    pub small: TextToken,
    /// Heads of tables, labels of sections, key caps.
    pub label: TextToken,
    /// Ids and request ids, in the fixed-width family.
    pub code: TextToken,
}

impl TypeScale {
    /// Returns all styles.
    #[must_use]
    pub fn all(&self) -> [TextToken; 11] {
        [
            self.display,
            self.name,
            self.title,
            self.query,
            self.heading,
            self.body,
            self.strong,
            self.column,
            self.small,
            self.label,
            self.code,
        ]
    }
}

/// Gaps, on a grid of four points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceTokens {
    /// Inside a component only.
    pub xxs: f32,
    /// One step of the grid.
    pub xs: f32,
    /// Two steps.
    pub s: f32,
    /// Three steps.
    pub m: f32,
    /// Four steps.
    pub l: f32,
    /// Six steps.
    pub xl: f32,
    /// Eight steps.
    pub xxl: f32,
}

/// Sizes of the parts of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeTokens {
    /// Width of the side bar.
    pub sidebar: f32,
    /// Width of the side bar when collapsed to a rail.
    pub sidebar_rail: f32,
    /// Window width below which the side bar is a rail.
    pub sidebar_rail_under: f32,
    /// Height of the side bar's head, and of the profile below it.
    pub brand: f32,
    /// Row of a screen in the side bar.
    pub nav_row: f32,
    /// Row of a saved view in the side bar.
    pub view_row: f32,
    /// Height of the top bar.
    pub topbar: f32,
    /// Height of the filter bar.
    pub filterbar: f32,
    /// Width of the filter field.
    pub filter_field: f32,
    /// Height of the status line.
    pub statusbar: f32,
    /// Initial width of the deal panel.
    pub panel: f32,
    /// Smallest width of the deal panel.
    pub panel_min: f32,
    /// Largest width of the deal panel.
    pub panel_max: f32,
    /// Height of the deal panel's head.
    pub panel_header: f32,
    /// Initial width of a board column.
    pub column: f32,
    /// Smallest width of a board column.
    pub column_min: f32,
    /// Largest width of a board column.
    pub column_max: f32,
    /// Gap between columns.
    pub column_gap: f32,
    /// Height of a column's header.
    pub column_header: f32,
    /// Width of a collapsed column.
    pub column_collapsed: f32,
    /// Height of a card.
    pub card: f32,
    /// Height of a card, compact.
    pub card_compact: f32,
    /// Gap between cards.
    pub card_gap: f32,
    /// Zone at the edge of the board that scrolls while a card is dragged.
    pub edge_scroll: f32,
    /// Height of a table row.
    pub row: f32,
    /// Height of a compact table row.
    pub row_compact: f32,
    /// Height of a table's head.
    pub row_header: f32,
    /// Height of a table's footer.
    pub row_footer: f32,
    /// Height of the action bar for selected rows.
    pub action_bar: f32,
    /// Height of a notification.
    pub inbox_row: f32,
    /// Width of the list of notifications.
    pub inbox_list: f32,
    /// Width of the notification preview.
    pub inbox_preview: f32,
    /// Height of a day's head in the list.
    pub day_header: f32,
    /// Width of the command palette.
    pub palette: f32,
    /// Distance of the palette from the top of the window.
    pub palette_top: f32,
    /// Height of the palette's input.
    pub palette_query: f32,
    /// Height of a palette entry.
    pub palette_row: f32,
    /// Height of a palette group's heading.
    pub palette_group: f32,
    /// Height of the palette's footer.
    pub palette_footer: f32,
    /// Height of a toast.
    pub toast: f32,
    /// Height of buttons and inputs.
    pub control_height: f32,
    /// Smallest size of a target (WCAG 2.2, 2.5.8).
    pub target_min: f32,
    /// Side of an icon.
    pub icon: f32,
    /// Side of an icon of the status line, and of a status ring.
    pub icon_small: f32,
    /// Side of a class swatch.
    pub swatch: f32,
    /// Height of a chip.
    pub chip: f32,
    /// Height of tags, key caps and counter pills.
    pub tag: f32,
    /// Height of a metric's row.
    pub kpi_row: f32,
    /// Width of a metric's label.
    pub kpi_label: f32,
    /// Width of a metric's value.
    pub kpi_value: f32,
    /// Width of a metric's gauge.
    pub kpi_gauge: f32,
    /// Height of the gauge's track.
    pub kpi_track: f32,
    /// Height of a bar of a breakdown.
    pub bar: f32,
    /// Height of a breakdown row.
    pub bar_row: f32,
}

/// Corner radii, in whole points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RadiusTokens {
    /// Query chips.
    pub chip: u8,
    /// Buttons.
    pub button: u8,
    /// Cards.
    pub card: u8,
    /// Columns of the board.
    pub column: u8,
    /// Panes.
    pub pane: u8,
    /// Palette, menus, toasts.
    pub float: u8,
    /// Counter pills, fully rounded.
    pub pill: u8,
}

/// Line widths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrokeTokens {
    /// Edges and separators.
    pub hairline: f32,
    /// Icons.
    pub icon: f32,
    /// Focus ring.
    pub ring: f32,
    /// Focus ring in high contrast.
    pub ring_high_contrast: f32,
    /// Line of a trend chart.
    pub series: f32,
    /// Lengths of dash and gap of a dashed line.
    pub dash: [f32; 2],
}

/// Shadow: one blurred, rounded rectangle under a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShadowToken {
    /// Horizontal and vertical offset.
    pub offset: [i8; 2],
    /// Width of the blurred edge.
    pub blur: u8,
    /// Extent beyond the part on each side.
    pub spread: u8,
    /// Colour, not opaque.
    pub color: Rgb,
}

/// Shadows of a theme; none if edges replace them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShadowTokens {
    /// Hovered card.
    pub hover: Option<ShadowToken>,
    /// Palette, menus, toasts.
    pub float: Option<ShadowToken>,
    /// The card being dragged.
    pub drag: Option<ShadowToken>,
    /// The deal panel.
    pub panel: Option<ShadowToken>,
}

/// Durations of animations, all with ease-out. Every animation ends; none loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionTokens {
    /// Hover.
    #[serde(deserialize_with = "millis")]
    pub hover: Duration,
    /// Press.
    #[serde(deserialize_with = "millis")]
    pub press: Duration,
    /// Deal panel.
    #[serde(deserialize_with = "millis")]
    pub panel: Duration,
    /// Card that moves to its position.
    #[serde(deserialize_with = "millis")]
    pub card_settle: Duration,
    /// Toast.
    #[serde(deserialize_with = "millis")]
    pub toast: Duration,
    /// Chart.
    #[serde(deserialize_with = "millis")]
    pub chart: Duration,
}

impl MotionTokens {
    /// Returns zero durations, for users who prefer reduced motion.
    #[must_use]
    pub fn reduced(self) -> Self {
        Self::default()
    }
}

fn millis<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    u64::deserialize(from).map(Duration::from_millis)
}

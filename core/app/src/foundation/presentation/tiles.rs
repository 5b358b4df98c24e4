//! Tiles: numbers, bars and lists, each with where its content comes from.

use crate::dataset::breakdown::Breakdown;
use crate::open_json::{RecordCell, RecordLine, RecordTable};
use crate::text::SafeText;

/// One tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Title of the tile.
    pub title: String,
    /// Origin of its content, with time and scope.
    pub note: String,
    /// Content.
    pub body: TileBody,
}

/// The content of a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum TileBody {
    /// One number or word in large type.
    Metric(String),
    /// Parts of a whole.
    Bars(TileBars),
    /// Names with their values.
    Lines(Vec<RecordLine>),
}

/// Parts of a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct TileBars {
    /// Portfolio breakdown of the bars, if any; a bar then links to its records.
    pub kind: Option<Breakdown>,
    /// Bars, in received order or longest first.
    pub bars: Vec<Bar>,
}

/// Records that match a view.
#[derive(Clone, Debug, PartialEq)]
pub struct TileTable {
    /// Title of the table.
    pub title: String,
    /// Shown and total number, and load time.
    pub note: String,
    /// Table of the records.
    pub table: RecordTable,
    /// Identifiers of the records, row by row.
    pub ids: Vec<String>,
}

/// Detail pane as tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct TilesView {
    /// Name of the item.
    pub title: String,
    /// Kind of the item.
    pub note: String,
    /// Tiles in display order.
    pub tiles: Vec<Tile>,
    /// Records under the tiles, if any.
    pub table: Option<TileTable>,
    /// Index of the focused record if there are records, otherwise of the focused tile.
    pub line: usize,
    /// True if the tile has the focus.
    pub focused: bool,
}

impl TilesView {
    /// Returns the number of focusable entries.
    #[must_use]
    pub fn focus_count(&self) -> usize {
        self.record_count().unwrap_or(self.tiles.len())
    }

    /// Returns the number of records, if the focus moves along records.
    pub(crate) fn record_count(&self) -> Option<usize> {
        let rows = self.table.as_ref().map_or(0, |table| table.table.rows.len());
        (rows > 0).then_some(rows)
    }

    /// Returns the index of the focused tile.
    #[must_use]
    pub fn focused_tile(&self) -> Option<usize> {
        self.record_count().is_none().then_some(self.line)
    }

    /// Returns the focused entry as text, for the screen reader or the clipboard.
    #[must_use]
    pub fn a11y_text(&self) -> String {
        if self.record_count().is_some() {
            let row = self.table.as_ref().and_then(|table| table.table.rows.get(self.line));
            let cells = row.into_iter().flatten().filter_map(|cell| match cell {
                RecordCell::Value(value) => Some(value.to_string()),
                RecordCell::Null | RecordCell::Absent => None,
            });
            return cells.collect::<Vec<_>>().join(" · ");
        }
        self.tiles.get(self.line).map_or_else(String::new, Tile::a11y_text)
    }
}

impl Tile {
    /// Returns the tile as one sentence.
    #[must_use]
    pub fn a11y_text(&self) -> String {
        let body = match &self.body {
            TileBody::Metric(value) => value.clone(),
            TileBody::Bars(bars) => {
                let to_text = |bar: &Bar| format!("{} {}", bar.label, bar.count);
                bars.bars.iter().map(to_text).collect::<Vec<_>>().join(", ")
            }
            TileBody::Lines(lines) => {
                let to_text = |line: &RecordLine| format!("{} {}", line.label, line.value).trim().to_owned();
                lines.iter().map(to_text).collect::<Vec<_>>().join(", ")
            }
        };
        let parts = [self.title.as_str(), &body, &self.note];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" – ")
    }
}

/// One bar of a breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Taxonomy code, for the colour swatch.
    pub code: SafeText,
    /// Code as received.
    pub key: String,
    /// Name of the bar.
    pub label: String,
    /// Number of operations.
    pub count: String,
    /// Share of the total, as text.
    pub share: String,
    /// Share without decimals, for narrow areas.
    pub share_short: String,
    /// Length from 0 to 1, relative to the longest drawn bar.
    pub length: f32,
    /// True if it is not drawn; it still counts.
    pub hidden: bool,
}

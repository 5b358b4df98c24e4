//! Tiles: figures, bars and lists, each with where its content comes from.

use crate::dataset::breakdown::Breakdown;
use crate::foundation::presentation::bar::Bar;
use crate::open_json::{Cell, ReadLine, Table};

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
    Figure(String),
    /// Parts of a whole.
    Bars(TileBars),
    /// Names with their values.
    Lines(Vec<ReadLine>),
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
    pub table: Table,
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
    pub fn places(&self) -> usize {
        self.rows().unwrap_or(self.tiles.len())
    }

    /// Returns the number of records, if the focus moves along records.
    pub(crate) fn rows(&self) -> Option<usize> {
        let rows = self.table.as_ref().map_or(0, |table| table.table.rows.len());
        (rows > 0).then_some(rows)
    }

    /// Returns the index of the focused tile.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.rows().is_none().then_some(self.line)
    }

    /// Returns the focused entry as text, for the screen reader or the clipboard.
    #[must_use]
    pub fn said(&self) -> String {
        if self.rows().is_some() {
            let row = self
                .table
                .as_ref()
                .and_then(|table| table.table.rows.get(self.line));
            let cells = row.into_iter().flatten().filter_map(|cell| match cell {
                Cell::Value(value) => Some(value.to_string()),
                Cell::Null | Cell::Absent => None,
            });
            return cells.collect::<Vec<_>>().join(" · ");
        }
        self.tiles.get(self.line).map_or_else(String::new, Tile::said)
    }
}

impl Tile {
    /// Returns the tile as one sentence.
    #[must_use]
    pub fn said(&self) -> String {
        let body = match &self.body {
            TileBody::Figure(value) => value.clone(),
            TileBody::Bars(bars) => {
                let one = |bar: &Bar| format!("{} {}", bar.label, bar.count);
                bars.bars.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            TileBody::Lines(lines) => {
                let one = |line: &ReadLine| format!("{} {}", line.label, line.value).trim().to_owned();
                lines.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        };
        let parts = [self.title.as_str(), &body, &self.note];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" – ")
    }
}

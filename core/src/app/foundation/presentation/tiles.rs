//! Tiles: figures, bars and lists, each with where its content comes from.

use crate::app::foundation::dataset::breakdown::Breakdown;
use crate::app::foundation::presentation::bar::Bar;
use crate::open_json::Cell;
use crate::open_json::ReadLine;
use crate::open_json::Table;
use crate::app::screens::library::view::tiles::tiles;

/// One tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// What it is about.
    pub title: String,
    /// Where its content comes from, as of when and over what.
    pub note: String,
    /// Its content.
    pub body: TileBody,
}

/// The content of a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum TileBody {
    /// One number or word, written large.
    Figure(String),
    /// Parts of a whole.
    Bars(TileBars),
    /// Names with their values.
    Lines(Vec<ReadLine>),
}

/// Parts of a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct TileBars {
    /// Which breakdown of the portfolio it is, where it is one: a bar then leads to its records.
    pub kind: Option<Breakdown>,
    /// The bars, in the order received or the longest first.
    pub bars: Vec<Bar>,
}

/// The records that answer a view.
#[derive(Clone, Debug, PartialEq)]
pub struct TileTable {
    /// What they are.
    pub title: String,
    /// How many of how many, and as of when.
    pub note: String,
    /// The records.
    pub table: Table,
    /// Their identifiers, row by row.
    pub ids: Vec<String>,
}

/// What is looked at, as tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct TilesView {
    /// Its name.
    pub title: String,
    /// What it is.
    pub note: String,
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// The records under them, where it has some.
    pub table: Option<TileTable>,
    /// Which has the focus: of the records where there are some, else of the tiles.
    pub line: usize,
    /// Whether the keys go there.
    pub focused: bool,
}

impl TilesView {
    /// How many places the focus can take.
    #[must_use]
    pub fn places(&self) -> usize {
        self.rows().unwrap_or(self.tiles.len())
    }

    /// How many records there are to go along, if that is what the focus does.
    pub(in crate::app) fn rows(&self) -> Option<usize> {
        let rows = self.table.as_ref().map_or(0, |table| table.table.rows.len());
        (rows > 0).then_some(rows)
    }

    /// The tile that has the focus.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.rows().is_none().then_some(self.line)
    }

    /// What has the focus, as text: to be heard, or copied.
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
    /// All of it in one sentence.
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

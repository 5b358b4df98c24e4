//! Lanes of the board: the deals of every column by owner or by asset class.

use crate::dataset::filtered::Lens;
use crate::deals::pipeline::column_figure::ColumnFigure;
use crate::foundation::cx::overlay_types::Lanes;
use crate::model::intern::Code;
use crate::model::table::{DealTable, RowIx};
use crate::text::{Lang, fold};
use crate::vocabulary;
use std::sync::{Arc, OnceLock};

/// Metrics of a swimlane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneFigures {
    /// Metric of the column heads for its deals; `None` if no metric is chosen.
    pub figure: Option<ColumnFigure>,
    /// Number of deals that are too long in their status.
    pub slow: usize,
}

/// One lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Owner, or code of the class; empty for deals without one.
    pub code: String,
    /// Number of its deals shown.
    pub shown: usize,
    /// Range of its rows in each column.
    pub places: Vec<std::ops::Range<usize>>,
    /// Metrics, once they were needed.
    pub(crate) figures: OnceLock<LaneFigures>,
}

impl Lane {
    /// Drops the cached metrics.
    pub(in crate::deals) fn forget_figures(&mut self) {
        self.figures.take();
    }
}

/// Sorts the rows of every column by swimlane and returns the ranges of each.
pub(crate) fn arrange(lens: &mut Lens, table: &DealTable, lanes: Lanes, lang: Lang) -> Vec<Lane> {
    if lanes == Lanes::None {
        return Vec::new();
    }
    let words = match lanes {
        Lanes::Class => table.classes(),
        _ => table.owners(),
    };
    let texts: Vec<&str> = words.iter().map(|(_, text)| text).collect();
    // Group by code number, so that texts are compared once per swimlane and not per deal.
    let code_of = |ix: RowIx| match lanes {
        Lanes::Class => table.class_of(ix),
        _ => table.owner_of(ix),
    };
    let code_of = |ix: &RowIx| code_of(*ix).unwrap_or(Code::NONE);
    let coded: Vec<Vec<Code>> = lens
        .columns
        .iter()
        .map(|column| column.rows.iter().map(code_of).collect())
        .collect();
    let counts: Vec<Vec<usize>> = coded.iter().map(|codes| counted(codes, texts.len())).collect();
    let name = |code: &str| match lanes {
        Lanes::Class => fold(&vocabulary::asset_class(lang, code)),
        _ => fold(code),
    };
    let any = |code: &usize| counts.iter().any(|counts| counts[*code] > 0);
    let mut codes: Vec<usize> = (0..texts.len()).filter(any).collect();
    // Deals without an owner or class come last.
    codes.sort_by_cached_key(|code| (texts[*code].is_empty(), name(texts[*code]), texts[*code]));
    let mut found: Vec<Lane> = codes
        .iter()
        .map(|code| Lane {
            code: texts[*code].to_owned(),
            shown: 0,
            places: Vec::with_capacity(lens.columns.len()),
            figures: OnceLock::new(),
        })
        .collect();
    for ((column, coded), counts) in lens.columns.iter_mut().zip(coded).zip(counts) {
        let mut next = vec![0; texts.len()];
        let mut end = 0;
        for (lane, code) in found.iter_mut().zip(&codes) {
            next[*code] = end;
            end += counts[*code];
            lane.places.push(next[*code]..end);
            lane.shown += counts[*code];
        }
        let mut placed = vec![0; coded.len()];
        for (ix, code) in column.rows.iter().zip(coded) {
            let next = &mut next[code.index()];
            placed[*next] = *ix;
            *next += 1;
        }
        column.rows = Arc::new(placed);
    }
    found
}

/// Counts the rows of each code.
pub(crate) fn counted(coded: &[Code], codes: usize) -> Vec<usize> {
    let mut counts = vec![0; codes];
    for code in coded {
        counts[code.index()] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::known_statuses::KnownStatuses;
    use crate::model::table::ColumnsBuilder;
    use crate::model::table::RowData;
    use crate::query::Query;

    fn table() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        for (id, status, owner) in [
            ("a", "ic", "Zoé"),
            ("b", "ic", ""),
            ("c", "ic", "Éric"),
            ("d", "closing", "Zoé"),
            ("e", "ic", "Zoé"),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: id.into(),
                status: status.into(),
                owner: owner.into(),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    #[test]
    fn each_column_is_put_in_the_order_of_the_lanes_and_nothing_is_lost() {
        let table = table();
        let mut lens = Lens::compute(&table, &Query::default(), &KnownStatuses::default(), 0);
        let lanes = arrange(&mut lens, &table, Lanes::Owner, Lang::Fr);
        let codes: Vec<&str> = lanes.iter().map(|lane| lane.code.as_str()).collect();
        assert_eq!(codes, ["Éric", "Zoé", ""]);
        let ic = lens
            .columns
            .iter()
            .position(|column| column.status == "ic")
            .unwrap();
        assert_eq!(*lens.columns[ic].rows, [2, 0, 4, 1]);
        assert_eq!(lanes[1].places[ic], 1..3);
        assert_eq!(lanes[1].shown, 3, "two here and one in closing");
        assert_eq!(lanes.iter().map(|lane| lane.shown).sum::<usize>(), lens.shown);
    }

    #[test]
    fn without_lanes_nothing_moves() {
        let table = table();
        let mut lens = Lens::compute(&table, &Query::default(), &KnownStatuses::default(), 0);
        let before = lens.clone();
        assert!(arrange(&mut lens, &table, Lanes::None, Lang::Fr).is_empty());
        assert_eq!(lens, before);
    }
}

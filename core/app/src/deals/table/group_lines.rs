//! Lines of a table with groups: headings, and the deals of expanded groups.

use crate::dataset::column::DealColumn;
use crate::dataset::groups::{Groups, Subtotals};
use crate::model::table::RowIdx;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Content of a line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLine {
    /// Heading of a group, by its index.
    Heading(usize),
    /// A deal.
    Deal(RowIdx),
}

/// The rows of the table in groups, and which groups are collapsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableGroups {
    pub(crate) groups: Groups,
    /// Codes of the collapsed groups.
    pub(super) collapsed: BTreeSet<Vec<String>>,
    /// Headings and shown deals; empty without groups, where every row is a line.
    lines: Vec<TableLine>,
    /// Codes of the focused heading.
    pub(super) focused: Option<Vec<String>>,
    /// Subtotals of the number columns, computed on first use.
    pub(super) subtotals: Vec<(DealColumn, OnceLock<Subtotals>)>,
}

impl TableGroups {
    /// Builds the lines. Parts of a collapsed group have none.
    pub(super) fn build_lines(&mut self) {
        let Groups { rows, list, .. } = &self.groups;
        self.lines.clear();
        let mut hidden_end = 0;
        for (at, group) in list.iter().enumerate().skip(1).filter(|(_, group)| !group.rows.is_empty()) {
            if group.rows.start < hidden_end {
                continue;
            }
            self.lines.push(TableLine::Heading(at));
            if self.collapsed.contains(&group.codes) {
                hidden_end = group.rows.end;
            } else if list.get(at + 1).is_none_or(|next| next.level <= group.level) {
                let deals = rows.get(group.rows.clone()).unwrap_or_default();
                self.lines.extend(deals.iter().copied().map(TableLine::Deal));
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        if self.groups.list.is_empty() { self.groups.rows.len() } else { self.lines.len() }
    }

    pub(crate) fn line(&self, at: usize) -> Option<TableLine> {
        if self.groups.list.is_empty() {
            return self.groups.rows.get(at).copied().map(TableLine::Deal);
        }
        self.lines.get(at).copied()
    }

    /// Returns the line of a deal, or of the collapsed group that contains it.
    pub(crate) fn line_of(&self, ix: RowIdx) -> Option<usize> {
        let row = self.groups.rows.iter().position(|row| *row == ix)?;
        if self.groups.list.is_empty() {
            return Some(row);
        }
        let shows = |line: &TableLine| match line {
            TableLine::Deal(other) => *other == ix,
            TableLine::Heading(at) => self
                .groups
                .list
                .get(*at)
                .is_some_and(|group| group.rows.contains(&row) && self.collapsed.contains(&group.codes)),
        };
        self.lines.iter().position(shows)
    }

    /// Returns the line and the group of the last heading among `lines` whose codes satisfy a condition.
    pub(crate) fn last_heading(
        &self,
        lines: usize,
        is_match: impl Fn(&[String]) -> bool,
    ) -> Option<(usize, usize)> {
        let lines = self.lines.iter().enumerate().take(lines).rev();
        let mut headings = lines.filter_map(|(line, content)| match content {
            TableLine::Heading(at) => Some((line, *at)),
            TableLine::Deal(_) => None,
        });
        headings.find(|(_, at)| self.groups.list.get(*at).is_some_and(|group| is_match(&group.codes)))
    }

    /// Returns the line of the focused heading, or of the one around it if it has none now.
    pub(crate) fn line_of_focused(&self) -> Option<usize> {
        let codes = self.focused.as_ref()?;
        Some(self.last_heading(usize::MAX, |outer| codes.starts_with(outer))?.0)
    }
}

//! Column layout of the table: the first column is pinned, the others scroll by whole columns.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::DealColumn;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::text::Messages;

/// Minimum and maximum column width, in terminal columns.
pub(crate) const WIDTH_RANGE: std::ops::RangeInclusive<u16> = 4..=60;
/// Maximum width that the first column gets from spare space.
const MAX_SPARE_WIDTH: u16 = 44;
/// Below this width, columns use their close widths, so that more of them fit.
const NARROW_TABLE: u16 = 100;
/// Gap between two columns, in terminal columns.
pub const GAP: u16 = 2;

/// The visible columns of the table, with their positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    /// Columns drawn: index in the table, offset from the left edge, width.
    pub columns: Vec<(usize, u16, u16)>,
    /// Number of columns hidden on the left of the scrolled part.
    pub before: usize,
    /// Number of columns hidden on the right.
    pub after: usize,
}

impl TableLayout {
    /// Returns the pinned column and as many from `first` on as fit in `available`. At least one beside the pinned column
    /// is drawn, cut to the remaining space.
    pub fn fit(widths: &[u16], first: usize, available: u16) -> Self {
        let Some(pinned) = widths.first() else {
            return Self::default();
        };
        let first = first.clamp(1, widths.len().max(2) - 1);
        // If space is short, the pinned column leaves half of it to the others.
        let min_rest = widths.get(first).map_or(0, |width| width + GAP);
        let pinned =
            (*pinned).min(available.saturating_sub(min_rest).max(available / 2)).max(1).min(available);
        let mut columns = vec![(0, 0, pinned)];
        let mut x = pinned + GAP;
        let mut next = first;
        while let Some(width) = widths.get(next) {
            let remaining = available.saturating_sub(x);
            if *width > remaining && (next > first || remaining < *WIDTH_RANGE.start()) {
                break;
            }
            let width = (*width).min(remaining);
            columns.push((next, x, width));
            x += width + GAP;
            next += 1;
        }
        Self { columns, before: first - 1, after: widths.len().saturating_sub(next) }
    }
}

/// Width of the longest class name.
const MAX_CLASS_WIDTH: u16 = 28;

/// Returns the width of a column in a narrow table. Status and class use short names; other texts are cut. Name,
/// status, class, owner, age and first ratio then fit in 80 columns. The unit of an age may be `unit_width` wide.
fn narrow_width(column: DealColumn, unit_width: u16) -> u16 {
    match column {
        DealColumn::Name => 21_u16.saturating_sub(unit_width),
        DealColumn::Status => 12,
        // A debt yield needs two decimals to distinguish similar deals.
        DealColumn::Class | DealColumn::Kpi(KpiKey::DebtYield) => 9,
        DealColumn::Owner | DealColumn::Followup | DealColumn::Labels => 11,
        DealColumn::Star => 3,
        DealColumn::Age => 6 + unit_width,
        DealColumn::Id => 36,
        DealColumn::Kpi(_) => 8,
    }
}

impl TableState {
    pub(crate) fn scroll_column_into_view(&mut self, cx: &mut AppCx) {
        let widths = self.column_widths(cx);
        let table = &mut *self;
        table.column = table.column.min(table.columns.len().saturating_sub(1));
        let (column, available) = (table.column, table.viewport.width);
        table.first_column = table.first_column.clamp(1, table.columns.len().max(2) - 1);
        if column == 0 {
            return;
        }
        table.first_column = table.first_column.min(column);
        let is_visible = |first: usize| {
            let layout = TableLayout::fit(&widths, first, available);
            layout
                .columns
                .iter()
                .any(|(at, _, width)| *at == column && *width >= widths[column].min(available / 3))
        };
        while table.first_column < column && !is_visible(table.first_column) {
            table.first_column += 1;
        }
    }

    /// Returns the layout for the width set by `set_table_viewport`.
    pub fn table_layout(&self, cx: &AppCx) -> TableLayout {
        let mut widths = self.column_widths(cx);
        let available = self.viewport.width;
        let others: u16 = widths.iter().skip(1).map(|width| width + GAP).sum();
        // Give spare space to the first column, whose texts are the longest.
        if let Some(pinned) = widths.first_mut().filter(|_| self.is_first_flexible()) {
            let extra = available.saturating_sub(others).min(*WIDTH_RANGE.end());
            *pinned = (*pinned).max(extra.min(MAX_SPARE_WIDTH));
        }
        let total_width = |widths: &[u16]| {
            let columns = widths.iter().map(|width| width + GAP);
            columns.sum::<u16>().saturating_sub(GAP)
        };
        // Give the rest to the class column, whose longest names would otherwise be cut beside a blank.
        if let Some(class) = self.flexible_class_column() {
            let extra = available.saturating_sub(total_width(&widths));
            if let Some(width) = widths.get_mut(class) {
                *width += extra.min(MAX_CLASS_WIDTH.saturating_sub(*width));
            }
        }
        let all = total_width(&widths);
        let first = if all <= available { 1 } else { self.first_column };
        let layout = TableLayout::fit(&widths, first, available);
        // If the next column does not fit, give its space to the names.
        let end = layout.columns.last().map_or(0, |(_, x, width)| x + width);
        let extra = available.saturating_sub(end);
        match (widths.first_mut(), layout.columns.first()) {
            (Some(pinned), Some((_, _, width)))
                if extra > 0 && self.is_first_flexible() && *width < MAX_SPARE_WIDTH =>
            {
                *pinned = (width + extra).min(MAX_SPARE_WIDTH);
                TableLayout::fit(&widths, first, available)
            }
            _ => layout,
        }
    }

    /// Returns the class column, unless the user sized it or it is first.
    fn flexible_class_column(&self) -> Option<usize> {
        let position = self.columns.iter().position(|column| *column == DealColumn::Class)?;
        let is_user_sized = self.widths.contains_key(DealColumn::Class.name());
        (position > 0 && !is_user_sized).then_some(position)
    }

    fn is_first_flexible(&self) -> bool {
        let first = self.columns.first();
        first.is_some_and(|first| !self.widths.contains_key(first.name()))
    }

    fn column_widths(&self, cx: &AppCx) -> Vec<u16> {
        let is_narrow = self.viewport.width < NARROW_TABLE;
        let unit = Messages::new(cx.lang()).get(cx.age_clock().unit());
        let unit_width = crate::text::width(&unit) as u16;
        let width_of = |column: &DealColumn| {
            let user_width = self.widths.get(column.name()).copied();
            match user_width {
                None if is_narrow => narrow_width(*column, unit_width),
                _ => self.column_width(*column, cx),
            }
        };
        self.columns.iter().map(width_of).collect()
    }

    /// Returns the width of a column: the user's, or what its content and head need.
    pub fn column_width(&self, column: DealColumn, cx: &AppCx) -> u16 {
        if let Some(user_width) = self.widths.get(column.name()) {
            return *user_width;
        }
        let content = match column {
            DealColumn::Name => 30,
            DealColumn::Status => 22,
            DealColumn::Class | DealColumn::Followup | DealColumn::Labels => 20,
            DealColumn::Star => 1,
            DealColumn::Owner => 14,
            DealColumn::Age => 7,
            DealColumn::Id => 36,
            DealColumn::Kpi(_) => 9,
        };
        let label = column.label(cx.options.lang, true);
        // Leave space in the header for the sort mark.
        content.max(crate::text::width(&label) as u16 + 3)
    }

    /// Stores the column widths that a front end measured, in terminal columns.
    pub fn set_drawn_columns(&mut self, drawn: Vec<(DealColumn, u16)>) {
        self.drawn_widths = drawn;
    }

    /// Returns the drawn width of a column, including spare space or cuts.
    pub(crate) fn drawn_width(&self, column: DealColumn, cx: &AppCx) -> u16 {
        let table = self;
        let drawn = if table.drawn_widths.is_empty() {
            let layout = self.table_layout(cx).columns.into_iter();
            let mut drawn = layout.filter(|(at, ..)| table.columns.get(*at) == Some(&column));
            drawn.next().map(|(_, _, width)| width)
        } else {
            // A width the user set since the last frame applies at once.
            let user_width = table.widths.get(column.name()).copied();
            let measured = || table.drawn_widths.iter().find(|(drawn, _)| *drawn == column);
            user_width.or_else(|| measured().map(|(_, width)| *width))
        };
        drawn.unwrap_or_else(|| self.column_width(column, cx))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn columns_never_overlap_or_exceed_the_table_width(
            widths in proptest::collection::vec(4_u16..=60, 0..20),
            first in 0_usize..25,
            room in 0_u16..300,
        ) {
            let layout = TableLayout::fit(&widths, first, room);
            let mut end = 0;
            for (place, (at, x, width)) in layout.columns.iter().enumerate() {
                prop_assert!(*at < widths.len() && x + width <= room.max(1));
                prop_assert!(place == 0 || *x >= end + GAP);
                end = x + width;
            }
            if !widths.is_empty() {
                prop_assert_eq!(
                    layout.columns.len() - 1 + layout.before + layout.after,
                    widths.len() - 1
                );
            }
        }
    }

    #[test]
    fn eighty_columns_show_owner_age_and_a_first_ratio() {
        let widths: Vec<u16> =
            DealColumn::standard().into_iter().map(|column| narrow_width(column, 1)).collect();
        let layout = TableLayout::fit(&widths, 1, 78);
        let shown = layout.columns.iter().map(|(at, ..)| DealColumn::standard()[*at]);
        let shown: Vec<DealColumn> = shown.collect();
        assert!(shown.contains(&DealColumn::Owner) && shown.contains(&DealColumn::Age), "{shown:?}");
        assert_eq!(shown.last(), Some(&DealColumn::Kpi(crate::contract::models::kpi::KpiKey::Ltv)));
    }

    #[test]
    fn the_first_column_stays_and_the_rest_scrolls() {
        let widths = [20, 10, 10, 10];
        let layout = TableLayout::fit(&widths, 2, 44);
        assert_eq!(layout.columns, [(0, 0, 20), (2, 22, 10), (3, 34, 10)]);
        assert_eq!((layout.before, layout.after), (1, 0));
        let narrow = TableLayout::fit(&widths, 1, 30);
        assert_eq!(narrow.columns, [(0, 0, 18), (1, 20, 10)]);
        assert_eq!(narrow.after, 2);
    }
}

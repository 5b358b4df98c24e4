//! Actions that change the saved views and the table columns.

use crate::dataset::column::DealColumn;
use crate::deals::pipeline::pipeline::{OWN_NAME_KEY, Pipeline};
use crate::deals::table::column_settings::AllDealsColumns;
use crate::deals::table::layout::WIDTH_RANGE;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::screens::views::views::{Views, setting_of_view};

impl Views {
    /// Sets the user's own name and reapplies the filter. The name is stored in the profile.
    pub(crate) fn set_own_name(
        &mut self,
        name: &str,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let name = name.trim();
        pipeline.board.own_names = (!name.is_empty()).then(|| name.to_owned()).into_iter().collect();
        table.set_filter(pipeline.board.filter.clone(), pipeline, cx);
        self.counted_table = None;
        self.count_views(pipeline, cx);
        let key = if name.is_empty() { "toast-me-unknown" } else { "toast-me-known" };
        cx.notify(ToastContent::about(key, name), SHORT);
        vec![Effect::SaveSetting {
            name: OWN_NAME_KEY.to_owned(),
            value: pipeline.board.own_names.first().cloned(),
        }]
    }

    /// Widens or narrows a column, starting from its drawn width. The first key press thus changes it by the same
    /// amount as each later one.
    pub(crate) fn widen_column(
        &mut self,
        column: DealColumn,
        by: i16,
        table: &mut TableState,
        cx: &mut AppCx,
    ) {
        self.resize_column(column, table.drawn_width(column, cx).saturating_add_signed(by), table, cx);
    }

    /// Sets the width of a column within the allowed range.
    pub(crate) fn resize_column(
        &mut self,
        column: DealColumn,
        width: u16,
        table: &mut TableState,
        cx: &mut AppCx,
    ) {
        let width = width.clamp(*WIDTH_RANGE.start(), *WIDTH_RANGE.end());
        table.widths.insert(column.name().to_owned(), width);
        self.save_columns_to_view(table, cx);
        table.scroll_column_into_view(cx);
    }

    /// Hides a column. The last column stays, because a table without columns would look like an error.
    pub(crate) fn hide_column(&mut self, column: DealColumn, table: &mut TableState, cx: &mut AppCx) {
        let columns = &mut table.columns;
        if columns.len() < 2 || !columns.contains(&column) {
            return;
        }
        columns.retain(|shown_column| *shown_column != column);
        self.save_all_deals_columns(table);
        table.reset_footer();
        table.focus_table_column(table.column, cx);
    }

    /// Moves a column before index `before`; the focus stays on its column.
    pub(crate) fn move_column(
        &mut self,
        column: DealColumn,
        before: usize,
        table: &mut TableState,
        cx: &mut AppCx,
    ) {
        let focused = table.focused_column();
        let columns = &mut table.columns;
        let Some(from) = columns.iter().position(|shown_column| *shown_column == column) else {
            return;
        };
        columns.remove(from);
        let to = if before > from { before - 1 } else { before };
        columns.insert(to.min(columns.len()), column);
        let index =
            focused.and_then(|focused| columns.iter().position(|shown_column| *shown_column == focused));
        table.column = index.unwrap_or(table.column);
        table.reset_footer();
        self.save_columns_to_view(table, cx);
        table.scroll_column_into_view(cx);
    }

    /// Stores column widths and column order in the open view only. The set of columns belongs to the view's definition
    /// and is stored when the view is saved. Without an open view, everything is stored for "all deals".
    pub(crate) fn save_columns_to_view(&mut self, table: &mut TableState, cx: &mut AppCx) {
        self.save_all_deals_columns(table);
        let (widths, columns) = (table.widths.clone(), table.columns.clone());
        let name = self.current.clone().filter(|_| table.shown && cx.in_present().is_ok());
        let Some(view) = name.and_then(|name| self.list.iter_mut().find(|view| view.name == name)) else {
            return;
        };
        let same = |a: &[DealColumn], b: &[DealColumn]| {
            a.len() == b.len() && a.iter().all(|column| b.contains(column))
        };
        let mut changed = view.widths != widths;
        view.widths = widths;
        if view.columns != columns && same(&view.columns, &columns) {
            view.columns = columns;
            changed = true;
        }
        if changed {
            let (name, text) = setting_of_view(view);
            cx.output.effects.push(Effect::SaveSetting { name, value: Some(text) });
        }
    }

    /// Stores the current columns for "all deals" if no view is open.
    pub(crate) fn save_all_deals_columns(&mut self, table: &mut TableState) {
        if self.current.is_none() {
            self.all_deals = AllDealsColumns { columns: table.columns.clone(), widths: table.widths.clone() };
        }
    }

    /// Restores the columns and widths of "all deals".
    pub(crate) fn restore_all_deals_columns(
        &mut self,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let AllDealsColumns { columns, widths } = self.all_deals.clone();
        table.widths = widths;
        let sort = table.sort.clone();
        table.set_table(columns, sort, pipeline, cx);
    }

    pub(crate) fn begin_edit_views(&mut self, cx: &mut AppCx) {
        cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit {
            subject: EditSubject::Views,
            text: crate::screens::views::saved_view::views_to_text(&self.list),
        }));
    }
}

//! Actions that change the saved views and the table columns.

use crate::dataset::column::Column;
use crate::deals::pipeline::me::ME;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::column_settings::AllDeals;
use crate::deals::table::layout::WIDTHS;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::edited_text::{Edit, EditWhat};
use crate::foundation::cx::output::HostRequest;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::model::effect::Effect;
use crate::screens::views::views::{Views, view_setting};

impl Views {
    /// Sets the user's own name and reapplies the filter. The name is stored in the profile.
    pub(crate) fn set_me(
        &mut self,
        name: &str,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let name = name.trim();
        pipeline.board.me = (!name.is_empty()).then(|| name.to_owned()).into_iter().collect();
        table.set_filter(pipeline.board.filter.clone(), pipeline, cx);
        self.counted = None;
        self.count_views(pipeline, cx);
        cx.say(
            ToastKind::MeKnown {
                name: name.to_owned(),
            },
            SHORT,
        );
        vec![Effect::Keep {
            name: ME.to_owned(),
            value: pipeline.board.me.first().cloned(),
        }]
    }

    /// Widens or narrows a column, starting from its drawn width. The first key press thus changes it by the same
    /// amount as each later one.
    pub(crate) fn widen_column(&mut self, column: Column, by: i16, table: &mut TableState, cx: &mut AppCx) {
        self.size_column(
            column,
            table.drawn_width(column, cx).saturating_add_signed(by),
            table,
            cx,
        );
    }

    /// Sets the width of a column within the allowed range.
    pub(crate) fn size_column(&mut self, column: Column, width: u16, table: &mut TableState, cx: &mut AppCx) {
        let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
        table.widths.insert(column.name().to_owned(), width);
        self.remember_columns(table, cx);
        table.keep_column_in_sight(cx);
    }

    /// Hides a column. The last column stays, because a table without columns would look like an error.
    pub(crate) fn hide_column(&mut self, column: Column, table: &mut TableState, cx: &mut AppCx) {
        let columns = &mut table.columns;
        if columns.len() < 2 || !columns.contains(&column) {
            return;
        }
        columns.retain(|own| *own != column);
        self.note_all_deals(table);
        table.forget_feet();
        table.focus_table_column(table.column, cx);
    }

    /// Moves a column before index `before`; the focus stays on its column.
    pub(crate) fn place_column(
        &mut self,
        column: Column,
        before: usize,
        table: &mut TableState,
        cx: &mut AppCx,
    ) {
        let focused = table.focused_column();
        let columns = &mut table.columns;
        let Some(from) = columns.iter().position(|own| *own == column) else {
            return;
        };
        columns.remove(from);
        let to = if before > from { before - 1 } else { before };
        columns.insert(to.min(columns.len()), column);
        let place = focused.and_then(|focused| columns.iter().position(|own| *own == focused));
        table.column = place.unwrap_or(table.column);
        table.forget_feet();
        self.remember_columns(table, cx);
        table.keep_column_in_sight(cx);
    }

    /// Stores column widths and column order in the open view only. The set of columns belongs to the view's definition
    /// and is stored when the view is saved. Without an open view, everything is stored for "all deals".
    pub(crate) fn remember_columns(&mut self, table: &mut TableState, cx: &mut AppCx) {
        self.note_all_deals(table);
        let (widths, columns) = (table.widths.clone(), table.columns.clone());
        let name = self.current.clone().filter(|_| table.shown);
        let Some(view) = name.and_then(|name| self.list.iter_mut().find(|view| view.name == name)) else {
            return;
        };
        let same = |one: &[Column], other: &[Column]| {
            one.len() == other.len() && one.iter().all(|column| other.contains(column))
        };
        let mut changed = view.widths != widths;
        view.widths = widths;
        if view.columns != columns && same(&view.columns, &columns) {
            view.columns = columns;
            changed = true;
        }
        if changed {
            let (name, text) = view_setting(view);
            cx.output.effects.push(Effect::Keep {
                name,
                value: Some(text),
            });
        }
    }

    /// Stores the current columns for "all deals" if no view is open.
    pub(crate) fn note_all_deals(&mut self, table: &mut TableState) {
        if self.current.is_none() {
            self.all = AllDeals {
                columns: table.columns.clone(),
                widths: table.widths.clone(),
            };
        }
    }

    /// Restores the columns and widths of "all deals".
    pub(crate) fn show_all_deals(&mut self, table: &mut TableState, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let AllDeals { columns, widths } = self.all.clone();
        table.widths = widths;
        let sort = table.sort.clone();
        table.set_table(columns, sort, pipeline, cx);
    }

    pub(crate) fn begin_edit_views(&mut self, cx: &mut AppCx) {
        cx.ask_host(HostRequest::Edit(Edit {
            what: EditWhat::Views,
            text: crate::screens::views::saved_view::views_to_text(&self.list),
        }));
    }
}

//! `App` methods for copying.

use crate::dataset::column::Column;
use crate::deals::table::cell_range::Cells;
use crate::foundation::cx::output::Copying;
use crate::foundation::cx::toast_types::CopiedWhat;
use crate::foundation::input::context::Screen;
use crate::model::snapshot::NotificationRow;
use crate::model::table::DealRow;
use crate::screens::library::library::DETAIL;
use crate::shell::app::App;
use crate::text::Clean;
use crate::tools::clipboard::copy::{cell, lines, rows_as_text};
use crate::tools::clipboard::copy_request::CopyWay;
use crate::tools::clipboard::handover;

impl App {
    /// Returns the available ways to copy the focus.
    pub fn ways_to_copy(&self) -> Vec<CopyWay> {
        let deals = self.cx.on_deals();
        let any = self.pipeline.focused_row(&self.cx).is_some() || !self.pipeline.selection.is_empty();
        let mut ways = Vec::new();
        if self.table.cells_to_copy(&self.cx).is_some() {
            ways.push(CopyWay::Cells);
        }
        if deals && any {
            if self.pipeline.copies_an_id(&self.cx) {
                ways.push(CopyWay::Id);
            }
            ways.extend([CopyWay::Name, CopyWay::Rows]);
        }
        let rows = self.copied_rows(CopyWay::Rows);
        if self.cx.screen == Screen::Pipeline && self.copied_rows(CopyWay::Shown) > rows {
            ways.push(CopyWay::Shown);
        }
        if self.cx.screen == Screen::Notifications {
            let meant = self.inbox.meant_notifications(&self.cx).len();
            if meant > 0 {
                ways.extend([CopyWay::Id, CopyWay::Name, CopyWay::Rows]);
            }
            if self.inbox.shown_notifications(&self.cx).len() > meant {
                ways.push(CopyWay::Shown);
            }
            if !self.cx.snapshot.inbox.items.is_empty() {
                ways.push(CopyWay::Handover);
            }
        }
        if self
            .inbox
            .facts_for_support(&self.activity, &self.pipeline, &self.cx)
            .is_some()
        {
            ways.push(CopyWay::Request);
        }
        ways
    }

    /// Returns the number of rows that a way copies, or of cells for `CopyWay::Cells`.
    pub fn copied_rows(&self, way: CopyWay) -> usize {
        match way {
            CopyWay::Shown if self.cx.screen == Screen::Notifications => {
                self.inbox.shown_notifications(&self.cx).len()
            }
            CopyWay::Shown => self.pipeline.lens.shown,
            CopyWay::Request | CopyWay::Handover => 1,
            CopyWay::Cells => self.table.cells_to_copy(&self.cx).map_or(0, |cells| {
                let (rows, columns) = cells.size();
                rows * columns
            }),
            _ if self.cx.screen == Screen::Notifications => self.inbox.meant_notifications(&self.cx).len(),
            CopyWay::Id | CopyWay::Name | CopyWay::Rows if !self.cx.on_deals() => 1,
            CopyWay::Id | CopyWay::Name | CopyWay::Rows if self.pipeline.copies_focused(&self.cx) => {
                usize::from(self.pipeline.focused_row(&self.cx).is_some())
            }
            CopyWay::Id | CopyWay::Name | CopyWay::Rows => self.selection_summary().count,
        }
    }

    /// Copies the focus: selected rows, the facts of a refused write, otherwise the identifier.
    pub(crate) fn copy(&mut self) {
        if self.cx.on_deals() {
            // The window's table has a focused cell, as in a spreadsheet, so that cell is copied.
            let cells = self.cx.options.beside && self.table.shown && self.cx.screen == Screen::Pipeline;
            if self.table.cells_to_copy(&self.cx).is_some() {
                return self.copy_as(CopyWay::Cells);
            }
            if cells && self.pipeline.selection.is_empty() {
                if let (Some(column), Some(row)) =
                    (self.table.focused_column(), self.pipeline.focused_row(&self.cx))
                {
                    let text = cell(&self.cx, self.cx.options.lang, &row, column);
                    self.cx.copy_text(text);
                }
                return;
            }
            if let (Some(key), Some(row)) = (
                self.pipeline.focused_ratio(&self.cx),
                self.pipeline.opened_row(&self.cx),
            ) {
                let text = cell(&self.cx, self.cx.options.lang, &row, Column::Kpi(key));
                self.cx.copy_text(text);
                return;
            }
            let way = if self.pipeline.copies_focused(&self.cx) && self.pipeline.copies_an_id(&self.cx) {
                CopyWay::Id
            } else {
                CopyWay::Rows
            };
            return self.copy_as(way);
        }
        let text = match self.cx.screen {
            Screen::Portfolio => {
                let portfolio = self.cx.snapshot.portfolio.value.as_ref();
                portfolio.map(|portfolio| portfolio.record().as_str().to_owned())
            }
            Screen::Notifications if self.inbox.picked_count() > 0 => return self.copy_as(CopyWay::Rows),
            Screen::Notifications => self.inbox.focus.as_ref().map(|id| id.as_str().to_owned()),
            // The user copies a refusal to explain it to others, so the key alone is of no use.
            Screen::Activity
                if self.activity.focused_request(&self.cx).is_none()
                    && self
                        .inbox
                        .copies_refusal(&self.activity, &self.pipeline, &self.cx) =>
            {
                return self.copy_as(CopyWay::Request);
            }
            Screen::Activity => self.activity.copy_of_activity(&self.cx),
            Screen::Tasks => self.tasks.focused_task().map(|task| task.id.clone()),
            Screen::Views => self.copy_of_library(),
            Screen::Explorer => self.explorer.copy_of_explorer(&self.cx),
            Screen::Pipeline | Screen::Deal => None,
        };
        if let Some(text) = text {
            self.cx.copy_text(text);
        }
    }

    pub(crate) fn copy_as(&mut self, way: CopyWay) {
        match way {
            CopyWay::Request => {
                if let Some(facts) = self
                    .inbox
                    .facts_for_support(&self.activity, &self.pipeline, &self.cx)
                {
                    self.cx.copy(facts);
                }
            }
            CopyWay::Cells => {
                if let Some(range) = self.table.cells_to_copy(&self.cx) {
                    let text = self.cells_as_text(&range);
                    let said = CopiedWhat::Cells(self.copied_rows(way));
                    self.cx.copy(Copying { text, said });
                }
            }
            CopyWay::Handover => {
                self.cx.copy(Copying {
                    text: handover::text(&self.inbox, &self.cx),
                    said: CopiedWhat::Handover,
                });
            }
            CopyWay::Rows | CopyWay::Shown if self.cx.screen == Screen::Notifications => {
                let rows = if way == CopyWay::Shown {
                    self.inbox.shown_notifications(&self.cx)
                } else {
                    self.inbox.meant_notifications(&self.cx)
                };
                let text = handover::tab_separated(&self.inbox, &self.cx, &rows);
                let said = CopiedWhat::Rows(rows.len());
                self.cx.copy(Copying { text, said });
            }
            CopyWay::Rows | CopyWay::Shown => {
                let rows = if way == CopyWay::Shown {
                    let table = &self.cx.snapshot.deals;
                    self.rows_shown().filter_map(|ix| table.row(ix)).collect()
                } else {
                    self.rows_to_copy()
                };
                let text = rows_as_text(&self.cx, &self.table.columns, &rows);
                let said = CopiedWhat::Rows(rows.len());
                self.cx.copy(Copying { text, said });
            }
            CopyWay::Id | CopyWay::Name if self.cx.on_deals() => {
                let rows = self.rows_to_copy();
                let one = |row: &DealRow<'_>| match way {
                    CopyWay::Id => row.service_id().to_owned(),
                    _ => Clean::line(row.name).to_string(),
                };
                let mut lines: Vec<String> = rows.iter().map(one).collect();
                lines.retain(|line| way != CopyWay::Id || !line.is_empty());
                self.cx.copy_lines(&lines);
            }
            CopyWay::Id | CopyWay::Name => {
                let rows = self.inbox.meant_notifications(&self.cx);
                let one = |row: &&NotificationRow| match way {
                    CopyWay::Id => row.id.as_str().to_owned(),
                    _ => Clean::line(&row.title).to_string(),
                };
                let lines: Vec<String> = rows.iter().map(one).collect();
                self.cx.copy_lines(&lines);
            }
        }
    }

    /// Formats a cell range with its column heads.
    pub(crate) fn cells_as_text(&self, range: &Cells) -> String {
        let columns = self.table.columns.get(range.columns.clone()).unwrap_or_default();
        let rows = self.table.rows().get(range.rows.clone()).unwrap_or_default();
        let deals = &self.cx.snapshot.deals;
        let rows: Vec<DealRow<'_>> = rows.iter().filter_map(|ix| deals.row(*ix)).collect();
        lines(&self.cx, columns, &rows)
    }

    /// Returns the rows to copy: the selection, otherwise the focused deal. A screen that shows one deal always copies
    /// that deal.
    pub(crate) fn rows_to_copy(&self) -> Vec<DealRow<'_>> {
        if self.pipeline.copies_focused(&self.cx) {
            return self.pipeline.focused_row(&self.cx).into_iter().collect();
        }
        self.selected_rows()
    }

    /// Returns the text to copy: the focused view, an identifier or a value.
    pub(crate) fn copy_of_library(&self) -> Option<String> {
        if self.cx.pane == DETAIL {
            return self.copy_of_shown(self.library.shown.as_ref()?);
        }
        if let Some(name) = self.library.focused_deal_view(&self.views, &self.cx) {
            let view = self.views.find(&name)?;
            return Some(crate::screens::views::saved_view::views_to_text(
                std::slice::from_ref(view),
            ));
        }
        Some(self.library.focused_library_item(&self.cx)?.1.id)
    }
}

//! `App` methods for copying.

use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;
use crate::deals::table::cell_range::CellRange;
use crate::foundation::cx::output::{CopyRequest, FrontEndRequest, ShownText};
use crate::foundation::cx::toast_types::CopyContent;
use crate::foundation::input::context::Screen;
use crate::link::Link;
use crate::model::snapshot::NotificationRow;
use crate::model::table::DealRow;
use crate::screens::server_views::server_views::DETAIL;
use crate::shell::app::App;
use crate::text::SafeText;
use crate::tools::clipboard::copy::{cell_text, rows_text, tab_separated_lines};
use crate::tools::clipboard::handover;
use crate::tools::clipboard::support_facts::CopyFormat;

impl App {
    /// Returns the available ways to copy the focus.
    pub fn copy_formats(&self) -> Vec<CopyFormat> {
        let deals = self.cx.is_on_deals();
        let any = self.pipeline.focused_row(&self.cx).is_some() || !self.pipeline.selection.is_empty();
        let mut formats = Vec::new();
        if self.table.cells_to_copy(&self.cx).is_some() {
            formats.push(CopyFormat::Cells);
        }
        if deals && any {
            if self.pipeline.has_service_id(&self.cx) {
                formats.extend([CopyFormat::Id, CopyFormat::Link]);
            }
            formats.extend([CopyFormat::Name, CopyFormat::Rows]);
        }
        let rows = self.copied_row_count(CopyFormat::Rows);
        if self.cx.screen == Screen::Pipeline && self.copied_row_count(CopyFormat::VisibleRows) > rows {
            formats.push(CopyFormat::VisibleRows);
        }
        if deals && self.views.current.is_some() {
            formats.push(CopyFormat::ViewLink);
        }
        if self.cx.screen == Screen::Notifications {
            let targets = self.inbox.target_notifications(&self.cx).len();
            if targets > 0 {
                formats.extend([CopyFormat::Id, CopyFormat::Name, CopyFormat::Rows]);
            }
            if self.inbox.visible_notifications(&self.cx).len() > targets {
                formats.push(CopyFormat::VisibleRows);
            }
            if !self.cx.snapshot.inbox.items.is_empty() {
                formats.push(CopyFormat::Handover);
            }
        }
        if self.inbox.support_details(&self.activity, &self.pipeline, &self.cx).is_some() {
            formats.push(CopyFormat::Request);
        }
        formats
    }

    /// Returns the number of rows that a way copies, or of cells for `CopyFormat::Cells`.
    pub fn copied_row_count(&self, format: CopyFormat) -> usize {
        match format {
            CopyFormat::VisibleRows if self.cx.screen == Screen::Notifications => {
                self.inbox.visible_notifications(&self.cx).len()
            }
            CopyFormat::VisibleRows => self.pipeline.filtered.shown,
            CopyFormat::Request | CopyFormat::Handover | CopyFormat::ViewLink => 1,
            CopyFormat::Cells => self.table.cells_to_copy(&self.cx).map_or(0, |cells| {
                let (rows, columns) = cells.size();
                rows * columns
            }),
            _ if self.cx.screen == Screen::Notifications => self.inbox.target_notifications(&self.cx).len(),
            CopyFormat::Id | CopyFormat::Link | CopyFormat::Name | CopyFormat::Rows
                if !self.cx.is_on_deals() =>
            {
                1
            }
            CopyFormat::Id | CopyFormat::Link | CopyFormat::Name | CopyFormat::Rows
                if self.pipeline.copies_focused_deal(&self.cx) =>
            {
                usize::from(self.pipeline.focused_row(&self.cx).is_some())
            }
            CopyFormat::Id | CopyFormat::Link | CopyFormat::Name | CopyFormat::Rows => {
                self.selection_summary().count
            }
        }
    }

    /// Copies the focus: selected rows, the facts of a rejected write, otherwise the identifier.
    pub(crate) fn copy(&mut self) {
        if self.cx.is_on_deals() {
            // The window's table has a focused cell, as in a spreadsheet, so that cell is copied.
            let cells = self.cx.options.split_view && self.table.shown && self.cx.screen == Screen::Pipeline;
            if self.table.cells_to_copy(&self.cx).is_some() {
                return self.copy_as(CopyFormat::Cells);
            }
            if cells && self.pipeline.selection.is_empty() {
                if let (Some(column), Some(row)) =
                    (self.table.focused_column(), self.pipeline.focused_row(&self.cx))
                {
                    let text = cell_text(&self.cx, self.cx.options.lang, &row, column);
                    self.cx.copy_text(text);
                }
                return;
            }
            if let (Some(key), Some(row)) =
                (self.pipeline.focused_ratio(&self.cx), self.pipeline.opened_row(&self.cx))
            {
                let text = cell_text(&self.cx, self.cx.options.lang, &row, DealColumn::Kpi(key));
                self.cx.copy_text(text);
                return;
            }
            let format =
                if self.pipeline.copies_focused_deal(&self.cx) && self.pipeline.has_service_id(&self.cx) {
                    CopyFormat::Id
                } else {
                    CopyFormat::Rows
                };
            return self.copy_as(format);
        }
        let text = match self.cx.screen {
            Screen::Flow => {
                return self.cx.ask_front_end(FrontEndRequest::CopyShown(ShownText::FlowLine));
            }
            Screen::Portfolio => {
                let portfolio = self.cx.snapshot.portfolio.value.as_ref();
                portfolio.map(|portfolio| portfolio.record().as_str().to_owned())
            }
            Screen::Notifications if self.inbox.selected_count() > 0 => {
                return self.copy_as(CopyFormat::Rows);
            }
            Screen::Notifications => self.inbox.focus.as_ref().map(|id| id.as_str().to_owned()),
            // The user copies a rejection to explain it to others, so the key alone is of no use.
            Screen::Activity
                if self.activity.focused_request(&self.cx).is_none()
                    && self.inbox.has_rejected_write(&self.activity, &self.pipeline, &self.cx) =>
            {
                return self.copy_as(CopyFormat::Request);
            }
            Screen::Activity => self.activity.copy_text(&self.cx),
            Screen::Tasks => self.tasks.focused_task().map(|task| task.id.clone()),
            Screen::Views if self.is_tile_focused() => {
                return self.cx.ask_front_end(FrontEndRequest::CopyShown(ShownText::FocusedTile));
            }
            Screen::Views => self.server_view_copy_text(),
            Screen::Explorer => self.explorer.copy_text(&self.cx),
            Screen::Pipeline | Screen::Deal | Screen::Agenda => None,
        };
        if let Some(text) = text {
            self.cx.copy_text(text);
        }
    }

    pub(crate) fn copy_as(&mut self, format: CopyFormat) {
        match format {
            CopyFormat::Request => {
                if let Some(details) = self.inbox.support_details(&self.activity, &self.pipeline, &self.cx) {
                    self.cx.copy(details);
                }
            }
            CopyFormat::Cells => {
                if let Some(range) = self.table.cells_to_copy(&self.cx) {
                    let text = self.cell_range_text(&range);
                    let content = CopyContent::Cells(self.copied_row_count(format));
                    self.cx.copy(CopyRequest { text, content });
                }
            }
            CopyFormat::Handover => {
                self.cx.copy(CopyRequest {
                    text: handover::handover_text(&self.inbox, &self.cx),
                    content: CopyContent::Handover,
                });
            }
            CopyFormat::Rows | CopyFormat::VisibleRows if self.cx.screen == Screen::Notifications => {
                let rows = if format == CopyFormat::VisibleRows {
                    self.inbox.visible_notifications(&self.cx)
                } else {
                    self.inbox.target_notifications(&self.cx)
                };
                let text = handover::clipboard_rows(&self.inbox, &self.cx, &rows);
                let content = CopyContent::Rows(rows.len());
                self.cx.copy(CopyRequest { text, content });
            }
            CopyFormat::Rows | CopyFormat::VisibleRows => {
                let rows = if format == CopyFormat::VisibleRows {
                    let table = &self.cx.snapshot.deals;
                    self.visible_rows().filter_map(|ix| table.row(ix)).collect()
                } else {
                    self.rows_to_copy()
                };
                let text = rows_text(&self.cx, &self.table.columns, &rows);
                let content = CopyContent::Rows(rows.len());
                self.cx.copy(CopyRequest { text, content });
            }
            CopyFormat::ViewLink => {
                if let Some(name) = self.views.current.clone() {
                    self.cx.copy_text(Link::View(name).to_string());
                }
            }
            CopyFormat::Id | CopyFormat::Link | CopyFormat::Name if self.cx.is_on_deals() => {
                let rows = self.rows_to_copy();
                let format_line = |row: &DealRow<'_>| match format {
                    CopyFormat::Id => row.service_id().to_owned(),
                    CopyFormat::Link => {
                        let id = DealId::new(row.service_id()).ok();
                        id.map_or_else(String::new, |id| Link::Deal(id).to_string())
                    }
                    _ => SafeText::line(row.name).to_string(),
                };
                let mut lines: Vec<String> = rows.iter().map(format_line).collect();
                lines.retain(|line| format == CopyFormat::Name || !line.is_empty());
                self.cx.copy_lines(&lines);
            }
            CopyFormat::Id | CopyFormat::Link | CopyFormat::Name => {
                let rows = self.inbox.target_notifications(&self.cx);
                let format_line = |row: &&NotificationRow| match format {
                    CopyFormat::Id => row.id.as_str().to_owned(),
                    _ => SafeText::line(&row.title).to_string(),
                };
                let lines: Vec<String> = rows.iter().map(format_line).collect();
                self.cx.copy_lines(&lines);
            }
        }
    }

    /// Formats a cell range with its column headers.
    pub(crate) fn cell_range_text(&self, range: &CellRange) -> String {
        let columns = self.table.columns.get(range.columns.clone()).unwrap_or_default();
        let rows = self.table.deals_of_lines(range.rows.clone());
        let deals = &self.cx.snapshot.deals;
        let rows: Vec<DealRow<'_>> = rows.iter().filter_map(|ix| deals.row(*ix)).collect();
        tab_separated_lines(&self.cx, columns, &rows)
    }

    /// Returns the rows to copy: the selection, otherwise the focused deal. A screen that shows one deal always copies
    /// that deal.
    pub(crate) fn rows_to_copy(&self) -> Vec<DealRow<'_>> {
        if self.pipeline.copies_focused_deal(&self.cx) {
            return self.pipeline.focused_row(&self.cx).into_iter().collect();
        }
        self.selected_rows()
    }

    fn is_tile_focused(&self) -> bool {
        let viewer = self.server_views.detail.as_ref().filter(|_| self.cx.pane == DETAIL);
        viewer.is_some_and(|viewer| self.cx.tiled_record(viewer).is_some())
    }

    /// Returns the text to copy: the focused view, an identifier or a value.
    pub(crate) fn server_view_copy_text(&self) -> Option<String> {
        if self.cx.pane == DETAIL {
            return self.viewer_copy_text(self.server_views.detail.as_ref()?);
        }
        if let Some(name) = self.server_views.focused_deal_view(&self.views, &self.cx) {
            let view = self.views.find(&name)?;
            return Some(crate::screens::views::saved_view::views_to_text(std::slice::from_ref(view)));
        }
        Some(self.server_views.focused_server_view(&self.cx)?.1.id)
    }
}

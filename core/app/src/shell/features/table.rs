//! `App` methods for the table.

use crate::dataset::column_totals::ColumnFooter;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::shell::action::Action;
use crate::shell::app::App;

impl App {
    /// Returns count, sum and mean per column over the selected rows, or all shown ones.
    pub fn table_footer(&self) -> &[ColumnFooter] {
        let (footer, _) = self.table.footer.get_or_init(|| {
            let selected = self.visible_selected_rows();
            let cells = self.table.cell_range().map(|cells| self.table.deals_of_lines(cells.rows));
            let rows = if let Some(rows) = &cells {
                rows
            } else if selected.is_empty() {
                self.table.rows()
            } else {
                &selected
            };
            let mut prev = self.table.prev_footer.clone();
            let footer =
                prev.footers(&self.cx.snapshot.deals, rows, &self.table.columns, self.cx.age_clock());
            (footer, prev)
        });
        footer
    }
}

impl TableState {
    /// Ends the range if an action moves the focus without extending it.
    pub(crate) fn end_cell_range(&mut self, action: &Action, cx: &mut AppCx) {
        let moves_focus = match action {
            Action::Run(id) => matches!(
                id,
                ActionId::FocusLeft
                    | ActionId::FocusRight
                    | ActionId::FocusUp
                    | ActionId::FocusDown
                    | ActionId::FocusFirst
                    | ActionId::FocusLast
                    | ActionId::PageUp
                    | ActionId::PageDown
                    | ActionId::Open
                    | ActionId::ScreenDeal
                    | ActionId::ToggleTable
            ),
            Action::FocusDeal(_)
            | Action::FocusTableColumn(_)
            | Action::OpenDeal(_)
            | Action::ToggleSelected(_)
            | Action::SelectTo(_)
            | Action::SortBy { .. }
            | Action::ToggleGroup(_)
            | Action::HideColumn(_)
            | Action::MoveColumn { .. } => true,
            _ => false,
        };
        if moves_focus && matches!(cx.overlay, Overlay::None) {
            self.clear_cell_range();
        }
    }
}

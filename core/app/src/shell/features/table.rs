//! `App` methods for the table and its sheets.

use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::group_numbers::column_footers;
use crate::dataset::sheets::Sheet;
use crate::dataset::sheets::pivot::PivotSpec;
use crate::deals::table::sheets::SheetState;
use crate::deals::table::sheets::sheet_table::SheetTarget;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::shell::action::Action;
use crate::shell::app::App;

impl App {
    /// Returns count, sum and mean per column over the selected rows, or all shown ones.
    pub fn table_footer(&self) -> &[ColumnFooter] {
        self.table.footer.get_or_init(|| {
            let selected = self.visible_selected_rows();
            let cells = self.table.cell_range().map(|cells| self.table.deals_of_lines(cells.rows));
            let rows = if let Some(rows) = &cells {
                rows
            } else if selected.is_empty() {
                self.table.rows()
            } else {
                &selected
            };
            column_footers(&self.cx.snapshot.deals, rows, &self.table.columns, self.cx.age_clock())
        })
    }
}

impl App {
    /// Returns the open sheet.
    pub fn open_sheet(&self) -> Option<&SheetState> {
        let is_open = self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Sheet);
        self.table.sheet.as_ref().filter(|_| is_open)
    }

    /// Shows a sheet of the filtered deals.
    pub(crate) fn show_sheet(&mut self, sheet: Sheet, parent: Option<Sheet>) {
        self.table.sheet = Some(SheetState::new(sheet, parent, &self.pipeline, &self.cx));
        self.open_picker(PickerKind::Sheet);
    }

    /// Runs an action that shows a sheet.
    pub(crate) fn show_sheet_by(&mut self, id: ActionId) {
        let column = self.table.focused_column();
        let sheet = match id {
            ActionId::ShowFrequency => Sheet::Frequency(column.unwrap_or(DealColumn::Status)),
            ActionId::ShowDescription => Sheet::Describe,
            _ => Sheet::Pivot(PivotSpec::of_column(column)),
        };
        self.show_sheet(sheet, None);
    }

    /// Changes rows and columns, number or statistic of the open pivot.
    pub(crate) fn change_pivot(&mut self, id: ActionId) {
        let Some(state) = &mut self.table.sheet else { return };
        let Sheet::Pivot(mut spec) = state.sheet else { return };
        match id {
            ActionId::PivotAxes => spec.cycle_axes(),
            ActionId::PivotFigure => spec.cycle_figure(),
            _ => spec.cycle_statistic(),
        }
        state.show(Sheet::Pivot(spec), &self.pipeline, &self.cx);
        self.focus_line_by(0);
    }

    /// Checks whether a pivot is open.
    pub(crate) fn can_change_pivot(&self) -> Result<(), DisabledReason> {
        let pivot = self.open_sheet().filter(|state| matches!(state.sheet, Sheet::Pivot(_)));
        pivot.map(|_| ()).ok_or(DisabledReason::NotHere)
    }

    /// Builds the open sheet again if the deals or the language changed.
    pub(crate) fn update_sheet(&mut self) {
        if self.open_sheet().is_none() {
            return;
        }
        if let Some(state) = &mut self.table.sheet {
            state.update(&self.pipeline, &self.cx);
        }
        self.focus_line_by(0);
    }

    /// Opens the deals or the sheet that the focused cell of a row leads to.
    pub(crate) fn open_sheet_cell(&mut self, row: usize) {
        let Some(state) = &self.table.sheet else { return };
        match state.target(row).cloned() {
            Some(SheetTarget::Condition(condition)) => {
                self.cx.overlay = Overlay::None;
                if let Some(filter) = self.pipeline.filter_with(&condition) {
                    self.table.set_filter(filter, &mut self.pipeline, &mut self.cx);
                }
            }
            Some(SheetTarget::Sheet(sheet)) => {
                let parent = Some(state.sheet);
                self.show_sheet(sheet, parent);
            }
            None => self.cx.refuse(None, DisabledReason::NothingToOpen),
        }
    }

    /// Closes the open sheet, or returns to the one that led to it.
    pub(crate) fn leave_sheet(&mut self) {
        self.cx.overlay = Overlay::None;
        if let Some(parent) = self.table.sheet.as_ref().and_then(|state| state.parent) {
            self.show_sheet(parent, None);
        }
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

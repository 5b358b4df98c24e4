//! What table does that reaches into other features.

use crate::app::foundation::dataset::column_totals::Foot;
use crate::app::shell::app::App;

impl App {
    /// Count, sum and mean of each column over the rows selected, or over all shown while none is.
    pub fn table_feet(&self) -> &[Foot] {
        let (feet, _) = self.table.feet.get_or_init(|| {
            let selected = self.selected_rows_shown();
            let cells = self
                .table
                .cells()
                .and_then(|cells| self.table.rows.get(cells.rows));
            let rows = if let Some(rows) = cells {
                rows
            } else if selected.is_empty() {
                self.table.rows.as_slice()
            } else {
                &selected
            };
            let mut summed = self.table.summed.clone();
            let feet = summed.feet(
                &self.cx.snapshot.deals,
                rows,
                &self.table.columns,
                self.cx.observed_now().as_second(),
            );
            (feet, summed)
        });
        feet
    }
}

//! Undo of a cleared record filter.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::explorer::explorer::ExplorerState;

use crate::foundation::cx::change::UndoableChange;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;

impl ExplorerState {
    /// Clears the row filter; undo restores it.
    pub(crate) fn clear_rows_filter(&mut self, cx: &mut AppCx) {
        let before = self.filter.clone();
        self.filter_rows(String::new());
        let (source, after) = (self.focused_source(), String::new());
        cx.history.push(UndoableChange::Filter { source, before, after });
        cx.notify(ToastContent::FilterCleared { complete: true }, LONG);
    }
}

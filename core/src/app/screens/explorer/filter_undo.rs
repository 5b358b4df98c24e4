//! Undo of a cleared record filter.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::explorer::explorer::ExplorerState;

use crate::app::foundation::cx::change::Change;
use crate::app::foundation::cx::toast::LONG;
use crate::app::foundation::cx::toast_kind::ToastKind;

impl ExplorerState {
    /// Clears the row filter; undo restores it.
    pub(in crate::app) fn clear_rows_filter(&mut self, cx: &mut AppCx) {
        let before = self.filter.clone();
        self.filter_rows(String::new());
        let (of, after) = (self.focused_source(), String::new());
        cx.history.push(Change::Filter { of, before, after });
        cx.say(ToastKind::FilterCleared { whole: true }, LONG);
    }
}

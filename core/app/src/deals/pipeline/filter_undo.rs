//! Undo of a cleared filter. One key must not lose a saved view's filter.

use crate::foundation::cx::app_cx::AppCx;

use crate::foundation::input::context::Screen;

impl AppCx {
    /// Returns whether the pipeline's filter is visible.
    pub(crate) fn is_filter_visible(&self) -> bool {
        self.screen == Screen::Pipeline || (self.screen == Screen::Deal && self.options.split_view)
    }
}

//! Undo of a cleared filter. One key must not lose a saved view's filter.

use crate::app::foundation::cx::app_cx::AppCx;

use crate::app::foundation::input::context::Screen;

impl AppCx {
    /// Returns whether the pipeline's filter is visible.
    pub(in crate::app) fn sees_filter(&self) -> bool {
        self.screen == Screen::Pipeline || (self.screen == Screen::Deal && self.options.beside)
    }
}

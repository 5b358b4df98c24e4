//! Undo of a cleared filter, so that one key does not lose a saved view's filter.

use crate::app::foundation::cx::app_cx::AppCx;

use crate::app::foundation::input::context::Screen;

impl AppCx {
    /// Whether the pipeline's filter is in sight.
    pub(in crate::app) fn sees_filter(&self) -> bool {
        self.screen == Screen::Pipeline || (self.screen == Screen::Deal && self.options.beside)
    }
}

//! Toggle between table and tree, in the explorer and in the detail pane of the views screen.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::explorer::explorer::ExplorerState;
use crate::screens::library::library::LibraryState;

impl LibraryState {
    /// Toggles the tree view of the explorer or of the detail pane.
    pub(crate) fn toggle_as_tree(&mut self, explorer: &mut ExplorerState, cx: &mut AppCx) {
        match (cx.screen, &mut self.detail) {
            (crate::foundation::input::context::Screen::Views, Some(viewer)) => {
                viewer.is_tree = !viewer.is_tree;
                viewer.line = 0;
            }
            (crate::foundation::input::context::Screen::Views, None) => {}
            _ => explorer.toggle_tree(),
        }
    }
}

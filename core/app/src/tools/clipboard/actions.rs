//! Actions that change the clipboard state.

use crate::tools::clipboard::clipboard::Clipboard;

impl Clipboard {
    /// Returns and clears the text to copy. The front end reports the result (`Action::Copied` or
    /// `Action::CopyFailed`).
    pub fn take_copy(&mut self) -> Option<String> {
        let copying = self.to_copy.take()?;
        self.copied = Some(copying.said);
        Some(copying.text)
    }
}

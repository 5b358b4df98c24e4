//! What changes this state.

use crate::app::tools::clipboard::clipboard::Clipboard;

impl Clipboard {
    /// Takes what is to be copied, once. Whoever takes it says what became of it (`Action::Copied` or
    /// `Action::CopyFailed`).
    pub fn take_copy(&mut self) -> Option<String> {
        let copying = self.to_copy.take()?;
        self.copied = Some(copying.said);
        Some(copying.text)
    }
}

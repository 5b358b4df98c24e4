//! Text to copy, and the last copied one.

use crate::foundation::cx::toast_types::CopiedWhat;

/// Text to copy, and the last copied one.
#[derive(Clone, Debug, Default)]
pub struct Clipboard {
    pub(crate) to_copy: Option<crate::tools::clipboard::copy_request::Copying>,
    pub(crate) copied: Option<CopiedWhat>,
}

//! Text to copy, and the last copied one.

use crate::app::foundation::cx::toast_types::CopiedWhat;

/// Text to copy, and the last copied one.
#[derive(Clone, Debug, Default)]
pub struct Clipboard {
    pub(in crate::app) to_copy: Option<crate::app::tools::clipboard::copy_request::Copying>,
    pub(in crate::app) copied: Option<CopiedWhat>,
}

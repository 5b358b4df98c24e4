//! What is to be copied, and what was.

use crate::app::foundation::cx::toast_types::CopiedWhat;

/// What is to be copied, and what was.
#[derive(Clone, Debug, Default)]
pub struct Clipboard {
    pub(in crate::app) to_copy: Option<crate::app::tools::clipboard::copy_request::Copying>,
    pub(in crate::app) copied: Option<CopiedWhat>,
}

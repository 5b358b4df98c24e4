//! Reports why a drop changed nothing; a silent drop would look like a lost change.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::disabled_reason::DisabledReason;

impl AppCx {
    /// Shows a toast with the reason why a drop changed nothing.
    pub(crate) fn refuse_drop(&mut self, reason: DisabledReason) {
        let reason = reason.key();
        self.notify(ToastContent::Disabled { id: None, reason }, SHORT);
    }
}

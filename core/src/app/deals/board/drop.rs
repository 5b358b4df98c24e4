//! Reports why a drop changed nothing; a silent drop would look like a lost change.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::toast::SHORT;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::disabled_reason::Reason;

impl AppCx {
    /// Shows a toast with the reason why a drop changed nothing.
    pub(in crate::app) fn refuse_drop(&mut self, reason: Reason) {
        let reason = reason.key();
        self.say(ToastKind::Disabled { id: None, reason }, SHORT);
    }
}

//! The title of a notification as its row tells it.

use crate::model::snapshot::NotificationRow;
use crate::shell::app::App;
use crate::text::{Messages, SafeText};

pub(crate) fn row_title(app: &App, row: &NotificationRow) -> SafeText {
    if row.title.is_empty() {
        return SafeText::line(&Messages::new(app.cx.lang()).get("notification-untitled"));
    }
    SafeText::line(&row.title)
}

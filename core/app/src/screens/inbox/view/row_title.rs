//! The title of a notification as its row tells it.

use crate::model::snapshot::NotificationRow;
use crate::shell::app::App;
use crate::text::{Clean, Words};

pub(crate) fn title(app: &App, row: &NotificationRow) -> Clean {
    if row.title.is_empty() {
        return Clean::line(&Words::new(app.cx.lang()).get("notification-untitled"));
    }
    Clean::line(&row.title)
}

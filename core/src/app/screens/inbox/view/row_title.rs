//! The title of a notification as its row tells it.

use crate::app::shell::app::App;
use crate::model::snapshot::NotificationRow;
use crate::text::{Clean, Words};

pub(in crate::app) fn title(app: &App, row: &NotificationRow) -> Clean {
    if row.title.is_empty() {
        return Clean::line(&Words::new(app.cx.lang()).get("notification-untitled"));
    }
    Clean::line(&row.title)
}

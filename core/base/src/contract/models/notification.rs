//! Notification record.

use crate::contract::ids::NotificationId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::resource::resource;

use super::deal::first_time;

resource!(
    /// A notification (contract, "Notification"). The response to the read action has only `id` and `read`.
    Notification,
    /// Identifier.
    id(NotificationId) = "id",
    /// Title.
    title = "title",
);

impl Notification {
    /// Returns whether it is read. Without the field it counts as unread, because hiding it would lose it.
    pub fn is_read(&self) -> bool {
        self.record.boolean("read").unwrap_or(false)
    }

    /// Returns the severity code. Not in the contract; read from `severity`.
    pub fn severity(&self) -> Option<String> {
        let code = self.record.text("severity")?;
        (!code.trim().is_empty()).then(|| code.into_owned())
    }

    /// Returns the send time. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<DateOrTime> {
        first_time(&self.record, &["created_at"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::record::Record;

    #[test]
    fn only_true_is_read() {
        for (json, read) in [
            (r#"{"id":"n","read":true}"#, true),
            (r#"{"id":"n","read":false}"#, false),
            (r#"{"id":"n","read":"true"}"#, false),
            (r#"{"id":"n"}"#, false),
        ] {
            assert_eq!(
                Notification::from_record(Record::parse(json).unwrap()).unwrap().is_read(),
                read,
                "{json}"
            );
        }
    }
}

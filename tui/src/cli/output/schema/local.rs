//! Columns of local records: writes, history, journal, routes, checks.

use encours_core::vocabulary::Family;

use super::{Column, Style, column};

pub(super) const WATCHED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("origin", "cli-origin", Style::Named(Family::Origin)),
    column("status", "cli-answer", Style::Code),
    column("reason", "cli-reason", Style::Text),
    column("added_at", "cli-added-at", Style::Moment),
    column("checked_at", "cli-checked-at", Style::Moment),
];

pub(super) const ROUTE: &[Column] = &[
    column("family", "cli-family", Style::Text),
    column("mode", "cli-mode", Style::Text),
    column("path", "cli-path", Style::Code),
    column("status", "cli-answer", Style::Code),
    column("scope", "cli-scope", Style::Code),
    column("checked_at", "cli-checked-at", Style::Moment),
];

pub(super) const RIGHT: &[Column] = &[
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("granted", "cli-granted", Style::Boolean),
    column("status", "cli-answer", Style::Code),
    column("scope", "cli-scope", Style::Code),
    column("checked_at", "cli-checked-at", Style::Moment),
];

pub(super) const PROFILE: &[Column] = &[
    column("name", "cli-profile", Style::Id),
    column("base_url", "cli-base-url", Style::Text),
    column("key_id", "cli-key-id", Style::Id),
    column("as_user", "cli-as-user", Style::Text),
    column("secret", "cli-secret", Style::Code),
    column("default", "cli-default", Style::Boolean),
];

pub(super) const WRITE: &[Column] = &[
    column("outbox_id", "cli-number", Style::Id),
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("record", "cli-record", Style::Id),
    column("label", "field-name", Style::Text),
    column("state", "cli-state", Style::Code),
    column("attempts", "cli-attempts", Style::Count),
    column("created_at", "cli-created-at", Style::Moment),
    column("body", "cli-body", Style::Text),
    column("operation", "cli-operation", Style::Code),
    column("idempotency_key", "cli-idempotency-key", Style::Id),
    column("outcome_unknown", "cli-outcome-unknown", Style::Boolean),
    column("base", "cli-before", Style::Text),
    column("written_for", "cli-as-user", Style::Text),
    column("problem", "cli-answer", Style::Text),
    column("reason", "cli-reason", Style::Text),
];

pub(super) const WRITE_IN_WORDS: &[Column] = &[
    column("outbox_id", "cli-number", Style::Id),
    column("label", "cli-record", Style::Text),
    column("change", "cli-change", Style::Text),
    column("state", "cli-state", Style::Text),
    column("attempts", "cli-attempts", Style::Count).aside(2),
    column("created_at", "cli-created-at", Style::Moment).aside(1),
    column("key", "cli-idempotency-key", Style::Text).aside(3),
];

pub(super) const CHANGE: &[Column] = &[
    column("deal_id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("change", "cli-change", Style::Code),
    column("field", "cli-field", Style::Code),
    column("before", "cli-before", Style::Text),
    column("after", "cli-after", Style::Text),
    column("not_before", "cli-not-before", Style::Moment),
    column("observed_at", "cli-observed-at", Style::Moment),
    column("certainty", "cli-certainty", Style::Code),
    column("by", "cli-by", Style::Code),
];

pub(super) const CHANGE_IN_WORDS: &[Column] = &[
    column("name", "field-name", Style::Text),
    column("text", "cli-change", Style::Text),
    column("when", "cli-when", Style::Text),
    column("by", "cli-by", Style::Text).aside(1),
    column("deal_id", "field-id", Style::Id).aside(2),
];

pub(super) const JOURNAL: &[Column] = &[
    column("decided_at", "cli-decided-at", Style::Moment),
    column("operation", "cli-operation", Style::Code),
    column("label", "field-name", Style::Text),
    column("outcome", "cli-outcome", Style::Code),
    column("before", "cli-before", Style::Text),
    column("after", "cli-after", Style::Text),
    column("attempts", "cli-attempts", Style::Count),
    column("idempotency_key", "cli-idempotency-key", Style::Id),
    column("request_id", "cli-request-id", Style::Id),
];

pub(super) const JOURNAL_IN_WORDS: &[Column] = &[
    column("when", "cli-when", Style::Id),
    column("label", "cli-record", Style::Text),
    column("change", "cli-change", Style::Text),
    column("outcome", "cli-outcome", Style::Text),
    column("attempts", "cli-attempts", Style::Count).aside(1),
];

pub(super) const REQUEST: &[Column] = &[
    column("sent_at", "cli-when", Style::Moment),
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("status", "cli-http-status", Style::Count),
    column("duration_ms", "cli-duration", Style::Count),
    column("attempt", "cli-attempts", Style::Count).aside(2),
    column("fault", "cli-fault", Style::Fault).aside(1),
    column("request_id", "cli-request-id", Style::Id).aside(3),
];

pub(super) const EXPORTED: &[Column] = &[
    column("file", "cli-file", Style::Text),
    column("records", "cli-records", Style::Count),
    column("bytes", "cli-bytes", Style::Count),
];

pub(super) const SETTINGS_COPY: &[Column] = &[
    column("copy", "cli-copy", Style::Id),
    column("settings", "cli-settings", Style::Count),
    column("file", "cli-file", Style::Text),
];

pub(super) const SETTING: &[Column] = &[
    column("name", "field-name", Style::Id),
    column("result", "cli-doctor-result", Style::Id),
];

pub(super) const QUEUED: &[Column] = &[
    column("queued", "waiting", Style::Boolean),
    column("outbox_id", "cli-number", Style::Id),
    column("idempotency_key", "cli-idempotency-key", Style::Id),
];

pub(super) const CHECK: &[Column] = &[
    column("check", "cli-doctor-check", Style::Id),
    column("result", "cli-doctor-result", Style::Id),
    column("detail", "cli-doctor-detail", Style::Text),
    column("advice", "cli-doctor-advice", Style::Text),
];

pub(super) const DELETED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("deleted", "cli-deleted", Style::Boolean),
];

//! Columns of local records: writes, history, journal, routes, checks.

use encours_core::vocabulary::CodeKind;

use super::{ColumnSpec, ValueStyle, column};

pub(super) const WATCHED: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("origin", "cli-origin", ValueStyle::Named(CodeKind::Origin)),
    column("status", "cli-answer", ValueStyle::Code),
    column("reason", "cli-reason", ValueStyle::Text),
    column("added_at", "cli-added-at", ValueStyle::Moment),
    column("checked_at", "cli-checked-at", ValueStyle::Moment),
];

pub(super) const ROUTE: &[ColumnSpec] = &[
    column("family", "cli-family", ValueStyle::Text),
    column("mode", "cli-mode", ValueStyle::Text),
    column("path", "cli-path", ValueStyle::Code),
    column("status", "cli-answer", ValueStyle::Code),
    column("scope", "cli-scope", ValueStyle::Code),
    column("checked_at", "cli-checked-at", ValueStyle::Moment),
];

pub(super) const RIGHT: &[ColumnSpec] = &[
    column("method", "cli-method", ValueStyle::Code),
    column("path", "cli-path", ValueStyle::Code),
    column("granted", "cli-granted", ValueStyle::Boolean),
    column("status", "cli-answer", ValueStyle::Code),
    column("scope", "cli-scope", ValueStyle::Code),
    column("checked_at", "cli-checked-at", ValueStyle::Moment),
];

pub(super) const PROFILE: &[ColumnSpec] = &[
    column("name", "cli-profile", ValueStyle::Id),
    column("base_url", "cli-base-url", ValueStyle::Text),
    column("key_id", "cli-key-id", ValueStyle::Id),
    column("as_user", "cli-as-user", ValueStyle::Text),
    column("secret", "cli-secret", ValueStyle::Code),
    column("default", "cli-default", ValueStyle::Boolean),
];

pub(super) const WRITE: &[ColumnSpec] = &[
    column("outbox_id", "cli-number", ValueStyle::Id),
    column("method", "cli-method", ValueStyle::Code),
    column("path", "cli-path", ValueStyle::Code),
    column("record", "cli-record", ValueStyle::Id),
    column("label", "field-name", ValueStyle::Text),
    column("state", "cli-state", ValueStyle::Code),
    column("attempts", "cli-attempts", ValueStyle::Count),
    column("created_at", "cli-created-at", ValueStyle::Moment),
    column("body", "cli-body", ValueStyle::Text),
    column("operation", "cli-operation", ValueStyle::Code),
    column("idempotency_key", "cli-idempotency-key", ValueStyle::Id),
    column("outcome_unknown", "cli-outcome-unknown", ValueStyle::Boolean),
    column("base", "cli-before", ValueStyle::Text),
    column("written_for", "cli-as-user", ValueStyle::Text),
    column("problem", "cli-answer", ValueStyle::Text),
    column("reason", "cli-reason", ValueStyle::Text),
];

pub(super) const WRITE_TEXT: &[ColumnSpec] = &[
    column("outbox_id", "cli-number", ValueStyle::Id),
    column("label", "cli-record", ValueStyle::Text),
    column("change", "cli-change", ValueStyle::Text),
    column("state", "cli-state", ValueStyle::Text),
    column("attempts", "cli-attempts", ValueStyle::Count).with_drop_priority(2),
    column("created_at", "cli-created-at", ValueStyle::Moment).with_drop_priority(1),
    column("key", "cli-idempotency-key", ValueStyle::Text).with_drop_priority(3),
];

pub(super) const CHANGE: &[ColumnSpec] = &[
    column("deal_id", "field-id", ValueStyle::Id),
    column("name", "field-name", ValueStyle::Text),
    column("change", "cli-change", ValueStyle::Code),
    column("field", "cli-field", ValueStyle::Code),
    column("before", "cli-before", ValueStyle::Text),
    column("after", "cli-after", ValueStyle::Text),
    column("not_before", "cli-not-before", ValueStyle::Moment),
    column("observed_at", "cli-observed-at", ValueStyle::Moment),
    column("certainty", "cli-certainty", ValueStyle::Code),
    column("by", "cli-by", ValueStyle::Code),
];

pub(super) const CHANGE_TEXT: &[ColumnSpec] = &[
    column("name", "field-name", ValueStyle::Text),
    column("text", "cli-change", ValueStyle::Text),
    column("when", "cli-when", ValueStyle::Text),
    column("by", "cli-by", ValueStyle::Text).with_drop_priority(1),
    column("deal_id", "field-id", ValueStyle::Id).with_drop_priority(2),
];

pub(super) const JOURNAL: &[ColumnSpec] = &[
    column("decided_at", "cli-decided-at", ValueStyle::Moment),
    column("operation", "cli-operation", ValueStyle::Code),
    column("label", "field-name", ValueStyle::Text),
    column("outcome", "cli-outcome", ValueStyle::Code),
    column("before", "cli-before", ValueStyle::Text),
    column("after", "cli-after", ValueStyle::Text),
    column("attempts", "cli-attempts", ValueStyle::Count),
    column("idempotency_key", "cli-idempotency-key", ValueStyle::Id),
    column("request_id", "cli-request-id", ValueStyle::Id),
];

pub(super) const JOURNAL_TEXT: &[ColumnSpec] = &[
    column("when", "cli-when", ValueStyle::Id),
    column("label", "cli-record", ValueStyle::Text),
    column("change", "cli-change", ValueStyle::Text),
    column("outcome", "cli-outcome", ValueStyle::Text),
    column("attempts", "cli-attempts", ValueStyle::Count).with_drop_priority(1),
];

pub(super) const REQUEST: &[ColumnSpec] = &[
    column("sent_at", "cli-when", ValueStyle::Moment),
    column("method", "cli-method", ValueStyle::Code),
    column("path", "cli-path", ValueStyle::Code),
    column("status", "cli-http-status", ValueStyle::Count),
    column("duration_ms", "cli-duration", ValueStyle::Count),
    column("attempt", "cli-attempts", ValueStyle::Count).with_drop_priority(2),
    column("fault", "cli-fault", ValueStyle::Fault).with_drop_priority(1),
    column("request_id", "cli-request-id", ValueStyle::Id).with_drop_priority(3),
];

pub(super) const EXPORTED: &[ColumnSpec] = &[
    column("file", "cli-file", ValueStyle::Text),
    column("records", "cli-records", ValueStyle::Count),
    column("bytes", "cli-bytes", ValueStyle::Count),
];

pub(super) const SETTINGS_COPY: &[ColumnSpec] = &[
    column("copy", "cli-copy", ValueStyle::Id),
    column("settings", "cli-settings", ValueStyle::Count),
    column("file", "cli-file", ValueStyle::Text),
];

pub(super) const SETTING: &[ColumnSpec] =
    &[column("name", "field-name", ValueStyle::Id), column("result", "cli-doctor-result", ValueStyle::Id)];

pub(super) const QUEUED: &[ColumnSpec] = &[
    column("queued", "waiting", ValueStyle::Boolean),
    column("outbox_id", "cli-number", ValueStyle::Id),
    column("idempotency_key", "cli-idempotency-key", ValueStyle::Id),
];

pub(super) const CHECK: &[ColumnSpec] = &[
    column("check", "cli-doctor-check", ValueStyle::Id),
    column("result", "cli-doctor-result", ValueStyle::Id),
    column("detail", "cli-doctor-detail", ValueStyle::Text),
    column("advice", "cli-doctor-advice", ValueStyle::Text),
];

pub(super) const DELETED: &[ColumnSpec] =
    &[column("id", "field-id", ValueStyle::Id), column("deleted", "cli-deleted", ValueStyle::Boolean)];

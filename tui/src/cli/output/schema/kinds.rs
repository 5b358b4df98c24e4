//! Kinds of records and their columns: those of the service in the order of the contract's tables, then local ones.

use encours_core::vocabulary::CodeKind;

use super::ColumnSpec;
use super::ValueStyle::{
    Amount, Boolean, Code, Count, DateTime, Day, Fault, Id, Named, Number, Parts, Percent, Siren, Text,
};

/// Declares the kinds of records with their columns: field, message key of the label, style, and drop priority.
macro_rules! output_kinds {
    ($($(#[$doc:meta])* $kind:ident { $($field:literal $label:literal $style:expr $(, $priority:literal)?;)* })+) => {
        /// A kind of record.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum OutputKind {
            $($(#[$doc])* $kind,)+
        }

        impl OutputKind {
            /// Returns the documented columns in order.
            pub fn columns(self) -> &'static [ColumnSpec] {
                match self {
                    $(Self::$kind => &[$(ColumnSpec {
                        field: $field,
                        label: $label,
                        style: $style,
                        drop_priority: 0 $(+ $priority)?,
                    }),*],)+
                }
            }
        }
    };
}

output_kinds! {
    /// A deal.
    Deal {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "status" "field-status" Named(CodeKind::DealStatus);
        "classe_actif" "field-class" Named(CodeKind::AssetClass), 4;
        "responsable" "field-owner" Text, 3;
    }
    /// A failed check of a metric, or a value beyond its threshold.
    KpiFault {
        "name" "field-name" Text;
        "status" "field-status" Named(CodeKind::DealStatus), 5;
        "received" "cli-received" Number, 4;
        "expected" "cli-expected" Number, 4;
        "text" "cli-finding" Text;
        "deal_id" "field-id" Id, 3;
    }
    /// Result or plan of an imported row.
    Imported {
        "line" "cli-row" Count;
        "outcome" "cli-outcome" Code;
        "name" "field-name" Text;
        "text" "cli-change" Text;
        "deal_id" "field-id" Id, 3;
    }
    /// A record found by name.
    Found {
        "kind" "cli-kind" Code;
        "name" "field-name" Text;
        "id" "field-id" Id;
    }
    /// A note of a deal.
    Note {
        "id" "field-id" Id;
        "content" "cli-note" Text;
    }
    /// A notification.
    Notification {
        "id" "field-id" Id;
        "title" "cli-title" Text;
        "read" "notification-read" Boolean;
    }
    /// Response to marking a notification as read.
    Marked {
        "id" "field-id" Id;
        "read" "notification-read" Boolean;
    }
    /// A task of the board.
    Task {
        "id" "field-id" Id;
        "statut" "field-status" Named(CodeKind::TaskStatut);
    }
    /// A saved view.
    View {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "is_default" "cli-default" Boolean;
        "filters" "cli-field-filters" Parts;
        "columns" "cli-field-columns" Parts;
        "sort" "cli-field-sort" Parts;
    }
    /// A custom dashboard.
    Dashboard {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "is_shared" "cli-field-shared" Boolean;
    }
    /// Alert preference of a delegated user.
    AlertPreference {
        "alert_type" "cli-field-alert" Named(CodeKind::AlertType);
        "enabled" "cli-field-enabled" Boolean;
        "min_severity" "cli-field-severity" Named(CodeKind::Severity);
    }
    /// A field definition.
    Field {
        "id" "field-id" Id;
        "field_key" "cli-field-key" Id;
        "label_fr" "cli-field-label-fr" Text;
        "value_type" "cli-field-value-type" Named(CodeKind::ValueType);
        "importance" "cli-field-importance" Named(CodeKind::Importance);
        "source_type" "cli-field-source" Named(CodeKind::FieldSource);
    }
    /// An alert.
    Alert {
        "id" "field-id" Id;
        "title" "cli-title" Text;
    }
    /// A watched identifier.
    Watched {
        "id" "field-id" Id;
        "origin" "cli-origin" Named(CodeKind::Origin);
        "status" "cli-answer" Code;
        "reason" "cli-reason" Text;
        "added_at" "cli-added-at" DateTime;
        "checked_at" "cli-checked-at" DateTime;
    }
    /// Discovery result of a list.
    Route {
        "family" "cli-family" Text;
        "mode" "cli-mode" Text;
        "path" "cli-path" Code;
        "status" "cli-answer" Code;
        "scope" "cli-scope" Code;
        "checked_at" "cli-checked-at" DateTime;
    }
    /// Last response of a route to this key.
    Right {
        "method" "cli-method" Code;
        "path" "cli-path" Code;
        "granted" "cli-granted" Boolean;
        "status" "cli-answer" Code;
        "scope" "cli-scope" Code;
        "checked_at" "cli-checked-at" DateTime;
    }
    /// The entity.
    Entity {
        "id" "field-id" Id;
        "name" "entity-name" Text;
        "type" "entity-type" Named(CodeKind::EntityType);
        "siren" "entity-siren" Siren;
        "mode_reporting" "entity-reporting" Named(CodeKind::ReportingMode);
        "frequence_reporting" "entity-frequency" Count;
        "date_reference_reporting" "entity-reference-date" Day;
        "risk_threshold" "entity-risk" Number;
        "zone_vacances" "entity-holidays" Code;
        "ai_enabled" "entity-ai" Boolean;
    }
    /// The portfolio summary.
    Portfolio {
        "total_operations" "portfolio-operations" Count;
        "total_nominal" "portfolio-nominal" Amount;
        "total_fonds" "portfolio-funds" Count;
        "total_spvs" "portfolio-spvs" Count;
        "total_operateurs" "portfolio-operators" Count;
        "operations_by_status" "breakdown-by-status" Text;
        "operations_by_classe_actif" "breakdown-by-class" Text;
        "operations_by_type_investissement" "breakdown-by-type" Text;
    }
    /// A token response.
    Token {
        "key_id" "cli-key-id" Id;
        "entity_slug" "entity-title" Text;
        "environment" "cli-environment" Code;
        "token_type" "cli-token-type" Code;
        "expires_in" "cli-expires-in" Count;
        "issued_at" "cli-issued-at" DateTime;
        "expires_at" "cli-expires-at" DateTime;
        "access_token" "cli-access-token" Id;
    }
    /// A configured profile.
    Profile {
        "name" "cli-profile" Id;
        "base_url" "cli-base-url" Text;
        "key_id" "cli-key-id" Id;
        "as_user" "cli-as-user" Text;
        "secret" "cli-secret" Code;
        "default" "cli-default" Boolean;
    }
    /// An outbox entry.
    Write {
        "outbox_id" "cli-number" Id;
        "method" "cli-method" Code;
        "path" "cli-path" Code;
        "record" "cli-record" Id;
        "label" "field-name" Text;
        "state" "cli-state" Code;
        "attempts" "cli-attempts" Count;
        "created_at" "cli-created-at" DateTime;
        "body" "cli-body" Text;
        "operation" "cli-operation" Code;
        "idempotency_key" "cli-idempotency-key" Id;
        "outcome_unknown" "cli-outcome-unknown" Boolean;
        "base" "cli-before" Text;
        "written_for" "cli-as-user" Text;
        "problem" "cli-answer" Text;
        "reason" "cli-reason" Text;
    }
    /// An outbox entry as text, for tables.
    WriteText {
        "outbox_id" "cli-number" Id;
        "label" "cli-record" Text;
        "change" "cli-change" Text;
        "state" "cli-state" Text;
        "attempts" "cli-attempts" Count, 2;
        "created_at" "cli-created-at" DateTime, 1;
        "key" "cli-idempotency-key" Text, 3;
    }
    /// A finding of `doctor`.
    Check {
        "check" "cli-doctor-check" Id;
        "result" "cli-doctor-result" Id;
        "detail" "cli-doctor-detail" Text;
        "advice" "cli-doctor-advice" Text;
    }
    /// Result of a deletion.
    Deleted {
        "id" "field-id" Id;
        "deleted" "cli-deleted" Boolean;
    }
    /// A write that stays in the outbox.
    Queued {
        "queued" "waiting" Boolean;
        "outbox_id" "cli-number" Id;
        "idempotency_key" "cli-idempotency-key" Id;
    }
    /// A recorded change.
    Change {
        "deal_id" "field-id" Id;
        "name" "field-name" Text;
        "change" "cli-change" Code;
        "field" "cli-field" Code;
        "before" "cli-before" Text;
        "after" "cli-after" Text;
        "not_before" "cli-not-before" DateTime;
        "observed_at" "cli-observed-at" DateTime;
        "certainty" "cli-certainty" Code;
        "by" "cli-by" Code;
    }
    /// A recorded change as text, for tables.
    ChangeText {
        "name" "field-name" Text;
        "text" "cli-change" Text;
        "when" "cli-when" Text;
        "by" "cli-by" Text, 1;
        "deal_id" "field-id" Id, 2;
    }
    /// Subtotals of a group of deals.
    DealGroup {
        "status" "field-status" Named(CodeKind::DealStatus);
        "classe_actif" "field-class" Named(CodeKind::AssetClass);
        "responsable" "field-owner" Text;
        "deals" "cli-deals" Count;
        "share" "statistic-share" Percent;
        "metric" "cli-metric" Code;
        "covered" "statistic-coverage" Count;
        "sum" "header-metric-sum" Number;
        "sum_share" "cli-sum-share" Percent, 2;
        "mean" "header-metric-mean" Number;
        "median" "header-metric-median" Number;
        "min" "header-metric-min" Number, 1;
        "max" "header-metric-max" Number, 1;
        "outside" "cli-outside" Count, 3;
    }
    /// A row of the flow. Tables have texts of their own.
    Flow {}
    /// A row of a sheet, likewise.
    Sheet {}
    /// A journal entry.
    Journal {
        "decided_at" "cli-decided-at" DateTime;
        "operation" "cli-operation" Code;
        "label" "field-name" Text;
        "outcome" "cli-outcome" Code;
        "before" "cli-before" Text;
        "after" "cli-after" Text;
        "attempts" "cli-attempts" Count;
        "idempotency_key" "cli-idempotency-key" Id;
        "request_id" "cli-request-id" Id;
    }
    /// A journal entry as text, for tables.
    JournalText {
        "when" "cli-when" Id;
        "label" "cli-record" Text;
        "change" "cli-change" Text;
        "outcome" "cli-outcome" Text;
        "attempts" "cli-attempts" Count, 1;
    }
    /// An entry of the request log.
    Request {
        "sent_at" "cli-when" DateTime;
        "method" "cli-method" Code;
        "path" "cli-path" Code;
        "status" "cli-http-status" Count;
        "duration_ms" "cli-duration" Count;
        "attempt" "cli-attempts" Count, 2;
        "fault" "cli-fault" Fault, 1;
        "request_id" "cli-request-id" Id, 3;
    }
    /// A file that was written.
    Exported {
        "file" "cli-file" Text;
        "records" "cli-records" Count;
        "bytes" "cli-bytes" Count;
    }
    /// A rule or subscription.
    Rule {
        "name" "field-name" Text;
        "kind" "cli-field-type" Named(CodeKind::RuleKind);
        "when" "cli-field-query" Text;
        "matches" "cli-rule-matches" Count;
        "severity" "cli-field-own-severity" Named(CodeKind::Severity), 1;
        "repeat" "cli-rule-repeat" Named(CodeKind::Repeat), 2;
        "notify" "cli-rule-notify" Boolean, 2;
    }
    /// The follow-up of a deal.
    Followup {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "date" "cli-date" Day;
        "due" "cli-due" Text;
        "text" "cli-text" Text;
        "done_at" "cli-done-at" DateTime, 1;
    }
    /// A private note on a deal.
    LocalNote {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "written_at" "cli-written-at" DateTime, 1;
        "edited_at" "cli-edited-at" DateTime, 2;
        "text" "cli-note" Text;
    }
    /// A starred deal.
    Star {
        "id" "field-id" Id;
        "name" "field-name" Text;
    }
    /// The labels of a deal.
    Labels {
        "id" "field-id" Id;
        "name" "field-name" Text;
        "labels" "field-labels" Text;
    }
    /// A field of compared deals.
    ComparedField {
        "field" "cli-compared-field" Text;
        "differs" "cli-differs" Boolean;
        "deal_1" "cli-deal-1" Text;
        "deal_2" "cli-deal-2" Text;
        "deal_3" "cli-deal-3" Text, 1;
        "deal_4" "cli-deal-4" Text, 2;
    }
    /// A backup of the user's settings.
    SettingsBackup {
        "copy" "cli-copy" Id;
        "settings" "cli-settings" Count;
        "file" "cli-file" Text;
    }
    /// A setting of the configuration.
    ConfigSetting {
        "key" "cli-config-key" Id;
        "value" "field-setting" Text;
        "origin" "cli-config-origin" Id;
        "default" "cli-config-default" Text, 1;
        "values" "cli-config-values" Text, 2;
        "effect" "cli-config-effect" Text, 3;
    }
    /// Result of an imported setting.
    Setting {
        "name" "field-name" Id;
        "result" "cli-doctor-result" Id;
    }
    /// A JSON Schema of an output.
    Schema {
        "name" "field-name" Id;
        "title" "cli-title" Text;
    }
    /// A record of an unknown kind.
    Other {}
}

//! Words for fields that the contract does not name and that services like this one send: the last resort before a
//! field's own name.

/// The key of the label, if the field is a familiar one.
pub(super) fn label(field: &str) -> Option<&'static str> {
    Some(match field {
        "severity" => "cli-field-own-severity",
        "unit" => "cli-field-unit",
        "created_at" => "cli-field-created-at",
        "updated_at" => "cli-field-updated-at",
        "read_at" => "cli-field-read-at",
        "status_since" | "status_changed_at" => "cli-field-status-since",
        "echeance" | "date_echeance" => "cli-field-due",
        "operateur_id" => "cli-field-operator",
        "siren" => "entity-siren",
        "ville" => "cli-field-city",
        "forme_juridique" => "cli-field-legal-form",
        "kyc_valide" => "cli-field-kyc",
        "code_isin" => "cli-field-isin",
        "millesime" => "cli-field-vintage",
        "devise" => "cli-field-currency",
        "code" => "cli-field-code",
        "family" => "cli-family",
        "label_en" => "cli-field-label-en",
        "rank" => "cli-field-rank",
        "type" => "cli-field-type",
        "layout" => "cli-field-layout",
        "query" => "cli-field-query",
        "pinned" => "cli-field-pinned",
        "default" => "cli-default",
        "profile" => "cli-profile",
        "outbox_id" => "cli-number",
        "discarded" => "cli-discarded",
        "secret_removed" => "cli-secret-removed",
        "purged" => "cli-purged-field",
        _ => return None,
    })
}

//! Entries of the operation table, in the order of [`OperationId`].

use super::builder::{delegated, list, named_only, read, undocumented, write};
use super::{BearerRule, Method, Operation, OperationId, PageForm, RetrySafety};

/// Every operation, in the order of [`OperationId`].
pub static OPERATIONS: &[Operation] = &[
    Operation {
        bearer: BearerRule::Never,
        ..write(
            OperationId::AuthTokenExchange,
            "auth_token_exchange",
            Method::Post,
            "/auth/token",
            None,
            RetrySafety::Never,
        )
    },
    read(OperationId::EntityGet, "entity_get", "/entity", "entity:read"),
    read(OperationId::PortfolioSummary, "portfolio_summary", "/portfolio/summary", "portfolio:read"),
    list(OperationId::DealsList, "deals_list", "/deals", "deals:read", PageForm::Items),
    Operation {
        success: 201,
        ..write(
            OperationId::DealsCreate,
            "deals_create",
            Method::Post,
            "/deals",
            Some("deals:write"),
            RetrySafety::KeyedWrite,
        )
    },
    read(OperationId::DealsGet, "deals_get", "/deals/{deal_id}", "deals:read"),
    write(
        OperationId::DealsUpdate,
        "deals_update",
        Method::Put,
        "/deals/{deal_id}",
        Some("deals:write"),
        RetrySafety::IdempotentWrite,
    ),
    Operation {
        success: 204,
        ..write(
            OperationId::DealsDelete,
            "deals_delete",
            Method::Delete,
            "/deals/{deal_id}",
            Some("deals:write"),
            RetrySafety::IdempotentWrite,
        )
    },
    list(
        OperationId::DealsNotesList,
        "deals_notes_list",
        "/deals/{deal_id}/notes",
        "deals:read",
        PageForm::Items,
    ),
    write(
        OperationId::TasksUpdate,
        "tasks_update",
        Method::Put,
        "/tasks/{task_id}",
        Some("tasks:write"),
        RetrySafety::IdempotentWrite,
    ),
    undocumented(read(OperationId::TasksGet, "tasks_get", "/tasks/{task_id}", "tasks:read")),
    undocumented(list(OperationId::TasksList, "tasks_list", "/tasks", "tasks:read", PageForm::Items)),
    delegated(
        write(
            OperationId::SavedViewsUpdate,
            "saved_views_update",
            Method::Put,
            "/users/me/saved-views/{view_id}",
            Some("saved_views:write"),
            RetrySafety::IdempotentWrite,
        ),
        Some("saved_views"),
    ),
    undocumented(delegated(
        read(
            OperationId::SavedViewsGet,
            "saved_views_get",
            "/users/me/saved-views/{view_id}",
            "saved_views:read",
        ),
        Some("saved_views"),
    )),
    undocumented(delegated(
        list(
            OperationId::SavedViewsList,
            "saved_views_list",
            "/users/me/saved-views",
            "saved_views:read",
            PageForm::Items,
        ),
        Some("saved_views"),
    )),
    delegated(
        read(
            OperationId::DashboardsGet,
            "dashboards_get",
            "/users/me/custom-dashboards/{dashboard_id}",
            "custom_dashboards:read",
        ),
        None,
    ),
    undocumented(delegated(
        list(
            OperationId::DashboardsList,
            "dashboards_list",
            "/users/me/custom-dashboards",
            "custom_dashboards:read",
            PageForm::Items,
        ),
        None,
    )),
    delegated(
        read(
            OperationId::AlertPreferencesList,
            "alert_preferences_list",
            "/users/me/alert-preferences",
            "alert_preferences:read",
        ),
        None,
    ),
    read(
        OperationId::FieldDefinitionsGet,
        "field_definitions_get",
        "/field-definitions/{field_id}",
        "field_definitions:read",
    ),
    named_only(list(
        OperationId::FieldDefinitionsList,
        "field_definitions_list",
        "/field-definitions",
        "field_definitions:read",
        PageForm::Items,
    )),
    named_only(read(
        OperationId::FieldDefinitionsByKey,
        "field_definitions_by_key",
        "/field-definitions/by-key/{field_key}",
        "field_definitions:read",
    )),
    read(OperationId::AlertsGet, "alerts_get", "/alerts/{alert_id}", "alerts:read"),
    undocumented(list(OperationId::AlertsList, "alerts_list", "/alerts", "alerts:read", PageForm::Items)),
    read(
        OperationId::NotificationsGet,
        "notifications_get",
        "/notifications/{notification_id}",
        "notifications:read",
    ),
    write(
        OperationId::NotificationsRead,
        "notifications_read",
        Method::Post,
        "/notifications/{notification_id}/actions/read",
        Some("notifications:write"),
        RetrySafety::IdempotentWrite,
    ),
    undocumented(list(
        OperationId::NotificationsList,
        "notifications_list",
        "/notifications",
        "notifications:read",
        PageForm::Items,
    )),
    // The contract names these lists and the paging of two; it gives no scope and no shape.
    named_only(list(
        OperationId::OperationsList,
        "operations_list",
        "/operations",
        "operations:read",
        PageForm::Array,
    )),
    named_only(list(OperationId::SpvsList, "spvs_list", "/spvs", "spvs:read", PageForm::Array)),
    named_only(list(
        OperationId::OperateursList,
        "operateurs_list",
        "/operateurs",
        "operateurs:read",
        PageForm::Page,
    )),
    undocumented(list(OperationId::FondsList, "fonds_list", "/fonds", "fonds:read", PageForm::Array)),
    undocumented(list(
        OperationId::TaxonomiesList,
        "taxonomies_list",
        "/taxonomies",
        "taxonomies:read",
        PageForm::Items,
    )),
    named_only(write(
        OperationId::WorkflowsPreview,
        "workflows_preview",
        Method::Post,
        "/workflows/recommendations/preview",
        Some("workflows:read"),
        RetrySafety::Never,
    )),
    // The contract names these areas without a path. Scopes are from "Scopes", else the resource kind's own.
    undocumented(list(
        OperationId::WorkflowsList,
        "workflows_list",
        "/workflows",
        "workflows:read",
        PageForm::Items,
    )),
    undocumented(read(
        OperationId::OperationsGet,
        "operations_get",
        "/operations/{operation_id}",
        "operations:read",
    )),
    undocumented(read(OperationId::SpvsGet, "spvs_get", "/spvs/{spv_id}", "spvs:read")),
    undocumented(read(
        OperationId::OperateursGet,
        "operateurs_get",
        "/operateurs/{operateur_id}",
        "operateurs:read",
    )),
    undocumented(read(OperationId::FondsGet, "fonds_get", "/fonds/{fonds_id}", "fonds:read")),
    undocumented(read(
        OperationId::SirenEnrichmentGet,
        "siren_enrichment_get",
        "/operateurs/{operateur_id}/siren-enrichment",
        "operateurs:read",
    )),
    undocumented(write(
        OperationId::SirenEnrichmentApply,
        "siren_enrichment_apply",
        Method::Post,
        "/operateurs/{operateur_id}/siren-enrichment",
        Some("operateurs:write"),
        RetrySafety::IdempotentWrite,
    )),
    undocumented(list(
        OperationId::RefundsList,
        "refunds_list",
        "/refunds",
        "operations:read",
        PageForm::Items,
    )),
    undocumented(Operation {
        success: 201,
        ..write(
            OperationId::RefundsCreate,
            "refunds_create",
            Method::Post,
            "/refunds",
            Some("operations:write"),
            RetrySafety::KeyedWrite,
        )
    }),
    undocumented(read(OperationId::RcciSummary, "rcci_summary", "/rcci/summary", "portfolio:read")),
    undocumented(list(
        OperationId::AiExtractionJobsList,
        "ai_extraction_jobs_list",
        "/ai-extraction/jobs",
        "ai_extraction:read",
        PageForm::Items,
    )),
    undocumented(Operation {
        success: 201,
        ..write(
            OperationId::AiExtractionJobsCreate,
            "ai_extraction_jobs_create",
            Method::Post,
            "/ai-extraction/jobs",
            Some("ai_extraction:write"),
            RetrySafety::KeyedWrite,
        )
    }),
    undocumented(read(
        OperationId::AiExtractionJobsGet,
        "ai_extraction_jobs_get",
        "/ai-extraction/jobs/{job_id}",
        "ai_extraction:read",
    )),
    undocumented(list(OperationId::ImportsList, "imports_list", "/imports", "imports:read", PageForm::Items)),
    undocumented(list(OperationId::NotesList, "notes_list", "/notes", "notes:read", PageForm::Items)),
    undocumented(list(
        OperationId::ExternalIdentifiersList,
        "external_identifiers_list",
        "/external-identifiers",
        "external_identifiers:read",
        PageForm::Items,
    )),
    undocumented(list(
        OperationId::PersonalDataRequestsList,
        "personal_data_requests_list",
        "/personal-data/requests",
        "personal_data:read",
        PageForm::Items,
    )),
    undocumented(read(
        OperationId::PersonalDataGet,
        "personal_data_get",
        "/personal-data/users/{user_id}",
        "personal_data:read",
    )),
    named_only(Operation {
        scope: None,
        bearer: BearerRule::OnDemand,
        ..read(OperationId::PostmanGet, "postman_get", "/postman.json", "")
    }),
];

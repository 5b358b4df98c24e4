//! The entries, in the order of [`OperationId`].

use super::{Bearer, Documented, Method, Operation, OperationId, PageForm, Safety};

/// Every operation, in the order of [`OperationId`].
pub static OPERATIONS: &[Operation] = &[
    Operation {
        bearer: Bearer::Never,
        ..write(
            OperationId::AuthTokenExchange,
            "auth_token_exchange",
            Method::Post,
            "/auth/token",
            None,
            Safety::Never,
        )
    },
    read(OperationId::EntityGet, "entity_get", "/entity", "entity:read"),
    read(
        OperationId::PortfolioSummary,
        "portfolio_summary",
        "/portfolio/summary",
        "portfolio:read",
    ),
    list(
        OperationId::DealsList,
        "deals_list",
        "/deals",
        "deals:read",
        PageForm::Items,
    ),
    Operation {
        success: 201,
        ..write(
            OperationId::DealsCreate,
            "deals_create",
            Method::Post,
            "/deals",
            Some("deals:write"),
            Safety::KeyedWrite,
        )
    },
    read(
        OperationId::DealsGet,
        "deals_get",
        "/deals/{deal_id}",
        "deals:read",
    ),
    write(
        OperationId::DealsUpdate,
        "deals_update",
        Method::Put,
        "/deals/{deal_id}",
        Some("deals:write"),
        Safety::IdempotentWrite,
    ),
    Operation {
        success: 204,
        ..write(
            OperationId::DealsDelete,
            "deals_delete",
            Method::Delete,
            "/deals/{deal_id}",
            Some("deals:write"),
            Safety::IdempotentWrite,
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
        Safety::IdempotentWrite,
    ),
    conventional(read(
        OperationId::TasksGet,
        "tasks_get",
        "/tasks/{task_id}",
        "tasks:read",
    )),
    conventional(list(
        OperationId::TasksList,
        "tasks_list",
        "/tasks",
        "tasks:read",
        PageForm::Items,
    )),
    delegated(
        write(
            OperationId::SavedViewsUpdate,
            "saved_views_update",
            Method::Put,
            "/users/me/saved-views/{view_id}",
            Some("saved_views:write"),
            Safety::IdempotentWrite,
        ),
        Some("saved_views"),
    ),
    conventional(delegated(
        read(
            OperationId::SavedViewsGet,
            "saved_views_get",
            "/users/me/saved-views/{view_id}",
            "saved_views:read",
        ),
        Some("saved_views"),
    )),
    conventional(delegated(
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
    conventional(delegated(
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
    named(list(
        OperationId::FieldDefinitionsList,
        "field_definitions_list",
        "/field-definitions",
        "field_definitions:read",
        PageForm::Items,
    )),
    named(read(
        OperationId::FieldDefinitionsByKey,
        "field_definitions_by_key",
        "/field-definitions/by-key/{field_key}",
        "field_definitions:read",
    )),
    read(
        OperationId::AlertsGet,
        "alerts_get",
        "/alerts/{alert_id}",
        "alerts:read",
    ),
    conventional(list(
        OperationId::AlertsList,
        "alerts_list",
        "/alerts",
        "alerts:read",
        PageForm::Items,
    )),
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
        Safety::IdempotentWrite,
    ),
    conventional(list(
        OperationId::NotificationsList,
        "notifications_list",
        "/notifications",
        "notifications:read",
        PageForm::Items,
    )),
    // The contract names these lists and says how two of them page; it gives no scope and no shape.
    named(list(
        OperationId::OperationsList,
        "operations_list",
        "/operations",
        "operations:read",
        PageForm::Array,
    )),
    named(list(
        OperationId::SpvsList,
        "spvs_list",
        "/spvs",
        "spvs:read",
        PageForm::Array,
    )),
    named(list(
        OperationId::OperateursList,
        "operateurs_list",
        "/operateurs",
        "operateurs:read",
        PageForm::Page,
    )),
    conventional(list(
        OperationId::FondsList,
        "fonds_list",
        "/fonds",
        "fonds:read",
        PageForm::Array,
    )),
    conventional(list(
        OperationId::TaxonomiesList,
        "taxonomies_list",
        "/taxonomies",
        "taxonomies:read",
        PageForm::Items,
    )),
    named(write(
        OperationId::WorkflowsPreview,
        "workflows_preview",
        Method::Post,
        "/workflows/recommendations/preview",
        Some("workflows:read"),
        Safety::Never,
    )),
    // Areas the contract names without a path; the scopes are the ones it gives ("Scopes"), else the family's own.
    conventional(list(
        OperationId::WorkflowsList,
        "workflows_list",
        "/workflows",
        "workflows:read",
        PageForm::Items,
    )),
    conventional(read(
        OperationId::OperationsGet,
        "operations_get",
        "/operations/{operation_id}",
        "operations:read",
    )),
    conventional(read(
        OperationId::SpvsGet,
        "spvs_get",
        "/spvs/{spv_id}",
        "spvs:read",
    )),
    conventional(read(
        OperationId::OperateursGet,
        "operateurs_get",
        "/operateurs/{operateur_id}",
        "operateurs:read",
    )),
    conventional(read(
        OperationId::FondsGet,
        "fonds_get",
        "/fonds/{fonds_id}",
        "fonds:read",
    )),
    conventional(read(
        OperationId::SirenEnrichmentGet,
        "siren_enrichment_get",
        "/operateurs/{operateur_id}/siren-enrichment",
        "operateurs:read",
    )),
    conventional(write(
        OperationId::SirenEnrichmentApply,
        "siren_enrichment_apply",
        Method::Post,
        "/operateurs/{operateur_id}/siren-enrichment",
        Some("operateurs:write"),
        Safety::IdempotentWrite,
    )),
    conventional(list(
        OperationId::RefundsList,
        "refunds_list",
        "/refunds",
        "operations:read",
        PageForm::Items,
    )),
    conventional(Operation {
        success: 201,
        ..write(
            OperationId::RefundsCreate,
            "refunds_create",
            Method::Post,
            "/refunds",
            Some("operations:write"),
            Safety::KeyedWrite,
        )
    }),
    conventional(read(
        OperationId::RcciSummary,
        "rcci_summary",
        "/rcci/summary",
        "portfolio:read",
    )),
    conventional(list(
        OperationId::AiExtractionJobsList,
        "ai_extraction_jobs_list",
        "/ai-extraction/jobs",
        "ai_extraction:read",
        PageForm::Items,
    )),
    conventional(Operation {
        success: 201,
        ..write(
            OperationId::AiExtractionJobsCreate,
            "ai_extraction_jobs_create",
            Method::Post,
            "/ai-extraction/jobs",
            Some("ai_extraction:write"),
            Safety::KeyedWrite,
        )
    }),
    conventional(read(
        OperationId::AiExtractionJobsGet,
        "ai_extraction_jobs_get",
        "/ai-extraction/jobs/{job_id}",
        "ai_extraction:read",
    )),
    conventional(list(
        OperationId::ImportsList,
        "imports_list",
        "/imports",
        "imports:read",
        PageForm::Items,
    )),
    conventional(list(
        OperationId::NotesList,
        "notes_list",
        "/notes",
        "notes:read",
        PageForm::Items,
    )),
    conventional(list(
        OperationId::ExternalIdentifiersList,
        "external_identifiers_list",
        "/external-identifiers",
        "external_identifiers:read",
        PageForm::Items,
    )),
    conventional(list(
        OperationId::PersonalDataRequestsList,
        "personal_data_requests_list",
        "/personal-data/requests",
        "personal_data:read",
        PageForm::Items,
    )),
    conventional(read(
        OperationId::PersonalDataGet,
        "personal_data_get",
        "/personal-data/users/{user_id}",
        "personal_data:read",
    )),
    named(Operation {
        scope: None,
        bearer: Bearer::IfAsked,
        ..read(OperationId::PostmanGet, "postman_get", "/postman.json", "")
    }),
];

const fn read(id: OperationId, name: &'static str, path: &'static str, scope: &'static str) -> Operation {
    write(id, name, Method::Get, path, Some(scope), Safety::Read)
}

const fn list(
    id: OperationId,
    name: &'static str,
    path: &'static str,
    scope: &'static str,
    form: PageForm,
) -> Operation {
    Operation {
        page: Some(form),
        ..read(id, name, path, scope)
    }
}

const fn write(
    id: OperationId,
    name: &'static str,
    method: Method,
    path: &'static str,
    scope: Option<&'static str>,
    safety: Safety,
) -> Operation {
    Operation {
        id,
        name,
        method,
        path,
        scope,
        safety,
        delegated: false,
        capability: None,
        page: None,
        documented: Documented::Full,
        bearer: Bearer::Required,
        success: 200,
    }
}

const fn delegated(operation: Operation, capability: Option<&'static str>) -> Operation {
    Operation {
        delegated: true,
        capability,
        ..operation
    }
}

const fn named(operation: Operation) -> Operation {
    Operation {
        documented: Documented::NamedOnly,
        ..operation
    }
}

const fn conventional(operation: Operation) -> Operation {
    Operation {
        documented: Documented::Conventional,
        ..operation
    }
}

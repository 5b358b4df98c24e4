//! One handler per operation of the contract's table.
//!
//! A handler gets a request that every rule has passed, inside a transaction that is rolled back if the handler fails.

mod ai_extraction;
mod alerts;
mod deals;
mod delegated;
mod entity;
mod external_identifiers;
mod field_definitions;
mod imports;
mod lists;
mod notes;
mod notifications;
mod operations;
pub(crate) mod parameters;
mod personal_data;
mod portfolio;
mod portfolio_records;
mod postman;
mod rcci;
mod record;
mod refunds;
mod siren;
mod tasks;
mod taxonomies;
mod token;
mod workflows;

use encours_core::contract::operation::{DocLevel, Operation, OperationId};

use crate::ServiceProfile;
use crate::http_types::{ApiCall, HandlerResult};

/// The handler of an operation.
pub(crate) type RouteHandler = fn(&mut ApiCall<'_>) -> HandlerResult;

/// Returns the handler of an operation. A new operation in the table does not compile without one.
pub(crate) fn handler(id: OperationId) -> RouteHandler {
    match id {
        OperationId::AuthTokenExchange => token::exchange,
        OperationId::EntityGet => entity::get,
        OperationId::PortfolioSummary => portfolio::summary,
        OperationId::DealsList => deals::list,
        OperationId::DealsCreate => deals::create,
        OperationId::DealsGet => deals::get,
        OperationId::DealsUpdate => deals::update,
        OperationId::DealsDelete => deals::delete,
        OperationId::DealsNotesList => notes::list,
        OperationId::TasksUpdate => tasks::update,
        OperationId::TasksGet => tasks::get,
        OperationId::TasksList => tasks::list,
        OperationId::SavedViewsUpdate => delegated::saved_views::update,
        OperationId::SavedViewsGet => delegated::saved_views::get,
        OperationId::SavedViewsList => delegated::saved_views::list,
        OperationId::DashboardsGet => delegated::dashboards::get,
        OperationId::DashboardsList => delegated::dashboards::list,
        OperationId::AlertPreferencesList => delegated::alert_preferences::list,
        OperationId::FieldDefinitionsGet => field_definitions::get,
        OperationId::FieldDefinitionsList => field_definitions::list,
        OperationId::FieldDefinitionsByKey => field_definitions::by_key,
        OperationId::AlertsGet => alerts::get,
        OperationId::AlertsList => alerts::list,
        OperationId::NotificationsGet => notifications::get,
        OperationId::NotificationsRead => notifications::read,
        OperationId::NotificationsList => notifications::list,
        OperationId::OperationsList => lists::operations,
        OperationId::SpvsList => lists::spvs,
        OperationId::OperateursList => lists::operateurs,
        OperationId::FondsList => lists::fonds,
        OperationId::TaxonomiesList => taxonomies::list,
        OperationId::WorkflowsPreview => workflows::preview,
        OperationId::WorkflowsList => workflows::list,
        OperationId::OperationsGet => operations::get,
        OperationId::SpvsGet => portfolio_records::spv,
        OperationId::OperateursGet => portfolio_records::operateur,
        OperationId::FondsGet => portfolio_records::fonds,
        OperationId::SirenEnrichmentGet => siren::get,
        OperationId::SirenEnrichmentApply => siren::apply,
        OperationId::RefundsList => refunds::list,
        OperationId::RefundsCreate => refunds::create,
        OperationId::RcciSummary => rcci::summary,
        OperationId::AiExtractionJobsList => ai_extraction::list,
        OperationId::AiExtractionJobsCreate => ai_extraction::create,
        OperationId::AiExtractionJobsGet => ai_extraction::get,
        OperationId::ImportsList => imports::list,
        OperationId::NotesList => notes::list_all,
        OperationId::ExternalIdentifiersList => external_identifiers::list,
        OperationId::PersonalDataRequestsList => personal_data::requests,
        OperationId::PersonalDataGet => personal_data::user,
        OperationId::PostmanGet => postman::get,
    }
}

/// Returns whether a profile serves an operation. The strict one serves documented shapes and the Postman collection.
pub(crate) fn serves(profile: ServiceProfile, op: &Operation) -> bool {
    profile != ServiceProfile::Strict || op.documented == DocLevel::Full || op.id == OperationId::PostmanGet
}

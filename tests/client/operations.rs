//! Every operation against a service without faults.

use encours_core::client::auth::random_id;
use encours_core::client::{Call, DealsQuery};
use encours_core::contract::operation::OperationId as Id;
use encours_core::contract::operation::{DocLevel, OPERATIONS, OperationId};
use encours_core::contract::{
    Alert, AlertPreference, Dashboard, Deal, DealId, FieldDefinition, Fields, KpiKey, Notification, Page,
    Record, SavedView, Task,
};
use encours_core::error::ErrorKind;
use encours_sandbox::{Config, ServiceProfile};

use crate::{client, delegated_client, sandbox, walk};

/// Returns the call for the first records of a list.
fn first(list: OperationId) -> Call {
    Call::new(list).query("limit", "5").query("offset", "0")
}

#[tokio::test]
async fn entity_portfolio_and_token() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let entity = client.entity().await.unwrap();
    assert!(entity.name().is_some() && entity.date_reference_reporting().is_some());
    let portfolio = client.portfolio_summary().await.unwrap();
    assert!(portfolio.total_operations() > 0 && portfolio.total_nominal().value().is_some());
    let sum: u64 = portfolio.operations_by_status().iter().map(|(_, count)| count).sum();
    assert_eq!(sum, portfolio.total_operations());
    let token = client.token().await.unwrap();
    assert_eq!((token.expires_in(), token.key_id().as_deref()), (Some(900), Some(sandbox.key_id())));
    assert_eq!(token.environment().as_deref(), Some("live"));
}

#[tokio::test]
async fn a_deal_from_creation_to_deletion() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let mut fields = Fields::new();
    fields.set_text("name", "Îlot « Saint-Michel »").set_text("status", "sourcing");
    let created = client.create_deal(&fields.to_body(), &random_id::idempotency_key()).await.unwrap();
    assert_eq!((created.name(), created.status()), (Some("Îlot « Saint-Michel »"), Some("sourcing")));

    let mut change = Fields::new();
    change.set_text("status", "ic").set_text("responsable", "A. Martin");
    let key = random_id::idempotency_key();
    let updated = client.update_deal(created.id(), &change.to_body(), &key).await.unwrap();
    assert_eq!((updated.status(), updated.responsable()), (Some("ic"), Some("A. Martin")));
    let mut clear = Fields::new();
    clear.set_null("responsable");
    let cleared =
        client.update_deal(created.id(), &clear.to_body(), &random_id::idempotency_key()).await.unwrap();
    assert_eq!((cleared.status(), cleared.responsable()), (Some("ic"), None));
    assert_eq!(client.deal(created.id()).await.unwrap().status(), Some("ic"));

    client.delete_deal(created.id(), &random_id::idempotency_key()).await.unwrap();
    assert_eq!(client.deal(created.id()).await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn deals_are_listed_filtered_and_paged_completely() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let query = DealsQuery { limit: Some(7), offset: Some(3), status: None };
    let page = client.deals_page(&query).await.unwrap();
    assert_eq!((page.items.len(), page.total, page.rejected.len()), (7, Some(40), 0));
    let sourcing = DealsQuery { status: Some("sourcing".into()), ..DealsQuery::default() };
    let page = client.deals_page(&sourcing).await.unwrap();
    assert!(!page.items.is_empty() && page.items.iter().all(|deal| deal.status() == Some("sourcing")));

    let (deals, findings) = walk(&client, OperationId::DealsList, 7).await;
    let deals: Vec<Deal> = deals.into_iter().map(|deal| Deal::from_record(deal).unwrap()).collect();
    assert_eq!(deals.len(), 40);
    assert!(findings.is_consistent, "{findings:?}");
    assert!(deals.iter().any(|deal| deal.kpi().is_some_and(|kpi| kpi.value(KpiKey::Ltv).is_some())));
    let noted = some_deal_has_notes(&client, &deals).await;
    assert!(noted, "some deal has notes");
}

async fn some_deal_has_notes(client: &encours_core::client::Client, deals: &[Deal]) -> bool {
    for deal in deals {
        let notes = client.deal_notes(deal.id(), Some(2), None).await.unwrap();
        if let Some(note) = notes.items.first() {
            return note.content().is_some();
        }
    }
    false
}

#[tokio::test]
async fn notifications_alerts_tasks_and_fields() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let page: Page<Notification> = client.fetch_page(first(Id::NotificationsList)).await.unwrap();
    let unread = page.items.iter().find(|item| !item.is_read()).expect("some are unread");
    let notification = |operation| Call::new(operation).parameter("notification_id", unread.id());
    let get = || client.fetch_one::<Notification>(notification(Id::NotificationsGet));
    assert!(!get().await.unwrap().is_read());
    let mark = notification(Id::NotificationsRead).key(&random_id::idempotency_key());
    let read: Notification = client.fetch_one(mark).await.unwrap();
    assert!(read.is_read() && read.id() == unread.id());
    assert!(get().await.unwrap().is_read());

    let alerts: Page<Alert> = client.fetch_page(first(Id::AlertsList)).await.unwrap();
    let alert = alerts.items.first().expect("there are alerts");
    let call = Call::new(Id::AlertsGet).parameter("alert_id", alert.id());
    assert_eq!(client.fetch_one::<Alert>(call).await.unwrap().title(), alert.title());

    let tasks: Page<Task> = client.fetch_page(first(Id::TasksList)).await.unwrap();
    let task = tasks.items.first().expect("there are tasks");
    let call = Call::new(Id::TasksUpdate).parameter("task_id", task.id()).body(r#"{"statut":"prep"}"#);
    let moved: Task = client.fetch_one(call.key(&random_id::idempotency_key())).await.unwrap();
    assert_eq!(moved.statut(), Some("prep"));

    let fields: Page<FieldDefinition> = client.fetch_page(first(Id::FieldDefinitionsList)).await.unwrap();
    let field = fields.items.first().expect("there are field definitions");
    let call = Call::new(Id::FieldDefinitionsGet).parameter("field_id", field.id());
    assert_eq!(client.fetch_one::<FieldDefinition>(call).await.unwrap().label_fr(), field.label_fr());
    let call = Call::new(Id::FieldDefinitionsByKey).parameter("field_key", field.field_key().unwrap());
    assert_eq!(client.fetch_one::<FieldDefinition>(call).await.unwrap().id(), field.id());
}

#[tokio::test]
async fn delegated_user_reads_preferences_views_and_dashboards() {
    let sandbox = sandbox(Config::default());
    let client = delegated_client(&sandbox, "u-martin");
    let call = Call::new(Id::AlertPreferencesList);
    let preferences: Page<AlertPreference> = client.fetch_page(call).await.unwrap();
    assert!(!preferences.items.is_empty() && preferences.items.iter().all(|item| item.enabled().is_some()));
    let views: Page<SavedView> = client.fetch_page(first(Id::SavedViewsList)).await.unwrap();
    let view = views.items.first().expect("the user has views");
    let call = Call::new(Id::SavedViewsUpdate).parameter("view_id", view.id()).stored_view(view.record());
    let call = call.body(r#"{"name":"À suivre"}"#).key(&random_id::idempotency_key());
    assert_eq!(client.fetch_one::<SavedView>(call).await.unwrap().name(), Some("À suivre"));
    let boards: Page<Dashboard> = client.fetch_page(first(Id::DashboardsList)).await.unwrap();
    let board = boards.items.first().expect("the user has dashboards");
    let call = Call::new(Id::DashboardsGet).parameter("dashboard_id", board.id());
    assert!(client.fetch_one::<Dashboard>(call).await.unwrap().is_shared().is_some());
}

#[tokio::test]
async fn every_list_operation_pages_consistently() {
    let sandbox = sandbox(Config::default());
    let client = delegated_client(&sandbox, "u-martin");
    for spec in OPERATIONS.iter().filter(|spec| spec.page.is_some() && spec.path_parameters().count() == 0) {
        let (records, findings) = walk(&client, spec.id, 9).await;
        assert!(findings.is_consistent, "{}: {findings:?}", spec.name);
        assert!(!records.is_empty(), "{} is empty", spec.name);
    }
}

#[tokio::test]
async fn a_strict_service_has_the_documented_routes_alone() {
    let sandbox = sandbox(Config { profile: ServiceProfile::Strict, ..Config::default() });
    let client = delegated_client(&sandbox, "u-martin");
    for spec in OPERATIONS.iter().filter(|spec| spec.page.is_some() && spec.path_parameters().count() == 0) {
        let response = client.fetch_page::<Record>(first(spec.id)).await;
        let documented = spec.documented == DocLevel::Full;
        assert_eq!(response.is_ok(), documented, "{}: {response:?}", spec.name);
        if let Err(error) = response {
            assert_eq!(error.kind(), ErrorKind::NotFound, "{}", spec.name);
        }
    }
    let id = client.call(first(Id::NotificationsList)).await.unwrap_err();
    assert_eq!(id.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_description_is_found() {
    let sandbox = sandbox(Config::default());
    assert!(client(&sandbox).api_description().await.unwrap().record().unwrap().has("item"));
}

#[tokio::test]
async fn missing_record_error_includes_the_request_id() {
    let sandbox = sandbox(Config::default());
    let id = DealId::new("00000000-0000-4000-8000-000000000000").unwrap();
    let error = client(&sandbox).deal(&id).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let problem = error.problem().expect("a problem body");
    assert_eq!(problem.request_id().as_deref(), error.request_id().map(AsRef::as_ref));
    let wrong = client(&sandbox)
        .call(Call::new(OperationId::NotificationsGet).parameter("notification_id", "x"))
        .await;
    assert!(matches!(wrong.unwrap_err().kind(), ErrorKind::Invalid | ErrorKind::NotFound));
}

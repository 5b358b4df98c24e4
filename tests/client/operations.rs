//! Every operation against a service without faults.

use encours_core::client::auth::random_id;
use encours_core::client::{Call, DealsQuery};
use encours_core::contract::operation::{DocLevel, OPERATIONS, OperationId};
use encours_core::contract::paging::pager::{PageRequest, PageStart};
use encours_core::contract::{
    Alert, Dashboard, Deal, DealId, FieldDefinition, FieldKey, Fields, KpiKey, Record, SavedView, Task,
};
use encours_core::error::ErrorKind;
use encours_sandbox::{Config, ServiceProfile};

use crate::{client, delegated_client, sandbox, walk};

const FIRST: PageRequest = PageRequest { cursor: PageStart::Offset(0), limit: Some(5) };

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
    let page = client.notifications_page(FIRST).await.unwrap();
    let unread = page.items.iter().find(|item| !item.is_read()).expect("some are unread");
    assert!(!client.notification(unread.id()).await.unwrap().is_read());
    let read = client.read_notification(unread.id(), &random_id::idempotency_key()).await.unwrap();
    assert!(read.is_read() && read.id() == unread.id());
    assert!(client.notification(unread.id()).await.unwrap().is_read());

    let alerts = client.list_page::<Alert>(OperationId::AlertsList, FIRST).await.unwrap();
    let alert = alerts.items.first().expect("there are alerts");
    assert_eq!(client.alert(alert.id()).await.unwrap().title(), alert.title());

    let tasks = client.list_page::<Task>(OperationId::TasksList, FIRST).await.unwrap();
    let task = tasks.items.first().expect("there are tasks");
    let moved =
        client.update_task(task.id(), r#"{"statut":"prep"}"#, &random_id::idempotency_key()).await.unwrap();
    assert_eq!(moved.statut(), Some("prep"));

    let fields = client.list_page::<FieldDefinition>(OperationId::FieldDefinitionsList, FIRST).await.unwrap();
    let field = fields.items.first().expect("there are field definitions");
    let key = FieldKey::new(field.field_key().unwrap()).unwrap();
    assert_eq!(client.field_definition(field.id()).await.unwrap().label_fr(), field.label_fr());
    assert_eq!(client.field_definition_by_key(&key).await.unwrap().id(), field.id());
}

#[tokio::test]
async fn delegated_user_reads_preferences_views_and_dashboards() {
    let sandbox = sandbox(Config::default());
    let client = delegated_client(&sandbox, "u-martin");
    let user = client.delegated_client().unwrap();
    let preferences = user.alert_preferences().await.unwrap();
    assert!(!preferences.items.is_empty() && preferences.items.iter().all(|item| item.enabled().is_some()));
    let views = client.list_page::<SavedView>(OperationId::SavedViewsList, FIRST).await.unwrap();
    let view = views.items.first().expect("the user has views");
    let mut update = Fields::new();
    update.set_text("name", "  À   suivre ");
    let renamed =
        user.update_view(view.id(), &update, Some(view), &random_id::idempotency_key()).await.unwrap();
    assert_eq!(renamed.name(), Some("À suivre"));
    let boards = client.list_page::<Dashboard>(OperationId::DashboardsList, FIRST).await.unwrap();
    let board = boards.items.first().expect("the user has dashboards");
    assert!(user.dashboard(board.id()).await.unwrap().is_shared().is_some());
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
        let response = client.list_page::<Record>(spec.id, FIRST).await;
        let documented = spec.documented == DocLevel::Full;
        assert_eq!(response.is_ok(), documented, "{}: {response:?}", spec.name);
        if let Err(error) = response {
            assert_eq!(error.kind(), ErrorKind::NotFound, "{}", spec.name);
        }
    }
    let id = client.notifications_page(FIRST).await.unwrap_err();
    assert_eq!(id.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_description_is_found() {
    let sandbox = sandbox(Config::default());
    assert!(client(&sandbox).api_description().await.unwrap().has("item"));
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

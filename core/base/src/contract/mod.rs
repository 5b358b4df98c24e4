//! Data model of the service's contract.
//!
//! It covers operations, resources, codes, numbers, patches, problems and pages. This module performs no I/O and uses
//! no clock and no randomness; `now` and random values are arguments. Names are the contract's own.

pub mod base_url;
pub mod ids;
pub mod json;
pub mod method;
pub mod models;
pub mod operation;
pub mod paging;
pub mod patch;
pub mod precondition;
pub mod problem;
pub mod record;
pub mod resource;
pub mod retry_after;

pub use base_url::BaseUrl;
pub use ids::{
    AlertId, DashboardId, DealId, EntityId, FieldId, FieldKey, IdempotencyKey, NoteId, NotificationId,
    RequestId, TaskId, UserId, ViewId,
};
pub use json::date_or_time::DateOrTime;
pub use json::dynamic_body::JsonBody;
pub use json::num::Num;
pub use json::schema_error::ShapeError;
pub use models::alert::Alert;
pub use models::alert_preference::AlertPreference;
pub use models::dashboard::Dashboard;
pub use models::deal::Deal;
pub use models::entity::Entity;
pub use models::field_definition::FieldDefinition;
pub use models::kpi::{KpiKey, KpiSnapshot};
pub use models::note::DealNote;
pub use models::notification::Notification;
pub use models::portfolio::PortfolioSummary;
pub use models::saved_view::SavedView;
pub use models::task::Task;
pub use models::token::TokenResponse;
pub use operation::{Method, OPERATIONS, Operation, OperationId};
pub use paging::page::Page;
pub use patch::{Fields, Patch};
pub use problem::Problem;
pub use record::Record;
pub use resource::Resource;

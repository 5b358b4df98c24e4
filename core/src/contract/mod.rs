//! The service's words: operations, resources, codes, numbers, patches, problems, pages.
//!
//! Rule of this room: no I/O, no clock, no randomness. What needs `now` or a random value takes it as an
//! argument. Names are the contract's own.

pub mod alert;
pub mod alert_preference;
pub mod base_url;
pub mod body;
pub mod compare;
pub mod dashboard;
pub mod deal;
pub mod delegation;
pub mod documented;
pub mod entity;
pub mod excerpt;
pub mod field_definition;
pub mod ids;
pub mod kpi;
pub mod listing;
mod members;
pub mod method;
pub mod moment;
pub mod note;
pub mod notification;
pub mod num;
pub mod operation;
pub mod page;
pub mod pager;
pub mod patch;
pub mod portfolio;
pub mod problem;
pub mod record;
pub mod resource;
pub mod retry_after;
pub mod same;
pub mod saved_view;
mod scan;
pub mod seen;
pub mod shape;
pub mod task;
pub mod token;

pub use alert::Alert;
pub use alert_preference::AlertPreference;
pub use base_url::BaseUrl;
pub use body::Body;
pub use dashboard::Dashboard;
pub use deal::Deal;
pub use entity::Entity;
pub use field_definition::FieldDefinition;
pub use ids::{
    AlertId, DashboardId, DealId, EntityId, FieldId, FieldKey, IdempotencyKey, NoteId, NotificationId,
    RequestId, TaskId, UserId, ViewId,
};
pub use kpi::{KpiKey, KpiSnapshot};
pub use moment::Moment;
pub use note::DealNote;
pub use notification::Notification;
pub use num::Num;
pub use operation::{Method, OPERATIONS, Operation, OperationId};
pub use page::Page;
pub use patch::{Fields, Patch};
pub use portfolio::PortfolioSummary;
pub use problem::Problem;
pub use record::Record;
pub use resource::Resource;
pub use saved_view::SavedView;
pub use shape::ShapeError;
pub use task::Task;
pub use token::TokenResponse;

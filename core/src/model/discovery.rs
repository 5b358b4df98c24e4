//! The result of asking the service which lists it has.

use crate::contract::operation::PageForm;

use crate::model::list_source::Mode;
use crate::model::probe_result::Answer;
use crate::model::resource_kind::Family;
use crate::model::route::Route;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A description as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its format.
    pub format: Format,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// The routes it names.
    pub routes: Arc<[Route]>,
    /// When it was last received.
    pub at: Timestamp,
}

/// What to do next to know a family's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask the service for its description.
    Describe,
    /// Nobody names the list: ask the conventional route once, for one record.
    Probe,
    /// Read the list.
    Read,
    /// There is no list: read what is watched, one by one.
    Watch,
    /// The route refuses; the answer says why.
    Refused,
    /// The service was in trouble: not before this moment.
    Wait(Timestamp),
}

/// What is known of one family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which family.
    pub family: Family,
    /// How its list came to be known.
    pub mode: Mode,
    /// The path of its list under the base URL.
    pub path: Arc<str>,
    /// How the list pages, as far as anybody says so.
    pub form: PageForm,
    /// The newest answer of the route, if it was ever asked.
    pub answer: Option<Answer>,
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    pub(crate) described: Option<Described>,
    pub(crate) undescribed: Option<Answer>,
    pub(crate) answers: BTreeMap<Family, Answer>,
    pub(crate) unkept: Vec<(&'static str, Lesson)>,
}

/// Which format a description has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Format {
    /// A Postman collection, format 2.x.
    Postman,
    /// `OpenAPI` 3 or Swagger 2.
    OpenApi,
}

/// Something learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What it is about, unique in its topic.
    pub name: String,
    /// What was learned, in a form that is the caller's own.
    pub body: String,
    /// When it was learned.
    pub at: Timestamp,
}

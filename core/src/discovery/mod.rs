//! What the service offers beyond what the contract states (contract, "Gaps"): which lists it has, which routes this
//! key may use, which codes it speaks, and what to do where there is no list.
//!
//! Rule of the room: the service is asked as little as can be, and only reads. First its own description, once a day;
//! then, for a family that nobody has named, **one** `GET` of one record on the conventional route. No write is ever
//! probed, no identifier guessed, and the first 429 ends all probing. What was learned is remembered with its date and
//! expires. Everything but `ladder` is pure: answers and moments go in, knowledge comes out.
//!
//! What is discovered is used for reading alone: a write to a route that the contract does not document is the
//! person's own, made with `encours api`.

mod api_description;
mod list_source;
mod openapi;
mod parse_ids;
mod permissions;
mod postman;
mod probe_result;
mod prober;
mod resource_kind;
mod route;
mod state;
mod vocabulary;

pub use crate::store::{Origin, Watched};
pub use api_description::{Description, Format};
pub use list_source::Mode;
pub use parse_ids::{LINE_END, Pasted, Unusable, pasted, pasted_file, typed};
pub use permissions::{Right, Rights};
pub use probe_result::{Answer, Verdict};
pub use prober::{Insist, probe, settle};
pub use resource_kind::Family;
pub use route::Route;
pub use state::{Described, Knowledge, Standing, Step};
pub use vocabulary::{Learned, Source, Vocabulary};

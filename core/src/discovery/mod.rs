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

pub(crate) mod api_description;
mod openapi;
mod permissions;
mod postman;
mod prober;
mod state;
mod vocabulary;

pub use crate::model::discovery::Format;
pub use api_description::Description;
pub use prober::{Insist, probe, settle};

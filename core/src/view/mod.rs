//! What a person sees, before any pixel: words, numbers, dates, and the shapes screens are drawn from.
//!
//! Pure: no file, no socket, no clock, no environment. Front ends only place what they find here.

pub mod layers;

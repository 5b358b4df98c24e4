//! The board: columns, heads and cards as texts. Only what is asked for is built, so that a frame costs what is
//! visible.

mod card;
pub mod drag;
pub mod head;
mod metric;
pub mod metrics;

pub(in crate::app) use crate::app::deals::pipeline::view::suggestions::filter_offer;
pub(in crate::app) use crate::app::foundation::presentation::age::{age_reason, age_reasons_short, age_text};
pub use card::{Card, CardField, WriteMark, card, cards};
pub use head::{BoardHead, ColumnHead, column_head, head, lane_name, order_key};
pub use metric::{FigureLine, FigureText, figure_lines};
pub(in crate::app) use metric::{told as figure_told, whose as whose_probabilities};

//! The board: columns, heads and cards as texts. Only what is asked for is built, so that a frame costs what is
//! visible.

mod age;
mod card;
mod figure;
mod head;
mod offer;

pub use age::{age_reason, age_reasons_short, age_text};
pub use card::{Card, CardField, WriteMark, card, cards, class_label};
pub use figure::{FigureLine, FigureText, figure_lines};
pub(crate) use figure::{told as figure_told, whose as whose_probabilities};
pub use head::{BoardHead, ColumnHead, column_head, head, lane_name, order_key};
pub use offer::{FilterOffer, filter_offer};

//! Order of the columns: the default one, or the user's own.

use std::cmp::Ordering;
use std::sync::Arc;

use super::status_cmp;

/// Order of deal statuses: the configured ones first, the others in the default order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusOrder(Arc<[String]>);

impl StatusOrder {
    /// Creates the order that begins with `first`.
    #[must_use]
    pub fn starting_with(first: Vec<String>) -> Self {
        Self(first.into())
    }

    /// Compares two statuses by their position.
    #[must_use]
    pub fn cmp(&self, left: &str, right: &str) -> Ordering {
        let position_of = |code: &str| {
            let index = self.0.iter().position(|index| index == code);
            index.unwrap_or(self.0.len())
        };
        position_of(left).cmp(&position_of(right)).then_with(|| status_cmp(left, right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_statuses_come_first_and_others_keep_their_order() {
        let order = StatusOrder::starting_with(vec!["ic".into(), "lost".into()]);
        let mut codes = ["zeta", "lost", "closing", "alpha", "ic", "sourcing"];
        codes.sort_by(|one, other| order.cmp(one, other));
        assert_eq!(codes, ["ic", "lost", "sourcing", "closing", "alpha", "zeta"]);
        codes.sort_by(|one, other| StatusOrder::default().cmp(one, other));
        assert_eq!(codes, ["sourcing", "ic", "closing", "lost", "alpha", "zeta"]);
    }
}

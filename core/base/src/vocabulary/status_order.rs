//! Order of the columns: the default one, or the user's own.

use std::cmp::Ordering;
use std::sync::Arc;

use super::status_cmp;

/// Order of deal statuses: the configured ones first, the others in the default order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusOrder(Arc<[String]>);

impl StatusOrder {
    /// Creates the order that begins with `named`.
    #[must_use]
    pub fn starting_with(named: Vec<String>) -> Self {
        Self(named.into())
    }

    /// Compares two statuses by their position.
    #[must_use]
    pub fn cmp(&self, one: &str, other: &str) -> Ordering {
        let place = |code: &str| {
            let named = self.0.iter().position(|named| named == code);
            named.unwrap_or(self.0.len())
        };
        place(one).cmp(&place(other)).then_with(|| status_cmp(one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_statuses_come_first_and_the_others_keep_their_order() {
        let order = StatusOrder::starting_with(vec!["ic".into(), "lost".into()]);
        let mut codes = ["zeta", "lost", "closing", "alpha", "ic", "sourcing"];
        codes.sort_by(|one, other| order.cmp(one, other));
        assert_eq!(codes, ["ic", "lost", "sourcing", "closing", "alpha", "zeta"]);
        codes.sort_by(|one, other| StatusOrder::default().cmp(one, other));
        assert_eq!(codes, ["sourcing", "ic", "closing", "lost", "alpha", "zeta"]);
    }
}

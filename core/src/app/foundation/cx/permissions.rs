//! What the key is known not to be allowed. It is learned from refusals alone, for nothing tells it beforehand; a
//! write that goes through, or a refresh by hand, forgets it again.

/// The scope under which deals are written (contract, "Endpoints").
pub(in crate::app) const DEALS_WRITE: &str = "deals:write";

//! Order and marks of deal statuses.
//!
//! The order is a default; the user's own column order takes precedence. The mark belongs to the code, not to its
//! position.

use std::cmp::Ordering;

use super::CodeKind;

/// Returns the default position of a deal status among the columns.
///
/// All unknown codes share the position after the last known one; [`status_cmp`] sorts them alphabetically.
#[must_use]
fn default_position(code: &str) -> usize {
    let codes = CodeKind::DealStatus.codes();
    codes.iter().position(|status| status.code == code).unwrap_or(codes.len())
}

/// Compares two deal statuses: sourcing to closing, on hold, lost, then unknown codes alphabetically.
#[must_use]
pub fn status_cmp(left: &str, right: &str) -> Ordering {
    default_position(left).cmp(&default_position(right)).then_with(|| left.cmp(right))
}

/// Returns the one-column progress ring of a deal status; a dotted ring for an unknown code.
#[must_use]
pub fn status_glyph(code: &str) -> &'static str {
    match code {
        "sourcing" => "○",
        "screening" | "due_diligence" => "◔",
        "ic" => "◑",
        "term_sheet" | "structuring" => "◕",
        "closing" => "●",
        "on_hold" => "‖",
        "lost" => "×",
        _ => "◌",
    }
}

/// Returns whether a deal in this status has left the pipeline; such columns start collapsed.
#[must_use]
pub fn is_inactive_status(code: &str) -> bool {
    matches!(code, "on_hold" | "lost")
}

#[cfg(test)]
mod tests {
    use crate::text::width;

    use super::*;

    #[test]
    fn columns_run_from_sourcing_to_lost_then_unknown() {
        let mut codes = ["zeta", "lost", "closing", "alpha", "on_hold", "ic", "sourcing"];
        codes.sort_by(|one, other| status_cmp(one, other));
        assert_eq!(codes, ["sourcing", "ic", "closing", "on_hold", "lost", "alpha", "zeta"]);
    }

    #[test]
    fn each_status_glyph_is_one_cell_wide() {
        for known in CodeKind::DealStatus.codes() {
            assert_eq!(width(status_glyph(known.code)), 1);
            assert_ne!(status_glyph(known.code), "◌");
        }
        assert_eq!(status_glyph("pre_ic"), "◌");
    }
}

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

/// Role of a status in the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusRole {
    /// Before the last status of the pipeline.
    Active,
    /// The last status of the pipeline.
    Won,
    /// Paused outside the pipeline.
    Paused,
    /// Lost.
    Lost,
}

/// Returns the role of a deal status; an unknown code is active.
#[must_use]
pub fn status_role(code: &str) -> StatusRole {
    match code {
        "closing" => StatusRole::Won,
        "on_hold" => StatusRole::Paused,
        "lost" => StatusRole::Lost,
        _ => StatusRole::Active,
    }
}

/// Returns whether a deal in this status has left the pipeline; such columns start collapsed.
#[must_use]
pub fn is_inactive_status(code: &str) -> bool {
    matches!(status_role(code), StatusRole::Paused | StatusRole::Lost)
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

//! How deal statuses are ordered and marked.
//!
//! The order is a default: a person's own column order wins. The mark is bound to the code, never to its place.

use std::cmp::Ordering;

use super::Family;

/// The default place of a deal status among the columns. Every unknown code shares the place after the last known
/// one; [`status_cmp`] puts those in alphabetical order.
#[must_use]
fn place(code: &str) -> usize {
    let known = Family::DealStatus.codes();
    known
        .iter()
        .position(|status| status.code == code)
        .unwrap_or(known.len())
}

/// The default order of two deal statuses: sourcing to closing, on hold, lost, then unknown codes by letter.
#[must_use]
pub fn status_cmp(one: &str, other: &str) -> Ordering {
    place(one).cmp(&place(other)).then_with(|| one.cmp(other))
}

/// The progress ring of a deal status in one terminal column; a dotted ring for a code we do not know.
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

/// Whether a deal in this status has left the pipeline's course: columns that start folded.
#[must_use]
pub fn status_is_aside(code: &str) -> bool {
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
        assert_eq!(
            codes,
            ["sourcing", "ic", "closing", "on_hold", "lost", "alpha", "zeta"]
        );
    }

    #[test]
    fn each_mark_takes_one_column() {
        for known in Family::DealStatus.codes() {
            assert_eq!(width(status_glyph(known.code)), 1);
            assert_ne!(status_glyph(known.code), "◌");
        }
        assert_eq!(status_glyph("pre_ic"), "◌");
    }
}

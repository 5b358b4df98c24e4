//! The breakdowns of a portfolio summary: codes, each with the number of operations it counts.

use crate::contract::models::portfolio::PortfolioSummary;
use crate::text::Lang;
use crate::vocabulary;

/// Kind of breakdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breakdown {
    /// `operations_by_status`
    Status,
    /// `operations_by_classe_actif`
    Class,
    /// `operations_by_type_investissement`
    Type,
}

impl Breakdown {
    /// All three, in the order of the screen.
    pub const ALL: [Self; 3] = [Self::Status, Self::Class, Self::Type];

    /// Returns its field in the portfolio summary.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Status => "operations_by_status",
            Self::Class => "operations_by_classe_actif",
            Self::Type => "operations_by_type_investissement",
        }
    }

    /// Returns the label of one of its codes.
    #[must_use]
    pub fn label(self, lang: Lang, code: &str) -> String {
        match self {
            Self::Status => vocabulary::operation_status(lang, code).into_owned(),
            Self::Class => vocabulary::asset_class(lang, code).into_owned(),
            Self::Type => vocabulary::investment_type(lang, code).into_owned(),
        }
    }

    /// Returns its codes with their counts, in the order received.
    #[must_use]
    pub fn entries(self, summary: &PortfolioSummary) -> Vec<(String, u64)> {
        match self {
            Self::Status => summary.operations_by_status(),
            Self::Class => summary.operations_by_classe_actif(),
            Self::Type => summary.operations_by_type_investissement(),
        }
    }
}

/// Returns the codes of a breakdown with their counts, highest count first.
pub fn ordered(kind: Breakdown, summary: &PortfolioSummary) -> Vec<(String, u64)> {
    let mut entries = kind.entries(summary);
    entries.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    entries
}

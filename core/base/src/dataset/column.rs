//! Columns and sort keys of the table. Names follow the contract, so a local view reads like one of the server (`name`,
//! `status`, `ltv:desc`).

use std::fmt;
use std::str::FromStr;

use crate::contract::models::kpi::KpiKey;
use crate::model::table::DealRow;
use crate::query::Query;
use crate::text::{Lang, Messages};
use crate::vocabulary;

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DealColumn {
    /// `name`
    Name,
    /// `status`
    Status,
    /// `classe_actif`
    Class,
    /// `responsable`
    Owner,
    /// Time that the deal has been in its status, as observed.
    Age,
    /// Date of the open follow-up, stored on this device.
    Followup,
    /// Star, stored on this device.
    Star,
    /// Labels, stored on this device.
    Labels,
    /// `id`
    Id,
    /// A number of `kpi_snapshot`.
    Kpi(KpiKey),
}

/// A text that does not name a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a column")]
pub struct ColumnError(pub String);

impl DealColumn {
    /// Columns with data of this device.
    pub const LOCAL: [Self; 3] = [Self::Followup, Self::Star, Self::Labels];

    /// Iterates over all columns, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        let sent = [Self::Name, Self::Status, Self::Class, Self::Owner, Self::Age];
        sent.into_iter().chain(Self::LOCAL).chain([Self::Id]).chain(KpiKey::numeric().map(Self::Kpi))
    }

    /// Returns the column's label; the short one is for table headers.
    pub fn label(self, lang: Lang, short: bool) -> String {
        let messages = Messages::new(lang);
        match self {
            Self::Name => messages.get("field-name").into_owned(),
            Self::Status => messages.get("field-status").into_owned(),
            Self::Class => messages.get("field-class").into_owned(),
            Self::Owner => messages.get("field-owner").into_owned(),
            Self::Age if short => messages.get("field-age-short").into_owned(),
            Self::Age => messages.get("field-age").into_owned(),
            Self::Followup => messages.get("field-followup").into_owned(),
            Self::Star if short => "★".to_owned(),
            Self::Star => messages.get("field-star").into_owned(),
            Self::Labels => messages.get("field-labels").into_owned(),
            Self::Id => messages.get("field-id").into_owned(),
            Self::Kpi(key) if short => vocabulary::kpi_short(lang, key.name()).into_owned(),
            Self::Kpi(key) => vocabulary::kpi_label(lang, key.name()).into_owned(),
        }
    }

    /// Returns the column's label in a sort order: the short one, except for the age, which is a phrase.
    pub fn sort_label(self, lang: Lang) -> String {
        self.label(lang, self != Self::Age)
    }

    /// Returns the default columns of the table.
    pub fn standard() -> Vec<Self> {
        let numbers = [KpiKey::Ltv, KpiKey::Ltc, KpiKey::DebtYield, KpiKey::Dscr, KpiKey::CrdTotal];
        let fixed = [Self::Name, Self::Status, Self::Class, Self::Owner, Self::Age];
        fixed.into_iter().chain(numbers.into_iter().map(Self::Kpi)).collect()
    }

    /// Returns its name in saved views.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Status => "status",
            Self::Class => "classe_actif",
            Self::Owner => "responsable",
            Self::Age => "age",
            Self::Followup => "followup",
            Self::Star => "star",
            Self::Labels => "labels",
            Self::Id => "id",
            Self::Kpi(key) => key.name(),
        }
    }

    /// Returns the column of a name; status, class and owner also have the names of the filter.
    ///
    /// # Errors
    /// No column has the name.
    pub fn from_query_name(name: &str) -> Result<Self, ColumnError> {
        match name {
            "statut" => Ok(Self::Status),
            "class" | "classe" => Ok(Self::Class),
            "owner" => Ok(Self::Owner),
            name => name.parse(),
        }
    }

    /// Returns the code of a row, empty without one; `None` for a column without codes.
    pub fn code_of<'a>(self, row: &DealRow<'a>) -> Option<&'a str> {
        match self {
            Self::Status => Some(row.status),
            Self::Class => Some(row.class),
            Self::Owner => Some(row.owner),
            _ => None,
        }
    }

    /// Returns whether it contains codes, by which deals can be grouped.
    pub fn is_code(self) -> bool {
        matches!(self, Self::Status | Self::Class | Self::Owner)
    }

    /// Returns whether it contains numbers, which are right-aligned and sorted by value.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Age | Self::Kpi(_))
    }
}

impl FromStr for DealColumn {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Self, ColumnError> {
        Self::all().find(|column| column.name() == text).ok_or_else(|| ColumnError(text.to_owned()))
    }
}

/// One sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// Column that is compared.
    pub column: DealColumn,
    /// True for descending order. Missing values come last in both orders.
    pub descending: bool,
}

/// Maximum number of sort keys in a saved view (contract, "Limits").
pub const MAX_SORT_KEYS: usize = 4;
/// Maximum number of columns in a saved view (contract, "Limits").
pub const MAX_COLUMNS: usize = 64;

impl fmt::Display for SortKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column.name())?;
        if self.descending {
            f.write_str(":desc")?;
        }
        Ok(())
    }
}

impl FromStr for SortKey {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Self, ColumnError> {
        let (column, descending) = match text.rsplit_once(':') {
            Some((column, "desc")) => (column, true),
            Some((column, "asc")) => (column, false),
            _ => (text, false),
        };
        Ok(Self { column: column.parse()?, descending })
    }
}

/// Returns the sort keys that a query asks for.
#[must_use]
pub fn query_order(query: &Query) -> Vec<SortKey> {
    let keys = query.order().iter();
    keys.filter_map(|(name, descending)| {
        Some(SortKey { column: name.parse().ok()?, descending: *descending })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_keys_are_read_as_they_are_written() {
        for column in DealColumn::all() {
            assert_eq!(column.name().parse(), Ok(column));
            for descending in [false, true] {
                let key = SortKey { column, descending };
                assert_eq!(key.to_string().parse(), Ok(key));
            }
        }
        assert_eq!("ltv:asc".parse::<SortKey>().map(|key| key.descending), Ok(false));
        assert_eq!("tri".parse::<DealColumn>(), Err(ColumnError("tri".into())));
        assert!("ltv:up".parse::<SortKey>().is_err());
    }

    #[test]
    fn every_column_is_offered_once_and_fits_saved_views() {
        let all: Vec<DealColumn> = DealColumn::all().collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len());
        assert!(all.len() <= MAX_COLUMNS && DealColumn::standard().iter().all(|c| all.contains(c)));
    }
}

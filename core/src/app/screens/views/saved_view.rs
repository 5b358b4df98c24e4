//! A view of the deals that a person has named: filter, columns, order, board or table. It is kept here and not on the
//! service, which documents no list and no creation of views; its limits are those of the contract all the same
//! ("Limits": at most 64 columns, 4 sort keys, 16,384 bytes), so that none has to be cut when it goes there one day.
//!
//! As text it is TOML, one `[[view]]` each, which can be sent in a mail and taken in again:
//!
//! ```toml
//! [[view]]
//! name = "LTV > 65 %"
//! query = "ltv>0.65 -statut:lost"
//! layout = "table"
//! columns = ["name", "status", "ltv"]
//! sort = ["ltv:desc", "name"]
//! pinned = true
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::query::{Query, QueryError};

use crate::app::deals::pipeline::board_look::BoardLook;
use crate::app::foundation::dataset::column::{Column, MOST_COLUMNS, MOST_SORT_KEYS, SortKey};

/// As many bytes of filter, columns and order as the contract allows a saved view.
const MOST_BYTES: usize = 16_384;
/// The longest name, in characters: what fits a list.
const LONGEST_NAME: usize = 80;

/// Board or table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// One column per status.
    #[default]
    Board,
    /// One row per deal.
    Table,
}

/// A saved view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedView {
    /// Its name, which no other view has.
    pub name: String,
    /// The filter, in the query language.
    pub query: String,
    /// Board or table.
    pub layout: Layout,
    /// The columns of the table, in order; none means the standard ones.
    pub columns: Vec<Column>,
    /// The order of the table; none means the board's.
    pub sort: Vec<SortKey>,
    /// The widths that a person has given its columns, in terminal columns, by the column's name.
    pub widths: BTreeMap<String, u16>,
    /// How its board looks.
    pub board: BoardLook,
    /// Whether it is listed with its count wherever there is room.
    pub pinned: bool,
    /// Whether it is opened at the start. At most one is.
    pub default: bool,
}

/// Why a text holds no views.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// It is no TOML, or holds something else.
    #[error("{0}")]
    Text(String),
    /// It holds no view.
    #[error("no [[view]] is in it")]
    Empty,
    /// A view without a name.
    #[error("a view needs a name")]
    NoName,
    /// A name that a view does not have.
    #[error(
        "view {number}: a view has no `{key}`. It has name, query, layout, columns, sort, pinned, default, widths, board"
    )]
    Key {
        /// Which view of the text, from 1.
        number: usize,
        /// The name, with those of the tables that it stands in.
        key: String,
    },
    /// A column that there is not.
    #[error("view “{name}”: there is no column `{column}`")]
    Column {
        /// The view.
        name: String,
        /// What stands for a column, or for one to sort by.
        column: String,
    },
    /// A filter that can't be understood.
    #[error("view “{name}”: the filter is wrong at character {}", .error.column() + 1)]
    Query {
        /// The view.
        name: String,
        /// What is wrong with its filter.
        error: QueryError,
    },
    /// More columns, sort keys or bytes than the contract allows.
    #[error(
        "view “{name}”: more than {MOST_COLUMNS} columns, {MOST_SORT_KEYS} sort keys or {MOST_BYTES} bytes"
    )]
    TooLarge {
        /// The view.
        name: String,
    },
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct File {
    #[serde(default)]
    view: Vec<Written>,
}

/// A view as it is written. Columns that this version does not know are left out when it is read.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Written {
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    query: String,
    #[serde(default)]
    layout: Layout,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    columns: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sort: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    default: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    widths: BTreeMap<String, u16>,
    #[serde(default, skip_serializing_if = "is_plain")]
    board: BoardLook,
}

fn is_plain(look: &BoardLook) -> bool {
    *look == BoardLook::default()
}

/// A name as a view can have it: one line, its spaces single, not too long. Empty if nothing is left.
pub fn view_name(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .collect();
    let name: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    name.join(" ")
        .chars()
        .take(LONGEST_NAME)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

impl SavedView {
    /// Whether it can be kept.
    ///
    /// # Errors
    /// No name, a filter that can't be understood, or more than the contract allows.
    pub fn check(&self) -> Result<(), ViewError> {
        let name = self.name.clone();
        if view_name(&name).is_empty() {
            return Err(ViewError::NoName);
        }
        if let Err(error) = Query::parse(&self.query) {
            return Err(ViewError::Query { name, error });
        }
        let bytes = self.query.len()
            + self
                .columns
                .iter()
                .map(|column| column.name().len() + 3)
                .sum::<usize>()
            + self
                .sort
                .iter()
                .map(|key| key.to_string().len() + 3)
                .sum::<usize>();
        if self.columns.len() > MOST_COLUMNS || self.sort.len() > MOST_SORT_KEYS || bytes > MOST_BYTES {
            return Err(ViewError::TooLarge { name });
        }
        Ok(())
    }

    fn written(&self) -> Written {
        Written {
            name: self.name.clone(),
            query: self.query.clone(),
            layout: self.layout,
            columns: self
                .columns
                .iter()
                .map(|column| column.name().to_owned())
                .collect(),
            sort: self.sort.iter().map(ToString::to_string).collect(),
            pinned: self.pinned,
            default: self.default,
            widths: self.widths.clone(),
            board: self.board.clone(),
        }
    }

    fn read(written: Written) -> Self {
        let mut columns: Vec<Column> = Vec::new();
        for column in written.columns.iter().filter_map(|text| text.parse().ok()) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        Self {
            name: view_name(&written.name),
            query: written.query,
            layout: written.layout,
            columns,
            sort: written.sort.iter().filter_map(|text| text.parse().ok()).collect(),
            pinned: written.pinned,
            default: written.default,
            widths: written.widths,
            board: written.board,
        }
    }
}

/// Views as text.
pub fn views_to_text(views: &[SavedView]) -> String {
    let file = File {
        view: views.iter().map(SavedView::written).collect(),
    };
    // Texts, lists of texts and truth values always can be written.
    toml::to_string(&file).unwrap_or_default()
}

/// Reads views that a person wrote or was given. A view without what this version does not know would show other deals
/// than its author meant.
///
/// # Errors
/// As [`views_from_text`], and for every name and column that there is not.
pub fn views_to_import(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let mut unknown = None;
    let broken = |error: toml::de::Error| ViewError::Text(error.message().to_owned());
    let read = toml::Deserializer::parse(text).map_err(broken)?;
    let file: File = serde_ignored::deserialize(read, |path| {
        unknown.get_or_insert_with(|| path.to_string());
    })
    .map_err(broken)?;
    if let Some(path) = unknown.filter(|_| !file.view.is_empty()) {
        let (place, key) = path
            .trim_start_matches("view.")
            .split_once('.')
            .unwrap_or(("0", &path));
        return Err(ViewError::Key {
            number: place.parse::<usize>().unwrap_or_default() + 1,
            key: key.to_owned(),
        });
    }
    for view in &file.view {
        let column = view.columns.iter().find(|text| text.parse::<Column>().is_err());
        let sorted = || view.sort.iter().find(|text| text.parse::<SortKey>().is_err());
        if let Some(column) = column.or_else(sorted) {
            return Err(ViewError::Column {
                name: view.name.clone(),
                column: column.clone(),
            });
        }
    }
    views_from_text(text)
}

/// Reads views from text, without what this version does not know.
///
/// # Errors
/// The first thing that keeps them from being taken in; then none of them is.
pub fn views_from_text(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let views = views_kept_as(text)?;
    if views.is_empty() {
        return Err(ViewError::Empty);
    }
    views.iter().try_for_each(SavedView::check)?;
    Ok(views)
}

/// Views as they were kept. A filter that an earlier version read otherwise is told when its view is opened; the view stays.
pub(super) fn views_kept_as(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let file: File = toml::from_str(text).map_err(|error| ViewError::Text(error.message().to_owned()))?;
    Ok(file.view.into_iter().map(SavedView::read).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::contract::models::kpi::KpiKey;

    use super::*;

    fn view() -> SavedView {
        SavedView {
            name: "LTV > 65 %".into(),
            query: "ltv>0.65 -statut:lost responsable:\"A. Martin\"".into(),
            layout: Layout::Table,
            columns: vec![Column::Name, Column::Kpi(KpiKey::Ltv)],
            sort: vec!["ltv:desc".parse().unwrap(), "name".parse().unwrap()],
            widths: [("name".to_owned(), 24)].into(),
            board: BoardLook {
                lanes: crate::app::foundation::cx::overlay_types::Lanes::Owner,
                number: Some("dscr".into()),
                ..BoardLook::default()
            },
            pinned: true,
            default: false,
        }
    }

    #[test]
    fn a_view_is_read_as_it_was_written() {
        let views = [
            view(),
            SavedView {
                name: "Tout".into(),
                ..SavedView::default()
            },
        ];
        let text = views_to_text(&views);
        assert!(text.contains("sort = [\"ltv:desc\", \"name\"]"), "{text}");
        assert_eq!(views_from_text(&text).unwrap(), views);
    }

    #[test]
    fn what_cannot_be_kept_is_refused_with_its_reason() {
        assert_eq!(views_from_text(""), Err(ViewError::Empty));
        assert!(matches!(views_from_text("[[view]"), Err(ViewError::Text(_))));
        assert_eq!(
            views_from_text("[[view]]\nname = \" \\t\""),
            Err(ViewError::NoName)
        );
        let wrong = views_from_text("[[view]]\nname = \"x\"\nquery = \"ltv>abc\"").unwrap_err();
        assert!(wrong.to_string().contains("character 5"), "{wrong}");
        let keys = "[[view]]\nname = \"x\"\nsort = [\"name\",\"ltv\",\"ltc\",\"age\",\"dscr\"]";
        assert!(matches!(views_from_text(keys), Err(ViewError::TooLarge { .. })));
    }

    #[test]
    fn a_kept_view_whose_filter_is_read_otherwise_today_stays() {
        let text = "[[view]]\nname = \"x\"\nquery = \"lyon or nice\"";
        assert!(matches!(views_from_text(text), Err(ViewError::Query { .. })));
        assert_eq!(views_kept_as(text).unwrap()[0].query, "lyon or nice");
    }

    #[test]
    fn what_a_later_version_wrote_is_left_out_and_the_rest_is_read() {
        let text =
            "[[view]]\nname = \"x\"\ncolumns = [\"name\", \"irr\", \"name\"]\nsort = [\"irr\"]\nicon = \"y\"";
        let views = views_from_text(text).unwrap();
        assert_eq!(views[0].columns, [Column::Name]);
        assert!(views[0].sort.is_empty());
    }

    #[test]
    fn what_is_taken_in_is_understood_whole() {
        let whole = views_to_text(&[view()]);
        assert_eq!(
            views_to_import(&format!("\u{feff}{}", whole.replace('\n', "\r\n"))).unwrap(),
            [view()]
        );
        for (text, said) in [
            (
                "[[view]]\nname = \"x\"\nfilter = \"ltv>0.65\"",
                "view 1: a view has no `filter`",
            ),
            (
                "[[view]]\nname = \"x\"\n[[view]]\nname = \"y\"\nboard.colour = 1",
                "view 2: a view has no `board.colour`",
            ),
            ("quer = 1\n[[view]]\nname = \"x\"", "a view has no `quer`"),
            (
                "[[view]]\nname = \"x\"\ncolumns = [\"nam\"]",
                "“x”: there is no column `nam`",
            ),
            (
                "[[view]]\nname = \"x\"\nsort = [\"ltw:desc\"]",
                "“x”: there is no column `ltw:desc`",
            ),
            ("[[views]]\nname = \"x\"", "no [[view]] is in it"),
        ] {
            let error = views_to_import(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(view_name("  Comité \n du\tmardi "), "Comité du mardi");
        assert_eq!(view_name("\u{7}"), "");
        assert_eq!(view_name(&"é".repeat(200)).chars().count(), LONGEST_NAME);
    }

    proptest! {
        #[test]
        fn any_name_and_any_text_of_a_filter_survive(name in "\\PC{1,40}", words in "[a-zé ]{0,30}") {
            let view = SavedView { name: view_name(&name), query: words, ..SavedView::default() };
            prop_assume!(view.check().is_ok());
            prop_assert_eq!(views_from_text(&views_to_text(std::slice::from_ref(&view))).unwrap(), [view]);
        }

        #[test]
        fn any_text_is_safe(text in "\\PC{0,200}") {
            let _ = views_from_text(&text);
        }
    }
}

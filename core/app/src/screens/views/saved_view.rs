//! Named view of the deals: filter, columns, sort order, board or table. It is stored locally, because the service
//! documents no route to list or create views. The contract's limits still apply ("Limits": at most 64 columns, 4 sort
//! keys, 16,384 bytes), so a view could be sent later without truncation.
//!
//! The text form is TOML with one `[[view]]` per view, which users can share and import:
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
use crate::text::{MessageArg, Messages};

use crate::dataset::column::{DealColumn, MAX_COLUMNS, MAX_SORT_KEYS, SortKey};
use crate::deals::pipeline::board_layout::BoardLayout;

/// Maximum bytes of filter, columns and sort order in the contract's saved view.
const MAX_VIEW_BYTES: usize = 16_384;
/// Maximum name length in characters, to fit a list.
const MAX_NAME_CHARS: usize = 80;

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
    /// Unique name of the view.
    pub name: String,
    /// Filter, in the query language.
    pub query: String,
    /// Board or table.
    pub layout: Layout,
    /// Table columns, in order; empty means the standard ones.
    pub columns: Vec<DealColumn>,
    /// Sort order of the table; empty means the board's.
    pub sort: Vec<SortKey>,
    /// Widths set by the user in terminal columns, by column name.
    pub widths: BTreeMap<String, u16>,
    /// Appearance of its board.
    pub board: BoardLayout,
    /// True if it is listed with its count wherever there is enough width.
    pub pinned: bool,
    /// True if it opens at startup. At most one view has this flag.
    pub default: bool,
}

/// Error in a text of saved views.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// Not valid TOML, or other content.
    #[error("{0}")]
    Text(String),
    /// Contains no view.
    #[error("no [[view]] is in it")]
    Empty,
    /// View without a name.
    #[error("a view needs a name")]
    NoName,
    /// Unknown key in a view.
    #[error(
        "view {number}: a view has no `{key}`. It has name, query, layout, columns, sort, pinned, default, widths, board"
    )]
    Key {
        /// Number of the view in the text, from 1.
        number: usize,
        /// The key, with the tables that contain it.
        key: String,
    },
    /// Unknown column.
    #[error("view “{name}”: there is no column `{column}`")]
    Column {
        /// Name of the view.
        name: String,
        /// The unknown column or sort column.
        column: String,
    },
    /// Invalid filter.
    #[error("view “{name}”: invalid filter")]
    Query {
        /// Name of the view.
        name: String,
        /// Error of its filter.
        error: QueryError,
    },
    /// More columns, sort keys or bytes than the contract allows.
    #[error(
        "view “{name}”: more than {MAX_COLUMNS} columns, {MAX_SORT_KEYS} sort keys or {MAX_VIEW_BYTES} bytes"
    )]
    TooLarge {
        /// Name of the view.
        name: String,
    },
}

impl ViewError {
    /// Returns its text; that of a wrong filter with the reason.
    #[must_use]
    pub fn message(&self, messages: &'static Messages) -> String {
        let Self::Query { name, error } = self else { return self.to_string() };
        let why = error.message_with_column(messages);
        messages.with("view-bad-filter", &[("name", MessageArg::from(name.as_str())), ("why", why.into())])
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct ViewsFile {
    #[serde(default)]
    view: Vec<StoredView>,
}

/// Serialised form of a view. Unknown columns are skipped on loading.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredView {
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
    #[serde(default, skip_serializing_if = "is_default_layout")]
    board: BoardLayout,
}

fn is_default_layout(layout: &BoardLayout) -> bool {
    *layout == BoardLayout::default()
}

/// Normalises a view name: one line, single spaces, limited length. Empty if nothing remains.
pub fn normalize_name(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let name: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    name.join(" ").chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned()
}

impl SavedView {
    /// Checks that the view can be saved.
    ///
    /// # Errors No name, an invalid filter, or more than the contract allows.
    pub fn check(&self) -> Result<(), ViewError> {
        let name = self.name.clone();
        if normalize_name(&name).is_empty() {
            return Err(ViewError::NoName);
        }
        if let Err(error) = Query::parse(&self.query) {
            return Err(ViewError::Query { name, error });
        }
        let bytes = self.query.len()
            + self.columns.iter().map(|column| column.name().len() + 3).sum::<usize>()
            + self.sort.iter().map(|key| key.to_string().len() + 3).sum::<usize>();
        if self.columns.len() > MAX_COLUMNS || self.sort.len() > MAX_SORT_KEYS || bytes > MAX_VIEW_BYTES {
            return Err(ViewError::TooLarge { name });
        }
        Ok(())
    }

    fn to_stored(&self) -> StoredView {
        StoredView {
            name: self.name.clone(),
            query: self.query.clone(),
            layout: self.layout,
            columns: self.columns.iter().map(|column| column.name().to_owned()).collect(),
            sort: self.sort.iter().map(ToString::to_string).collect(),
            pinned: self.pinned,
            default: self.default,
            widths: self.widths.clone(),
            board: self.board.clone(),
        }
    }

    fn from_stored(stored: StoredView) -> Self {
        let mut columns: Vec<DealColumn> = Vec::new();
        for column in stored.columns.iter().filter_map(|text| text.parse().ok()) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        Self {
            name: normalize_name(&stored.name),
            query: stored.query,
            layout: stored.layout,
            columns,
            sort: stored.sort.iter().filter_map(|text| text.parse().ok()).collect(),
            pinned: stored.pinned,
            default: stored.default,
            widths: stored.widths,
            board: stored.board,
        }
    }
}

/// Serialises views to text.
pub fn views_to_text(views: &[SavedView]) -> String {
    let file = ViewsFile { view: views.iter().map(SavedView::to_stored).collect() };
    // Strings, string lists and booleans always serialise.
    toml::to_string(&file).unwrap_or_default()
}

/// Parses views for an import. Unknown keys are rejected, because such a view would show other deals than its author
/// meant.
///
/// # Errors As [`parse_views`], and for every unknown key and column.
pub fn parse_views_strict(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let mut unknown = None;
    let broken = |error: toml::de::Error| ViewError::Text(error.message().to_owned());
    let read = toml::Deserializer::parse(text).map_err(broken)?;
    let file: ViewsFile = serde_ignored::deserialize(read, |path| {
        unknown.get_or_insert_with(|| path.to_string());
    })
    .map_err(broken)?;
    if let Some(path) = unknown.filter(|_| !file.view.is_empty()) {
        let (parent, key) = path.trim_start_matches("view.").split_once('.').unwrap_or(("0", &path));
        return Err(ViewError::Key {
            number: parent.parse::<usize>().unwrap_or_default() + 1,
            key: key.to_owned(),
        });
    }
    for view in &file.view {
        let column = view.columns.iter().find(|text| text.parse::<DealColumn>().is_err());
        let sorted = || view.sort.iter().find(|text| text.parse::<SortKey>().is_err());
        if let Some(column) = column.or_else(sorted) {
            return Err(ViewError::Column { name: view.name.clone(), column: column.clone() });
        }
    }
    parse_views(text)
}

/// Parses views, ignoring unknown keys.
///
/// # Errors The first error; no view is imported then.
pub fn parse_views(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let views = parse_stored_views(text)?;
    if views.is_empty() {
        return Err(ViewError::Empty);
    }
    views.iter().try_for_each(SavedView::check)?;
    Ok(views)
}

/// Parses stored views without checking them. An invalid filter is reported when its view is opened.
pub(super) fn parse_stored_views(text: &str) -> Result<Vec<SavedView>, ViewError> {
    let file: ViewsFile =
        toml::from_str(text).map_err(|error| ViewError::Text(error.message().to_owned()))?;
    Ok(file.view.into_iter().map(SavedView::from_stored).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::contract::models::kpi::KpiKey;
    use crate::text::Lang;

    use super::*;

    fn view() -> SavedView {
        SavedView {
            name: "LTV > 65 %".into(),
            query: "ltv>0.65 -statut:lost responsable:\"A. Martin\"".into(),
            layout: Layout::Table,
            columns: vec![DealColumn::Name, DealColumn::Kpi(KpiKey::Ltv)],
            sort: vec!["ltv:desc".parse().unwrap(), "name".parse().unwrap()],
            widths: [("name".to_owned(), 24)].into(),
            board: BoardLayout {
                swimlanes: crate::foundation::cx::overlay_types::Swimlanes::Owner,
                number: Some("dscr".into()),
                ..BoardLayout::default()
            },
            pinned: true,
            default: false,
        }
    }

    #[test]
    fn a_view_is_read_as_it_was_written() {
        let views = [view(), SavedView { name: "Tout".into(), ..SavedView::default() }];
        let text = views_to_text(&views);
        assert!(text.contains("sort = [\"ltv:desc\", \"name\"]"), "{text}");
        assert_eq!(parse_views(&text).unwrap(), views);
    }

    #[test]
    fn invalid_views_are_rejected_with_a_reason() {
        assert_eq!(parse_views(""), Err(ViewError::Empty));
        assert!(matches!(parse_views("[[view]"), Err(ViewError::Text(_))));
        assert_eq!(parse_views("[[view]]\nname = \" \\t\""), Err(ViewError::NoName));
        let wrong = parse_views("[[view]]\nname = \"x\"\nquery = \"ltv>abc\"").unwrap_err();
        for lang in Lang::ALL {
            let text = wrong.message(Messages::new(lang));
            assert!(text.contains('5') && text.contains("abc") && text.contains("ltv>65%"), "{text}");
        }
        let keys = "[[view]]\nname = \"x\"\nsort = [\"name\",\"ltv\",\"ltc\",\"age\",\"dscr\"]";
        assert!(matches!(parse_views(keys), Err(ViewError::TooLarge { .. })));
    }

    #[test]
    fn stored_view_with_an_invalid_filter_is_preserved() {
        let text = "[[view]]\nname = \"x\"\nquery = \"lyon xor nice\"";
        assert!(matches!(parse_views(text), Err(ViewError::Query { .. })));
        assert_eq!(parse_stored_views(text).unwrap()[0].query, "lyon xor nice");
    }

    #[test]
    fn unknown_view_columns_of_later_versions_are_skipped() {
        let text =
            "[[view]]\nname = \"x\"\ncolumns = [\"name\", \"irr\", \"name\"]\nsort = [\"irr\"]\nicon = \"y\"";
        let views = parse_views(text).unwrap();
        assert_eq!(views[0].columns, [DealColumn::Name]);
        assert!(views[0].sort.is_empty());
    }

    #[test]
    fn imported_views_reject_unknown_keys_and_values() {
        let valid = views_to_text(&[view()]);
        assert_eq!(
            parse_views_strict(&format!("\u{feff}{}", valid.replace('\n', "\r\n"))).unwrap(),
            [view()]
        );
        for (text, expected) in [
            ("[[view]]\nname = \"x\"\nfilter = \"ltv>0.65\"", "view 1: a view has no `filter`"),
            (
                "[[view]]\nname = \"x\"\n[[view]]\nname = \"y\"\nboard.colour = 1",
                "view 2: a view has no `board.colour`",
            ),
            ("quer = 1\n[[view]]\nname = \"x\"", "a view has no `quer`"),
            ("[[view]]\nname = \"x\"\ncolumns = [\"nam\"]", "“x”: there is no column `nam`"),
            ("[[view]]\nname = \"x\"\nsort = [\"ltw:desc\"]", "“x”: there is no column `ltw:desc`"),
            ("[[views]]\nname = \"x\"", "no [[view]] is in it"),
        ] {
            let error = parse_views_strict(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn view_name_is_normalised_to_a_single_line() {
        assert_eq!(normalize_name("  Comité \n du\tmardi "), "Comité du mardi");
        assert_eq!(normalize_name("\u{7}"), "");
        assert_eq!(normalize_name(&"é".repeat(200)).chars().count(), MAX_NAME_CHARS);
    }

    proptest! {
        #[test]
        fn any_name_and_any_text_of_a_filter_survive(name in "\\PC{1,40}", words in "[a-zé ]{0,30}") {
            let view = SavedView { name: normalize_name(&name), query: words, ..SavedView::default() };
            prop_assume!(view.check().is_ok());
            prop_assert_eq!(parse_views(&views_to_text(std::slice::from_ref(&view))).unwrap(), [view]);
        }

        #[test]
        fn any_text_is_safe(text in "\\PC{0,200}") {
            let _ = parse_views(&text);
        }
    }
}

//! Saved session: screen, view, layout, collapsed columns and widths. It is stored as one text per profile and restored
//! at the next start.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::views::views::Views;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::deals::pipeline::board_layout::BoardLayout;
use crate::deals::table::column_settings::{self};
use crate::screens::views::saved_view::Layout;

/// Setting key of the session.
pub(crate) const SESSION_KEY: &str = "session";

/// Saved session state. A missing value means the default of a first start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SavedSession {
    pub(crate) screen: Option<u8>,
    pub(crate) deal: Option<String>,
    pub(crate) view: Option<String>,
    pub(crate) layout: Layout,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) columns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sort: Vec<String>,
    #[serde(rename = "folded")]
    pub(crate) collapsed: Option<BTreeSet<String>>,
    pub(crate) widths: BTreeMap<String, u16>,
    pub(crate) board: BoardLayout,
    /// Table columns without a view, whichever view is open. In older sessions, the shown columns if no view was open.
    pub(crate) all: Option<column_settings::StoredColumns>,
    /// Recently opened deals, latest first.
    pub(crate) recent: Vec<String>,
}

impl Views {
    pub(crate) fn session_to_save(
        &self,
        table: &TableState,
        pipeline: &Pipeline,
        cx: &AppCx,
    ) -> SavedSession {
        SavedSession {
            screen: Some(cx.screen.number()),
            deal: pipeline.opened_deal.as_ref().map(|deal| deal.as_str().to_owned()),
            view: self.current.clone(),
            layout: if table.shown { Layout::Table } else { Layout::Board },
            columns: table.columns.iter().map(|column| column.name().to_owned()).collect(),
            sort: table.sort.iter().map(ToString::to_string).collect(),
            collapsed: Some(pipeline.board.collapsed.clone()),
            widths: table.widths.clone(),
            board: pipeline.board.layout.clone(),
            all: Some(self.all_deals.to_stored()),
            recent: cx.trail.recent().iter().map(|deal| deal.as_str().to_owned()).collect(),
        }
    }
}

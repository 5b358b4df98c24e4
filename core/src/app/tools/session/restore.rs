//! Saved session: screen, view, layout, folded columns and widths. It is stored as one text per profile and restored at
//! the next start.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::views::views::Views;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::app::deals::pipeline::board_look::BoardLook;
use crate::app::deals::table::column_settings::{self};
use crate::app::screens::views::saved_view::Layout;

/// Setting key of the session.
pub(in crate::app) const SESSION: &str = "session";

/// Saved session state. A missing value means the default of a first start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::app) struct Kept {
    pub(in crate::app) screen: Option<u8>,
    pub(in crate::app) deal: Option<String>,
    pub(in crate::app) view: Option<String>,
    pub(in crate::app) layout: Layout,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::app) columns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::app) sort: Vec<String>,
    pub(in crate::app) folded: Option<BTreeSet<String>>,
    pub(in crate::app) widths: BTreeMap<String, u16>,
    pub(in crate::app) board: BoardLook,
    /// Table columns without a view, whichever view is open. In older sessions, the shown columns if no view was open.
    pub(in crate::app) all: Option<column_settings::Written>,
}

impl Views {
    pub(in crate::app) fn to_keep(&self, table: &TableState, pipeline: &Pipeline, cx: &AppCx) -> Kept {
        Kept {
            screen: Some(cx.screen.number()),
            deal: pipeline.deal.as_ref().map(|deal| deal.as_str().to_owned()),
            view: self.current.clone(),
            layout: if table.shown { Layout::Table } else { Layout::Board },
            columns: table
                .columns
                .iter()
                .map(|column| column.name().to_owned())
                .collect(),
            sort: table.sort.iter().map(ToString::to_string).collect(),
            folded: Some(pipeline.board.folded.clone()),
            widths: table.widths.clone(),
            board: pipeline.board.look.clone(),
            all: Some(self.all.written()),
        }
    }
}

//! Entries of the detail pane of the views screen: tiles, or operations that match a saved view.

use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::record::Record;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};

impl AppCx {
    /// Returns the record to show as tiles; `None` in tree mode, or if nothing is loaded.
    pub(crate) fn tiled_record(&self, viewer: &RecordViewer) -> Option<&Record> {
        match &viewer.subject {
            _ if viewer.is_tree => None,
            ViewerSubject::Record(kind, id) => {
                self.kind_record(*kind, id).filter(|_| *kind == ResourceKind::SavedViews)
            }
            ViewerSubject::Response(request) => match self.response(request)?.value.as_deref()? {
                JsonBody::Object(record) => Some(record),
                _ => None,
            },
        }
    }

    /// Returns the number of focusable entries; `None` without tiles.
    pub(crate) fn tile_focus_count(&self, viewer: &RecordViewer) -> Option<usize> {
        let record = self.tiled_record(viewer)?;
        let count = match viewer.subject {
            ViewerSubject::Record(..) => {
                let matches = self.matching_operations(record);
                matches.map_or(0, |matches| matches.listed().len())
            }
            ViewerSubject::Response(_) => {
                let (widgets, other_lines) = self.dashboard_widgets(record);
                widgets.len() + usize::from(!other_lines.is_empty())
            }
        };
        // One tile describes the view, or says that the dashboard is empty.
        Some(count.max(1))
    }

    /// Returns the focused operation of a saved view.
    pub(crate) fn focused_operation(&self, viewer: &RecordViewer) -> Option<String> {
        let is_view = matches!(viewer.subject, ViewerSubject::Record(..));
        let matches = self.matching_operations(self.tiled_record(viewer).filter(|_| is_view)?)?;
        let focused = matches.listed().get(viewer.line).or(matches.listed().last())?;
        Some(focused.text("id").unwrap_or_default().into_owned())
    }
}

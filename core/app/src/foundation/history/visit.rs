//! The list of changes since the last visit.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, Direction, UndoableChange};
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use crate::foundation::cx::toast;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::as_of::AsOf;
use crate::model::effect::Effect;
use crate::model::history::visit::Visit;

/// The list of changes since the last visit.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    /// View state of the list.
    pub(crate) list: crate::foundation::history::since::ChangeListState,
    /// Number of changes in the list.
    pub(crate) unseen_changes: usize,
    /// Past time whose list opens once it is shown.
    pub(crate) listed_past: Option<AsOf>,
}

impl VisitState {
    /// Returns the number of changes since the last visit. The list has as many lines.
    pub fn unseen_changes(&self) -> usize {
        self.unseen_changes
    }

    /// Ends the visit and shows how many changes are no longer listed.
    pub(crate) fn end_visit(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let before = cx.snapshot.history.visit;
        // A first visit lists no changes.
        let changes = before.map_or(0, |_| self.unseen_changes());
        if changes > 0 {
            cx.history.push(UndoableChange::new("", ChangeKind::MarkedSeen { before, changes }));
        }
        cx.notify_seen(changes)
    }
}

impl AppCx {
    fn notify_seen(&mut self, changes: usize) -> Vec<Effect> {
        let key = if changes == 0 { "toast-visit-ended" } else { "toast-visit-seen" };
        self.notify(ToastContent::counted(key, changes), toast::LONG);
        vec![Effect::EndVisit]
    }

    /// Undoes or redoes the marking of changes as seen.
    pub(crate) fn undo_redo_seen(
        &mut self,
        direction: Direction,
        before: Option<Visit>,
        changes: usize,
    ) -> Vec<Effect> {
        if direction == Direction::Redo {
            return self.notify_seen(changes);
        }
        self.notify(ToastContent::counted("toast-visit-resumed", changes), toast::SHORT);
        vec![Effect::ResumeVisit(before)]
    }
}

/// Locale keys of the column headings, in files and on the clipboard.
pub(crate) const HEADING_KEYS: [&str; 5] =
    ["field-name", "since-head-what", "since-head-change", "since-head-by", "since-head-when"];

impl VisitState {
    /// Opens the form for the filter text of the list.
    pub(crate) fn open_filter_form(&mut self, cx: &mut AppCx) {
        cx.overlay = Overlay::Form(Form::new(
            FormPurpose::FilterChanges,
            String::new(),
            vec![FormField::text_field("filter", self.list.filter.clone())],
        ));
    }
}

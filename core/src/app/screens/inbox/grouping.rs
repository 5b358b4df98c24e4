//! The rows of the inbox: titles that differ in figures alone stand together under the newest of them, and can be
//! unfolded, so that each is seen before anything is done to it.

use crate::app::screens::inbox::row_standing::{Standing};
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::inbox::inbox::InboxState;
use std::collections::HashMap;

use crate::contract::ids::NotificationId;
use crate::engine::NotificationRow;
use crate::query::fold;

use super::triage::likeness;

impl InboxState {
    /// The rows of the list, and how each stands there: of those that stand together the newest stands for all, and
    /// where it is unfolded the others follow it.
    pub fn inbox_rows<'a>(&'a self, cx: &'a AppCx) -> Vec<(&'a NotificationRow, Standing)> {
        let items = &cx.snapshot.inbox.items;
        let row = |standing: &Standing| Some((items.get(standing.at)?, *standing));
        self.rows.iter().filter_map(row).collect()
    }

    /// Which of those shown stand together, and in which order the rows are.
    pub(in crate::app) fn stand_together(&self, shown: &[usize], cx: &AppCx) -> Vec<Standing> {
        let alone = |at: usize| Standing {
            at,
            together: 1,
            ..Standing::default()
        };
        if self.apart {
            return shown.iter().map(|at| alone(*at)).collect();
        }
        let items = &cx.snapshot.inbox.items;
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for at in shown {
            let like = likeness(&fold(&items[*at].title));
            let place = *places.entry(like.clone()).or_insert(groups.len());
            match groups.get_mut(place) {
                Some((_, members)) => members.push(*at),
                None => groups.push((like, vec![*at])),
            }
        }
        let mut rows = Vec::with_capacity(groups.len());
        for (like, members) in groups {
            let unfolded = members.len() > 1 && self.unfolded.contains(&like);
            for (place, at) in members.iter().enumerate() {
                match (place, unfolded) {
                    (0, _) => rows.push(Standing {
                        together: members.len(),
                        unfolded,
                        ..alone(*at)
                    }),
                    (_, true) => rows.push(Standing {
                        inside: true,
                        ..alone(*at)
                    }),
                    (_, false) => break,
                }
            }
        }
        rows
    }

    /// Those that stand in the row of a notification: all shown with a title like it, whatever their day; itself alone
    /// where they are unfolded.
    pub(in crate::app) fn together_with<'a>(
        &'a self,
        id: &NotificationId,
        cx: &'a AppCx,
    ) -> Vec<&'a NotificationRow> {
        let shown = self.shown_notifications(cx);
        let Some(one) = shown.iter().find(|row| row.id == *id) else {
            return Vec::new();
        };
        let like = likeness(&fold(&one.title));
        if self.apart || self.unfolded.contains(&like) {
            return vec![*one];
        }
        let alike = |row: &&&NotificationRow| likeness(&fold(&row.title)) == like;
        shown.iter().filter(alike).copied().collect()
    }

    /// What has the focus: one, or all that stand together in its row.
    pub fn focused_together<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        let focus = self.focus.as_ref();
        focus.map(|id| self.together_with(id, cx)).unwrap_or_default()
    }

    /// Whether the focused row holds several, folded or unfolded.
    pub(in crate::app) fn can_unfold(&self, cx: &AppCx) -> bool {
        let focus = self.focus.as_ref();
        self.inbox_rows(cx)
            .iter()
            .any(|(row, standing)| focus == Some(&row.id) && (standing.together > 1 || standing.inside))
    }

    /// Unfolds the focused row, or folds it: then its first has the focus.
    pub(in crate::app) fn toggle_unfolded(&mut self, cx: &mut AppCx) {
        let Some(row) = self.focused_notification(cx) else {
            return;
        };
        let like = likeness(&fold(&row.title));
        if self.unfolded.remove(&like) {
            let same = |row: &&&NotificationRow| likeness(&fold(&row.title)) == like;
            let shown = self.shown_notifications(cx);
            let first = shown.iter().find(same).map(|row| row.id.clone());
            self.place_inbox_focus(first, cx);
        } else {
            self.unfolded.insert(like);
        }
        self.look_at_inbox(cx);
    }

    /// The same for a row that a pointer aimed at.
    pub(in crate::app) fn unfold_row(&mut self, id: NotificationId, cx: &mut AppCx) {
        self.place_inbox_focus(Some(id), cx);
        cx.pane = crate::app::screens::inbox::panes::LIST;
        if self.can_unfold(cx) {
            self.toggle_unfolded(cx);
        }
    }
}

impl AppCx {
    /// Every known notification whose title is like that of `row`, newest first.
    pub fn alike(&self, row: &NotificationRow) -> Vec<&NotificationRow> {
        let like = likeness(&fold(&row.title));
        let items = self.snapshot.inbox.items.iter();
        items
            .filter(|other| likeness(&fold(&other.title)) == like)
            .collect()
    }
}

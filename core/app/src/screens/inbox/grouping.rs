//! Grouping of inbox rows whose titles differ only in numbers. The newest notification represents its group. The user
//! can unfold a group to see each member before acting on it.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::row_standing::Standing;
use std::collections::HashMap;

use crate::contract::ids::NotificationId;
use crate::model::snapshot::NotificationRow;
use crate::text::fold;

use super::triage::likeness;

impl InboxState {
    /// Returns the rows of the list with their positions. The newest member represents its group; if the group is
    /// unfolded, the other members follow.
    pub fn inbox_rows<'a>(&'a self, cx: &'a AppCx) -> Vec<(&'a NotificationRow, Standing)> {
        let items = &cx.snapshot.inbox.items;
        let row = |standing: &Standing| Some((items.get(standing.at)?, *standing));
        self.rows.iter().filter_map(row).collect()
    }

    /// Groups the shown notifications and orders the rows.
    pub(crate) fn stand_together(&self, shown: &[usize], cx: &AppCx) -> Vec<Standing> {
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

    /// Returns the notifications grouped in a notification's row. These are all shown notifications with a similar
    /// title, of any day. If the group is unfolded, only the notification itself is returned.
    pub(crate) fn together_with<'a>(
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

    /// Returns the focused notification, or all members of the focused group.
    pub fn focused_together<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        let focus = self.focus.as_ref();
        focus.map(|id| self.together_with(id, cx)).unwrap_or_default()
    }

    /// Returns whether the focused row is a group, folded or unfolded.
    pub(crate) fn can_unfold(&self, cx: &AppCx) -> bool {
        let focus = self.focus.as_ref();
        self.inbox_rows(cx)
            .iter()
            .any(|(row, standing)| focus == Some(&row.id) && (standing.together > 1 || standing.inside))
    }

    /// Unfolds or folds the focused group. Folding moves the focus to its first member.
    pub(crate) fn toggle_unfolded(&mut self, cx: &mut AppCx) {
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

    /// Unfolds or folds the row that a pointer selected.
    pub(crate) fn unfold_row(&mut self, id: NotificationId, cx: &mut AppCx) {
        self.place_inbox_focus(Some(id), cx);
        cx.pane = crate::screens::inbox::panes::LIST;
        if self.can_unfold(cx) {
            self.toggle_unfolded(cx);
        }
    }
}

impl AppCx {
    /// Returns all known notifications with a title similar to that of `row`, newest first.
    pub fn alike(&self, row: &NotificationRow) -> Vec<&NotificationRow> {
        let like = likeness(&fold(&row.title));
        let items = self.snapshot.inbox.items.iter();
        items
            .filter(|other| likeness(&fold(&other.title)) == like)
            .collect()
    }
}

//! Grouping of inbox rows whose titles differ only in numbers. The newest notification represents its group. The user
//! can expand a group to see each member before acting on it.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::inbox::inbox::{InboxRowInfo, InboxState};
use std::collections::HashMap;

use crate::contract::ids::NotificationId;
use crate::model::snapshot::NotificationRow;

use super::triage::row_group_key;

impl InboxState {
    /// Returns the rows of the list with their positions. The newest member represents its group; if the group is
    /// expanded, the other members follow.
    pub fn inbox_rows<'a>(&'a self, cx: &'a AppCx) -> Vec<(&'a NotificationRow, InboxRowInfo)> {
        let items = &cx.snapshot.inbox.items;
        let row = |info: &InboxRowInfo| Some((items.get(info.index)?, *info));
        self.rows.iter().filter_map(row).collect()
    }

    /// Groups the shown notifications and orders the rows.
    pub(crate) fn group_rows(&self, visible: &[usize], cx: &AppCx) -> Vec<InboxRowInfo> {
        let alone = |at: usize| InboxRowInfo { index: at, group_size: 1, ..InboxRowInfo::default() };
        if self.ungrouped {
            return visible.iter().map(|at| alone(*at)).collect();
        }
        let items = &cx.snapshot.inbox.items;
        let mut group_index: HashMap<String, usize> = HashMap::new();
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for at in visible {
            let key = row_group_key(&items[*at]);
            let index = *group_index.entry(key.clone()).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, members)) => members.push(*at),
                None => groups.push((key, vec![*at])),
            }
        }
        let mut rows = Vec::with_capacity(groups.len());
        for (key, members) in groups {
            let is_open = members.len() > 1 && self.expanded.contains(&key);
            for (index, at) in members.iter().enumerate() {
                match (index, is_open) {
                    (0, _) => rows.push(InboxRowInfo {
                        group_size: members.len(),
                        is_expanded: is_open,
                        ..alone(*at)
                    }),
                    (_, true) => rows.push(InboxRowInfo { is_member: true, ..alone(*at) }),
                    (_, false) => break,
                }
            }
        }
        rows
    }

    /// Returns the notifications grouped in a notification's row. These are all shown notifications with a similar
    /// title, of any day. If the group is expanded, only the notification itself is returned.
    pub(crate) fn group_members<'a>(
        &'a self,
        id: &NotificationId,
        cx: &'a AppCx,
    ) -> Vec<&'a NotificationRow> {
        let visible = self.visible_notifications(cx);
        let Some(notification) = visible.iter().find(|row| row.id == *id) else {
            return Vec::new();
        };
        let key = row_group_key(notification);
        if self.ungrouped || self.expanded.contains(&key) {
            return vec![*notification];
        }
        let is_member = |row: &&&NotificationRow| row_group_key(row) == key;
        visible.iter().filter(is_member).copied().collect()
    }

    /// Returns the focused notification, or all members of the focused group.
    pub fn focused_members<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        let focus = self.focus.as_ref();
        focus.map(|id| self.group_members(id, cx)).unwrap_or_default()
    }

    /// Returns whether the focused row is a group, collapsed or expanded.
    pub(crate) fn can_expand(&self, cx: &AppCx) -> bool {
        let focus = self.focus.as_ref();
        self.inbox_rows(cx)
            .iter()
            .any(|(row, info)| focus == Some(&row.id) && (info.group_size > 1 || info.is_member))
    }

    /// Expands or collapses the focused group. Collapsing moves the focus to its first member.
    pub(crate) fn toggle_group(&mut self, cx: &mut AppCx) {
        let Some(row) = self.focused_notification(cx) else {
            return;
        };
        let key = row_group_key(row);
        if self.expanded.remove(&key) {
            let same = |row: &&&NotificationRow| row_group_key(row) == key;
            let visible = self.visible_notifications(cx);
            let first = visible.iter().find(same).map(|row| row.id.clone());
            self.move_inbox_focus(first, cx);
        } else {
            self.expanded.insert(key);
        }
        self.rebuild_rows(cx);
    }

    /// Expands or collapses the row that a pointer selected.
    pub(crate) fn toggle_group_of(&mut self, id: NotificationId, cx: &mut AppCx) {
        self.move_inbox_focus(Some(id), cx);
        cx.pane = crate::screens::inbox::inbox::LIST;
        if self.can_expand(cx) {
            self.toggle_group(cx);
        }
    }
}

impl AppCx {
    /// Returns all known notifications with a title similar to that of `row`, newest first.
    pub fn similar_notifications(&self, row: &NotificationRow) -> Vec<&NotificationRow> {
        let key = row_group_key(row);
        let items = self.snapshot.inbox.items.iter();
        items.filter(|other| row_group_key(other) == key).collect()
    }
}

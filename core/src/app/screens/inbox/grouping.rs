//! The rows of the inbox: titles that differ in figures alone stand together under the newest of them, and can be
//! unfolded, so that each is seen before anything is done to it.

use std::collections::HashMap;

use crate::app::shell::app::App;
use crate::contract::ids::NotificationId;
use crate::engine::NotificationRow;
use crate::query::fold;

use super::triage::likeness;

/// How a notification stands in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its place in the snapshot.
    pub(in crate::app) at: usize,
    /// How many stand together in its row, itself included; one for itself alone.
    pub together: usize,
    /// Whether they are unfolded under it, each in a row of its own.
    pub unfolded: bool,
    /// Whether it is one of those unfolded under another.
    pub inside: bool,
}

impl App {
    /// The rows of the list, and how each stands there: of those that stand together the newest stands for all, and
    /// where it is unfolded the others follow it.
    pub fn inbox_rows(&self) -> Vec<(&NotificationRow, Standing)> {
        let items = &self.cx.snapshot.inbox.items;
        let row = |standing: &Standing| Some((items.get(standing.at)?, *standing));
        self.inbox.rows.iter().filter_map(row).collect()
    }

    /// Which of those shown stand together, and in which order the rows are.
    pub(super) fn stand_together(&self, shown: &[usize]) -> Vec<Standing> {
        let alone = |at: usize| Standing {
            at,
            together: 1,
            ..Standing::default()
        };
        if self.inbox.apart {
            return shown.iter().map(|at| alone(*at)).collect();
        }
        let items = &self.cx.snapshot.inbox.items;
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
            let unfolded = members.len() > 1 && self.inbox.unfolded.contains(&like);
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
    pub(super) fn together_with(&self, id: &NotificationId) -> Vec<&NotificationRow> {
        let shown = self.shown_notifications();
        let Some(one) = shown.iter().find(|row| row.id == *id) else {
            return Vec::new();
        };
        let like = likeness(&fold(&one.title));
        if self.inbox.apart || self.inbox.unfolded.contains(&like) {
            return vec![*one];
        }
        let alike = |row: &&&NotificationRow| likeness(&fold(&row.title)) == like;
        shown.iter().filter(alike).copied().collect()
    }

    /// Every known notification whose title is like that of `row`, newest first.
    pub fn alike(&self, row: &NotificationRow) -> Vec<&NotificationRow> {
        let like = likeness(&fold(&row.title));
        let items = self.cx.snapshot.inbox.items.iter();
        items
            .filter(|other| likeness(&fold(&other.title)) == like)
            .collect()
    }

    /// What has the focus: one, or all that stand together in its row.
    pub fn focused_together(&self) -> Vec<&NotificationRow> {
        let focus = self.inbox.focus.as_ref();
        focus.map(|id| self.together_with(id)).unwrap_or_default()
    }

    /// Whether the focused row holds several, folded or unfolded.
    pub(in crate::app) fn can_unfold(&self) -> bool {
        let focus = self.inbox.focus.as_ref();
        self.inbox_rows()
            .iter()
            .any(|(row, standing)| focus == Some(&row.id) && (standing.together > 1 || standing.inside))
    }

    /// Unfolds the focused row, or folds it: then its first has the focus.
    pub(in crate::app) fn toggle_unfolded(&mut self) {
        let Some(row) = self.focused_notification() else {
            return;
        };
        let like = likeness(&fold(&row.title));
        if self.inbox.unfolded.remove(&like) {
            let same = |row: &&&NotificationRow| likeness(&fold(&row.title)) == like;
            let shown = self.shown_notifications();
            let first = shown.iter().find(same).map(|row| row.id.clone());
            self.place_inbox_focus(first);
        } else {
            self.inbox.unfolded.insert(like);
        }
        self.look_at_inbox();
    }

    /// The same for a row that a pointer aimed at.
    pub(in crate::app) fn unfold_row(&mut self, id: NotificationId) {
        self.place_inbox_focus(Some(id));
        self.cx.pane = crate::app::shell::app::LIST;
        if self.can_unfold() {
            self.toggle_unfolded();
        }
    }
}

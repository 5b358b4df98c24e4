//! Undo and redo of stars and of notifications kept unread locally. A notification whose flag has changed since is
//! skipped.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::{Flag, FlagChange};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;
use std::time::Duration;

impl Flag {
    pub(super) fn undo_result(self) -> UndoResult {
        match self {
            Self::Star => UndoResult::Star,
            Self::Unread => UndoResult::Change,
        }
    }
}

impl InboxState {
    /// Sets or clears a flag of notifications, with undo.
    pub(crate) fn set_flag(&mut self, flag: Flag, ids: Vec<String>, on: bool, cx: &mut AppCx) -> Vec<Effect> {
        let ids: Vec<String> = ids.into_iter().filter(|id| self.is_flagged(flag, id) != on).collect();
        let items = &cx.snapshot.inbox.items;
        let title = |id: &String| items.iter().find(|row| row.id.as_str() == id);
        let label = match ids.as_slice() {
            [] => return Vec::new(),
            [single] => title(single).map_or_else(String::new, |row| row.title.clone()),
            _ => String::new(),
        };
        self.write_flags(flag, &ids, on);
        let change = FlagChange { flag, label, ids, on };
        cx.history.push(UndoableChange::Flagged(Box::new(change)));
        self.save_triage(cx)
    }

    /// Undoes or redoes a flag change.
    pub(crate) fn undo_redo_flag(
        &mut self,
        direction: Direction,
        change: &FlagChange,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let on = change.on == (direction == Direction::Redo);
        let label = change.label.clone();
        let otherwise: Vec<String> =
            change.ids.iter().filter(|id| self.is_flagged(change.flag, id) != on).cloned().collect();
        if otherwise.is_empty() {
            cx.history.drop_moved(direction);
            let in_doubt = false;
            cx.notify(ToastContent::NothingToChange { label, in_doubt }, LONG);
            return Vec::new();
        }
        self.write_flags(change.flag, &otherwise, on);
        cx.notify_undo_redo(direction, label, change.flag.undo_result(), Duration::ZERO);
        self.save_triage(cx)
    }

    fn is_flagged(&self, flag: Flag, id: &str) -> bool {
        let triage = &self.triage;
        match flag {
            Flag::Star => triage.starred.contains(id),
            Flag::Unread => triage.unread.contains(id),
        }
    }

    fn write_flags(&mut self, flag: Flag, ids: &[String], on: bool) {
        let triage = &mut self.triage;
        let all = match flag {
            Flag::Star => &mut triage.starred,
            Flag::Unread => &mut triage.unread,
        };
        for id in ids {
            if on {
                all.insert(id.clone());
            } else {
                all.remove(id);
            }
        }
    }
}

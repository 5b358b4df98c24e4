//! The question before a deal is deleted: it is armed, named whole, and only the same key once more, Enter or its button
//! deletes. Any other key disarms. What was confirmed is held as every deletion is.

use crate::app::foundation::cx::change::Gone;
use crate::app::shell::app::{ActionId, App, Change, Layer, Reason, ToastKind};
use crate::app::shell::sheet_dispatch::{Sheet, SheetKind};
use crate::contract::ids::DealId;
use crate::engine::Effect;

use super::changes::again;

/// The deal that the question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Armed {
    deal: DealId,
    label: String,
}

impl App {
    /// Asks whether the focused deal is to be deleted.
    pub(super) fn arm_deletion(&mut self) {
        let armed = self.focused_row().and_then(|row| {
            Some(Armed {
                deal: DealId::new(row.id).ok()?,
                label: row.name.to_owned(),
            })
        });
        if armed.is_some() {
            self.deletion.armed = armed;
            self.open_sheet(SheetKind::Delete);
        }
    }

    /// The name of the deal that is to be deleted, while that is asked.
    #[must_use]
    pub fn armed_deletion(&self) -> Option<&str> {
        let asked = matches!(
            self.cx.layer,
            Layer::Sheet(Sheet {
                kind: SheetKind::Delete,
                ..
            })
        );
        let armed = self.deletion.armed.as_ref().filter(|_| asked)?;
        Some(&armed.label)
    }

    /// Gives the deletion up because something else was pressed. Whether one was asked about.
    pub fn disarm(&mut self) -> bool {
        let armed = self.armed_deletion().is_some();
        if armed {
            self.cx.layer = Layer::None;
            self.deletion.armed = None;
        }
        armed
    }

    /// Whether an action is one of the question's own.
    pub(in crate::app) fn answers_deletion(id: ActionId) -> bool {
        matches!(
            id,
            ActionId::Open
                | ActionId::Back
                | ActionId::DeleteDeal
                | ActionId::FocusUp
                | ActionId::FocusDown
                | ActionId::Quit
        )
    }

    /// The answer to the question: the first line deletes, the other keeps the deal.
    pub(in crate::app) fn answer_deletion(&mut self, line: usize) -> Vec<Effect> {
        self.cx.layer = Layer::None;
        let Some(Armed { deal, label }) = self.deletion.armed.take().filter(|_| line == 0) else {
            return Vec::new();
        };
        let table = &self.cx.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            let (id, reason) = (Some(ActionId::DeleteDeal), Reason::DealGone.key());
            self.say(
                ToastKind::Disabled { id, reason },
                crate::app::foundation::cx::toast::SHORT,
            );
            return Vec::new();
        };
        let (again, base) = (again(&row), self.seen_of(&deal));
        self.cx.history.push(Change::Existence {
            deal: deal.clone(),
            label: label.clone(),
            created: false,
            again,
            gone: Gone::No,
        });
        let hold = self.cx.options.hold_delete;
        self.say(ToastKind::Deleting { label: label.clone() }, hold);
        if self.cx.screen == crate::app::shell::app::Screen::Deal {
            self.cx.screen = crate::app::shell::app::Screen::Pipeline;
        }
        vec![Effect::Delete {
            deal,
            base,
            label,
            hold,
        }]
    }
}

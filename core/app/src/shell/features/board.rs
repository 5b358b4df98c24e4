//! `App` methods for the board.

use crate::contract::ids::DealId;
use crate::deals::board::card_move::KeyboardDrag;
use crate::deals::board::drop_position::{DropPreview, MAX_DROP_CARDS};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::table::{DealRow, RowIdx};
use crate::shell::app::App;
use std::collections::HashSet;

impl App {
    /// Picks up the focused card.
    pub(crate) fn begin_drag(&mut self) {
        let Some(deal) = self.pipeline.board.cursor.deal.clone() else {
            return;
        };
        let (column, index) = (self.pipeline.board.cursor.column, self.pipeline.board.cursor.index);
        self.card_move.drag = Some(KeyboardDrag {
            with_selection: self.drags_selection(&deal),
            column,
            swimlane: self.pipeline.swimlane_at(column, index).map(|swimlane| swimlane.code.clone()),
            deal,
        });
    }

    /// Handles an action while a card is carried. Returns `None` if the action keeps its usual meaning, and puts the
    /// card back.
    pub(crate) fn run_drag_action(&mut self, id: ActionId) -> Option<Vec<Effect>> {
        let mut drag = self.card_move.drag.take()?;
        match id {
            ActionId::FocusLeft | ActionId::MovePrevious => self.pipeline.drag_to_column(&mut drag, -1),
            ActionId::FocusRight | ActionId::MoveNext => self.pipeline.drag_to_column(&mut drag, 1),
            ActionId::FocusFirst => self.pipeline.drag_to_column(&mut drag, isize::MIN),
            ActionId::FocusLast => self.pipeline.drag_to_column(&mut drag, isize::MAX),
            ActionId::FocusUp => self.pipeline.drag_to_swimlane(&mut drag, -1),
            ActionId::FocusDown => self.pipeline.drag_to_swimlane(&mut drag, 1),
            ActionId::Open | ActionId::SelectDeal | ActionId::Grab => return Some(self.drop_dragged(drag)),
            ActionId::Back => return Some(Vec::new()),
            _ => return None,
        }
        self.card_move.drag = Some(drag);
        Some(Vec::new())
    }

    pub(crate) fn drop_dragged(&mut self, drag: KeyboardDrag) -> Vec<Effect> {
        let Some(status) =
            self.pipeline.filtered.columns.get(drag.column).map(|column| column.status.clone())
        else {
            return Vec::new();
        };
        let owner = drag.swimlane.filter(|_| self.pipeline.board.layout.swimlanes == Swimlanes::Owner);
        self.drop_cards(|app| match (drag.with_selection, owner) {
            (true, owner) => app.move_selected(status, owner),
            (false, Some(owner)) => app.cx.move_to_swimlane(&drag.deal, &status, &owner),
            (false, None) => app.cx.move_deal(&drag.deal, &status),
        })
    }

    /// Drops deals by `change`; reports if that changes nothing and opens no form.
    pub(crate) fn drop_cards(&mut self, change: impl FnOnce(&mut Self) -> Vec<Effect>) -> Vec<Effect> {
        if let Err(reason) = self.pipeline.can_write_deals() {
            self.cx.refuse(ActionId::MoveTo, reason);
            return Vec::new();
        }
        let effects = change(self);
        if effects.is_empty() && self.cx.overlay == Overlay::None {
            self.cx.refuse(None, DisabledReason::DroppedInPlace);
        }
        effects
    }

    /// Returns the landing indexes of all cards that would be dropped together. That is the card alone, or the card
    /// with the other selected ones. A class swimlane accepts no card of another class.
    pub fn drop_preview(
        &self,
        deal: &DealId,
        many: bool,
        column: usize,
        code: Option<&str>,
    ) -> Option<DropPreview> {
        let table = &self.cx.snapshot.deals;
        let (_, rows) = self.pipeline.range_and_rows(column, code)?;
        let present: HashSet<RowIdx> = rows.iter().copied().collect();
        let class = code.filter(|_| self.pipeline.board.layout.swimlanes == Swimlanes::Class);
        let dragged = if many { self.selected() } else { table.find(deal.as_str()).into_iter().collect() };
        let arriving: Vec<DealRow<'_>> = dragged
            .into_iter()
            .filter(|ix| !present.contains(ix))
            .filter_map(|ix| table.row(ix))
            .filter(|row| class.is_none_or(|class| row.class == class))
            .collect();
        let (count, total) = (arriving.len(), rows.len() + arriving.len());
        let mut indexes: Vec<usize> = arriving
            .into_iter()
            .take(MAX_DROP_CARDS + 1)
            .filter_map(|row| self.pipeline.insert_index(row, column, rows, &self.cx))
            .collect();
        indexes.sort_unstable();
        // Each card lands after those inserted before it.
        let bounds = indexes.first().zip(indexes.last()).filter(|_| count <= MAX_DROP_CARDS);
        Some(DropPreview {
            range: bounds.map(|(first, last)| (first + 1, last + count)),
            arriving: count,
            total,
        })
    }
}

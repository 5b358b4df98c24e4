//! State of a card move, by pointer or keyboard: deals, origin, target and effect.
//!
//! This module draws nothing.

use std::collections::BTreeMap;

use crate::prelude::*;
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::app::foundation::input::disabled_reason::DisabledReason;

/// A card being moved.
#[derive(Clone, Debug)]
pub struct CardDrag {
    /// The card.
    pub card: Card,
    /// Index of its original column.
    pub from: usize,
    /// Name of its original column.
    pub from_label: String,
    /// Offset of the pointer within the card at the start of the drag.
    pub pointer_offset: Vec2,
    /// Size of the card.
    pub size: Vec2,
    /// Index of the column under the pointer.
    pub target_column: Option<usize>,
    /// Name of the column under the pointer.
    pub target_label: String,
    /// The new owner on a drop into the swimlane under the pointer; empty for no owner.
    pub new_owner: Option<String>,
    /// Number of moved deals.
    pub deal_count: usize,
    /// Number of moved deals from each column, by its index.
    pub counts_by_column: BTreeMap<usize, usize>,
    /// The target swimlane, by its code; `None` if the board has no swimlanes.
    pub target_swimlane: Option<String>,
    /// True if the swimlane under the pointer accepts none of the deals. Only the server sets the class.
    pub is_rejected: bool,
    /// Number of moved deals in each of their swimlanes, by owner or class.
    pub(crate) counts_by_swimlane: BTreeMap<String, usize>,
}

impl CardDrag {
    /// Starts to move a card, alone or with the other selected cards.
    pub(crate) fn start(
        frame: &FrameCtx<'_>,
        card: &Card,
        (from, from_label): (usize, &str),
        moves_selection: bool,
    ) -> Self {
        let app = frame.app;
        let deals = &app.cx.snapshot().deals;
        let rows = if moves_selection {
            app.selected_rows()
        } else {
            let row = deals.find(card.id.as_str()).and_then(|ix| deals.row(ix));
            row.into_iter().collect()
        };
        let mut counts_by_column = BTreeMap::new();
        let mut counts_by_swimlane = BTreeMap::new();
        for row in &rows {
            let mut columns = app.pipeline.filtered().columns.iter();
            if let Some(at) = columns.position(|column| column.status == row.status) {
                *counts_by_column.entry(at).or_default() += 1;
            }
            let swimlane = match app.pipeline.board_layout().swimlanes {
                Swimlanes::Class => row.class,
                Swimlanes::Owner | Swimlanes::None => row.owner,
            };
            *counts_by_swimlane.entry(swimlane.to_owned()).or_default() += 1;
        }
        Self {
            card: card.clone(),
            from,
            from_label: from_label.to_owned(),
            pointer_offset: Vec2::ZERO,
            size: Vec2::ZERO,
            target_column: None,
            target_label: String::new(),
            new_owner: None,
            deal_count: rows.len().max(1),
            counts_by_column,
            target_swimlane: None,
            is_rejected: false,
            counts_by_swimlane,
        }
    }

    /// Returns the state of a move by keyboard, with its current target.
    pub(crate) fn from_keyboard(frame: &FrameCtx<'_>, headers: &[ColumnHeader]) -> Option<Self> {
        let keyboard_drag = frame.app.card_move.dragged()?;
        let deals = &frame.app.cx.snapshot().deals;
        let row = deals.find(keyboard_drag.deal.as_str()).and_then(|ix| deals.row(ix))?;
        let shown_card = encours_core::app::deals::board::view::card::card(frame.app, &row)?;
        let from = frame.app.pipeline.board().cursor.column;
        let label = headers.get(from).map_or("", |header| header.label.as_str());
        let mut drag = Self::start(frame, &shown_card, (from, label), keyboard_drag.with_selection);
        drag.target_column = Some(keyboard_drag.column);
        drag.target_label =
            headers.get(keyboard_drag.column).map(|header| header.label.clone()).unwrap_or_default();
        drag.set_swimlane(frame, keyboard_drag.swimlane.as_deref());
        Some(drag)
    }

    /// Returns whether a drop on a column would change anything.
    pub(crate) fn changes_column(&self, column: usize) -> bool {
        !self.is_rejected
            && (self.new_owner.is_some()
                || self.counts_by_column.get(&column).copied().unwrap_or(0) < self.deal_count)
    }

    /// Returns whether a drop now would go to a column and, optionally, to a swimlane.
    pub(crate) fn drops_into(&self, column: usize, swimlane: Option<&str>) -> bool {
        self.target_column == Some(column)
            && self.changes_column(column)
            && (swimlane.is_none() || self.target_swimlane.as_deref() == swimlane)
    }

    /// Returns the number of deals that an owner's swimlane gains by a drop; `None` if it is not the target or gains
    /// none.
    pub(crate) fn gained_deals(&self, swimlane: &str) -> Option<usize> {
        let owner = self.new_owner.as_deref().filter(|owner| *owner == swimlane)?;
        let already_inside = self.counts_by_swimlane.get(owner).copied().unwrap_or(0);
        let changes_column =
            self.target_column.is_some_and(|changes_column| self.changes_column(changes_column));
        Some(self.deal_count.saturating_sub(already_inside)).filter(|gained| changes_column && *gained > 0)
    }

    /// Records the swimlane under the pointer. A swimlane of an owner changes the deals' owner. Only the server sets
    /// the class, so a swimlane of another class rejects them.
    pub(crate) fn set_swimlane(&mut self, frame: &FrameCtx<'_>, swimlane: Option<&str>) {
        let contains_own = |swimlane: &str| self.counts_by_swimlane.contains_key(swimlane);
        (self.target_swimlane, self.new_owner, self.is_rejected) =
            match (frame.app.pipeline.board_layout().swimlanes, swimlane) {
                (Swimlanes::Owner, Some(swimlane)) => {
                    let gives = self.counts_by_swimlane.len() > 1 || !contains_own(swimlane);
                    (Some(swimlane.to_owned()), gives.then(|| swimlane.to_owned()), false)
                }
                (Swimlanes::Class, Some(swimlane)) => {
                    (Some(swimlane.to_owned()), None, !contains_own(swimlane))
                }
                _ => (None, None, false),
            };
    }

    /// Returns the reason why a drop at the pointer changes nothing.
    pub(super) fn rejection_reason(&self, headers: &[ColumnHeader]) -> DisabledReason {
        match self.target_column.and_then(|column| headers.get(column)) {
            None => DisabledReason::DroppedOutside,
            Some(_) if self.is_rejected => DisabledReason::DroppedOnOtherClass,
            Some(header) if header.status.is_empty() => DisabledReason::DroppedOnNoStatus,
            Some(_) => DisabledReason::DroppedInPlace,
        }
    }

    /// Returns the text that a drop at the pointer changes nothing.
    pub(super) fn rejection_text(&self, frame: &FrameCtx<'_>) -> String {
        if self.is_rejected {
            return frame.messages.with("drag-class", &[("class", self.card.class_label.as_str().into())]);
        }
        frame.message("drag-nowhere").into_owned()
    }

    /// Returns the summary for deals from several columns, without a column of origin.
    fn origins_text(&self, frame: &FrameCtx<'_>) -> String {
        let args = [("n", (self.deal_count as u64).into()), ("to", self.target_label.as_str().into())];
        frame.messages.with("drag-summary-several", &args)
    }

    /// Returns the text of the changes that a drop on a column makes.
    pub(super) fn change_text(&self, frame: &FrameCtx<'_>, target: usize) -> String {
        let move_text = if self.counts_by_column.len() > 1 {
            self.origins_text(frame)
        } else {
            format!("{} → {}", self.from_label, self.target_label)
        };
        let Some(owner) = &self.new_owner else {
            return move_text;
        };
        let nobody = frame.message("owner-none");
        let owner = if owner.is_empty() { &*nobody } else { owner.as_str() };
        let owner = SafeText::line_within(owner, 40);
        let owner_text = if self.counts_by_swimlane.len() > 1 {
            format!("→ {owner}")
        } else {
            format!("{} → {owner}", self.card.owner)
        };
        if target == self.from && self.counts_by_column.len() < 2 {
            owner_text
        } else {
            format!("{move_text}, {owner_text}")
        }
    }
}

/// Returns the text of the effect of a drop.
pub(crate) fn drop_summary(frame: &FrameCtx<'_>, drag: &CardDrag) -> String {
    let to = match drag.target_column {
        // Within one column only the owner changes, so name the change of owner.
        Some(target) if drag.new_owner.is_some() => return drag.change_text(frame, target),
        Some(target) if drag.changes_column(target) => &drag.target_label,
        // Without a valid target the text says that nothing changes.
        _ => return drag.rejection_text(frame),
    };
    if drag.counts_by_column.len() > 1 {
        return drag.origins_text(frame);
    }
    frame.messages.with(
        "drag-summary",
        &[
            ("n", (drag.deal_count as u64).into()),
            ("from", drag.from_label.as_str().into()),
            ("to", to.as_str().into()),
        ],
    )
}

//! State of a card move, by pointer or keyboard: deals, origin, target and effect.
//!
//! This module draws nothing.

use std::collections::BTreeMap;

use egui::Vec2;
use encours_core::app::deals::board::view::card::Card;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::text::Clean;

use crate::frame_ctx::Pass;

/// A card being moved.
#[derive(Clone, Debug)]
pub struct Drag {
    /// The card.
    pub card: Card,
    /// Index of its original column.
    pub from: usize,
    /// Name of its original column.
    pub from_label: String,
    /// Offset of the pointer within the card at the start of the drag.
    pub grab: Vec2,
    /// Size of the card.
    pub size: Vec2,
    /// Index of the column under the pointer.
    pub over: Option<usize>,
    /// Name of the column under the pointer.
    pub over_label: String,
    /// The new owner on a drop into the swimlane under the pointer; empty for no owner.
    pub owner: Option<String>,
    /// Number of moved deals.
    pub count: usize,
    /// Number of moved deals from each column, by its index.
    pub taken: BTreeMap<usize, usize>,
    /// The target swimlane, by its code; `None` if the board has no swimlanes.
    pub lane: Option<String>,
    /// True if the swimlane under the pointer accepts none of the deals. Only the server sets the class.
    pub refused: bool,
    /// Number of moved deals in each of their swimlanes, by owner or class.
    pub(in crate::screens) lanes: BTreeMap<String, usize>,
}

impl Drag {
    /// Starts to move a card, alone or with the other selected cards.
    pub(in crate::screens) fn begin(
        pass: &Pass<'_>,
        card: &Card,
        (from, from_label): (usize, &str),
        many: bool,
    ) -> Self {
        let app = pass.app;
        let deals = &app.cx.snapshot().deals;
        let rows = if many {
            app.selected_rows()
        } else {
            let row = deals.find(card.id.as_str()).and_then(|ix| deals.row(ix));
            row.into_iter().collect()
        };
        let mut taken = BTreeMap::new();
        let mut lanes = BTreeMap::new();
        for row in &rows {
            let mut columns = app.pipeline.lens().columns.iter();
            if let Some(at) = columns.position(|column| column.status == row.status) {
                *taken.entry(at).or_default() += 1;
            }
            let lane = match app.pipeline.board_look().lanes {
                Lanes::Class => row.class,
                Lanes::Owner | Lanes::None => row.owner,
            };
            *lanes.entry(lane.to_owned()).or_default() += 1;
        }
        Self {
            card: card.clone(),
            from,
            from_label: from_label.to_owned(),
            grab: Vec2::ZERO,
            size: Vec2::ZERO,
            over: None,
            over_label: String::new(),
            owner: None,
            count: rows.len().max(1),
            taken,
            lane: None,
            refused: false,
            lanes,
        }
    }

    /// Returns the state of a move by keyboard, with its current target.
    pub(in crate::screens) fn by_keyboard(pass: &Pass<'_>, heads: &[ColumnHead]) -> Option<Self> {
        let grab = pass.app.card_move.grabbed()?;
        let deals = &pass.app.cx.snapshot().deals;
        let row = deals.find(grab.deal.as_str()).and_then(|ix| deals.row(ix))?;
        let shown = encours_core::app::deals::board::view::card::card(pass.app, &row)?;
        let from = pass.app.pipeline.board().cursor.column;
        let label = heads.get(from).map_or("", |head| head.label.as_str());
        let mut drag = Self::begin(pass, &shown, (from, label), grab.many);
        drag.over = Some(grab.column);
        drag.over_label = heads
            .get(grab.column)
            .map(|head| head.label.clone())
            .unwrap_or_default();
        drag.note_lane(pass, grab.lane.as_deref());
        Some(drag)
    }

    /// Returns whether a drop on a column would change anything.
    pub(in crate::screens) fn moves_to(&self, over: usize) -> bool {
        !self.refused && (self.owner.is_some() || self.taken.get(&over).copied().unwrap_or(0) < self.count)
    }

    /// Returns whether a drop now would go to a column and, optionally, to a swimlane.
    pub(in crate::screens) fn lands_in(&self, column: usize, lane: Option<&str>) -> bool {
        self.over == Some(column) && self.moves_to(column) && (lane.is_none() || self.lane.as_deref() == lane)
    }

    /// Returns the number of deals that an owner's swimlane gains by a drop; `None` if it is not the target or gains
    /// none.
    pub(in crate::screens) fn gained_by(&self, lane: &str) -> Option<usize> {
        let owner = self.owner.as_deref().filter(|owner| *owner == lane)?;
        let own = self.lanes.get(owner).copied().unwrap_or(0);
        let over = self.over.is_some_and(|over| self.moves_to(over));
        Some(self.count.saturating_sub(own)).filter(|gained| over && *gained > 0)
    }

    /// Records the swimlane under the pointer. A swimlane of an owner changes the deals' owner. Only the server sets
    /// the class, so a swimlane of another class rejects them.
    pub(in crate::screens) fn note_lane(&mut self, pass: &Pass<'_>, lane: Option<&str>) {
        let own = |lane: &str| self.lanes.contains_key(lane);
        (self.lane, self.owner, self.refused) = match (pass.app.pipeline.board_look().lanes, lane) {
            (Lanes::Owner, Some(lane)) => {
                let gives = self.lanes.len() > 1 || !own(lane);
                (Some(lane.to_owned()), gives.then(|| lane.to_owned()), false)
            }
            (Lanes::Class, Some(lane)) => (Some(lane.to_owned()), None, !own(lane)),
            _ => (None, None, false),
        };
    }

    /// Returns the reason why a drop at the pointer changes nothing.
    pub(super) fn refusal(&self, heads: &[ColumnHead]) -> Reason {
        match self.over.and_then(|over| heads.get(over)) {
            None => Reason::DroppedOutside,
            Some(_) if self.refused => Reason::DroppedOnOtherClass,
            Some(head) if head.status.is_empty() => Reason::DroppedOnNoStatus,
            Some(_) => Reason::DroppedInPlace,
        }
    }

    /// Returns the text that a drop at the pointer changes nothing.
    pub(super) fn nothing(&self, pass: &Pass<'_>) -> String {
        if self.refused {
            return pass
                .words
                .with("drag-class", &[("class", self.card.class_label.as_str().into())]);
        }
        pass.word("drag-nowhere").into_owned()
    }

    /// Returns the summary for deals from several columns, without a column of origin.
    fn several_origins(&self, pass: &Pass<'_>) -> String {
        let args = [
            ("n", (self.count as u64).into()),
            ("to", self.over_label.as_str().into()),
        ];
        pass.words.with("drag-summary-several", &args)
    }

    /// Returns the text of the changes that a drop on a column makes.
    pub(super) fn change(&self, pass: &Pass<'_>, over: usize) -> String {
        let moved = if self.taken.len() > 1 {
            self.several_origins(pass)
        } else {
            format!("{} → {}", self.from_label, self.over_label)
        };
        let Some(owner) = &self.owner else { return moved };
        let nobody = pass.word("owner-none");
        let owner = if owner.is_empty() {
            &*nobody
        } else {
            owner.as_str()
        };
        let owner = Clean::line_of(owner, 40);
        let given = if self.lanes.len() > 1 {
            format!("→ {owner}")
        } else {
            format!("{} → {owner}", self.card.owner)
        };
        if over == self.from && self.taken.len() < 2 {
            given
        } else {
            format!("{moved}, {given}")
        }
    }
}

/// Returns the text of the effect of a drop.
pub(in crate::screens) fn summary(pass: &Pass<'_>, drag: &Drag) -> String {
    let to = match drag.over {
        // Within one column only the owner changes, so name the change of owner.
        Some(over) if drag.owner.is_some() => return drag.change(pass, over),
        Some(over) if drag.moves_to(over) => &drag.over_label,
        // Without a valid target the text says that nothing changes.
        _ => return drag.nothing(pass),
    };
    if drag.taken.len() > 1 {
        return drag.several_origins(pass);
    }
    pass.words.with(
        "drag-summary",
        &[
            ("n", (drag.count as u64).into()),
            ("from", drag.from_label.as_str().into()),
            ("to", to.as_str().into()),
        ],
    )
}

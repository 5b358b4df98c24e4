//! What is on its way, by pointer or by keyboard: which deals, where they come from, where they would be let go, and what
//! that would change. Nothing of it is painted here.

use std::collections::BTreeMap;

use egui::Vec2;
use encours_core::app::deals::board::view::card::Card;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::text::Clean;

use crate::frame_ctx::Pass;

/// A card on its way.
#[derive(Clone, Debug)]
pub struct Drag {
    /// The card.
    pub card: Card,
    /// The column it comes from.
    pub from: usize,
    /// That column's name.
    pub from_label: String,
    /// Where in the card the pointer took it.
    pub grab: Vec2,
    /// How large the card is.
    pub size: Vec2,
    /// The column under the pointer.
    pub over: Option<usize>,
    /// That column's name.
    pub over_label: String,
    /// The owner of the lane under the pointer, where letting go gives the deal to them; empty for nobody's.
    pub owner: Option<String>,
    /// How many deals are on their way.
    pub count: usize,
    /// How many of them each column gives, by its place.
    pub taken: BTreeMap<usize, usize>,
    /// The lane that would take it, by its code; `None` where the board has no lanes.
    pub lane: Option<String>,
    /// Whether the lane under the pointer takes nothing of what is dragged: its class is the service's to say.
    pub refused: bool,
    /// What the lanes of the deals on their way are called, by owner or by class, and how many each gives.
    pub(in crate::screens) lanes: BTreeMap<String, usize>,
}

impl Drag {
    /// A card that is taken where it stands, alone or with the others selected.
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

    /// The card that is carried by keyboard, over where it would be let go.
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

    /// Whether letting go over a column would change anything.
    pub(in crate::screens) fn moves_to(&self, over: usize) -> bool {
        !self.refused && (self.owner.is_some() || self.taken.get(&over).copied().unwrap_or(0) < self.count)
    }

    /// Whether letting go now would put it into a column, and there into a lane.
    pub(in crate::screens) fn lands_in(&self, column: usize, lane: Option<&str>) -> bool {
        self.over == Some(column) && self.moves_to(column) && (lane.is_none() || self.lane.as_deref() == lane)
    }

    /// How many deals a lane of owners gains once all are let go where they are; `None` where it is not over it, or gains none.
    pub(in crate::screens) fn gained_by(&self, lane: &str) -> Option<usize> {
        let owner = self.owner.as_deref().filter(|owner| *owner == lane)?;
        let own = self.lanes.get(owner).copied().unwrap_or(0);
        let over = self.over.is_some_and(|over| self.moves_to(over));
        Some(self.count.saturating_sub(own)).filter(|gained| over && *gained > 0)
    }

    /// Notes the lane under the pointer. Deals change their owner with their lane; a class is the service's to say, so a
    /// lane of another class takes none of them.
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

    /// Why letting go where the pointer is changes nothing.
    pub(super) fn refusal(&self, heads: &[ColumnHead]) -> Reason {
        match self.over.and_then(|over| heads.get(over)) {
            None => Reason::DroppedOutside,
            Some(_) if self.refused => Reason::DroppedOnOtherClass,
            Some(head) if head.status.is_empty() => Reason::DroppedOnNoStatus,
            Some(_) => Reason::DroppedInPlace,
        }
    }

    /// Why nothing would change where the pointer is.
    pub(super) fn nothing(&self, pass: &Pass<'_>) -> String {
        if self.refused {
            return pass
                .words
                .with("drag-class", &[("class", self.card.class_label.as_str().into())]);
        }
        pass.word("drag-nowhere").into_owned()
    }

    /// The same of deals that stand in several columns: none of them is where all come from.
    fn several_origins(&self, pass: &Pass<'_>) -> String {
        let args = [
            ("n", (self.count as u64).into()),
            ("to", self.over_label.as_str().into()),
        ];
        pass.words.with("drag-summary-several", &args)
    }

    /// What letting go over a column changes, in words.
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

/// What letting go would do, in words.
pub(in crate::screens) fn summary(pass: &Pass<'_>, drag: &Drag) -> String {
    let to = match drag.over {
        // Between lanes of one column the status stays: what changes is whose it is.
        Some(over) if drag.owner.is_some() => return drag.change(pass, over),
        Some(over) if drag.moves_to(over) => &drag.over_label,
        // Where nothing takes the card, letting go does nothing, and says so.
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

//! A card taken by keyboard: grabbed, carried by the arrows from column to column (and, in lanes by owner, from lane to
//! lane), let go or given up. Nothing changes before it is let go; whatever else is done meanwhile gives it up.

use crate::contract::ids::DealId;
use crate::engine::Effect;

use crate::app::deals::pipeline::layout::Lanes;
use crate::app::foundation::input::step::step;
use crate::app::shell::app::{ActionId, App, Layer, Screen};

/// What is carried, and where it would be let go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grab {
    /// The card.
    pub deal: DealId,
    /// Whether the other selected deals go with it.
    pub many: bool,
    /// The column it is over, by its place on the board.
    pub column: usize,
    /// The lane it is over, by its code; `None` where the board has no lanes.
    pub lane: Option<String>,
}

impl App {
    /// The card that is carried by keyboard, if one is.
    pub fn grabbed(&self) -> Option<&Grab> {
        self.card_move.grab.as_ref()
    }

    /// Takes the focused card.
    pub(in crate::app) fn begin_grab(&mut self) {
        let Some(deal) = self.pipeline.board.cursor.deal.clone() else {
            return;
        };
        let (column, index) = (
            self.pipeline.board.cursor.column,
            self.pipeline.board.cursor.index,
        );
        self.card_move.grab = Some(Grab {
            many: self.carries_many(&deal),
            column,
            lane: self.lane_at(column, index).map(|lane| lane.code.clone()),
            deal,
        });
    }

    /// What an action means while a card is carried; `None` where it means what it always does, and the card is put back.
    pub(in crate::app) fn while_grabbed(&mut self, id: ActionId) -> Option<Vec<Effect>> {
        let mut grab = self.card_move.grab.take()?;
        match id {
            ActionId::FocusLeft | ActionId::MovePrevious => self.carry(&mut grab, -1),
            ActionId::FocusRight | ActionId::MoveNext => self.carry(&mut grab, 1),
            ActionId::FocusFirst => self.carry(&mut grab, isize::MIN),
            ActionId::FocusLast => self.carry(&mut grab, isize::MAX),
            ActionId::FocusUp => self.carry_across(&mut grab, -1),
            ActionId::FocusDown => self.carry_across(&mut grab, 1),
            ActionId::Open | ActionId::SelectDeal | ActionId::Grab => return Some(self.let_go(grab)),
            ActionId::Back => return Some(Vec::new()),
            _ => return None,
        }
        self.card_move.grab = Some(grab);
        Some(Vec::new())
    }

    /// Carries to another column: every one that is a status takes cards, folded or not.
    fn carry(&self, grab: &mut Grab, by: isize) {
        let named: Vec<usize> = (0..self.pipeline.lens.columns.len())
            .filter(|at| !self.pipeline.lens.columns[*at].status.is_empty() || *at == grab.column)
            .collect();
        let here = named.iter().position(|at| *at == grab.column).unwrap_or(0);
        grab.column = named
            .get(step(here, by, named.len()))
            .copied()
            .unwrap_or(grab.column);
    }

    /// Carries to another lane: an owner can be given, a class is the service's to say.
    fn carry_across(&self, grab: &mut Grab, by: isize) {
        if self.pipeline.board.look.lanes != Lanes::Owner {
            return;
        }
        let lanes = &self.pipeline.board.lanes;
        let here = lanes
            .iter()
            .position(|lane| Some(&lane.code) == grab.lane.as_ref());
        let there = here.and_then(|here| lanes.get(step(here, by, lanes.len())));
        grab.lane = there.map(|lane| lane.code.clone()).or(grab.lane.take());
    }

    fn let_go(&mut self, grab: Grab) -> Vec<Effect> {
        let Some(status) = self
            .pipeline
            .lens
            .columns
            .get(grab.column)
            .map(|column| column.status.clone())
        else {
            return Vec::new();
        };
        let owner = grab
            .lane
            .filter(|_| self.pipeline.board.look.lanes == Lanes::Owner);
        self.drop_cards(|app| match (grab.many, owner) {
            (true, owner) => app.move_selected(status, owner),
            (false, Some(owner)) => app.move_to_lane(&grab.deal, &status, &owner),
            (false, None) => app.move_deal(&grab.deal, &status),
        })
    }

    /// Puts the card back where something else took its place: another focus, another screen, something over the board.
    pub(in crate::app) fn drop_stale_grab(&mut self) {
        let board = self.cx.screen == Screen::Pipeline && !self.table.shown && self.cx.layer == Layer::None;
        let focus = self.pipeline.board.cursor.deal.as_ref();
        self.card_move
            .grab
            .take_if(|grab| !board || focus != Some(&grab.deal));
    }
}

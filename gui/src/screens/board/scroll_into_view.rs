//! Scrolls the board to keep the focus or the drop target in view.
//!
//! The focus belongs to a deal and follows it. The board scrolls no further than needed and back when the card leaves.
//! Changes by other users do not scroll it.

use std::collections::BTreeMap;

use egui::Rect;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::deals::pipeline::board_focus::Cursor;
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::contract::ids::DealId;

use crate::frame_ctx::Pass;
use crate::overlays::toasts;

use super::{BoardPlace, MARGIN, head_height, step, swimlanes, top};

/// Scroll positions of the columns before a card was moved by keyboard.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Before {
    deal: DealId,
    /// The column that the card was taken from.
    home: usize,
    down: BTreeMap<usize, f32>,
    /// The column in which the card was dropped, if it was.
    landed: Option<usize>,
}

/// The card moved last: its new column, and that column's scroll position before.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Came {
    deal: DealId,
    column: usize,
    was: f32,
}

/// Layout of the cards; after a change, earlier positions are meaningless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::screens) struct Stand {
    lanes: Lanes,
    step: f32,
}

impl Stand {
    pub(in crate::screens) fn of(pass: &Pass<'_>) -> Self {
        Self {
            lanes: pass.app.pipeline.board_look().lanes,
            step: step(pass),
        }
    }

    /// Returns whether the board has the same kind of swimlanes.
    pub(in crate::screens) fn same_lanes(self, other: Self) -> bool {
        self.lanes == other.lanes
    }
}

/// The focus and the available area when last checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    cursor: Cursor,
    stand: Stand,
    width: f32,
    height: f32,
    /// Left and right edge of the focused column, from the left margin.
    column: (f32, f32),
}

/// Scroll state from before the board became narrower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Narrowed {
    width: f32,
    /// Horizontal scroll position at that time.
    across: f32,
    /// Horizontal position scrolled to since; if the actual one differs, the user has scrolled.
    since: f32,
}

impl Seen {
    /// Returns whether the same card is in the same column.
    fn same_card(&self, other: &Self) -> bool {
        self.cursor.deal == other.cursor.deal
            && self.cursor.column == other.cursor.column
            && self.stand == other.stand
    }

    /// Returns whether the card was visible at the scroll positions.
    fn in_sight(&self, across: f32, down: f32) -> bool {
        let row = (self.cursor.index as f32 + 0.5) * self.stand.step;
        let column = f32::midpoint(self.column.0, self.column.1);
        (down..down + self.height).contains(&row) && (across..across + self.width).contains(&column)
    }
}

impl BoardPlace {
    /// Restores the scroll positions of columns that a moved card has left. While a card moves, each column scrolls to
    /// its drop position.
    pub(super) fn give_back(&mut self, pass: &Pass<'_>) {
        let cursor = &pass.app.pipeline.board().cursor;
        if let Some(grab) = pass.app.card_move.grabbed() {
            let kept = self.before.take().filter(|before| before.landed.is_none());
            self.before = kept.or_else(|| {
                Some(Before {
                    deal: grab.deal.clone(),
                    home: cursor.column,
                    down: self.down.clone(),
                    landed: None,
                })
            });
            return;
        }
        let Some(mut before) = self.before.take() else {
            return;
        };
        let same = cursor.deal.as_ref() == Some(&before.deal);
        match before.landed {
            None => {
                let passed: Vec<usize> = self.down.keys().copied().collect();
                for at in passed.into_iter().filter(|at| *at != cursor.column) {
                    self.scroll_back(&before, at);
                }
            }
            Some(landed) if same && cursor.column == before.home => {
                if landed != before.home {
                    self.scroll_back(&before, landed);
                }
                return;
            }
            Some(_) if same => {}
            Some(_) => return,
        }
        before.landed = Some(cursor.column);
        self.before = Some(before);
    }

    fn scroll_back(&mut self, before: &Before, column: usize) {
        let was = before.down.get(&column).copied().unwrap_or(0.0);
        let now = self.down.get(&column).copied().unwrap_or(0.0);
        if (now - was).abs() > 0.5 {
            self.jump_down.insert(column, was);
        }
    }

    /// Scrolls the focused column into view, with swimlanes.
    pub(in crate::screens) fn follow_across(
        &mut self,
        pass: &Pass<'_>,
        heads: &[ColumnHead],
        rect: Rect,
        by_key: bool,
    ) {
        self.follow(pass, heads, rect, by_key);
        // With swimlanes, columns do not scroll individually.
        self.jump_down.retain(|column, _| *column == swimlanes::ALL);
    }

    /// Scrolls the focus into view after a key, a move, or a loss of space. If another user's change moves the focus,
    /// or if the user scrolled away from it, the board stays. Toasts cover the bottom, so that part does not count.
    pub(super) fn follow(&mut self, pass: &Pass<'_>, heads: &[ColumnHead], lanes: Rect, by_key: bool) {
        let cursor = pass.app.pipeline.board().cursor.clone();
        let now = Seen {
            column: self.column_at(pass, heads, cursor.column),
            cursor,
            stand: Stand::of(pass),
            width: lanes.width(),
            height: lanes.height() - top(pass) - head_height(pass) - toasts::covered(pass),
        };
        let before = self.seen.replace(now.clone());
        self.follow_moved(pass, before.as_ref(), &now);
        let offset = |column: usize| self.down.get(&column).copied().unwrap_or(0.0);
        let still = before.as_ref().is_some_and(|seen| {
            let at = offset(now.cursor.column);
            let roomier = seen.width <= now.width && seen.height <= now.height;
            let stays = (seen.cursor.index == now.cursor.index || !self.own) && roomier;
            (seen.same_card(&now) || !self.own && seen.stand == now.stand)
                && (stays || !seen.in_sight(self.across, at))
        });
        let still = still || self.stays_put && before.as_ref().is_some_and(|seen| seen.width <= now.width);
        // Boards with and without swimlanes have separate scroll positions, which persist while the other is shown.
        let others = before
            .as_ref()
            .is_some_and(|seen| !seen.stand.same_lanes(now.stand));
        let wider = before.as_ref().is_some_and(|seen| seen.width < now.width);
        if let Some(seen) = before.filter(|seen| seen.width > now.width) {
            self.narrow(seen.width);
        }
        if still && !by_key && !wider {
            return;
        }
        let (column, index) = Self::wanted(pass);
        self.bring_across(pass, heads, lanes, column, wider);
        if others {
            self.jump_across.get_or_insert(self.across);
        }
        if still && !by_key {
            return;
        }
        let (top, step) = (index as f32 * now.stand.step, now.stand.step);
        let offset = self.down.get(&column).copied().unwrap_or(0.0);
        let wanted = offset.min(top).max(top + step - now.height.max(step));
        if (wanted - offset).abs() > 0.5 {
            self.jump_down.insert(column, wanted);
        }
    }

    /// Returns the left edges of a column and of the next one.
    fn column_at(&self, pass: &Pass<'_>, heads: &[ColumnHead], column: usize) -> (f32, f32) {
        let left = MARGIN + self.widths(pass, heads).take(column).sum::<f32>();
        (left, left + self.widths(pass, heads).nth(column).unwrap_or(0.0))
    }

    /// Scrolls a column into view horizontally.
    fn bring_across(
        &mut self,
        pass: &Pass<'_>,
        heads: &[ColumnHead],
        lanes: Rect,
        column: usize,
        wider: bool,
    ) {
        let (left, right) = self.column_at(pass, heads, column);
        let least = (right + MARGIN - lanes.width()).max(0.0);
        let from = self.begins(lanes.width(), wider);
        let wanted = from.min(left - MARGIN).max(least);
        if let Some(narrowed) = &mut self.narrowed {
            narrowed.since = wanted;
        }
        if (wanted - self.across).abs() > 0.5 {
            self.jump_across = Some(wanted.max(0.0));
        }
    }

    /// Saves the scroll state when the board becomes narrower.
    fn narrow(&mut self, width: f32) {
        let across = self.across;
        self.narrowed.get_or_insert(Narrowed {
            width,
            across,
            since: across,
        });
    }

    /// Returns the horizontal position to scroll from. When the board becomes wide again, the saved position returns,
    /// unless the user has scrolled since.
    fn begins(&mut self, width: f32, wider: bool) -> f32 {
        let Some(narrowed) = self.narrowed else {
            return self.across;
        };
        let own = (self.across - narrowed.since).abs() > 1.0;
        if own || (wider && width + 0.5 >= narrowed.width) {
            self.narrowed = None;
        }
        if wider && !own {
            narrowed.across
        } else {
            self.across
        }
    }

    /// Scrolls a column back when the card that it was scrolled for leaves it. If the focus is in the column, it stays.
    fn follow_moved(&mut self, pass: &Pass<'_>, before: Option<&Seen>, now: &Seen) {
        let offset = |place: &Self, column: usize| place.down.get(&column).copied().unwrap_or(0.0);
        let table = &pass.app.cx.snapshot().deals;
        if let Some(came) = self.came.take() {
            let row = table.find(came.deal.as_str());
            let stands = row.and_then(|ix| pass.app.pipeline.lens().place(table, ix));
            if stands.is_some_and(|(column, _)| column == came.column) {
                self.came = Some(came);
            } else if now.cursor.column != came.column && (offset(self, came.column) - came.was).abs() > 0.5 {
                self.jump_down.insert(came.column, came.was);
            }
        }
        let moved = before.is_some_and(|seen| {
            seen.cursor.deal == now.cursor.deal && seen.cursor.column != now.cursor.column
        });
        // For a card moved by keyboard, `give_back` restores the columns.
        if let (true, Some(deal), None) = (moved, &now.cursor.deal, &self.before) {
            self.came = Some(Came {
                deal: deal.clone(),
                column: now.cursor.column,
                was: offset(self, now.cursor.column),
            });
        }
    }

    /// Returns column and index to keep in view: of the focus, or of the drop position of a moved card.
    pub(in crate::screens) fn wanted(pass: &Pass<'_>) -> (usize, usize) {
        let cursor = &pass.app.pipeline.board().cursor;
        match pass.app.card_move.grabbed() {
            // With swimlanes, a card may move to another swimlane of the same column.
            Some(grab) if grab.column != cursor.column || grab.lane.is_some() => {
                let place =
                    pass.app
                        .pipeline
                        .landing(&grab.deal, grab.column, grab.lane.as_deref(), &pass.app.cx);
                (grab.column, place.unwrap_or(0))
            }
            _ => (cursor.column, cursor.index),
        }
    }
}

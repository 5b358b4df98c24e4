//! What of the board is kept in sight: the focus, which belongs to a deal and goes where that goes, and where a carried card
//! would land. The view moves as far as that needs and no further, and back again where the card leaves; for what others move
//! it stays where it is.

use std::collections::BTreeMap;

use egui::Rect;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::deals::pipeline::board_focus::Cursor;
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::contract::ids::DealId;

use crate::frame_ctx::Pass;
use crate::overlays::toasts;

use super::{BoardPlace, MARGIN, head_height, step, swimlanes, top};

/// How far the columns were scrolled before a card was carried through them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Before {
    deal: DealId,
    /// The column that it was taken from.
    home: usize,
    down: BTreeMap<usize, f32>,
    /// The column that it was let go in, once it was.
    landed: Option<usize>,
}

/// A card that was moved: the column it came to, and how far that was scrolled before.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Came {
    deal: DealId,
    column: usize,
    was: f32,
}

/// How the cards stand: after a change of it nothing is where it was.
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

    /// Whether the board is cut into the same lanes.
    pub(in crate::screens) fn same_lanes(self, other: Self) -> bool {
        self.lanes == other.lanes
    }
}

/// The focus as it was last looked at, and the room there was for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    cursor: Cursor,
    stand: Stand,
    width: f32,
    height: f32,
    /// Where its column begins and ends, from the left of the first one's margin.
    column: (f32, f32),
}

/// The columns as they stood before there was less room beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Narrowed {
    width: f32,
    /// How far they were scrolled sideways then.
    across: f32,
    /// How far they have been scrolled since by themselves: otherwise, a person has scrolled them.
    since: f32,
}

impl Seen {
    /// Whether the same card stands in the same column as in `other`.
    fn same_card(&self, other: &Self) -> bool {
        self.cursor.deal == other.cursor.deal
            && self.cursor.column == other.cursor.column
            && self.stand == other.stand
    }

    /// Whether the card was in sight, as far as the columns were scrolled across and its own down.
    fn in_sight(&self, across: f32, down: f32) -> bool {
        let row = (self.cursor.index as f32 + 0.5) * self.stand.step;
        let column = f32::midpoint(self.column.0, self.column.1);
        (down..down + self.height).contains(&row) && (across..across + self.width).contains(&column)
    }
}

impl BoardPlace {
    /// A card that is carried shows of each column the place where it would land. A column that it does not stay in, for
    /// it went on or was taken back, is scrolled again as it was.
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

    /// Brings the column that has the focus into sight, in lanes.
    pub(in crate::screens) fn follow_across(
        &mut self,
        pass: &Pass<'_>,
        heads: &[ColumnHead],
        rect: Rect,
        by_key: bool,
    ) {
        self.follow(pass, heads, rect, by_key);
        // In lanes a column is not scrolled by itself.
        self.jump_down.retain(|column, _| *column == swimlanes::ALL);
    }

    /// Brings the focus into sight: where the person has moved it, where there is less room for it, and at every key, for
    /// whoever presses one wants to see what it acts on. What others move takes the focus along and leaves the board where
    /// it is, and a card that a person has scrolled out of sight is left there. Toasts cover the lower end, so that is no room.
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
        // Columns cut into lanes are scrolled apart from whole ones, and stand wherever they stood when they were last shown.
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

    /// Where a column begins and where the next one does.
    fn column_at(&self, pass: &Pass<'_>, heads: &[ColumnHead], column: usize) -> (f32, f32) {
        let left = MARGIN + self.widths(pass, heads).take(column).sum::<f32>();
        (left, left + self.widths(pass, heads).nth(column).unwrap_or(0.0))
    }

    /// Brings a column into sight.
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

    /// There is less room beside the columns than there was: how they stood is kept.
    fn narrow(&mut self, width: f32) {
        let across = self.across;
        self.narrowed.get_or_insert(Narrowed {
            width,
            across,
            since: across,
        });
    }

    /// From where the columns are scrolled sideways as far as it takes. Room that is won again shows what had to leave for the
    /// want of it, as it stood before; what a person has scrolled meanwhile stays where they put it.
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

    /// A column that was scrolled to show the card that came is scrolled back where that leaves it again, unless the
    /// focus stands in it.
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
        // A card that was carried by keyboard has had its columns scrolled before: they are given back by that.
        if let (true, Some(deal), None) = (moved, &now.cursor.deal, &self.before) {
            self.came = Some(Came {
                deal: deal.clone(),
                column: now.cursor.column,
                was: offset(self, now.cursor.column),
            });
        }
    }

    /// The column and the place in it that are to be in sight: those of the focus, or where a carried card would land.
    pub(in crate::screens) fn wanted(pass: &Pass<'_>) -> (usize, usize) {
        let cursor = &pass.app.pipeline.board().cursor;
        match pass.app.card_move.grabbed() {
            // In lanes a card may be carried to another lane of its own column.
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

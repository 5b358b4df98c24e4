//! The board: columns side by side, each with its own scroll position.
//!
//! Only visible cards are built. All cards have the same height, so that a card's position can be computed.

mod column;
pub(super) mod drag;
pub(super) mod drop_indicator;
pub mod header;
mod layout;
pub(super) mod metrics;
mod scroll_into_view;
mod swimlanes;

use std::collections::{BTreeMap, BTreeSet};

use egui::scroll_area::ScrollSource;
use egui::{Id, Rect, ScrollArea, Ui, pos2};
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::deals::pipeline::board_focus::Viewport;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::model::snapshot::Connection;

pub use layout::room_to_present;
use layout::wide;
pub(super) use layout::{card_height, head_height, step, top};
pub(super) use scroll_into_view::Stand;
use scroll_into_view::{Before, Came, Narrowed, Seen};

use super::Places;
use super::pipeline::selection_bar;
use crate::frame_ctx::Pass;
use crate::theme::Icon;
use crate::widgets::{Pen, column_header, empty_state as notice, skeleton};
use drag::Drag;
use {column as lane, swimlanes as lanes};

pub(super) const MARGIN: f32 = 16.0;

/// State of the board that persists between frames.
#[derive(Debug, Default)]
pub struct BoardPlace {
    /// The card dragged by the pointer, if any.
    pub(super) drag: Option<Drag>,
    /// The card moved by keyboard, if any, as if it were dragged.
    pub(super) shadow: Option<Drag>,
    /// Scroll positions before a card was grabbed by keyboard, until the move ends.
    before: Option<Before>,
    /// The card moved last, and the scroll position of its column before it arrived.
    came: Option<Came>,
    /// Width of a column.
    wide: f32,
    /// Content of the second line of the column headers.
    pub(super) second: column_header::Second,
    /// Scroll position of each column in points, by its index.
    pub(super) down: BTreeMap<usize, f32>,
    /// Scroll positions to apply in the next frame, by column.
    pub(super) jump_down: BTreeMap<usize, f32>,
    across: f32,
    most_across: f32,
    jump_across: Option<f32>,
    /// Scroll state from before the board became narrower.
    narrowed: Option<Narrowed>,
    /// Maximum scroll position of each column.
    pub(super) most_down: BTreeMap<usize, f32>,
    seen: Option<Seen>,
    /// True while the result of the user's last action is still pending. The board then scrolls along with moved cards.
    own: bool,
    /// True if the focus reached its card by the pointer; nothing scrolls then.
    pub(super) stays_put: bool,
    /// The collapsed swimlanes, by owner or class.
    pub(super) folded_lanes: BTreeSet<String>,
    /// The focus that was last scrolled into view in its swimlane.
    pub(super) lanes_seen: Option<lanes::LanesSeen>,
    /// The columns that determine the swimlane heights, and the positions that resulted for each swimlane.
    pub(super) lanes_high: (Vec<bool>, Vec<(String, f32, f32)>),
    /// Scroll position of the swimlanes before the focused card was moved.
    pub(super) lanes_back: lanes::Back,
    /// Scroll positions at the start of the current drag.
    taken_at: (f32, BTreeMap<usize, f32>),
    viewport: Viewport,
    scrolled: Vec<(usize, usize)>,
}

impl BoardPlace {
    /// Returns the visible part of the board.
    #[must_use]
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Returns the columns scrolled since the last call, with their first visible card.
    pub fn take_scrolled(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.scrolled)
    }

    /// Records an action of the user: the board follows a focus that it moves. Changes by other users do not scroll the
    /// board.
    pub fn note_own_act(&mut self) {
        self.own = true;
    }

    /// Returns whether current movements result from the user's action.
    pub(super) fn follows_own(&self) -> bool {
        self.own
    }

    /// Returns the dragged card.
    #[must_use]
    pub fn dragged(&self) -> Option<&Drag> {
        self.drag.as_ref()
    }

    /// Returns the card being moved, by pointer or keyboard.
    pub(super) fn carried(&self) -> Option<&Drag> {
        self.drag.as_ref().or(self.shadow.as_ref())
    }

    /// Returns the distance between the left edges of consecutive columns.
    pub(super) fn widths<'a>(
        &self,
        pass: &Pass<'_>,
        heads: &'a [ColumnHead],
    ) -> impl Iterator<Item = f32> + use<'a> {
        let size = &pass.look.tokens.size;
        let (wide, rail, gap) = (self.wide, size.lane_rail, size.lane_gap);
        heads
            .iter()
            .map(move |head| if head.folded { rail + gap } else { wide + gap })
    }

    /// Returns the total width of the columns, including the outer margins.
    pub(super) fn total(&self, pass: &Pass<'_>, heads: &[ColumnHead]) -> f32 {
        self.widths(pass, heads).sum::<f32>() + 2.0 * MARGIN
    }

    /// Starts to drag a card.
    pub(super) fn take(&mut self, drag: Drag) {
        self.taken_at = (self.across, self.down.clone());
        self.drag = Some(drag);
    }

    /// Cancels a drag and restores the scroll positions from its start.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        if self.drag.take().is_some() {
            let (across, down) = std::mem::take(&mut self.taken_at);
            self.jump_across = Some(across);
            for column in self.down.keys() {
                let was = down.get(column).copied().unwrap_or(0.0);
                self.jump_down.insert(*column, was);
            }
            // Code that reads the positions in this frame must already see the restored ones.
            self.across = across;
            self.down = down;
        }
        ctx.stop_dragging();
        ctx.request_repaint();
    }

    /// Records the scroll position of a column.
    pub(super) fn note(&mut self, pass: &Pass<'_>, column: usize, status: &str, offset: f32) {
        let first = (offset / step(pass)).round().max(0.0) as usize;
        if pass.app.pipeline.board().scroll_of(status) != first {
            self.scrolled.push((column, first));
        }
        self.down.insert(column, offset);
    }

    /// Returns for each column whether it is visible at the horizontal scroll position.
    pub(super) fn in_sight(&self, pass: &Pass<'_>, heads: &[ColumnHead], width: f32) -> Vec<bool> {
        let mut left = MARGIN - self.across;
        let seen = self.widths(pass, heads).map(|wide| {
            let seen = left + wide > 0.0 && left < width;
            left += wide;
            seen
        });
        seen.collect()
    }

    /// Records the horizontal scroll position and its maximum.
    pub(super) fn note_across(&mut self, across: f32, most: f32) {
        self.across = across;
        self.most_across = most;
    }

    /// Takes the horizontal scroll position to apply in this frame.
    pub(super) fn take_jump(&mut self) -> Option<f32> {
        self.jump_across.take()
    }
}

/// Returns the widget id of a deal's card. It gets egui's focus when the deal has the application's.
#[must_use]
pub fn card_id(deal: &str) -> Id {
    Id::unique(("card", deal))
}

/// Draws the board.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect) {
    let heads: Vec<ColumnHead> = (0..pass.app.pipeline.lens().columns.len())
        .filter_map(|at| encours_core::app::deals::board::view::head::column_head(pass.app, at))
        .collect();
    if self::blank(ui, pass, rect, waiting) {
        return;
    }
    places.board.stays_put = places.touched;
    places.board.wide = wide(pass, &heads, rect.width());
    places.board.second =
        column_header::second(&Pen::new(ui.painter(), pass.look), &heads, places.board.wide);
    places.board.shadow = Drag::by_keyboard(pass, &heads);
    if pass.app.pipeline.board().lanes().is_empty() {
        let inside = rect.with_max_y(rect.bottom() - foot(ui, places.board.total(pass, &heads), rect));
        measure(pass, &mut places.board, inside);
        columns(ui, pass, places, (rect, inside), &heads);
    } else {
        measure(pass, &mut places.board, rect);
        lanes::show(ui, pass, places, rect, &heads);
    }
    places.board.own &= pass.app.cx.awaits_engine();
}

/// Returns the height of the horizontal scroll bar, which must not cover a card's name; zero if there is none.
pub(super) fn foot(ui: &Ui, total: f32, rect: Rect) -> f32 {
    let scroll = &ui.spacing().scroll;
    if total > rect.width() {
        scroll.bar_width + scroll.bar_outer_margin
    } else {
        0.0
    }
}

/// Draws the columns without swimlanes; `inside` is the area that scrolls horizontally.
fn columns(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    (rect, inside): (Rect, Rect),
    heads: &[ColumnHead],
) {
    // When swimlanes reappear, they scroll the focus into view again.
    places.board.lanes_seen = None;
    places.board.lanes_back = lanes::Back::default();
    let by_key = places.by_key && matches!(pass.app.cx.layer(), Layer::None);
    places.board.give_back(pass);
    places.board.follow(pass, heads, inside, by_key);
    drag::scroll_edges(ui, pass, &mut places.board, rect);
    let mut area = ScrollArea::horizontal()
        .id_salt("board")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(across) = places.board.jump_across.take() {
        area = area.horizontal_scroll_offset(across);
    }
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("lanes"));
    let mut shown = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(places.board.total(pass, heads));
        ui.set_height(rect.height());
        let mut x = MARGIN;
        let widths: Vec<f32> = places.board.widths(pass, heads).collect();
        for (at, (head, step)) in heads.iter().zip(widths).enumerate() {
            let width = step - pass.look.tokens.size.lane_gap;
            let place = Rect::from_min_max(
                pos2(origin.x + x, rect.top() + top(pass)),
                pos2(origin.x + x + width, inside.bottom()),
            );
            if x + width > viewport.left() && x < viewport.right() {
                lane::show(ui, pass, places, at, head, place);
                shown.push((at, place.intersect(rect)));
            } else {
                lane::name(ui, head, place);
            }
            x += step;
        }
    });
    places.board.across = output.state.clamped_offset().x;
    places.board.most_across = (output.content_size.x - rect.width()).max(0.0);
    drag::finish(ui, pass, &mut places.board, &shown, heads);
    if places.board.drag.is_none() {
        selection_bar::show(ui, pass, rect);
    }
}

/// Draws the empty state unless there are deals, and returns whether it did. Before the first load it draws `outlines`.
pub(super) fn blank(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    outlines: impl FnOnce(&Ui, &Pass<'_>, Rect),
) -> bool {
    match empty_state::board(pass.app) {
        None => return false,
        Some(_) if unread(pass.app) => outlines(ui, pass, rect),
        Some(blank) => notice::show(ui, pass, rect, &blank, Icon::Filter),
    }
    true
}

/// Scrolls the columns horizontally. Returns whether the position changed.
pub(super) fn push_across(place: &mut BoardPlace, by: f32) -> bool {
    let to = (place.across + by).clamp(0.0, place.most_across);
    place.jump_across = Some(to);
    (to - place.across).abs() > 0.01
}

/// Scrolls a column. Returns whether the position changed.
pub(super) fn push_down(place: &mut BoardPlace, column: usize, by: f32) -> bool {
    let most = place.most_down.get(&column).copied().unwrap_or(0.0);
    let offset = place.down.get(&column).copied().unwrap_or(0.0);
    let to = (offset + by).clamp(0.0, most);
    place.jump_down.insert(column, to);
    (to - offset).abs() > 0.01
}

fn measure(pass: &Pass<'_>, place: &mut BoardPlace, rect: Rect) {
    let size = &pass.look.tokens.size;
    let columns = ((rect.width() - MARGIN) / (place.wide + size.lane_gap))
        .floor()
        .max(1.0) as usize;
    let body = rect.height() - top(pass) - head_height(pass);
    let cards = (body / step(pass)).floor().max(1.0) as usize;
    place.viewport = Viewport { columns, cards };
}

/// Returns whether the first load is still in progress.
fn unread(app: &App) -> bool {
    let snapshot = app.cx.snapshot();
    let reachable = matches!(
        snapshot.connection,
        Connection::Starting | Connection::Online | Connection::Slow { .. }
    );
    reachable
        && snapshot.deals_error.is_none()
        && snapshot.coverage.complete_at.is_none()
        && app.pipeline.lens().total == 0
}

/// Draws placeholder columns before the first load.
fn waiting(ui: &Ui, pass: &Pass<'_>, rect: Rect) {
    let size = &pass.look.tokens.size;
    let pen = Pen::new(ui.painter(), pass.look).within(rect);
    let place = rect
        .with_min_x(rect.left() + MARGIN)
        .with_min_y(rect.top() + top(pass));
    skeleton::lanes(&pen, place, size.lane, (head_height(pass), size.card, step(pass)));
}

//! The board: columns side by side, each scrolled by itself. Only what is in sight is built; everything has a fixed
//! height, so that a card is found by arithmetic.

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
use encours_core::app::deals::board::view;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::deals::pipeline::board_focus::Viewport;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::engine::Connection;

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

/// What the board remembers between passes.
#[derive(Debug, Default)]
pub struct BoardPlace {
    /// What is being dragged, if anything.
    pub(super) drag: Option<Drag>,
    /// What is carried by keyboard, if anything, as it would be dragged.
    pub(super) shadow: Option<Drag>,
    /// How far the columns were scrolled before a card was carried by keyboard, until it is let go and stays.
    before: Option<Before>,
    /// The card moved last, and how far its column was scrolled before it came.
    came: Option<Came>,
    /// How wide a column is.
    wide: f32,
    /// What the second lines of the heads of columns say.
    pub(super) second: column_header::Second,
    /// How far each column is scrolled, in points, by its place.
    pub(super) down: BTreeMap<usize, f32>,
    /// Where to scroll columns to in the next pass.
    pub(super) jump_down: BTreeMap<usize, f32>,
    across: f32,
    most_across: f32,
    jump_across: Option<f32>,
    /// How the columns stood before there was less room beside them.
    narrowed: Option<Narrowed>,
    /// How far each column can be scrolled.
    pub(super) most_down: BTreeMap<usize, f32>,
    seen: Option<Seen>,
    /// Whether the person has done something that is not seen whole yet: what the engine makes of it is still to come. What
    /// moves meanwhile is theirs, and the board goes along with it.
    own: bool,
    /// Whether the focus came to its card by the pointer: then nothing scrolls.
    pub(super) stays_put: bool,
    /// The lanes that are folded, by owner or class.
    pub(super) folded_lanes: BTreeSet<String>,
    /// The focus as it was last brought into sight in its lane.
    pub(super) lanes_seen: Option<lanes::LanesSeen>,
    /// Which columns the lanes are as high as, by their places, and where each lane began then.
    pub(super) lanes_high: (Vec<bool>, Vec<(String, f32, f32)>),
    /// How far the lanes were scrolled before the card with the focus was moved.
    pub(super) lanes_back: lanes::Back,
    /// How far all was scrolled when the card that the pointer holds was taken.
    taken_at: (f32, BTreeMap<usize, f32>),
    viewport: Viewport,
    scrolled: Vec<(usize, usize)>,
}

impl BoardPlace {
    /// How much of the board is in sight.
    #[must_use]
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Which columns were scrolled, with the first card now in sight.
    pub fn take_scrolled(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.scrolled)
    }

    /// The person has done something: where it moves the focus, the board follows it. Others move cards without that.
    pub fn note_own_act(&mut self) {
        self.own = true;
    }

    /// Whether what moves now moves because of the person.
    pub(super) fn follows_own(&self) -> bool {
        self.own
    }

    /// What is being dragged.
    #[must_use]
    pub fn dragged(&self) -> Option<&Drag> {
        self.drag.as_ref()
    }

    /// What is on its way, by pointer or by keyboard.
    pub(super) fn carried(&self) -> Option<&Drag> {
        self.drag.as_ref().or(self.shadow.as_ref())
    }

    /// From the left of each column to the left of the next.
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

    /// How wide the columns are in all, with the margins beside them.
    pub(super) fn total(&self, pass: &Pass<'_>, heads: &[ColumnHead]) -> f32 {
        self.widths(pass, heads).sum::<f32>() + 2.0 * MARGIN
    }

    /// Takes a card by the pointer.
    pub(super) fn take(&mut self, drag: Drag) {
        self.taken_at = (self.across, self.down.clone());
        self.drag = Some(drag);
    }

    /// Ends a drag: the card stays where it was, and the board as well, however far the edges have scrolled it.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        if self.drag.take().is_some() {
            let (across, down) = std::mem::take(&mut self.taken_at);
            self.jump_across = Some(across);
            for column in self.down.keys() {
                let was = down.get(column).copied().unwrap_or(0.0);
                self.jump_down.insert(*column, was);
            }
            // Whatever looks at where it stands in this pass finds it there already.
            self.across = across;
            self.down = down;
        }
        ctx.stop_dragging();
        ctx.request_repaint();
    }

    /// Notes how far a column is scrolled.
    pub(super) fn note(&mut self, pass: &Pass<'_>, column: usize, status: &str, offset: f32) {
        let first = (offset / step(pass)).round().max(0.0) as usize;
        if pass.app.pipeline.board().scroll_of(status) != first {
            self.scrolled.push((column, first));
        }
        self.down.insert(column, offset);
    }

    /// Which of the columns are in sight in a width, as far as they are scrolled sideways.
    pub(super) fn in_sight(&self, pass: &Pass<'_>, heads: &[ColumnHead], width: f32) -> Vec<bool> {
        let mut left = MARGIN - self.across;
        let seen = self.widths(pass, heads).map(|wide| {
            let seen = left + wide > 0.0 && left < width;
            left += wide;
            seen
        });
        seen.collect()
    }

    /// Notes how far the columns are scrolled sideways, and how far they can be.
    pub(super) fn note_across(&mut self, across: f32, most: f32) {
        self.across = across;
        self.most_across = most;
    }

    /// Where to scroll the columns sideways in this pass.
    pub(super) fn take_jump(&mut self) -> Option<f32> {
        self.jump_across.take()
    }
}

/// Where the focus of egui goes when the application's goes to a deal.
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

/// What the bar that scrolls sideways needs under columns of this width in all: over a card it would strike out its name.
pub(super) fn foot(ui: &Ui, total: f32, rect: Rect) -> f32 {
    let scroll = &ui.spacing().scroll;
    if total > rect.width() {
        scroll.bar_width + scroll.bar_outer_margin
    } else {
        0.0
    }
}

/// The columns side by side, without lanes, `inside` what scrolls them sideways.
fn columns(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    (rect, inside): (Rect, Rect),
    heads: &[ColumnHead],
) {
    // Lanes that come back show the focus again, wherever they were scrolled to.
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

/// What stands in the place of the deals while there are none to show, and whether anything does: `outlines` before they
/// have been read.
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

/// Scrolls the columns sideways. Whether there was anything left to scroll.
pub(super) fn push_across(place: &mut BoardPlace, by: f32) -> bool {
    let to = (place.across + by).clamp(0.0, place.most_across);
    place.jump_across = Some(to);
    (to - place.across).abs() > 0.01
}

/// Scrolls a column. Whether there was anything left to scroll.
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

/// Whether nothing has been read yet, and nothing keeps it from being read.
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

/// Before anything is known: columns of still outlines.
fn waiting(ui: &Ui, pass: &Pass<'_>, rect: Rect) {
    let size = &pass.look.tokens.size;
    let pen = Pen::new(ui.painter(), pass.look).within(rect);
    let place = rect
        .with_min_x(rect.left() + MARGIN)
        .with_min_y(rect.top() + top(pass));
    skeleton::lanes(&pen, place, size.lane, (head_height(pass), size.card, step(pass)));
}

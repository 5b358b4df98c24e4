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
use encours_core::app::deals::board::view::head::ColumnHeader;
use encours_core::app::deals::pipeline::board_focus::BoardViewport;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::model::snapshot::ConnectionState;

use layout::column_width;
pub use layout::presentation_width;
pub(super) use layout::{card_height, card_pitch, header_height, header_top};
pub(super) use scroll_into_view::CardGeometry;
use scroll_into_view::{LastArrival, LastSeenFocus, NarrowedScroll, ScrollBeforeGrab};

use super::UiState;
use super::pipeline::selection_bar;
use crate::frame_ctx::FrameCtx;
use crate::theme::Icon;
use crate::widgets::{Painter, column_header, empty_state as notice, skeleton};
use drag::CardDrag;
use {column as lane, swimlanes as lanes};

pub(super) const MARGIN: f32 = 16.0;

/// State of the board that persists between frames.
#[derive(Debug, Default)]
pub struct BoardUiState {
    /// The card dragged by the pointer, if any.
    pub(super) drag: Option<CardDrag>,
    /// The card moved by keyboard, if any, as if it were dragged.
    pub(super) keyboard_drag: Option<CardDrag>,
    /// Scroll positions before a card was grabbed by keyboard, until the move ends.
    scroll_before_grab: Option<ScrollBeforeGrab>,
    /// The card moved last, and the scroll position of its column before it arrived.
    last_arrival: Option<LastArrival>,
    /// Width of a column.
    column_width: f32,
    /// Content of the second line of the column headers.
    pub(super) second_line: column_header::SecondLine,
    /// Scroll position of each column in points, by its index.
    pub(super) scroll_y: BTreeMap<usize, f32>,
    /// Scroll positions to apply in the next frame, by column.
    pub(super) pending_scroll_y: BTreeMap<usize, f32>,
    scroll_x: f32,
    max_scroll_x: f32,
    pending_scroll_x: Option<f32>,
    /// Scroll state from before the board became narrower.
    narrowed: Option<NarrowedScroll>,
    /// Maximum scroll position of each column.
    pub(super) max_scroll_y: BTreeMap<usize, f32>,
    last_focus: Option<LastSeenFocus>,
    /// True while the result of the user's last action is still pending. The board then scrolls along with moved cards.
    follows_user: bool,
    /// True if the focus reached its card by the pointer; nothing scrolls then.
    pub(super) focused_by_pointer: bool,
    /// The collapsed swimlanes, by owner or class.
    pub(super) collapsed_swimlanes: BTreeSet<String>,
    /// The focus that was last scrolled into view in its swimlane.
    pub(super) swimlane_focus: Option<lanes::SwimlaneFocus>,
    /// The columns that determine the swimlane heights, and the positions that resulted for each swimlane.
    pub(super) swimlane_heights: (Vec<bool>, Vec<(String, f32, f32)>),
    /// Scroll position of the swimlanes before the focused card was moved.
    pub(super) swimlane_restore: lanes::ScrollRestore,
    /// Scroll positions at the start of the current drag.
    scroll_at_grab: (f32, BTreeMap<usize, f32>),
    viewport: BoardViewport,
    scrolled_columns: Vec<(usize, usize)>,
}

impl BoardUiState {
    /// Returns the visible part of the board.
    #[must_use]
    pub fn viewport(&self) -> BoardViewport {
        self.viewport
    }

    /// Returns the columns scrolled since the last call, with their first visible card.
    pub fn take_scrolled(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.scrolled_columns)
    }

    /// Records an action of the user: the board follows a focus that it moves. Changes by other users do not scroll the
    /// board.
    pub fn note_user_action(&mut self) {
        self.follows_user = true;
    }

    /// Returns whether current movements result from the user's action.
    pub(super) fn is_user_driven(&self) -> bool {
        self.follows_user
    }

    /// Returns the dragged card.
    #[must_use]
    pub fn dragged_card(&self) -> Option<&CardDrag> {
        self.drag.as_ref()
    }

    /// Returns the card being moved, by pointer or keyboard.
    pub(super) fn moved_card(&self) -> Option<&CardDrag> {
        self.drag.as_ref().or(self.keyboard_drag.as_ref())
    }

    /// Returns the distance between the left edges of consecutive columns.
    pub(super) fn column_pitches<'a>(
        &self,
        pass: &FrameCtx<'_>,
        heads: &'a [ColumnHeader],
    ) -> impl Iterator<Item = f32> + use<'a> {
        let size = &pass.theme.tokens.size;
        let (wide, rail, gap) = (self.column_width, size.lane_rail, size.lane_gap);
        heads
            .iter()
            .map(move |head| if head.folded { rail + gap } else { wide + gap })
    }

    /// Returns the total width of the columns, including the outer margins.
    pub(super) fn total_width(&self, pass: &FrameCtx<'_>, heads: &[ColumnHeader]) -> f32 {
        self.column_pitches(pass, heads).sum::<f32>() + 2.0 * MARGIN
    }

    /// Starts to drag a card.
    pub(super) fn begin_drag(&mut self, drag: CardDrag) {
        self.scroll_at_grab = (self.scroll_x, self.scroll_y.clone());
        self.drag = Some(drag);
    }

    /// Cancels a drag and restores the scroll positions from its start.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        if self.drag.take().is_some() {
            let (across, down) = std::mem::take(&mut self.scroll_at_grab);
            self.pending_scroll_x = Some(across);
            for column in self.scroll_y.keys() {
                let was = down.get(column).copied().unwrap_or(0.0);
                self.pending_scroll_y.insert(*column, was);
            }
            // Code that reads the positions in this frame must already see the restored ones.
            self.scroll_x = across;
            self.scroll_y = down;
        }
        ctx.stop_dragging();
        ctx.request_repaint();
    }

    /// Records the scroll position of a column.
    pub(super) fn record_scroll(&mut self, pass: &FrameCtx<'_>, column: usize, status: &str, offset: f32) {
        let first = (offset / card_pitch(pass)).round().max(0.0) as usize;
        if pass.app.pipeline.board().scroll_offset(status) != first {
            self.scrolled_columns.push((column, first));
        }
        self.scroll_y.insert(column, offset);
    }

    /// Returns for each column whether it is visible at the horizontal scroll position.
    pub(super) fn visible_columns(
        &self,
        pass: &FrameCtx<'_>,
        heads: &[ColumnHeader],
        width: f32,
    ) -> Vec<bool> {
        let mut left = MARGIN - self.scroll_x;
        let seen = self.column_pitches(pass, heads).map(|wide| {
            let seen = left + wide > 0.0 && left < width;
            left += wide;
            seen
        });
        seen.collect()
    }

    /// Records the horizontal scroll position and its maximum.
    pub(super) fn record_scroll_x(&mut self, across: f32, most: f32) {
        self.scroll_x = across;
        self.max_scroll_x = most;
    }

    /// Takes the horizontal scroll position to apply in this frame.
    pub(super) fn take_scroll_x(&mut self) -> Option<f32> {
        self.pending_scroll_x.take()
    }
}

/// Returns the widget id of a deal's card. It gets egui's focus when the deal has the application's.
#[must_use]
pub fn card_id(deal: &str) -> Id {
    Id::unique(("card", deal))
}

/// Draws the board.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect) {
    let heads: Vec<ColumnHeader> = (0..pass.app.pipeline.filtered().columns.len())
        .filter_map(|at| encours_core::app::deals::board::view::head::column_header(pass.app, at))
        .collect();
    if self::draw_empty_state(ui, pass, rect, draw_placeholders) {
        return;
    }
    places.board.focused_by_pointer = places.focused_by_pointer;
    places.board.column_width = column_width(pass, &heads, rect.width());
    places.board.second_line = column_header::second_line(
        &Painter::new(ui.painter(), pass.theme),
        &heads,
        places.board.column_width,
    );
    places.board.keyboard_drag = CardDrag::from_keyboard(pass, &heads);
    if pass.app.pipeline.board().swimlanes().is_empty() {
        let inside = rect
            .with_max_y(rect.bottom() - scroll_bar_height(ui, places.board.total_width(pass, &heads), rect));
        measure_columns(pass, &mut places.board, inside);
        draw_columns(ui, pass, places, (rect, inside), &heads);
    } else {
        measure_columns(pass, &mut places.board, rect);
        lanes::show(ui, pass, places, rect, &heads);
    }
    places.board.follows_user &= pass.app.cx.awaits_engine();
}

/// Returns the height of the horizontal scroll bar, which must not cover a card's name; zero if there is none.
pub(super) fn scroll_bar_height(ui: &Ui, total: f32, rect: Rect) -> f32 {
    let scroll = &ui.spacing().scroll;
    if total > rect.width() {
        scroll.bar_width + scroll.bar_outer_margin
    } else {
        0.0
    }
}

/// Draws the columns without swimlanes; `inside` is the area that scrolls horizontally.
fn draw_columns(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    (rect, inside): (Rect, Rect),
    heads: &[ColumnHeader],
) {
    // When swimlanes reappear, they scroll the focus into view again.
    places.board.swimlane_focus = None;
    places.board.swimlane_restore = lanes::ScrollRestore::default();
    let by_key = places.by_key && matches!(pass.app.cx.layer(), Layer::None);
    places.board.restore_scroll(pass);
    places.board.follow_focus(pass, heads, inside, by_key);
    drag::scroll_edges(ui, pass, &mut places.board, rect);
    let mut area = ScrollArea::horizontal()
        .id_salt("board")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(across) = places.board.pending_scroll_x.take() {
        area = area.horizontal_scroll_offset(across);
    }
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("lanes"));
    let mut shown = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(places.board.total_width(pass, heads));
        ui.set_height(rect.height());
        let mut x = MARGIN;
        let widths: Vec<f32> = places.board.column_pitches(pass, heads).collect();
        for (at, (head, step)) in heads.iter().zip(widths).enumerate() {
            let width = step - pass.theme.tokens.size.lane_gap;
            let place = Rect::from_min_max(
                pos2(origin.x + x, rect.top() + header_top(pass)),
                pos2(origin.x + x + width, inside.bottom()),
            );
            if x + width > viewport.left() && x < viewport.right() {
                lane::show(ui, pass, places, at, head, place);
                shown.push((at, place.intersect(rect)));
            } else {
                lane::column_ui(ui, head, place);
            }
            x += step;
        }
    });
    places.board.scroll_x = output.state.clamped_offset().x;
    places.board.max_scroll_x = (output.content_size.x - rect.width()).max(0.0);
    drag::update_drag(ui, pass, &mut places.board, &shown, heads);
    if places.board.drag.is_none() {
        selection_bar::show(ui, pass, rect);
    }
}

/// Draws the empty state unless there are deals, and returns whether it did. Before the first load it draws `outlines`.
pub(super) fn draw_empty_state(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    outlines: impl FnOnce(&Ui, &FrameCtx<'_>, Rect),
) -> bool {
    match empty_state::board_placeholder(pass.app) {
        None => return false,
        Some(_) if is_first_load(pass.app) => outlines(ui, pass, rect),
        Some(blank) => notice::show(ui, pass, rect, &blank, Icon::Filter),
    }
    true
}

/// Scrolls the columns horizontally. Returns whether the position changed.
pub(super) fn scroll_by_x(place: &mut BoardUiState, by: f32) -> bool {
    let to = (place.scroll_x + by).clamp(0.0, place.max_scroll_x);
    place.pending_scroll_x = Some(to);
    (to - place.scroll_x).abs() > 0.01
}

/// Scrolls a column. Returns whether the position changed.
pub(super) fn scroll_column_by(place: &mut BoardUiState, column: usize, by: f32) -> bool {
    let most = place.max_scroll_y.get(&column).copied().unwrap_or(0.0);
    let offset = place.scroll_y.get(&column).copied().unwrap_or(0.0);
    let to = (offset + by).clamp(0.0, most);
    place.pending_scroll_y.insert(column, to);
    (to - offset).abs() > 0.01
}

fn measure_columns(pass: &FrameCtx<'_>, place: &mut BoardUiState, rect: Rect) {
    let size = &pass.theme.tokens.size;
    let columns = ((rect.width() - MARGIN) / (place.column_width + size.lane_gap))
        .floor()
        .max(1.0) as usize;
    let body = rect.height() - header_top(pass) - header_height(pass);
    let cards = (body / card_pitch(pass)).floor().max(1.0) as usize;
    place.viewport = BoardViewport { columns, cards };
}

/// Returns whether the first load is still in progress.
fn is_first_load(app: &App) -> bool {
    let snapshot = app.cx.snapshot();
    let reachable = matches!(
        snapshot.connection,
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. }
    );
    reachable
        && snapshot.deals_error.is_none()
        && snapshot.coverage.complete_at.is_none()
        && app.pipeline.filtered().total == 0
}

/// Draws placeholder columns before the first load.
fn draw_placeholders(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect) {
    let size = &pass.theme.tokens.size;
    let pen = Painter::new(ui.painter(), pass.theme).clipped(rect);
    let place = rect
        .with_min_x(rect.left() + MARGIN)
        .with_min_y(rect.top() + header_top(pass));
    skeleton::paint_columns(
        &pen,
        place,
        size.lane,
        (header_height(pass), size.card, card_pitch(pass)),
    );
}

//! The tasks board: one column per `statut`.
//!
//! A task is moved by a drag, by the keys of the deals board, or from a menu.

use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::tasks::view::{self, TaskCard, TaskColumnView, TasksView};
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

mod drag;

use drag::TaskDrag;
pub use drag::TasksUiState;

use super::board::drop_indicator;
use super::{screen_header, scroll_sync};
use crate::prelude::*;
use crate::widgets::card::{self, CardState};
use crate::widgets::{column_header, empty_state, skeleton};

const MARGIN: f32 = 16.0;
const PAD: f32 = 12.0;
/// Heights of a column header, a normal card, and a card in a narrow column. A name never overlaps the details below
/// it.
const HEADER_HEIGHT: f32 = 58.0;
const CARD_HEIGHT: f32 = 10.0 + 2.0 * NAME_LINE_HEIGHT + NAME_GAP + DETAILS_HEIGHT + 10.0;
const TALL_CARD_HEIGHT: f32 = CARD_HEIGHT + NAME_LINE_HEIGHT;
/// Height of a name line, gap below the name, and height of the details.
const NAME_LINE_HEIGHT: f32 = 18.0;
const NAME_GAP: f32 = 8.0;
const DETAILS_HEIGHT: f32 = 16.0;
/// Column width below which a name takes three lines.
const NARROW_COLUMN: f32 = 260.0;

/// Draws the tasks board.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = view::tasks_view(frame.app);
    let note = match view.provenance.mode.as_str() {
        "" => view.header.clone(),
        mode => format!("{} · {mode}", view.header),
    };
    let actions = [
        (ActionId::MoveTo, Icon::Arrow),
        (ActionId::EditTask, Icon::Edit),
        (ActionId::ForgetId, Icon::Close),
        (ActionId::Export, Icon::Export),
        (ActionId::AddIds, Icon::Plus),
    ];
    let remaining = screen_header::show(ui, frame, (&note, false), &actions);
    if let Some(placeholder) = &view.empty_state {
        return draw_empty(ui, frame, remaining, &view, placeholder);
    }
    draw_board(ui, frame, remaining, &view);
}

fn draw_empty(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &TasksView, text: &EmptyStateText) {
    match &view.provenance.problem {
        Some(failure) => empty_state::show_failure(ui, frame, rect, failure),
        None if text.is_loading => {
            let painter = frame.painter(ui).clipped(rect);
            let size = &frame.theme.tokens.size;
            let columns = rect.after(MARGIN).with_min_y(rect.top() + 12.0);
            skeleton::paint_columns(
                &painter,
                columns,
                size.column,
                (HEADER_HEIGHT, TALL_CARD_HEIGHT, TALL_CARD_HEIGHT + size.card_gap),
            );
            empty_state::label_loading(ui, rect, text);
        }
        None => {
            empty_state::show(ui, frame, rect, &ScreenPlaceholder::Empty(text.clone()), Icon::Tasks);
        }
    }
}

/// Returns the column width: columns share the available width within limits.
fn column_width(frame: &FrameCtx<'_>, rect: Rect, columns: usize) -> f32 {
    /// Maximum width, beyond which a card is mostly empty.
    const MAX_COLUMN_WIDTH: f32 = 380.0;
    let size = &frame.theme.tokens.size;
    let pitch = (rect.width() - 2.0 * MARGIN + size.column_gap) / columns.max(1) as f32;
    (pitch - size.column_gap).clamp(size.column, MAX_COLUMN_WIDTH).floor()
}

fn draw_board(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &TasksView) {
    let size = &frame.theme.tokens.size;
    let width = column_width(frame, rect, view.columns.len());
    let pitch = width + size.column_gap;
    let focused = view.columns.iter().position(|column| column.focused).unwrap_or(0);
    let pushed = frame.state.pane_state.take_pushed(view.columns.len());
    // The pane number after the last column represents the horizontal scroll position.
    let column_count = view.columns.len();
    let offset = frame.bring_row(column_count, (focused, column_count), rect.width() - MARGIN, pitch);
    let area = scroll_area_along([true, false], "task-lanes", [pushed.or(offset), None]);
    let total = 2.0 * MARGIN - size.column_gap + view.columns.len() as f32 * pitch;
    let bottom = rect.bottom() - super::board::scroll_bar_height(ui, total, rect);
    let mut child = ui.part(rect, "tasks");
    let mut visible = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(total);
        ui.set_height(rect.height());
        for at in 0..view.columns.len() {
            let x = MARGIN + at as f32 * pitch;
            if x + width > viewport.left() && x < viewport.right() {
                let column_rect = Rect::from_min_max(
                    pos2(origin.x + x, rect.top() + 12.0),
                    pos2(origin.x + x + width, bottom),
                );
                self::draw_column(ui, frame, view, at, column_rect);
                visible.push((at, column_rect.intersect(rect)));
            }
        }
    });
    frame.state.pane_state.record_offset(column_count, output.state.clamped_offset().x);
    drag::update_drag(ui, frame, &visible, view, rect);
}

fn draw_column(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &TasksView, at: usize, rect: Rect) {
    let column = &view.columns[at];
    let name = format!("{} – {}", column.label, column.count);
    let mut child =
        ui.named_part(rect, ("task-lane", at), (Role::List, &name), rect.intersect(ui.clip_rect()));
    let (painter, colors) = frame.painter_and_colors(&child);
    let drag = frame.state.tasks.drag.as_ref();
    let target = drag.is_some_and(|drag| drag.drops_into(view, at));
    column_header::paint_background(&painter, rect, target);
    let inner = rect.narrowed(10.0);
    let first = inner.row(rect.top() + 10.0, 18.0);
    let change = drag.and_then(|drag| drag.changed_count(frame, view, at));
    let count = match &change {
        Some(future) => {
            let changed_count = format!("{} → {future}", column.count);
            painter.right(first, &changed_count, TextStyle::column(), colors.accent_text)
        }
        None => painter.right(first, &column.count, TextStyle::column(), colors.text),
    };
    painter.left(first.with_max_x(count.left() - 8.0), &column.label, TextStyle::column(), colors.text);
    let second = inner.row(rect.top() + 31.0, 14.0);
    let small = TextStyle::label().with_weight(crate::theme::FontWeight::Regular);
    painter.left(second, &column.share, small, colors.text_tertiary);
    let track = inner.row(rect.top() + 50.0, 2.0);
    painter.progress(track, 1, colors.share_track, (column.fraction, colors.text_secondary));
    draw_cards(&mut child, frame, view, at, rect.below(HEADER_HEIGHT - 4.0));
}

/// Returns the card height for a column width; names often differ only at their end, so they must fit.
fn card_height(width: f32) -> f32 {
    if width < NARROW_COLUMN { TALL_CARD_HEIGHT } else { CARD_HEIGHT }
}

fn draw_cards(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &TasksView, at: usize, body: Rect) {
    let column = &view.columns[at];
    let slot = frame.state.tasks.drag.as_ref();
    let slot = slot.and_then(|drag| drag.drop_position(frame, view, at));
    let row_height = card_height(body.width());
    let pitch = row_height + frame.theme.tokens.size.card_gap;
    let mut offset = None;
    if column.focused {
        let focused_row = column.cards.iter().position(|card| card.focused).unwrap_or(0);
        let available_height = body.height() - toasts::covered_height(frame);
        offset = frame.bring_row(at, (focused_row, column.cards.len()), available_height, pitch);
    }
    let area = scroll_area("task-cards", frame.state.pane_state.take_pushed(at).or(offset));
    let mut child = ui.part(body, "cards");
    scroll_sync::narrow_scroll_bar(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        let rows = column.cards.len() + usize::from(slot.is_some());
        ui.set_height(4.0 + rows as f32 * pitch + toasts::covered_height(frame));
        let first = ((viewport.min.y - 4.0) / pitch).floor().max(0.0) as usize;
        let last = ((viewport.max.y / pitch).ceil().max(0.0) as usize).min(column.cards.len());
        let origin = ui.max_rect().min;
        let card_at = |row: usize| {
            let corner = origin + vec2(6.0, 4.0 + row as f32 * pitch);
            Rect::from_min_size(corner, vec2(body.width() - 12.0, row_height))
        };
        for (focused_row, card) in column.cards.iter().enumerate().take(last).skip(first.saturating_sub(1)) {
            // The cards after the drop slot move down by one.
            let row = focused_row + usize::from(slot.is_some_and(|slot| slot <= focused_row));
            draw_card(ui, frame, (at, focused_row), column, card, card_at(row));
        }
        if let Some(row) = slot {
            let painter = frame.painter(ui);
            let (drop, sorted) = (frame.message("drag-drop-task"), frame.message("drag-task-sorted"));
            drop_indicator::draw_labelled_slot(&painter, card_at(row), &drop, &sorted);
        }
        slot.map(card_at)
    });
    if let (Some(slot), Some(row)) = (output.inner, slot) {
        let visible = body.with_max_y(body.bottom() - toasts::covered_height(frame));
        if !visible.y_range().contains(slot.center().y) {
            let position_text = drag::position_text(frame, row, column.cards.len() + 1);
            let painter = frame.painter(ui);
            drop_indicator::draw_edge_marker(
                &painter,
                visible,
                slot.center().y < visible.top(),
                &position_text,
            );
        }
    }
    frame.state.pane_state.record_offset(at, output.state.clamped_offset().y);
}

fn draw_card(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (at, row): (usize, usize),
    column: &TaskColumnView,
    card: &TaskCard,
    rect: Rect,
) {
    let id = Id::unique(("task", card.id.as_str()));
    let response = UiState::card_response(ui, rect, id, card.focused);
    let write = card.write.as_ref().map_or("", |(_, text)| text);
    let text = joined(&[&card.name, &column.label, &card.owner_or_note, &card.due, write]);
    set_a11y_choice(&response, Role::ListItem, true, card.focused, &text);
    if card.focused && matches!(frame.app.cx.overlay(), Overlay::None) {
        frame.state.move_focus(&response);
    }
    let is_moved = frame.state.tasks.drag.as_ref().is_some_and(|drag| drag.card.id == card.id);
    let painter = frame.painter(ui);
    let painter = if is_moved { painter.with_opacity(0.38) } else { painter };
    let state = CardState {
        hovered: response.hovered() && !is_moved,
        is_quiet: super::has_other_focus(ui, id),
        ..CardState::default()
    };
    paint_card(&painter, rect, card, state);
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response.ctx.input(|input| input.pointer.press_origin()).unwrap_or(rect.center());
        frame.state.tasks.drag = Some(TaskDrag {
            card: card.clone(),
            from: at,
            target_column: None,
            pointer_offset: from - rect.min,
            width: rect.width(),
        });
        frame.request(Action::FocusLine { pane: at, line: row });
    }
    if response.clicked() || response.secondary_clicked() {
        frame.request(Action::FocusLine { pane: at, line: row });
    }
    if response.double_clicked() {
        frame.request_command(ActionId::Open);
    }
    input_queue::context_menu(&response).show(|ui| context_menu::task_menu(ui, frame));
}

fn paint_card(painter: &Painter<'_>, rect: Rect, card: &TaskCard, state: CardState) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    let (hovered, floating) = (state.hovered, state.floating);
    let radius = theme.tokens.radius.card;
    if floating {
        painter.shadow(rect, radius, theme.shadows.drag);
    } else if hovered {
        painter.shadow(rect, radius, theme.shadows.hover);
    }
    let edge = match (floating, hovered) {
        (true, _) => colors.accent,
        (false, true) => colors.border_strong,
        (false, false) => colors.border,
    };
    painter.framed_box(rect, radius, colors.surface, edge);
    if card.focused && !floating {
        painter.app_focus_ring(rect, radius, state.is_quiet);
    }
    let inner = rect.narrowed(PAD);
    let row = |top: f32, height: f32| inner.row(rect.top() + top, height);
    let lines = if rect.height() > CARD_HEIGHT { 3 } else { 2 };
    let name = painter.layout_wrapped(&card.name, TextStyle::strong(), colors.text, inner.width(), lines);
    painter.inner.galley(row(10.0, NAME_LINE_HEIGHT).min, name, colors.text);
    let second = row(rect.height() - 10.0 - DETAILS_HEIGHT, DETAILS_HEIGHT);
    let right = if let Some((mark, message)) = &card.write {
        let color = card::write_color(painter, *mark);
        let text = painter.right(second, message, TextStyle::small(), color);
        painter.sized_icon(pos2(text.left() - 11.0, second.center().y), card::write_icon(*mark), 14.0, color);
        text.left() - 22.0
    } else {
        let color = if card.overdue { theme.band_colors.alert } else { colors.text_tertiary };
        let due = painter.right(second, &card.due_short, TextStyle::small(), color);
        if card.overdue {
            let clock = pos2(due.left() - 10.0, second.center().y);
            painter.sized_icon(clock, Icon::Clock, 13.0, color);
        }
        due.left() - if card.overdue { 24.0 } else { 8.0 }
    };
    painter.left(second.with_max_x(right), &card.owner_or_note, TextStyle::small(), colors.text_secondary);
}

//! A pane with a list: title, note, lines with mark and note, or an empty state.
//!
//! Only visible lines are built.

pub(super) mod collapsed;
mod label;
pub(super) mod record_table;

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::sheet_view::{LineIcon, PickerLine};
use encours_core::app::records::lists::view::ListView;
use encours_core::app::shell::action::Action;

use label::{SECOND_ROW_HEIGHT, draw_both_ends, draw_two_rows, needs_two_rows, parse_tree_label};

use super::UiState;
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{
    Button, Painter, TooltipExt, problem, set_a11y_choice, set_a11y_count, set_a11y_position, skeleton,
};

/// Height of a pane's title.
pub(super) const TITLE_HEIGHT: f32 = 40.0;

/// The effect of a click on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PressEffect {
    /// Focuses the line; a second click opens it. Each line has one row, and its note takes precedence over a long
    /// name.
    Focus,
    /// The same, but if a name does not fit, all lines have two rows.
    FocusTwoRows,
    /// Opens the line at once.
    Open,
    /// Opens a field of a record at once; field values are in a column beside the names.
    OpenColumns,
}

/// Height of the button in an empty list.
const BUTTON_HEIGHT: f32 = 28.0;

/// Draws the frame and title of a pane and returns the area below. Its border shows the focus; the title colour never
/// changes.
pub(super) fn draw_pane(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    rect: Rect,
    title: &str,
    note: &str,
    focused: bool,
) -> Rect {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let radius = look.tokens.radius.pane;
    let edge = if focused { ink.accent_line } else { ink.border };
    pen.bordered_box(rect, radius, ink.surface, look.hairline(edge));
    let head = rect
        .with_max_y(rect.top() + TITLE_HEIGHT)
        .shrink2(vec2(14.0, 0.0));
    let named = pen
        .text_width(title, TextStyle::heading())
        .min(head.width() * 0.6);
    let beside = head.with_min_x(head.left() + named + 12.0);
    let said = pen.text(beside, Align::Max, note, TextStyle::small(), ink.text_tertiary);
    if pen.text_width(note, TextStyle::small()) > beside.width() && pass.is_uncovered() {
        let cut = ui.interact(said, ui.scope_id().with(("note", title)), Sense::hover());
        cut.tooltip(note);
    }
    let room = head.with_max_x(said.left() - 12.0);
    pen.text(room, Align::Min, title, TextStyle::heading(), ink.text);
    pen.horizontal_line(
        rect.left() + 1.0..=rect.right() - 1.0,
        rect.top() + TITLE_HEIGHT - 0.5,
        ink.border,
    );
    rect.with_min_y(rect.top() + TITLE_HEIGHT).shrink(1.0)
}

/// Returns the row height of a list of this width in which long names wrap.
pub(super) fn row_height(pen: &Painter<'_>, wide: f32, view: &ListView) -> f32 {
    let second = if needs_two_rows(pen, wide, view) {
        SECOND_ROW_HEIGHT
    } else {
        0.0
    };
    pen.theme.tokens.size.row + second
}

/// Returns the height of a pane of this width without truncated names.
pub(super) fn full_height(pen: &Painter<'_>, wide: f32, view: &ListView) -> f32 {
    TITLE_HEIGHT + view.lines.len() as f32 * row_height(pen, wide, view) + 10.0
}

/// Draws a list as the pane with this number.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    number: usize,
    rect: Rect,
    view: &ListView,
    press: PressEffect,
) {
    let body = draw_pane(ui, pass, rect, &view.title, &view.note, view.focused);
    let mut ui = ui.new_child(
        UiBuilder::new()
            .id_salt(("pane", number))
            .max_rect(body)
            .accessibility_role(Part::List)
            .accessibility_label(&view.title),
    );
    super::set_a11y_bounds(&ui, body);
    set_a11y_count(&ui, view.lines.len());
    let clip = ui.clip_rect();
    if view.lines.is_empty() {
        // Extend the clip area for the focus ring of the button near the edge.
        ui.set_clip_rect(body.expand(4.0).intersect(clip));
        return draw_empty(&ui, pass, body, view);
    }
    ui.set_clip_rect(body.intersect(clip));
    let two = press == PressEffect::FocusTwoRows
        && needs_two_rows(&Painter::new(ui.painter(), pass.theme), body.width(), view);
    let row = pass.theme.tokens.size.row + if two { SECOND_ROW_HEIGHT } else { 0.0 };
    let mut area = ScrollArea::vertical()
        .id_salt(("lines", number))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = places
        .pane_state
        .follow_selected(number, view, body.height(), row, places.by_key)
    {
        area = area.vertical_scroll_offset(offset);
    }
    let marked = view.lines.iter().any(|line| line.mark != LineIcon::None);
    // Reserve space for fold arrows only if there are any.
    let flat = press == PressEffect::OpenColumns
        && !view
            .lines
            .iter()
            .any(|line| parse_tree_label(&line.label).1.is_some());
    let names = match press {
        PressEffect::OpenColumns => {
            names_width(&Painter::new(ui.painter(), pass.theme), body.width() - 8.0, view)
        }
        _ => 0.0,
    };
    let output = area.show_viewport(&mut ui, |ui, viewport| {
        ui.set_width(body.width());
        ui.set_height(view.lines.len() as f32 * row + 8.0);
        let first = ((viewport.min.y - 4.0) / row).floor().max(0.0) as usize;
        let last = ((viewport.max.y / row).ceil().max(0.0) as usize).min(view.lines.len());
        let origin = ui.max_rect().min;
        for (at, line) in view.lines.iter().enumerate().take(last).skip(first) {
            let place = Rect::from_min_size(
                origin + vec2(4.0, 4.0 + at as f32 * row),
                vec2(body.width() - 8.0, row),
            );
            draw_line(
                ui,
                pass,
                places,
                (number, at),
                line,
                place,
                (view, press, marked, two, flat, names),
            );
        }
    });
    places
        .pane_state
        .record_offset(number, output.state.clamped_offset().y);
}

fn draw_empty(ui: &Ui, pass: &mut FrameCtx<'_>, body: Rect, view: &ListView) {
    let place = body.shrink2(vec2(14.0, 12.0));
    if let Some(failure) = &view.problem {
        problem::paint(
            &Painter::new(ui.painter(), pass.theme),
            place.min,
            place.width(),
            pass.messages,
            &failure.for_screen(pass.app.cx.screen()),
        );
        return;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let Some(action) = view.suggested_action else {
        return draw_empty_state(ui, pass, place, text);
    };
    let pen = Painter::new(ui.painter(), pass.theme);
    let label = pass.action_name(action);
    let reason = pass.disabled_reason(action);
    let button = Button::new(&label).disabled_by(reason.as_deref());
    let size = vec2(button.width(&pen), BUTTON_HEIGHT);
    // If both do not fit, show the button alone: a clipped button could not be pressed.
    let both = offer_height(&pen, view, body.width()) <= body.height() + TITLE_HEIGHT;
    let top = if both {
        draw_empty_text(ui, pass, place, text).bottom() + 10.0
    } else {
        place.top().min(body.bottom() - BUTTON_HEIGHT - 4.0)
    };
    let at = Rect::from_min_size(pos2(place.left(), top), size);
    let response = button.show(ui, pass.theme, ui.scope_id().with("offer"), at);
    let response = if both { response } else { response.tooltip(text) };
    if response.clicked() {
        pass.request_command(action);
    }
}

/// Returns the height of a pane with an empty state and a button; zero if it has lines or no button.
pub(super) fn offer_height(pen: &Painter<'_>, view: &ListView, wide: f32) -> f32 {
    if !view.lines.is_empty() || view.suggested_action.is_none() {
        return 0.0;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let said = pen.layout_wrapped(
        text,
        TextStyle::body(),
        pen.theme.colors.text,
        wide - 28.0,
        usize::MAX,
    );
    TITLE_HEIGHT + 12.0 + said.size().y + 10.0 + BUTTON_HEIGHT + 8.0
}

/// Draws placeholders during the first load, else the empty state. The text is centred if the pane is tall.
pub(super) fn draw_empty_state(ui: &Ui, pass: &FrameCtx<'_>, place: Rect, text: &str) {
    /// Height from which the text is centred.
    const CENTERED_HEIGHT: f32 = 150.0;
    let pen = Painter::new(ui.painter(), pass.theme).clipped(place);
    if text == pass.message("status-reading") {
        for (at, share) in [0.62, 0.48, 0.56, 0.4].into_iter().enumerate() {
            let y = place.top() + 6.0 + at as f32 * 30.0;
            skeleton::paint_bar(&pen, pos2(place.left(), y), place.width() * share, 10.0);
        }
        let response = ui.interact(place, ui.scope_id().with("reading"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
        return;
    }
    if place.height() < CENTERED_HEIGHT {
        draw_empty_text(ui, pass, place, text);
        return;
    }
    let color = pass.theme.colors.text_secondary;
    let galley = pen.layout_centered(text, TextStyle::body(), color, place.width().min(380.0));
    let top = pos2(place.center().x, place.top() + place.height() * 0.3);
    let at = Rect::from_min_size(pos2(top.x - galley.size().x / 2.0, top.y), galley.size());
    pen.inner.galley(top, galley, color);
    let response = ui.interact(at, ui.scope_id().with(("blank", text)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
}

/// Draws the text of an empty list. Returns its area.
fn draw_empty_text(ui: &Ui, pass: &FrameCtx<'_>, place: Rect, text: &str) -> Rect {
    let pen = Painter::new(ui.painter(), pass.theme);
    let at = pen.block(
        place.min,
        place.width(),
        text,
        TextStyle::body(),
        pass.theme.colors.text_secondary,
    );
    let response = ui.interact(at, ui.scope_id().with(("said", text)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
    at
}

fn draw_line(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    (pane, at): (usize, usize),
    line: &PickerLine,
    rect: Rect,
    (view, press, marked, two, flat, names): (&ListView, PressEffect, bool, bool, bool, f32),
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let id = line_id(pass, pane, at);
    let here = line.selected && view.focused;
    let sense = if here {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    let (depth, open, label) = parse_tree_label(&line.label);
    let name = format!("{label} {}", line.note);
    set_a11y_choice(
        &response,
        Role::ListItem,
        line.enabled,
        line.selected,
        name.trim(),
    );
    set_a11y_position(&response, at);
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving_focus = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Painter::new(ui.painter(), look).clipped(ui.clip_rect());
    // Only the list that drives the others shows its selection when unfocused; otherwise every list would look current.
    let chosen = line.selected && (view.focused || view.leads_detail);
    pen.row_background(rect, chosen, view.focused, response.hovered());
    pen.inner_focus_ring(rect, &response);
    let mut x = rect.left() + 10.0;
    // In a line of two rows, mark and fold arrow are in the first.
    let whole = rect;
    let rect = if two {
        rect.with_max_y(rect.bottom() - SECOND_ROW_HEIGHT)
    } else {
        rect
    };
    pen.line_icon(pos2(x + 7.0, rect.center().y), line.mark);
    // If any line has a mark, all reserve space for it, so that the names align.
    x += if marked { 22.0 } else { 0.0 };
    x += if flat { 0.0 } else { depth as f32 * 16.0 };
    if let Some(open) = open {
        let icon = if open { Icon::Down } else { Icon::Right };
        pen.sized_icon(pos2(x + 6.0, rect.center().y), icon, 12.0, ink.text_secondary);
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_expanded(open));
        x += 18.0;
    }
    let inner = rect.with_min_x(x).with_max_x(rect.right() - 10.0);
    let color = if line.enabled {
        ink.text
    } else {
        ink.text_secondary
    };
    if two {
        let cut = draw_two_rows(&pen, inner, whole, label, (&line.note, color));
        let response = if cut && pass.is_uncovered() {
            response.tooltip(&name)
        } else {
            response
        };
        return handle_click(pass, (pane, at), press, &response);
    }
    if press == PressEffect::OpenColumns {
        let cut = draw_columns(&pen, inner, rect.left() + 10.0 + names, label, &line.note);
        let response = if cut && pass.is_uncovered() {
            response.tooltip(&name)
        } else {
            response
        };
        return handle_click(pass, (pane, at), press, &response);
    }
    let wanted = pen.text_width(label, TextStyle::body());
    // A short note leaves more space to the label; a long one is truncated.
    let noted = pen.text_width(&line.note, TextStyle::small());
    let beside = inner.width() - noted.ceil() - 14.0;
    // A note of a word or two is never truncated: the start of a title is still clear, that of a severity is not.
    let share = if noted <= inner.width() * 0.45 {
        beside
    } else {
        beside.max(inner.width() * 0.62)
    };
    let half = inner.with_max_x(inner.left() + wanted.min(share) + 1.0);
    // If only a small part of the note fits, leave it to the tooltip and show the label in full.
    let left = inner.width() - wanted.min(share) - 12.0;
    let cramped = left < noted && (left < 96.0 || left < noted * 0.8);
    let room = if line.note.is_empty() || cramped {
        inner
    } else {
        half
    };
    draw_both_ends(&pen, room, label, color);
    let rest = inner.with_min_x(room.right() + 12.0);
    if !line.note.is_empty() && !cramped {
        pen.text(
            rest,
            Align::Max,
            &line.note,
            TextStyle::small(),
            ink.text_secondary,
        );
    }
    let cut = wanted > room.width() || (!line.note.is_empty() && noted > rest.width());
    let response = if cut && pass.is_uncovered() {
        response.tooltip(&name)
    } else {
        response
    };
    handle_click(pass, (pane, at), press, &response);
}

/// Returns the width of the names. It deviates from the default share if one side would be truncated and the other has
/// space.
fn names_width(pen: &Painter<'_>, wide: f32, view: &ListView) -> f32 {
    /// Share of the width for the names, with minimum and maximum.
    const NAMES_SHARE: (f32, f32, f32) = (0.36, 130.0, 240.0);
    /// Number of lines to measure.
    const MEASURED_LINES: usize = 60;
    let usual = (wide * NAMES_SHARE.0).clamp(NAMES_SHARE.1, NAMES_SHARE.2);
    let (mut longest, mut held) = (0.0_f32, 0.0_f32);
    for line in view
        .lines
        .iter()
        .take(MEASURED_LINES)
        .filter(|line| !line.note.is_empty())
    {
        let (depth, open, label) = parse_tree_label(&line.label);
        let before = depth as f32 * 16.0 + if open.is_some() { 18.0 } else { 0.0 };
        longest = longest.max(before + pen.text_width(label, TextStyle::body()) + 13.0);
        held = held.max(pen.text_width(&line.note, TextStyle::body()) + 1.0);
    }
    let most = wide - 20.0 - held;
    if longest <= most {
        usual.max(longest).min(most)
    } else {
        usual.min(longest)
    }
}

/// Draws field name and value in aligned columns. Returns whether either is truncated.
fn draw_columns(pen: &Painter<'_>, inner: Rect, from: f32, label: &str, held: &str) -> bool {
    let ink = &pen.theme.colors;
    let names = inner.with_max_x(if held.is_empty() {
        inner.right()
    } else {
        from - 12.0
    });
    let values = inner.with_min_x(from.max(inner.left()));
    pen.text(names, Align::Min, label, TextStyle::body(), ink.text_secondary);
    pen.text(values, Align::Min, held, TextStyle::body(), ink.text);
    pen.text_width(label, TextStyle::body()) > names.width()
        || pen.text_width(held, TextStyle::body()) > values.width()
}

fn handle_click(
    pass: &mut FrameCtx<'_>,
    (pane, line): (usize, usize),
    press: PressEffect,
    response: &Response,
) {
    if response.clicked() {
        pass.request(Action::FocusLine { pane, line });
    }
    let opened = match press {
        PressEffect::Open | PressEffect::OpenColumns => response.clicked(),
        PressEffect::Focus | PressEffect::FocusTwoRows => response.double_clicked(),
    };
    if opened {
        pass.request_command(ActionId::Open);
    }
}

/// Returns the widget id of a line in a pane of the current screen.
fn line_id(pass: &FrameCtx<'_>, pane: usize, at: usize) -> Id {
    Id::unique(("line", pass.app.cx.screen(), pane, at))
}

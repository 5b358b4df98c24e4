//! A pane with a list: title, note, lines with mark and note, or an empty state.
//!
//! Only visible lines are built.

pub(super) mod collapsed;
mod label;
pub(crate) mod record_table;

use encours_core::app::foundation::presentation::picker_view::PickerLine;
use encours_core::app::records::lists::view::ListView;

use label::{SECOND_ROW_HEIGHT, draw_both_ends, draw_two_rows, needs_two_rows, parse_tree_label};

use crate::prelude::*;
use crate::widgets::{problem, skeleton};

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
    frame: &FrameCtx<'_>,
    rect: Rect,
    title: &str,
    note: &str,
    focused: bool,
) -> Rect {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let radius = theme.tokens.radius.pane;
    let edge = if focused { colors.accent_line } else { colors.border };
    painter.framed_box(rect, radius, colors.surface, edge);
    let (note_rect, is_cut) = draw_title(&painter, rect.top_part(TITLE_HEIGHT).narrowed(14.0), title, note);
    if is_cut && frame.is_uncovered() {
        ui.interact(note_rect, ui.scope_id().with(("note", title)), Sense::hover()).tooltip(note);
    }
    painter.horizontal_line(
        rect.left() + 1.0..=rect.right() - 1.0,
        rect.top() + TITLE_HEIGHT - 0.5,
        colors.border,
    );
    rect.below(TITLE_HEIGHT).shrink(1.0)
}

/// Draws title and note of a pane. Returns the area of the note, and whether it is truncated.
fn draw_title(painter: &Painter<'_>, header: Rect, title: &str, note: &str) -> (Rect, bool) {
    let (style, small, colors) = (TextStyle::heading(), TextStyle::small(), &painter.theme.colors);
    let title_width = painter.text_width(title, style).min(header.width() * 0.6);
    let space = header.after(title_width + 12.0);
    let note_rect = painter.right(space, note, small, colors.text_tertiary);
    painter.left(header.with_max_x(note_rect.left() - 12.0), title, style, colors.text);
    (note_rect, painter.text_width(note, small) > space.width())
}

/// Returns the row height of a list of this width in which long names wrap.
pub(super) fn row_height(painter: &Painter<'_>, width: f32, view: &ListView) -> f32 {
    let second = if needs_two_rows(painter, width, view) { SECOND_ROW_HEIGHT } else { 0.0 };
    painter.theme.tokens.size.row + second
}

/// Returns the height of a pane of this width without truncated names.
pub(super) fn full_height(painter: &Painter<'_>, width: f32, view: &ListView) -> f32 {
    TITLE_HEIGHT + view.lines.len() as f32 * row_height(painter, width, view) + 10.0
}

/// Draws a list as the pane with this number.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    number: usize,
    rect: Rect,
    view: &ListView,
    press: PressEffect,
) {
    let body = draw_pane(ui, frame, rect, &view.title, &view.note, view.focused);
    let mut ui = ui.named_part(body, ("pane", number), (Role::List, &view.title), body);
    set_a11y_count(&ui, view.lines.len());
    let clip = ui.clip_rect();
    if view.lines.is_empty() {
        // Extend the clip area for the focus ring of the button near the edge.
        ui.set_clip_rect(body.expand(4.0).intersect(clip));
        return draw_empty(&ui, frame, body, view);
    }
    ui.set_clip_rect(body.intersect(clip));
    let two = press == PressEffect::FocusTwoRows && needs_two_rows(&frame.painter(&ui), body.width(), view);
    let row = frame.theme.tokens.size.row + if two { SECOND_ROW_HEIGHT } else { 0.0 };
    let offset = frame.bring_row(number, (view.selected(), view.lines.len()), body.height(), row);
    let area = scroll_area(("lines", number), offset);
    let layout = LineLayout {
        view,
        press,
        has_two_rows: two,
        has_marks: view.lines.iter().any(|line| line.mark != LineIcon::None),
        // Reserve space for collapse arrows only if there are any.
        is_flat: press == PressEffect::OpenColumns
            && !view.lines.iter().any(|line| parse_tree_label(&line.label).1.is_some()),
        names_width: match press {
            PressEffect::OpenColumns => names_width(&frame.painter(&ui), body.width() - 8.0, view),
            _ => 0.0,
        },
    };
    let output = area.show_viewport(&mut ui, |ui, viewport| {
        ui.set_width(body.width());
        ui.set_height(view.lines.len() as f32 * row + 8.0);
        let first = ((viewport.min.y - 4.0) / row).floor().max(0.0) as usize;
        let last = ((viewport.max.y / row).ceil().max(0.0) as usize).min(view.lines.len());
        let origin = ui.max_rect().min;
        for (at, line) in view.lines.iter().enumerate().take(last).skip(first) {
            let text_rect =
                Rect::from_min_size(origin + vec2(4.0, 4.0 + at as f32 * row), vec2(body.width() - 8.0, row));
            draw_line(ui, frame, (number, at), line, text_rect, &layout);
        }
    });
    frame.state.pane_state.record_offset(number, output.state.clamped_offset().y);
}

fn draw_empty(ui: &Ui, frame: &mut FrameCtx<'_>, body: Rect, view: &ListView) {
    let text_rect = body.shrink2(vec2(14.0, 12.0));
    if let Some(failure) = &view.problem {
        problem::paint(
            &frame.painter(ui),
            text_rect.min,
            text_rect.width(),
            frame.messages,
            &failure.for_screen(frame.app.cx.screen()),
        );
        return;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let Some(action) = view.suggested_action else {
        return draw_empty_state(ui, frame, text_rect, text);
    };
    let painter = frame.painter(ui);
    let button = frame.button(action).with_key_cap("");
    // If both do not fit, show the button alone: a clipped button could not be pressed.
    let both = empty_state_height(&painter, view, body.width()) <= body.height() + TITLE_HEIGHT;
    let top = if both {
        draw_empty_text(ui, frame, text_rect, text).bottom() + 10.0
    } else {
        text_rect.top().min(body.bottom() - BUTTON_HEIGHT - 4.0)
    };
    let at = rect_at(text_rect.left(), top, button.width(&painter), BUTTON_HEIGHT);
    let response = frame.press(ui, "offer", at, &button);
    if !both {
        response.tooltip(text);
    }
}

/// Returns the height of a pane with an empty state and a button; zero if it has lines or no button.
pub(super) fn empty_state_height(painter: &Painter<'_>, view: &ListView, width: f32) -> f32 {
    if !view.lines.is_empty() || view.suggested_action.is_none() {
        return 0.0;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let galley =
        painter.layout_wrapped(text, TextStyle::body(), painter.theme.colors.text, width - 28.0, usize::MAX);
    TITLE_HEIGHT + 12.0 + galley.size().y + 10.0 + BUTTON_HEIGHT + 8.0
}

/// Draws placeholders during the first load, else the empty state. The text is centred if the pane is tall.
pub(super) fn draw_empty_state(ui: &Ui, frame: &FrameCtx<'_>, area: Rect, text: &str) {
    /// Height from which the text is centred.
    const CENTERED_HEIGHT: f32 = 150.0;
    let painter = frame.painter(ui).clipped(area);
    if text == frame.message("status-reading") {
        for (at, share) in [0.62, 0.48, 0.56, 0.4].into_iter().enumerate() {
            let y = area.top() + 6.0 + at as f32 * 30.0;
            skeleton::paint_bar(&painter, pos2(area.left(), y), area.width() * share, 10.0);
        }
        ui.describe(area, "reading", Role::Label, text);
        return;
    }
    if area.height() < CENTERED_HEIGHT {
        draw_empty_text(ui, frame, area, text);
        return;
    }
    let color = frame.theme.colors.text_secondary;
    let galley = painter.layout_centered(text, TextStyle::body(), color, area.width().min(380.0));
    let top = pos2(area.center().x, area.top() + area.height() * 0.3);
    let at = Rect::from_min_size(pos2(top.x - galley.size().x / 2.0, top.y), galley.size());
    painter.inner.galley(top, galley, color);
    ui.describe(at, ("blank", text), Role::Label, text);
}

/// Draws the text of an empty list. Returns its area.
fn draw_empty_text(ui: &Ui, frame: &FrameCtx<'_>, area: Rect, text: &str) -> Rect {
    let painter = frame.painter(ui);
    let at =
        painter.block(area.min, area.width(), text, TextStyle::body(), frame.theme.colors.text_secondary);
    ui.describe(at, ("said", text), Role::Label, text);
    at
}

/// Layout of the lines of a list.
struct LineLayout<'a> {
    view: &'a ListView,
    press: PressEffect,
    has_two_rows: bool,
    has_marks: bool,
    is_flat: bool,
    /// Width of the names before a column of values.
    names_width: f32,
}

fn draw_line(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    (pane, at): (usize, usize),
    line: &PickerLine,
    rect: Rect,
    layout: &LineLayout<'_>,
) {
    let (view, colors) = (layout.view, &frame.theme.colors);
    let id = Id::unique(("line", frame.app.cx.screen(), pane, at));
    let here = line.selected && view.focused;
    let response = ui.item_area(rect, id, here);
    let (depth, open, label) = parse_tree_label(&line.label);
    let name = format!("{label} {}", line.note);
    set_a11y_choice(&response, Role::ListItem, line.enabled, line.selected, name.trim());
    set_a11y_position(&response, at);
    frame.follow_focus(&response, here);
    let painter = frame.painter(ui).clipped(ui.clip_rect());
    // Only the list that drives the others shows its selection when unfocused; otherwise every list would look current.
    let is_selected = line.selected && (view.focused || view.leads_detail);
    painter.row_background(rect, is_selected, view.focused, response.hovered());
    painter.inner_focus_ring(rect, &response);
    let mut x = rect.left() + 10.0;
    // In a line of two rows, mark and collapse arrow are in the first.
    let full_rect = rect;
    let rect = if layout.has_two_rows { rect.with_max_y(rect.bottom() - SECOND_ROW_HEIGHT) } else { rect };
    painter.line_icon(pos2(x + 7.0, rect.center().y), line.mark);
    // If any line has a mark, all reserve space for it, so that the names align.
    x += if layout.has_marks { 22.0 } else { 0.0 };
    x += if layout.is_flat { 0.0 } else { depth as f32 * 16.0 };
    if let Some(open) = open {
        let icon = if open { Icon::Down } else { Icon::Right };
        painter.sized_icon(pos2(x + 6.0, rect.center().y), icon, 12.0, colors.text_secondary);
        ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(open));
        x += 18.0;
    }
    let inner = rect.with_min_x(x).with_max_x(rect.right() - 10.0);
    let color = if line.enabled { colors.text } else { colors.text_secondary };
    let cut = if layout.has_two_rows {
        draw_two_rows(&painter, inner, full_rect, label, (&line.note, color))
    } else if layout.press == PressEffect::OpenColumns {
        draw_columns(&painter, inner, rect.left() + 10.0 + layout.names_width, label, &line.note)
    } else {
        draw_one_row(&painter, inner, label, (&line.note, color))
    };
    let response = if cut && frame.is_uncovered() { response.tooltip(&name) } else { response };
    if response.clicked() {
        frame.request(Action::FocusLine { pane, line: at });
    }
    let opened = match layout.press {
        PressEffect::Open | PressEffect::OpenColumns => response.clicked(),
        PressEffect::Focus | PressEffect::FocusTwoRows => response.double_clicked(),
    };
    if opened {
        frame.request_command(ActionId::Open);
    }
}

/// Draws a name and its note in one row. Returns whether either is truncated.
fn draw_one_row(painter: &Painter<'_>, inner: Rect, label: &str, (note, color): (&str, Color32)) -> bool {
    let full_width = painter.text_width(label, TextStyle::body());
    // A short note leaves more space to the label; a long one is truncated.
    let note_text_width = painter.text_width(note, TextStyle::small());
    let note_width = inner.width() - note_text_width.ceil() - 14.0;
    // A note of a word or two is never truncated: the start of a title is still clear, that of a severity is not.
    let share = if note_text_width <= inner.width() * 0.45 {
        note_width
    } else {
        note_width.max(inner.width() * 0.62)
    };
    let half = inner.with_max_x(inner.left() + full_width.min(share) + 1.0);
    // If only a small part of the note fits, leave it to the tooltip and show the label in full.
    let label_width = inner.width() - full_width.min(share) - 12.0;
    let cramped =
        label_width < note_text_width && (label_width < 96.0 || label_width < note_text_width * 0.8);
    let available = if note.is_empty() || cramped { inner } else { half };
    draw_both_ends(painter, available, label, color);
    let remaining = inner.with_min_x(available.right() + 12.0);
    if !note.is_empty() && !cramped {
        painter.right(remaining, note, TextStyle::small(), painter.theme.colors.text_secondary);
    }
    full_width > available.width() || (!note.is_empty() && note_text_width > remaining.width())
}

/// Returns the width of the names. It deviates from the default share if one side would be truncated and the other has
/// space.
fn names_width(painter: &Painter<'_>, width: f32, view: &ListView) -> f32 {
    /// Share of the width for the names, with minimum and maximum.
    const NAMES_SHARE: (f32, f32, f32) = (0.36, 130.0, 240.0);
    /// Number of lines to measure.
    const MEASURED_LINES: usize = 60;
    let usual = (width * NAMES_SHARE.0).clamp(NAMES_SHARE.1, NAMES_SHARE.2);
    let (mut longest, mut values_width) = (0.0_f32, 0.0_f32);
    for line in view.lines.iter().take(MEASURED_LINES).filter(|line| !line.note.is_empty()) {
        let (depth, open, label) = parse_tree_label(&line.label);
        let indent = depth as f32 * 16.0 + if open.is_some() { 18.0 } else { 0.0 };
        longest = longest.max(indent + painter.text_width(label, TextStyle::body()) + 13.0);
        values_width = values_width.max(painter.text_width(&line.note, TextStyle::body()) + 1.0);
    }
    let max = width - 20.0 - values_width;
    if longest <= max { usual.max(longest).min(max) } else { usual.min(longest) }
}

/// Draws field name and value in aligned columns. Returns whether either is truncated.
fn draw_columns(painter: &Painter<'_>, inner: Rect, from: f32, label: &str, value: &str) -> bool {
    let colors = &painter.theme.colors;
    let names = inner.with_max_x(if value.is_empty() { inner.right() } else { from - 12.0 });
    let values = inner.with_min_x(from.max(inner.left()));
    painter.left(names, label, TextStyle::body(), colors.text_secondary);
    painter.left(values, value, TextStyle::body(), colors.text);
    painter.text_width(label, TextStyle::body()) > names.width()
        || painter.text_width(value, TextStyle::body()) > values.width()
}

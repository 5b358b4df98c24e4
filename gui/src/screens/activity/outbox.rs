//! Outbox entries, pending or blocked: their change, their state and their actions.
//!
//! The actions are in the entry's row, in its menu and, for a rejected write, below its reason.

use egui::{Id, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::action::Action;
use encours_core::model::pending_write::WriteKind;

use super::super::UiState;
use super::conflict;
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, card, problem, set_a11y_choice, trailing_items};

/// Height of a palette entry.
const ROW_HEIGHT: f32 = 52.0;
/// Height of the buttons below a reason.
const BUTTONS_HEIGHT: f32 = 48.0;
/// Left edge of the text, after the state icon.
const TEXT_X: f32 = 48.0;

/// Draws the entries below `y` in `column`. Returns their bottom edge.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    let mut bottom = y;
    for (at, write) in view.writes.iter().enumerate() {
        let focused = view.focused == Some(at);
        if at > 0 {
            painter.horizontal_line(column.x_range(), bottom + 0.5, colors.border);
        }
        bottom = draw_entry(
            ui,
            frame,
            ui_state,
            write,
            focused,
            Rect::from_min_size(pos2(column.left(), bottom), vec2(column.width(), ROW_HEIGHT)),
        );
    }
    bottom
}

fn draw_entry(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    write: &WriteView,
    focused: bool,
    rect: Rect,
) -> f32 {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let id = Id::unique(("write", write.id.0));
    let response = ui.interact(rect, id, if focused { Sense::click() } else { Sense::CLICK });
    let a11y_text = format!("{} – {} – {}", write.subject, write.text, write.state);
    set_a11y_choice(&response, Role::ListItem, true, focused, &a11y_text);
    let painter = Painter::new(ui.painter(), theme);
    if focused && matches!(frame.app.cx.overlay(), Overlay::None) {
        ui_state.roving_focus = Some(id);
        if ui_state.by_key {
            response.request_focus();
        }
        if ui_state.activity.focused_write.replace(write.id.0) != Some(write.id.0) {
            response.scroll_to_me(None);
        }
    }
    if response.hovered() {
        painter.fill(rect.shrink(1.0), 0, colors.hover);
    }
    if focused {
        painter.inner.rect_stroke(rect.shrink(2.0), 4.0, theme.focus_ring(), egui::StrokeKind::Inside);
    }
    let is_blocked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    let color = card::write_color(&painter, write.mark);
    painter.icon(pos2(rect.left() + 24.0, rect.center().y), card::write_icon(write.mark), color);
    let right = if focused {
        let text_width = painter.text_width(&write.subject, TextStyle::body())
            + painter.text_width(&write.text, TextStyle::body())
            + 10.0;
        let state = painter.text_width(&write.time, TextStyle::small())
            + painter.text_width(&write.state, TextStyle::small())
            + 8.0;
        draw_buttons(ui, frame, rect, write, text_width.max(state))
    } else {
        rect.right() - 16.0
    };
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + TEXT_X, rect.top() + y),
            vec2(right - rect.left() - 56.0, 18.0),
        )
    };
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    painter.text_runs(
        row(8.0),
        &[
            (&write.subject, strong, colors.text),
            ("  ", strong, colors.text),
            (&write.text, TextStyle::body(), colors.text_secondary),
        ],
    );
    let state = if is_blocked { color } else { colors.text_tertiary };
    painter.text_runs(
        row(27.0),
        &[
            (&write.time, TextStyle::small(), colors.text_tertiary),
            ("  ", TextStyle::small(), colors.text_tertiary),
            (&write.state, TextStyle::small(), state),
        ],
    );
    // The menu applies to this write, so focus it first.
    if response.clicked() || response.secondary_clicked() {
        frame.request(Action::FocusWrite(write.id));
    }
    input_queue::context_menu(&response).show(|ui| context_menu::write_menu(ui, frame, write));
    match (&write.problem, &write.conflict, focused) {
        (_, Some(sides), true) => conflict::show(ui, frame, rect, sides),
        (Some(failure), _, true) => {
            let at = pos2(rect.left() + TEXT_X, rect.bottom() + 4.0);
            let width = rect.width() - 72.0;
            let problem_height = problem::paint(&painter, at, width, frame.messages, failure);
            let text_width = Rect::from_min_size(at, vec2(width, problem_height));
            let response = ui.interact(text_width, id.with("reason"), Sense::hover());
            let failure_text = failure.for_support(frame.messages);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, failure_text.trim_end()));
            let row = Rect::from_min_size(
                pos2(rect.left(), at.y + problem_height + 4.0),
                vec2(rect.width() - 4.0, BUTTONS_HEIGHT),
            );
            draw_rejection_buttons(ui, frame, row, write)
        }
        _ => rect.bottom(),
    }
}

/// An action on a write.
struct WriteAction {
    id: ActionId,
    icon: Icon,
    style: ButtonStyle,
    label: String,
    key_cap: String,
    reason: Option<String>,
}

impl WriteAction {
    fn to_button(&self, icon_only: bool) -> Button<'_> {
        let button = Button::new(&self.label).with_icon(self.icon).with_style(self.style);
        let button = button.disabled_by(self.reason.as_deref());
        if icon_only { button.icon_only() } else { button.with_key_cap(&self.key_cap) }
    }
}

/// Returns the actions on the focused write.
fn write_actions(frame: &FrameCtx<'_>, write: &WriteView) -> Vec<WriteAction> {
    let refused = write.problem.is_some();
    // A rejected creation can be opened again with its input, to correct it.
    let mends = refused
        && frame.app.activity.focused_write(&frame.app.cx).is_some_and(|it| it.kind == WriteKind::Create);
    // A conflict is decided below its fields; discarding the write means accepting the server's value.
    let sends = write.conflict.is_none();
    let all = [
        refused.then_some((ActionId::Copy, Icon::Copy, ButtonStyle::Ghost)),
        mends.then_some((ActionId::Open, Icon::Edit, ButtonStyle::Default)),
        sends.then_some((ActionId::RetryWrite, Icon::Refresh, ButtonStyle::Default)),
        sends.then_some((ActionId::DiscardWrite, Icon::Trash, ButtonStyle::Ghost)),
    ];
    let action = |(id, icon, kind)| WriteAction {
        id,
        icon,
        style: kind,
        label: match id {
            ActionId::Open => frame.message("button-edit").into_owned(),
            ActionId::Copy => frame.message("error-copy").into_owned(),
            id => frame.action_name(id),
        },
        key_cap: frame.key_cap(id),
        reason: frame.disabled_reason(id),
    };
    all.into_iter().flatten().map(action).collect()
}

/// Returns the width of the buttons with labels, including a gap after each.
fn buttons_width(actions: &[WriteAction], painter: &Painter<'_>) -> f32 {
    let buttons = actions.iter().map(|action| action.to_button(false).width(painter) + 8.0);
    buttons.sum()
}

/// Draws the buttons of the focused write beside text of the given width. If space is short, or the same buttons are
/// below a reason, they have no labels. Returns their left edge.
fn draw_buttons(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    write: &WriteView,
    text_width: f32,
) -> f32 {
    let actions = write_actions(frame, write);
    let painter = Painter::new(ui.painter(), frame.theme);
    let width = buttons_width(&actions, &painter);
    let icon_only = write.problem.is_some() || text_width + 56.0 + width + 12.0 > rect.width();
    let end = pos2(rect.right() - 12.0, rect.center().y);
    draw_button_row(ui, frame, &actions, end, icon_only, "row") - 8.0
}

/// Draws the buttons with labels below the reason of a rejection. Returns their bottom edge.
fn draw_rejection_buttons(ui: &mut Ui, frame: &mut FrameCtx<'_>, row: Rect, write: &WriteView) -> f32 {
    let actions = write_actions(frame, write);
    let painter = Painter::new(ui.painter(), frame.theme);
    let width = buttons_width(&actions, &painter);
    let icon_only = width + TEXT_X > row.width();
    let end = pos2(row.right() - 12.0, row.center().y);
    draw_button_row(ui, frame, &actions, end, icon_only, "foot");
    row.bottom()
}

/// Draws a row of buttons that ends at `end`. Returns its left edge.
fn draw_button_row(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    actions: &[WriteAction],
    end: Pos2,
    icon_only: bool,
    salt: &'static str,
) -> f32 {
    let painter = Painter::new(ui.painter(), frame.theme);
    let widths: Vec<f32> = actions.iter().map(|action| action.to_button(icon_only).width(&painter)).collect();
    let rects = trailing_items::rects_ending_at(end, 8.0, &widths);
    let begins = trailing_items::left_edge(&rects, end.x);
    for (action, button_rect) in actions.iter().zip(rects) {
        let name = ui.scope_id().with((salt, action.id));
        if action.to_button(icon_only).show(ui, frame.theme, name, button_rect).clicked() {
            frame.request_command(action.id);
        }
    }
    begins
}

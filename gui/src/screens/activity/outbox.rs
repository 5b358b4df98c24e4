//! Outbox entries, pending or blocked: their change, their state and their actions.
//!
//! The actions are in the entry's row, in its menu and, for a rejected write, below its reason.

use egui::{Id, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
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
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let mut bottom = y;
    for (at, write) in view.writes.iter().enumerate() {
        let focused = view.focused == Some(at);
        if at > 0 {
            pen.horizontal_line(column.x_range(), bottom + 0.5, ink.border);
        }
        bottom = draw_entry(
            ui,
            pass,
            places,
            write,
            focused,
            Rect::from_min_size(pos2(column.left(), bottom), vec2(column.width(), ROW_HEIGHT)),
        );
    }
    bottom
}

fn draw_entry(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    write: &WriteView,
    focused: bool,
    rect: Rect,
) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let id = Id::unique(("write", write.id.0));
    let response = ui.interact(rect, id, if focused { Sense::click() } else { Sense::CLICK });
    let spoken = format!("{} – {} – {}", write.subject, write.text, write.state);
    set_a11y_choice(&response, Role::ListItem, true, focused, &spoken);
    let pen = Painter::new(ui.painter(), look);
    if focused && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving_focus = Some(id);
        if places.by_key {
            response.request_focus();
        }
        if places.activity.focused_write.replace(write.id.0) != Some(write.id.0) {
            response.scroll_to_me(None);
        }
    }
    if response.hovered() {
        pen.fill(rect.shrink(1.0), 0, ink.hover);
    }
    if focused {
        pen.inner
            .rect_stroke(rect.shrink(2.0), 4.0, look.focus_ring(), egui::StrokeKind::Inside);
    }
    let parked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    let color = card::write_color(&pen, write.mark);
    pen.icon(
        pos2(rect.left() + 24.0, rect.center().y),
        card::write_icon(write.mark),
        color,
    );
    let right = if focused {
        let said = pen.text_width(&write.subject, TextStyle::body())
            + pen.text_width(&write.text, TextStyle::body())
            + 10.0;
        let state = pen.text_width(&write.time, TextStyle::small())
            + pen.text_width(&write.state, TextStyle::small())
            + 8.0;
        draw_buttons(ui, pass, rect, write, said.max(state))
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
    pen.text_runs(
        row(8.0),
        &[
            (&write.subject, strong, ink.text),
            ("  ", strong, ink.text),
            (&write.text, TextStyle::body(), ink.text_secondary),
        ],
    );
    let state = if parked { color } else { ink.text_tertiary };
    pen.text_runs(
        row(27.0),
        &[
            (&write.time, TextStyle::small(), ink.text_tertiary),
            ("  ", TextStyle::small(), ink.text_tertiary),
            (&write.state, TextStyle::small(), state),
        ],
    );
    // The menu applies to this write, so focus it first.
    if response.clicked() || response.secondary_clicked() {
        pass.request(Action::FocusWrite(write.id));
    }
    input_queue::context_menu(&response).show(|ui| context_menu::write_menu(ui, pass, write));
    match (&write.problem, &write.conflict, focused) {
        (_, Some(sides), true) => conflict::show(ui, pass, rect, sides),
        (Some(failure), _, true) => {
            let at = pos2(rect.left() + TEXT_X, rect.bottom() + 4.0);
            let wide = rect.width() - 72.0;
            let high = problem::paint(&pen, at, wide, pass.messages, failure);
            let said = Rect::from_min_size(at, vec2(wide, high));
            let response = ui.interact(said, id.with("reason"), Sense::hover());
            let told = failure.for_support(pass.messages);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.trim_end()));
            let row = Rect::from_min_size(
                pos2(rect.left(), at.y + high + 4.0),
                vec2(rect.width() - 4.0, BUTTONS_HEIGHT),
            );
            draw_rejection_buttons(ui, pass, row, write)
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
    fn to_button(&self, short: bool) -> Button<'_> {
        let button = Button::new(&self.label)
            .with_icon(self.icon)
            .with_style(self.style);
        let button = button.disabled_by(self.reason.as_deref());
        if short {
            button.icon_only()
        } else {
            button.with_key_cap(&self.key_cap)
        }
    }
}

/// Returns the actions on the focused write.
fn write_actions(pass: &FrameCtx<'_>, write: &WriteView) -> Vec<WriteAction> {
    let refused = write.problem.is_some();
    // A rejected creation can be opened again with its input, to correct it.
    let mends = refused
        && pass
            .app
            .activity
            .focused_write(&pass.app.cx)
            .is_some_and(|it| it.kind == WriteKind::Create);
    // A conflict is decided below its fields; discarding the write means accepting the server's value.
    let sends = write.conflict.is_none();
    let all = [
        refused.then_some((ActionId::Copy, Icon::Copy, ButtonStyle::Ghost)),
        mends.then_some((ActionId::Open, Icon::Edit, ButtonStyle::Default)),
        sends.then_some((ActionId::RetryWrite, Icon::Refresh, ButtonStyle::Default)),
        sends.then_some((ActionId::DiscardWrite, Icon::Trash, ButtonStyle::Ghost)),
    ];
    let verb = |(id, icon, kind)| WriteAction {
        id,
        icon,
        style: kind,
        label: match id {
            ActionId::Open => pass.message("button-mend").into_owned(),
            ActionId::Copy => pass.message("error-copy").into_owned(),
            id => pass.action_name(id),
        },
        key_cap: pass.key_cap(id),
        reason: pass.disabled_reason(id),
    };
    all.into_iter().flatten().map(verb).collect()
}

/// Returns the width of the buttons with labels, including a gap after each.
fn buttons_width(verbs: &[WriteAction], pen: &Painter<'_>) -> f32 {
    let buttons = verbs.iter().map(|verb| verb.to_button(false).width(pen) + 8.0);
    buttons.sum()
}

/// Draws the buttons of the focused write beside text of the given width. If space is short, or the same buttons are
/// below a reason, they have no labels. Returns their left edge.
fn draw_buttons(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, write: &WriteView, words: f32) -> f32 {
    let verbs = write_actions(pass, write);
    let pen = Painter::new(ui.painter(), pass.theme);
    let wide = buttons_width(&verbs, &pen);
    let short = write.problem.is_some() || words + 56.0 + wide + 12.0 > rect.width();
    let end = pos2(rect.right() - 12.0, rect.center().y);
    draw_button_row(ui, pass, &verbs, end, short, "row") - 8.0
}

/// Draws the buttons with labels below the reason of a rejection. Returns their bottom edge.
fn draw_rejection_buttons(ui: &mut Ui, pass: &mut FrameCtx<'_>, row: Rect, write: &WriteView) -> f32 {
    let verbs = write_actions(pass, write);
    let pen = Painter::new(ui.painter(), pass.theme);
    let wide = buttons_width(&verbs, &pen);
    let short = wide + TEXT_X > row.width();
    let end = pos2(row.right() - 12.0, row.center().y);
    draw_button_row(ui, pass, &verbs, end, short, "foot");
    row.bottom()
}

/// Draws a row of buttons that ends at `end`. Returns its left edge.
fn draw_button_row(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    verbs: &[WriteAction],
    end: Pos2,
    short: bool,
    salt: &'static str,
) -> f32 {
    let pen = Painter::new(ui.painter(), pass.theme);
    let widths: Vec<f32> = verbs
        .iter()
        .map(|verb| verb.to_button(short).width(&pen))
        .collect();
    let places = trailing_items::rects_ending_at(end, 8.0, &widths);
    let begins = trailing_items::left_edge(&places, end.x);
    for (verb, place) in verbs.iter().zip(places) {
        let name = ui.scope_id().with((salt, verb.id));
        if verb.to_button(short).show(ui, pass.theme, name, place).clicked() {
            pass.request_command(verb.id);
        }
    }
    begins
}

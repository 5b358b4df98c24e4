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

use super::super::Places;
use super::conflict;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, problem, tell_choice, trailing_items};

/// Height of a palette entry.
const ROW: f32 = 52.0;
/// Height of the buttons below a reason.
const FOOT: f32 = 48.0;
/// Left edge of the text, after the state icon.
const WORDS: f32 = 48.0;

/// Draws the entries below `y` in `column`. Returns their bottom edge.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let mut bottom = y;
    for (at, write) in view.writes.iter().enumerate() {
        let focused = view.focused == Some(at);
        if at > 0 {
            pen.rule(column.x_range(), bottom + 0.5, ink.border);
        }
        bottom = one(
            ui,
            pass,
            places,
            write,
            focused,
            Rect::from_min_size(pos2(column.left(), bottom), vec2(column.width(), ROW)),
        );
    }
    bottom
}

fn one(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    write: &WriteView,
    focused: bool,
    rect: Rect,
) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(("write", write.id.0));
    let response = ui.interact(rect, id, if focused { Sense::click() } else { Sense::CLICK });
    let spoken = format!("{} – {} – {}", write.subject, write.text, write.state);
    tell_choice(&response, Role::ListItem, true, focused, &spoken);
    let pen = Pen::new(ui.painter(), look);
    if focused && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
        if places.activity.focus.replace(write.id.0) != Some(write.id.0) {
            response.scroll_to_me(None);
        }
    }
    if response.hovered() {
        pen.fill(rect.shrink(1.0), 0, ink.hover);
    }
    if focused {
        pen.painter
            .rect_stroke(rect.shrink(2.0), 4.0, look.ring(), egui::StrokeKind::Inside);
    }
    let parked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    let color = card::write_color(&pen, write.mark);
    pen.icon(
        pos2(rect.left() + 24.0, rect.center().y),
        card::write_icon(write.mark),
        color,
    );
    let right = if focused {
        let said = pen.width(&write.subject, Face::body()) + pen.width(&write.text, Face::body()) + 10.0;
        let state = pen.width(&write.time, Face::small()) + pen.width(&write.state, Face::small()) + 8.0;
        buttons(ui, pass, rect, write, said.max(state))
    } else {
        rect.right() - 16.0
    };
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + WORDS, rect.top() + y),
            vec2(right - rect.left() - 56.0, 18.0),
        )
    };
    let strong = Face::body().weighing(Weight::Medium);
    pen.run(
        row(8.0),
        &[
            (&write.subject, strong, ink.text),
            ("  ", strong, ink.text),
            (&write.text, Face::body(), ink.text_secondary),
        ],
    );
    let state = if parked { color } else { ink.text_tertiary };
    pen.run(
        row(27.0),
        &[
            (&write.time, Face::small(), ink.text_tertiary),
            ("  ", Face::small(), ink.text_tertiary),
            (&write.state, Face::small(), state),
        ],
    );
    // The menu applies to this write, so focus it first.
    if response.clicked() || response.secondary_clicked() {
        pass.act(Action::FocusWrite(write.id));
    }
    input_queue::menu_of(&response).show(|ui| context_menu::write(ui, pass, write));
    match (&write.problem, &write.conflict, focused) {
        (_, Some(sides), true) => conflict::show(ui, pass, rect, sides),
        (Some(failure), _, true) => {
            let at = pos2(rect.left() + WORDS, rect.bottom() + 4.0);
            let wide = rect.width() - 72.0;
            let high = problem::paint(&pen, at, wide, pass.words, failure);
            let said = Rect::from_min_size(at, vec2(wide, high));
            let response = ui.interact(said, id.with("reason"), Sense::hover());
            let told = failure.for_support(pass.words);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.trim_end()));
            let row = Rect::from_min_size(
                pos2(rect.left(), at.y + high + 4.0),
                vec2(rect.width() - 4.0, FOOT),
            );
            foot(ui, pass, row, write)
        }
        _ => rect.bottom(),
    }
}

/// An action on a write.
struct Verb {
    id: ActionId,
    icon: Icon,
    kind: Kind,
    label: String,
    cap: String,
    reason: Option<String>,
}

impl Verb {
    fn button(&self, short: bool) -> Button<'_> {
        let button = Button::new(&self.label).icon(self.icon).kind(self.kind);
        let button = button.disabled(self.reason.as_deref());
        if short {
            button.short()
        } else {
            button.key(&self.cap)
        }
    }
}

/// Returns the actions on the focused write.
fn verbs(pass: &Pass<'_>, write: &WriteView) -> Vec<Verb> {
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
        refused.then_some((ActionId::Copy, Icon::Copy, Kind::Ghost)),
        mends.then_some((ActionId::Open, Icon::Edit, Kind::Default)),
        sends.then_some((ActionId::RetryWrite, Icon::Refresh, Kind::Default)),
        sends.then_some((ActionId::DiscardWrite, Icon::Trash, Kind::Ghost)),
    ];
    let verb = |(id, icon, kind)| Verb {
        id,
        icon,
        kind,
        label: match id {
            ActionId::Open => pass.word("button-mend").into_owned(),
            ActionId::Copy => pass.word("error-copy").into_owned(),
            id => pass.label(id),
        },
        cap: pass.cap(id),
        reason: pass.reason(id),
    };
    all.into_iter().flatten().map(verb).collect()
}

/// Returns the width of the buttons with labels, including a gap after each.
fn wide(verbs: &[Verb], pen: &Pen<'_>) -> f32 {
    let buttons = verbs.iter().map(|verb| verb.button(false).width(pen) + 8.0);
    buttons.sum()
}

/// Draws the buttons of the focused write beside text of the given width. If space is short, or the same buttons are
/// below a reason, they have no labels. Returns their left edge.
fn buttons(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, write: &WriteView, words: f32) -> f32 {
    let verbs = verbs(pass, write);
    let pen = Pen::new(ui.painter(), pass.look);
    let wide = wide(&verbs, &pen);
    let short = write.problem.is_some() || words + 56.0 + wide + 12.0 > rect.width();
    let end = pos2(rect.right() - 12.0, rect.center().y);
    row_of(ui, pass, &verbs, end, short, "row") - 8.0
}

/// Draws the buttons with labels below the reason of a rejection. Returns their bottom edge.
fn foot(ui: &mut Ui, pass: &mut Pass<'_>, row: Rect, write: &WriteView) -> f32 {
    let verbs = verbs(pass, write);
    let pen = Pen::new(ui.painter(), pass.look);
    let wide = wide(&verbs, &pen);
    let short = wide + WORDS > row.width();
    let end = pos2(row.right() - 12.0, row.center().y);
    row_of(ui, pass, &verbs, end, short, "foot");
    row.bottom()
}

/// Draws a row of buttons that ends at `end`. Returns its left edge.
fn row_of(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    verbs: &[Verb],
    end: Pos2,
    short: bool,
    salt: &'static str,
) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let widths: Vec<f32> = verbs.iter().map(|verb| verb.button(short).width(&pen)).collect();
    let places = trailing_items::ending_at(end, 8.0, &widths);
    let begins = trailing_items::begins(&places, end.x);
    for (verb, place) in verbs.iter().zip(places) {
        let name = ui.scope_id().with((salt, verb.id));
        if verb.button(short).show(ui, pass.look, name, place).clicked() {
            pass.run(verb.id);
        }
    }
    begins
}

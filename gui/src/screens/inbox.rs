//! The notifications: tabs, a list under day heads, a preview that marks nothing; beside them the alerts and their
//! preferences, or in the place of the preview where there is no room.

mod list;
mod preview;
mod run;
mod tabs;

use egui::{Align, Rect, Ui, pos2, vec2};
use encours_core::app::{ALERTS, ActionId, Key, KeyCode, LIST, PREFERENCES, Screen};
use encours_core::view::inbox::{self, InboxView};

use super::lists::{self, Press};
use super::{Places, status};
use crate::keys;
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen};

/// From this width on alerts and preferences have a column of their own.
const WIDE: f32 = 1_120.0;
/// The width of that column.
const BESIDE: f32 = 300.0;
const MARGIN: f32 = 12.0;

/// What the list remembers between passes.
#[derive(Debug, Default)]
pub struct InboxPlace {
    focus: Option<String>,
    offset: f32,
    room: f32,
}

/// Draws the notifications.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let size = &pass.look.tokens.size;
    let full = ui.max_rect();
    let view = inbox::inbox(pass.app);
    let top = full.with_max_y(full.top() + size.topbar);
    let tabs = Rect::from_min_size(top.left_bottom(), vec2(full.width(), size.filterbar));
    let wide = full.width() >= WIDE;
    head(ui, pass, top, &view);
    tabs::show(ui, pass, tabs, &view, wide);
    let mut rest = status::banner(ui, pass, full.with_min_y(tabs.bottom()));
    if let Some(run) = &view.run {
        rest = run::show(ui, pass, rest, run);
    }
    // Where room is short the list gives way, down to half.
    let left = size.inbox_list.min(rest.width() * 0.52).max(280.0);
    let left = rest.with_max_x(rest.left() + left);
    list::show(ui, pass, places, left, &view);
    let mut right = rest.with_min_x(left.right());
    let pen = Pen::new(ui.painter(), pass.look);
    if wide {
        let column = right.with_min_x(right.right() - BESIDE);
        beside(ui, pass, places, column, &view);
        right.max.x = column.left();
        pen.pole(column.left() + 0.5, rest.y_range(), pass.look.ink.border);
    }
    pen.pole(left.right() + 0.5, rest.y_range(), pass.look.ink.border);
    if !wide && pass.app.pane() != LIST {
        return beside(ui, pass, places, right, &view);
    }
    pen.fill(right.with_min_x(left.right() + 1.0), 0, pass.look.ink.surface);
    match &view.preview {
        Some(shown) => preview::show(ui, pass, right, shown),
        None => preview::empty(ui, pass, right, &view),
    }
}

/// The alerts over the preferences: the contract gives an alert no type, so they are not joined.
fn beside(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &InboxView) {
    let rect = rect.shrink(MARGIN);
    let row = pass.look.tokens.size.row;
    // Where there are none, a sentence and the button that gives them some take their place.
    let least = if view.preferences.offer.is_some() { 4 } else { 2 };
    let lines = view.preferences.lines.len().max(least) as f32;
    let below = (lists::HEAD + lines * row + 10.0).min(rect.height() * 0.5);
    let above = rect.with_max_y(rect.bottom() - below - MARGIN);
    lists::show(ui, pass, places, ALERTS, above, &view.alerts, Press::Focuses);
    let below = rect.with_min_y(above.bottom() + MARGIN);
    lists::show(
        ui,
        pass,
        places,
        PREFERENCES,
        below,
        &view.preferences,
        Press::Focuses,
    );
}

fn head(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let cap = pass.cap(ActionId::MarkAllRead);
    let label = match view.unread {
        0 => pass.label(ActionId::MarkAllRead),
        _ => view.mark_all.clone(),
    };
    let reason = pass.reason(ActionId::MarkAllRead);
    let mut button = Button::new(&label).icon(Icon::Check).disabled(reason.as_deref());
    button = if view.armed.is_some() {
        button.kind(Kind::Primary)
    } else {
        button.key(&cap)
    };
    let width = button.width(&pen);
    let place = Rect::from_min_size(
        pos2(rect.right() - 16.0 - width, rect.center().y - 14.0),
        vec2(width, 28.0),
    );
    let response = button.show(ui, look, ui.scope_id().with("all"), place);
    if response.clicked() {
        // What was armed here is confirmed here: Enter would open the notification under the list's focus otherwise.
        response.request_focus();
        pass.run(ActionId::MarkAllRead);
    }
    let mut right = place.left() - 14.0;
    if let Some((_, left)) = &view.armed {
        pen.ring(place, look.tokens.radius.button);
        right = armed(&pen, pass, rect.with_max_x(right), *left, &cap);
    }
    let row = rect.with_min_x(rect.left() + 16.0).with_max_x(right);
    let title = pass.word(Screen::Notifications.label_key()).into_owned();
    let title = pen.text(row, Align::Min, &title, Face::title(), ink.text);
    pen.text(
        row.with_min_x(title.right() + 16.0),
        Align::Min,
        &view.mode,
        Face::small(),
        ink.text_tertiary,
    );
}

/// How to confirm or give up, beside the armed button. Returns where it begins.
fn armed(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, left: u64, cap: &str) -> f32 {
    let ink = &pass.look.ink;
    let esc = keys::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let left = format!("{left} {}", pass.word("unit-second"));
    let time = pen.text(rect, Align::Max, &left, Face::small(), ink.text_tertiary);
    let give_up = pass.words.with("armed-give-up", &[("key", esc.into())]);
    let confirm = pass.words.with("armed-confirm", &[("key", cap.into())]);
    let text = pen.text(
        rect.with_max_x(time.left() - 10.0),
        Align::Max,
        &format!("{confirm} · {give_up}"),
        Face::small(),
        ink.accent_text,
    );
    text.left() - 12.0
}

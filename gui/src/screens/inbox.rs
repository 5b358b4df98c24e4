//! The notifications: tabs, a list under day heads, a preview that marks nothing.

mod list;
mod preview;

use egui::{Align, Color32, Rect, Role, Sense, Stroke, Ui, pos2, vec2};
use encours_core::app::{Action, ActionId, Key, KeyCode, Screen};
use encours_core::view::inbox::{self, InboxTabView, InboxView};

use super::{Places, status};
use crate::keys;
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, tell_choice};

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
    head(ui, pass, top, &view);
    tab_row(ui, pass, tabs, &view.tabs);
    let rest = status::banner(ui, pass, full.with_min_y(tabs.bottom()));
    // Where room is short the list gives way, down to half.
    let wide = size.inbox_list.min(rest.width() * 0.52).max(280.0);
    let left = rest.with_max_x(rest.left() + wide);
    let right = rest.with_min_x(left.right());
    list::show(ui, pass, places, left, &view);
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(right, 0, pass.look.ink.surface);
    pen.pole(left.right() + 0.5, rest.y_range(), pass.look.ink.border);
    match &view.preview {
        Some(shown) => preview::show(ui, pass, right, shown),
        None => preview::empty(ui, pass, right, &view),
    }
}

fn head(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let cap = pass.cap(ActionId::MarkAllRead);
    let label = match &view.armed {
        Some((label, _)) => label.clone(),
        None => pass.label(ActionId::MarkAllRead),
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
    if button.show(ui, look, ui.scope_id().with("all"), place).clicked() {
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

fn tab_row(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, tabs: &[InboxTabView]) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let known = pass.app.snapshot().inbox.read_at.is_some();
    let mut x = rect.left() + 16.0;
    for tab in tabs {
        // A number that nobody has read is no number.
        let count = if known {
            tab.count.to_string()
        } else {
            String::new()
        };
        let wide =
            pen.width(&tab.label, Face::strong()).ceil() + pen.width(&count, Face::small()).ceil() + 26.0;
        let place = Rect::from_min_size(pos2(x, rect.top() + 6.0), vec2(wide, 28.0));
        let response = ui.interact(
            place,
            ui.scope_id().with(("tab", tab.label.as_str())),
            Sense::click(),
        );
        let spoken = format!("{} {count}", tab.label);
        tell_choice(&response, Role::Tab, true, tab.current, &spoken);
        let fill = match (tab.current, response.hovered()) {
            (true, _) => ink.pressed,
            (false, true) => ink.hover,
            (false, false) => Color32::TRANSPARENT,
        };
        let edge = if tab.current && look.edges() {
            look.hairline(ink.accent_line)
        } else {
            Stroke::NONE
        };
        pen.boxed(place, look.tokens.radius.button, fill, edge);
        if response.has_focus() {
            pen.ring(place, look.tokens.radius.button);
        }
        let color = if tab.current { ink.text } else { ink.text_secondary };
        let text = pen.text(
            place.with_min_x(x + 10.0),
            Align::Min,
            &tab.label,
            Face::strong(),
            color,
        );
        pen.text(
            place.with_min_x(text.right() + 6.0),
            Align::Min,
            &count,
            Face::small(),
            ink.text_tertiary,
        );
        if response.clicked() {
            pass.act(Action::ShowTab(tab.tab));
        }
        x = place.right() + 6.0;
    }
}

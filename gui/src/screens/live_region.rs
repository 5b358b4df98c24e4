//! The live region for screen readers.
//!
//! It announces the moved card, the last change and its undo deadline, an error, or the new screen. Each text is
//! announced once, while nothing more important applies.

use egui::accesskit::{Live, Role};
use egui::{Rect, Sense, Ui, WidgetInfo, vec2};
use encours_core::app::deals::board::view::drag as carried;
use encours_core::app::deals::table::view::table;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::app::tools::toasts::view as toast;
use encours_core::text::Clean;

use crate::frame_ctx::Pass;

use super::Places;

/// The last announcements, to avoid repetition.
#[derive(Debug, Default)]
pub struct Announced {
    screen: Option<Screen>,
    /// True while the screen name is the current text; after another text it is not announced again.
    stands: bool,
    /// The current sort order; true for that of the table.
    order: Option<(bool, String)>,
    /// Name of the card that is moved by keyboard.
    carried: Option<String>,
    /// A change without a toast, until the next announcement.
    done: Option<String>,
    /// The newest toast with its original undo text: a countdown announced every second would be useless.
    toast: Option<(u64, String)>,
}

impl Announced {
    /// Returns the name of a newly opened screen, until there is another text. Board and deal announce themselves by
    /// the focused card or name.
    fn screen(&mut self, pass: &Pass<'_>, other: bool) -> Option<String> {
        let screen = match pass.app.cx.screen() {
            Screen::Deal => Screen::Pipeline,
            screen => screen,
        };
        let before = self.screen.replace(screen);
        self.stands &= !other && before == Some(screen);
        if before.is_some_and(|before| before != screen) {
            self.stands = !other;
        }
        self.stands.then(|| pass.word(screen.label_key()).into_owned())
    }

    /// Returns the text for a new sort order. Switching between board and table does not count.
    fn sorted(&mut self, pass: &Pass<'_>) -> Option<String> {
        let of_table = pass.app.table.shows_table();
        let order = if of_table {
            table::order_keys(pass.app)
        } else {
            encours_core::app::deals::board::view::head::order_key(pass.app)
        };
        let said = format!("{} {order}", pass.word("sort-label"));
        let now = (of_table, order);
        let before = self.order.replace(now.clone())?;
        (before.0 == of_table && before != now).then_some(said)
    }

    /// Returns the text for a card that was put back.
    fn put_back(&mut self, pass: &Pass<'_>) -> Option<String> {
        let deals = &pass.app.cx.snapshot().deals;
        let name = pass.app.card_move.grabbed().and_then(|grab| {
            let row = deals.row(deals.find(grab.deal.as_str())?)?;
            Some(Clean::line_of(row.name, 60).to_string())
        });
        let now = name.is_some();
        let before = std::mem::replace(&mut self.carried, name)?;
        (!now).then(|| pass.words.with("grab-put-back", &[("name", before.into())]))
    }

    /// Returns the text of a toast, with the undo text from when it appeared.
    fn toast(&mut self, pass: &Pass<'_>, newest: &Toast) -> String {
        let view = toast::toast(pass.app, newest);
        if self.toast.as_ref().is_none_or(|(id, _)| *id != newest.id) {
            let key = pass.cap(ActionId::Undo);
            let back = view
                .undoable
                .then(|| pass.words.with("heard-undo", &[("key", key.into())]));
            let parts = view.countdown.iter().chain(&back);
            let said: Vec<&str> = parts.map(String::as_str).collect();
            self.toast = Some((newest.id, said.join(", ")));
            self.done = None;
        }
        let back = self.toast.as_ref().map_or("", |(_, said)| said);
        let text = format!("{} {}", view.subject, view.text);
        let parts = [text.trim(), back];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" – ")
    }
}

/// Updates the live region.
pub(super) fn tell(ui: &Ui, pass: &Pass<'_>, places: &mut Places) {
    let dragged = places
        .board
        .dragged()
        .map(|drag| super::board::drag::payload::summary(pass, drag))
        .or_else(|| carried::said(pass.app));
    let announced = &mut places.announced;
    let before = announced.screen;
    let done = [announced.put_back(pass), announced.sorted(pass)];
    if let Some(done) = done.into_iter().flatten().next() {
        announced.done = Some(done);
    }
    let toast = pass
        .app
        .cx
        .toasts()
        .last()
        .map(|newest| announced.toast(pass, newest));
    let problem = || {
        let freshness = status_line(pass.app).freshness;
        (freshness.tone == Tone::Problem).then_some(freshness.short)
    };
    let lasting = announced.done.clone().or(toast).or_else(problem);
    let said = dragged.or(lasting);
    let screen = announced.screen(pass, said.is_some());
    if before.is_some() && before != announced.screen {
        announced.done = None;
    }
    let said = said.or(screen).unwrap_or_default();
    let rect = Rect::from_min_size(ui.max_rect().min, vec2(1.0, 1.0));
    let response = ui.interact(rect, ui.scope_id().with("announced"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &said));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

//! The live region for screen readers.
//!
//! It announces the moved card, the last change and its undo deadline, an error, or the new screen. Each text is
//! announced once, while nothing more important applies.

use crate::prelude::*;
use egui::accesskit::Live;
use encours_core::app::deals::board::view::drag;
use encours_core::app::deals::table::view::table;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::app::tools::toasts::view as toast;

/// The last announcements, to avoid repetition.
#[derive(Debug, Default)]
pub struct Announcements {
    screen: Option<Screen>,
    /// True while the screen name is the current text; after another text it is not announced again.
    is_screen_current: bool,
    /// The current sort order; true for that of the table.
    sort_order: Option<(bool, String)>,
    /// Name of the card that is moved by keyboard.
    moved_card: Option<String>,
    /// A change without a toast, until the next announcement.
    change_text: Option<String>,
    /// The newest toast with its original undo text: a countdown announced every second would be useless.
    toast: Option<(u64, String)>,
}

impl Announcements {
    /// Returns the name of a newly opened screen, until there is another text. Board and deal announce themselves by
    /// the focused card or name.
    fn new_screen(&mut self, frame: &FrameCtx<'_>, has_other_text: bool) -> Option<String> {
        let screen = match frame.app.cx.screen() {
            Screen::Deal => Screen::Pipeline,
            screen => screen,
        };
        let previous = self.screen.replace(screen);
        self.is_screen_current &= !has_other_text && previous == Some(screen);
        if previous.is_some_and(|previous| previous != screen) {
            self.is_screen_current = !has_other_text;
        }
        self.is_screen_current.then(|| frame.message(screen.label_key()).into_owned())
    }

    /// Returns the text for a new sort order. Switching between board and table does not count.
    fn new_sort_order(&mut self, frame: &FrameCtx<'_>) -> Option<String> {
        let of_table = frame.app.table.shows_table();
        let order = if of_table {
            table::order_keys_text(frame.app)
        } else {
            encours_core::app::deals::board::view::header::order_key_text(frame.app)
        };
        let text = format!("{} {order}", frame.message("sort-label"));
        let now = (of_table, order);
        let previous = self.sort_order.replace(now.clone())?;
        (previous.0 == of_table && previous != now).then_some(text)
    }

    /// Returns the text for a card that was put back.
    fn card_put_back(&mut self, frame: &FrameCtx<'_>) -> Option<String> {
        let deals = &frame.app.cx.snapshot().deals;
        let name = frame.app.card_move.dragged().and_then(|keyboard_drag| {
            let row = deals.row(deals.find(keyboard_drag.deal.as_str())?)?;
            Some(SafeText::line_within(row.name, 60).to_string())
        });
        let now = name.is_some();
        let previous = std::mem::replace(&mut self.moved_card, name)?;
        (!now).then(|| frame.messages.with("grab-put-back", &[("name", previous.into())]))
    }

    /// Returns the text of a toast, with the undo text from when it appeared.
    fn toast_text(&mut self, frame: &FrameCtx<'_>, newest: &Toast) -> String {
        let view = toast::toast_view(frame.app, newest);
        if self.toast.as_ref().is_none_or(|(id, _)| *id != newest.id) {
            let key = frame.key_cap(ActionId::Undo);
            let undo_text = view.undoable.then(|| frame.messages.with("heard-undo", &[("key", key.into())]));
            let parts = view.countdown.iter().chain(&undo_text);
            let texts: Vec<&str> = parts.map(String::as_str).collect();
            self.toast = Some((newest.id, texts.join(", ")));
            self.change_text = None;
        }
        let undo_text = self.toast.as_ref().map_or("", |(_, texts)| texts);
        let text = format!("{} {}", view.subject, view.text);
        joined(&[text.trim(), undo_text])
    }
}

/// Updates the live region.
pub(super) fn update_region(ui: &Ui, frame: &mut FrameCtx<'_>) {
    let dragged = frame
        .state
        .board
        .dragged_card()
        .map(|drag| super::board::drag::payload::drop_summary(frame, drag))
        .or_else(|| drag::drag_text(frame.app));
    let mut announced = std::mem::take(&mut frame.state.announcements);
    let previous = announced.screen;
    let change_text = [announced.card_put_back(frame), announced.new_sort_order(frame)];
    if let Some(change_text) = change_text.into_iter().flatten().next() {
        announced.change_text = Some(change_text);
    }
    let toast = frame.app.cx.toasts().last().map(|newest| announced.toast_text(frame, newest));
    let problem = || {
        let freshness = status_line(frame.app).freshness;
        (freshness.tone == Tone::Problem).then_some(freshness.short)
    };
    let lasting = announced.change_text.clone().or(toast).or_else(problem);
    let text = dragged.or(lasting);
    let screen = announced.new_screen(frame, text.is_some());
    if previous.is_some() && previous != announced.screen {
        announced.change_text = None;
    }
    frame.state.announcements = announced;
    let text = text.or(screen).unwrap_or_default();
    let rect = Rect::from_min_size(ui.max_rect().min, vec2(1.0, 1.0));
    let response = ui.hover_area(rect, "announced", Role::Status, &text);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

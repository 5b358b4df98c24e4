//! The toolbar at the right of the filter: sort order, display, fields, and saving a view.
//!
//! The button to save appears when the state differs from the open view. If space is short, first labels are dropped,
//! then the order button.

use egui::{Rect, Ui, pos2};
use encours_core::app::foundation::input::commands::ActionId;

use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::Icon;
use crate::widgets::{Button, Kind, Pen, trailing_items};

/// Minimum usable width of the filter field.
const FIELD_MIN: f32 = 200.0;
const GAP: f32 = 6.0;

/// The texts of the buttons.
pub(in crate::screens) struct Words {
    order: Setting,
    display: Option<String>,
    fields: Setting,
    /// Label and key of the button that saves a view.
    keep: Option<(String, String)>,
}

/// Name of a setting, followed by its value.
struct Setting {
    whole: String,
    value_at: usize,
}

impl Setting {
    fn of(what: &str, value: impl std::fmt::Display) -> Self {
        Self {
            whole: format!("{what} {value}"),
            value_at: what.len() + 1,
        }
    }

    fn button(&self, icon: Icon) -> Button<'_> {
        Button::new(&self.whole)
            .icon(icon)
            .kind(Kind::Ghost)
            .value_at(self.value_at)
    }
}

impl Words {
    pub(in crate::screens) fn of(
        pass: &Pass<'_>,
        head: &encours_core::app::deals::board::view::head::BoardHead,
    ) -> Self {
        let table = pass.app.table.shows_table();
        let fields = if table {
            Setting::of(&pass.word("columns-shown"), pass.app.table.table().columns.len())
        } else {
            Setting::of(&pass.word("fields-shown"), &head.field)
        };
        let order = if table {
            encours_core::app::deals::table::view::table::order_keys(pass.app)
        } else {
            encours_core::app::deals::board::view::head::order_key(pass.app)
        };
        let other = pass.app.views.view_changed(&pass.app.table, &pass.app.pipeline)
            || (pass.app.views.views().open().is_none() && !head.filter.trim().is_empty());
        // An invalid filter cannot be saved.
        let differs = other && pass.app.pipeline.board().filter_error.is_none();
        let keep = || {
            (
                pass.word("button-save-view").into_owned(),
                pass.cap(ActionId::SaveView),
            )
        };
        Self {
            order: Setting::of(&pass.word("sort-label"), order),
            display: (!table).then(|| pass.word("button-display").into_owned()),
            fields,
            keep: differs.then(keep),
        }
    }
}

/// The function of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Order,
    Display,
    Fields,
    Keep,
}

/// The buttons that fit, from the left, with their areas.
pub(in crate::screens) struct Aside<'a> {
    parts: Vec<(Part, Button<'a>, Rect)>,
    end: f32,
}

impl<'a> Aside<'a> {
    /// Lays out the buttons. If `yields`, their labels give way to the message about the filter; the icons stay.
    pub(in crate::screens) fn of(pen: &Pen<'_>, words: &'a Words, rect: Rect, yields: bool) -> Self {
        let row = rect.with_max_y(rect.top() + 36.0);
        let room = if yields {
            0.0
        } else {
            rect.width() - FIELD_MIN - 64.0
        };
        let mut fields = words.fields.button(Icon::Fields);
        let mut keep = words
            .keep
            .as_ref()
            .map(|(label, cap)| Button::new(label).icon(Icon::Views).key(cap).kind(Kind::Link));
        let mut display = words
            .display
            .as_ref()
            .map(|label| Button::new(label).icon(Icon::Views).kind(Kind::Ghost));
        let mut order = Some(words.order.button(Icon::Sort));
        let all = |buttons: &[Option<Button<'_>>]| -> f32 {
            let wide = buttons.iter().flatten().map(|button| button.width(pen) + GAP);
            wide.sum()
        };
        // Every button keeps its icon before any keeps its label.
        let icons = [order.map(Button::short), display.map(Button::short)];
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            keep = keep.map(|keep| keep.key(""));
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            fields = fields.short();
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            keep = keep.map(Button::short);
        }
        if all(&[icons[0], Some(fields), keep, display]) > room {
            display = display.map(Button::short);
        }
        if all(&[order, display, Some(fields), keep]) > room {
            order = order.map(Button::short);
        }
        order = order.filter(|_| yields || all(&[order, display, Some(fields), keep]) <= room);
        let parts = [
            (Part::Order, order),
            (Part::Display, display),
            (Part::Fields, Some(fields)),
            (Part::Keep, keep),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(part, button)| Some((part, button?)));
        let parts: Vec<(Part, Button<'a>)> = parts.collect();
        let widths: Vec<f32> = parts.iter().map(|(_, button)| button.width(pen)).collect();
        let end = row.right() - 14.0;
        let places = trailing_items::ending_at(pos2(end, row.center().y), GAP, &widths);
        let parts = parts
            .into_iter()
            .zip(places)
            .map(|((part, button), place)| (part, button, place));
        Self {
            parts: parts.collect(),
            end,
        }
    }

    /// Returns the left edge of the toolbar.
    pub(in crate::screens) fn begins(&self) -> f32 {
        let first = self.parts.first();
        first.map_or(self.end, |(_, _, place)| place.left()) - GAP
    }

    pub(in crate::screens) fn show(self, ui: &mut Ui, pass: &mut Pass<'_>) {
        for (part, button, place) in self.parts {
            let id = ui.scope_id().with(match part {
                Part::Order => "order",
                Part::Display => "display",
                Part::Fields => "card-field",
                Part::Keep => "save-view",
            });
            let response = button.show(ui, pass.look, id, place);
            let menu = || egui::Popup::menu(&response).frame(context_menu::frame(pass.look));
            let stays = egui::PopupCloseBehavior::CloseOnClickOutside;
            match part {
                Part::Order => {
                    menu().show(|ui| context_menu::orders(ui, pass));
                }
                Part::Display => {
                    menu()
                        .close_behavior(stays)
                        .show(|ui| context_menu::display(ui, pass));
                }
                Part::Fields if !pass.app.table.shows_table() => {
                    menu()
                        .close_behavior(stays)
                        .show(|ui| context_menu::fields(ui, pass));
                }
                Part::Fields if response.clicked() => pass.run(ActionId::ChooseColumns),
                Part::Keep if response.clicked() => pass.run(ActionId::SaveView),
                Part::Fields | Part::Keep => {}
            }
        }
    }
}

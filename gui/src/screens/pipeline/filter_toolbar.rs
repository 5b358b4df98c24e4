//! The toolbar at the right of the filter: sort order, display, fields, and saving a view.
//!
//! The button to save appears when the state differs from the open view. If space is short, first labels are dropped,
//! then the order button.

use egui::{Rect, Ui, pos2};
use encours_core::app::foundation::input::commands::ActionId;

use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::Icon;
use crate::widgets::{Button, ButtonStyle, Painter, trailing_items};

/// Minimum usable width of the filter field.
const MIN_FIELD_WIDTH: f32 = 200.0;
const GAP: f32 = 6.0;

/// The texts of the buttons.
pub(in crate::screens) struct ToolbarTexts {
    order: NamedSetting,
    display: Option<String>,
    fields: NamedSetting,
    /// Label and key of the button that saves a view.
    save_view: Option<(String, String)>,
}

/// Name of a setting, followed by its value.
struct NamedSetting {
    text: String,
    value_start: usize,
}

impl NamedSetting {
    fn new(what: &str, value: impl std::fmt::Display) -> Self {
        Self {
            text: format!("{what} {value}"),
            value_start: what.len() + 1,
        }
    }

    fn to_button(&self, icon: Icon) -> Button<'_> {
        Button::new(&self.text)
            .with_icon(icon)
            .with_style(ButtonStyle::Ghost)
            .with_value_start(self.value_start)
    }
}

impl ToolbarTexts {
    pub(in crate::screens) fn new(
        pass: &FrameCtx<'_>,
        head: &encours_core::app::deals::board::view::head::BoardHeader,
    ) -> Self {
        let table = pass.app.table.shows_table();
        let fields = if table {
            NamedSetting::new(
                &pass.message("columns-shown"),
                pass.app.table.table().columns.len(),
            )
        } else {
            NamedSetting::new(&pass.message("fields-shown"), &head.field)
        };
        let order = if table {
            encours_core::app::deals::table::view::table::order_keys_text(pass.app)
        } else {
            encours_core::app::deals::board::view::head::order_key_text(pass.app)
        };
        let other = pass.app.views.is_modified(&pass.app.table, &pass.app.pipeline)
            || (pass.app.views.views().open().is_none() && !head.filter.trim().is_empty());
        // An invalid filter cannot be saved.
        let differs = other && pass.app.pipeline.board().filter_error.is_none();
        let keep = || {
            (
                pass.message("button-save-view").into_owned(),
                pass.key_cap(ActionId::SaveView),
            )
        };
        Self {
            order: NamedSetting::new(&pass.message("sort-label"), order),
            display: (!table).then(|| pass.message("button-display").into_owned()),
            fields,
            save_view: differs.then(keep),
        }
    }
}

/// The function of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolbarPart {
    Order,
    Display,
    Fields,
    SaveView,
}

/// The buttons that fit, from the left, with their areas.
pub(in crate::screens) struct FilterToolbar<'a> {
    parts: Vec<(ToolbarPart, Button<'a>, Rect)>,
    right_x: f32,
}

impl<'a> FilterToolbar<'a> {
    /// Lays out the buttons. If `yields`, their labels give way to the message about the filter; the icons stay.
    pub(in crate::screens) fn layout(
        pen: &Painter<'_>,
        words: &'a ToolbarTexts,
        rect: Rect,
        yields: bool,
    ) -> Self {
        let row = rect.with_max_y(rect.top() + 36.0);
        let room = if yields {
            0.0
        } else {
            rect.width() - MIN_FIELD_WIDTH - 64.0
        };
        let mut fields = words.fields.to_button(Icon::Fields);
        let mut keep = words.save_view.as_ref().map(|(label, cap)| {
            Button::new(label)
                .with_icon(Icon::Views)
                .with_key_cap(cap)
                .with_style(ButtonStyle::Link)
        });
        let mut display = words.display.as_ref().map(|label| {
            Button::new(label)
                .with_icon(Icon::Views)
                .with_style(ButtonStyle::Ghost)
        });
        let mut order = Some(words.order.to_button(Icon::Sort));
        let all = |buttons: &[Option<Button<'_>>]| -> f32 {
            let wide = buttons.iter().flatten().map(|button| button.width(pen) + GAP);
            wide.sum()
        };
        // Every button keeps its icon before any keeps its label.
        let icons = [order.map(Button::icon_only), display.map(Button::icon_only)];
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            keep = keep.map(|keep| keep.with_key_cap(""));
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            fields = fields.icon_only();
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > room {
            keep = keep.map(Button::icon_only);
        }
        if all(&[icons[0], Some(fields), keep, display]) > room {
            display = display.map(Button::icon_only);
        }
        if all(&[order, display, Some(fields), keep]) > room {
            order = order.map(Button::icon_only);
        }
        order = order.filter(|_| yields || all(&[order, display, Some(fields), keep]) <= room);
        let parts = [
            (ToolbarPart::Order, order),
            (ToolbarPart::Display, display),
            (ToolbarPart::Fields, Some(fields)),
            (ToolbarPart::SaveView, keep),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(part, button)| Some((part, button?)));
        let parts: Vec<(ToolbarPart, Button<'a>)> = parts.collect();
        let widths: Vec<f32> = parts.iter().map(|(_, button)| button.width(pen)).collect();
        let right_x = row.right() - 14.0;
        let places = trailing_items::rects_ending_at(pos2(right_x, row.center().y), GAP, &widths);
        let parts = parts
            .into_iter()
            .zip(places)
            .map(|((part, button), place)| (part, button, place));
        Self {
            parts: parts.collect(),
            right_x,
        }
    }

    /// Returns the left edge of the toolbar.
    pub(in crate::screens) fn left_x(&self) -> f32 {
        let first = self.parts.first();
        first.map_or(self.right_x, |(_, _, place)| place.left()) - GAP
    }

    pub(in crate::screens) fn show(self, ui: &mut Ui, pass: &mut FrameCtx<'_>) {
        for (part, button, place) in self.parts {
            let id = ui.scope_id().with(match part {
                ToolbarPart::Order => "order",
                ToolbarPart::Display => "display",
                ToolbarPart::Fields => "card-field",
                ToolbarPart::SaveView => "save-view",
            });
            let response = button.show(ui, pass.theme, id, place);
            let menu = || egui::Popup::menu(&response).frame(context_menu::menu_frame(pass.theme));
            let stays = egui::PopupCloseBehavior::CloseOnClickOutside;
            match part {
                ToolbarPart::Order => {
                    menu().show(|ui| context_menu::sort_menu(ui, pass));
                }
                ToolbarPart::Display => {
                    menu()
                        .close_behavior(stays)
                        .show(|ui| context_menu::display_menu(ui, pass));
                }
                ToolbarPart::Fields if !pass.app.table.shows_table() => {
                    menu()
                        .close_behavior(stays)
                        .show(|ui| context_menu::fields_menu(ui, pass));
                }
                ToolbarPart::Fields if response.clicked() => pass.request_command(ActionId::ChooseColumns),
                ToolbarPart::SaveView if response.clicked() => pass.request_command(ActionId::SaveView),
                ToolbarPart::Fields | ToolbarPart::SaveView => {}
            }
        }
    }
}

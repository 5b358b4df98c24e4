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
    fn new(name: &str, value: impl std::fmt::Display) -> Self {
        Self { text: format!("{name} {value}"), value_start: name.len() + 1 }
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
        frame: &FrameCtx<'_>,
        header: &encours_core::app::deals::board::view::header::BoardHeader,
    ) -> Self {
        let table = frame.app.table.shows_table();
        let fields = if table {
            NamedSetting::new(&frame.message("columns-shown"), frame.app.table.table().columns.len())
        } else {
            NamedSetting::new(&frame.message("fields-shown"), &header.field)
        };
        let order = if table {
            encours_core::app::deals::table::view::table::order_keys_text(frame.app)
        } else {
            encours_core::app::deals::board::view::header::order_key_text(frame.app)
        };
        let is_view_changed = frame.app.views.is_modified(&frame.app.table, &frame.app.pipeline)
            || (frame.app.views.views().open().is_none() && !header.filter.trim().is_empty());
        // An invalid filter cannot be saved.
        let differs = is_view_changed && frame.app.pipeline.board().filter_error.is_none();
        let keep = || (frame.message("button-save-view").into_owned(), frame.key_cap(ActionId::SaveView));
        Self {
            order: NamedSetting::new(&frame.message("sort-label"), order),
            display: (!table).then(|| frame.message("button-display").into_owned()),
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
        painter: &Painter<'_>,
        messages: &'a ToolbarTexts,
        rect: Rect,
        yields: bool,
    ) -> Self {
        let row = rect.with_max_y(rect.top() + 36.0);
        let available = if yields { 0.0 } else { rect.width() - MIN_FIELD_WIDTH - 64.0 };
        let mut fields = messages.fields.to_button(Icon::Fields);
        let mut keep = messages.save_view.as_ref().map(|(label, key_cap)| {
            Button::new(label).with_icon(Icon::Views).with_key_cap(key_cap).with_style(ButtonStyle::Link)
        });
        let mut display = messages
            .display
            .as_ref()
            .map(|label| Button::new(label).with_icon(Icon::Views).with_style(ButtonStyle::Ghost));
        let mut order = Some(messages.order.to_button(Icon::Sort));
        let all = |buttons: &[Option<Button<'_>>]| -> f32 {
            let width = buttons.iter().flatten().map(|button| button.width(painter) + GAP);
            width.sum()
        };
        // Every button keeps its icon before any keeps its label.
        let icons = [order.map(Button::icon_only), display.map(Button::icon_only)];
        if all(&[icons[0], icons[1], Some(fields), keep]) > available {
            keep = keep.map(|keep| keep.with_key_cap(""));
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > available {
            fields = fields.icon_only();
        }
        if all(&[icons[0], icons[1], Some(fields), keep]) > available {
            keep = keep.map(Button::icon_only);
        }
        if all(&[icons[0], Some(fields), keep, display]) > available {
            display = display.map(Button::icon_only);
        }
        if all(&[order, display, Some(fields), keep]) > available {
            order = order.map(Button::icon_only);
        }
        order = order.filter(|_| yields || all(&[order, display, Some(fields), keep]) <= available);
        let parts = [
            (ToolbarPart::Order, order),
            (ToolbarPart::Display, display),
            (ToolbarPart::Fields, Some(fields)),
            (ToolbarPart::SaveView, keep),
        ];
        let parts = parts.into_iter().filter_map(|(part, button)| Some((part, button?)));
        let parts: Vec<(ToolbarPart, Button<'a>)> = parts.collect();
        let widths: Vec<f32> = parts.iter().map(|(_, button)| button.width(painter)).collect();
        let right_x = row.right() - 14.0;
        let rects = trailing_items::rects_ending_at(pos2(right_x, row.center().y), GAP, &widths);
        let parts =
            parts.into_iter().zip(rects).map(|((part, button), button_rect)| (part, button, button_rect));
        Self { parts: parts.collect(), right_x }
    }

    /// Returns the left edge of the toolbar.
    pub(in crate::screens) fn left_x(&self) -> f32 {
        let first = self.parts.first();
        first.map_or(self.right_x, |(_, _, button_rect)| button_rect.left()) - GAP
    }

    pub(in crate::screens) fn show(self, ui: &mut Ui, frame: &mut FrameCtx<'_>) {
        for (part, button, button_rect) in self.parts {
            let id = ui.scope_id().with(match part {
                ToolbarPart::Order => "order",
                ToolbarPart::Display => "display",
                ToolbarPart::Fields => "card-field",
                ToolbarPart::SaveView => "save-view",
            });
            let response = button.show(ui, frame.theme, id, button_rect);
            let menu = || egui::Popup::menu(&response).frame(context_menu::menu_frame(frame.theme));
            let stays = egui::PopupCloseBehavior::CloseOnClickOutside;
            match part {
                ToolbarPart::Order => {
                    menu().show(|ui| context_menu::sort_menu(ui, frame));
                }
                ToolbarPart::Display => {
                    menu().close_behavior(stays).show(|ui| context_menu::display_menu(ui, frame));
                }
                ToolbarPart::Fields if !frame.app.table.shows_table() => {
                    menu().close_behavior(stays).show(|ui| context_menu::fields_menu(ui, frame));
                }
                ToolbarPart::Fields if response.clicked() => frame.request_command(ActionId::ChooseColumns),
                ToolbarPart::SaveView if response.clicked() => frame.request_command(ActionId::SaveView),
                ToolbarPart::Fields | ToolbarPart::SaveView => {}
            }
        }
    }
}

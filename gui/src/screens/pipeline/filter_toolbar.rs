//! The toolbar at the right of the filter: sort order, display, fields, and saving a view.
//!
//! The button to save appears when the state differs from the open view. If space is short, first labels are dropped,
//! then the order button.

use encours_core::app::deals::board::view::header::{BoardHeader, order_key_text};

use crate::prelude::*;

/// Minimum usable width of the filter field.
const MIN_FIELD_WIDTH: f32 = 200.0;
const GAP: f32 = 6.0;

/// Returns a button with the name of a setting, followed by its value.
fn setting_button(name: &str, value: impl std::fmt::Display, icon: Icon) -> Button<'static> {
    let button = Button::new(format!("{name} {value}")).with_icon(icon).with_style(ButtonStyle::Ghost);
    button.with_value_start(name.len() + 1)
}

/// A button with its id, if it is shown.
type ToolbarItem = (&'static str, Option<Button<'static>>);

/// Returns the buttons with all their parts.
pub(crate) fn toolbar_items(frame: &FrameCtx<'_>, header: &BoardHeader) -> [ToolbarItem; 4] {
    let table = frame.app.table.shows_table();
    let fields = if table {
        let count = frame.app.table.columns.len();
        setting_button(&frame.message("columns-shown"), count, Icon::Fields)
    } else {
        setting_button(&frame.message("fields-shown"), &header.field, Icon::Fields)
    };
    let order = if table {
        encours_core::app::deals::table::view::table::order_keys_text(frame.app)
    } else {
        order_key_text(frame.app)
    };
    let is_view_changed = frame.app.views.is_modified(&frame.app.table, &frame.app.pipeline)
        || (frame.app.views.open().is_none() && !header.filter.trim().is_empty());
    // An invalid filter cannot be saved.
    let differs = is_view_changed && frame.app.pipeline.board().filter_error.is_none();
    let icon_button = |key, kind| Button::new(frame.message(key)).with_icon(Icon::Views).with_style(kind);
    let save_view = || {
        let button = icon_button("button-save-view", ButtonStyle::Link);
        let button = button.disabled_by(frame.past_reason(ActionId::SaveView));
        button.with_key_cap(frame.key_cap(ActionId::SaveView)).with_action(Action::Run(ActionId::SaveView))
    };
    [
        ("order", Some(setting_button(&frame.message("sort-label"), order, Icon::Sort))),
        ("display", (!table).then(|| icon_button("button-display", ButtonStyle::Ghost))),
        (
            "card-field",
            Some(Button { action: table.then_some(Action::Run(ActionId::ChooseColumns)), ..fields }),
        ),
        ("save-view", differs.then(save_view)),
    ]
}

/// The buttons that fit, from the left, with their areas.
pub(crate) struct FilterToolbar {
    row: ButtonRow<'static>,
    /// The ids of the buttons.
    salts: Vec<&'static str>,
    right_x: f32,
}

impl FilterToolbar {
    /// Lays out the buttons. If `yields`, their labels give way to the message about the filter; the icons stay.
    pub(crate) fn layout(
        ui: &Ui,
        painter: &Painter<'_>,
        all: &[ToolbarItem; 4],
        rect: Rect,
        yields: bool,
    ) -> Self {
        let row = rect.top_part(36.0);
        let available = if yields { 0.0 } else { rect.width() - MIN_FIELD_WIDTH - 64.0 };
        // The levels of reduction of each button. Every button keeps its icon before any keeps its label.
        let mut levels = [2, 2, 0, 0];
        let width = |levels: [usize; 4]| -> f32 {
            let buttons =
                all.iter().zip(levels).filter_map(|((_, button), level)| Some((button.as_ref()?, level)));
            buttons.map(|(button, level)| button.clone().reduced(level).width(painter) + GAP).sum()
        };
        for (at, level) in [(3, 1), (2, 2), (3, 2)] {
            if width(levels) > available {
                levels[at] = level;
            }
        }
        for at in [1, 0] {
            levels[at] = 0;
            if width(levels) > available {
                levels[at] = 2;
            }
        }
        let shows_order = yields || width(levels) <= available;
        let parts = all.iter().zip(levels).filter(|((salt, _), _)| shows_order || *salt != "order");
        let parts = parts.filter_map(|((salt, button), level)| Some((*salt, button.clone()?.reduced(level))));
        let parts: Vec<(&'static str, Button<'static>)> = parts.collect();
        let salts = parts.iter().map(|(salt, _)| *salt).collect();
        let right_x = row.right() - 14.0;
        let row = ButtonRow::ending_at(ui, painter, (pos2(right_x, row.center().y), GAP), parts);
        Self { row, salts, right_x }
    }

    /// Returns the left edge of the toolbar.
    pub(crate) fn left_x(&self) -> f32 {
        self.row.left_edge(self.right_x) - GAP
    }

    pub(crate) fn show(self, ui: &mut Ui, frame: &mut FrameCtx<'_>) {
        let stays = egui::PopupCloseBehavior::CloseOnClickOutside;
        for (salt, response) in self.salts.into_iter().zip(self.row.show(ui, frame)) {
            let menu = context_menu::popup(&response, frame.theme);
            match salt {
                "order" => {
                    menu.show(|ui| context_menu::sort_menu(ui, frame));
                }
                "display" => {
                    menu.close_behavior(stays).show(|ui| context_menu::display_menu(ui, frame));
                }
                "card-field" if !frame.app.table.shows_table() => {
                    menu.close_behavior(stays).show(|ui| context_menu::fields_menu(ui, frame));
                }
                _ => {}
            }
        }
    }
}

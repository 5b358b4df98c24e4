//! Gallery plate of controls: buttons, check boxes and text fields.

use egui::{Align, Id, Rect, Ui, pos2, vec2};
use encours_gui::theme::{Icon, TextStyle, Theme};
use encours_gui::widgets::button::ButtonState;
use encours_gui::widgets::checkbox::{self, CheckState};
use encours_gui::widgets::field::TextInput;
use encours_gui::widgets::{Button, ButtonStyle, Painter, SegmentedControl, keycap};

use super::heading;

/// Distance between two rows of buttons.
const ROW: f32 = 38.0;

/// Draws each button style in a row and each state in a column. Resting and disabled buttons react to input.
pub(super) fn buttons(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        theme,
        x,
        y,
        "Buttons: at rest, with icon and key, under the pointer, pressed, with the focus, disabled with its reason; how something is set",
    );
    let painter = Painter::new(ui.painter(), theme);
    let over = ButtonState { hovered: true, ..ButtonState::default() };
    let pressed = ButtonState { pressed: true, ..over };
    let focused = ButtonState { focused: true, ..ButtonState::default() };
    let kinds = [
        ("Default", ButtonStyle::Default),
        ("Primary", ButtonStyle::Primary),
        ("Danger", ButtonStyle::Danger),
        ("Ghost", ButtonStyle::Ghost),
        ("Link", ButtonStyle::Link),
    ];
    for (row, (name, kind)) in kinds.into_iter().enumerate() {
        let button = Button::new(name).with_style(kind);
        let keyed = button.clone().with_icon(Icon::Plus).with_key_cap("N");
        let disabled = button.clone().disabled_by(Some("the key may not"));
        let top = y + row as f32 * ROW;
        let place = |column: f32, button: &Button<'_>| {
            let size = vec2(button.width(&painter), theme.tokens.size.control_height);
            Rect::from_min_size(pos2(x + column * 132.0, top), size)
        };
        button.show(ui, theme, Id::unique(("gallery", name)), place(0.0, &button));
        keyed.show(ui, theme, Id::unique(("gallery-keyed", name)), place(1.0, &keyed));
        for (column, state) in [(2.0, over), (3.0, pressed), (4.0, focused)] {
            button.paint(&painter, place(column, &button), state);
        }
        disabled.show(ui, theme, Id::unique(("gallery-disabled", name)), place(5.0, &disabled));
    }
    let icon = Button::from_icon("More", Icon::More);
    let side = theme.tokens.size.control_height;
    let place = |row: f32| {
        Rect::from_min_size(
            pos2(x + 6.0 * 132.0, y + row * ROW),
            vec2(side, theme.tokens.size.control_height),
        )
    };
    icon.show(ui, theme, Id::unique("gallery-icon"), place(0.0));
    for (row, state) in [(1.0, over), (2.0, pressed), (3.0, focused)] {
        icon.paint(&painter, place(row), state);
    }
    settings(ui, theme, x + 6.6 * 132.0, y);
    y + kinds.len() as f32 * ROW + 8.0
}

/// Draws a segmented control with and without labels, and a button that shows a setting's name and value.
fn settings(ui: &Ui, theme: &Theme, x: f32, y: f32) {
    let middle = theme.tokens.size.control_height / 2.0;
    for (row, narrow) in [(0.0, false), (1.0, true)] {
        let switch = SegmentedControl {
            segments: [(Icon::Table, "Table"), (Icon::Fork, "Tree")],
            chosen: 0,
            icons_only: narrow,
            key_cap: "V",
        };
        let id = Id::unique(("gallery-switch", narrow));
        switch.show(ui, theme, id, pos2(x, y + row * ROW + middle));
    }
    let sort = Button::new("Sort Time in status")
        .with_icon(Icon::Sort)
        .with_style(ButtonStyle::Ghost)
        .with_value_start(5);
    let size = vec2(sort.width(&Painter::new(ui.painter(), theme)), 2.0 * middle);
    let place = Rect::from_min_size(pos2(x, y + 2.0 * ROW), size);
    sort.show(ui, theme, Id::unique("gallery-setting"), place);
}

/// Draws check boxes, key caps, counters, badges and tags.
pub(super) fn boxes(ui: &Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        theme,
        x,
        y,
        "Check boxes: empty, some, all, each under the pointer too; key caps, counters, badges, tags",
    );
    let painter = Painter::new(ui.painter(), theme);
    let middle = y + 12.0;
    for (n, ticked) in [CheckState::No, CheckState::Partial, CheckState::All].into_iter().enumerate() {
        for (m, hovered) in [false, true].into_iter().enumerate() {
            let at = pos2(x + 8.0 + (2 * n + m) as f32 * 34.0, middle);
            checkbox::paint(&painter, at, ticked, hovered);
        }
    }
    let mut at = x + 250.0;
    for key in ["Ctrl K", "N", "⇧X", "?"] {
        at = keycap::paint_right_of(&painter, at, middle, key) + 10.0;
    }
    let accent = Rect::from_min_size(pos2(at, y), vec2(34.0, 24.0));
    painter.fill(accent, theme.tokens.radius.button, theme.colors.accent);
    let size = vec2(keycap::width(&painter, "N"), theme.tokens.size.tag);
    let on = Some(theme.colors.on_accent);
    keycap::paint(&painter, Rect::from_center_size(accent.center(), size), "N", on);
    keycap::paint_counter(&painter, at + 100.0, middle, "37", true);
    keycap::paint_counter(&painter, at + 140.0, middle, "2", false);
    keycap::paint_badge(&painter, at + 180.0, y, "4", true);
    keycap::paint_badge(&painter, at + 210.0, y, "9", false);
    let end = keycap::paint_tag(&painter, at + 240.0, middle, "démo", false);
    keycap::paint_tag(&painter, end + 10.0, middle, "lecture", true);
    y + 40.0
}

/// Draws text fields; the focused one accepts input.
pub(super) fn fields(ui: &mut Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        theme,
        x,
        y,
        "Fields: empty, filled, with the focus, without a box of its own, of several lines. The pointer changes none",
    );
    let shown = [
        ("Empty", "", true),
        ("Filled", "statut:ic ltv>0.65", true),
        ("Focused", "Îlot Saint-Michel", true),
        ("Bare", "", false),
    ];
    let focused = Id::unique(("gallery-field", 2_usize));
    for (n, (name, text, boxed)) in shown.into_iter().enumerate() {
        let rect = Rect::from_min_size(pos2(x + n as f32 * 226.0, y), vec2(210.0, 30.0));
        let field = line(name, boxed);
        let mut text = text.to_owned();
        field.show(ui, theme, Id::unique(("gallery-field", n)), rect, &mut text);
    }
    if ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| memory.request_focus(focused));
    }
    let rect = Rect::from_min_size(pos2(x + 4.0 * 226.0, y), vec2(220.0, 66.0));
    let mut lines = "Rappeler le notaire.\nBail à relire avant mardi.".to_owned();
    line("Lines", true).show_multiline(ui, theme, Id::unique("gallery-lines"), rect, &mut lines);
    let painter = Painter::new(ui.painter(), theme);
    let note = Rect::from_min_size(pos2(x, y + 40.0), vec2(860.0, 18.0));
    painter.text(
        note,
        Align::Min,
        "What is wrong with a field is said under it, and its edge is the alert's (scene form-stranger).",
        TextStyle::small(),
        theme.colors.text_tertiary,
    );
    y + 84.0
}

fn line(name: &str, boxed: bool) -> TextInput<'_> {
    TextInput { hint: "statut:ic classe:bureaux", boxed, ..TextInput::framed(name, 10.0) }
}

//! Forms, for example for a new deal and its owner.
//!
//! Tab moves between fields, Enter saves, Esc cancels.

mod field_hint;
mod suggestions;

use super::OverlayUiState;
use crate::frame_ctx::FrameCtx;
use crate::input::{input_queue, key_events};
use crate::theme::{Icon, TextStyle};
use crate::widgets::field::{self, TextInput};
use crate::widgets::{Button, ButtonStyle, Painter, keycap, set_a11y_choice, trailing_items};
use egui::{Align, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::forms::suggestions::Suggestion;
use encours_core::app::changes::forms::view::{FormLine, FormView};
use encours_core::app::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

use field_hint::{draw_hint, field_hint, hint_height};

const PAD: f32 = 20.0;
const LABEL_HEIGHT: f32 = 22.0;
/// Height of a single-line field.
const FIELD_HEIGHT: f32 = 30.0;
/// Height reserved for the rest of the form when a multi-line field grows.
const FORM_MARGIN: f32 = 250.0;

/// Draws the form.
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, place: &mut OverlayUiState, form: &Form) {
    let view = encours_core::app::changes::forms::view::form_view(pass.app, form);
    // A path is long, and its end distinguishes files.
    let wide = if matches!(form.purpose, FormPurpose::Export { .. }) {
        620.0
    } else {
        440.0
    };
    let pen = Painter::new(ui.painter(), pass.theme);
    let under = |line: &FormLine| {
        let room = wide - 2.0 * PAD;
        let said = field_hint(line, &view)
            .filter(|(text, _)| !field_hint::fits_beside(&pen, &line.label, text, room));
        said.map_or(0.0, |(text, _)| hint_height(&pen, text, room))
    };
    let note = note_text(pass, form, &view);
    let note_height = pen
        .layout_wrapped(
            &note,
            TextStyle::small(),
            pass.theme.colors.text,
            wide - 2.0 * PAD,
            6,
        )
        .size()
        .y;
    let room = ui.ctx().content_rect().height() - FORM_MARGIN - note_height;
    let heights: Vec<f32> = view
        .lines
        .iter()
        .zip(&form.fields)
        .map(|(line, field)| {
            let more = if line.is_multiline {
                multiline_height(&pen, field.text(), wide - 2.0 * PAD, room) - FIELD_HEIGHT
            } else {
                0.0
            };
            field_height(line, field) + under(line) + more
        })
        .collect();
    let body: f32 = heights.iter().sum();
    let about = (!view.subject.is_empty()).then(|| {
        let ink = pass.theme.colors.text_secondary;
        pen.layout_wrapped(&view.subject, TextStyle::small(), ink, wide - 2.0 * PAD, 6)
    });
    let about_height = about.as_ref().map_or(0.0, |lines| lines.size().y + 8.0);
    let rect = super::box_rect(ui, pass, wide, 54.0 + about_height + body + note_height + 62.0);
    super::draw_box(ui, pass, &view.title, rect, |ui, pass| {
        let column = rect.shrink2(vec2(PAD, 0.0));
        let pen = Painter::new(ui.painter(), pass.theme);
        let head = Rect::from_min_size(pos2(column.left(), rect.top() + 14.0), vec2(column.width(), 24.0));
        pen.text(
            head,
            Align::Min,
            &view.title,
            TextStyle::heading(),
            pass.theme.colors.text,
        );
        if let Some(lines) = about {
            let at = pos2(column.left(), head.bottom() + 4.0);
            let place = Rect::from_min_size(at, lines.size());
            pen.inner.galley(at, lines, pass.theme.colors.text_secondary);
            let response = ui.interact(place, ui.scope_id().with("about"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.subject));
        }
        let mut y = rect.top() + 48.0 + about_height;
        for (at, (line, high)) in view.lines.iter().zip(heights).enumerate() {
            let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), high));
            draw_field(ui, pass, place, form, at, line, row);
            let label = row.with_max_y(row.top() + LABEL_HEIGHT - 2.0);
            match field_hint(line, &view) {
                Some(said) if field_hint::fits_beside(&pen, &line.label, said.0, row.width()) => {
                    draw_hint(ui, pass, field_hint::rect_beside(&pen, label, said.0), said);
                }
                Some(said) => {
                    let top = row.bottom() - 8.0 - hint_height(&pen, said.0, row.width());
                    draw_hint(ui, pass, row.with_min_y(top), said);
                }
                None if line.required => {
                    let color = pass.theme.colors.text_tertiary;
                    pen.text(
                        label,
                        Align::Max,
                        &pass.message("form-required"),
                        TextStyle::small(),
                        color,
                    );
                }
                None => {}
            }
            y = row.bottom();
        }
        pen.block(
            pos2(column.left(), y + 2.0),
            column.width(),
            &note,
            TextStyle::small(),
            pass.theme.colors.text_tertiary,
        );
        draw_buttons(ui, pass, form, &view, rect);
    });
    place.focused_field = Some(form.focus);
}

/// Returns the note of the form; for multi-line text it adds the keys for a new line and for saving.
fn note_text(pass: &FrameCtx<'_>, form: &Form, view: &FormView) -> String {
    if !form.is_multiline() {
        return view.note.clone();
    }
    let [line, save] =
        [Key::plain(KeyCode::Enter), key_events::SAVE_KEY].map(|key| key_events::key_cap(pass.app, key));
    let args = [("line", line.into()), ("save", save.into())];
    format!("{} {}", view.note, pass.messages.with("form-note-lines", &args))
}

/// Returns the height of a multi-line field: that of its text, between a minimum and the available space.
fn multiline_height(pen: &Painter<'_>, text: &str, wide: f32, room: f32) -> f32 {
    /// Minimum number of lines.
    const MIN_LINES: f32 = 6.0;
    let face = TextStyle::body();
    let around = 2.0 * field::LINES_PAD;
    // Reserve one more line for the text that follows.
    let typed = pen
        .layout_wrapped(text, face, pen.theme.colors.text, wide - 20.0, usize::MAX)
        .size()
        .y
        + face.line_height;
    let least = MIN_LINES * face.line_height + around;
    (typed + around).clamp(least, room.max(least))
}

/// Returns the height of a field. Its suggestions keep their space, however few match.
fn field_height(line: &FormLine, field: &FormField) -> f32 {
    let met = matches!(&field.value, FormValue::Text { known, .. } if !known.is_empty());
    let offered = if !met || !line.focused {
        0.0
    } else {
        suggestions::height()
    };
    LABEL_HEIGHT + FIELD_HEIGHT + 14.0 + offered
}

fn draw_field(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    place: &OverlayUiState,
    form: &Form,
    at: usize,
    line: &FormLine,
    rect: Rect,
) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let label = rect.with_max_y(rect.top() + LABEL_HEIGHT - 2.0);
    pen.text(
        label,
        Align::Min,
        &line.label,
        TextStyle::small(),
        pass.theme.colors.text_secondary,
    );
    let high = if line.is_multiline {
        rect.height() - LABEL_HEIGHT - 14.0
    } else {
        FIELD_HEIGHT
    };
    let input = Rect::from_min_size(
        pos2(rect.left(), rect.top() + LABEL_HEIGHT),
        vec2(rect.width(), high),
    );
    // The form determines the focused field. egui's focus follows it once, and returns if it was lost.
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    let arrived = line.focused && (place.focused_field != Some(at) || nowhere);
    // The button of the system's file dialog is beside the path and follows it in reading order.
    let path = form.fields.get(at).filter(|field| field.name == "export-path");
    let label = pass.message("button-browse").into_owned();
    let button = Button::new(&label);
    let end = pos2(input.right(), input.top() + 15.0);
    let beside = path.map(|_| trailing_items::rects_ending_at(end, 0.0, &[button.width(&pen)]));
    let beside = beside.unwrap_or_default();
    let input = if beside.is_empty() {
        input
    } else {
        input.with_max_x(trailing_items::left_edge(&beside, input.right()) - 8.0)
    };
    let response = if line.is_choice {
        draw_choice_field(ui, pass, at, line, input, arrived)
    } else {
        draw_text_field(ui, pass, form, at, line, input)
    };
    for place in beside {
        let id = ui.scope_id().with("browse");
        if button.show(ui, pass.theme, id, place).clicked() {
            pass.browse_path = Some(form.value("export-path").to_owned());
        }
    }
    if arrived {
        response.request_focus();
        let long = |field: &&FormField| field.name == "export-path" || field.is_multiline();
        if let Some(typed) = form.fields.get(at).filter(long) {
            field::move_to_end(ui, field_id(at), typed.text());
        } else if let (FormPurpose::EditDeal { .. }, Some(typed)) = (&form.purpose, form.fields.get(at)) {
            // Select the current owner, so that typing replaces it.
            field::select_all(ui, field_id(at), typed.text());
        }
    } else if response.gained_focus() && !line.focused {
        pass.request(Action::FocusField(at));
    }
    if !line.suggestions.is_empty() && line.focused {
        let new = matches!(form.suggestions().last(), Some(Suggestion::New(_)));
        suggestions::show(
            ui,
            pass,
            field_id(at),
            line,
            new,
            Rect::from_min_size(
                pos2(rect.left(), input.bottom() + 6.0),
                vec2(rect.width(), suggestions::CHIP_HEIGHT),
            ),
        );
    }
}

/// Returns the widget id of a field by its index.
pub(super) fn field_id(at: usize) -> Id {
    Id::unique(("form", at))
}

fn draw_text_field(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    form: &Form,
    at: usize,
    line: &FormLine,
    rect: Rect,
) -> egui::Response {
    // Edit the form's raw text; the view has a sanitised copy for display.
    let mut text = form
        .fields
        .get(at)
        .map(|field| field.text().to_owned())
        .unwrap_or_default();
    let field = TextInput {
        name: &line.label,
        hint: "",
        text_style: TextStyle::body(),
        boxed: true,
        left_padding: 10.0,
        right_padding: 10.0,
    };
    let response = if line.is_multiline {
        field.show_multiline(ui, pass.theme, field_id(at), rect, &mut text)
    } else {
        field.show(ui, pass.theme, field_id(at), rect, &mut text)
    };
    if line.has_error && form.has_error() {
        let edge = Stroke::new(1.5, pass.theme.band_colors.alert);
        let radius = egui::CornerRadius::same(pass.theme.tokens.radius.button);
        ui.painter()
            .rect_stroke(rect, radius, edge, egui::StrokeKind::Inside);
    }
    if response.changed() {
        pass.request(Action::SetField(at, text));
    }
    response
}

/// Draws a field with a list of codes: arrows cycle through them, a click opens the list.
fn draw_choice_field(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    at: usize,
    line: &FormLine,
    rect: Rect,
    arrived: bool,
) -> egui::Response {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let response = ui.interact(rect, field_id(at), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, &line.label);
        info.current_text_value = Some(line.value.to_string());
        info
    });
    let pen = Painter::new(ui.painter(), look);
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    pen.bordered_box(rect, look.tokens.radius.button, fill, look.hairline(ink.control));
    // The form's focused field stays the same while a button has the keyboard focus; the ring shows where keys go.
    if response.has_focus() || arrived {
        pen.focus_ring(rect.shrink(1.0), look.tokens.radius.button);
    }
    pen.text(
        rect.with_min_x(rect.left() + 10.0)
            .with_max_x(rect.right() - 28.0),
        Align::Min,
        &line.value,
        TextStyle::body(),
        ink.text,
    );
    pen.sized_icon(
        pos2(rect.right() - 16.0, rect.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    egui::Popup::menu(&response)
        .frame(super::context_menu::menu_frame(look))
        .width(rect.width())
        .show(|ui| {
            ui.set_width(rect.width() - 12.0);
            for (n, (code, words)) in line.options.iter().enumerate() {
                let response = draw_option(ui, pass, words, n == line.selected);
                // The list opens at the chosen option, and arrows move on from there.
                if n == line.selected && ui.memory(|memory| memory.has_focus(field_id(at))) {
                    response.request_focus();
                }
                if response.clicked() {
                    pass.request(Action::SetField(at, code.clone()));
                    ui.close();
                }
            }
        });
    response
}

fn draw_option(ui: &mut Ui, pass: &FrameCtx<'_>, words: &str, chosen: bool) -> egui::Response {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    set_a11y_choice(&response, Role::ListBoxOption, true, chosen, words);
    input_queue::focus_entry(&response);
    let pen = Painter::new(ui.painter(), look);
    if response.hovered() || response.has_focus() {
        pen.fill(rect, look.tokens.radius.chip, ink.hover);
    }
    pen.text(
        rect.with_min_x(rect.left() + 8.0).with_max_x(rect.right() - 26.0),
        Align::Min,
        words,
        TextStyle::body(),
        ink.text,
    );
    if chosen {
        pen.sized_icon(
            pos2(rect.right() - 14.0, rect.center().y),
            Icon::Check,
            14.0,
            ink.accent_text,
        );
    }
    response
}

fn draw_buttons(ui: &mut Ui, pass: &mut FrameCtx<'_>, form: &Form, view: &FormView, rect: Rect) {
    let look = pass.theme;
    let pen = Painter::new(ui.painter(), look);
    let (save, cancel) = (
        pass.message(match form.purpose {
            FormPurpose::Export { .. } => "button-export",
            FormPurpose::EnterStatus(_) => "button-move",
            FormPurpose::ActFor => "button-act-for",
            FormPurpose::AskRoute => "button-read",
            FormPurpose::FilterChanges => "button-filter",
            FormPurpose::NewDeal => "button-create",
            _ => "button-save",
        })
        .into_owned(),
        pass.message("button-cancel").into_owned(),
    );
    // An open list handles the keys, so the form's key cap does not apply.
    let listed = egui::Popup::is_any_open(ui.ctx());
    let cap = match (listed, form.is_multiline()) {
        (true, _) => String::new(),
        (false, true) => key_events::key_cap(pass.app, key_events::SAVE_KEY),
        (false, false) => pass.key_cap(ActionId::Open),
    };
    let row = rect
        .with_min_y(rect.bottom() - 44.0)
        .with_max_y(rect.bottom() - 16.0);
    let chooses = view.lines.iter().any(|line| line.focused && line.is_choice);
    if chooses {
        let (key, does) = if listed {
            (KeyCode::Enter, "hint-choose")
        } else {
            (KeyCode::Char(' '), "hint-list")
        };
        let cap = key_events::key_cap(pass.app, Key::plain(key));
        keycap::paint_hint(&pen, row, rect.left() + PAD, [cap], &pass.message(does));
    }
    let end = pos2(rect.right() - PAD, rect.bottom() - 30.0);
    let buttons = [
        Button::new(&cancel),
        Button::new(&save)
            .with_key_cap(&cap)
            .with_style(ButtonStyle::Primary),
    ];
    let places = trailing_items::rects_ending_at(end, 8.0, &buttons.map(|button| button.width(&pen)));
    let pressed: Vec<bool> = buttons
        .into_iter()
        .zip(["cancel", "save"])
        .zip(places)
        .map(|((button, id), place)| button.show(ui, look, ui.scope_id().with(id), place).clicked())
        .collect();
    match pressed.as_slice() {
        [true, _] => pass.request(Action::CloseLayer),
        [_, true] => pass.request_command(ActionId::Open),
        _ => {}
    }
    debug_assert!(!view.title.is_empty(), "a form must have a title");
}

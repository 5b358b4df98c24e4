//! Forms, for example for a new deal and its owner.
//!
//! Tab moves between fields, Enter saves, Esc cancels.

mod field_hint;
mod suggestions;

use crate::prelude::*;
use encours_core::app::changes::forms::suggestions::Suggestion;
use encours_core::app::changes::forms::view::{FormLine, FormView};
use encours_core::app::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue};

use field_hint::{draw_hint, field_hint, hint_height};

const PAD: f32 = 20.0;
const LABEL_HEIGHT: f32 = 22.0;
/// Height of a single-line field.
const FIELD_HEIGHT: f32 = 30.0;
/// Height reserved for the rest of the form when a multi-line field grows.
const FORM_MARGIN: f32 = 250.0;

/// Draws the form.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, form: &Form) {
    let view = encours_core::app::changes::forms::view::form_view(frame.app, form);
    // A path is long, and its end distinguishes files.
    let width = if matches!(form.purpose, FormPurpose::Export { .. }) { 620.0 } else { 440.0 };
    let painter = frame.painter(ui);
    let space_for_hint = |line: &FormLine| {
        let available = width - 2.0 * PAD;
        let hint = field_hint(line, &view)
            .filter(|(text, _)| !field_hint::fits_beside(&painter, &line.label, text, available));
        hint.map_or(0.0, |(text, _)| hint_height(&painter, text, available))
    };
    let note = note_text(frame, form, &view);
    let note_height = painter
        .layout_wrapped(&note, TextStyle::small(), frame.theme.colors.text, width - 2.0 * PAD, 6)
        .size()
        .y;
    let available = ui.ctx().content_rect().height() - FORM_MARGIN - note_height;
    let heights: Vec<f32> = view
        .lines
        .iter()
        .zip(&form.fields)
        .map(|(line, field)| {
            let newline_hint = if line.is_multiline {
                multiline_height(&painter, field.text(), width - 2.0 * PAD, available) - FIELD_HEIGHT
            } else {
                0.0
            };
            field_height(line, field) + space_for_hint(line) + newline_hint
        })
        .collect();
    let body: f32 = heights.iter().sum();
    let about = (!view.subject.is_empty()).then(|| {
        let colors = frame.theme.colors.text_secondary;
        painter.layout_wrapped(&view.subject, TextStyle::small(), colors, width - 2.0 * PAD, 6)
    });
    let about_height = about.as_ref().map_or(0.0, |lines| lines.size().y + 8.0);
    let rect = super::box_rect(ui, frame, width, 54.0 + about_height + body + note_height + 62.0);
    super::draw_box(ui, frame, &view.title, rect, |ui, frame| {
        let column = rect.narrowed(PAD);
        let (painter, colors) = frame.painter_and_colors(ui);
        let header = column.row(rect.top() + 14.0, 24.0);
        painter.left(header, &view.title, TextStyle::heading(), frame.theme.colors.text);
        if let Some(lines) = about {
            let at = pos2(column.left(), header.bottom() + 4.0);
            let about_rect = Rect::from_min_size(at, lines.size());
            painter.inner.galley(at, lines, frame.theme.colors.text_secondary);
            ui.describe(about_rect, "about", Role::Label, &view.subject);
        }
        let mut y = rect.top() + 48.0 + about_height;
        for (at, (line, line_height)) in view.lines.iter().zip(heights).enumerate() {
            let row = column.row(y, line_height);
            draw_field(ui, frame, form, at, line, row);
            let label = row.top_part(LABEL_HEIGHT - 2.0);
            match field_hint(line, &view) {
                Some(hint) if field_hint::fits_beside(&painter, &line.label, hint.0, row.width()) => {
                    draw_hint(ui, frame, field_hint::rect_beside(&painter, label, hint.0), hint);
                }
                Some(hint) => {
                    let top = row.bottom() - 8.0 - hint_height(&painter, hint.0, row.width());
                    draw_hint(ui, frame, row.with_min_y(top), hint);
                }
                None if line.required => {
                    let color = frame.theme.colors.text_tertiary;
                    painter.right(label, &frame.message("form-required"), TextStyle::small(), color);
                }
                None => {}
            }
            y = row.bottom();
        }
        let note_pos = pos2(column.left(), y + 2.0);
        painter.block(note_pos, column.width(), &note, TextStyle::small(), colors.text_tertiary);
        draw_buttons(ui, frame, form, &view, rect);
    });
    frame.state.overlays.focused_field = Some(form.focus);
}

/// Returns the note of the form; for multi-line text it adds the keys for a new line and for saving.
fn note_text(frame: &FrameCtx<'_>, form: &Form, view: &FormView) -> String {
    if !form.is_multiline() {
        return view.note.clone();
    }
    let [line, save] =
        [Key::plain(KeyCode::Enter), key_events::SAVE_KEY].map(|key| key_events::key_cap(frame.app, key));
    let args = [("line", line.into()), ("save", save.into())];
    format!("{} {}", view.note, frame.messages.with("form-note-lines", &args))
}

/// Returns the height of a multi-line field: that of its text, between a minimum and the available space.
fn multiline_height(painter: &Painter<'_>, text: &str, width: f32, available_height: f32) -> f32 {
    /// Minimum number of lines.
    const MIN_LINES: f32 = 6.0;
    let style = TextStyle::body();
    let around = 2.0 * field::LINES_PAD;
    // Reserve one more line for the text that follows.
    let typed =
        painter.layout_wrapped(text, style, painter.theme.colors.text, width - 20.0, usize::MAX).size().y
            + style.line_height;
    let min = MIN_LINES * style.line_height + around;
    (typed + around).clamp(min, available_height.max(min))
}

/// Returns the height of a field. Its suggestions keep their space, however few match.
fn field_height(line: &FormLine, field: &FormField) -> f32 {
    let met = matches!(&field.value, FormValue::Text { known, .. } if !known.is_empty());
    let offered = if !met || !line.focused { 0.0 } else { suggestions::height() };
    LABEL_HEIGHT + FIELD_HEIGHT + 14.0 + offered
}

fn draw_field(ui: &mut Ui, frame: &mut FrameCtx<'_>, form: &Form, at: usize, line: &FormLine, rect: Rect) {
    let painter = frame.painter(ui);
    let label = rect.top_part(LABEL_HEIGHT - 2.0);
    painter.left(label, &line.label, TextStyle::small(), frame.theme.colors.text_secondary);
    let field_height = if line.is_multiline { rect.height() - LABEL_HEIGHT - 14.0 } else { FIELD_HEIGHT };
    let input = rect.row(rect.top() + LABEL_HEIGHT, field_height);
    // The form determines the focused field. egui's focus follows it once, and returns if it was lost.
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    let arrived = line.focused && (frame.state.overlays.focused_field != Some(at) || nowhere);
    // The button of the system's file dialog is beside the path and follows it in reading order.
    let path = form.fields.get(at).filter(|field| field.is_path());
    let browse = path.map(|_| ("browse", Button::new(frame.message("button-browse"))));
    let end = pos2(input.right(), input.top() + 15.0);
    let browse = ButtonRow::ending_at(ui, &painter, (end, 0.0), browse);
    let input = match path {
        Some(_) => input.with_max_x(browse.left_edge(input.right()) - 8.0),
        None => input,
    };
    let response = if line.is_choice {
        draw_choice_field(ui, frame, at, line, input, arrived)
    } else {
        draw_text_field(ui, frame, form, at, line, input)
    };
    if browse.show(ui, frame).iter().any(Response::clicked) {
        frame.browse_path = path.map(|path| path.text().to_owned());
    }
    if arrived {
        response.request_focus();
        let long = |field: &&FormField| field.is_path() || field.is_multiline();
        if let Some(typed) = form.fields.get(at).filter(long) {
            field::move_to_end(ui, field_id(at), typed.text());
        } else if let (FormPurpose::EditDeal { .. }, Some(typed)) = (&form.purpose, form.fields.get(at)) {
            // Select the current owner, so that typing replaces it.
            field::select_all(ui, field_id(at), typed.text());
        }
    } else if response.gained_focus() && !line.focused {
        frame.request(Action::FocusField(at));
    }
    if !line.suggestions.is_empty() && line.focused {
        let new = matches!(form.suggestions().last(), Some(Suggestion::New(_)));
        let row = rect.row(input.bottom() + 6.0, suggestions::CHIP_HEIGHT);
        suggestions::show(ui, frame, field_id(at), line, new, row);
    }
}

/// Returns the widget id of a field by its index.
pub(super) fn field_id(at: usize) -> Id {
    Id::unique(("form", at))
}

fn draw_text_field(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    form: &Form,
    at: usize,
    line: &FormLine,
    rect: Rect,
) -> Response {
    // Edit the form's raw text; the view has a sanitised copy for display.
    let mut text = form.fields.get(at).map(|field| field.text().to_owned()).unwrap_or_default();
    let field = TextInput::framed(&line.label, 10.0);
    let response = if line.is_multiline {
        field.show_multiline(ui, frame.theme, field_id(at), rect, &mut text)
    } else {
        field.show(ui, frame.theme, field_id(at), rect, &mut text)
    };
    if line.has_error && form.has_error() {
        let edge = Stroke::new(1.5, frame.theme.band_colors.alert);
        let radius = egui::CornerRadius::same(frame.theme.tokens.radius.button);
        ui.painter().rect_stroke(rect, radius, edge, StrokeKind::Inside);
    }
    if response.changed() {
        frame.request(Action::SetField(at, text));
    }
    response
}

/// Draws a field with a list of codes: arrows cycle through them, a click opens the list.
fn draw_choice_field(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    at: usize,
    line: &FormLine,
    rect: Rect,
    arrived: bool,
) -> Response {
    let response = ui.interact(rect, field_id(at), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, &line.label);
        info.current_text_value = Some(line.value.to_string());
        info
    });
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    painter.framed_box(rect, theme.tokens.radius.button, fill, colors.control);
    // The form's focused field stays the same while a button has the keyboard focus; the ring shows where keys go.
    if response.has_focus() || arrived {
        painter.focus_ring(rect.shrink(1.0), theme.tokens.radius.button);
    }
    painter.left(rect.inset(10.0, 28.0), &line.value, TextStyle::body(), colors.text);
    painter.sized_icon(rect.near_right(16.0), Icon::Down, 12.0, colors.text_tertiary);
    context_menu::popup(&response, theme).width(rect.width()).show(|ui| {
        ui.set_width(rect.width() - 12.0);
        for (n, (code, label)) in line.options.iter().enumerate() {
            let response = draw_option(ui, frame, label, n == line.selected);
            // The list opens at the chosen option, and arrows move on from there.
            if n == line.selected && ui.memory(|saved_state| saved_state.has_focus(field_id(at))) {
                response.request_focus();
            }
            if response.clicked() {
                frame.request(Action::SetField(at, code.clone()));
                ui.close();
            }
        }
    });
    response
}

fn draw_option(ui: &mut Ui, frame: &FrameCtx<'_>, label: &str, is_selected: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    set_a11y_choice(&response, Role::ListBoxOption, true, is_selected, label);
    input_queue::focus_entry(&response);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    if response.hovered() || response.has_focus() {
        painter.fill(rect, theme.tokens.radius.chip, colors.hover);
    }
    painter.left(rect.inset(8.0, 26.0), label, TextStyle::body(), colors.text);
    if is_selected {
        painter.sized_icon(rect.near_right(14.0), Icon::Check, 14.0, colors.accent_text);
    }
    response
}

fn draw_buttons(ui: &mut Ui, frame: &mut FrameCtx<'_>, form: &Form, view: &FormView, rect: Rect) {
    let painter = frame.painter(ui);
    let save = match form.purpose {
        FormPurpose::Export { .. } => "button-export",
        FormPurpose::EnterStatus(_) => "button-move",
        FormPurpose::SwitchUser => "button-act-for",
        FormPurpose::AskRoute => "button-read",
        FormPurpose::FilterChanges => "button-filter",
        FormPurpose::NewDeal => "button-create",
        FormPurpose::AsOf | FormPurpose::ImportFile | FormPurpose::MapColumns(_) => "button-see",
        _ => "button-save",
    };
    // An open list handles the keys, so the form's key cap does not apply.
    let listed = egui::Popup::is_any_open(ui.ctx());
    let key_cap = match (listed, form.is_multiline()) {
        (true, _) => String::new(),
        (false, true) => key_events::key_cap(frame.app, key_events::SAVE_KEY),
        (false, false) => frame.key_cap(ActionId::Open),
    };
    let row = rect.with_min_y(rect.bottom() - 44.0).with_max_y(rect.bottom() - 16.0);
    let chooses = view.lines.iter().any(|line| line.focused && line.is_choice);
    if chooses {
        let (key, does) =
            if listed { (KeyCode::Enter, "hint-choose") } else { (KeyCode::Char(' '), "hint-list") };
        let key_cap = key_events::key_cap(frame.app, Key::plain(key));
        keycap::paint_hint(&painter, row, rect.left() + PAD, [key_cap], &frame.message(does));
    }
    let end = pos2(rect.right() - PAD, rect.bottom() - 30.0);
    let cancel = Button::new(frame.message("button-cancel")).with_action(Action::CloseOverlay);
    let save = Button::new(frame.message(save)).with_key_cap(key_cap).with_style(ButtonStyle::Primary);
    let buttons = [("cancel", cancel), ("save", save.with_action(Action::Run(ActionId::Open)))];
    ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons).show(ui, frame);
    debug_assert!(!view.title.is_empty(), "a form must have a title");
}

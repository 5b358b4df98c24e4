//! Forms, for example for a new deal and its owner.
//!
//! Tab moves between fields, Enter saves, Esc cancels.

mod field_hint;
mod suggestions;

use super::LayerPlace;
use crate::frame_ctx::Pass;
use crate::input::{input_queue, key_events};
use crate::theme::{Face, Icon};
use crate::widgets::field::{self, Field};
use crate::widgets::{Button, Kind, Pen, keycap, tell_choice, trailing_items};
use egui::{Align, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::forms::suggestions::Suggestion;
use encours_core::app::changes::forms::view::{FormLine, FormView};
use encours_core::app::foundation::cx::overlay::{FieldValue, Form, FormField, Purpose};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

use field_hint::{remark, remark_height, said};

const PAD: f32 = 20.0;
const LABEL: f32 = 22.0;
/// Height of a single-line field.
const LINE: f32 = 30.0;
/// Height reserved for the rest of the form when a multi-line field grows.
const AROUND: f32 = 250.0;

/// Draws the form.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LayerPlace, form: &Form) {
    let view = encours_core::app::changes::forms::view::form(pass.app, form);
    // A path is long, and its end distinguishes files.
    let wide = if matches!(form.purpose, Purpose::Export { .. }) {
        620.0
    } else {
        440.0
    };
    let pen = Pen::new(ui.painter(), pass.look);
    let under = |line: &FormLine| {
        let room = wide - 2.0 * PAD;
        let said =
            said(line, &view).filter(|(text, _)| !field_hint::is_beside(&pen, &line.label, text, room));
        said.map_or(0.0, |(text, _)| remark_height(&pen, text, room))
    };
    let note = note(pass, form, &view);
    let note_height = pen
        .wrapped(&note, Face::small(), pass.look.ink.text, wide - 2.0 * PAD, 6)
        .size()
        .y;
    let room = ui.ctx().content_rect().height() - AROUND - note_height;
    let heights: Vec<f32> = view
        .lines
        .iter()
        .zip(&form.fields)
        .map(|(line, field)| {
            let more = if line.lines {
                lines_height(&pen, field.text(), wide - 2.0 * PAD, room) - LINE
            } else {
                0.0
            };
            height(line, field) + under(line) + more
        })
        .collect();
    let body: f32 = heights.iter().sum();
    let about = (!view.about.is_empty()).then(|| {
        let ink = pass.look.ink.text_secondary;
        pen.wrapped(&view.about, Face::small(), ink, wide - 2.0 * PAD, 6)
    });
    let about_height = about.as_ref().map_or(0.0, |lines| lines.size().y + 8.0);
    let rect = super::place(ui, pass, wide, 54.0 + about_height + body + note_height + 62.0);
    super::over(ui, pass, &view.title, rect, |ui, pass| {
        let column = rect.shrink2(vec2(PAD, 0.0));
        let pen = Pen::new(ui.painter(), pass.look);
        let head = Rect::from_min_size(pos2(column.left(), rect.top() + 14.0), vec2(column.width(), 24.0));
        pen.text(head, Align::Min, &view.title, Face::heading(), pass.look.ink.text);
        if let Some(lines) = about {
            let at = pos2(column.left(), head.bottom() + 4.0);
            let place = Rect::from_min_size(at, lines.size());
            pen.painter.galley(at, lines, pass.look.ink.text_secondary);
            let response = ui.interact(place, ui.scope_id().with("about"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.about));
        }
        let mut y = rect.top() + 48.0 + about_height;
        for (at, (line, high)) in view.lines.iter().zip(heights).enumerate() {
            let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), high));
            field(ui, pass, place, form, at, line, row);
            let label = row.with_max_y(row.top() + LABEL - 2.0);
            match said(line, &view) {
                Some(said) if field_hint::is_beside(&pen, &line.label, said.0, row.width()) => {
                    remark(ui, pass, field_hint::place_beside(&pen, label, said.0), said);
                }
                Some(said) => {
                    let top = row.bottom() - 8.0 - remark_height(&pen, said.0, row.width());
                    remark(ui, pass, row.with_min_y(top), said);
                }
                None if line.required => {
                    let color = pass.look.ink.text_tertiary;
                    pen.text(
                        label,
                        Align::Max,
                        &pass.word("form-required"),
                        Face::small(),
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
            Face::small(),
            pass.look.ink.text_tertiary,
        );
        buttons(ui, pass, form, &view, rect);
    });
    place.field = Some(form.focus);
}

/// Returns the note of the form; for multi-line text it adds the keys for a new line and for saving.
fn note(pass: &Pass<'_>, form: &Form, view: &FormView) -> String {
    if !form.takes_lines() {
        return view.note.clone();
    }
    let [line, save] =
        [Key::plain(KeyCode::Enter), key_events::SAVE].map(|key| key_events::cap_of(pass.app, key));
    let args = [("line", line.into()), ("save", save.into())];
    format!("{} {}", view.note, pass.words.with("form-note-lines", &args))
}

/// Returns the height of a multi-line field: that of its text, between a minimum and the available space.
fn lines_height(pen: &Pen<'_>, text: &str, wide: f32, room: f32) -> f32 {
    /// Minimum number of lines.
    const FEW: f32 = 6.0;
    let face = Face::body();
    let around = 2.0 * field::LINES_PAD;
    // Reserve one more line for the text that follows.
    let typed = pen
        .wrapped(text, face, pen.look.ink.text, wide - 20.0, usize::MAX)
        .size()
        .y
        + face.line;
    let least = FEW * face.line + around;
    (typed + around).clamp(least, room.max(least))
}

/// Returns the height of a field. Its suggestions keep their space, however few match.
fn height(line: &FormLine, field: &FormField) -> f32 {
    let met = matches!(&field.value, FieldValue::Text { known, .. } if !known.is_empty());
    let offered = if !met || !line.focused {
        0.0
    } else {
        suggestions::height()
    };
    LABEL + LINE + 14.0 + offered
}

fn field(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    place: &LayerPlace,
    form: &Form,
    at: usize,
    line: &FormLine,
    rect: Rect,
) {
    let pen = Pen::new(ui.painter(), pass.look);
    let label = rect.with_max_y(rect.top() + LABEL - 2.0);
    pen.text(
        label,
        Align::Min,
        &line.label,
        Face::small(),
        pass.look.ink.text_secondary,
    );
    let high = if line.lines {
        rect.height() - LABEL - 14.0
    } else {
        LINE
    };
    let input = Rect::from_min_size(pos2(rect.left(), rect.top() + LABEL), vec2(rect.width(), high));
    // The form determines the focused field. egui's focus follows it once, and returns if it was lost.
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    let arrived = line.focused && (place.field != Some(at) || nowhere);
    // The button of the system's file dialog is beside the path and follows it in reading order.
    let path = form.fields.get(at).filter(|field| field.name == "export-path");
    let label = pass.word("button-browse").into_owned();
    let button = Button::new(&label);
    let end = pos2(input.right(), input.top() + 15.0);
    let beside = path.map(|_| trailing_items::ending_at(end, 0.0, &[button.width(&pen)]));
    let beside = beside.unwrap_or_default();
    let input = if beside.is_empty() {
        input
    } else {
        input.with_max_x(trailing_items::begins(&beside, input.right()) - 8.0)
    };
    let response = if line.choice {
        choice(ui, pass, at, line, input, arrived)
    } else {
        text(ui, pass, form, at, line, input)
    };
    for place in beside {
        let id = ui.scope_id().with("browse");
        if button.show(ui, pass.look, id, place).clicked() {
            pass.browse = Some(form.value("export-path").to_owned());
        }
    }
    if arrived {
        response.request_focus();
        let long = |field: &&FormField| field.name == "export-path" || field.takes_lines();
        if let Some(typed) = form.fields.get(at).filter(long) {
            field::to_end(ui, field_id(at), typed.text());
        } else if let (Purpose::EditDeal { .. }, Some(typed)) = (&form.purpose, form.fields.get(at)) {
            // Select the current owner, so that typing replaces it.
            field::select_all(ui, field_id(at), typed.text());
        }
    } else if response.gained_focus() && !line.focused {
        pass.act(Action::FocusField(at));
    }
    if !line.known.is_empty() && line.focused {
        let new = matches!(form.suggestions().last(), Some(Suggestion::New(_)));
        suggestions::show(
            ui,
            pass,
            field_id(at),
            line,
            new,
            Rect::from_min_size(
                pos2(rect.left(), input.bottom() + 6.0),
                vec2(rect.width(), suggestions::CHIP),
            ),
        );
    }
}

/// Returns the widget id of a field by its index.
pub(super) fn field_id(at: usize) -> Id {
    Id::unique(("form", at))
}

fn text(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
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
    let field = Field {
        name: &line.label,
        hint: "",
        face: Face::body(),
        boxed: true,
        left: 10.0,
        right: 10.0,
    };
    let response = if line.lines {
        field.show_lines(ui, pass.look, field_id(at), rect, &mut text)
    } else {
        field.show(ui, pass.look, field_id(at), rect, &mut text)
    };
    if line.named && form.is_wrong() {
        let edge = Stroke::new(1.5, pass.look.bands.alert);
        let radius = egui::CornerRadius::same(pass.look.tokens.radius.button);
        ui.painter()
            .rect_stroke(rect, radius, edge, egui::StrokeKind::Inside);
    }
    if response.changed() {
        pass.act(Action::SetField(at, text));
    }
    response
}

/// Draws a field with a list of codes: arrows cycle through them, a click opens the list.
fn choice(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    at: usize,
    line: &FormLine,
    rect: Rect,
    arrived: bool,
) -> egui::Response {
    let (look, ink) = (pass.look, &pass.look.ink);
    let response = ui.interact(rect, field_id(at), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, &line.label);
        info.current_text_value = Some(line.value.to_string());
        info
    });
    let pen = Pen::new(ui.painter(), look);
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    pen.boxed(rect, look.tokens.radius.button, fill, look.hairline(ink.control));
    // The form's focused field stays the same while a button has the keyboard focus; the ring shows where keys go.
    if response.has_focus() || arrived {
        pen.ring(rect.shrink(1.0), look.tokens.radius.button);
    }
    pen.text(
        rect.with_min_x(rect.left() + 10.0)
            .with_max_x(rect.right() - 28.0),
        Align::Min,
        &line.value,
        Face::body(),
        ink.text,
    );
    pen.icon_of(
        pos2(rect.right() - 16.0, rect.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    egui::Popup::menu(&response)
        .frame(super::context_menu::frame(look))
        .width(rect.width())
        .show(|ui| {
            ui.set_width(rect.width() - 12.0);
            for (n, (code, words)) in line.options.iter().enumerate() {
                let response = option(ui, pass, words, n == line.chosen);
                // The list opens at the chosen option, and arrows move on from there.
                if n == line.chosen && ui.memory(|memory| memory.has_focus(field_id(at))) {
                    response.request_focus();
                }
                if response.clicked() {
                    pass.act(Action::SetField(at, code.clone()));
                    ui.close();
                }
            }
        });
    response
}

fn option(ui: &mut Ui, pass: &Pass<'_>, words: &str, chosen: bool) -> egui::Response {
    let (look, ink) = (pass.look, &pass.look.ink);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    tell_choice(&response, Role::ListBoxOption, true, chosen, words);
    input_queue::at_entry(&response);
    let pen = Pen::new(ui.painter(), look);
    if response.hovered() || response.has_focus() {
        pen.fill(rect, look.tokens.radius.chip, ink.hover);
    }
    pen.text(
        rect.with_min_x(rect.left() + 8.0).with_max_x(rect.right() - 26.0),
        Align::Min,
        words,
        Face::body(),
        ink.text,
    );
    if chosen {
        pen.icon_of(
            pos2(rect.right() - 14.0, rect.center().y),
            Icon::Check,
            14.0,
            ink.accent_text,
        );
    }
    response
}

fn buttons(ui: &mut Ui, pass: &mut Pass<'_>, form: &Form, view: &FormView, rect: Rect) {
    let look = pass.look;
    let pen = Pen::new(ui.painter(), look);
    let (save, cancel) = (
        pass.word(match form.purpose {
            Purpose::Export { .. } => "button-export",
            Purpose::Enter(_) => "button-move",
            Purpose::ActFor => "button-act-for",
            Purpose::AskRoute => "button-read",
            Purpose::FilterChanges => "button-filter",
            Purpose::NewDeal => "button-create",
            _ => "button-save",
        })
        .into_owned(),
        pass.word("button-cancel").into_owned(),
    );
    // An open list handles the keys, so the form's key cap does not apply.
    let listed = egui::Popup::is_any_open(ui.ctx());
    let cap = match (listed, form.takes_lines()) {
        (true, _) => String::new(),
        (false, true) => key_events::cap_of(pass.app, key_events::SAVE),
        (false, false) => pass.cap(ActionId::Open),
    };
    let row = rect
        .with_min_y(rect.bottom() - 44.0)
        .with_max_y(rect.bottom() - 16.0);
    let chooses = view.lines.iter().any(|line| line.focused && line.choice);
    if chooses {
        let (key, does) = if listed {
            (KeyCode::Enter, "hint-choose")
        } else {
            (KeyCode::Char(' '), "hint-list")
        };
        let cap = key_events::cap_of(pass.app, Key::plain(key));
        keycap::hint(&pen, row, rect.left() + PAD, [cap], &pass.word(does));
    }
    let end = pos2(rect.right() - PAD, rect.bottom() - 30.0);
    let buttons = [
        Button::new(&cancel),
        Button::new(&save).key(&cap).kind(Kind::Primary),
    ];
    let places = trailing_items::ending_at(end, 8.0, &buttons.map(|button| button.width(&pen)));
    let pressed: Vec<bool> = buttons
        .into_iter()
        .zip(["cancel", "save"])
        .zip(places)
        .map(|((button, id), place)| button.show(ui, look, ui.scope_id().with(id), place).clicked())
        .collect();
    match pressed.as_slice() {
        [true, _] => pass.act(Action::CloseLayer),
        [_, true] => pass.run(ActionId::Open),
        _ => {}
    }
    debug_assert!(!view.title.is_empty(), "a form must have a title");
}

//! A text field of one or several lines: egui's editor with this program's frame.

use crate::prelude::*;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, KeyboardShortcut, Margin, Modifiers, TextEdit};

/// Vertical padding of a multi-line field.
pub const LINES_PAD: f32 = 7.0;

/// Appearance of a text field.
#[derive(Clone, Copy, Debug)]
pub struct TextInput<'a> {
    /// Accessible name.
    pub name: &'a str,
    /// Hint shown while it is empty.
    pub hint: &'a str,
    /// Face of the text.
    pub text_style: TextStyle,
    /// True if it has its own frame.
    pub boxed: bool,
    /// Left padding of the text.
    pub left_padding: f32,
    /// Right padding of the text.
    pub right_padding: f32,
    /// True if its characters are hidden.
    pub is_secret: bool,
    /// True if its value was rejected.
    pub is_rejected: bool,
}

impl<'a> TextInput<'a> {
    /// Creates a field with a frame and the same padding at its left and right.
    #[must_use]
    pub fn framed(name: &'a str, padding: f32) -> Self {
        Self {
            name,
            hint: "",
            text_style: TextStyle::body(),
            boxed: true,
            left_padding: padding,
            right_padding: padding,
            is_secret: false,
            is_rejected: false,
        }
    }

    /// Draws the frame.
    fn draw_frame(self, ui: &Ui, theme: &Theme, id: Id, rect: Rect) {
        if !self.boxed {
            return;
        }
        let colors = &theme.colors;
        let painter = Painter::new(ui.painter(), theme);
        let focused = ui.memory(|saved_state| saved_state.has_focus(id));
        let edge = match (focused, self.is_rejected) {
            (true, _) => colors.focus_ring,
            (false, true) => theme.band_colors.alert,
            (false, false) => colors.control,
        };
        painter.framed_box(rect, theme.tokens.radius.button, colors.surface, edge);
        if focused {
            painter.focus_ring(rect.shrink(1.0), theme.tokens.radius.button);
        }
    }

    /// Shows a multi-line field in an area, with scrolling. Shift+Enter starts a new line, because Enter belongs to the
    /// form.
    pub fn show_multiline(
        self,
        ui: &mut Ui,
        theme: &Theme,
        id: Id,
        rect: Rect,
        text: &mut String,
    ) -> Response {
        self.draw_frame(ui, theme, id, rect);
        let inner = rect.shrink2(vec2(0.0, LINES_PAD));
        let mut child = ui.part(inner, id);
        child.set_clip_rect(inner.intersect(ui.clip_rect()));
        let width = inner.width() - self.left_padding - self.right_padding;
        let output =
            ScrollArea::vertical().id_salt((id, "lines")).auto_shrink(false).show(&mut child, |ui| {
                let line = ui.max_rect().with_min_x(inner.left() + self.left_padding);
                let mut inside = ui.new_child(UiBuilder::new().max_rect(line));
                let edit = TextEdit::multiline(text)
                    .id(id)
                    .font(self.text_style.font_id())
                    .text_color(theme.colors.text)
                    .frame(egui::Frame::NONE)
                    .margin(Margin::ZERO)
                    .return_key(KeyboardShortcut::new(Modifiers::NONE, Key::Enter))
                    .desired_rows(1)
                    .min_size(vec2(0.0, inner.height()))
                    .desired_width(width);
                let response = inside.add(edit);
                ui.set_min_size(vec2(width, response.rect.height()));
                response
            });
        output.inner.accessible_name(self.name.to_owned())
    }

    /// Shows a single-line field in an area; input goes to `text`.
    pub fn show(self, ui: &mut Ui, theme: &Theme, id: Id, rect: Rect, text: &mut String) -> Response {
        let colors = &theme.colors;
        self.draw_frame(ui, theme, id, rect);
        let inner = rect.inset(self.left_padding, self.right_padding);
        let mut child = ui.part(inner, id);
        child.set_clip_rect(inner.intersect(ui.clip_rect()));
        let hint = egui::RichText::new(self.hint).font(self.text_style.font_id()).color(colors.text_tertiary);
        let edit = TextEdit::singleline(text)
            .id(id)
            .font(self.text_style.font_id())
            .text_color(colors.text)
            .hint_text(hint)
            .password(self.is_secret)
            .frame(egui::Frame::NONE)
            .margin(Margin::ZERO)
            .align(egui::Align2::LEFT_CENTER)
            .min_size(vec2(0.0, inner.height()))
            .desired_width(inner.width());
        let response = child.add(edit);
        let name = self.name.to_owned();
        response.accessible_name(name)
    }
}

/// Selects the whole text, so that typing replaces it.
pub fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}

/// Moves the cursor to the end, which scrolls a long text.
pub fn move_to_end(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

/// Clears undo history and cursor of a field, before it is used for another text.
pub fn reset(ctx: &egui::Context, id: Id) {
    ctx.data_mut(|data| data.remove::<TextEditState>(id));
}

//! The locked window, which shows nothing of the content.

use egui::Key;
use secrecy::SecretString;
use zeroize::Zeroizing;

use encours_core::app::tools::session::view::locked::locked_view;

use crate::prelude::*;
use crate::screens::labelled_part;

/// Width of the texts.
const WIDTH: f32 = 420.0;

/// The typed passphrase.
#[derive(Default)]
pub struct LockedUiState {
    passphrase: Zeroizing<String>,
}

impl std::fmt::Debug for LockedUiState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LockedUiState").finish_non_exhaustive()
    }
}

impl LockedUiState {
    /// Wipes the passphrase, and the undo history of its field.
    pub(crate) fn clear(&mut self, ctx: &egui::Context) {
        self.passphrase = Zeroizing::default();
        field::reset(ctx, Id::unique("locked-passphrase"));
    }
}

/// Draws the locked window. Returns the passphrase, empty if none is needed, when the user asks to open it.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) -> Option<SecretString> {
    let full = ui.max_rect();
    let painter = frame.painter(ui);
    painter.inner.rect_filled(full, 0.0, frame.theme.colors.canvas);
    let lock = &frame.app.session.idle_lock;
    let view = locked_view(frame.app.cx.lang(), lock);
    let mut ui = labelled_part(ui, full, "locked", Role::Main, &view.title);
    let colors = &frame.theme.colors;
    let width = WIDTH.min(full.width() - 32.0);
    let left_x = (full.center().x - width / 2.0).round();
    let mut y = full.top() + full.height() * 0.3;
    let parts = [
        (Some(&view.title), TextStyle::title(), colors.text),
        (view.rejection.as_ref(), TextStyle::body(), colors.text),
        (Some(&view.hint), TextStyle::body(), colors.text_secondary),
    ];
    let top = y;
    for (text, style, color) in parts {
        if let Some(text) = text {
            y = frame.painter(&ui).block(pos2(left_x, y), width, text, style, color).bottom() + 8.0;
        }
    }
    let texts = Rect::from_min_max(pos2(left_x, top), pos2(left_x + width, y));
    ui.describe(texts, "locked-text", Role::Alert, &view.lines().join(" "));
    let mut entered = ui.input(|input| input.key_pressed(Key::Enter)) && view.input.is_none();
    if let Some(label) = &view.input {
        let rect = rect_at(left_x, y, width, 30.0);
        let input = TextInput { is_secret: true, ..TextInput::framed(label, 10.0) };
        let mut text = std::mem::take(&mut frame.state.locked.passphrase);
        let response = input.show(&mut ui, frame.theme, Id::unique("locked-passphrase"), rect, &mut text);
        frame.state.locked.passphrase = text;
        entered |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if !response.has_focus() && !entered {
            response.request_focus();
        }
        y = rect.bottom() + 12.0;
    }
    let button = Button::new(view.button).with_style(ButtonStyle::Primary);
    let rect = rect_at(left_x, y, button.width(&frame.painter(&ui)), 28.0);
    let pressed = button.show(&ui, frame.theme, Id::unique("locked-open"), rect).clicked();
    let ready = !frame.app.session.idle_lock.is_checking;
    (ready && (pressed || entered)).then(|| SecretString::from(frame.state.locked.passphrase.as_str()))
}

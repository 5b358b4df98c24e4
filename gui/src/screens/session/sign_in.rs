//! The sign-in form: address, key identifier and secret, or the passphrase of a stored key.
//!
//! Input is kept until a service has opened with it, so that a typo can be corrected. Then the secrets are wiped.

mod stored_key;

use std::collections::BTreeSet;

use egui::Key;
use secrecy::SecretString;
use zeroize::Zeroizing;

use encours_core::app::tools::session::view::passphrase_strength::Strength;

pub(super) use stored_key::show as show_stored_key;

use crate::prelude::*;
use crate::window::{Credentials, InputError, KnownKey, NeededInput, StartupFailure};

/// The input of the form.
#[derive(Default)]
pub struct SignInUiState {
    /// True if the form is visible; it then handles the keyboard.
    pub is_visible: bool,
    base_url: String,
    key_id: String,
    secret: Zeroizing<String>,
    passphrase: Zeroizing<String>,
    /// True if the data is to be encrypted; `None` until the user has chosen.
    encrypts: Option<bool>,
    /// The submitted input.
    pub(crate) credentials: Option<Credentials>,
    /// The fields whose characters the user has made visible.
    revealed_fields: BTreeSet<&'static str>,
    has_focus: bool,
    /// True if Esc was pressed, which leads to the previous form.
    pub(crate) esc_pressed: bool,
    /// True if the user enters the key instead of the requested passphrase.
    pub(super) enters_key: bool,
    /// Height of the card as last drawn.
    pub(crate) card_heights: CardHeights,
    /// Position of the fields, with the form, language and window size for which it applies.
    pub(super) fields_position: Option<(NeededInput, Lang, Vec2, f32)>,
}

/// Height of the card, and of its part above the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CardHeights {
    pub(crate) height: f32,
    pub(crate) above_fields: f32,
}

impl std::fmt::Debug for SignInUiState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignInPlace").field("shown", &self.is_visible).finish_non_exhaustive()
    }
}

impl SignInUiState {
    fn is_ready(&self, ask: NeededInput, known: &KnownKey) -> bool {
        match ask {
            NeededInput::Nothing => false,
            NeededInput::Passphrase => !self.passphrase.is_empty(),
            NeededInput::Key => {
                let is_given = |text: &str| !text.trim().is_empty();
                let can_store = !known.no_keyring || !self.passphrase.is_empty();
                is_given(&self.base_url) && is_given(&self.key_id) && is_given(&self.secret) && can_store
            }
        }
    }

    fn submit(&mut self, ask: NeededInput, known: &KnownKey) {
        self.credentials = match ask {
            NeededInput::Nothing => None,
            NeededInput::Passphrase => {
                Some(Credentials::Passphrase(SecretString::from(self.passphrase.as_str())))
            }
            NeededInput::Key => Some(Credentials::Key {
                base_url: self.base_url.trim().to_owned(),
                key_id: self.key_id.trim().to_owned(),
                secret: SecretString::from(self.secret.as_str()),
                passphrase: (!self.passphrase.is_empty())
                    .then(|| SecretString::from(self.passphrase.as_str())),
                to_encrypted: known.encrypted.and(self.encrypts),
            }),
        };
        self.has_focus = false;
        self.revealed_fields.clear();
    }

    /// Returns the requested input: as the failure demands, or the key if the passphrase is forgotten.
    pub(crate) fn needed_input(&self, failure: &StartupFailure) -> NeededInput {
        match failure.needed_input {
            NeededInput::Passphrase if self.enters_key => NeededInput::Key,
            ask => ask,
        }
    }

    /// Switches between the passphrase and the key.
    pub(super) fn switch_form(&mut self, enters_key: bool) {
        (self.enters_key, self.has_focus) = (enters_key, false);
        self.revealed_fields.clear();
        self.passphrase = Zeroizing::default();
    }

    /// Switches back to the requested passphrase. Returns false if it was not switched.
    pub(super) fn back_to_passphrase(&mut self, failure: &StartupFailure) -> bool {
        let switches_back = self.enters_key && failure.needed_input == NeededInput::Passphrase;
        if switches_back {
            self.switch_form(false);
        }
        switches_back
    }

    /// Returns the saved position of a form's fields in a window of this size.
    pub(crate) fn saved_fields_y(&self, ask: NeededInput, lang: Lang, window: Vec2) -> Option<f32> {
        let same =
            |saved: &(NeededInput, Lang, Vec2, f32)| (saved.0, saved.1, saved.2) == (ask, lang, window);
        self.fields_position.filter(same).map(|position| position.3)
    }

    /// Returns the input of a field.
    fn text_mut(&mut self, key: &str) -> &mut String {
        match key {
            "sign-in-base-url" => &mut self.base_url,
            "sign-in-key-id" => &mut self.key_id,
            "sign-in-secret" => &mut self.secret,
            _ => &mut self.passphrase,
        }
    }

    /// Returns the field to focus first: the rejected one, else the first empty one.
    fn first_field(&self, ask: NeededInput, wrong: Option<&'static str>) -> &'static str {
        match (wrong, ask) {
            (Some(wrong), _) => wrong,
            (None, NeededInput::Passphrase) => "sign-in-passphrase",
            (None, _) if self.base_url.is_empty() => "sign-in-base-url",
            (None, _) if self.key_id.is_empty() => "sign-in-key-id",
            (None, _) => "sign-in-secret",
        }
    }

    /// Returns whether a secret is in memory.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        !self.secret.is_empty() || !self.passphrase.is_empty()
    }

    /// Wipes the secrets.
    pub fn wipe_secrets(&mut self, ctx: &egui::Context) {
        self.secret = Zeroizing::default();
        self.passphrase = Zeroizing::default();
        self.enters_key = false;
        self.revealed_fields.clear();
        // The text editor keeps an undo history.
        for name in ["sign-in-secret", "sign-in-passphrase", "sign-in-new-passphrase"] {
            field::reset(ctx, Id::unique(name));
        }
    }
}

/// Draws the fields and the button from a point. Returns the position of the button and the bottom edge.
pub(crate) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    failure: &StartupFailure,
    at: Pos2,
    width: f32,
) -> (f32, f32) {
    let ask = frame.state.sign_in.needed_input(failure);
    let rejection = failure.input_error.filter(|rejection| rejection.needed_input() == ask);
    let wrong = rejection.map(InputError::first_field);
    frame.state.sign_in.is_visible = ask != NeededInput::Nothing;
    let started = !std::mem::replace(&mut frame.state.sign_in.has_focus, true);
    if started {
        let SignInUiState { base_url, key_id, .. } = &mut frame.state.sign_in;
        let known = &failure.known_key;
        for (typed, known) in [(base_url, &known.base_url), (key_id, &known.key_id)] {
            if typed.is_empty() {
                typed.clone_from(known);
            }
        }
    }
    let first = started.then(|| frame.state.sign_in.first_field(ask, wrong));
    let mut y = at.y;
    let mut entered = false;
    let fields: Vec<(&'static str, bool)> = match ask {
        NeededInput::Nothing => return (y, at.x),
        NeededInput::Passphrase => vec![("sign-in-passphrase", true)],
        NeededInput::Key => vec![
            ("sign-in-base-url", false),
            ("sign-in-key-id", false),
            ("sign-in-secret", true),
            ("sign-in-new-passphrase", true),
        ],
    };
    for (key, hidden) in fields {
        // Without a keyring, the passphrase is required.
        let field_name = match key {
            "sign-in-new-passphrase" if wrong == Some(key) || failure.known_key.no_keyring => {
                "sign-in-needed-passphrase"
            }
            _ => key,
        };
        let label = frame.message(field_name).into_owned();
        let painter = frame.painter(ui);
        let row = rect_at(at.x, y, width, 18.0);
        painter.left(row, &label, TextStyle::small(), frame.theme.colors.text_secondary);
        let rect = rect_at(at.x, y + 20.0, width, 30.0);
        let is_revealed = frame.state.sign_in.revealed_fields.contains(key);
        // The label of the button tells the effect of a click.
        let reveal_label = frame.message(if is_revealed { "sign-in-hide" } else { "sign-in-show" });
        let name = format!("{reveal_label} – {label}").into();
        let reveal = Button { name, ..Button::new(reveal_label).with_style(ButtonStyle::Link) };
        let reveal = hidden.then_some(reveal);
        let reveal_width = reveal.as_ref().map_or(0.0, |button| button.width(&painter));
        let trailing_width = if hidden { reveal_width + 8.0 } else { 0.0 };
        let input = TextInput {
            // Show an example of an address as a hint.
            hint: if key == "sign-in-base-url" { "https://…/v1" } else { "" },
            right_padding: 10.0 + trailing_width,
            is_secret: hidden && !is_revealed,
            is_rejected: rejection.is_some_and(|rejection| rejection.concerns_field(key)),
            ..TextInput::framed(&label, 10.0)
        };
        // The text is moved, never copied: it may be a secret.
        let mut text = std::mem::take(frame.state.sign_in.text_mut(key));
        let response = input.show(ui, frame.theme, Id::unique(key), rect, &mut text);
        *frame.state.sign_in.text_mut(key) = text;
        if let Some(button) = reveal {
            let x = rect.right() - 8.0 - reveal_width;
            let area = rect_at(x, rect.center().y - 12.0, reveal_width, 24.0);
            let revealed = &mut frame.state.sign_in.revealed_fields;
            if button.show(ui, frame.theme, ui.scope_id().with(("reveal", key)), area).clicked()
                && !revealed.remove(key)
            {
                revealed.insert(key);
            }
        }
        if first == Some(key) {
            response.request_focus();
        }
        entered |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        y = rect.bottom() + 12.0;
        if key == "sign-in-new-passphrase" {
            let corner = pos2(at.x, rect.bottom() + 6.0);
            y = draw_strength(ui, frame, &frame.state.sign_in.passphrase, corner, width) + 8.0;
        }
    }
    if ask == NeededInput::Key
        && let Some(encrypted) = failure.known_key.encrypted
    {
        y = draw_encryption(ui, frame, encrypted, rect_at(at.x, y, width, 24.0)) + 8.0;
    }
    y += 4.0;
    let ready = frame.state.sign_in.is_ready(ask, &failure.known_key);
    let button = Button::new(frame.message("sign-in-go"))
        .with_style(ButtonStyle::Primary)
        .disabled_by((!ready).then(|| frame.message("sign-in-incomplete")));
    let rect = rect_at(at.x, y, button.width(&frame.painter(ui)), 28.0);
    let pressed = frame.press(ui, "sign-in", rect, &button).clicked();
    if ready && (pressed || entered) {
        frame.state.sign_in.submit(ask, &failure.known_key);
    }
    (y, rect.right() + 8.0)
}

/// Draws the check box that encrypts the data. Returns its bottom edge.
fn draw_encryption(ui: &Ui, frame: &mut FrameCtx<'_>, encrypted: bool, area: Rect) -> f32 {
    let on = frame.state.sign_in.encrypts.unwrap_or(encrypted);
    let (painter, label) = (frame.painter(ui), frame.message("sign-in-encrypt"));
    let area = area.with_max_x(area.left() + painter.text_width(&label, TextStyle::small()) + 28.0);
    let response = ui.interact(area, ui.scope_id().with("sign-in-encrypt"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &*label));
    painter.ring(area, frame.theme.tokens.radius.chip, &response);
    let tick = if on { CheckState::All } else { CheckState::No };
    checkbox::paint(&painter, area.near_left(10.0), tick, response.hovered());
    painter.left(area.after(26.0), &label, TextStyle::small(), frame.theme.colors.text_secondary);
    if response.clicked() {
        frame.state.sign_in.encrypts = Some(!on);
    }
    area.bottom()
}

/// Size of a step.
const STEP_SIZE: Vec2 = vec2(18.0, 4.0);
const STEP_COUNT: usize = 3;
const STEP_GAP: f32 = 3.0;

/// Draws the indicator from a point. Returns its bottom edge, which does not depend on the text.
fn draw_strength(ui: &Ui, frame: &FrameCtx<'_>, passphrase: &str, at: Pos2, width: f32) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let strength = (!passphrase.is_empty()).then(|| Strength::estimate(passphrase));
    let reached = strength.map_or(0, Strength::level);
    let color = if reached == 1 { theme.band_colors.alert } else { colors.accent };
    for index in 0..STEP_COUNT {
        let left_x = at.x + index as f32 * (STEP_SIZE.x + STEP_GAP);
        let step_rect = Rect::from_min_size(pos2(left_x, at.y + 6.0), STEP_SIZE);
        let fill = if index < reached { color } else { colors.border };
        painter.fill(step_rect, 2, fill);
    }
    let text = frame.message(strength.map_or("passphrase-advised", Strength::label_key));
    let left_x = at.x + STEP_COUNT as f32 * (STEP_SIZE.x + STEP_GAP) + 7.0;
    let available = at.x + width - left_x;
    let block =
        painter.block(pos2(left_x, at.y), available, &text, TextStyle::small(), colors.text_secondary);
    let step_rect = Rect::from_min_max(at, pos2(at.x + width, block.bottom()));
    ui.describe(step_rect, "strength", Role::Label, &text);
    // Reserve the height of the longest text, so that the button below does not move.
    let keys = ["passphrase-advised", "passphrase-weak", "passphrase-fair", "passphrase-strong"];
    let hint_height = keys.map(|key| {
        let text = painter.layout_wrapped(
            &frame.message(key),
            TextStyle::small(),
            colors.text_secondary,
            available,
            usize::MAX,
        );
        text.size().y
    });
    at.y + hint_height.into_iter().fold(0.0, f32::max)
}

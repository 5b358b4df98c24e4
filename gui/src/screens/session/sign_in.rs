//! The sign-in form: address, key identifier and secret, or the passphrase of a stored key.
//!
//! Input is kept until a service has opened with it, so that a typo can be corrected. Then the secrets are wiped.

mod stored_key;
mod strength;

use std::collections::BTreeSet;

use egui::{Align, Id, Key, Rect, TextEdit, Ui, UiBuilder, Vec2, pos2, vec2};
use encours_core::text::Lang;
use secrecy::SecretString;
use zeroize::Zeroizing;

pub(super) use stored_key::show as show_kept;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen, field};
use crate::window::{Ask, Failure, Given, Known, Refusal};

/// The input of the form.
#[derive(Default)]
pub struct SignInPlace {
    /// True if the form is visible; it then handles the keyboard.
    pub shown: bool,
    base_url: String,
    key_id: String,
    secret: Zeroizing<String>,
    passphrase: Zeroizing<String>,
    given: Option<Given>,
    /// The fields whose characters the user has made visible.
    revealed: BTreeSet<&'static str>,
    focused: bool,
    /// True if Esc was pressed, which leads to the previous form.
    pub(crate) escaped: bool,
    /// True if the user enters the key instead of the requested passphrase.
    pub(super) anew: bool,
    /// Height of the card as last drawn.
    pub(in crate::screens) stands: Stands,
    /// Position of the fields, with the form, language and window size for which it applies.
    kept: Option<(Ask, Lang, Vec2, f32)>,
}

/// Height of the card, and of its part above the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::screens) struct Stands {
    pub(in crate::screens) height: f32,
    pub(in crate::screens) above: f32,
}

impl Stands {
    /// Returns whether the layout differs.
    pub(super) fn differs(self, other: Self) -> bool {
        (self.height - other.height).abs() > 0.5 || (self.above - other.above).abs() > 0.5
    }
}

impl std::fmt::Debug for SignInPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignInPlace")
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

impl SignInPlace {
    /// Takes the submitted credentials.
    pub fn take_given(&mut self) -> Option<Given> {
        self.given.take()
    }

    fn ready(&self, ask: Ask, known: &Known) -> bool {
        match ask {
            Ask::Nothing => false,
            Ask::Passphrase => !self.passphrase.is_empty(),
            Ask::Key => {
                let given = |text: &str| !text.trim().is_empty();
                let kept = !known.no_keyring || !self.passphrase.is_empty();
                given(&self.base_url) && given(&self.key_id) && given(&self.secret) && kept
            }
        }
    }

    fn give(&mut self, ask: Ask) {
        self.given = match ask {
            Ask::Nothing => None,
            Ask::Passphrase => Some(Given::Passphrase(SecretString::from(self.passphrase.as_str()))),
            Ask::Key => Some(Given::Key {
                base_url: self.base_url.trim().to_owned(),
                key_id: self.key_id.trim().to_owned(),
                secret: SecretString::from(self.secret.as_str()),
                passphrase: (!self.passphrase.is_empty())
                    .then(|| SecretString::from(self.passphrase.as_str())),
            }),
        };
        self.focused = false;
        self.revealed.clear();
    }

    /// Returns the requested input: as the failure demands, or the key if the passphrase is forgotten.
    pub(in crate::screens) fn asks(&self, failure: &Failure) -> Ask {
        match failure.ask {
            Ask::Passphrase if self.anew => Ask::Key,
            ask => ask,
        }
    }

    /// Switches from the passphrase to the key.
    pub(super) fn give_anew(&mut self) {
        (self.anew, self.focused) = (true, false);
        self.revealed.clear();
        self.passphrase = Zeroizing::default();
    }

    /// Switches back to the requested passphrase. Returns false if it was not switched.
    pub(super) fn back_to_passphrase(&mut self, failure: &Failure) -> bool {
        let back = self.anew && failure.ask == Ask::Passphrase;
        if back {
            (self.anew, self.focused) = (false, false);
            self.revealed.clear();
            self.passphrase = Zeroizing::default();
        }
        back
    }

    /// Returns the saved position of a form's fields in a window of this size.
    pub(in crate::screens) fn kept(&self, ask: Ask, lang: Lang, window: Vec2) -> Option<f32> {
        let same = |of: &(Ask, Lang, Vec2, f32)| (of.0, of.1, of.2) == (ask, lang, window);
        self.kept.filter(same).map(|kept| kept.3)
    }

    /// Saves the position of a form's fields. A message above them then does not move them.
    pub(in crate::screens) fn keep(&mut self, ask: Ask, lang: Lang, window: Vec2, fields: f32) {
        if self.kept(ask, lang, window).is_none() {
            self.kept = Some((ask, lang, window, fields));
        }
    }

    /// Fills empty fields with known values.
    fn know(&mut self, known: &Known) {
        for (typed, known) in [
            (&mut self.base_url, &known.base_url),
            (&mut self.key_id, &known.key_id),
        ] {
            if typed.is_empty() {
                typed.clone_from(known);
            }
        }
    }

    /// Returns the field to focus first: the rejected one, else the first empty one.
    fn first(&self, ask: Ask, wrong: Option<&'static str>) -> &'static str {
        match (wrong, ask) {
            (Some(wrong), _) => wrong,
            (None, Ask::Passphrase) => "sign-in-passphrase",
            (None, _) if self.base_url.is_empty() => "sign-in-base-url",
            (None, _) if self.key_id.is_empty() => "sign-in-key-id",
            (None, _) => "sign-in-secret",
        }
    }

    /// Returns whether a secret is in memory.
    #[must_use]
    pub fn holds_any(&self) -> bool {
        !self.secret.is_empty() || !self.passphrase.is_empty()
    }

    /// Wipes the secrets.
    pub fn forget(&mut self, ctx: &egui::Context) {
        self.secret = Zeroizing::default();
        self.passphrase = Zeroizing::default();
        self.anew = false;
        self.revealed.clear();
        // The text editor keeps an undo history.
        for name in ["sign-in-secret", "sign-in-passphrase", "sign-in-new-passphrase"] {
            field::forget(ctx, Id::unique(name));
        }
    }
}

/// Draws the fields and the button from a point. Returns the position of the button and the bottom edge.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &Pass<'_>,
    place: &mut SignInPlace,
    failure: &Failure,
    at: egui::Pos2,
    width: f32,
) -> (f32, f32) {
    let ask = place.asks(failure);
    let refusal = failure.refusal.filter(|refusal| refusal.ask() == ask);
    let wrong = refusal.map(Refusal::field);
    place.shown = ask != Ask::Nothing;
    let begun = !std::mem::replace(&mut place.focused, true);
    if begun {
        place.know(&failure.known);
    }
    let first = begun.then(|| place.first(ask, wrong));
    let mut y = at.y;
    let mut entered = false;
    let fields: Vec<(&'static str, bool)> = match ask {
        Ask::Nothing => return (y, at.x),
        Ask::Passphrase => vec![("sign-in-passphrase", true)],
        Ask::Key => vec![
            ("sign-in-base-url", false),
            ("sign-in-key-id", false),
            ("sign-in-secret", true),
            ("sign-in-new-passphrase", true),
        ],
    };
    for (key, hidden) in fields {
        // Without a keyring, the passphrase is required.
        let named = match key {
            "sign-in-new-passphrase" if wrong == Some(key) || failure.known.no_keyring => {
                "sign-in-needed-passphrase"
            }
            _ => key,
        };
        let label = pass.word(named).into_owned();
        let pen = Pen::new(ui.painter(), pass.look);
        let row = Rect::from_min_size(pos2(at.x, y), vec2(width, 18.0));
        pen.text(
            row,
            Align::Min,
            &label,
            Face::small(),
            pass.look.ink.text_secondary,
        );
        let rect = Rect::from_min_size(pos2(at.x, y + 20.0), vec2(width, 30.0));
        let shown = place.revealed.contains(key);
        let text: &mut String = match key {
            "sign-in-base-url" => &mut place.base_url,
            "sign-in-key-id" => &mut place.key_id,
            "sign-in-secret" => &mut place.secret,
            _ => &mut place.passphrase,
        };
        let switch = hidden.then(|| Reveal::new(pass, shown));
        let room = switch.as_ref().map_or(0.0, |switch| switch.width(&pen));
        let names = refusal.is_some_and(|refusal| refusal.names(key));
        let parts = (key, hidden && !shown, names);
        let response = field(ui, pass, parts, &label, (rect, room), text);
        if let Some(switch) = switch
            && switch.show(ui, pass, (key, &label), rect)
            && !place.revealed.remove(key)
        {
            place.revealed.insert(key);
        }
        if first == Some(key) {
            response.request_focus();
        }
        entered |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        y = rect.bottom() + 12.0;
        if key == "sign-in-new-passphrase" {
            y = strength::show(
                ui,
                pass,
                &place.passphrase,
                pos2(at.x, rect.bottom() + 6.0),
                width,
            ) + 8.0;
        }
    }
    y += 4.0;
    let label = pass.word("sign-in-go").into_owned();
    let reason = pass.word("sign-in-incomplete").into_owned();
    let ready = place.ready(ask, &failure.known);
    let button = Button::new(&label)
        .kind(Kind::Primary)
        .disabled((!ready).then_some(reason.as_str()));
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let rect = Rect::from_min_size(pos2(at.x, y), vec2(wide, 28.0));
    let pressed = button
        .show(ui, pass.look, ui.scope_id().with("sign-in"), rect)
        .clicked();
    if ready && (pressed || entered) {
        place.give(ask);
    }
    (y, rect.right() + 8.0)
}

/// The button that reveals or hides a field's characters. Its label tells the effect of a click.
struct Reveal {
    label: String,
}

impl Reveal {
    fn new(pass: &Pass<'_>, shown: bool) -> Self {
        let key = if shown { "sign-in-hide" } else { "sign-in-show" };
        Self {
            label: pass.word(key).into_owned(),
        }
    }

    fn button<'a>(&'a self, name: &'a str) -> Button<'a> {
        Button {
            name,
            ..Button::new(&self.label).kind(Kind::Link)
        }
    }

    fn width(&self, pen: &Pen<'_>) -> f32 {
        self.button(&self.label).width(pen) + 8.0
    }

    /// Draws the button at the end of a field. Returns whether it was clicked.
    fn show(&self, ui: &Ui, pass: &Pass<'_>, (key, field): (&'static str, &str), rect: Rect) -> bool {
        let name = format!("{} – {field}", self.label);
        let button = self.button(&name);
        let wide = button.width(&Pen::new(ui.painter(), pass.look));
        let corner = pos2(rect.right() - 8.0 - wide, rect.center().y - 12.0);
        let place = Rect::from_min_size(corner, vec2(wide, 24.0));
        let id = ui.scope_id().with(("reveal", key));
        button.show(ui, pass.look, id, place).clicked()
    }
}

fn field(
    ui: &mut Ui,
    pass: &Pass<'_>,
    (key, hidden, wrong): (&'static str, bool, bool),
    label: &str,
    (rect, room): (Rect, f32),
    text: &mut String,
) -> egui::Response {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(key);
    let focused = ui.memory(|memory| memory.has_focus(id));
    let pen = Pen::new(ui.painter(), look);
    let edge = match (focused, wrong) {
        (true, _) => ink.focus_ring,
        (false, true) => look.bands.alert,
        (false, false) => ink.control,
    };
    pen.boxed(rect, look.tokens.radius.button, ink.surface, look.hairline(edge));
    if focused {
        pen.ring(rect.shrink(1.0), look.tokens.radius.button);
    }
    let inner = rect
        .shrink2(vec2(10.0, 0.0))
        .with_max_x(rect.right() - 10.0 - room);
    let mut child = ui.new_child(UiBuilder::new().max_rect(inner).id_salt(key));
    child.set_clip_rect(inner.intersect(ui.clip_rect()));
    // Show an example of an address as a hint.
    let hint = if key == "sign-in-base-url" {
        "https://…/v1"
    } else {
        ""
    };
    let hint = egui::RichText::new(hint)
        .font(Face::body().font())
        .color(ink.text_tertiary);
    let edit = TextEdit::singleline(text)
        .id(id)
        .hint_text(hint)
        .password(hidden)
        .font(Face::body().font())
        .text_color(ink.text)
        .frame(egui::Frame::NONE)
        .margin(egui::Margin::ZERO)
        .align(egui::Align2::LEFT_CENTER)
        .min_size(vec2(0.0, inner.height()))
        .desired_width(inner.width());
    child.add(edit).accessible_name(label.to_owned())
}

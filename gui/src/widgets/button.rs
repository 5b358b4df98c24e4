//! Buttons of several styles. A disabled button gives its reason as tooltip and accessible name.

use egui::{Color32, Id, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{Pen, Tip, keycap};
use crate::theme::{Face, Icon, Look};

/// The style of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// With a border on a surface.
    #[default]
    Default,
    /// Without background until hovered.
    Ghost,
    /// The main action of an area.
    Primary,
    /// An irreversible main action.
    Danger,
    /// A link in the accent colour.
    Link,
}

/// The interaction state of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// True if hovered.
    pub over: bool,
    /// True if pressed.
    pub held: bool,
    /// True if it has the keyboard focus.
    pub focused: bool,
}

/// A button without a position.
#[derive(Clone, Copy, Debug)]
pub struct Button<'a> {
    /// Accessible name.
    pub name: &'a str,
    /// Visible label, if any.
    pub label: &'a str,
    /// Icon before the label.
    pub icon: Option<Icon>,
    /// Key cap after the label.
    pub key: &'a str,
    /// Style.
    pub kind: Kind,
    /// Reason why it is disabled, if it is.
    pub reason: Option<&'a str>,
    /// True if label and key are at opposite ends, as in a menu.
    pub spread: bool,
    /// Tooltip of a button without a label; the name if empty.
    pub hint: &'a str,
    /// Byte index in the label at which a highlighted value begins. An example is `Sort` followed by `Stage age`.
    pub value_at: usize,
}

const PAD: f32 = 10.0;
const GAP: f32 = 6.0;

impl<'a> Button<'a> {
    /// Creates a button with a label.
    #[must_use]
    pub fn new(label: &'a str) -> Self {
        Self {
            name: label,
            label,
            icon: None,
            key: "",
            kind: Kind::Default,
            reason: None,
            spread: false,
            hint: "",
            value_at: 0,
        }
    }

    /// Creates an icon button; its name is for screen readers and the tooltip.
    #[must_use]
    pub fn of_icon(name: &'a str, icon: Icon) -> Self {
        Self {
            name,
            label: "",
            icon: Some(icon),
            key: "",
            kind: Kind::Ghost,
            reason: None,
            spread: false,
            hint: "",
            value_at: 0,
        }
    }

    /// Sets the icon before the label.
    #[must_use]
    pub fn icon(self, icon: Icon) -> Self {
        Self {
            icon: Some(icon),
            ..self
        }
    }

    /// Sets the key cap.
    #[must_use]
    pub fn key(self, key: &'a str) -> Self {
        Self { key, ..self }
    }

    /// Sets the style.
    #[must_use]
    pub fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Puts label and key at opposite ends, for stacked buttons of equal width.
    #[must_use]
    pub fn spread(self, spread: bool) -> Self {
        Self { spread, ..self }
    }

    /// Sets the tooltip of a button without a label: its name and key.
    #[must_use]
    pub fn hint(self, hint: &'a str) -> Self {
        Self { hint, ..self }
    }

    /// Sets the index at which the value in the label begins.
    #[must_use]
    pub fn value_at(self, value_at: usize) -> Self {
        Self { value_at, ..self }
    }

    /// Removes the label to save space; the accessible name stays.
    #[must_use]
    pub fn short(self) -> Self {
        Self { label: "", ..self }
    }

    /// Disables the button if there is a reason.
    #[must_use]
    pub fn disabled(self, reason: Option<&'a str>) -> Self {
        Self { reason, ..self }
    }

    fn pad(self) -> f32 {
        if self.kind == Kind::Link { 2.0 } else { PAD }
    }

    /// Returns its width.
    #[must_use]
    pub fn width(self, pen: &Pen<'_>) -> f32 {
        let mut parts = Vec::with_capacity(3);
        parts.extend(self.icon.map(|_| pen.look.tokens.size.icon));
        if !self.label.is_empty() {
            parts.push(pen.width(self.label, Face::strong()).ceil());
        }
        if !self.key.is_empty() {
            parts.push(keycap::width(pen, self.key));
        }
        if self.label.is_empty() && self.key.is_empty() {
            return pen.look.tokens.size.control_height;
        }
        let gaps = parts.len().saturating_sub(1) as f32 * GAP;
        parts.iter().sum::<f32>() + gaps + 2.0 * self.pad()
    }

    /// Shows it in an area.
    pub fn show(self, ui: &Ui, look: &Look, id: Id, rect: Rect) -> Response {
        let enabled = self.reason.is_none();
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, id, sense);
        response.widget_info(|| {
            let name = match self.reason {
                Some(reason) => format!("{} – {reason}", self.name),
                None => self.name.to_owned(),
            };
            WidgetInfo::labeled(Role::Button, enabled, name)
        });
        let state = State {
            over: response.hovered(),
            held: response.is_pointer_button_down_on(),
            focused: response.has_focus(),
        };
        self.paint(&Pen::new(ui.painter(), look), rect, state);
        match self.reason {
            // Without a label, name the button before the reason.
            Some(reason) if self.label.is_empty() => response.tip(format!("{} – {reason}", self.name)),
            Some(reason) => response.tip(reason),
            None if self.label.is_empty() && self.hint.is_empty() => response.tip(self.name),
            None if self.label.is_empty() => response.tip(self.hint),
            None => response,
        }
    }

    /// Paints it into an area.
    pub fn paint(self, pen: &Pen<'_>, rect: Rect, state: State) {
        let (look, ink) = (pen.look, &pen.look.ink);
        let (held, over) = (state.held, state.over && self.reason.is_none());
        let (fill, edge, text) = match self.kind {
            // A disabled button does not use the accent colours.
            Kind::Primary | Kind::Danger if self.reason.is_some() => {
                (ink.sunken, ink.border, ink.text_disabled)
            }
            Kind::Primary if held => (ink.accent_pressed, Color32::TRANSPARENT, ink.on_accent),
            Kind::Primary if over => (ink.accent_hover, Color32::TRANSPARENT, ink.on_accent),
            Kind::Primary => (ink.accent, Color32::TRANSPARENT, ink.on_accent),
            Kind::Danger if held => (ink.danger_pressed, Color32::TRANSPARENT, ink.on_danger),
            Kind::Danger if over => (ink.danger_hover, Color32::TRANSPARENT, ink.on_danger),
            Kind::Danger => (ink.danger, Color32::TRANSPARENT, ink.on_danger),
            Kind::Default if held => (ink.pressed, ink.border_strong, ink.text),
            Kind::Default if over => (ink.hover, ink.border_strong, ink.text),
            Kind::Default => (ink.surface, ink.border_strong, ink.text),
            Kind::Ghost if held => (ink.pressed, Color32::TRANSPARENT, ink.text),
            Kind::Ghost if over => (ink.hover, Color32::TRANSPARENT, ink.text),
            Kind::Ghost => (Color32::TRANSPARENT, Color32::TRANSPARENT, ink.text_secondary),
            Kind::Link if held => (ink.pressed, Color32::TRANSPARENT, ink.accent_text),
            Kind::Link if over => (ink.accent_soft, Color32::TRANSPARENT, ink.accent_text),
            Kind::Link => (Color32::TRANSPARENT, Color32::TRANSPARENT, ink.accent_text),
        };
        let text = if self.reason.is_some() {
            ink.text_disabled
        } else {
            text
        };
        let edge = if edge == Color32::TRANSPARENT {
            Stroke::NONE
        } else {
            look.hairline(edge)
        };
        let radius = look.tokens.radius.button;
        pen.boxed(rect, radius, fill, edge);
        if state.focused {
            pen.ring(rect, radius);
        }
        let full = if self.spread {
            rect.width()
        } else {
            self.width(pen).min(rect.width())
        };
        let mut x = rect.left() + ((rect.width() - full) / 2.0).max(0.0) + self.pad();
        if self.label.is_empty() && self.key.is_empty() {
            if let Some(icon) = self.icon {
                pen.icon(rect.center(), icon, text);
            }
            return;
        }
        if let Some(icon) = self.icon {
            let side = look.tokens.size.icon;
            pen.icon(pos2(x + side / 2.0, rect.center().y), icon, text);
            x += side + GAP;
        }
        let cap = if self.key.is_empty() {
            0.0
        } else {
            keycap::width(pen, self.key)
        };
        if !self.label.is_empty() {
            let room = rect.right() - x - self.pad() - if cap > 0.0 { cap + GAP } else { 0.0 };
            let place = Rect::from_min_size(pos2(x, rect.top()), vec2(room.max(0.0), rect.height()));
            let (what, value) = self
                .label
                .split_at_checked(self.value_at)
                .unwrap_or((self.label, ""));
            let set = if self.reason.is_some() { text } else { ink.text };
            let face = Face::strong();
            let end = if what.is_empty() || value.is_empty() {
                pen.text(place, egui::Align::Min, self.label, face, text).right()
            } else {
                pen.run(place, &[(what, face, text), (value, face, set)])
            };
            x = end + GAP;
        }
        if cap > 0.0 {
            if self.spread {
                x = rect.right() - self.pad() - cap;
            }
            let place = Rect::from_min_size(pos2(x, rect.center().y - 9.0), vec2(cap, look.tokens.size.tag));
            let filled = matches!(self.kind, Kind::Primary | Kind::Danger);
            keycap::paint(pen, place, self.key, filled.then_some(text));
        }
    }
}

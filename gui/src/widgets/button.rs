//! Buttons of several styles. A disabled button gives its reason as tooltip and accessible name.

use std::borrow::Cow;

use crate::prelude::*;

/// The style of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonStyle {
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
pub struct ButtonState {
    /// True if hovered.
    pub hovered: bool,
    /// True if pressed.
    pub pressed: bool,
    /// True if it has the keyboard focus.
    pub focused: bool,
}

/// A button without a position.
#[derive(Clone, Debug, Default)]
pub struct Button<'a> {
    /// Accessible name.
    pub name: Cow<'a, str>,
    /// Visible label, if any.
    pub label: Cow<'a, str>,
    /// Icon before the label.
    pub icon: Option<Icon>,
    /// Key cap after the label.
    pub key_cap: Cow<'a, str>,
    /// Style.
    pub style: ButtonStyle,
    /// Reason why it is disabled, if it is.
    pub reason: Option<Cow<'a, str>>,
    /// True if label and key are at opposite ends, for stacked buttons of equal width.
    pub is_spread: bool,
    /// Tooltip of a button without a label; the name if empty.
    pub tooltip: Cow<'a, str>,
    /// Byte index in the label at which a highlighted value begins. An example is `Sort` followed by `Stage age`.
    pub value_start: usize,
    /// Action that a click requests, if [`FrameCtx::press`] or a [`ButtonRow`] shows the button.
    pub action: Option<Action>,
}

const PAD: f32 = 10.0;
const GAP: f32 = 6.0;

impl<'a> Button<'a> {
    /// Creates a button with a label.
    #[must_use]
    pub fn new(label: impl Into<Cow<'a, str>>) -> Self {
        let label = label.into();
        Self { name: label.clone(), label, ..Self::default() }
    }

    /// Creates an icon button; its name is for screen readers and the tooltip.
    #[must_use]
    pub fn from_icon(name: impl Into<Cow<'a, str>>, icon: Icon) -> Self {
        Self { name: name.into(), icon: Some(icon), style: ButtonStyle::Ghost, ..Self::default() }
    }

    /// Sets the name and the label.
    #[must_use]
    pub fn with_label(self, label: impl Into<Cow<'a, str>>) -> Self {
        let label = label.into();
        Self { name: label.clone(), label, ..self }
    }

    /// Sets the icon before the label.
    #[must_use]
    pub fn with_icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// Sets the key cap.
    #[must_use]
    pub fn with_key_cap(self, key: impl Into<Cow<'a, str>>) -> Self {
        Self { key_cap: key.into(), ..self }
    }

    /// Sets the style.
    #[must_use]
    pub fn with_style(self, kind: ButtonStyle) -> Self {
        Self { style: kind, ..self }
    }

    /// Sets the tooltip of a button without a label: its name and key.
    #[must_use]
    pub fn with_tooltip(self, hint: impl Into<Cow<'a, str>>) -> Self {
        Self { tooltip: hint.into(), ..self }
    }

    /// Sets the index at which the value in the label begins.
    #[must_use]
    pub fn with_value_start(self, value_at: usize) -> Self {
        Self { value_start: value_at, ..self }
    }

    /// Sets the action of a click.
    #[must_use]
    pub fn with_action(self, action: Action) -> Self {
        Self { action: Some(action), ..self }
    }

    /// Removes label and key cap to save space; the accessible name stays.
    #[must_use]
    pub fn icon_only(self) -> Self {
        Self { label: "".into(), key_cap: "".into(), ..self }
    }

    /// Removes the key cap from the first level on, and the label from the second.
    #[must_use]
    pub fn reduced(self, level: usize) -> Self {
        match level {
            0 => self,
            1 => self.with_key_cap(""),
            _ => self.icon_only(),
        }
    }

    /// Disables the button if there is a reason.
    #[must_use]
    pub fn disabled_by(self, reason: Option<impl Into<Cow<'a, str>>>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }

    fn padding(&self) -> f32 {
        if self.style == ButtonStyle::Link { 2.0 } else { PAD }
    }

    /// Returns its width.
    #[must_use]
    pub fn width(&self, painter: &Painter<'_>) -> f32 {
        let mut parts = Vec::with_capacity(3);
        parts.extend(self.icon.map(|_| painter.theme.tokens.size.icon));
        if !self.label.is_empty() {
            parts.push(painter.text_width(&self.label, TextStyle::strong()).ceil());
        }
        if !self.key_cap.is_empty() {
            parts.push(keycap::width(painter, &self.key_cap));
        }
        if self.label.is_empty() && self.key_cap.is_empty() {
            return painter.theme.tokens.size.control_height;
        }
        let gaps = parts.len().saturating_sub(1) as f32 * GAP;
        parts.iter().sum::<f32>() + gaps + 2.0 * self.padding()
    }

    /// Shows it in an area.
    pub fn show(&self, ui: &Ui, theme: &Theme, id: Id, rect: Rect) -> Response {
        let enabled = self.reason.is_none();
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, id, sense);
        response.widget_info(|| {
            let name = match &self.reason {
                Some(reason) => format!("{} – {reason}", self.name),
                None => self.name.to_string(),
            };
            WidgetInfo::labeled(Role::Button, enabled, name)
        });
        let state = ButtonState {
            hovered: response.hovered(),
            pressed: response.is_pointer_button_down_on(),
            focused: response.has_focus(),
        };
        self.paint(&Painter::new(ui.painter(), theme), rect, state);
        match &self.reason {
            // Without a label, name the button before the reason.
            Some(reason) if self.label.is_empty() => response.tooltip(format!("{} – {reason}", self.name)),
            Some(reason) => response.tooltip(reason),
            None if self.label.is_empty() && self.tooltip.is_empty() => response.tooltip(&self.name),
            None if self.label.is_empty() => response.tooltip(&self.tooltip),
            None => response,
        }
    }

    /// Paints it into an area.
    pub fn paint(&self, painter: &Painter<'_>, rect: Rect, state: ButtonState) {
        let (theme, colors) = (painter.theme, &painter.theme.colors);
        let is_hovered = state.hovered && self.reason.is_none();
        let level = if state.pressed { 2 } else { usize::from(is_hovered) };
        let none = Color32::TRANSPARENT;
        let accent = [colors.accent, colors.accent_hover, colors.accent_pressed];
        let danger = [colors.danger, colors.danger_hover, colors.danger_pressed];
        let ghost_text = if level > 0 { colors.text } else { colors.text_secondary };
        let (fills, edge, text) = match self.style {
            // A disabled button does not use the accent colours.
            ButtonStyle::Primary | ButtonStyle::Danger if self.reason.is_some() => {
                ([colors.sunken; 3], colors.border, colors.text_disabled)
            }
            ButtonStyle::Primary => (accent, none, colors.on_accent),
            ButtonStyle::Danger => (danger, none, colors.on_danger),
            ButtonStyle::Default => {
                ([colors.surface, colors.hover, colors.pressed], colors.border_strong, colors.text)
            }
            ButtonStyle::Ghost => ([none, colors.hover, colors.pressed], none, ghost_text),
            ButtonStyle::Link => ([none, colors.accent_soft, colors.pressed], none, colors.accent_text),
        };
        let text = if self.reason.is_some() { colors.text_disabled } else { text };
        let edge = if edge == Color32::TRANSPARENT { Stroke::NONE } else { theme.hairline(edge) };
        let radius = theme.tokens.radius.button;
        painter.bordered_box(rect, radius, fills[level], edge);
        if state.focused {
            painter.focus_ring(rect, radius);
        }
        let full = if self.is_spread { rect.width() } else { self.width(painter).min(rect.width()) };
        let mut x = rect.left() + ((rect.width() - full) / 2.0).max(0.0) + self.padding();
        if self.label.is_empty() && self.key_cap.is_empty() {
            if let Some(icon) = self.icon {
                painter.icon(rect.center(), icon, text);
            }
            return;
        }
        if let Some(icon) = self.icon {
            let side = theme.tokens.size.icon;
            painter.icon(pos2(x + side / 2.0, rect.center().y), icon, text);
            x += side + GAP;
        }
        let key_cap = if self.key_cap.is_empty() { 0.0 } else { keycap::width(painter, &self.key_cap) };
        if !self.label.is_empty() {
            let available =
                rect.right() - x - self.padding() - if key_cap > 0.0 { key_cap + GAP } else { 0.0 };
            let text_rect = rect_at(x, rect.top(), available.max(0.0), rect.height());
            let (text_color, value) =
                self.label.split_at_checked(self.value_start).unwrap_or((&self.label, ""));
            let set = if self.reason.is_some() { text } else { colors.text };
            let style = TextStyle::strong();
            let end = if text_color.is_empty() || value.is_empty() {
                painter.left(text_rect, &self.label, style, text).right()
            } else {
                painter.text_runs(text_rect, &[(text_color, style, text), (value, style, set)])
            };
            x = end + GAP;
        }
        if key_cap > 0.0 {
            if self.is_spread {
                x = rect.right() - self.padding() - key_cap;
            }
            let text_rect = rect_at(x, rect.center().y - 9.0, key_cap, theme.tokens.size.tag);
            let filled = matches!(self.style, ButtonStyle::Primary | ButtonStyle::Danger);
            keycap::paint(painter, text_rect, &self.key_cap, filled.then_some(text));
        }
    }
}

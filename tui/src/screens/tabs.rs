//! The tab row, in the widest form that fits.

mod layout;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::delegated_users::view;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::tabs;
use encours_core::text::Messages;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::layout::{BRAND_GAP, NARROWEST_FORM, TabNames, TabRowForm, TabText, forms};
use super::layout::ScreenFrame;
use crate::widgets::{Canvas, ClickTarget, text_width};

type IsWanted = fn(&TabRowForm) -> bool;

/// Draws the tabs.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let messages = Messages::new(app.cx.lang());
    let (brand, tabs) = (messages.get("app-name"), tabs::tabs(app));
    let max_width = frame.area.width.saturating_sub(2);
    // The demo badge must always be visible, so tab names are shortened for it.
    let badge = app.cx.options().demo.then(|| messages.get("badge-demo"));
    let acting = view::current_user_view(app);
    let taken = |form: &TabRowForm, user: &str| -> u16 {
        let right = [badge.as_deref().unwrap_or_default(), user];
        let right_texts = right.iter().filter(|text| !text.is_empty());
        right_texts.map(|text| text_width(text) + form.right_gap()).sum()
    };
    let fits_as = |form: &TabRowForm, user: &str| form.width(&brand, &tabs) + taken(form, user) <= max_width;
    // The delegated user must always be visible too: as text while all tabs keep their names, else as an id.
    // The product's name outranks the text, and the text outranks wide gaps.
    let is_branded = |form: &TabRowForm| form.has_brand;
    let is_named = |form: &TabRowForm| matches!(form.names, TabNames::Long | TabNames::ALL_SHORT);
    let (text, short) =
        acting.as_ref().map_or(("", ""), |acting| (acting.text.as_str(), acting.short.as_str()));
    let choices: [(&str, IsWanted); 4] =
        [(text, is_branded), (short, is_branded), (text, is_named), (short, |_| true)];
    let without_user = if acting.is_none() { choices.len() - 1 } else { 0 };
    let fitting = choices.into_iter().skip(without_user).find_map(|(user, is_wanted)| {
        let form = forms().find(|form| is_wanted(form) && fits_as(form, user))?;
        Some((user, form))
    });
    let (user, form) = fitting.unwrap_or((short, NARROWEST_FORM));
    let form = form.with_full_names(&brand, &tabs, max_width.saturating_sub(taken(&form, user)));
    let (theme, y) = (canvas.theme, frame.area.y);
    let (mut x, end) = (frame.area.x + 1, frame.area.right());
    if form.has_brand {
        x += canvas.draw_text(x, y, max_width, &brand, theme.accent()) + BRAND_GAP;
    }
    let texts: Vec<TabText> = tabs.iter().map(|tab| form.tab_text(tab)).collect();
    for (at, (tab, tab_text)) in tabs.iter().zip(&texts).enumerate() {
        let gap = at.checked_sub(1).and_then(|before| texts.get(before));
        let gap = gap.map_or(0, |before| form.gap_between(before, tab_text));
        x += gap;
        let width = tab_text.width();
        let (number, label, badge) = if tab.current {
            let style = theme.selection().patch(Style::new().bold());
            // If possible, the bar is one column wider on each side.
            let air = u16::from(form.gap > 1);
            canvas.fill(Rect::new(x - air, y, width + 2 * air, 1), " ", theme.selection());
            (style, style, style)
        } else {
            (theme.second(), theme.text(), theme.accent())
        };
        let parts = [(tab_text.number.as_str(), number), (&tab_text.label, label), (&tab_text.badge, badge)];
        canvas.draw_spans(x, y, end.saturating_sub(x), &parts);
        let position = tab_text.reserved_width();
        canvas.add_target(Rect::new(x - gap, y, position + gap, 1), ClickTarget::Tab(tab.screen));
        x += position;
    }
    let mut right = end.saturating_sub(1);
    if let Some(badge) = badge {
        canvas.draw_spans_right(right, y, end.saturating_sub(x + 1), &[(&badge, theme.second())]);
        right = right.saturating_sub(text_width(&badge) + form.right_gap());
    }
    if !user.is_empty() {
        let rejected = acting.as_ref().is_some_and(|acting| acting.is_rejected);
        let style = if rejected { theme.tone(Tone::Problem) } else { theme.accent() };
        let used = canvas.draw_spans_right(right, y, right.saturating_sub(x), &[(user, style)]);
        let position = Rect::new(right.saturating_sub(used), y, used, 1);
        canvas.add_target(position, ClickTarget::Run(ActionId::SwitchUser));
    }
}

//! The tab row, in the widest form that fits.

mod layout;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::act_for::view;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::tabs;
use encours_core::text::Words;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::layout::{AFTER_BRAND, Form, NARROWEST, Names, TABS, forms};
use super::layout::Frame;
use crate::widgets::{Canvas, Target, columns};

/// Draws the tabs.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let words = Words::new(app.cx.lang());
    let (brand, tabs) = (words.get("app-name"), tabs::tabs(app));
    let room = frame.area.width.saturating_sub(2);
    // The demo badge must always be visible, so tab names are shortened for it.
    let badge = app.cx.options().demo.then(|| words.get("badge-demo"));
    let acting = view::acting(app);
    let taken = |form: &Form, who: &str| -> u16 {
        let right = [badge.as_deref().unwrap_or_default(), who];
        let told = right.iter().filter(|text| !text.is_empty());
        told.map(|text| columns(text) + form.air()).sum()
    };
    let fits_as = |form: &Form, who: &str| form.width(&brand, &tabs) + taken(form, who) <= room;
    let fits = |who: &str| forms().find(|form| fits_as(form, who));
    // The delegated user must always be visible too: as text while all tabs keep their names, else as an id.
    // The product's name outranks the text, and the text outranks wide gaps.
    let named = |form: &Form| matches!(form.names, Names::Long | Names::Short(TABS));
    let (who, form) = match &acting {
        None => ("", fits("")),
        Some(acting) => {
            let close = || forms().find(|form| form.brand && fits_as(form, &acting.text));
            let (text, short) = (close().or_else(|| fits(&acting.text)), fits(&acting.short));
            let branded = text.is_none_or(|form| !form.brand) && short.is_some_and(|form| form.brand);
            match text.filter(named) {
                Some(form) if !branded => (acting.text.as_str(), Some(form)),
                _ => (acting.short.as_str(), short),
            }
        }
    };
    let form = form.unwrap_or(NARROWEST);
    let form = form.with_whole_names(&brand, &tabs, room.saturating_sub(taken(&form, who)));
    let (theme, y) = (canvas.theme, frame.area.y);
    let (mut x, end) = (frame.area.x + 1, frame.area.right());
    if form.brand {
        x += canvas.put(x, y, room, &brand, theme.accent()) + AFTER_BRAND;
    }
    for tab in &tabs {
        let written = form.write(tab);
        let width = written.width();
        let (number, label, badge) = if tab.current {
            let style = theme.selection().patch(Style::new().bold());
            // If possible, the bar is one column wider on each side.
            let air = u16::from(form.gap > 1);
            canvas.fill(Rect::new(x - air, y, width + 2 * air, 1), " ", theme.selection());
            (style, style, style)
        } else {
            (theme.second(), theme.text(), theme.accent())
        };
        let parts = [
            (written.number.as_str(), number),
            (&written.label, label),
            (&written.badge, badge),
        ];
        canvas.line(x, y, end.saturating_sub(x), &parts);
        let place = written.place();
        canvas.hit(Rect::new(x - 1, y, place + form.gap, 1), Target::Tab(tab.screen));
        x += place + form.gap;
    }
    let mut right = end.saturating_sub(1);
    if let Some(badge) = badge {
        canvas.line_right(right, y, end.saturating_sub(x + 1), &[(&badge, theme.second())]);
        right = right.saturating_sub(columns(&badge) + form.air());
    }
    if !who.is_empty() {
        let refused = acting.as_ref().is_some_and(|acting| acting.refused);
        let style = if refused {
            theme.tone(Tone::Problem)
        } else {
            theme.accent()
        };
        let used = canvas.line_right(right, y, right.saturating_sub(x), &[(who, style)]);
        let place = Rect::new(right.saturating_sub(used), y, used, 1);
        canvas.hit(place, Target::Run(ActionId::ActForUser));
    }
}

//! The row below the title: tabs with counts, the title filter and the grouping switch.

use super::super::pipeline::filter_line;
use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, tell_choice, trailing_items};
use egui::{Align, Color32, Id, Rect, Role, Sense, Stroke, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::panes::{ALERTS, LIST};
use encours_core::app::screens::inbox::view::inbox::{InboxTabView, InboxView};
use encours_core::app::shell::action::Action;
use encours_core::text::number;

/// Maximum width of the filter.
const FILTER: f32 = 240.0;
/// Minimum usable width of the filter.
const FILTER_MIN: f32 = 120.0;
const GAP: f32 = 8.0;
/// Width of the button for the remaining tabs.
const OTHERS: f32 = 28.0;
/// Gap between two tabs.
const BETWEEN: f32 = 6.0;

/// Returns the widget id of the title filter.
fn filter_id() -> Id {
    Id::unique("inbox-filter")
}

/// The parts that are reduced if the row is too narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Yields {
    Nothing,
    /// The counts of all tabs except the current one.
    Counts,
    /// The counts and the filter. The filter becomes an icon, and its field replaces the tabs while the user types.
    Filter,
}

/// Returns what to reduce for a width available to tabs and filter. `wide` returns the width of the tabs with all
/// counts or one.
fn yields(room: f32, wide: impl Fn(bool) -> f32) -> Yields {
    if wide(true) + FILTER_MIN <= room {
        Yields::Nothing
    } else if wide(false) + FILTER_MIN <= room {
        Yields::Counts
    } else {
        Yields::Filter
    }
}

/// Draws the row. `beside` is true if alerts and preferences have their own column; otherwise a button leads to them.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView, beside: bool) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, pass.look.ink.border);
    let wide = |counts: bool| {
        let tabs = view.tabs.iter();
        let wide = tabs.map(|tab| Parts::of(&pen, pass, tab, counts).wide() + BETWEEN);
        wide.sum::<f32>() + GAP
    };
    let begin = rect.left() + 16.0;
    let name = format!("{}  {}", view.alerts.title, pass.cap(ActionId::NextPane));
    let open = pass.app.cx.pane() != LIST;
    let kind = if open { Kind::Default } else { Kind::Ghost };
    let alerts = Button::of_icon(&name, Icon::Bell).kind(kind);
    let (label, cap) = (
        pass.label(ActionId::GroupSimilar),
        pass.cap(ActionId::GroupSimilar),
    );
    let on = !pass.app.inbox.inbox().apart;
    let icon = if on { Icon::Check } else { Icon::Views };
    let mut together = Button::new(&label).icon(icon).key(&cap).kind(Kind::Ghost);
    let others = if beside { 0.0 } else { alerts.width(&pen) + GAP };
    let end = pos2(rect.right() - 16.0, rect.top() + 20.0);
    if together.width(&pen) > end.x - others - begin - wide(true) - FILTER_MIN {
        together = together.short().key("");
    }
    let mut widths = vec![together.width(&pen)];
    widths.extend((!beside).then(|| alerts.width(&pen)));
    let places = trailing_items::ending_at(end, GAP, &widths);
    let right = trailing_items::begins(&places, end.x) - GAP;
    let yields = yields(right - begin, wide);
    let row = rect.with_min_x(begin).with_max_x(right);
    if yields == Yields::Filter {
        tabs_or_filter(ui, pass, row, &view.tabs);
    } else {
        let left = tabs(ui, pass, row, &view.tabs, yields == Yields::Nothing) + GAP;
        let wide = FILTER.min(right - left);
        filter(ui, pass, row.with_min_x(right - wide));
    }
    let [place, others @ ..] = places.as_slice() else {
        return;
    };
    if grouped(ui, pass, together, on, *place) {
        pass.run(ActionId::GroupSimilar);
    }
    // Without a column of their own, a button toggles between the alerts and the preview.
    if let [place] = others
        && alerts
            .show(ui, pass.look, ui.scope_id().with("alerts"), *place)
            .clicked()
    {
        pass.act(Action::FocusPane(if open { LIST } else { ALERTS }));
    }
}

/// Draws the filter field.
fn filter(ui: &mut Ui, pass: &mut Pass<'_>, row: Rect) {
    let field = row.with_min_y(row.top() + 5.0).with_max_y(row.top() + 35.0);
    let hint = pass.word("filter-titles").into_owned();
    filter_line::show(
        ui,
        pass,
        field,
        filter_id(),
        (&pass.app.inbox.inbox().filter, &hint),
    );
}

/// Draws the tabs and a filter icon, or the filter field during typing.
fn tabs_or_filter(ui: &mut Ui, pass: &mut Pass<'_>, row: Rect, all: &[InboxTabView]) {
    if matches!(pass.app.cx.layer(), Layer::Filter) {
        return filter(ui, pass, row);
    }
    let kept = pass.app.inbox.inbox().filter.clone();
    let label = pass.label(ActionId::Filter);
    // An active filter is part of the button's name, and the button gets a border.
    let (name, kind) = if kept.is_empty() {
        let cap = pass.cap(ActionId::Filter);
        (format!("{label}  {cap}"), Kind::Ghost)
    } else {
        (format!("{label} – {kept}"), Kind::Default)
    };
    let button = Button::of_icon(&name, Icon::Filter).kind(kind);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_min_size(pos2(row.right() - wide, row.top() + 6.0), vec2(wide, 28.0));
    tabs(ui, pass, row.with_max_x(place.left() - GAP), all, false);
    let id = ui.scope_id().with("filter");
    if button.show(ui, pass.look, id, place).clicked() {
        pass.run(ActionId::Filter);
    }
}

/// Draws the switch that groups similar notifications. Returns whether it was clicked.
fn grouped(ui: &Ui, pass: &Pass<'_>, button: Button<'_>, on: bool, place: Rect) -> bool {
    let id = ui.scope_id().with("together");
    let response = button.show(ui, pass.look, id, place);
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_toggled(if on {
            egui::accesskit::Toggled::True
        } else {
            egui::accesskit::Toggled::False
        });
    });
    response.clicked()
}

/// The texts of a tab.
struct Parts<'a> {
    label: &'a str,
    count: String,
    /// Accessible text, which always contains the count.
    spoken: String,
    label_wide: f32,
    count_wide: f32,
    /// True if the tab has a count, known or not.
    counted: bool,
}

impl<'a> Parts<'a> {
    /// Measures a tab. `counts` is true if every tab shows its count, not only the current one.
    fn of(pen: &Pen<'_>, pass: &Pass<'_>, tab: &'a InboxTabView, counts: bool) -> Self {
        let count = if tab.known {
            number::integer(pass.app.cx.lang(), tab.count as u64)
        } else {
            String::new()
        };
        let spoken = format!("{} {count}", tab.label);
        let count = if counts || tab.current {
            count
        } else {
            String::new()
        };
        Self {
            spoken,
            label: &tab.label,
            label_wide: pen.width(&tab.label, Face::strong()).ceil(),
            count_wide: pen.width(&count, Face::small()).ceil(),
            count,
            counted: counts || tab.current,
        }
    }

    fn wide(&self) -> f32 {
        let apart = if self.counted { 26.0 } else { 20.0 };
        self.label_wide + self.count_wide + apart
    }
}

/// Returns the tabs that fit: all, or the current one with as many of the first as fit beside the button for the
/// others.
fn in_row(widths: &[f32], current: usize, room: f32) -> Vec<usize> {
    let wide = |wide: &f32| wide + BETWEEN;
    if widths.iter().map(wide).sum::<f32>() <= room + BETWEEN {
        return (0..widths.len()).collect();
    }
    let mut left = room - OTHERS - widths.get(current).map_or(0.0, wide);
    let mut among = true;
    let fits = |(at, one): (usize, &f32)| {
        if at == current {
            return Some(at);
        }
        among &= wide(one) <= left;
        left -= wide(one);
        among.then_some(at)
    };
    widths.iter().enumerate().filter_map(fits).collect()
}

/// Draws the tabs from the left of a row; a button leads to those that do not fit. Returns their right edge.
fn tabs(ui: &mut Ui, pass: &mut Pass<'_>, row: Rect, tabs: &[InboxTabView], counts: bool) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let parts: Vec<Parts<'_>> = tabs
        .iter()
        .map(|tab| Parts::of(&pen, pass, tab, counts))
        .collect();
    let widths: Vec<f32> = parts.iter().map(Parts::wide).collect();
    let current = tabs.iter().position(|tab| tab.current).unwrap_or(0);
    let shown = in_row(&widths, current, row.width());
    let room = if shown.len() < tabs.len() {
        row.right() - OTHERS - BETWEEN
    } else {
        row.right()
    };
    let mut x = row.left();
    for at in &shown {
        let wide = widths[*at].min(room - x);
        let place = Rect::from_min_size(pos2(x, row.top() + 6.0), vec2(wide, 28.0));
        one(ui, pass, place, &tabs[*at], &parts[*at]);
        x = place.right() + BETWEEN;
    }
    if shown.len() == tabs.len() {
        return x;
    }
    let place = Rect::from_min_size(pos2(x, row.top() + 6.0), vec2(OTHERS, 28.0));
    let name = pass.word("inbox-other-tabs").into_owned();
    let button = Button::of_icon(&name, Icon::More).kind(Kind::Ghost);
    let response = button.show(ui, pass.look, ui.scope_id().with("other-tabs"), place);
    let others: Vec<(InboxTab, &str)> = (0..tabs.len())
        .filter(|at| !shown.contains(at))
        .map(|at| (tabs[at].tab, parts[at].spoken.as_str()))
        .collect();
    egui::Popup::menu(&response)
        .frame(context_menu::frame(pass.look))
        .show(|ui| context_menu::tabs(ui, pass, &others));
    place.right() + BETWEEN
}

fn one(ui: &Ui, pass: &mut Pass<'_>, place: Rect, tab: &InboxTabView, part: &Parts<'_>) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let id = ui.scope_id().with(("tab", tab.label.as_str()));
    let response = ui.interact(place, id, Sense::click());
    tell_choice(&response, Role::Tab, true, tab.current, &part.spoken);
    let fill = match (tab.current, response.hovered()) {
        (true, _) => ink.pressed,
        (false, true) => ink.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    let edge = if tab.current && look.edges() {
        look.hairline(ink.accent_line)
    } else {
        Stroke::NONE
    };
    pen.boxed(place, look.tokens.radius.button, fill, edge);
    if response.has_focus() {
        pen.ring(place, look.tokens.radius.button);
    }
    let color = if tab.current { ink.text } else { ink.text_secondary };
    let inner = place.shrink2(vec2(10.0, 0.0));
    let name = inner.with_max_x(inner.right() - part.count_wide);
    let text = pen.text(name, Align::Min, part.label, Face::strong(), color);
    let count = place.with_min_x(text.right() + 6.0);
    pen.text(count, Align::Min, &part.count, Face::small(), ink.text_tertiary);
    if response.clicked() {
        pass.act(Action::ShowTab(tab.tab));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_stand_whole_in_their_row_and_the_one_that_is_shown_is_among_them() {
        let widths = [80.0, 60.0, 90.0, 50.0, 70.0];
        let whole = widths.iter().sum::<f32>() + 4.0 * BETWEEN;
        assert_eq!(in_row(&widths, 0, whole), [0, 1, 2, 3, 4]);
        assert_eq!(in_row(&widths, 0, whole - 1.0), [0, 1, 2, 3]);
        // 70 for the last, 80 for the first; a tab between them would break the order.
        assert_eq!(in_row(&widths, 4, 70.0 + 80.0 + OTHERS + 2.0 * BETWEEN), [0, 4]);
        assert_eq!(
            in_row(&widths, 2, 20.0),
            [2],
            "the current tab must stay, even if truncated"
        );
    }

    #[test]
    fn counts_give_way_before_the_filter_and_the_filter_is_never_a_bare_box() {
        let wide = |counts: bool| if counts { 400.0 } else { 300.0 };
        assert_eq!(yields(400.0 + FILTER_MIN, wide), Yields::Nothing);
        assert_eq!(yields(399.0 + FILTER_MIN, wide), Yields::Counts);
        assert_eq!(yields(300.0 + FILTER_MIN, wide), Yields::Counts);
        assert_eq!(yields(299.0 + FILTER_MIN, wide), Yields::Filter);
    }
}

//! The row below the title: tabs with counts, the title filter and the grouping switch.

use super::super::pipeline::filter_line;
use crate::prelude::*;
use egui::accesskit::Toggled;
use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::screens::inbox::inbox::{ALERTS, LIST};
use encours_core::app::screens::inbox::view::inbox::{InboxTabView, InboxView};

/// Maximum width of the filter.
const MAX_FILTER_WIDTH: f32 = 240.0;
/// Minimum usable width of the filter.
const MIN_FILTER_WIDTH: f32 = 120.0;
const GAP: f32 = 8.0;
/// Width of the button for the remaining tabs.
const OVERFLOW_WIDTH: f32 = 28.0;
/// Gap between two tabs.
const TAB_GAP: f32 = 6.0;

/// Returns the widget id of the title filter.
fn filter_id() -> Id {
    Id::unique("inbox-filter")
}

/// The parts that are reduced if the row is too narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TabReduction {
    None,
    /// The counts of all tabs except the current one.
    Counts,
    /// The counts and the filter. The filter becomes an icon, and its field replaces the tabs while the user types.
    Filter,
}

/// Returns what to reduce for a width available to tabs and filter. `width` returns the width of the tabs with all
/// counts or one.
fn reduction_for(available: f32, width: impl Fn(bool) -> f32) -> TabReduction {
    if width(true) + MIN_FILTER_WIDTH <= available {
        TabReduction::None
    } else if width(false) + MIN_FILTER_WIDTH <= available {
        TabReduction::Counts
    } else {
        TabReduction::Filter
    }
}

/// Draws the row. `is_wide` is true if alerts and preferences have their own column; otherwise a button leads to them.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView, is_wide: bool) {
    let painter = frame.painter(ui);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, frame.theme.colors.border);
    let width = |counts: bool| {
        let tabs = view.tabs.iter();
        let width = tabs.map(|tab| TabParts::measure(&painter, frame, tab, counts).width() + TAB_GAP);
        width.sum::<f32>() + GAP
    };
    let begin = rect.left() + 16.0;
    let open = frame.app.cx.pane() != LIST;
    let kind = if open { ButtonStyle::Default } else { ButtonStyle::Ghost };
    let name = format!("{}  {}", view.alerts.title, frame.key_cap(ActionId::NextPane));
    let alerts = Button::from_icon(name, Icon::Bell).with_style(kind);
    let alerts = alerts.with_action(Action::FocusPane(if open { LIST } else { ALERTS }));
    let on = !frame.app.inbox.ungrouped;
    let mut together = Button { reason: None, ..frame.button(ActionId::GroupSimilar) }
        .with_icon(if on { Icon::Check } else { Icon::Views })
        .with_style(ButtonStyle::Ghost);
    // Without a column of their own, a button toggles between the alerts and the preview.
    let alerts_width = if is_wide { 0.0 } else { alerts.width(&painter) + GAP };
    let end = pos2(rect.right() - 16.0, rect.top() + 20.0);
    if together.width(&painter) > end.x - alerts_width - begin - width(true) - MIN_FILTER_WIDTH {
        together = together.icon_only();
    }
    let alerts = (!is_wide).then_some(("alerts", alerts));
    let buttons = std::iter::once(("together", together)).chain(alerts);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, GAP), buttons);
    let right = buttons.left_edge(end.x) - GAP;
    let yields = reduction_for(right - begin, width);
    let row = rect.with_min_x(begin).with_max_x(right);
    if yields == TabReduction::Filter {
        draw_tabs_or_filter(ui, frame, row, &view.tabs);
    } else {
        let tabs_right = draw_tabs(ui, frame, row, &view.tabs, yields == TabReduction::None) + GAP;
        let width = MAX_FILTER_WIDTH.min(right - tabs_right);
        draw_filter(ui, frame, row.with_min_x(right - width));
    }
    if let [switch, ..] = buttons.show(ui, frame).as_slice() {
        let toggled = if on { Toggled::True } else { Toggled::False };
        ui.ctx().accesskit_node_builder(switch.id, |node| node.set_toggled(toggled));
    }
}

/// Draws the filter field.
fn draw_filter(ui: &mut Ui, frame: &mut FrameCtx<'_>, row: Rect) {
    let field = row.below(5.0).with_max_y(row.top() + 35.0);
    let hint = frame.message("filter-titles").into_owned();
    filter_line::show(ui, frame, field, filter_id(), (&frame.app.inbox.filter, &hint));
}

/// Draws the tabs and a filter icon, or the filter field during typing.
fn draw_tabs_or_filter(ui: &mut Ui, frame: &mut FrameCtx<'_>, row: Rect, all: &[InboxTabView]) {
    if matches!(frame.app.cx.overlay(), Overlay::Filter) {
        return draw_filter(ui, frame, row);
    }
    let filter_text = frame.app.inbox.filter.clone();
    // An active filter is part of the button's name, and the button gets a border.
    let (name, kind) = if filter_text.is_empty() {
        (frame.action_hint(ActionId::Filter), ButtonStyle::Ghost)
    } else {
        (format!("{} – {filter_text}", frame.action_name(ActionId::Filter)), ButtonStyle::Default)
    };
    let button =
        Button::from_icon(name, Icon::Filter).with_style(kind).with_action(Action::Run(ActionId::Filter));
    let width = button.width(&frame.painter(ui));
    let filter_rect = rect_at(row.right() - width, row.top() + 6.0, width, 28.0);
    draw_tabs(ui, frame, row.with_max_x(filter_rect.left() - GAP), all, false);
    frame.press(ui, "filter", filter_rect, &button);
}

/// The texts of a tab.
struct TabParts<'a> {
    label: &'a str,
    count: String,
    /// Accessible text, which always contains the count.
    a11y_text: String,
    label_width: f32,
    count_width: f32,
    /// True if the tab has a count, known or not.
    has_count: bool,
}

impl<'a> TabParts<'a> {
    /// Measures a tab. `counts` is true if every tab shows its count, not only the current one.
    fn measure(painter: &Painter<'_>, frame: &FrameCtx<'_>, tab: &'a InboxTabView, counts: bool) -> Self {
        let count =
            if tab.known { number::integer(frame.app.cx.lang(), tab.count as u64) } else { String::new() };
        let a11y_text = format!("{} {count}", tab.label);
        let count = if counts || tab.current { count } else { String::new() };
        Self {
            a11y_text,
            label: &tab.label,
            label_width: painter.text_width(&tab.label, TextStyle::strong()).ceil(),
            count_width: painter.text_width(&count, TextStyle::small()).ceil(),
            count,
            has_count: counts || tab.current,
        }
    }

    fn width(&self) -> f32 {
        let gap = if self.has_count { 26.0 } else { 20.0 };
        self.label_width + self.count_width + gap
    }
}

/// Returns the tabs that fit: all, or the current one with as many of the first as fit beside the button for the
/// others.
fn fitting_tabs(widths: &[f32], current: usize, available: f32) -> Vec<usize> {
    let width = |width: &f32| width + TAB_GAP;
    if widths.iter().map(width).sum::<f32>() <= available + TAB_GAP {
        return (0..widths.len()).collect();
    }
    let mut remaining = available - OVERFLOW_WIDTH - widths.get(current).map_or(0.0, width);
    let mut among = true;
    let fits = |(at, tab_width): (usize, &f32)| {
        if at == current {
            return Some(at);
        }
        among &= width(tab_width) <= remaining;
        remaining -= width(tab_width);
        among.then_some(at)
    };
    widths.iter().enumerate().filter_map(fits).collect()
}

/// Draws the tabs from the left of a row; a button leads to those that do not fit. Returns their right edge.
fn draw_tabs(ui: &mut Ui, frame: &mut FrameCtx<'_>, row: Rect, tabs: &[InboxTabView], counts: bool) -> f32 {
    let painter = frame.painter(ui);
    let parts: Vec<TabParts<'_>> =
        tabs.iter().map(|tab| TabParts::measure(&painter, frame, tab, counts)).collect();
    let widths: Vec<f32> = parts.iter().map(TabParts::width).collect();
    let current = tabs.iter().position(|tab| tab.current).unwrap_or(0);
    let visible_tabs = fitting_tabs(&widths, current, row.width());
    let available =
        if visible_tabs.len() < tabs.len() { row.right() - OVERFLOW_WIDTH - TAB_GAP } else { row.right() };
    let mut x = row.left();
    for at in &visible_tabs {
        let width = widths[*at].min(available - x);
        let tab_rect = rect_at(x, row.top() + 6.0, width, 28.0);
        draw_tab(ui, frame, tab_rect, &tabs[*at], &parts[*at]);
        x = tab_rect.right() + TAB_GAP;
    }
    if visible_tabs.len() == tabs.len() {
        return x;
    }
    let tab_rect = rect_at(x, row.top() + 6.0, OVERFLOW_WIDTH, 28.0);
    let button = Button::from_icon(frame.message("inbox-other-tabs"), Icon::More);
    let response = frame.press(ui, "other-tabs", tab_rect, &button);
    let hidden_tabs: Vec<(InboxTab, &str)> = (0..tabs.len())
        .filter(|at| !visible_tabs.contains(at))
        .map(|at| (tabs[at].tab, parts[at].a11y_text.as_str()))
        .collect();
    context_menu::popup(&response, frame.theme).show(|ui| context_menu::tabs_menu(ui, frame, &hidden_tabs));
    tab_rect.right() + TAB_GAP
}

fn draw_tab(ui: &Ui, frame: &mut FrameCtx<'_>, area: Rect, tab: &InboxTabView, part: &TabParts<'_>) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let id = ui.scope_id().with(("tab", tab.label.as_str()));
    let response = ui.interact(area, id, Sense::click());
    set_a11y_choice(&response, Role::Tab, true, tab.current, &part.a11y_text);
    let fill = response.state_color(tab.current, [colors.pressed, colors.hover, Color32::TRANSPARENT]);
    let edge =
        if tab.current && theme.has_borders() { theme.hairline(colors.accent_line) } else { Stroke::NONE };
    painter.bordered_box(area, theme.tokens.radius.button, fill, edge);
    painter.ring(area, theme.tokens.radius.button, &response);
    let color = if tab.current { colors.text } else { colors.text_secondary };
    let inner = area.narrowed(10.0);
    let name = inner.with_max_x(inner.right() - part.count_width);
    let text = painter.left(name, part.label, TextStyle::strong(), color);
    let count = area.with_min_x(text.right() + 6.0);
    painter.left(count, &part.count, TextStyle::small(), colors.text_tertiary);
    if response.clicked() {
        frame.request(Action::ShowTab(tab.tab));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_tabs_always_include_the_current_tab() {
        let widths = [80.0, 60.0, 90.0, 50.0, 70.0];
        let full_width = widths.iter().sum::<f32>() + 4.0 * TAB_GAP;
        assert_eq!(fitting_tabs(&widths, 0, full_width), [0, 1, 2, 3, 4]);
        assert_eq!(fitting_tabs(&widths, 0, full_width - 1.0), [0, 1, 2, 3]);
        // 70 for the last, 80 for the first; a tab between them would break the order.
        assert_eq!(fitting_tabs(&widths, 4, 70.0 + 80.0 + OVERFLOW_WIDTH + 2.0 * TAB_GAP), [0, 4]);
        assert_eq!(fitting_tabs(&widths, 2, 20.0), [2], "the current tab must stay, even if truncated");
    }

    #[test]
    fn tab_counts_are_hidden_before_the_filter_is_reduced() {
        let width = |counts: bool| if counts { 400.0 } else { 300.0 };
        assert_eq!(reduction_for(400.0 + MIN_FILTER_WIDTH, width), TabReduction::None);
        assert_eq!(reduction_for(399.0 + MIN_FILTER_WIDTH, width), TabReduction::Counts);
        assert_eq!(reduction_for(300.0 + MIN_FILTER_WIDTH, width), TabReduction::Counts);
        assert_eq!(reduction_for(299.0 + MIN_FILTER_WIDTH, width), TabReduction::Filter);
    }
}

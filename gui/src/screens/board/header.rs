//! The top bar of the board: title, view, counts and buttons.

use encours_core::app::deals::board::view::header::BoardHeader;

use crate::prelude::*;
use crate::widgets::SegmentedControl;

/// Padding of the bar, and gap between text and buttons.
const MARGIN: f32 = 16.0;
const BUTTON_GAP: f32 = 12.0;
/// Distances from title to view (with an arrow between) and from there to the counts.
const ARROW_GAP: f32 = 23.0;
const COUNTS_GAP: f32 = 10.0;
/// Maximum width of a long view name when space is short.
const MAX_NAME_WIDTH: f32 = 150.0;
/// Minimum width at which a view name is recognisable.
const MIN_NAME_WIDTH: f32 = 64.0;

/// Draws the top bar. The counts of all and of visible deals must fit. If space is short, first the button labels are
/// dropped, then the counts move below the title.
pub fn draw_top_bar(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let header = encours_core::app::deals::board::view::header::board_header(frame.app);
    let painter = frame.painter(ui);
    let buttons = HeaderButtons::new(frame);
    let title = frame.message("screen-pipeline").into_owned();
    let title_width = painter.text_width(&title, TextStyle::title()).ceil();
    let view_width = view_name_width(&painter, &header.title).min(MAX_NAME_WIDTH);
    let counts_width = painter.text_width(&header.counts, TextStyle::small()).ceil();
    let text_width = title_width + ARROW_GAP + view_width + COUNTS_GAP + counts_width;
    let available =
        |level: usize| rect.width() - 2.0 * MARGIN - BUTTON_GAP - buttons.width(frame, &painter, level);
    let (level, is_stacked) = match (0..=LABEL_LEVELS).find(|level| text_width <= available(*level)) {
        Some(level) => (level, false),
        None => (LABEL_LEVELS, true),
    };
    let left_x = rect.left() + MARGIN;
    let line = Rect::from_x_y_ranges(left_x..=left_x + available(level), rect.y_range());
    draw_title(ui, frame, line, &header, is_stacked);
    buttons.show(ui, frame, pos2(line.right() + BUTTON_GAP, rect.center().y), level);
}

/// Draws title, view and counts in one or two lines.
fn draw_title(ui: &Ui, frame: &mut FrameCtx<'_>, line: Rect, header: &BoardHeader, is_stacked: bool) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let upper = if is_stacked {
        Rect::from_x_y_ranges(line.x_range(), line.top() + 7.0..=line.top() + 29.0)
    } else {
        line
    };
    let name = frame.message("screen-pipeline").into_owned();
    let title = painter.left(upper, &name, TextStyle::title(), colors.text);
    let a11y_text = format!("{name} – {} – {}", header.title, header.counts);
    ui.describe(title, "title", Role::Heading, &a11y_text);
    if is_stacked {
        let lower = Rect::from_x_y_ranges(line.x_range(), line.top() + 29.0..=line.top() + 45.0);
        draw_counts(ui, frame, lower, header, TextStyle::label().with_weight(FontWeight::Regular));
    }
    let width = painter.text_width(&header.counts, TextStyle::small()).ceil() + COUNTS_GAP;
    let remaining = upper.with_min_x(title.right() + ARROW_GAP);
    let remaining = if is_stacked { remaining } else { remaining.with_max_x(remaining.right() - width) };
    // Hide the view name if it would be truncated beyond recognition.
    let end = if remaining.width() < MIN_NAME_WIDTH.min(view_name_width(&painter, &header.title)) {
        title.right()
    } else {
        let chevron = pos2(title.right() + 15.0, upper.center().y);
        let side = frame.theme.tokens.size.icon_small;
        painter.sized_icon(chevron, Icon::Right, side, colors.text_tertiary);
        draw_views_button(ui, frame, remaining, header)
    };
    if !is_stacked {
        draw_counts(ui, frame, line.with_min_x(end + COUNTS_GAP), header, TextStyle::small());
    }
}

/// Draws the counts in full or as two numbers. A truncated count would be wrong.
fn draw_counts(ui: &Ui, frame: &FrameCtx<'_>, remaining: Rect, header: &BoardHeader, style: TextStyle) {
    let painter = frame.painter(ui);
    let fits = painter.text_width(&header.counts, style) <= remaining.width();
    let text = if fits { &header.counts } else { &header.counts_short };
    let at = painter.left(remaining, text, style, frame.theme.colors.text_tertiary);
    if !fits && frame.is_uncovered() {
        let response = ui.interact(at, ui.scope_id().with("counts"), Sense::hover());
        response.tooltip(&header.counts);
    }
}

/// Number of steps in which button labels are dropped: export, view switch, create.
const LABEL_LEVELS: usize = 3;

/// The buttons at the right of the bar, after the switch between board and table.
struct HeaderButtons {
    switch_labels: [String; 2],
    buttons: Vec<(&'static str, Button<'static>)>,
}

impl HeaderButtons {
    fn new(frame: &FrameCtx<'_>) -> Self {
        // Presentation mode offers no creation; the button that ends it takes that place.
        let presenting = frame.app.cx.is_presenting();
        let (action, icon, kind, label) = if presenting {
            (ActionId::Present, Icon::Close, ButtonStyle::Default, "button-end-presentation")
        } else {
            (ActionId::NewDeal, Icon::Plus, ButtonStyle::Primary, "button-new-deal")
        };
        let typing = matches!(frame.app.cx.overlay(), Overlay::Filter);
        let mut buttons = Vec::new();
        if !presenting {
            let export = Button::new(frame.message("button-export")).with_icon(Icon::Export);
            let hint = format!("{}  {}", export.name, frame.key_cap(ActionId::Export));
            let export = export.with_tooltip(hint).with_action(Action::Run(ActionId::Export));
            buttons.push(("export", export));
        } else if !typing && frame.app.pipeline.board().filter.is_empty() {
            // Presentation mode hides the filter bar.
            let filter = Button::from_icon(frame.action_name(ActionId::Filter), Icon::Filter);
            buttons.push(("front-filter", filter.with_action(Action::Run(ActionId::Filter))));
            // The table has no display button, because its column headers offer the same.
            if !frame.app.table.shows_table() {
                buttons
                    .push(("front-display", Button::from_icon(frame.message("button-display"), Icon::Views)));
            }
        }
        let create = Button::new(frame.message(label)).with_icon(icon).with_style(kind);
        let create = create.with_key_cap(frame.key_cap(action)).with_action(Action::Run(action));
        let create = create.disabled_by(frame.past_reason(action));
        buttons.push(("new", create));
        Self {
            switch_labels: ["switch-board", "switch-table"].map(|key| frame.message(key).into_owned()),
            buttons,
        }
    }

    /// Returns the buttons without the labels that a level drops.
    fn reduced(&self, level: usize) -> impl Iterator<Item = (&'static str, Button<'static>)> {
        self.buttons.iter().cloned().map(move |(salt, button)| {
            let drops = salt == "export" && level > 0 || salt == "new" && level > 2;
            (salt, if drops { button.icon_only() } else { button })
        })
    }

    fn width(&self, frame: &FrameCtx<'_>, painter: &Painter<'_>, level: usize) -> f32 {
        let switch = view_switch(frame, &self.switch_labels, level > 1, "").width(painter);
        let buttons = self.reduced(level).map(|(_, button)| button.width(painter) + 8.0);
        switch + 10.0 + buttons.sum::<f32>() - 8.0
    }

    /// Draws them from `at`, in reading order.
    fn show(&self, ui: &mut Ui, frame: &mut FrameCtx<'_>, at: Pos2, level: usize) {
        let key = frame.key_cap(ActionId::ToggleTable);
        let switch = view_switch(frame, &self.switch_labels, level > 1, &key);
        let (end, toggled) = switch.show(ui, frame.theme, ui.scope_id().with("switch"), at);
        if toggled {
            frame.request_command(ActionId::ToggleTable);
        }
        let start = pos2(end + 10.0, at.y);
        let row = ButtonRow::starting_at(ui, &frame.painter(ui), (start, 8.0), self.reduced(level));
        for (response, (salt, button)) in row.show(ui, frame).iter().zip(&self.buttons) {
            if *salt == "front-display" {
                context_menu::popup(response, frame.theme)
                    .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                    .show(|ui| context_menu::display_menu(ui, frame));
            } else if *salt == "export" && level == 0 {
                response.clone().tooltip(&button.tooltip);
            }
        }
    }
}

/// Returns the width of the view name with its arrow.
fn view_name_width(painter: &Painter<'_>, title: &str) -> f32 {
    painter.text_width(title, TextStyle::strong()).ceil() + 32.0
}

/// Draws the current view as a button that opens the list of views. Returns its right edge.
fn draw_views_button(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, header: &BoardHeader) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    // The short form is clearer than a truncated name.
    let title = if view_name_width(&painter, &header.title) <= rect.width() {
        &header.title
    } else {
        &header.title_short
    };
    let width = view_name_width(&painter, title).min(rect.width());
    let button_rect = rect_at(rect.left(), rect.center().y - 14.0, width, 28.0);
    let a11y_text = format!("{} – {}", frame.action_name(ActionId::Views), header.title);
    let response = ui.click_area(button_rect, "views", Role::Button, &a11y_text);
    painter.hover_fill(button_rect, theme.tokens.radius.button, &response);
    painter.ring(button_rect, theme.tokens.radius.button, &response);
    let text = button_rect.inset(6.0, 24.0);
    painter.left(text, title, TextStyle::strong(), colors.text);
    painter.sized_icon(button_rect.near_right(13.0), Icon::Down, 12.0, colors.text_tertiary);
    if response.tooltip(frame.action_hint(ActionId::Views)).clicked() {
        frame.request_command(ActionId::Views);
    }
    button_rect.right()
}

/// Returns the switch between board and table.
fn view_switch<'a>(
    frame: &FrameCtx<'_>,
    labels: &'a [String; 2],
    narrow: bool,
    key: &'a str,
) -> SegmentedControl<'a> {
    let [board, table] = labels;
    SegmentedControl {
        segments: [(Icon::Pipeline, board), (Icon::Table, table)],
        chosen: usize::from(frame.app.table.shows_table()),
        icons_only: narrow,
        key_cap: key,
    }
}

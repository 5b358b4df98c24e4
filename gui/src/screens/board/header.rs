//! The top bar of the board: title, view, counts and buttons.

use egui::{Align, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::header::BoardHeader;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;

use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, SegmentedControl, TooltipExt};

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
    let painter = Painter::new(ui.painter(), frame.theme);
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
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    let upper = if is_stacked {
        Rect::from_x_y_ranges(line.x_range(), line.top() + 7.0..=line.top() + 29.0)
    } else {
        line
    };
    let name = frame.message("screen-pipeline").into_owned();
    let title = painter.text(upper, Align::Min, &name, TextStyle::title(), colors.text);
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let a11y_text = format!("{name} – {} – {}", header.title, header.counts);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &a11y_text));
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
    let painter = Painter::new(ui.painter(), frame.theme);
    let fits = painter.text_width(&header.counts, style) <= remaining.width();
    let text = if fits { &header.counts } else { &header.counts_short };
    let at = painter.text(remaining, Align::Min, text, style, frame.theme.colors.text_tertiary);
    if !fits && frame.is_uncovered() {
        let response = ui.interact(at, ui.scope_id().with("counts"), Sense::hover());
        response.tooltip(&header.counts);
    }
}

/// Number of steps in which button labels are dropped: export, view switch, create.
const LABEL_LEVELS: usize = 3;

/// The buttons at the right of the bar.
struct HeaderButtons {
    export: Option<String>,
    /// Labels of the filter and display buttons in presentation mode, which hides the filter bar.
    presentation_labels: Option<[String; 2]>,
    switch_labels: [String; 2],
    create_button: (ActionId, Icon, ButtonStyle, String, String),
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
        let quiet = presenting && !typing && frame.app.pipeline.board().filter.is_empty();
        Self {
            export: (!presenting).then(|| frame.message("button-export").into_owned()),
            presentation_labels: quiet
                .then(|| [frame.action_name(ActionId::Filter), frame.message("button-display").into_owned()]),
            switch_labels: ["switch-board", "switch-table"].map(|key| frame.message(key).into_owned()),
            create_button: (action, icon, kind, frame.message(label).into_owned(), frame.key_cap(action)),
        }
    }

    fn export_button(&self, level: usize) -> Option<Button<'_>> {
        let button = Button::new(self.export.as_deref()?).with_icon(Icon::Export);
        Some(if level > 0 { button.icon_only() } else { button })
    }

    /// Returns the filter and display buttons of presentation mode, as icons.
    fn presentation_buttons(&self, table: bool) -> impl Iterator<Item = Button<'_>> {
        let [filter, display] =
            self.presentation_labels.as_ref().map_or(["", ""], |[a, b]| [a.as_str(), b.as_str()]);
        let buttons = [(filter, Icon::Filter), (display, Icon::Views)];
        // The table has no display button, because its column headers offer the same.
        let count = match (self.presentation_labels.is_some(), table) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        buttons.into_iter().take(count).map(|(name, icon)| Button::from_icon(name, icon))
    }

    fn create_button(&self, level: usize) -> Button<'_> {
        let (_, icon, kind, label, key_cap) = &self.create_button;
        let button = Button::new(label).with_icon(*icon).with_style(*kind);
        if level > 2 { button.icon_only() } else { button.with_key_cap(key_cap) }
    }

    fn width(&self, frame: &FrameCtx<'_>, painter: &Painter<'_>, level: usize) -> f32 {
        let export = self.export_button(level).map_or(0.0, |button| button.width(painter) + 8.0);
        let switch = view_switch(frame, &self.switch_labels, level > 1, "").width(painter);
        let front = self
            .presentation_buttons(frame.app.table.shows_table())
            .map(|button| button.width(painter) + 8.0);
        switch + 10.0 + export + front.sum::<f32>() + self.create_button(level).width(painter)
    }

    /// Draws them from `at`, in reading order.
    fn show(&self, ui: &mut Ui, frame: &mut FrameCtx<'_>, at: Pos2, level: usize) {
        let key = frame.key_cap(ActionId::ToggleTable);
        let (end, toggled) = view_switch(frame, &self.switch_labels, level > 1, &key).show(
            ui,
            frame.theme,
            ui.scope_id().with("switch"),
            at,
        );
        if toggled {
            frame.request_command(ActionId::ToggleTable);
        }
        let mut x = end + 10.0;
        let painter = Painter::new(ui.painter(), frame.theme);
        let height = frame.theme.tokens.size.control_height;
        let mut button_rect = |button: Button<'_>| {
            let width = button.width(&painter);
            let button_rect = Rect::from_min_size(pos2(x, at.y - height / 2.0), vec2(width, height));
            x += width + 8.0;
            button_rect
        };
        if let Some(button) = self.export_button(level) {
            let hint = format!("{}  {}", button.name, frame.key_cap(ActionId::Export));
            let (button, id) = (button.with_tooltip(&hint), ui.scope_id().with("export"));
            let response = button.show(ui, frame.theme, id, button_rect(button));
            let response = if level == 0 { response.tooltip(&hint) } else { response };
            if response.clicked() {
                frame.request_command(ActionId::Export);
            }
        }
        for (button, id) in
            self.presentation_buttons(frame.app.table.shows_table()).zip(["front-filter", "front-display"])
        {
            let response = button.show(ui, frame.theme, ui.scope_id().with(id), button_rect(button));
            if id == "front-display" {
                egui::Popup::menu(&response)
                    .frame(context_menu::menu_frame(frame.theme))
                    .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                    .show(|ui| context_menu::display_menu(ui, frame));
            } else if response.clicked() {
                frame.request_command(ActionId::Filter);
            }
        }
        let button = self.create_button(level);
        let (action, ..) = self.create_button;
        if button.show(ui, frame.theme, ui.scope_id().with("new"), button_rect(button)).clicked() {
            frame.request_command(action);
        }
    }
}

/// Returns the width of the view name with its arrow.
fn view_name_width(painter: &Painter<'_>, title: &str) -> f32 {
    painter.text_width(title, TextStyle::strong()).ceil() + 32.0
}

/// Draws the current view as a button that opens the list of views. Returns its right edge.
fn draw_views_button(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, header: &BoardHeader) -> f32 {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    // The short form is clearer than a truncated name.
    let title = if view_name_width(&painter, &header.title) <= rect.width() {
        &header.title
    } else {
        &header.title_short
    };
    let width = view_name_width(&painter, title).min(rect.width());
    let button_rect = Rect::from_min_size(pos2(rect.left(), rect.center().y - 14.0), vec2(width, 28.0));
    let response = ui.interact(button_rect, ui.scope_id().with("views"), Sense::click());
    let a11y_text = format!("{} – {}", frame.action_name(ActionId::Views), header.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &a11y_text));
    if response.hovered() {
        painter.fill(button_rect, theme.tokens.radius.button, colors.hover);
    }
    if response.has_focus() {
        painter.focus_ring(button_rect, theme.tokens.radius.button);
    }
    let text = button_rect.with_min_x(button_rect.left() + 6.0).with_max_x(button_rect.right() - 24.0);
    painter.text(text, Align::Min, title, TextStyle::strong(), colors.text);
    painter.sized_icon(
        pos2(button_rect.right() - 13.0, button_rect.center().y),
        Icon::Down,
        12.0,
        colors.text_tertiary,
    );
    let tip = format!("{}  {}", frame.action_name(ActionId::Views), frame.key_cap(ActionId::Views));
    if response.tooltip(tip).clicked() {
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

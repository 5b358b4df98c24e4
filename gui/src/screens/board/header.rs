//! The top bar of the board: title, view, counts and buttons.

use egui::{Align, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::BoardHeader;
use encours_core::app::foundation::cx::overlay::Layer;
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
pub fn draw_top_bar(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
    let head = encours_core::app::deals::board::view::head::board_header(pass.app);
    let pen = Painter::new(ui.painter(), pass.theme);
    let buttons = HeaderButtons::new(pass);
    let title = pass.message("screen-pipeline").into_owned();
    let titled = pen.text_width(&title, TextStyle::title()).ceil();
    let viewed = view_name_width(&pen, &head.title).min(MAX_NAME_WIDTH);
    let counted = pen.text_width(&head.counts, TextStyle::small()).ceil();
    let said = titled + ARROW_GAP + viewed + COUNTS_GAP + counted;
    let room = |level: usize| rect.width() - 2.0 * MARGIN - BUTTON_GAP - buttons.width(pass, &pen, level);
    let (level, stacked) = match (0..=LABEL_LEVELS).find(|level| said <= room(*level)) {
        Some(level) => (level, false),
        None => (LABEL_LEVELS, true),
    };
    let left = rect.left() + MARGIN;
    let line = Rect::from_x_y_ranges(left..=left + room(level), rect.y_range());
    draw_title(ui, pass, line, &head, stacked);
    buttons.show(ui, pass, pos2(line.right() + BUTTON_GAP, rect.center().y), level);
}

/// Draws title, view and counts in one or two lines.
fn draw_title(ui: &Ui, pass: &mut FrameCtx<'_>, line: Rect, head: &BoardHeader, stacked: bool) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let upper = if stacked {
        Rect::from_x_y_ranges(line.x_range(), line.top() + 7.0..=line.top() + 29.0)
    } else {
        line
    };
    let name = pass.message("screen-pipeline").into_owned();
    let title = pen.text(upper, Align::Min, &name, TextStyle::title(), ink.text);
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let spoken = format!("{name} – {} – {}", head.title, head.counts);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
    if stacked {
        let under = Rect::from_x_y_ranges(line.x_range(), line.top() + 29.0..=line.top() + 45.0);
        draw_counts(
            ui,
            pass,
            under,
            head,
            TextStyle::label().with_weight(FontWeight::Regular),
        );
    }
    let wide = pen.text_width(&head.counts, TextStyle::small()).ceil() + COUNTS_GAP;
    let rest = upper.with_min_x(title.right() + ARROW_GAP);
    let rest = if stacked {
        rest
    } else {
        rest.with_max_x(rest.right() - wide)
    };
    // Hide the view name if it would be truncated beyond recognition.
    let end = if rest.width() < MIN_NAME_WIDTH.min(view_name_width(&pen, &head.title)) {
        title.right()
    } else {
        let chevron = pos2(title.right() + 15.0, upper.center().y);
        let side = pass.theme.tokens.size.icon_small;
        pen.sized_icon(chevron, Icon::Right, side, ink.text_tertiary);
        draw_views_button(ui, pass, rest, head)
    };
    if !stacked {
        draw_counts(
            ui,
            pass,
            line.with_min_x(end + COUNTS_GAP),
            head,
            TextStyle::small(),
        );
    }
}

/// Draws the counts in full or as two numbers. A truncated count would be wrong.
fn draw_counts(ui: &Ui, pass: &FrameCtx<'_>, rest: Rect, head: &BoardHeader, face: TextStyle) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let whole = pen.text_width(&head.counts, face) <= rest.width();
    let text = if whole { &head.counts } else { &head.counts_short };
    let at = pen.text(rest, Align::Min, text, face, pass.theme.colors.text_tertiary);
    if !whole && pass.is_uncovered() {
        let response = ui.interact(at, ui.scope_id().with("counts"), Sense::hover());
        response.tooltip(&head.counts);
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
    fn new(pass: &FrameCtx<'_>) -> Self {
        // Presentation mode offers no creation; the button that ends it takes that place.
        let presenting = pass.app.cx.is_presenting();
        let (action, icon, kind, label) = if presenting {
            (
                ActionId::Present,
                Icon::Close,
                ButtonStyle::Default,
                "button-end-presentation",
            )
        } else {
            (
                ActionId::NewDeal,
                Icon::Plus,
                ButtonStyle::Primary,
                "button-new-deal",
            )
        };
        let typing = matches!(pass.app.cx.layer(), Layer::Filter);
        let quiet = presenting && !typing && pass.app.pipeline.board().filter.is_empty();
        Self {
            export: (!presenting).then(|| pass.message("button-export").into_owned()),
            presentation_labels: quiet.then(|| {
                [
                    pass.action_name(ActionId::Filter),
                    pass.message("button-display").into_owned(),
                ]
            }),
            switch_labels: ["switch-board", "switch-table"].map(|key| pass.message(key).into_owned()),
            create_button: (
                action,
                icon,
                kind,
                pass.message(label).into_owned(),
                pass.key_cap(action),
            ),
        }
    }

    fn export_button(&self, level: usize) -> Option<Button<'_>> {
        let button = Button::new(self.export.as_deref()?).with_icon(Icon::Export);
        Some(if level > 0 { button.icon_only() } else { button })
    }

    /// Returns the filter and display buttons of presentation mode, as icons.
    fn presentation_buttons(&self, table: bool) -> impl Iterator<Item = Button<'_>> {
        let [filter, display] = self
            .presentation_labels
            .as_ref()
            .map_or(["", ""], |[a, b]| [a.as_str(), b.as_str()]);
        let buttons = [(filter, Icon::Filter), (display, Icon::Views)];
        // The table has no display button, because its column headers offer the same.
        let count = match (self.presentation_labels.is_some(), table) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        buttons
            .into_iter()
            .take(count)
            .map(|(name, icon)| Button::from_icon(name, icon))
    }

    fn create_button(&self, level: usize) -> Button<'_> {
        let (_, icon, kind, label, cap) = &self.create_button;
        let button = Button::new(label).with_icon(*icon).with_style(*kind);
        if level > 2 {
            button.icon_only()
        } else {
            button.with_key_cap(cap)
        }
    }

    fn width(&self, pass: &FrameCtx<'_>, pen: &Painter<'_>, level: usize) -> f32 {
        let export = self
            .export_button(level)
            .map_or(0.0, |button| button.width(pen) + 8.0);
        let switch = view_switch(pass, &self.switch_labels, level > 1, "").width(pen);
        let front = self
            .presentation_buttons(pass.app.table.shows_table())
            .map(|button| button.width(pen) + 8.0);
        switch + 10.0 + export + front.sum::<f32>() + self.create_button(level).width(pen)
    }

    /// Draws them from `at`, in reading order.
    fn show(&self, ui: &mut Ui, pass: &mut FrameCtx<'_>, at: Pos2, level: usize) {
        let key = pass.key_cap(ActionId::ToggleTable);
        let (end, turned) = view_switch(pass, &self.switch_labels, level > 1, &key).show(
            ui,
            pass.theme,
            ui.scope_id().with("switch"),
            at,
        );
        if turned {
            pass.request_command(ActionId::ToggleTable);
        }
        let mut x = end + 10.0;
        let pen = Painter::new(ui.painter(), pass.theme);
        let height = pass.theme.tokens.size.control_height;
        let mut place = |button: Button<'_>| {
            let wide = button.width(&pen);
            let place = Rect::from_min_size(pos2(x, at.y - height / 2.0), vec2(wide, height));
            x += wide + 8.0;
            place
        };
        if let Some(button) = self.export_button(level) {
            let hint = format!("{}  {}", button.name, pass.key_cap(ActionId::Export));
            let (button, id) = (button.with_tooltip(&hint), ui.scope_id().with("export"));
            let response = button.show(ui, pass.theme, id, place(button));
            let response = if level == 0 {
                response.tooltip(&hint)
            } else {
                response
            };
            if response.clicked() {
                pass.request_command(ActionId::Export);
            }
        }
        for (button, id) in self
            .presentation_buttons(pass.app.table.shows_table())
            .zip(["front-filter", "front-display"])
        {
            let response = button.show(ui, pass.theme, ui.scope_id().with(id), place(button));
            if id == "front-display" {
                egui::Popup::menu(&response)
                    .frame(context_menu::menu_frame(pass.theme))
                    .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                    .show(|ui| context_menu::display_menu(ui, pass));
            } else if response.clicked() {
                pass.request_command(ActionId::Filter);
            }
        }
        let button = self.create_button(level);
        let (action, ..) = self.create_button;
        if button
            .show(ui, pass.theme, ui.scope_id().with("new"), place(button))
            .clicked()
        {
            pass.request_command(action);
        }
    }
}

/// Returns the width of the view name with its arrow.
fn view_name_width(pen: &Painter<'_>, title: &str) -> f32 {
    pen.text_width(title, TextStyle::strong()).ceil() + 32.0
}

/// Draws the current view as a button that opens the list of views. Returns its right edge.
fn draw_views_button(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, head: &BoardHeader) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    // The short form is clearer than a truncated name.
    let title = if view_name_width(&pen, &head.title) <= rect.width() {
        &head.title
    } else {
        &head.title_short
    };
    let wide = view_name_width(&pen, title).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 14.0), vec2(wide, 28.0));
    let response = ui.interact(place, ui.scope_id().with("views"), Sense::click());
    let spoken = format!("{} – {}", pass.action_name(ActionId::Views), head.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() {
        pen.fill(place, look.tokens.radius.button, ink.hover);
    }
    if response.has_focus() {
        pen.focus_ring(place, look.tokens.radius.button);
    }
    let text = place
        .with_min_x(place.left() + 6.0)
        .with_max_x(place.right() - 24.0);
    pen.text(text, Align::Min, title, TextStyle::strong(), ink.text);
    pen.sized_icon(
        pos2(place.right() - 13.0, place.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    let tip = format!(
        "{}  {}",
        pass.action_name(ActionId::Views),
        pass.key_cap(ActionId::Views)
    );
    if response.tooltip(tip).clicked() {
        pass.request_command(ActionId::Views);
    }
    place.right()
}

/// Returns the switch between board and table.
fn view_switch<'a>(
    pass: &FrameCtx<'_>,
    words: &'a [String; 2],
    narrow: bool,
    key: &'a str,
) -> SegmentedControl<'a> {
    let [board, table] = words;
    SegmentedControl {
        segments: [(Icon::Pipeline, board), (Icon::Table, table)],
        chosen: usize::from(pass.app.table.shows_table()),
        icons_only: narrow,
        key_cap: key,
    }
}

//! The top bar of the board: title, view, counts and buttons.

use egui::{Align, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::BoardHead;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;

use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, Switch, Tip};

/// Padding of the bar, and gap between text and buttons.
const MARGIN: f32 = 16.0;
const APART: f32 = 12.0;
/// Distances from title to view (with an arrow between) and from there to the counts.
const ARROW: f32 = 23.0;
const COUNTS: f32 = 10.0;
/// Maximum width of a long view name when space is short.
const NAME: f32 = 150.0;
/// Minimum width at which a view name is recognisable.
const LEAST: f32 = 64.0;

/// Draws the top bar. The counts of all and of visible deals must fit. If space is short, first the button labels are
/// dropped, then the counts move below the title.
pub fn top(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let head = encours_core::app::deals::board::view::head::head(pass.app);
    let pen = Pen::new(ui.painter(), pass.look);
    let buttons = Buttons::of(pass);
    let title = pass.word("screen-pipeline").into_owned();
    let titled = pen.width(&title, Face::title()).ceil();
    let viewed = views_width(&pen, &head.title).min(NAME);
    let counted = pen.width(&head.counts, Face::small()).ceil();
    let said = titled + ARROW + viewed + COUNTS + counted;
    let room = |level: usize| rect.width() - 2.0 * MARGIN - APART - buttons.width(pass, &pen, level);
    let (level, stacked) = match (0..=LEVELS).find(|level| said <= room(*level)) {
        Some(level) => (level, false),
        None => (LEVELS, true),
    };
    let left = rect.left() + MARGIN;
    let line = Rect::from_x_y_ranges(left..=left + room(level), rect.y_range());
    tell(ui, pass, line, &head, stacked);
    buttons.show(ui, pass, pos2(line.right() + APART, rect.center().y), level);
}

/// Draws title, view and counts in one or two lines.
fn tell(ui: &Ui, pass: &mut Pass<'_>, line: Rect, head: &BoardHead, stacked: bool) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let upper = if stacked {
        Rect::from_x_y_ranges(line.x_range(), line.top() + 7.0..=line.top() + 29.0)
    } else {
        line
    };
    let name = pass.word("screen-pipeline").into_owned();
    let title = pen.text(upper, Align::Min, &name, Face::title(), ink.text);
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let spoken = format!("{name} – {} – {}", head.title, head.counts);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
    if stacked {
        let under = Rect::from_x_y_ranges(line.x_range(), line.top() + 29.0..=line.top() + 45.0);
        counts(ui, pass, under, head, Face::label().weighing(Weight::Regular));
    }
    let wide = pen.width(&head.counts, Face::small()).ceil() + COUNTS;
    let rest = upper.with_min_x(title.right() + ARROW);
    let rest = if stacked {
        rest
    } else {
        rest.with_max_x(rest.right() - wide)
    };
    // Hide the view name if it would be truncated beyond recognition.
    let end = if rest.width() < LEAST.min(views_width(&pen, &head.title)) {
        title.right()
    } else {
        let chevron = pos2(title.right() + 15.0, upper.center().y);
        let side = pass.look.tokens.size.icon_small;
        pen.icon_of(chevron, Icon::Right, side, ink.text_tertiary);
        views(ui, pass, rest, head)
    };
    if !stacked {
        counts(ui, pass, line.with_min_x(end + COUNTS), head, Face::small());
    }
}

/// Draws the counts in full or as two numbers. A truncated count would be wrong.
fn counts(ui: &Ui, pass: &Pass<'_>, rest: Rect, head: &BoardHead, face: Face) {
    let pen = Pen::new(ui.painter(), pass.look);
    let whole = pen.width(&head.counts, face) <= rest.width();
    let text = if whole { &head.counts } else { &head.counts_short };
    let at = pen.text(rest, Align::Min, text, face, pass.look.ink.text_tertiary);
    if !whole && pass.uncovered() {
        let response = ui.interact(at, ui.scope_id().with("counts"), Sense::hover());
        response.tip(&head.counts);
    }
}

/// Number of steps in which button labels are dropped: export, view switch, create.
const LEVELS: usize = 3;

/// The buttons at the right of the bar.
struct Buttons {
    export: Option<String>,
    /// Labels of the filter and display buttons in presentation mode, which hides the filter bar.
    front: Option<[String; 2]>,
    switch: [String; 2],
    last: (ActionId, Icon, Kind, String, String),
}

impl Buttons {
    fn of(pass: &Pass<'_>) -> Self {
        // Presentation mode offers no creation; the button that ends it takes that place.
        let presenting = pass.app.cx.presenting();
        let (action, icon, kind, label) = if presenting {
            (
                ActionId::Present,
                Icon::Close,
                Kind::Default,
                "button-end-presentation",
            )
        } else {
            (ActionId::NewDeal, Icon::Plus, Kind::Primary, "button-new-deal")
        };
        let typing = matches!(pass.app.cx.layer(), Layer::Filter);
        let quiet = presenting && !typing && pass.app.pipeline.board().filter.is_empty();
        Self {
            export: (!presenting).then(|| pass.word("button-export").into_owned()),
            front: quiet.then(|| {
                [
                    pass.label(ActionId::Filter),
                    pass.word("button-display").into_owned(),
                ]
            }),
            switch: ["switch-board", "switch-table"].map(|key| pass.word(key).into_owned()),
            last: (
                action,
                icon,
                kind,
                pass.word(label).into_owned(),
                pass.cap(action),
            ),
        }
    }

    fn export(&self, level: usize) -> Option<Button<'_>> {
        let button = Button::new(self.export.as_deref()?).icon(Icon::Export);
        Some(if level > 0 { button.short() } else { button })
    }

    /// Returns the filter and display buttons of presentation mode, as icons.
    fn front(&self, table: bool) -> impl Iterator<Item = Button<'_>> {
        let [filter, display] = self
            .front
            .as_ref()
            .map_or(["", ""], |[a, b]| [a.as_str(), b.as_str()]);
        let buttons = [(filter, Icon::Filter), (display, Icon::Views)];
        // The table has no display button, because its column headers offer the same.
        let count = match (self.front.is_some(), table) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        buttons
            .into_iter()
            .take(count)
            .map(|(name, icon)| Button::of_icon(name, icon))
    }

    fn last(&self, level: usize) -> Button<'_> {
        let (_, icon, kind, label, cap) = &self.last;
        let button = Button::new(label).icon(*icon).kind(*kind);
        if level > 2 {
            button.short()
        } else {
            button.key(cap)
        }
    }

    fn width(&self, pass: &Pass<'_>, pen: &Pen<'_>, level: usize) -> f32 {
        let export = self.export(level).map_or(0.0, |button| button.width(pen) + 8.0);
        let switch = switch(pass, &self.switch, level > 1, "").width(pen);
        let front = self
            .front(pass.app.table.shows_table())
            .map(|button| button.width(pen) + 8.0);
        switch + 10.0 + export + front.sum::<f32>() + self.last(level).width(pen)
    }

    /// Draws them from `at`, in reading order.
    fn show(&self, ui: &mut Ui, pass: &mut Pass<'_>, at: Pos2, level: usize) {
        let key = pass.cap(ActionId::ToggleTable);
        let (end, turned) =
            switch(pass, &self.switch, level > 1, &key).show(ui, pass.look, ui.scope_id().with("switch"), at);
        if turned {
            pass.run(ActionId::ToggleTable);
        }
        let mut x = end + 10.0;
        let pen = Pen::new(ui.painter(), pass.look);
        let height = pass.look.tokens.size.control_height;
        let mut place = |button: Button<'_>| {
            let wide = button.width(&pen);
            let place = Rect::from_min_size(pos2(x, at.y - height / 2.0), vec2(wide, height));
            x += wide + 8.0;
            place
        };
        if let Some(button) = self.export(level) {
            let hint = format!("{}  {}", button.name, pass.cap(ActionId::Export));
            let (button, id) = (button.hint(&hint), ui.scope_id().with("export"));
            let response = button.show(ui, pass.look, id, place(button));
            let response = if level == 0 { response.tip(&hint) } else { response };
            if response.clicked() {
                pass.run(ActionId::Export);
            }
        }
        for (button, id) in self
            .front(pass.app.table.shows_table())
            .zip(["front-filter", "front-display"])
        {
            let response = button.show(ui, pass.look, ui.scope_id().with(id), place(button));
            if id == "front-display" {
                egui::Popup::menu(&response)
                    .frame(context_menu::frame(pass.look))
                    .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                    .show(|ui| context_menu::display(ui, pass));
            } else if response.clicked() {
                pass.run(ActionId::Filter);
            }
        }
        let button = self.last(level);
        let (action, ..) = self.last;
        if button
            .show(ui, pass.look, ui.scope_id().with("new"), place(button))
            .clicked()
        {
            pass.run(action);
        }
    }
}

/// Returns the width of the view name with its arrow.
fn views_width(pen: &Pen<'_>, title: &str) -> f32 {
    pen.width(title, Face::strong()).ceil() + 32.0
}

/// Draws the current view as a button that opens the list of views. Returns its right edge.
fn views(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, head: &BoardHead) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    // The short form is clearer than a truncated name.
    let title = if views_width(&pen, &head.title) <= rect.width() {
        &head.title
    } else {
        &head.title_short
    };
    let wide = views_width(&pen, title).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 14.0), vec2(wide, 28.0));
    let response = ui.interact(place, ui.scope_id().with("views"), Sense::click());
    let spoken = format!("{} – {}", pass.label(ActionId::Views), head.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() {
        pen.fill(place, look.tokens.radius.button, ink.hover);
    }
    if response.has_focus() {
        pen.ring(place, look.tokens.radius.button);
    }
    let text = place
        .with_min_x(place.left() + 6.0)
        .with_max_x(place.right() - 24.0);
    pen.text(text, Align::Min, title, Face::strong(), ink.text);
    pen.icon_of(
        pos2(place.right() - 13.0, place.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    let tip = format!("{}  {}", pass.label(ActionId::Views), pass.cap(ActionId::Views));
    if response.tip(tip).clicked() {
        pass.run(ActionId::Views);
    }
    place.right()
}

/// Returns the switch between board and table.
fn switch<'a>(pass: &Pass<'_>, words: &'a [String; 2], narrow: bool, key: &'a str) -> Switch<'a> {
    let [board, table] = words;
    Switch {
        halves: [(Icon::Pipeline, board), (Icon::Table, table)],
        chosen: usize::from(pass.app.table.shows_table()),
        narrow,
        key,
    }
}

//! The bar over the board: where one is and how much there is.

use egui::{Align, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view;
use encours_core::app::deals::board::view::head::BoardHead;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;

use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, Switch, Tip};

/// Between the edge of the bar and what stands in it, and between what says and what does.
const MARGIN: f32 = 16.0;
const APART: f32 = 12.0;
/// From the title to the view, with the arrow between them; from there to the counts.
const ARROW: f32 = 23.0;
const COUNTS: f32 = 10.0;
/// What is shown of a long name where room is short.
const NAME: f32 = 150.0;
/// The least of a name by which a view is known.
const LEAST: f32 = 64.0;

/// The top bar of the board. What it must say is how many deals there are and how many are shown: where room is short
/// the words of the buttons fall first, then the counts stand under the title.
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

/// Where one is and how much there is: in one line, or in two.
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
    // The name of the view is whole enough to be known, or not there.
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

/// How many deals there are and how many are shown: whole, or in two numbers. Half a count is a wrong one.
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

/// How far the words of the buttons have fallen at most: those of the export, of the switch, of what is created.
const LEVELS: usize = 3;

/// What stands at the right of the bar.
struct Buttons {
    export: Option<String>,
    /// In front of others, where the bar of the filter is away: the ways to filter and to other looks.
    front: Option<[String; 2]>,
    switch: [String; 2],
    last: (ActionId, Icon, Kind, String, String),
}

impl Buttons {
    fn of(pass: &Pass<'_>) -> Self {
        // Nothing is created in front of others; the way out takes the place of the way in.
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

    /// The filter and the looks: their icons say enough for whoever shows the board to others.
    fn front(&self, table: bool) -> impl Iterator<Item = Button<'_>> {
        let [filter, display] = self
            .front
            .as_ref()
            .map_or(["", ""], |[a, b]| [a.as_str(), b.as_str()]);
        let buttons = [(filter, Icon::Filter), (display, Icon::Views)];
        // The table's looks are its columns, which its heads are for.
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

    /// Draws them from `at` on, in the order in which they are read.
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

/// How wide the name of the view is, with what shows that it opens a list.
fn views_width(pen: &Pen<'_>, title: &str) -> f32 {
    pen.width(title, Face::strong()).ceil() + 32.0
}

/// The view that is open, which opens the list of views. Returns where it ends.
fn views(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, head: &BoardHead) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    // A mark says in little room what a cut word does not.
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

/// The switch between board and table.
fn switch<'a>(pass: &Pass<'_>, words: &'a [String; 2], narrow: bool, key: &'a str) -> Switch<'a> {
    let [board, table] = words;
    Switch {
        halves: [(Icon::Pipeline, board), (Icon::Table, table)],
        chosen: usize::from(pass.app.table.shows_table()),
        narrow,
        key,
    }
}

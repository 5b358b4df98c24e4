//! The strip of figures over the deals: tiles side by side, each with what it covers. Where there is no height to spare, and in
//! front of others, they stand on one line; as many of them as have room to be read whole.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::metrics::{self, Metric, MetricTile};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, Tip};

/// At both sides of the strip: in line with the board.
const MARGIN: f32 = 16.0;
/// Under so much height for bars and deals together tiles would take a card's place.
const LEAST_HEIGHT: f32 = 680.0;
/// Under so much width too few tiles would have room.
const LEAST_WIDTH: f32 = 520.0;
/// Under so much height a line would, too.
const LEAST_FOR_LINE: f32 = 400.0;
/// One figure alone is told by the head of the screen already.
const LEAST_ON_LINE: usize = 2;
/// On a line, between the name of a figure, the figure and what it covers.
const GAP: f32 = 6.0;
/// Between the edge of a tile and its words.
const PAD: f32 = 14.0;

/// How the figures stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Each on three lines.
    Tiles,
    /// All on one.
    Line,
}

impl Form {
    /// How high the strip is, and how much of that is air over it.
    fn heights(self) -> (f32, f32) {
        match self {
            Self::Tiles => (78.0, 12.0),
            Self::Line => (36.0, 6.0),
        }
    }

    /// How wide a figure is in which nothing is cut: what it covers is said whole, or it is not there.
    fn needs(self, pen: &Pen<'_>, tile: &MetricTile) -> f32 {
        let wide = [
            (&tile.label, Face::label()),
            (&tile.value, self.value()),
            (&tile.note, Face::small()),
        ]
        .map(|(text, face)| pen.width(text, face));
        let words = match self {
            Self::Tiles => wide.into_iter().fold(0.0, f32::max),
            Self::Line => wide.iter().sum::<f32>() + 2.0 * GAP,
        };
        words.ceil() + 2.0 * PAD + 1.0
    }

    fn value(self) -> Face {
        match self {
            Self::Tiles => Face::title(),
            Self::Line => Face::column(),
        }
    }
}

/// What of the strip has room.
pub(in crate::screens) struct Strip {
    form: Form,
    tiles: Vec<MetricTile>,
}

impl Strip {
    /// The strip over a screen of this size; none where it has no room or is hidden.
    pub(in crate::screens) fn over(pen: &Pen<'_>, pass: &Pass<'_>, main: Rect) -> Option<Self> {
        let roomy = main.height() >= LEAST_HEIGHT && main.width() >= LEAST_WIDTH;
        let form = if roomy && !pass.app.cx.presenting() {
            Form::Tiles
        } else {
            Form::Line
        };
        if !pass.app.pipeline.shows_metrics() || (form == Form::Line && main.height() < LEAST_FOR_LINE) {
            return None;
        }
        let tiles = kept(pen, form, metrics::metrics(pass.app), main.width() - 2.0 * MARGIN);
        let least = if form == Form::Line { LEAST_ON_LINE } else { 1 };
        (tiles.len() >= least).then_some(Self { form, tiles })
    }

    /// How high it is, with the air over it.
    pub(in crate::screens) fn height(&self) -> f32 {
        self.form.heights().0
    }

    /// Draws it.
    pub(in crate::screens) fn show(&self, ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
        let ground = Rect::from_min_max(
            pos2(rect.left() + MARGIN, rect.top() + self.form.heights().1),
            pos2(rect.right() - MARGIN, rect.bottom()),
        );
        let pen = Pen::new(ui.painter(), pass.look);
        let (radius, line) = (
            pass.look.tokens.radius.pane,
            pass.look.hairline(pass.look.ink.border),
        );
        pen.boxed(ground, radius, pass.look.ink.surface, line);
        // What is left goes to all of them alike.
        let needed: f32 = self.tiles.iter().map(|tile| self.form.needs(&pen, tile)).sum();
        let spare = ((ground.width() - needed) / self.tiles.len().max(1) as f32).max(0.0);
        let mut x = ground.left();
        for (at, tile) in self.tiles.iter().enumerate() {
            let wide = self.form.needs(&pen, tile) + spare;
            let cell = Rect::from_min_size(pos2(x, ground.top()), vec2(wide, ground.height()));
            if at > 0 {
                pen.pole(
                    cell.left() + 0.5,
                    cell.y_range().shrink(1.0),
                    pass.look.ink.border,
                );
            }
            one(ui, pass, cell, self.form, tile);
            x += wide;
        }
    }
}

/// As many of the figures as have room, in their own order: those that say least go first.
fn kept(pen: &Pen<'_>, form: Form, mut tiles: Vec<MetricTile>, room: f32) -> Vec<MetricTile> {
    for metric in Metric::BY_WORTH.into_iter().rev() {
        if tiles.iter().map(|tile| form.needs(pen, tile)).sum::<f32>() > room {
            tiles.retain(|tile| tile.metric != metric);
        }
    }
    tiles
}

fn one(ui: &Ui, pass: &mut Pass<'_>, cell: Rect, form: Form, tile: &MetricTile) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look).within(cell);
    let response = place(ui, pass, cell, tile);
    let inner = cell.shrink(4.0);
    if tile.on {
        pen.fill(inner, look.tokens.radius.chip, ink.accent_soft);
    } else if tile.action.is_some() && response.hovered() {
        pen.fill(inner, look.tokens.radius.chip, ink.hover);
    }
    if response.has_focus() {
        pen.ring(inner, look.tokens.radius.chip);
    }
    words(&pen, cell, form, tile);
    let Some(action) = tile.action else {
        return;
    };
    let clicked = response.clicked();
    if pass.uncovered() {
        response.tip(hint(pass, action));
    }
    if clicked {
        pass.act(Action::Run(action));
    }
}

/// The name of a figure, the figure, and what it covers.
fn words(pen: &Pen<'_>, cell: Rect, form: Form, tile: &MetricTile) {
    let ink = &pen.look.ink;
    let parts = [
        (&tile.label, Face::label(), ink.text_secondary),
        (&tile.value, form.value(), ink.text),
        (&tile.note, Face::small(), ink.text_tertiary),
    ];
    let inner = cell.shrink2(vec2(PAD, 0.0));
    if form == Form::Line {
        let mut x = inner.left();
        for (text, face, color) in parts {
            let at = pen.text(inner.with_min_x(x), Align::Min, text, face, color);
            x = at.right() + GAP;
        }
        return;
    }
    for ((text, face, color), (y, height)) in parts.into_iter().zip([(9.0, 14.0), (24.0, 22.0), (46.0, 14.0)])
    {
        let corner = pos2(inner.left(), cell.top() + y);
        let row = Rect::from_min_size(corner, vec2(inner.width(), height));
        pen.text(row, Align::Min, text, face, color);
    }
}

/// What a click does, with the key that does it too.
fn hint(pass: &Pass<'_>, action: ActionId) -> String {
    format!("{}  {}", pass.label(action), pass.cap(action))
        .trim_end()
        .to_owned()
}

fn place(ui: &Ui, pass: &Pass<'_>, cell: Rect, tile: &MetricTile) -> Response {
    let sense = if tile.action.is_some() {
        Sense::click()
    } else {
        Sense::hover()
    };
    let response = ui.interact(cell, ui.scope_id().with(("metric", tile.metric as u8)), sense);
    let spoken = match tile.action {
        Some(action) => format!("{} – {}", tile.spoken(), pass.label(action)),
        None => tile.spoken(),
    };
    response.widget_info(|| match tile.action {
        Some(ActionId::OnlySlow) => WidgetInfo::selected(Role::Button, true, tile.on, &spoken),
        Some(_) => WidgetInfo::labeled(Role::Button, true, &spoken),
        None => WidgetInfo::labeled(Role::Label, true, &spoken),
    });
    response
}

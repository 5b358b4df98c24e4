//! The strip of metrics above the deals: tiles with value and coverage.
//!
//! If height is short or in presentation mode, the strip is a single line. It shows as many metrics as fit without
//! truncation.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::metrics::{self, Metric, MetricTile};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, Tip};

/// Horizontal margin of the strip, aligned with the board.
const MARGIN: f32 = 16.0;
/// Minimum height of bars and deals for tiles; below it they would take the space of a card.
const LEAST_HEIGHT: f32 = 680.0;
/// Minimum width for tiles; below it too few would fit.
const LEAST_WIDTH: f32 = 520.0;
/// Minimum height for a single line.
const LEAST_FOR_LINE: f32 = 400.0;
/// Minimum number of metrics on a line: the screen header already shows a single one.
const LEAST_ON_LINE: usize = 2;
/// Gap between label, value and coverage on a line.
const GAP: f32 = 6.0;
/// Padding of a tile.
const PAD: f32 = 14.0;

/// Layout of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Tiles of three lines.
    Tiles,
    /// A single line.
    Line,
}

impl Form {
    /// Returns the height of the strip and the part of it that is space above.
    fn heights(self) -> (f32, f32) {
        match self {
            Self::Tiles => (78.0, 12.0),
            Self::Line => (36.0, 6.0),
        }
    }

    /// Returns the width of a metric without truncation.
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

/// The metrics that fit.
pub(in crate::screens) struct Strip {
    form: Form,
    tiles: Vec<MetricTile>,
}

impl Strip {
    /// Returns the strip for a screen of this size; `None` if it does not fit or is hidden.
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

    /// Returns its height, including the space above.
    pub(in crate::screens) fn height(&self) -> f32 {
        self.form.heights().0
    }

    /// Draws the strip.
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
        // Distribute the remaining width equally.
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

/// Returns the metrics that fit, in their order; the least important are dropped first.
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

/// Draws label, value and coverage of a metric.
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

/// Returns the tooltip: the action of a click, with its key.
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

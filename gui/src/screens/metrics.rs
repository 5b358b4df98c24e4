//! The strip of figures over the deals: tiles side by side, each with what it covers. It stands where there is height to
//! spare, and shows as many tiles as have room to be read; in front of others the deals are all there is.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId};
use encours_core::view::metrics::{self, Metric, MetricTile};

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, Tip};

/// How high the strip is, with the air over it.
const HEIGHT: f32 = 78.0;
/// Over the tiles, and at both sides of them: in line with the board.
const TOP: f32 = 12.0;
const MARGIN: f32 = 16.0;
/// Under so much height for bars and deals together the strip would take a card's place.
const LEAST_HEIGHT: f32 = 680.0;
/// Under so much width too few tiles would have room.
const LEAST_WIDTH: f32 = 520.0;
/// Between the edge of a tile and its words.
const PAD: f32 = 14.0;

/// How high the strip is over a screen of this size; nothing where it has no room or is hidden.
pub(super) fn height(pass: &Pass<'_>, main: Rect) -> f32 {
    let room = main.height() >= LEAST_HEIGHT && main.width() >= LEAST_WIDTH;
    let wanted = pass.app.shows_metrics() && !pass.app.presenting() && pass.app.lens().total > 0;
    if room && wanted { HEIGHT } else { 0.0 }
}

/// Draws the strip.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let ground = Rect::from_min_max(
        pos2(rect.left() + MARGIN, rect.top() + TOP),
        pos2(rect.right() - MARGIN, rect.bottom()),
    );
    let pen = Pen::new(ui.painter(), pass.look);
    let tiles = kept(&pen, metrics::metrics(pass.app), ground.width());
    let (radius, line) = (
        pass.look.tokens.radius.pane,
        pass.look.hairline(pass.look.ink.border),
    );
    pen.boxed(ground, radius, pass.look.ink.surface, line);
    // What is left goes to all of them alike.
    let needed: f32 = tiles.iter().map(|tile| needs(&pen, tile)).sum();
    let spare = ((ground.width() - needed) / tiles.len().max(1) as f32).max(0.0);
    let mut x = ground.left();
    for (at, tile) in tiles.iter().enumerate() {
        let wide = needs(&pen, tile) + spare;
        let cell = Rect::from_min_size(pos2(x, ground.top()), vec2(wide, ground.height()));
        if at > 0 {
            pen.pole(
                cell.left() + 0.5,
                cell.y_range().shrink(1.0),
                pass.look.ink.border,
            );
        }
        one(ui, pass, cell, tile);
        x += wide;
    }
}

/// How wide a tile is in which nothing is cut: what a figure covers is said whole, or the tile is not there.
fn needs(pen: &Pen<'_>, tile: &MetricTile) -> f32 {
    let texts = [
        (&tile.label, Face::label()),
        (&tile.value, Face::title()),
        (&tile.note, Face::small()),
    ];
    let wide = texts.map(|(text, face)| pen.width(text, face));
    wide.into_iter().fold(0.0, f32::max).ceil() + 2.0 * PAD + 1.0
}

/// As many of the tiles as have room, in their own order: those that say least go first.
fn kept(pen: &Pen<'_>, mut tiles: Vec<MetricTile>, room: f32) -> Vec<MetricTile> {
    for metric in Metric::BY_WORTH.into_iter().rev() {
        if tiles.iter().map(|tile| needs(pen, tile)).sum::<f32>() > room {
            tiles.retain(|tile| tile.metric != metric);
        }
    }
    tiles
}

fn one(ui: &Ui, pass: &mut Pass<'_>, cell: Rect, tile: &MetricTile) {
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
    let row = |y: f32, height: f32| {
        let corner = pos2(cell.left() + PAD, cell.top() + y);
        Rect::from_min_size(corner, vec2(cell.width() - 2.0 * PAD, height))
    };
    pen.text(
        row(9.0, 14.0),
        Align::Min,
        &tile.label,
        Face::label(),
        ink.text_secondary,
    );
    pen.text(row(24.0, 22.0), Align::Min, &tile.value, Face::title(), ink.text);
    pen.text(
        row(46.0, 14.0),
        Align::Min,
        &tile.note,
        Face::small(),
        ink.text_tertiary,
    );
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

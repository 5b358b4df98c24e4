//! The strip of metrics above the deals: tiles with value and coverage.
//!
//! If height is short or in presentation mode, the strip is a single line. It shows as many metrics as fit without
//! truncation.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::metrics::{self, MetricTile, TileMetric};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::{Painter, TooltipExt};

/// Horizontal margin of the strip, aligned with the board.
const MARGIN: f32 = 16.0;
/// Minimum height of bars and deals for tiles; below it they would take the space of a card.
const MIN_TILE_HEIGHT: f32 = 680.0;
/// Minimum width for tiles; below it too few would fit.
const MIN_TILE_WIDTH: f32 = 520.0;
/// Minimum height for a single line.
const MIN_LINE_HEIGHT: f32 = 400.0;
/// Minimum number of metrics on a line: the screen header already shows a single one.
const MIN_LINE_METRICS: usize = 2;
/// Gap between label, value and coverage on a line.
const GAP: f32 = 6.0;
/// Padding of a tile.
const PAD: f32 = 14.0;

/// Layout of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StripForm {
    /// Tiles of three lines.
    Tiles,
    /// A single line.
    Line,
}

impl StripForm {
    /// Returns the height of the strip and the part of it that is space above.
    fn heights(self) -> (f32, f32) {
        match self {
            Self::Tiles => (78.0, 12.0),
            Self::Line => (36.0, 6.0),
        }
    }

    /// Returns the width of a metric without truncation.
    fn full_width(self, pen: &Painter<'_>, tile: &MetricTile) -> f32 {
        let wide = [
            (&tile.label, TextStyle::label()),
            (&tile.value, self.value_style()),
            (&tile.note, TextStyle::small()),
        ]
        .map(|(text, face)| pen.text_width(text, face));
        let words = match self {
            Self::Tiles => wide.into_iter().fold(0.0, f32::max),
            Self::Line => wide.iter().sum::<f32>() + 2.0 * GAP,
        };
        words.ceil() + 2.0 * PAD + 1.0
    }

    fn value_style(self) -> TextStyle {
        match self {
            Self::Tiles => TextStyle::title(),
            Self::Line => TextStyle::column(),
        }
    }
}

/// The metrics that fit.
pub(in crate::screens) struct MetricsStrip {
    form: StripForm,
    tiles: Vec<MetricTile>,
}

impl MetricsStrip {
    /// Returns the strip for a screen of this size; `None` if it does not fit or is hidden.
    pub(in crate::screens) fn for_screen(pen: &Painter<'_>, pass: &FrameCtx<'_>, main: Rect) -> Option<Self> {
        let roomy = main.height() >= MIN_TILE_HEIGHT && main.width() >= MIN_TILE_WIDTH;
        let form = if roomy && !pass.app.cx.is_presenting() {
            StripForm::Tiles
        } else {
            StripForm::Line
        };
        if !pass.app.pipeline.shows_metrics() || (form == StripForm::Line && main.height() < MIN_LINE_HEIGHT)
        {
            return None;
        }
        let tiles = fitting_tiles(
            pen,
            form,
            metrics::metric_tiles(pass.app),
            main.width() - 2.0 * MARGIN,
        );
        let least = if form == StripForm::Line {
            MIN_LINE_METRICS
        } else {
            1
        };
        (tiles.len() >= least).then_some(Self { form, tiles })
    }

    /// Returns its height, including the space above.
    pub(in crate::screens) fn height(&self) -> f32 {
        self.form.heights().0
    }

    /// Draws the strip.
    pub(in crate::screens) fn show(&self, ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
        let ground = Rect::from_min_max(
            pos2(rect.left() + MARGIN, rect.top() + self.form.heights().1),
            pos2(rect.right() - MARGIN, rect.bottom()),
        );
        let pen = Painter::new(ui.painter(), pass.theme);
        let (radius, line) = (
            pass.theme.tokens.radius.pane,
            pass.theme.hairline(pass.theme.colors.border),
        );
        pen.bordered_box(ground, radius, pass.theme.colors.surface, line);
        // Distribute the remaining width equally.
        let needed: f32 = self
            .tiles
            .iter()
            .map(|tile| self.form.full_width(&pen, tile))
            .sum();
        let spare = ((ground.width() - needed) / self.tiles.len().max(1) as f32).max(0.0);
        let mut x = ground.left();
        for (at, tile) in self.tiles.iter().enumerate() {
            let wide = self.form.full_width(&pen, tile) + spare;
            let cell = Rect::from_min_size(pos2(x, ground.top()), vec2(wide, ground.height()));
            if at > 0 {
                pen.vertical_line(
                    cell.left() + 0.5,
                    cell.y_range().shrink(1.0),
                    pass.theme.colors.border,
                );
            }
            draw_metric(ui, pass, cell, self.form, tile);
            x += wide;
        }
    }
}

/// Returns the metrics that fit, in their order; the least important are dropped first.
fn fitting_tiles(
    pen: &Painter<'_>,
    form: StripForm,
    mut tiles: Vec<MetricTile>,
    room: f32,
) -> Vec<MetricTile> {
    for metric in TileMetric::BY_PRIORITY.into_iter().rev() {
        if tiles.iter().map(|tile| form.full_width(pen, tile)).sum::<f32>() > room {
            tiles.retain(|tile| tile.metric != metric);
        }
    }
    tiles
}

fn draw_metric(ui: &Ui, pass: &mut FrameCtx<'_>, cell: Rect, form: StripForm, tile: &MetricTile) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look).clipped(cell);
    let response = tile_response(ui, pass, cell, tile);
    let inner = cell.shrink(4.0);
    if tile.is_active {
        pen.fill(inner, look.tokens.radius.chip, ink.accent_soft);
    } else if tile.action.is_some() && response.hovered() {
        pen.fill(inner, look.tokens.radius.chip, ink.hover);
    }
    if response.has_focus() {
        pen.focus_ring(inner, look.tokens.radius.chip);
    }
    draw_texts(&pen, cell, form, tile);
    let Some(action) = tile.action else {
        return;
    };
    let clicked = response.clicked();
    if pass.is_uncovered() {
        response.tooltip(tooltip_text(pass, action));
    }
    if clicked {
        pass.request(Action::Run(action));
    }
}

/// Draws label, value and coverage of a metric.
fn draw_texts(pen: &Painter<'_>, cell: Rect, form: StripForm, tile: &MetricTile) {
    let ink = &pen.theme.colors;
    let parts = [
        (&tile.label, TextStyle::label(), ink.text_secondary),
        (&tile.value, form.value_style(), ink.text),
        (&tile.note, TextStyle::small(), ink.text_tertiary),
    ];
    let inner = cell.shrink2(vec2(PAD, 0.0));
    if form == StripForm::Line {
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
fn tooltip_text(pass: &FrameCtx<'_>, action: ActionId) -> String {
    format!("{}  {}", pass.action_name(action), pass.key_cap(action))
        .trim_end()
        .to_owned()
}

fn tile_response(ui: &Ui, pass: &FrameCtx<'_>, cell: Rect, tile: &MetricTile) -> Response {
    let sense = if tile.action.is_some() {
        Sense::click()
    } else {
        Sense::hover()
    };
    let response = ui.interact(cell, ui.scope_id().with(("metric", tile.metric as u8)), sense);
    let spoken = match tile.action {
        Some(action) => format!("{} – {}", tile.a11y_text(), pass.action_name(action)),
        None => tile.a11y_text(),
    };
    response.widget_info(|| match tile.action {
        Some(ActionId::OnlySlow) => WidgetInfo::selected(Role::Button, true, tile.is_active, &spoken),
        Some(_) => WidgetInfo::labeled(Role::Button, true, &spoken),
        None => WidgetInfo::labeled(Role::Label, true, &spoken),
    });
    response
}

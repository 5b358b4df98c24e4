//! The strip of metrics above the deals: tiles with value and coverage.
//!
//! If height is short or in presentation mode, the strip is a single line. It shows as many metrics as fit without
//! truncation.

use crate::prelude::*;
use encours_core::app::deals::board::view::metric_tiles::{self, MetricTile};

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
    fn full_width(self, painter: &Painter<'_>, tile: &MetricTile) -> f32 {
        let width = [
            (&tile.label, TextStyle::label()),
            (&tile.value, self.value_style()),
            (&tile.note, TextStyle::small()),
        ]
        .map(|(text, style)| painter.text_width(text, style));
        let text_width = match self {
            Self::Tiles => width.into_iter().fold(0.0, f32::max),
            Self::Line => width.iter().sum::<f32>() + 2.0 * GAP,
        };
        text_width.ceil() + 2.0 * PAD + 1.0
    }

    fn value_style(self) -> TextStyle {
        match self {
            Self::Tiles => TextStyle::title(),
            Self::Line => TextStyle::column(),
        }
    }
}

/// The metrics that fit.
pub(crate) struct MetricsStrip {
    form: StripForm,
    tiles: Vec<MetricTile>,
}

impl MetricsStrip {
    /// Returns the strip for a screen of this size; `None` if it does not fit or is hidden.
    pub(crate) fn for_screen(painter: &Painter<'_>, frame: &FrameCtx<'_>, main: Rect) -> Option<Self> {
        let roomy = main.height() >= MIN_TILE_HEIGHT && main.width() >= MIN_TILE_WIDTH;
        let form = if roomy && !frame.app.cx.is_presenting() { StripForm::Tiles } else { StripForm::Line };
        if !frame.app.pipeline.shows_metrics() || (form == StripForm::Line && main.height() < MIN_LINE_HEIGHT)
        {
            return None;
        }
        let (mut tiles, available) = (metric_tiles::metric_tiles(frame.app), main.width() - 2.0 * MARGIN);
        metric_tiles::retain_fitting(&mut tiles, available, |tile| form.full_width(painter, tile));
        let min = if form == StripForm::Line { MIN_LINE_METRICS } else { 1 };
        (tiles.len() >= min).then_some(Self { form, tiles })
    }

    /// Returns its height, including the space above.
    pub(crate) fn height(&self) -> f32 {
        self.form.heights().0
    }

    /// Draws the strip.
    pub(crate) fn show(&self, ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
        let background = Rect::from_min_max(
            pos2(rect.left() + MARGIN, rect.top() + self.form.heights().1),
            pos2(rect.right() - MARGIN, rect.bottom()),
        );
        let painter = frame.painter(ui);
        let (radius, line) =
            (frame.theme.tokens.radius.pane, frame.theme.hairline(frame.theme.colors.border));
        painter.bordered_box(background, radius, frame.theme.colors.surface, line);
        // Distribute the remaining width equally.
        let needed: f32 = self.tiles.iter().map(|tile| self.form.full_width(&painter, tile)).sum();
        let spare = ((background.width() - needed) / self.tiles.len().max(1) as f32).max(0.0);
        let mut x = background.left();
        for (at, tile) in self.tiles.iter().enumerate() {
            let width = self.form.full_width(&painter, tile) + spare;
            let cell = rect_at(x, background.top(), width, background.height());
            if at > 0 {
                painter.vertical_line(
                    cell.left() + 0.5,
                    cell.y_range().shrink(1.0),
                    frame.theme.colors.border,
                );
            }
            draw_metric(ui, frame, cell, self.form, tile);
            x += width;
        }
    }
}

fn draw_metric(ui: &Ui, frame: &mut FrameCtx<'_>, cell: Rect, form: StripForm, tile: &MetricTile) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme).clipped(cell);
    let response = tile_response(ui, frame, cell, tile);
    let inner = cell.shrink(4.0);
    if tile.is_active {
        painter.fill(inner, theme.tokens.radius.chip, colors.accent_soft);
    } else if tile.action.is_some() && response.hovered() {
        painter.fill(inner, theme.tokens.radius.chip, colors.hover);
    }
    painter.ring(inner, theme.tokens.radius.chip, &response);
    draw_texts(&painter, cell, form, tile);
    let Some(action) = tile.action else {
        return;
    };
    if frame.tip(response, frame.action_hint(action).trim_end()).clicked() {
        frame.request(Action::Run(action));
    }
}

/// Draws label, value and coverage of a metric.
fn draw_texts(painter: &Painter<'_>, cell: Rect, form: StripForm, tile: &MetricTile) {
    let colors = &painter.theme.colors;
    let parts = [
        (&tile.label, TextStyle::label(), colors.text_secondary),
        (&tile.value, form.value_style(), colors.text),
        (&tile.note, TextStyle::small(), colors.text_tertiary),
    ];
    let inner = cell.narrowed(PAD);
    if form == StripForm::Line {
        let mut x = inner.left();
        for (text, style, color) in parts {
            let at = painter.left(inner.with_min_x(x), text, style, color);
            x = at.right() + GAP;
        }
        return;
    }
    for ((text, style, color), (y, height)) in
        parts.into_iter().zip([(9.0, 14.0), (24.0, 22.0), (46.0, 14.0)])
    {
        let row = rect_at(inner.left(), cell.top() + y, inner.width(), height);
        painter.left(row, text, style, color);
    }
}

fn tile_response(ui: &Ui, frame: &FrameCtx<'_>, cell: Rect, tile: &MetricTile) -> Response {
    let sense = if tile.action.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(cell, ui.scope_id().with(("metric", tile.metric as u8)), sense);
    let a11y_text = match tile.action {
        Some(action) => format!("{} – {}", tile.a11y_text(), frame.action_name(action)),
        None => tile.a11y_text(),
    };
    response.widget_info(|| match tile.action {
        Some(ActionId::OnlySlow) => WidgetInfo::selected(Role::Button, true, tile.is_active, &a11y_text),
        Some(_) => WidgetInfo::labeled(Role::Button, true, &a11y_text),
        None => WidgetInfo::labeled(Role::Label, true, &a11y_text),
    });
    response
}

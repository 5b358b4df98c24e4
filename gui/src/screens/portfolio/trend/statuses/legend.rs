//! The legend of the statuses: current count, and a key that shows or hides the line.

use crate::prelude::*;
use encours_core::app::screens::portfolio::portfolio::Chart;
use encours_core::app::screens::portfolio::view::statuses::{StatusTrend, StatusesView};

use super::super::super::legend;
use super::super::ROW_HEIGHT;
use super::{ICON_WIDTH, draw_line, normal_stroke};

/// Length of the sample line before the status icon.
const SAMPLE_WIDTH: f32 = 16.0;
/// Gap between the parts of a key.
const PART_GAP: f32 = 8.0;
/// Maximum width of a full name if the keys are in one column.
const MAX_NAME_WIDTH: f32 = 150.0;

/// Layout of the keys, in as few columns as the height allows.
pub(super) struct LegendLayout {
    pub(super) area: Rect,
    column_width: f32,
    row_count: usize,
    full_names: bool,
}

impl LegendLayout {
    pub(super) fn new(painter: &Painter<'_>, view: &StatusesView, body: Rect) -> Self {
        // Reserve a slot for the button that shows all lines, so that nothing moves when it appears.
        let keys = view.lines.len() + 1;
        let row_count = ((body.height() / ROW_HEIGHT).floor() as usize).clamp(1, keys);
        let columns = keys.div_ceil(row_count);
        let widest = |text: fn(&StatusTrend) -> &str, style: TextStyle| {
            let texts = view.lines.iter().map(|line| painter.text_width(text(line), style));
            texts.fold(0.0, f32::max).ceil()
        };
        let full_names = columns == 1;
        let name = if full_names {
            widest(|line| &line.trend.label, TextStyle::small()).min(MAX_NAME_WIDTH)
        } else {
            widest(|line| &line.short, TextStyle::small())
        };
        let count = widest(|line| &line.trend.last, TextStyle::column());
        let column_width =
            PART_GAP + SAMPLE_WIDTH + ICON_WIDTH + PART_GAP + name + PART_GAP + count + PART_GAP;
        let all = column_width * columns as f32;
        Self { area: body.with_min_x(body.right() - all), column_width, row_count, full_names }
    }

    /// Returns the area of the key with an index.
    fn key_rect(&self, at: usize) -> Rect {
        let (column, row) = (at / self.row_count, at % self.row_count);
        let corner = vec2(column as f32 * self.column_width, row as f32 * ROW_HEIGHT);
        Rect::from_min_size(self.area.min + corner, vec2(self.column_width, ROW_HEIGHT))
    }

    /// Draws the keys. Returns the index of the hovered or focused line.
    pub(super) fn show(&self, ui: &Ui, frame: &mut FrameCtx<'_>, view: &StatusesView) -> Option<usize> {
        let theme = frame.theme;
        let painter = frame.painter(ui);
        let ids: Vec<Id> = (0..view.lines.len()).map(|at| ui.scope_id().with(("key", at))).collect();
        let stop = frame.state.metric_focus.keys.add_group(ui.ctx(), ids.clone());
        let mut hovered_line = None;
        for ((at, line), id) in view.lines.iter().enumerate().zip(ids) {
            let rect = self.key_rect(at);
            let key = legend::LegendKey {
                chart: Chart::Statuses,
                series: &line.code,
                label: &line.trend.label,
                is_hidden: line.hidden,
            };
            let response = key.interact(ui, frame, rect, id, at == stop);
            let is_active = response.hovered() || response.has_focus();
            painter.hover_fill(rect, theme.tokens.radius.chip, &response);
            painter.ring(rect.shrink(2.0), theme.tokens.radius.chip, &response);
            if is_active && !line.hidden {
                hovered_line = Some(at);
            }
            self.paint_key(&painter, line, at, rect);
        }
        if !view.hidden_names.is_empty() {
            let button = legend::show_all_button(frame, Chart::Statuses);
            let button_rect = self.key_rect(view.lines.len()).translate(vec2(PART_GAP, 0.0));
            let button_rect = button_rect.with_max_x(button_rect.left() + button.width(&painter));
            frame.press(ui, "all", button_rect, &button);
        }
        hovered_line
    }

    fn paint_key(&self, painter: &Painter<'_>, line: &StatusTrend, at: usize, rect: Rect) {
        let colors = &painter.theme.colors;
        let x = rect.left() + PART_GAP;
        let (color, background) = if line.hidden {
            legend::draw_hidden_key(painter, pos2(x + SAMPLE_WIDTH / 2.0, rect.center().y));
            (colors.text_tertiary, colors.text_tertiary)
        } else {
            let y = rect.center().y.round() + 0.5;
            draw_line(painter, &[pos2(x, y), pos2(x + SAMPLE_WIDTH, y)], at, normal_stroke(painter, at));
            (colors.text, colors.text_secondary)
        };
        painter.status_ring(
            pos2(x + SAMPLE_WIDTH + ICON_WIDTH / 2.0, rect.center().y),
            &line.code,
            background,
        );
        let row =
            rect.with_min_x(x + SAMPLE_WIDTH + ICON_WIDTH + PART_GAP).with_max_x(rect.right() - PART_GAP);
        let count = painter.right(row, &line.trend.last, TextStyle::column(), color);
        let name = if self.full_names { &line.trend.label } else { &line.short };
        painter.left(row.with_max_x(count.left() - PART_GAP), name, TextStyle::small(), color);
    }
}

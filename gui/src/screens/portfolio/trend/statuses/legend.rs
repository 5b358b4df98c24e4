//! The legend of the statuses: current count, and a key that shows or hides the line.

use egui::{Align, Id, Rect, Ui, pos2, vec2};
use encours_core::app::screens::portfolio::legend::{Chart, Draw};
use encours_core::app::screens::portfolio::view::statuses::{StatusLine, StatusesView};
use encours_core::app::shell::action::Action;

use super::super::super::{Along, legend};
use super::super::ROW;
use super::{RING, stroke, usual};
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen};

/// Length of the sample line before the status icon.
const PIECE: f32 = 16.0;
/// Gap between the parts of a key.
const APART: f32 = 8.0;
/// Maximum width of a full name if the keys are in one column.
const WIDEST: f32 = 150.0;

/// Layout of the keys, in as few columns as the height allows.
pub(super) struct Keys {
    pub(super) place: Rect,
    wide: f32,
    rows: usize,
    whole: bool,
}

impl Keys {
    pub(super) fn of(pen: &Pen<'_>, view: &StatusesView, body: Rect) -> Self {
        // Reserve a slot for the button that shows all lines, so that nothing moves when it appears.
        let keys = view.lines.len() + 1;
        let rows = ((body.height() / ROW).floor() as usize).clamp(1, keys);
        let columns = keys.div_ceil(rows);
        let widest = |text: fn(&StatusLine) -> &str, face: Face| {
            let texts = view.lines.iter().map(|line| pen.width(text(line), face));
            texts.fold(0.0, f32::max).ceil()
        };
        let whole = columns == 1;
        let name = if whole {
            widest(|line| &line.trend.label, Face::small()).min(WIDEST)
        } else {
            widest(|line| &line.short, Face::small())
        };
        let count = widest(|line| &line.trend.last, Face::column());
        let wide = APART + PIECE + RING + APART + name + APART + count + APART;
        let all = wide * columns as f32;
        Self {
            place: body.with_min_x(body.right() - all),
            wide,
            rows,
            whole,
        }
    }

    /// Returns the area of the key with an index.
    fn key(&self, at: usize) -> Rect {
        let (column, row) = (at / self.rows, at % self.rows);
        let corner = vec2(column as f32 * self.wide, row as f32 * ROW);
        Rect::from_min_size(self.place.min + corner, vec2(self.wide, ROW))
    }

    /// Draws the keys. Returns the index of the hovered or focused line.
    pub(super) fn show(
        &self,
        ui: &Ui,
        pass: &mut Pass<'_>,
        figures: &mut Along,
        view: &StatusesView,
    ) -> Option<usize> {
        let look = pass.look;
        let pen = Pen::new(ui.painter(), look);
        let ids: Vec<Id> = (0..view.lines.len())
            .map(|at| ui.scope_id().with(("key", at)))
            .collect();
        let stop = figures.keys(ui.ctx(), ids.clone());
        let mut pointed = None;
        for ((at, line), id) in view.lines.iter().enumerate().zip(ids) {
            let rect = self.key(at);
            let key = legend::Key {
                chart: Chart::Statuses,
                series: &line.code,
                label: &line.trend.label,
                hidden: line.hidden,
            };
            let response = key.press(ui, pass, rect, id, at == stop);
            let under = response.hovered() || response.has_focus();
            if response.hovered() {
                pen.fill(rect, look.tokens.radius.chip, look.ink.hover);
            }
            if response.has_focus() {
                pen.ring(rect.shrink(2.0), look.tokens.radius.chip);
            }
            if under && !line.hidden {
                pointed = Some(at);
            }
            self.paint(&pen, line, at, rect);
        }
        if !view.left_out.is_empty() {
            let label = pass.word("series-all").into_owned();
            let place = self.key(view.lines.len());
            let button = Button::new(&label).kind(Kind::Link);
            let place = place.translate(vec2(APART, 0.0));
            let place = place.with_max_x(place.left() + button.width(&pen));
            if button.show(ui, look, ui.scope_id().with("all"), place).clicked() {
                pass.act(Action::TurnLegend {
                    chart: Chart::Statuses,
                    series: String::new(),
                    draw: Draw::All,
                });
            }
        }
        pointed
    }

    fn paint(&self, pen: &Pen<'_>, line: &StatusLine, at: usize, rect: Rect) {
        let ink = &pen.look.ink;
        let x = rect.left() + APART;
        let (color, ground) = if line.hidden {
            legend::empty(pen, pos2(x + PIECE / 2.0, rect.center().y));
            (ink.text_tertiary, ink.text_tertiary)
        } else {
            let y = rect.center().y.round() + 0.5;
            stroke(pen, &[pos2(x, y), pos2(x + PIECE, y)], at, usual(pen, at));
            (ink.text, ink.text_secondary)
        };
        pen.status(pos2(x + PIECE + RING / 2.0, rect.center().y), &line.code, ground);
        let row = rect
            .with_min_x(x + PIECE + RING + APART)
            .with_max_x(rect.right() - APART);
        let count = pen.text(row, Align::Max, &line.trend.last, Face::column(), color);
        let name = if self.whole {
            &line.trend.label
        } else {
            &line.short
        };
        pen.text(
            row.with_max_x(count.left() - APART),
            Align::Min,
            name,
            Face::small(),
            color,
        );
    }
}

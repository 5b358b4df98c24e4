//! The activity screen: outbox, journal, request log, connection and permissions of the key.
//!
//! Each is a card; a narrow window has one column.

pub mod conflict;
mod connection;
mod journal;
mod log;
mod outbox;

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::activity::view::activity::{self, ActivityView};
use encours_core::text::number;

use super::scroll_sync::Scrolled;
use super::{Places, screen_header, status};
use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::theme::{Face, Icon};
use crate::widgets::Pen;

/// Margin around the cards, and gap between them.
const MARGIN: f32 = 16.0;
const GAP: f32 = 16.0;
/// Padding inside a card.
const PAD: f32 = 16.0;
/// Height of a card's header.
const HEAD: f32 = 44.0;
/// Minimum width for two columns.
const WIDE: f32 = 980.0;
/// Width of the second column: a minimum and a share of a large window.
const BESIDE: f32 = 380.0;
const SHARE: f32 = 0.3;

/// State of the lists that persists between frames.
#[derive(Debug, Default)]
pub struct ActivityPlace {
    /// Scroll position of the screen.
    scrolled: Scrolled,
    /// The write that had the focus.
    focus: Option<i64>,
    /// The selected journal entry, by its sequence number.
    line: Option<i64>,
    /// Expanded entries of journal and log. A log group is identified by its oldest request, because newer ones may
    /// join it.
    unfolded: Vec<String>,
}

/// Draws the activity screen.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let full = ui.max_rect();
    let view = activity::activity(pass.app);
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    let title = pass.word(Screen::Activity.label_key()).into_owned();
    let actions = [
        (ActionId::ShowSince, Icon::Clock),
        (ActionId::CopyAs, Icon::Copy),
        (ActionId::Refresh, Icon::Refresh),
        (ActionId::Export, Icon::Export),
    ];
    let words = (title.as_str(), view.base_url.as_str());
    if view.focused.is_some() {
        screen_header::show(ui, pass, top, words, &actions);
    } else {
        screen_header::focused(ui, pass, places, top, words, &actions);
    }
    let rest = status::banner(ui, pass, full.with_min_y(top.bottom()));
    // The content needs `places` too, so take the scroll state out meanwhile.
    let mut scrolled = std::mem::take(&mut places.activity.scrolled);
    scrolled.show(ui, pass, rest, "activity", |ui, pass| {
        body(ui, pass, places, &view);
    });
    places.activity.scrolled = scrolled;
}

fn body(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, view: &ActivityView) {
    let area = ui.max_rect();
    ui.set_width(area.width());
    let column = Rect::from_min_size(
        area.min + vec2(MARGIN, MARGIN),
        vec2(area.width() - 2.0 * MARGIN, 0.0),
    );
    let top = kept(ui, pass, view, column);
    let wide = column.width() >= WIDE;
    let left = if wide {
        let beside = (column.width() * SHARE).round().max(BESIDE);
        column.with_max_x(column.right() - beside - GAP)
    } else {
        column
    };
    let mut y = outbox_card(ui, pass, places, view, left, top) + GAP;
    let mut beside = 0.0;
    if wide {
        let right = column.with_min_x(left.right() + GAP);
        beside = connection::connection(ui, pass, view, right, top) + GAP;
        beside = connection::rights(ui, pass, view, right, beside);
    } else {
        y = connection::connection(ui, pass, view, left, y) + GAP;
    }
    let ActivityPlace { unfolded, line, .. } = &mut places.activity;
    y = journal::show(ui, pass, (unfolded, line), view, left, y) + GAP;
    y = log::requests(ui, pass, unfolded, view, left, y);
    if !wide {
        y = connection::rights(ui, pass, view, left, y + GAP);
    }
    ui.set_height(y.max(beside) + MARGIN + toasts::tail(pass) - area.top());
}

fn outbox_card(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    card(
        ui,
        pass,
        column,
        y,
        (view.writes_title, &view.writes_counts),
        |ui, pass, inner| {
            if view.writes.is_empty() {
                nothing(ui, pass, inner, "activity-empty-outbox")
            } else {
                outbox::show(ui, pass, places, view, column, inner.top())
            }
        },
    )
}

/// Returns the number of items beside a card's title; empty for zero.
fn counted(pass: &Pass<'_>, count: usize) -> String {
    if count > 0 {
        number::integer(pass.app.cx.lang(), count as u64)
    } else {
        String::new()
    }
}

/// Draws a card with a title and a count. `inside` draws from the top of the given area and returns its bottom. Returns
/// the bottom of the card.
fn card(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    column: Rect,
    y: f32,
    (key, counts): (&'static str, &str),
    inside: impl FnOnce(&mut Ui, &mut Pass<'_>, Rect) -> f32,
) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    // Reserve the background shape: its height is known only after the content.
    let ground = pen.painter.add(egui::Shape::Noop);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), HEAD)).shrink2(vec2(PAD, 0.0));
    let title = pass.word(key).into_owned();
    let text = pen.text(row, Align::Min, &title, Face::heading(), ink.text);
    let rest = row.with_min_x(text.right() + 8.0);
    pen.text(rest, Align::Min, counts, Face::small(), ink.text_tertiary);
    let response = ui.interact(text, ui.scope_id().with(key), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &title));
    pen.rule(column.x_range(), row.bottom() - 0.5, ink.border);
    let inner = Rect::from_min_size(pos2(row.left(), row.bottom()), vec2(row.width(), 0.0));
    let bottom = inside(ui, pass, inner);
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), bottom));
    let radius = egui::CornerRadius::same(pass.look.tokens.radius.pane);
    let edge = pass.look.hairline(ink.border);
    pen.painter.set(
        ground,
        egui::epaint::RectShape::new(rect, radius, ink.surface, edge, egui::StrokeKind::Inside),
    );
    bottom
}

/// Draws the notices about local storage. Returns the top of the next content.
fn kept(ui: &Ui, pass: &Pass<'_>, view: &ActivityView, column: Rect) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let mut y = column.top();
    for (at, notice) in view.notices.iter().enumerate() {
        let color = if notice.tone == Tone::Problem {
            pass.look.bands.alert
        } else {
            ink.text_secondary
        };
        let at_corner = pos2(column.left(), y);
        let rect = pen.block(at_corner, column.width(), &notice.text, Face::body(), color);
        let response = ui.interact(rect, ui.scope_id().with(("notice", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &notice.text));
        y = rect.bottom() + 12.0;
    }
    y
}

/// Draws the text of an empty card. Returns its bottom edge.
fn nothing(ui: &Ui, pass: &Pass<'_>, inner: Rect, key: &'static str) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let at = inner.min + vec2(0.0, 12.0);
    let text = pass.word(key);
    let color = pass.look.ink.text_tertiary;
    let rect = pen.block(at, inner.width(), &text, Face::body(), color);
    let response = ui.interact(rect, ui.scope_id().with((key, "none")), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_ref()));
    rect.bottom() + 14.0
}

//! The journal of past writes: a click selects and expands an entry, whose details can be copied.

use egui::{Align, PointerButton, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::sheet_view::LineIcon;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::journal_facts::JournalDetail;
use encours_core::app::records::activity::view::journal_line::JournalView;
use encours_core::app::shell::action::Action;

use super::log::draw_background;
use super::{count_text, draw_card, draw_empty_text};
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, TooltipExt as _, set_a11y_choice};

/// Height of a journal entry.
const ENTRY_HEIGHT: f32 = 46.0;
/// Height of a detail below it.
const DETAIL_HEIGHT: f32 = 24.0;
/// Left edge of its text, after its mark.
const TEXT_X: f32 = 26.0;
/// Left edge of a detail's value, after its name.
const VALUE_X: f32 = 128.0;
/// Width of the arrow that shows whether an entry is expanded.
const ARROW_WIDTH: f32 = 20.0;
/// Number of entries shown until the user asks for all.
const SHOWN_ENTRIES: usize = 8;
/// Key of the whole journal in the list of expanded items.
const JOURNAL_KEY: &str = "journal";

/// Draws the outcomes of the latest writes. Returns their bottom edge.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    (unfolded, chosen): (&mut Vec<String>, &mut Option<i64>),
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.journal.len();
    draw_card(
        ui,
        pass,
        column,
        y,
        ("activity-journal", &count_text(pass, count)),
        |ui, pass, inner| {
            if view.journal.is_empty() {
                return draw_empty_text(ui, pass, inner, "activity-journal-empty");
            }
            let mut y = inner.top() + 4.0;
            let whole = unfolded.iter().any(|open| open == JOURNAL_KEY);
            let shown = if whole { count } else { SHOWN_ENTRIES };
            for (at, line) in view.journal.iter().take(shown).enumerate() {
                let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), ENTRY_HEIGHT));
                if at > 0 {
                    Painter::new(ui.painter(), pass.theme).horizontal_line(
                        row.x_range(),
                        y + 0.5,
                        pass.theme.colors.border,
                    );
                }
                let open = draw_entry(ui, pass, (unfolded, chosen), line, row);
                y = row.bottom();
                if open {
                    y = draw_details(ui, pass, line, (inner, y));
                }
            }
            if count > SHOWN_ENTRIES {
                y = draw_all_switch(ui, pass, unfolded, whole, (inner, y));
            }
            y + 4.0
        },
    )
}

/// Draws the switch between the newest and all entries. Returns its bottom edge.
fn draw_all_switch(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    unfolded: &mut Vec<String>,
    whole: bool,
    (inner, y): (Rect, f32),
) -> f32 {
    let label = pass
        .message(if whole {
            "button-show-less"
        } else {
            "button-show-all"
        })
        .into_owned();
    let icon = if whole { Icon::Up } else { Icon::Down };
    let button = Button::new(&label).with_icon(icon).with_style(ButtonStyle::Ghost);
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let place = Rect::from_min_size(pos2(inner.left() - 8.0, y + 4.0), vec2(wide, 28.0));
    let id = ui.scope_id().with("whole-journal");
    if button.show(ui, pass.theme, id, place).clicked() {
        if whole {
            unfolded.retain(|open| open != JOURNAL_KEY);
        } else {
            unfolded.push(JOURNAL_KEY.to_owned());
        }
        ui.ctx().request_repaint();
    }
    place.bottom() + 4.0
}

/// Draws an entry. A click selects and expands it; a double click or Enter opens its deal; its menu offers the rest.
/// Returns whether it is expanded.
fn draw_entry(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    (unfolded, chosen): (&mut Vec<String>, &mut Option<i64>),
    line: &JournalView,
    rect: Rect,
) -> bool {
    let id = ui.scope_id().with(("journal", line.seq));
    let response = ui.interact(rect, id, Sense::click());
    let spoken = format!(
        "{} – {} – {} – {}",
        line.subject, line.text, line.outcome, line.time
    );
    let by_pointer = response.clicked_by(PointerButton::Primary);
    if by_pointer || response.secondary_clicked() {
        *chosen = Some(line.seq);
        // The pressed row gets the keyboard focus.
        response.request_focus();
    }
    let own = format!("{JOURNAL_KEY} {}", line.seq);
    let mut turn = by_pointer;
    if response.double_clicked() || (response.clicked() && !by_pointer) {
        pass.request(Action::OpenJournalEntry(line.seq));
    }
    let focused = *chosen == Some(line.seq);
    let open = unfolded.contains(&own);
    set_a11y_choice(&response, Role::ListItem, true, focused, &spoken);
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(open));
    paint(ui, pass, line, rect, &response, (focused, open));
    input_queue::context_menu(&response).show(|ui| turn |= context_menu::journal_menu(ui, pass, line, open));
    if turn {
        if open {
            unfolded.retain(|other| *other != own);
        } else {
            unfolded.push(own);
        }
        ui.ctx().request_repaint();
    }
    open
}

fn paint(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    line: &JournalView,
    rect: Rect,
    response: &egui::Response,
    (focused, open): (bool, bool),
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    draw_background(&pen, rect.shrink2(vec2(0.0, 1.0)), response, focused);
    pen.line_icon(pos2(rect.left() + 7.0, rect.center().y), line.mark);
    let sign = if open { Icon::Down } else { Icon::Right };
    let at = pos2(rect.right() - 6.0, rect.center().y);
    pen.sized_icon(at, sign, 12.0, ink.text_tertiary);
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + TEXT_X, rect.top() + y),
            vec2(rect.width() - TEXT_X - ARROW_WIDTH, 18.0),
        )
    };
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    let time = pen.text(
        row(5.0),
        Align::Max,
        &line.time,
        TextStyle::small(),
        ink.text_tertiary,
    );
    pen.text_runs(
        row(5.0).with_max_x(time.left() - 12.0),
        &[
            (&line.subject, strong, ink.text),
            ("  ", strong, ink.text),
            (&line.text, TextStyle::body(), ink.text_secondary),
        ],
    );
    let color = if line.mark == LineIcon::Failed {
        look.band_colors.alert
    } else {
        ink.text_tertiary
    };
    let id = pen.text(
        row(23.0),
        Align::Max,
        &line.request_id,
        TextStyle::code(),
        ink.text_tertiary,
    );
    let below = row(23.0).with_max_x(id.left() - 12.0);
    pen.text(below, Align::Min, &line.outcome, TextStyle::small(), color);
}

/// Draws the details below an entry. Returns their bottom edge.
fn draw_details(ui: &Ui, pass: &mut FrameCtx<'_>, line: &JournalView, (inner, y): (Rect, f32)) -> f32 {
    let mut y = y + 2.0;
    for (at, fact) in
        encours_core::app::records::activity::view::journal_facts::journal_details(pass.app, line.seq)
            .iter()
            .enumerate()
    {
        let corner = pos2(inner.left() + TEXT_X, y);
        let rect = Rect::from_min_size(corner, vec2(inner.width() - TEXT_X - ARROW_WIDTH, DETAIL_HEIGHT));
        draw_detail(ui, pass, (line.seq, at), fact, rect);
        y = rect.bottom();
    }
    y + 8.0
}

/// Draws a detail; a click copies it.
fn draw_detail(ui: &Ui, pass: &mut FrameCtx<'_>, place: (i64, usize), fact: &JournalDetail, rect: Rect) {
    let response = ui.interact(rect, ui.scope_id().with(("fact", place)), Sense::click());
    let copy = pass
        .messages
        .with("journal-copy", &[("text", fact.text.as_str().into())]);
    let spoken = format!("{} {} – {copy}", fact.label, fact.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let (ink, pen) = (&pass.theme.colors, Painter::new(ui.painter(), pass.theme));
    draw_background(&pen, rect, &response, false);
    let label = rect.with_max_x(rect.left() + VALUE_X - 8.0);
    pen.text(
        label,
        Align::Min,
        &fact.label,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let face = if fact.is_code {
        TextStyle::code()
    } else {
        TextStyle::small()
    };
    let told = rect.with_min_x(rect.left() + VALUE_X);
    pen.text(told, Align::Min, &fact.text, face, ink.text);
    if response.tooltip(&copy).clicked() {
        pass.request(Action::CopyText(fact.text.to_string()));
    }
}

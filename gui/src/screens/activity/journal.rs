//! The journal of past writes: a click selects and expands an entry, whose details can be copied.

use egui::{Align, PointerButton, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::sheet_view::Mark;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::journal_facts::Fact;
use encours_core::app::records::activity::view::journal_line::JournalView;
use encours_core::app::shell::action::Action;

use super::log::ground;
use super::{card, counted, nothing};
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, Tip as _, tell_choice};

/// Height of a journal entry.
const ENTRY: f32 = 46.0;
/// Height of a detail below it.
const FACT: f32 = 24.0;
/// Left edge of its text, after its mark.
const WORDS: f32 = 26.0;
/// Left edge of a detail's value, after its name.
const TOLD: f32 = 128.0;
/// Width of the arrow that shows whether an entry is expanded.
const SIGN: f32 = 20.0;
/// Number of entries shown until the user asks for all.
const ENTRIES: usize = 8;
/// Key of the whole journal in the list of expanded items.
const JOURNAL: &str = "journal";

/// Draws the outcomes of the latest writes. Returns their bottom edge.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    (unfolded, chosen): (&mut Vec<String>, &mut Option<i64>),
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.journal.len();
    card(
        ui,
        pass,
        column,
        y,
        ("activity-journal", &counted(pass, count)),
        |ui, pass, inner| {
            if view.journal.is_empty() {
                return nothing(ui, pass, inner, "activity-journal-empty");
            }
            let mut y = inner.top() + 4.0;
            let whole = unfolded.iter().any(|open| open == JOURNAL);
            let shown = if whole { count } else { ENTRIES };
            for (at, line) in view.journal.iter().take(shown).enumerate() {
                let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), ENTRY));
                if at > 0 {
                    Pen::new(ui.painter(), pass.look).rule(row.x_range(), y + 0.5, pass.look.ink.border);
                }
                let open = entry(ui, pass, (unfolded, chosen), line, row);
                y = row.bottom();
                if open {
                    y = facts(ui, pass, line, (inner, y));
                }
            }
            if count > ENTRIES {
                y = all(ui, pass, unfolded, whole, (inner, y));
            }
            y + 4.0
        },
    )
}

/// Draws the switch between the newest and all entries. Returns its bottom edge.
fn all(
    ui: &Ui,
    pass: &mut Pass<'_>,
    unfolded: &mut Vec<String>,
    whole: bool,
    (inner, y): (Rect, f32),
) -> f32 {
    let label = pass
        .word(if whole {
            "button-show-less"
        } else {
            "button-show-all"
        })
        .into_owned();
    let icon = if whole { Icon::Up } else { Icon::Down };
    let button = Button::new(&label).icon(icon).kind(Kind::Ghost);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_min_size(pos2(inner.left() - 8.0, y + 4.0), vec2(wide, 28.0));
    let id = ui.scope_id().with("whole-journal");
    if button.show(ui, pass.look, id, place).clicked() {
        if whole {
            unfolded.retain(|open| open != JOURNAL);
        } else {
            unfolded.push(JOURNAL.to_owned());
        }
        ui.ctx().request_repaint();
    }
    place.bottom() + 4.0
}

/// Draws an entry. A click selects and expands it; a double click or Enter opens its deal; its menu offers the rest.
/// Returns whether it is expanded.
fn entry(
    ui: &Ui,
    pass: &mut Pass<'_>,
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
    let own = format!("{JOURNAL} {}", line.seq);
    let mut turn = by_pointer;
    if response.double_clicked() || (response.clicked() && !by_pointer) {
        pass.act(Action::OpenLine(line.seq));
    }
    let focused = *chosen == Some(line.seq);
    let open = unfolded.contains(&own);
    tell_choice(&response, Role::ListItem, true, focused, &spoken);
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(open));
    paint(ui, pass, line, rect, &response, (focused, open));
    input_queue::menu_of(&response).show(|ui| turn |= context_menu::journal(ui, pass, line, open));
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
    pass: &Pass<'_>,
    line: &JournalView,
    rect: Rect,
    response: &egui::Response,
    (focused, open): (bool, bool),
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    ground(&pen, rect.shrink2(vec2(0.0, 1.0)), response, focused);
    pen.sign(pos2(rect.left() + 7.0, rect.center().y), line.mark);
    let sign = if open { Icon::Down } else { Icon::Right };
    let at = pos2(rect.right() - 6.0, rect.center().y);
    pen.icon_of(at, sign, 12.0, ink.text_tertiary);
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + WORDS, rect.top() + y),
            vec2(rect.width() - WORDS - SIGN, 18.0),
        )
    };
    let strong = Face::body().weighing(Weight::Medium);
    let time = pen.text(row(5.0), Align::Max, &line.time, Face::small(), ink.text_tertiary);
    pen.run(
        row(5.0).with_max_x(time.left() - 12.0),
        &[
            (&line.subject, strong, ink.text),
            ("  ", strong, ink.text),
            (&line.text, Face::body(), ink.text_secondary),
        ],
    );
    let color = if line.mark == Mark::Failed {
        look.bands.alert
    } else {
        ink.text_tertiary
    };
    let id = pen.text(
        row(23.0),
        Align::Max,
        &line.request_id,
        Face::code(),
        ink.text_tertiary,
    );
    let below = row(23.0).with_max_x(id.left() - 12.0);
    pen.text(below, Align::Min, &line.outcome, Face::small(), color);
}

/// Draws the details below an entry. Returns their bottom edge.
fn facts(ui: &Ui, pass: &mut Pass<'_>, line: &JournalView, (inner, y): (Rect, f32)) -> f32 {
    let mut y = y + 2.0;
    for (at, fact) in encours_core::app::records::activity::view::journal_facts::facts(pass.app, line.seq)
        .iter()
        .enumerate()
    {
        let corner = pos2(inner.left() + WORDS, y);
        let rect = Rect::from_min_size(corner, vec2(inner.width() - WORDS - SIGN, FACT));
        one_fact(ui, pass, (line.seq, at), fact, rect);
        y = rect.bottom();
    }
    y + 8.0
}

/// Draws a detail; a click copies it.
fn one_fact(ui: &Ui, pass: &mut Pass<'_>, place: (i64, usize), fact: &Fact, rect: Rect) {
    let response = ui.interact(rect, ui.scope_id().with(("fact", place)), Sense::click());
    let copy = pass
        .words
        .with("journal-copy", &[("text", fact.text.as_str().into())]);
    let spoken = format!("{} {} – {copy}", fact.label, fact.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let (ink, pen) = (&pass.look.ink, Pen::new(ui.painter(), pass.look));
    ground(&pen, rect, &response, false);
    let label = rect.with_max_x(rect.left() + TOLD - 8.0);
    pen.text(label, Align::Min, &fact.label, Face::small(), ink.text_tertiary);
    let face = if fact.code { Face::code() } else { Face::small() };
    let told = rect.with_min_x(rect.left() + TOLD);
    pen.text(told, Align::Min, &fact.text, face, ink.text);
    if response.tip(&copy).clicked() {
        pass.act(Action::CopyText(fact.text.to_string()));
    }
}

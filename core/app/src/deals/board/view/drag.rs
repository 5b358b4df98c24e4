//! Status text of a keyboard drag, also announced to screen readers.

use crate::contract::ids::DealId;
use crate::deals::board::drop_position::DropPreview;
use crate::deals::board::grabbed_cards::KeyboardDrag;
use crate::deals::board::view::head::swimlane_name;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, number};
use crate::vocabulary;

/// Returns the text shown while a card is carried: its name, its target and the keys.
pub fn drag_text(app: &App) -> Option<String> {
    format_drag(app, "grab-said")
}

/// Returns shorter texts, longer one first. The parts visible on the board are dropped; the keys remain.
pub fn shorter_texts(app: &App) -> Option<[String; 2]> {
    Some([
        format_drag(app, "grab-said-short")?,
        format_drag(app, "grab-said-keys")?,
    ])
}

fn format_drag(app: &App, way: &str) -> Option<String> {
    let grab = app.card_move.dragged()?;
    let words = Messages::new(app.cx.lang());
    let deals = &app.cx.snapshot().deals;
    let row = deals.row(deals.find(grab.deal.as_str())?)?;
    let name = if grab.with_selection {
        let count = app.selection_summary().count;
        words.with("selection-count", &[("n", MessageArg::from(count))])
    } else {
        SafeText::line_within(row.name, 60).to_string()
    };
    let key = |action: ActionId| {
        let keys = app.cx.options().keymap.keys(Context::Board, action);
        keys.first()
            .map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
    };
    let args = [
        ("name", MessageArg::from(name)),
        ("change", MessageArg::from(target_text(app, grab)?)),
        ("drop", MessageArg::from(key(ActionId::Open))),
        ("back", MessageArg::from(key(ActionId::Back))),
    ];
    Some(words.with(way, &args))
}

/// Returns the target: status, swimlane, and position among the cards there.
fn target_text(app: &App, grab: &KeyboardDrag) -> Option<String> {
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let column = app.pipeline.filtered().columns.get(grab.column)?;
    let code = grab.swimlane.as_deref();
    let landings = app.drop_preview(&grab.deal, grab.with_selection, grab.column, code)?;
    let status = vocabulary::deal_status(lang, &column.status);
    // A card already there keeps its position.
    let own = || {
        let first = app.pipeline.swimlane_range(grab.column, code)?.start;
        let place = app
            .pipeline
            .drop_index(&grab.deal, grab.column, code, &app.cx)?
            .saturating_sub(first)
            + 1;
        Some(place.min(landings.total))
    };
    let place = if landings.arriving == 0 {
        number::integer(lang, own()? as u64)
    } else {
        positions_text(lang, landings)
    };
    let args = [
        ("status", MessageArg::from(status.into_owned())),
        (
            "lane",
            MessageArg::from(code.map_or_else(String::new, |code| swimlane_name(app, code))),
        ),
        ("n", MessageArg::from(landings.arriving.max(1))),
        ("place", MessageArg::from(place)),
        (
            "total",
            MessageArg::from(number::integer(lang, landings.total as u64)),
        ),
    ];
    let key = if code.is_some() {
        "grab-place-lane"
    } else {
        "grab-place"
    };
    Some(words.with(key, &args))
}

/// Returns the positions: `25`, `25–27` if adjacent, `4 … 20` among others.
fn positions_text(lang: Lang, landings: DropPreview) -> String {
    let number = |n: usize| number::integer(lang, n as u64);
    match landings.range {
        None => format!("1 … {}", number(landings.total)),
        Some((first, last)) if first == last => number(first),
        Some((first, last)) if landings.is_contiguous() => format!("{}–{}", number(first), number(last)),
        Some((first, last)) => format!("{} … {}", number(first), number(last)),
    }
}

/// Returns the positions for a drop hint at the column's edge: `lands at 25–27 of 27`.
pub fn drop_hint(app: &App, deal: &DealId, many: bool, column: usize) -> Option<String> {
    let landings = app.drop_preview(deal, many, column, None)?;
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let args = [
        ("n", MessageArg::from(landings.arriving)),
        ("place", MessageArg::from(positions_text(lang, landings))),
        (
            "total",
            MessageArg::from(number::integer(lang, landings.total as u64)),
        ),
    ];
    Some(words.with("drag-lands", &args))
}

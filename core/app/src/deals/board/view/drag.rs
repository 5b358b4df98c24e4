//! Status text of a keyboard drag, also announced to screen readers.

use crate::contract::ids::DealId;
use crate::deals::board::card_move::KeyboardDrag;
use crate::deals::board::drop_position::DropPreview;
use crate::deals::board::view::header::swimlane_name;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, number};
use crate::vocabulary;

/// Returns the text shown while a card is carried: its name, its target and the keys.
pub fn drag_text(app: &App) -> Option<String> {
    format_drag(app, "grab-said")
}

/// Returns shorter texts, longer one first. The parts visible on the board are dropped; the keys remain.
pub fn shorter_texts(app: &App) -> Option<[String; 2]> {
    Some([format_drag(app, "grab-said-short")?, format_drag(app, "grab-said-keys")?])
}

fn format_drag(app: &App, message_key: &str) -> Option<String> {
    let drag = app.card_move.dragged()?;
    let messages = Messages::new(app.cx.lang());
    let deals = &app.cx.snapshot().deals;
    let row = deals.row(deals.find(drag.deal.as_str())?)?;
    let name = if drag.with_selection {
        let count = app.selection_summary().count;
        messages.with("selection-count", &[("n", MessageArg::from(count))])
    } else {
        SafeText::line_within(row.name, 60).to_string()
    };
    let key = |action: ActionId| {
        let keys = app.cx.options().keymap.keys(Context::Board, action);
        keys.first().map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
    };
    let args = [
        ("name", MessageArg::from(name)),
        ("change", MessageArg::from(target_text(app, drag)?)),
        ("drop", MessageArg::from(key(ActionId::Open))),
        ("back", MessageArg::from(key(ActionId::Back))),
    ];
    Some(messages.with(message_key, &args))
}

/// Returns the target: status, swimlane, and position among the cards there.
fn target_text(app: &App, drag: &KeyboardDrag) -> Option<String> {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let column = app.pipeline.filtered().columns.get(drag.column)?;
    let code = drag.swimlane.as_deref();
    let preview = app.drop_preview(&drag.deal, drag.with_selection, drag.column, code)?;
    let status = vocabulary::deal_status(lang, &column.status);
    // A card already there keeps its position.
    let own_position = || {
        let range_start = app.pipeline.swimlane_range(drag.column, code)?.start;
        let position =
            app.pipeline.drop_index(&drag.deal, drag.column, code, &app.cx)?.saturating_sub(range_start) + 1;
        Some(position.min(preview.total))
    };
    let position = if preview.arriving == 0 {
        number::integer(lang, own_position()? as u64)
    } else {
        positions_text(lang, preview)
    };
    let args = [
        ("status", MessageArg::from(status.into_owned())),
        ("lane", MessageArg::from(code.map_or_else(String::new, |code| swimlane_name(app, code)))),
        ("n", MessageArg::from(preview.arriving.max(1))),
        ("place", MessageArg::from(position)),
        ("total", MessageArg::from(number::integer(lang, preview.total as u64))),
    ];
    let key = if code.is_some() { "grab-place-lane" } else { "grab-place" };
    Some(messages.with(key, &args))
}

/// Returns the positions: `25`, `25–27` if adjacent, `4 … 20` among others.
fn positions_text(lang: Lang, preview: DropPreview) -> String {
    let number = |n: usize| number::integer(lang, n as u64);
    match preview.range {
        None => format!("1 … {}", number(preview.total)),
        Some((first, last)) if first == last => number(first),
        Some((first, last)) if preview.is_contiguous() => format!("{}–{}", number(first), number(last)),
        Some((first, last)) => format!("{} … {}", number(first), number(last)),
    }
}

/// Returns the positions for a drop hint at the column's edge: `lands at 25–27 of 27`.
pub fn drop_hint(app: &App, deal: &DealId, many: bool, column: usize) -> Option<String> {
    let preview = app.drop_preview(deal, many, column, None)?;
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let args = [
        ("n", MessageArg::from(preview.arriving)),
        ("place", MessageArg::from(positions_text(lang, preview))),
        ("total", MessageArg::from(number::integer(lang, preview.total as u64))),
    ];
    Some(messages.with("drag-lands", &args))
}

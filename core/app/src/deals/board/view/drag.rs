//! Status text of a keyboard drag, also announced to screen readers.

use crate::contract::ids::DealId;
use crate::deals::board::drop_position::Landings;
use crate::deals::board::grabbed_cards::Grab;
use crate::deals::board::view::head::lane_name;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Lang, Words, number};
use crate::vocabulary;

/// Returns the text shown while a card is carried: its name, its target and the keys.
pub fn said(app: &App) -> Option<String> {
    told(app, "grab-said")
}

/// Returns shorter texts, longer one first. The parts visible on the board are dropped; the keys remain.
pub fn shorter(app: &App) -> Option<[String; 2]> {
    Some([told(app, "grab-said-short")?, told(app, "grab-said-keys")?])
}

fn told(app: &App, way: &str) -> Option<String> {
    let grab = app.card_move.grabbed()?;
    let words = Words::new(app.cx.lang());
    let deals = &app.cx.snapshot().deals;
    let row = deals.row(deals.find(grab.deal.as_str())?)?;
    let name = if grab.many {
        let count = app.selection_summary().count;
        words.with("selection-count", &[("n", Arg::from(count))])
    } else {
        Clean::line_of(row.name, 60).to_string()
    };
    let key = |action: ActionId| {
        let keys = app.cx.options().keymap.keys(Context::Board, action);
        keys.first()
            .map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
    };
    let args = [
        ("name", Arg::from(name)),
        ("change", Arg::from(place(app, grab)?)),
        ("drop", Arg::from(key(ActionId::Open))),
        ("back", Arg::from(key(ActionId::Back))),
    ];
    Some(words.with(way, &args))
}

/// Returns the target: status, swimlane, and position among the cards there.
fn place(app: &App, grab: &Grab) -> Option<String> {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let column = app.pipeline.lens().columns.get(grab.column)?;
    let code = grab.lane.as_deref();
    let landings = app.landings(&grab.deal, grab.many, grab.column, code)?;
    let status = vocabulary::deal_status(lang, &column.status);
    // A card already there keeps its position.
    let own = || {
        let first = app.pipeline.lane_places(grab.column, code)?.start;
        let place = app
            .pipeline
            .landing(&grab.deal, grab.column, code, &app.cx)?
            .saturating_sub(first)
            + 1;
        Some(place.min(landings.total))
    };
    let place = if landings.coming == 0 {
        number::integer(lang, own()? as u64)
    } else {
        places(lang, landings)
    };
    let args = [
        ("status", Arg::from(status.into_owned())),
        (
            "lane",
            Arg::from(code.map_or_else(String::new, |code| lane_name(app, code))),
        ),
        ("n", Arg::from(landings.coming.max(1))),
        ("place", Arg::from(place)),
        ("total", Arg::from(number::integer(lang, landings.total as u64))),
    ];
    let key = if code.is_some() {
        "grab-place-lane"
    } else {
        "grab-place"
    };
    Some(words.with(key, &args))
}

/// Returns the positions: `25`, `25–27` if adjacent, `4 … 20` among others.
fn places(lang: Lang, landings: Landings) -> String {
    let number = |n: usize| number::integer(lang, n as u64);
    match landings.places {
        None => format!("1 … {}", number(landings.total)),
        Some((first, last)) if first == last => number(first),
        Some((first, last)) if landings.together() => format!("{}–{}", number(first), number(last)),
        Some((first, last)) => format!("{} … {}", number(first), number(last)),
    }
}

/// Returns the positions for a drop hint at the column's edge: `lands at 25–27 of 27`.
pub fn lands(app: &App, deal: &DealId, many: bool, column: usize) -> Option<String> {
    let landings = app.landings(deal, many, column, None)?;
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let args = [
        ("n", Arg::from(landings.coming)),
        ("place", Arg::from(places(lang, landings))),
        ("total", Arg::from(number::integer(lang, landings.total as u64))),
    ];
    Some(words.with("drag-lands", &args))
}

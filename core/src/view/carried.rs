//! A card on its way, taken by keyboard: what is said of it in the status line, and to whoever hears the window.

use std::collections::HashSet;

use crate::app::{ActionId, App, Context, Grab, Lanes};
use crate::engine::{DealRow, RowIx};
use crate::view::board::lane_name;
use crate::view::frame::key_text;
use crate::view::text::{Arg, Clean, Words, number};
use crate::view::vocabulary;

/// What is said while a card is carried: its name, where it would be let go, and the keys.
pub fn said(app: &App) -> Option<String> {
    let grab = app.grabbed()?;
    let words = Words::new(app.lang());
    let deals = &app.snapshot().deals;
    let row = deals.row(deals.find(grab.deal.as_str())?)?;
    let name = if grab.many {
        let count = app.selection_summary().count;
        words.with("selection-count", &[("n", Arg::from(count))])
    } else {
        Clean::line_of(row.name, 60).to_string()
    };
    let key = |action: ActionId| {
        let keys = app.options().keymap.keys(Context::Board, action);
        keys.first()
            .map_or_else(String::new, |key| key_text(app, &key.to_string()))
    };
    let args = [
        ("name", Arg::from(name)),
        ("change", Arg::from(place(app, grab)?)),
        ("drop", Arg::from(key(ActionId::Open))),
        ("back", Arg::from(key(ActionId::Back))),
    ];
    Some(words.with("grab-said", &args))
}

/// Where it would be let go: the status, the lane, and the place among the cards that will stand there with it.
fn place(app: &App, grab: &Grab) -> Option<String> {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let column = app.lens().columns.get(grab.column)?;
    let code = grab.lane.as_deref();
    let there = column.rows.get(app.lane_places(grab.column, code)?)?;
    let first = app.lane_places(grab.column, code)?.start;
    let landing = app.landing(&grab.deal, grab.column, code)? - first;
    let total = there.len() + coming(app, grab, there);
    let args = [
        (
            "status",
            Arg::from(vocabulary::deal_status(lang, &column.status).into_owned()),
        ),
        (
            "lane",
            Arg::from(code.map_or_else(String::new, |code| lane_name(app, code))),
        ),
        (
            "place",
            Arg::from(number::integer(lang, (landing + 1).min(total) as u64)),
        ),
        ("total", Arg::from(number::integer(lang, total as u64))),
    ];
    let key = if code.is_some() {
        "grab-place-lane"
    } else {
        "grab-place"
    };
    Some(words.with(key, &args))
}

/// How many of the cards on their way do not stand among these yet and would. A lane of a class takes none of another.
fn coming(app: &App, grab: &Grab, there: &[RowIx]) -> usize {
    let deals = &app.snapshot().deals;
    let stands: HashSet<&str> = there
        .iter()
        .filter_map(|ix| deals.row(*ix))
        .map(|row| row.id)
        .collect();
    let carried = if grab.many {
        app.selected_rows()
    } else {
        let row = deals.find(grab.deal.as_str()).and_then(|ix| deals.row(ix));
        row.into_iter().collect()
    };
    let class = grab
        .lane
        .as_deref()
        .filter(|_| app.board_look().lanes == Lanes::Class);
    let comes = |row: &&DealRow<'_>| class.is_none_or(|class| row.class == class) && !stands.contains(row.id);
    carried.iter().filter(comes).count()
}

//! A card on its way, taken by keyboard: what is said of it in the status line, and to whoever hears the window.

use crate::app::{ActionId, App, Context, Grab};
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

/// Where it would be let go: the status, the lane, and the place among the cards there.
fn place(app: &App, grab: &Grab) -> Option<String> {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let column = app.lens().columns.get(grab.column)?;
    let mut status = vocabulary::deal_status(lang, &column.status).into_owned();
    if let Some(lane) = &grab.lane {
        let lane = match app.board_look().lanes {
            crate::app::Lanes::Class => crate::view::board::class_label(lang, lane),
            _ if lane.is_empty() => words.get("owner-none").into_owned(),
            _ => Clean::line_of(lane, 40).to_string(),
        };
        status = format!("{status}, {lane}");
    }
    let landing = app.landing(&grab.deal, grab.column, None)?;
    let there = column.rows.iter().any(|ix| {
        let row = app.snapshot().deals.row(*ix);
        row.is_some_and(|row| row.id == grab.deal.as_str())
    });
    let total = column.rows.len() + usize::from(!there);
    let args = [
        ("status", Arg::from(status)),
        (
            "place",
            Arg::from(number::integer(lang, (landing + 1).min(total) as u64)),
        ),
        ("total", Arg::from(number::integer(lang, total as u64))),
    ];
    Some(words.with("grab-place", &args))
}

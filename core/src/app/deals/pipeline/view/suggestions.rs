//! What the filter offers beside what it finds: a plain word may be the name of an owner, a status or a class, whose deals it
//! leaves out without a word.

use crate::app::deals::pipeline::word_sense::OtherSense;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::{Context, Screen};
use crate::app::foundation::presentation::frame::key_text;
use crate::app::shell::app::App;
use crate::query::spoken;
use crate::text::{Arg, Clean, Words};

/// Another filter that the one in force may have been meant to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterOffer {
    /// What it is and how many deals it leaves, beside the filter.
    pub note: String,
    /// The same where the filter leaves nothing.
    pub said: String,
    /// The condition alone, as on a button: a code goes by its name.
    pub term: String,
    /// The filter to take.
    pub filter: String,
}

/// What the filter of the deals offers, if anything.
#[must_use]
pub fn filter_offer(app: &App) -> Option<FilterOffer> {
    let beside = app.cx.options().beside;
    // In a window the board stands beside an opened deal.
    if !(app.cx.screen() == Screen::Pipeline || beside && app.cx.screen() == Screen::Deal) {
        return None;
    }
    let OtherSense { term, filter, count } = app.pipeline.other_sense(&app.cx)?;
    let words = Words::new(app.cx.lang());
    let term = Clean::line_of(&spoken(app.cx.lang(), term), 40).to_string();
    let deals = words.with("view-deals", &[("n", Arg::from(*count as u64))]);
    let mut args = vec![("term", Arg::from(term.as_str())), ("deals", Arg::from(deals))];
    // A window has it pressed; a terminal has it completed.
    let (note, said) = if beside {
        ("filter-also", "empty-filter-also")
    } else {
        args.push(("keys", Arg::from(keys(app))));
        ("filter-also-keys", "empty-filter-also-keys")
    };
    Some(FilterOffer {
        note: words.with(note, &args),
        said: words.with(said, &args),
        filter: filter.clone(),
        term,
    })
}

/// The keys that lead to it: into the filter where it is not typed in, and the one that completes.
fn keys(app: &App) -> String {
    let of = |context: Context, id: ActionId| {
        let keys = app.cx.options().keymap.keys(context, id);
        keys.first().map(|key| key_text(&app.cx, &key.to_string()))
    };
    let into = of(app.cx.screen().context(), ActionId::Filter).filter(|_| !app.cx.completes());
    let parts: Vec<String> = into
        .into_iter()
        .chain(of(Context::Filter, ActionId::Complete))
        .collect();
    parts.join(" ")
}

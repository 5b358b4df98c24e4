//! Text of the entry form: the deals that move, and the required input.

pub(in crate::changes) mod field_label;

use std::borrow::Cow;

use crate::foundation::cx::overlay::{Form, Purpose};
use crate::foundation::cx::overlay_types::{Ask, Entering, Entrants, Moves};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, number};
use crate::vocabulary;

/// Maximum length of a name among several, in characters.
const NAME: usize = 40;

/// Returns the title, and the note about the use of the input.
pub(in crate::changes) fn heads(app: &App, form: &Form, entering: &Entering) -> (String, Cow<'static, str>) {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let status = |code: &str| Arg::from(vocabulary::deal_status(lang, code).into_owned());
    let title = match &entering.moves {
        Moves::One { status: to, .. } => {
            let name = Clean::line_of(&form.label, NAME);
            let args = [("name", Arg::from(&name)), ("status", status(to))];
            words.with("form-entry-title", &args)
        }
        Moves::Planned(entrants) => {
            let n = entrants.count();
            match entrants.to.as_slice() {
                [(to, _)] => words.with(
                    "form-entry-many-title",
                    &[("n", Arg::from(n)), ("status", status(to))],
                ),
                several => words.with(
                    "form-entry-several-title",
                    &[("n", Arg::from(n)), ("statuses", Arg::from(several.len()))],
                ),
            }
        }
    };
    let sent = |ask: &Ask| matches!(ask, Ask::Field(name) if name == "responsable");
    let (to_send, to_keep) = (
        entering.asks.iter().any(sent),
        entering.asks.iter().any(|ask| !sent(ask)),
    );
    let note = match (to_send, to_keep) {
        (true, true) => "form-entry-note-both",
        (true, false) => "form-owner-free",
        (false, _) => "form-entry-note-kept",
    };
    (title, words.get(note))
}

/// Returns the first deals by name and how many more there are. If they move to several statuses, it adds the number
/// for each. Empty for one deal, which the title names.
pub(in crate::changes) fn about(app: &App, entering: &Entering) -> String {
    let Moves::Planned(entrants) = &entering.moves else {
        return String::new();
    };
    let named = named(app, entrants);
    match entrants.to.as_slice() {
        [_] => named,
        several => format!("{}\n{named}", shares(app, several)),
    }
}

fn named(app: &App, entrants: &Entrants) -> String {
    let words = Words::new(app.cx.lang());
    let name = |name: &String| match Clean::line_of(name, NAME) {
        name if name.is_empty() => words.get("deal-unnamed").into_owned(),
        name => name.to_string(),
    };
    let names: Vec<String> = entrants.first.iter().map(name).collect();
    let names = names.join(" · ");
    match entrants.count().saturating_sub(entrants.first.len()) {
        0 => names,
        more => words.with(
            "form-entry-and-more",
            &[("names", Arg::from(names)), ("n", Arg::from(more))],
        ),
    }
}

fn shares(app: &App, to: &[(String, usize)]) -> String {
    let lang = app.cx.lang();
    let share = |(status, count): &(String, usize)| {
        let label = vocabulary::deal_status(lang, status);
        format!("{label} {}", number::integer(lang, *count as u64))
    };
    to.iter().map(share).collect::<Vec<_>>().join(" · ")
}

/// Returns the name of a required field. If several statuses are entered at once, each reason names its status.
pub(crate) fn label(app: &App, form: &Form, at: usize) -> Option<String> {
    let Purpose::Enter(entering) = &form.purpose else {
        return None;
    };
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let reasons = entering
        .asks
        .iter()
        .filter(|ask| matches!(ask, Ask::Reason { .. }));
    let several = reasons.count() > 1;
    Some(match entering.asks.get(at)? {
        Ask::Field(name) => field_label::label(app, name),
        Ask::Reason { status, .. } if several => {
            let status = vocabulary::deal_status(lang, status);
            words.with("field-reason-of", &[("status", Arg::from(status.as_ref()))])
        }
        Ask::Reason { .. } => words.get("field-reason").into_owned(),
    })
}

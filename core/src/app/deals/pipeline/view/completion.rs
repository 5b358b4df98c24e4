//! The completions of the filter as a list to choose from: what each is called, and how many deals have it where that is
//! counted anyway.

use crate::app::shell::app::App;
use crate::query::field_label;
use crate::text::{Arg, Clean, Words};
use crate::vocabulary::Family;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// As it is written in the filter.
    pub item: Clean,
    /// What it is called, where that says more.
    pub label: Clean,
    /// How many deals have it, where that is known.
    pub count: String,
    /// Whether it is meant.
    pub meant: bool,
}

/// The lines, likeliest first. None where nothing can be completed.
#[must_use]
pub fn lines(app: &App) -> Vec<Line> {
    let (lang, found, meant) = (
        app.cx.lang(),
        app.pipeline.completions(&app.cx),
        app.pipeline.completion_meant(&app.cx),
    );
    let words = Words::new(lang);
    let count = |item: &str| {
        let columns = found.family.filter(|family| *family == Family::DealStatus);
        let code = columns.and_then(|_| found.code(lang, item));
        let column = code.and_then(|code| {
            app.pipeline
                .lens()
                .columns
                .iter()
                .find(|column| column.status == code)
        });
        let counted = column.map(|column| words.with("view-deals", &[("n", Arg::from(column.total as u64))]));
        counted.unwrap_or_default()
    };
    let label = |item: &str| found.label(lang, item).or_else(|| field_label(lang, item));
    let one = |(at, item): (usize, &String)| Line {
        item: Clean::line_of(item, 60),
        label: Clean::line_of(&label(item).unwrap_or_default(), 60),
        count: count(item),
        meant: meant == Some(at),
    };
    found.items.iter().enumerate().map(one).collect()
}

//! In which order what has changed is written. Row by row a terminal is told a style many times; style by style it is told
//! many places. Whichever of some orders takes the fewest bytes is taken: a screen is shown whole, so that nobody sees it.

use super::pen::{PLAIN, Place, Style};

/// What is written without a place or a style told in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where it begins.
    pub x: u16,
    /// In which row.
    pub y: u16,
    /// The style of its letters; none where it is blank.
    pub style: Style,
    /// Whether it is blank, so that any style will do in which a blank looks alike.
    pub blank: bool,
    /// Its bytes.
    pub text: String,
    /// Where the terminal writes next.
    pub end: Place,
    /// The order that erases it instead and leads nowhere, where it is nothing but blank.
    pub erased: Option<String>,
}

/// Of the runs that are left, how many are looked at for the next one: few, which stays near a row, or many, which follows
/// a column down the screen.
const NEAR: [usize; 3] = [8, 24, 96];
/// More runs than this are a whole screen, which is written row by row.
const MOST: usize = 1_500;

/// The bytes that write the runs, which come row by row, and leave the terminal's own style in force.
pub fn shortest(runs: &[Run]) -> String {
    let by_rows = written(runs.iter());
    if runs.len() > MOST {
        return by_rows;
    }
    let others = NEAR.iter().map(|near| written(nearest(runs, *near)));
    let shorter = |one: String, other: String| if other.len() < one.len() { other } else { one };
    others.fold(by_rows, shorter)
}

fn written<'a>(runs: impl IntoIterator<Item = &'a Run>) -> String {
    let mut out = String::new();
    let (mut last, mut style): (Option<&Run>, Style) = (None, PLAIN);
    for run in runs {
        finish(&mut out, last, Some(run));
        if !run.takes(style) {
            out += &style.to(run.style);
            style = run.style;
        }
        last = Some(run);
    }
    finish(&mut out, last, None);
    out + &style.to(PLAIN)
}

/// Writes the last run in the way from which the next is the nearest, and leads there.
fn finish(out: &mut String, last: Option<&Run>, next: Option<&Run>) {
    let (text, place) = last.map_or(("", Place::Unknown), |last| last.left_for(next).1);
    *out += text;
    if let Some(next) = next {
        place.lead(next.x, next.y, out);
    }
}

impl Run {
    fn takes(&self, style: Style) -> bool {
        self.style == style || self.blank && self.style.blank_alike(style)
    }

    /// How many bytes it takes to write this one and go on to the next, and what is written to be where.
    fn left_for(&self, next: Option<&Self>) -> (usize, (&str, Place)) {
        let ways = [
            Some((self.text.as_str(), self.end)),
            self.erased
                .as_deref()
                .map(|erased| (erased, Place::At(self.x, self.y))),
        ];
        let bytes =
            |(text, place): (&str, Place)| text.len() + next.map_or(0, |next| place.distance(next.x, next.y));
        let ways = ways.into_iter().flatten().map(|way| (bytes(way), way));
        ways.min_by_key(|(bytes, _)| *bytes)
            .unwrap_or((0, ("", self.end)))
    }
}

/// The runs in an order in which each is the nearest to the one before: by the bytes that lead to its place and its style.
fn nearest(runs: &[Run], near: usize) -> Vec<&Run> {
    let mut turns = Turns::default();
    let mut left: Vec<&Run> = runs.iter().collect();
    let mut order: Vec<&Run> = Vec::with_capacity(runs.len());
    let mut style = PLAIN;
    while !left.is_empty() {
        let last = order.last().copied();
        let away = |run: &Run, turns: &mut Turns| {
            let turn = if run.takes(style) {
                0
            } else {
                turns.bytes(style, run.style)
            };
            last.map_or(0, |last| last.left_for(Some(run)).0) + turn
        };
        let looked_at = left.iter().take(near).enumerate();
        let next = looked_at.min_by_key(|(_, run)| away(run, &mut turns));
        let Some((at, run)) = next.map(|(at, run)| (at, *run)) else {
            break;
        };
        left.remove(at);
        order.push(run);
        if !run.takes(style) {
            style = run.style;
        }
    }
    order
}

/// How many bytes lead from a style to another, as far as that was asked.
#[derive(Debug, Default)]
struct Turns(Vec<(Style, Style, usize)>);

impl Turns {
    fn bytes(&mut self, from: Style, to: Style) -> usize {
        let known = self.0.iter().find(|(one, other, _)| (*one, *other) == (from, to));
        if let Some((_, _, bytes)) = known {
            return *bytes;
        }
        let bytes = from.to(to).len();
        self.0.push((from, to, bytes));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Color, Modifier};

    fn run(x: u16, y: u16, text: &str, modifier: Modifier) -> Run {
        Run {
            x,
            y,
            style: Style { modifier, ..PLAIN },
            blank: text.trim().is_empty(),
            text: text.to_owned(),
            end: Place::At(x + text.len() as u16, y),
            erased: (text == " ").then(|| "\u{1b}[X".to_owned()),
        }
    }

    fn sent(runs: &[Run]) -> String {
        shortest(runs)
            .replace('\u{1b}', "^")
            .replace('\u{8}', "<")
            .replace('\n', "!")
    }

    #[test]
    fn a_column_of_another_style_is_written_down_the_screen() {
        let (plain, bold) = (Modifier::empty(), Modifier::BOLD);
        let runs: Vec<Run> = (0..3)
            .flat_map(|y| [run(10, y, "name", plain), run(50, y, "x", bold)])
            .collect();
        assert_eq!(sent(&runs), "^[1;11Hname!<<<<name!<<<<name^[36C^[1mx^M<x^M<x^[m");
    }

    #[test]
    fn a_blank_takes_any_style_that_looks_alike_and_is_erased_where_that_is_nearer() {
        let (plain, bold) = (Modifier::empty(), Modifier::BOLD);
        let reversed = Modifier::REVERSED;
        assert_eq!(
            sent(&[run(0, 0, "x", bold), run(40, 0, " ", plain)]),
            "^[1;1H^[1mx^[39C ^[m"
        );
        assert_eq!(
            sent(&[run(0, 0, "x", reversed), run(40, 0, " ", plain)]),
            "^[1;1H^[7mx^[39C^[m "
        );
        let down: Vec<Run> = (0..2).map(|y| run(40, y, " ", plain)).collect();
        assert_eq!(sent(&down), "^[1;41H !< ");
        let mut edge = down;
        edge[0].end = Place::Row(0);
        assert_eq!(sent(&edge), "^[1;41H^[X! ");
        let colour = Style {
            bg: Color::Blue,
            ..PLAIN
        };
        edge[1].style = colour;
        assert_eq!(sent(&edge), "^[1;41H^[X!^[44m ^[m");
    }
}

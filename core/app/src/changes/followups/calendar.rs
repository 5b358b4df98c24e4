//! Follow-ups as an iCalendar file (RFC 5545), one all-day event each.

use jiff::Timestamp;
use jiff::civil::Date;

/// Longest line in bytes, without its line break (RFC 5545, 3.1).
const MAX_LINE_BYTES: usize = 75;

/// One event of the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEvent {
    /// Identifier of the deal, from which the event has its own.
    pub deal: String,
    /// Name of the deal; may be empty.
    pub name: String,
    /// The line of text; may be empty.
    pub text: String,
    /// The day.
    pub date: Date,
}

/// Returns the calendar file of these events, made at `now`.
#[must_use]
pub fn calendar_file(events: &[CalendarEvent], now: Timestamp) -> String {
    let mut file = String::new();
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Encours//Follow-ups//EN"] {
        fold_onto(line, &mut file);
    }
    for event in events {
        let parts = [event.name.as_str(), event.text.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
        let summary = if parts.is_empty() { event.deal.clone() } else { parts.join(" – ") };
        for line in [
            "BEGIN:VEVENT",
            &format!("UID:followup-{}@encours", escaped(&event.deal)),
            &now.strftime("DTSTAMP:%Y%m%dT%H%M%SZ").to_string(),
            &event.date.strftime("DTSTART;VALUE=DATE:%Y%m%d").to_string(),
            &format!("SUMMARY:{}", escaped(&summary)),
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ] {
            fold_onto(line, &mut file);
        }
    }
    fold_onto("END:VCALENDAR", &mut file);
    file
}

/// Escapes a text (RFC 5545, 3.3.11). Control characters are not allowed and become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("\\n"),
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\r' => {}
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Appends a line; longer lines continue on the next one after a space, never inside a character.
fn fold_onto(line: &str, file: &mut String) {
    let mut length = 0;
    for letter in line.chars() {
        if length + letter.len_utf8() > MAX_LINE_BYTES {
            file.push_str("\r\n ");
            length = 1;
        }
        file.push(letter);
        length += letter.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn event(name: &str, text: &str) -> CalendarEvent {
        let (deal, name, text) = ("d1".to_owned(), name.to_owned(), text.to_owned());
        CalendarEvent { deal, name, text, date: date(2026, 12, 1) }
    }

    #[test]
    fn a_followup_is_an_event_of_a_whole_day() {
        let file = calendar_file(&[event("Le Parc, Lyon", "call; then\nmail")], Timestamp::UNIX_EPOCH);
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Encours//Follow-ups//EN",
            "BEGIN:VEVENT",
            "UID:followup-d1@encours",
            "DTSTAMP:19700101T000000Z",
            "DTSTART;VALUE=DATE:20261201",
            "SUMMARY:Le Parc\\, Lyon – call\\; then\\nmail",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
            "END:VCALENDAR",
        ];
        assert_eq!(file.strip_suffix("\r\n").unwrap().split("\r\n").collect::<Vec<_>>(), expected);
    }

    proptest! {
        #[test]
        fn lines_are_short_and_unfold_to_the_text(name in any::<String>(), text in "[\\PCé東,;\\\\\n]{0,300}") {
            let file = calendar_file(&[event(&name, &text)], Timestamp::UNIX_EPOCH);
            for line in file.strip_suffix("\r\n").unwrap().split("\r\n") {
                prop_assert!(line.len() <= MAX_LINE_BYTES && !line.contains(['\r', '\n']), "{line:?}");
            }
            let unfolded = file.replace("\r\n ", "");
            let summary = unfolded.lines().find_map(|line| line.strip_prefix("SUMMARY:")).unwrap();
            let mut letters = summary.chars();
            let mut plain = String::new();
            while let Some(letter) = letters.next() {
                plain.push(match letter {
                    '\\' => match letters.next().unwrap() {
                        'n' => '\n',
                        other => other,
                    },
                    other => other,
                });
            }
            let part = |text: &str| {
                let shown = text.replace('\r', "");
                let letters = shown.chars();
                letters.map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect::<String>()
            };
            for text in [&name, &text] {
                prop_assert!(text.trim().is_empty() || plain.contains(&part(text)), "{plain:?} {text:?}");
            }
        }
    }
}

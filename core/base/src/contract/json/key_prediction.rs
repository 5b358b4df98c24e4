//! Prediction of member names from the object before.
//!
//! One program writes a list, so each element usually has the same names in the same order. The next name is compared
//! with the predicted one, including comma and colon. It is parsed only if it differs.

use super::json_scanner::{Key, Scan};

/// Most predicted members; further ones are parsed name by name.
const MOST: usize = 64;

/// Next item of an object.
pub(in crate::contract) enum Next<T> {
    /// Member, with the meaning of its name.
    Member(T),
    /// End of the object.
    End,
}

/// Names of the earlier object in order, with their meanings.
pub(in crate::contract) struct Members<'a, T>(Vec<(&'a str, T)>);

impl<T> Default for Members<'_, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'a, T: Copy> Members<'a, T> {
    /// Skips the name of the `nth` member and returns its meaning.
    ///
    /// Returns `None` for a name that needs the full JSON parser.
    pub(in crate::contract) fn next(
        &mut self,
        nth: usize,
        scan: &mut Scan<'a>,
        means: impl FnOnce(&'a str) -> T,
    ) -> Option<Next<T>> {
        if let Some((written, meaning)) = self.0.get(nth)
            && scan.passes(written)
        {
            return Some(Next::Member(*meaning));
        }
        let start = scan.at();
        let Key::Name(name) = scan.key()? else {
            return Some(Next::End);
        };
        let meaning = means(name);
        if nth == self.0.len() && nth < MOST {
            self.0.push((scan.passed(start)?, meaning));
        }
        Some(Next::Member(meaning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the names of an object, each with its value.
    fn read<'a>(members: &mut Members<'a, &'a str>, text: &'a str) -> Option<String> {
        let (mut scan, mut read) = (Scan::new(text), String::new());
        scan.open()?;
        for nth in 0.. {
            let Next::Member(name) = members.next(nth, &mut scan, |name| name)? else {
                break;
            };
            read = format!("{read}{name}={} ", scan.token()?);
        }
        scan.is_over().then_some(read)
    }

    #[test]
    fn names_are_known_again_where_they_are_written_alike_and_read_where_not() {
        let mut members = Members::default();
        let mut said = |text| read(&mut members, text);
        for text in [
            r#"{"a":1,"b":2}"#,
            r#"{"a":1,"b":2,"c":3}"#,
            r#"{ "a" : 1,"b":2}"#,
            r#"{"b":1,"a":2}"#,
            r#"{"ab":1,"bb":2}"#,
            r#"{"a":1}"#,
            "{}",
        ] {
            assert_eq!(said(text), read(&mut Members::default(), text), "{text}");
        }
        assert_eq!(said(r#"{"a":1,"b":2}"#).as_deref(), Some("a=1 b=2 "));
        // Invalid objects are rejected, even if they begin like the predicted one.
        for text in [
            r#"{,"b":2}"#,
            r#"{"a":1"b":2}"#,
            r#"{"a":1,}"#,
            r#"{"a":,"b":2}"#,
            r#"{"a":"#,
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}

//! Prediction of member names from the object before.
//!
//! One program writes a list, so each element usually has the same names in the same order. The next name is compared
//! with the predicted one, including comma and colon. It is parsed only if it differs.

use super::json_scanner::{JsonScanner, NextKey};

/// Most predicted members; further ones are parsed name by name.
const MAX_PREDICTED: usize = 64;

/// Next item of an object.
pub(in crate::contract) enum NextMember<T> {
    /// Member, with the meaning of its name.
    Member(T),
    /// End of the object.
    End,
}

/// Names of the earlier object in order, with their meanings.
pub(in crate::contract) struct KeyPrediction<'a, T>(Vec<(&'a str, T)>);

impl<T> Default for KeyPrediction<'_, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'a, T: Copy> KeyPrediction<'a, T> {
    /// Skips the name of the `nth` member and returns its meaning.
    ///
    /// Returns `None` for a name that needs the full JSON parser.
    pub(in crate::contract) fn next(
        &mut self,
        nth: usize,
        scan: &mut JsonScanner<'a>,
        role_of: impl FnOnce(&'a str) -> T,
    ) -> Option<NextMember<T>> {
        if let Some((predicted, role)) = self.0.get(nth)
            && scan.skip_expected(predicted)
        {
            return Some(NextMember::Member(*role));
        }
        let start = scan.pos();
        let NextKey::Name(name) = scan.key()? else {
            return Some(NextMember::End);
        };
        let role = role_of(name);
        if nth == self.0.len() && nth < MAX_PREDICTED {
            self.0.push((scan.text_since(start)?, role));
        }
        Some(NextMember::Member(role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the names of an object, each with its value.
    fn read_names<'a>(members: &mut KeyPrediction<'a, &'a str>, text: &'a str) -> Option<String> {
        let (mut scan, mut read) = (JsonScanner::new(text), String::new());
        scan.open()?;
        for nth in 0.. {
            let NextMember::Member(name) = members.next(nth, &mut scan, |name| name)? else {
                break;
            };
            read = format!("{read}{name}={} ", scan.token()?);
        }
        scan.is_at_end().then_some(read)
    }

    #[test]
    fn key_prediction_reads_the_same_names_as_parsing() {
        let mut members = KeyPrediction::default();
        let mut said = |text| read_names(&mut members, text);
        for text in [
            r#"{"a":1,"b":2}"#,
            r#"{"a":1,"b":2,"c":3}"#,
            r#"{ "a" : 1,"b":2}"#,
            r#"{"b":1,"a":2}"#,
            r#"{"ab":1,"bb":2}"#,
            r#"{"a":1}"#,
            "{}",
        ] {
            assert_eq!(said(text), read_names(&mut KeyPrediction::default(), text), "{text}");
        }
        assert_eq!(said(r#"{"a":1,"b":2}"#).as_deref(), Some("a=1 b=2 "));
        // Invalid objects are rejected, even if they begin like the predicted one.
        for text in [r#"{,"b":2}"#, r#"{"a":1"b":2}"#, r#"{"a":1,}"#, r#"{"a":,"b":2}"#, r#"{"a":"#] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}

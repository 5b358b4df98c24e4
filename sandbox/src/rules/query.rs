//! Query strings: URL-encoded names and values, each name at most once.

use percent_encoding::percent_decode_str;

use super::problem::ApiProblem;

/// The parameters of a request, in the order received.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct QueryParams(Vec<(String, String)>);

impl QueryParams {
    /// Parses a raw query string; `None` if an escape is incomplete or the decoded text is not UTF-8.
    pub(crate) fn parse(raw: &str) -> Option<Self> {
        if !has_valid_escapes(raw) {
            return None;
        }
        let decode = |part: &str| {
            let spaced = part.replace('+', " ");
            percent_decode_str(&spaced).decode_utf8().ok().map(std::borrow::Cow::into_owned)
        };
        raw.split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                Some((decode(name)?, decode(value)?))
            })
            .collect::<Option<Vec<_>>>()
            .map(Self)
    }

    /// Returns the value of a parameter; 422 if it appears more than once.
    pub(crate) fn get(&self, name: &str) -> Result<Option<&str>, ApiProblem> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| &**value);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            (_, Some(_)) => Err(ApiProblem::invalid(format!("`{name}` is given more than once"))
                .with_reason("invalid_parameter")),
        }
    }

    /// Returns the names in the order received.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// Removes a parameter.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }

    /// Replaces all parameters of that name.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        self.remove(name);
        self.0.push((name.to_owned(), value));
    }

    /// Parses a parameter that must be `true` or `false` (contract, "Pagination and filters").
    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, ApiProblem> {
        match self.get(name)? {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(ApiProblem::invalid(format!("`{name}` must be true or false"))
                .with_reason("invalid_parameter")),
        }
    }
}

/// Returns whether every `%` begins an escape of two hexadecimal digits (RFC 3986, 2.1).
pub(crate) fn has_valid_escapes(raw: &str) -> bool {
    raw.split('%').skip(1).all(|after_percent| {
        let mut bytes = after_percent.bytes();
        let digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_hexdigit());
        digit(bytes.next()) && digit(bytes.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_url_decoded() {
        let query = QueryParams::parse("name=%C3%8Elot+Sainte-Croix%2C%20Metz&empty=&flag&limit=10").unwrap();
        assert_eq!(query.get("name").unwrap(), Some("Îlot Sainte-Croix, Metz"));
        assert_eq!(query.get("empty").unwrap(), Some(""));
        assert_eq!(query.get("flag").unwrap(), Some(""));
        assert_eq!(query.get("absent").unwrap(), None);
        for bad in ["name=%FF", "name=%", "name=%4", "name=%zz", "%=1"] {
            assert_eq!(QueryParams::parse(bad), None, "{bad}");
        }
        assert_eq!(QueryParams::parse(""), Some(QueryParams::default()));
    }

    #[test]
    fn duplicate_parameter_is_rejected() {
        let query = QueryParams::parse("limit=1&limit=2").unwrap();
        assert_eq!(query.get("limit").unwrap_err().status, 422);
    }

    #[test]
    fn booleans_are_spelled_out() {
        let query = QueryParams::parse("a=true&b=false&c=1").unwrap();
        assert_eq!((query.boolean("a").unwrap(), query.boolean("b").unwrap()), (Some(true), Some(false)));
        assert_eq!(query.boolean("c").unwrap_err().status, 422);
        assert_eq!(query.boolean("d").unwrap(), None);
    }
}

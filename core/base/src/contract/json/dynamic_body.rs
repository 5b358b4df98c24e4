//! Bodies of routes without a documented shape.
//!
//! A body is an object, a list in one of the contract's three forms ("Pagination and filters"), or a single value.
//! Nothing is lost: elements keep their JSON tokens, even if they are not records.

use serde_json::value::RawValue;

use crate::contract::operation::PageForm;
use crate::contract::paging::page::PageHeaders;
use crate::contract::record::{Record, check_depth, json_text};

use super::schema_error::ShapeError;

/// A parsed body.
#[derive(Debug, Clone)]
pub enum JsonBody {
    /// One object that is not a page.
    Object(Record),
    /// A list.
    List(JsonList),
    /// A text, a number, true, false or null.
    Value(Box<RawValue>),
    /// An empty body, as after a deletion.
    Empty,
}

/// A list, or a page of one.
#[derive(Debug, Clone)]
pub struct JsonList {
    /// Elements in the order received, as JSON tokens.
    pub elements: Vec<Box<RawValue>>,
    /// Form of the list.
    pub form: PageForm,
    /// Size of the whole list, if the service states it.
    pub total: Option<u64>,
    /// Page size that the service applied, if stated.
    pub limit: Option<u64>,
    /// Offset that the service applied, if stated.
    pub offset: Option<u64>,
    /// Number of the page, if stated.
    pub page: Option<u64>,
    /// True if more pages follow, if a header states it.
    pub has_more: Option<bool>,
    /// Object around the elements, if any; it may have more fields than the contract lists.
    pub envelope: Option<Record>,
}

impl JsonBody {
    /// Parses a body.
    ///
    /// # Errors
    /// It is not JSON, or nested too deeply.
    pub fn parse(body: &[u8], headers: PageHeaders) -> Result<Self, ShapeError> {
        let text = json_text(body)?;
        if text.is_empty() {
            return Ok(Self::Empty);
        }
        check_depth(text)?;
        let raw: Box<RawValue> = serde_json::from_str(text).map_err(|error| ShapeError::json(&error))?;
        if text.starts_with('[') {
            return Ok(Self::List(JsonList {
                elements: elements(&raw)?,
                form: PageForm::Array,
                total: None,
                limit: headers.limit,
                offset: headers.offset,
                page: None,
                has_more: headers.has_more,
                envelope: None,
            }));
        }
        if !text.starts_with('{') {
            return Ok(Self::Value(raw));
        }
        let record = Record::parse(text)?;
        let Some(items) = record.raw("items").filter(|items| items.get().starts_with('[')) else {
            return Ok(Self::Object(record));
        };
        let number = |name| record.integer(name).and_then(|number| u64::try_from(number).ok());
        let (page, offset) = (number("page"), headers.offset.or(number("offset")));
        Ok(Self::List(JsonList {
            elements: elements(items)?,
            form: if page.is_some() && offset.is_none() { PageForm::Page } else { PageForm::Items },
            total: number("total"),
            limit: headers.limit.or(number("limit")),
            offset,
            page,
            has_more: headers.has_more,
            envelope: Some(record),
        }))
    }

    /// Returns the records: the elements that are objects, or the object itself.
    pub fn records(&self) -> Vec<Record> {
        match self {
            Self::Object(record) => vec![record.clone()],
            Self::List(list) => list.records(),
            Self::Value(_) | Self::Empty => Vec::new(),
        }
    }
}

impl JsonList {
    /// Returns the elements that are objects.
    pub fn records(&self) -> Vec<Record> {
        self.elements.iter().filter_map(|element| Record::parse(element.get()).ok()).collect()
    }
}

fn elements(array: &RawValue) -> Result<Vec<Box<RawValue>>, ShapeError> {
    serde_json::from_str(array.get()).map_err(|error| ShapeError::json(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> JsonBody {
        JsonBody::parse(text.as_bytes(), PageHeaders::default()).unwrap()
    }

    fn list(text: &str) -> JsonList {
        match read(text) {
            JsonBody::List(list) => list,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn response_form_is_detected_from_the_body() {
        assert!(matches!(read(r#"{"a":1}"#), JsonBody::Object(_)));
        assert!(matches!(read(r#"{"items":7}"#), JsonBody::Object(_)));
        assert!(matches!(read(" "), JsonBody::Empty));
        assert!(matches!(read("1.10"), JsonBody::Value(raw) if raw.get() == "1.10"));
        let forms = [
            (r#"{"items":[{"id":1}],"total":3,"limit":1,"offset":0}"#, PageForm::Items),
            (r#"{"items":[],"total":3}"#, PageForm::Items),
            (r#"{"items":[{"id":1}],"page":2,"total":3}"#, PageForm::Page),
            (r#"{"items":[],"page":2,"offset":1}"#, PageForm::Items),
            (r#"[{"id":1}]"#, PageForm::Array),
        ];
        for (text, form) in forms {
            assert_eq!(list(text).form, form, "{text}");
        }
        assert_eq!(list(r#"{"items":[],"page":2}"#).page, Some(2));
        assert!(list(r#"{"items":[],"next":"x"}"#).envelope.unwrap().has("next"));
    }

    #[test]
    fn elements_keep_their_tokens_and_only_objects_are_records() {
        let list = list(r#"[1.10, "a", {"id":"x", "n":0.50}, null]"#);
        let tokens: Vec<_> = list.elements.iter().map(|element| element.get()).collect();
        assert_eq!(tokens, ["1.10", "\"a\"", r#"{"id":"x", "n":0.50}"#, "null"]);
        assert_eq!(list.records().len(), 1);
    }

    #[test]
    fn non_json_bodies_are_reported_by_kind() {
        let wrong = |text: &[u8]| JsonBody::parse(text, PageHeaders::default()).unwrap_err();
        assert!(matches!(wrong(b"<html>"), ShapeError::NotJson(_)));
        assert_eq!(wrong(b"\xff"), ShapeError::NotUtf8);
        assert_eq!(wrong("[".repeat(400).as_bytes()), ShapeError::TooDeep);
    }
}

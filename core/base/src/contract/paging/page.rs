//! One page of a list, in any of the contract's three forms ("Pagination and filters").
//!
//! The form is detected from the body, because an undocumented list may have any form. An element that is not a record
//! of the expected kind is rejected and reported; the rest of the page stays usable.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::contract::json::schema_error::ShapeError;
use crate::contract::operation::PageForm;
use crate::contract::record::{MAX_MEMBERS, Record, check_depth, json_text, raw_integer, raw_tokens};
use crate::contract::resource::Resource;

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// Parsed elements, in the order received.
    pub items: Vec<T>,
    /// Elements that could not be parsed: position in the page and reason.
    pub rejected: Vec<(usize, ShapeError)>,
    /// Size of the whole list, if the service states it. It may change while paging.
    pub total: Option<u64>,
    /// Page size that the service applied, if stated.
    pub limit: Option<u64>,
    /// Offset that the service applied, if stated.
    pub offset: Option<u64>,
    /// True if more pages follow, if a header states it.
    pub has_more: Option<bool>,
    /// Form of the body: [`PageForm::Items`] or [`PageForm::Array`].
    pub form: PageForm,
}

/// Paging headers of a list response; only the funds and SPV lists are known to send them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageHeaders {
    /// `X-Service-Limit`
    pub limit: Option<u64>,
    /// `X-Service-Offset`
    pub offset: Option<u64>,
    /// `X-Service-Has-More`
    pub has_more: Option<bool>,
}

impl PageHeaders {
    /// Reads the three headers through `get`; a value that is not a number or boolean counts as absent.
    pub fn parse<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Self {
        let number = |name| get(name)?.trim().parse().ok();
        Self {
            limit: number("x-service-limit"),
            offset: number("x-service-offset"),
            has_more: get("x-service-has-more").and_then(|text| match text.trim() {
                text if text.eq_ignore_ascii_case("true") || text == "1" => Some(true),
                text if text.eq_ignore_ascii_case("false") || text == "0" => Some(false),
                _ => None,
            }),
        }
    }
}

/// Elements of an array, at most [`MAX_MEMBERS`].
struct ArrayElements<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for ArrayElements<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ElementsVisitor<'a>(PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for ElementsVisitor<'a> {
            type Value = ArrayElements<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<ArrayElements<'a>, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = array.next_element()? {
                    if elements.len() == MAX_MEMBERS {
                        return Err(A::Error::custom("too many elements"));
                    }
                    elements.push(element);
                }
                Ok(ArrayElements(elements))
            }
        }

        deserializer.deserialize_seq(ElementsVisitor(PhantomData))
    }
}

impl Page<Record> {
    /// Parses a list response: an object with `items`, or an array.
    pub fn parse(body: &[u8], headers: PageHeaders) -> Result<Self, ShapeError> {
        let text = json_text(body)?;
        if text.starts_with('[') {
            check_depth(text)?;
            return Self::from_array(text, PageForm::Array, headers);
        }
        let [items, total, limit, offset] = raw_tokens(text, ["items", "total", "limit", "offset"])?;
        let items = items.ok_or_else(|| ShapeError::field("items", "an array"))?;
        let number = |raw: Option<&RawValue>| u64::try_from(raw_integer(raw?)?).ok();
        Ok(Self {
            total: number(total),
            limit: headers.limit.or(number(limit)),
            offset: headers.offset.or(number(offset)),
            ..Self::from_array(items.get(), PageForm::Items, headers)?
        })
    }

    fn from_array(array: &str, form: PageForm, headers: PageHeaders) -> Result<Self, ShapeError> {
        let ArrayElements(elements) = serde_json::from_str(array).map_err(|error| {
            if array.starts_with('[') {
                ShapeError::json(&error)
            } else {
                ShapeError::field("items", "an array")
            }
        })?;
        let mut page = Self {
            items: Vec::with_capacity(elements.len()),
            rejected: Vec::new(),
            total: None,
            limit: headers.limit,
            offset: headers.offset,
            has_more: headers.has_more,
            form,
        };
        for (position, element) in elements.into_iter().enumerate() {
            match Record::parse(element.get()) {
                Ok(record) => page.items.push(record),
                Err(error) => page.rejected.push((position, error)),
            }
        }
        Ok(page)
    }

    /// Converts the records to `T`; records that do not match are rejected.
    pub fn into_resources<T: Resource>(self) -> Page<T> {
        let mut items = Vec::with_capacity(self.items.len());
        let mut rejected = self.rejected;
        for (position, record) in self.items.into_iter().enumerate() {
            match T::from_record(record) {
                Ok(item) => items.push(item),
                Err(error) => rejected.push((position, error)),
            }
        }
        Page {
            items,
            rejected,
            total: self.total,
            limit: self.limit,
            offset: self.offset,
            has_more: self.has_more,
            form: self.form,
        }
    }
}

impl<T> Page<T> {
    /// Returns the number of elements that the service sent, by which `offset` advances.
    pub fn received(&self) -> usize {
        self.items.len() + self.rejected.len()
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::models::deal::Deal;

    use super::*;

    fn page(body: &str) -> Result<Page<Record>, ShapeError> {
        Page::parse(body.as_bytes(), PageHeaders::default())
    }

    #[test]
    fn page_parses_object_and_array_bodies() {
        let object = page(r#"{"items":[{"id":"a"}],"total":3,"limit":1,"offset":0}"#).unwrap();
        assert_eq!((object.received(), object.total, object.limit), (1, Some(3), Some(1)));
        assert_eq!(object.form, PageForm::Items);
        let array = page(r#" [{"id":"a"},{"id":"b"}] "#).unwrap();
        assert_eq!((array.received(), array.total, array.form), (2, None, PageForm::Array));
    }

    #[test]
    fn page_reports_errors_of_other_shapes() {
        assert_eq!(page("{}").unwrap_err(), ShapeError::field("items", "an array"));
        assert_eq!(page(r#"{"items":null}"#).unwrap_err(), ShapeError::field("items", "an array"));
        assert!(matches!(page("<html>").unwrap_err(), ShapeError::NotJson(_)));
        assert!(matches!(page("[{}").unwrap_err(), ShapeError::NotJson(_)));
        let many = format!("[{}{{}}]", "{},".repeat(MAX_MEMBERS));
        assert!(page(&many).unwrap_err().to_string().contains("too much"));
        assert_eq!(page(&many.replacen("{},", "", 1)).unwrap().received(), MAX_MEMBERS);
        assert_eq!(page(&"[".repeat(300)).unwrap_err(), ShapeError::TooDeep);
    }

    #[test]
    fn page_rejects_single_elements_and_keeps_the_rest() {
        let page = page(r#"{"items":[{"id":"a"},7,{"name":"no id"},{"id":"b"}],"total":4}"#).unwrap();
        let deals: Page<Deal> = page.into_resources();
        assert_eq!((deals.items.len(), deals.rejected.len(), deals.received()), (2, 2, 4));
    }

    #[test]
    fn headers() {
        let read = |name: &str| match name {
            "x-service-limit" => Some("50"),
            "x-service-has-more" => Some("True"),
            "x-service-offset" => Some("x"),
            _ => None,
        };
        let headers = PageHeaders::parse(read);
        assert_eq!((headers.limit, headers.offset, headers.has_more), (Some(50), None, Some(true)));
    }
}

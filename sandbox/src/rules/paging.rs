//! `limit`, `offset` and `page`: decimal digits within the bounds of the route (contract, "Pagination and filters").

use super::{problem::ApiProblem, query::QueryParams};
use crate::{PageBounds, SpecGaps};

/// The requested part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageWindow {
    pub(crate) limit: u32,
    pub(crate) offset: u64,
}

impl PageWindow {
    /// Parses `limit` and `offset`.
    ///
    /// Answers 422 if one is not a number or is out of bounds, or if `page` is present. A list without `page` would
    /// otherwise return its first page as if it were the requested one.
    pub(crate) fn read(
        query: &QueryParams,
        bounds: PageBounds,
        spec_gaps: &SpecGaps,
    ) -> Result<Self, ApiProblem> {
        if query.get("page")?.is_some() {
            let detail = "this list takes `limit` and `offset`, not `page`";
            return Err(ApiProblem::invalid(detail).with_reason("invalid_parameter"));
        }
        Ok(Self { limit: limit(query, bounds, spec_gaps)?, offset: number(query, "offset")?.unwrap_or(0) })
    }

    /// Parses the window of a list that also takes `page`, which excludes `offset`.
    ///
    /// The second value is the page number, if the request has one.
    pub(crate) fn read_paged(
        query: &QueryParams,
        bounds: PageBounds,
        spec_gaps: &SpecGaps,
    ) -> Result<(Self, Option<u64>), ApiProblem> {
        let Some(page) = number(query, "page")? else {
            return Ok((Self::read(query, bounds, spec_gaps)?, None));
        };
        if query.get("offset")?.is_some() {
            let detail = "`page` and `offset` cannot be combined";
            return Err(ApiProblem::invalid(detail).with_reason("invalid_parameter"));
        }
        let limit = limit(query, bounds, spec_gaps)?;
        let first = u64::from(spec_gaps.first_page);
        let Some(index) = page.checked_sub(first) else {
            return Err(
                ApiProblem::invalid(format!("the first page is {first}")).with_reason("invalid_parameter")
            );
        };
        Ok((Self { limit, offset: index.saturating_mul(u64::from(limit)) }, Some(page)))
    }

    /// Returns the window as signed integers for SQLite.
    pub(crate) fn to_sql(self) -> (i64, i64) {
        (i64::from(self.limit), i64::try_from(self.offset).unwrap_or(i64::MAX))
    }
}

fn limit(query: &QueryParams, bounds: PageBounds, spec_gaps: &SpecGaps) -> Result<u32, ApiProblem> {
    let max = u64::from(bounds.max);
    match number(query, "limit")? {
        None => Ok(bounds.default),
        Some(requested) if requested >= 1 && (requested <= max || spec_gaps.clamp_limit) => {
            Ok(u32::try_from(requested.min(max)).unwrap_or(bounds.max))
        }
        Some(_) => Err(ApiProblem::invalid(format!("`limit` must lie between 1 and {max}"))
            .with_reason("invalid_parameter")),
    }
}

fn number(query: &QueryParams, name: &str) -> Result<Option<u64>, ApiProblem> {
    let Some(text) = query.get(name)? else {
        return Ok(None);
    };
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        let detail = format!("`{name}` must be a whole number");
        return Err(ApiProblem::invalid(detail).with_reason("invalid_parameter"));
    }
    // Larger numbers are clamped: no list reaches them, and JSON parsers may not support them.
    let max = i64::MAX.unsigned_abs();
    Ok(Some(text.parse().unwrap_or(max).min(max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: PageBounds = PageBounds::new(50, 500);

    fn read(raw: &str) -> Result<PageWindow, u16> {
        PageWindow::read(&QueryParams::parse(raw).unwrap(), BOUNDS, &SpecGaps::default())
            .map_err(|problem| problem.status)
    }

    #[test]
    fn page_bounds_are_enforced() {
        assert_eq!(read(""), Ok(PageWindow { limit: 50, offset: 0 }));
        assert_eq!(
            read("offset=99999999999999999999999").unwrap().offset,
            i64::MAX.unsigned_abs(),
            "a whole number beyond every list"
        );
        assert_eq!(read("limit=1&offset=7"), Ok(PageWindow { limit: 1, offset: 7 }));
        assert_eq!(read("limit=500"), Ok(PageWindow { limit: 500, offset: 0 }));
        for bad in [
            "limit=0",
            "limit=501",
            "limit=-1",
            "limit=",
            "limit=ten",
            "limit=+5",
            "limit=1.0",
            "offset=-1",
            "offset=x",
            "limit=99999999999999999999999",
            "page=1",
            "page=1&offset=0",
            "limit=1&limit=1",
        ] {
            assert_eq!(read(bad), Err(422), "{bad}");
        }
    }

    #[test]
    fn a_clamping_service_cuts_instead() {
        let spec_gaps = SpecGaps { clamp_limit: true, ..SpecGaps::default() };
        let query = QueryParams::parse("limit=5000").unwrap();
        assert_eq!(PageWindow::read(&query, BOUNDS, &spec_gaps).unwrap().limit, 500);
        assert_eq!(
            PageWindow::read(&QueryParams::parse("limit=0").unwrap(), BOUNDS, &spec_gaps).unwrap_err().status,
            422
        );
    }

    #[test]
    fn pages_count_from_the_first_and_exclude_offsets() {
        let spec_gaps = SpecGaps::default();
        let paged = |raw: &str| {
            PageWindow::read_paged(&QueryParams::parse(raw).unwrap(), BOUNDS, &spec_gaps)
                .map_err(|problem| problem.status)
        };
        assert_eq!(paged("page=1&limit=10"), Ok((PageWindow { limit: 10, offset: 0 }, Some(1))));
        assert_eq!(paged("page=3&limit=10"), Ok((PageWindow { limit: 10, offset: 20 }, Some(3))));
        assert_eq!(paged("offset=3&limit=10"), Ok((PageWindow { limit: 10, offset: 3 }, None)));
        assert_eq!(paged("page=0"), Err(422));
        assert_eq!(paged("page=1&offset=0"), Err(422));
    }
}

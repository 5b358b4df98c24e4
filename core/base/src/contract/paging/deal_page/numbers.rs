//! Numbers of a deal's `kpi_snapshot`.

use rust_decimal::Decimal;

use crate::contract::json::json_scanner::JsonScanner;
use crate::contract::json::key_prediction::{KeyPrediction, NextMember};
use crate::contract::json::num::Num;
use crate::contract::models::kpi::{KpiKey, KpiUnit};

use super::DealPage;

impl DealPage {
    /// Reads the members of a `kpi_snapshot` that have an exact value.
    pub(super) fn scan_kpi<'a>(
        &mut self,
        scan: &mut JsonScanner<'a>,
        members: &mut KeyPrediction<'a, Option<KpiKey>>,
    ) -> Option<()> {
        if !scan.is_object() {
            return scan.skip();
        }
        let first = self.numbers.len();
        scan.open()?;
        let number = |name| KpiKey::from_name(name).filter(|key| key.unit() != KpiUnit::Code);
        for nth in 0.. {
            let NextMember::Member(key) = members.next(nth, scan, number)? else {
                break;
            };
            let token = scan.token()?;
            if let Some(key) = key {
                self.insert_number(first, key, Num::value_of(token));
            }
        }
        Some(())
    }

    /// Inserts a number into those from `first` on, sorted by key.
    ///
    /// Nearly all arrive in that order. Of two numbers with one key the later counts, even if it has no value.
    fn insert_number(&mut self, first: usize, key: KpiKey, value: Option<Decimal>) {
        let numbers = self.numbers.get(first..).unwrap_or_default();
        let (at, is_known) = match numbers.last() {
            Some((last, _)) if *last >= key => match numbers.binary_search_by_key(&key, |(key, _)| *key) {
                Ok(at) => (first + at, true),
                Err(at) => (first + at, false),
            },
            _ => (self.numbers.len(), false),
        };
        match (value, is_known) {
            (Some(value), true) => self.numbers[at].1 = value,
            (Some(value), false) => self.numbers.insert(at, (key, value)),
            (None, true) => drop(self.numbers.remove(at)),
            (None, false) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::paging::deal_page::{DealPage, DealParts};
    use crate::contract::paging::page::PageHeaders;

    #[test]
    fn numbers_follow_key_order_and_the_last_duplicate_wins() {
        let read = |members: &str| {
            let body = format!("[{{\"id\":\"a\",\"kpi_snapshot\":{{{members}}}}}]");
            let page = DealPage::parse(body, PageHeaders::default(), DealParts::Rows).unwrap();
            let deal = page.deals().next().unwrap();
            let numbers = deal.numbers.iter().map(|(key, value)| format!("{}={value}", key.name()));
            numbers.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read(r#""ltv":0.5,"noi":7"#), "ltv=0.5 noi=7");
        assert_eq!(read(r#""noi":7,"dscr":1.2,"ltv":0.5"#), "ltv=0.5 dscr=1.2 noi=7");
        assert_eq!(read(r#""ltv":0.5,"noi":7,"ltv":"0.6""#), "ltv=0.6 noi=7");
        assert_eq!(read(r#""ltv":0.5,"noi":7,"ltv":null"#), "noi=7");
        assert_eq!(read(r#""ltv":null,"ltv":0.5,"noi":7,"noi":"x""#), "ltv=0.5");
        assert_eq!(read(r#""noi":7,"crd_total_source":"1","ltv":null"#), "noi=7");
    }
}

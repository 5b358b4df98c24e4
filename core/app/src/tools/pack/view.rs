//! Committee pack: a summary of chosen deals, then a page for each.
//!
//! It shows the local data and their age, and contains no other time, so that the same data give the same document.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::models::kpi::{KpiKey, KpiSnapshot};
use crate::contract::record::Record;
use crate::document::{Body, Document, Page, Section};
use crate::foundation::history::change::{field_label, full_value};
use crate::foundation::history::lines;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::local_deals::Followup;
use crate::text::{Lang, MessageArg, Messages, SafeText, date};
use crate::vocabulary::kpi_checks;
use crate::vocabulary::{Band, METRICS, Thresholds, kpi_label, kpi_short, kpi_value};

/// Metrics of the summary.
const SUMMARY_METRICS: [&str; 3] = ["ltv", "dscr", "crd_total"];
/// Fields of the contract, in order.
const FIELDS: [&str; 5] = ["id", "name", "status", "classe_actif", "responsable"];

/// A deal of a pack, with what this device knows of it.
#[derive(Clone, Debug)]
pub struct PackDeal {
    /// The deal with pending writes applied.
    pub record: Record,
    /// Its history, oldest first.
    pub history: Vec<HistoryEntry>,
    /// Notes of the server; `None` if they were never loaded.
    pub notes: Option<Vec<String>>,
    /// Private notes with the time of writing, newest first.
    pub local_notes: Vec<(Option<Timestamp>, String)>,
    /// Open follow-up.
    pub followup: Option<Followup>,
    /// True if a write is pending.
    pub is_pending: bool,
}

/// Origin and age of the data.
#[derive(Clone, Debug)]
pub struct PackSource<'a> {
    /// Language.
    pub lang: Lang,
    /// Time zone.
    pub zone: &'a TimeZone,
    /// Thresholds of the organisation.
    pub thresholds: &'a Thresholds,
    /// Address of the server.
    pub server: &'a str,
    /// Number of deals on this device.
    pub known_deals: usize,
    /// Time of the last full sync, which ages are counted to.
    pub synced_at: Timestamp,
    /// Time of the first observation.
    pub observed_since: Option<Timestamp>,
}

impl PackSource<'_> {
    /// Returns the pack.
    pub fn document(&self, deals: &[PackDeal]) -> Document {
        let pages =
            std::iter::once(self.summary_page(deals)).chain(deals.iter().map(|deal| self.deal_page(deal)));
        Document { lang: self.lang, pages: pages.collect() }
    }

    fn message(&self, key: &str) -> String {
        Messages::new(self.lang).get(key).into_owned()
    }

    fn date_text(&self, at: Timestamp) -> String {
        date::date_time(self.lang, date::local(at, self.zone))
    }

    fn field_text(&self, record: &Record, field: &str) -> String {
        full_value(self.lang, self.zone, field, record.raw(field))
    }

    fn time_in_status_of(&self, deal: &PackDeal) -> Option<lines::StatusAgeView> {
        lines::time_in_status(self.lang, self.zone, &deal.history, self.synced_at)
    }

    fn audit_of(&self, deal: &PackDeal) -> kpi_checks::KpiAudit {
        let kpi = deal.record.object("kpi_snapshot").map(KpiSnapshot::new);
        kpi_checks::audit(|key| kpi_decimal(kpi.as_ref(), key), self.thresholds)
    }

    fn summary_page(&self, deals: &[PackDeal]) -> Page {
        let messages = Messages::new(self.lang);
        let mut columns =
            ["name", "status", "responsable"].map(|field| field_label(self.lang, field)).to_vec();
        columns.push(self.message("pack-age"));
        columns.extend(SUMMARY_METRICS.map(|key| kpi_short(self.lang, key).into_owned()));
        columns.push(self.message("pack-checks"));
        let rows = deals.iter().map(|deal| {
            let kpi = deal.record.object("kpi_snapshot").map(KpiSnapshot::new);
            let mut row =
                ["name", "status", "responsable"].map(|field| self.field_text(&deal.record, field)).to_vec();
            row.push(self.time_in_status_of(deal).map_or_else(String::new, |age| age.latest));
            row.extend(SUMMARY_METRICS.map(|key| {
                let value = kpi_decimal(kpi.as_ref(), key);
                value.map_or_else(String::new, |value| kpi_value(self.lang, key, value, None))
            }));
            row.push(self.audit_of(deal).findings.len().to_string());
            row
        });
        let deals_text = messages.with("pack-deals", &[("n", MessageArg::from(deals.len()))]);
        Page {
            title: self.message("pack-title"),
            sections: vec![
                Section { heading: deals_text, body: Body::Table(columns, rows.collect()) },
                self.sources_section(),
            ],
        }
    }

    fn sources_section(&self) -> Section {
        let messages = Messages::new(self.lang);
        let (server, synced) = (SafeText::line(self.server), self.date_text(self.synced_at));
        let mut lines = vec![
            messages.with("pack-server", &[("server", MessageArg::from(&server))]),
            messages.with("pack-synced", &[("n", self.known_deals.into()), ("date", synced.as_str().into())]),
        ];
        if let Some(since) = self.observed_since {
            let since = self.date_text(since);
            lines.push(messages.with("pack-observed", &[("date", since.as_str().into())]));
        }
        Section { heading: self.message("pack-sources"), body: Body::Lines(lines) }
    }

    fn deal_page(&self, deal: &PackDeal) -> Page {
        let list = |key: &str, lines: Vec<String>| {
            let lines = if lines.is_empty() { vec![self.message("pack-none")] } else { lines };
            Section { heading: self.message(key), body: Body::Lines(lines) }
        };
        let sections = vec![
            self.fields_section(deal),
            self.figures_section(deal),
            list("pack-checks", self.finding_lines(deal)),
            list("pack-history", self.history_lines(deal)),
            list("pack-notes", self.note_lines(deal)),
            list("pack-followup", self.followup_lines(deal)),
            self.sources_section(),
        ];
        Page { title: self.field_text(&deal.record, "name"), sections }
    }

    fn fields_section(&self, deal: &PackDeal) -> Section {
        // Objects and lists have no place in a line.
        let is_plain = |name: &&str| {
            let raw = deal.record.raw(name);
            !FIELDS.contains(name) && raw.is_some_and(|raw| !raw.get().starts_with(['{', '[']))
        };
        let names = deal.record.fields().map(|(name, _)| name).filter(is_plain);
        let rows = FIELDS.into_iter().chain(names);
        let rows = rows.map(|name| vec![field_label(self.lang, name), self.field_text(&deal.record, name)]);
        Section { heading: self.message("pack-fields"), body: Body::Table(Vec::new(), rows.collect()) }
    }

    fn figures_section(&self, deal: &PackDeal) -> Section {
        let messages = Messages::new(self.lang);
        let kpi = deal.record.object("kpi_snapshot").map(KpiSnapshot::new);
        let rows: Vec<Vec<String>> = METRICS
            .iter()
            .filter_map(|metric| {
                let value = kpi_decimal(kpi.as_ref(), metric.key)?;
                let band = match self.thresholds.band(metric.key, value) {
                    Band::Ok => "band-ok",
                    Band::Watch => "band-watch",
                    Band::Alert => "band-alert",
                    Band::Outside | Band::None => "band-none",
                };
                Some(vec![
                    kpi_label(self.lang, metric.key).into_owned(),
                    kpi_value(self.lang, metric.key, value, None),
                    self.message(band),
                ])
            })
            .collect();
        let coverage = [("n", MessageArg::from(rows.len())), ("total", MessageArg::from(METRICS.len()))];
        Section {
            heading: messages.with("pack-figures", &coverage),
            body: Body::Table(
                ["pack-figure", "pack-value", "pack-band"].map(|key| self.message(key)).to_vec(),
                rows,
            ),
        }
    }

    fn finding_lines(&self, deal: &PackDeal) -> Vec<String> {
        let messages = Messages::new(self.lang);
        let audit = self.audit_of(deal);
        audit.findings.iter().map(|fault| fault.full_text(messages, None)).collect()
    }

    fn history_lines(&self, deal: &PackDeal) -> Vec<String> {
        let age = self.time_in_status_of(deal).map(|age| {
            let text = format!("{} {} ({})", self.message("pack-age"), age.latest, age.reason);
            if age.cumulative.is_empty() { text } else { format!("{text} · {}", age.cumulative) }
        });
        let changes = lines::lines(self.lang, self.zone, &deal.history, "");
        let changes = changes.into_iter().map(|line| match line.author.as_str() {
            "" => format!("{} · {}", line.when, line.text),
            author => format!("{} · {} · {author}", line.when, line.text),
        });
        age.into_iter().chain(changes).collect()
    }

    fn note_lines(&self, deal: &PackDeal) -> Vec<String> {
        let server = match &deal.notes {
            Some(notes) => notes.iter().map(|note| SafeText::line(note).to_string()).collect(),
            None => vec![self.message("pack-notes-unread")],
        };
        let local = deal.local_notes.iter().map(|(written, text)| {
            let (label, text) = (self.message("pack-private"), SafeText::line(text));
            match written {
                Some(at) => format!("{label} {} · {text}", self.date_text(*at)),
                None => format!("{label} · {text}"),
            }
        });
        server.into_iter().chain(local).collect()
    }

    fn followup_lines(&self, deal: &PackDeal) -> Vec<String> {
        let open = deal.followup.iter();
        let open = open.map(|followup| {
            format!("{} · {}", date::date_short(followup.date), SafeText::line(&followup.text))
        });
        open.chain(deal.is_pending.then(|| self.message("pack-pending"))).collect()
    }
}

fn kpi_decimal(kpi: Option<&KpiSnapshot>, key: &str) -> Option<Decimal> {
    kpi?.value(KpiKey::from_name(key)?)
}

//! Committee pack: a summary of chosen deals, then a page for each.
//!
//! It shows the local data and their age, and contains no other time, so that the same data give the same document.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::models::kpi::{KpiKey, KpiSnapshot};
use crate::contract::record::Record;
use crate::document::{Block, Document};
use crate::error::Error;
use crate::foundation::history::change::{field_label, full_value};
use crate::foundation::history::lines;
use crate::foundation::presentation::age;
use crate::model::history::pack_data::{PackData, PackDeal};
use crate::query::{AgeClock, WorkingDays};
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, date};
use crate::vocabulary::kpi_checks;
use crate::vocabulary::{METRICS, Thresholds, kpi_label, kpi_short, kpi_value};

/// Fields of the summary.
const SUMMARY_FIELDS: [&str; 3] = ["name", "status", "responsable"];
/// Metrics of the summary.
const SUMMARY_METRICS: [&str; 3] = ["ltv", "dscr", "crd_total"];
/// Fields of the contract, in order.
const FIELDS: [&str; 5] = ["id", "name", "status", "classe_actif", "responsable"];

/// Origin and form of the data.
#[derive(Clone, Debug)]
pub struct PackSource<'a> {
    /// Language.
    pub lang: Lang,
    /// Time zone.
    pub zone: &'a TimeZone,
    /// Thresholds of the organisation.
    pub thresholds: &'a Thresholds,
    /// Sign of the currency.
    pub currency: Option<&'a str>,
    /// Days that count in an age; `None` if all do.
    pub working_days: Option<&'a WorkingDays>,
    /// Address of the server.
    pub server: &'a str,
    /// The deals and the age of the data.
    pub data: &'a PackData,
}

/// Returns the pack of the selected or shown deals, in the language and with the thresholds of the application.
/// `read` reads the data of deals; `None` if the profile is not open.
///
/// # Errors
/// The data cannot be read.
pub fn pack_document(
    app: &App,
    read: Option<&(impl Fn(Vec<String>) -> Result<PackData, Error> + ?Sized)>,
) -> Result<Document, Error> {
    let read = read.ok_or_else(|| Error::unexpected("the profile is not open"))?;
    let data = &read(app.pack_deals())?;
    let (options, server) = (app.cx.options(), &*app.cx.snapshot().base_url);
    let (lang, zone, thresholds) = (app.cx.lang(), &options.zone, &options.thresholds);
    let (currency, working_days) = (options.currency.as_deref(), options.working_days.as_deref());
    Ok(PackSource { lang, zone, thresholds, currency, working_days, server, data }.document())
}

impl PackSource<'_> {
    /// Returns the pack.
    pub fn document(&self) -> Document {
        let pages = self.data.deals.iter().flat_map(|deal| self.deal_page(deal));
        Document { lang: self.lang, blocks: self.summary_page().into_iter().chain(pages).collect() }
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

    /// Returns the time in the status at the last sync, as the lists show it.
    fn age_of(&self, deal: &PackDeal) -> Option<String> {
        let clock = AgeClock::new(self.data.synced_at.as_second(), self.working_days);
        Some(age::format_age(self.lang, deal.since?, clock, clock.unit()))
    }

    fn kpi_text(&self, key: &str, value: Decimal) -> String {
        kpi_value(self.lang, key, value, self.currency)
    }

    fn audit_of(&self, deal: &PackDeal) -> kpi_checks::KpiAudit {
        kpi_checks::audit(|key| kpi_value_of(deal, key), self.thresholds)
    }

    fn summary_page(&self) -> Vec<Block> {
        let mut names = SUMMARY_FIELDS.map(|field| field_label(self.lang, field)).to_vec();
        names.push(self.message("pack-age"));
        names.extend(SUMMARY_METRICS.map(|key| kpi_short(self.lang, key).into_owned()));
        names.push(self.message("pack-checks"));
        let rows = self.data.deals.iter().map(|deal| {
            let mut row = SUMMARY_FIELDS.map(|field| self.field_text(&deal.record, field)).to_vec();
            row.push(self.age_of(deal).unwrap_or_default());
            row.extend(SUMMARY_METRICS.map(|key| {
                let value = kpi_value_of(deal, key);
                value.map_or_else(String::new, |value| self.kpi_text(key, value))
            }));
            row.push(self.audit_of(deal).findings.len().to_string());
            row
        });
        let count = [("n", MessageArg::from(self.data.deals.len()))];
        let heading = Messages::new(self.lang).with("pack-deals", &count);
        let table = Block::Table(std::iter::once(names).chain(rows).collect());
        let title = Block::Title(self.message("pack-title"));
        [title, Block::Heading(heading), table].into_iter().chain(self.sources()).collect()
    }

    fn sources(&self) -> [Block; 2] {
        let messages = Messages::new(self.lang);
        let (server, synced) = (SafeText::line(self.server), self.date_text(self.data.synced_at));
        let synced = [("n", self.data.known_deals.into()), ("date", synced.as_str().into())];
        let observed = self.data.observed_since.map(|since| self.date_text(since));
        let observed = observed.map(|since| messages.with("pack-observed", &[("date", since.into())]));
        let server = messages.with("pack-server", &[("server", MessageArg::from(&server))]);
        let lines = [server, messages.with("pack-synced", &synced)].into_iter().chain(observed);
        [Block::Heading(self.message("pack-sources")), Block::Lines(lines.collect())]
    }

    fn deal_page(&self, deal: &PackDeal) -> Vec<Block> {
        let list = |key: &str, lines: Vec<String>| {
            let lines = if lines.is_empty() { vec![self.message("pack-none")] } else { lines };
            [Block::Heading(self.message(key)), Block::Lines(lines)]
        };
        [
            &[Block::Title(self.field_text(&deal.record, "name"))][..],
            &self.fields(deal),
            &self.figures(deal),
            &list("pack-checks", self.finding_lines(deal)),
            &list("pack-history", self.history_lines(deal)),
            &list("pack-notes", self.note_lines(deal)),
            &list("pack-followup", self.followup_lines(deal)),
            &self.sources(),
        ]
        .concat()
    }

    fn fields(&self, deal: &PackDeal) -> [Block; 2] {
        // Objects and lists have no place in a line.
        let is_plain = |name: &&str| {
            let raw = deal.record.raw(name);
            !FIELDS.contains(name) && raw.is_some_and(|raw| !raw.get().starts_with(['{', '[']))
        };
        let names = deal.record.fields().map(|(name, _)| name).filter(is_plain);
        let rows = FIELDS.into_iter().chain(names);
        let rows = rows.map(|name| vec![field_label(self.lang, name), self.field_text(&deal.record, name)]);
        let rows = std::iter::once(vec![String::new(); 2]).chain(rows);
        [Block::Heading(self.message("pack-fields")), Block::Table(rows.collect())]
    }

    fn figures(&self, deal: &PackDeal) -> [Block; 2] {
        let mut rows = vec![["pack-figure", "pack-value", "pack-band"].map(|key| self.message(key)).to_vec()];
        rows.extend(METRICS.iter().filter_map(|metric| {
            let value = kpi_value_of(deal, metric.key)?;
            Some(vec![
                kpi_label(self.lang, metric.key).into_owned(),
                self.kpi_text(metric.key, value),
                self.message(self.thresholds.band(metric.key, value).key()),
            ])
        }));
        let coverage = [("n", MessageArg::from(rows.len() - 1)), ("total", METRICS.len().into())];
        [Block::Heading(Messages::new(self.lang).with("pack-figures", &coverage)), Block::Table(rows)]
    }

    fn finding_lines(&self, deal: &PackDeal) -> Vec<String> {
        let messages = Messages::new(self.lang);
        let audit = self.audit_of(deal);
        audit.findings.iter().map(|fault| fault.full_text(messages, None)).collect()
    }

    fn history_lines(&self, deal: &PackDeal) -> Vec<String> {
        let observed = lines::time_in_status(self.lang, self.zone, &deal.history, self.data.synced_at);
        let age = deal.since.zip(self.age_of(deal)).map(|(since, age)| {
            let reason = age::reason_text(self.lang, self.zone, since);
            let text = format!("{} {age} ({reason})", self.message("pack-age"));
            match observed.filter(|observed| !observed.cumulative.is_empty()) {
                Some(observed) => format!("{text} · {}", observed.cumulative),
                None => text,
            }
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

fn kpi_value_of(deal: &PackDeal, key: &str) -> Option<Decimal> {
    KpiSnapshot::new(deal.record.object("kpi_snapshot")?).value(KpiKey::from_name(key)?)
}

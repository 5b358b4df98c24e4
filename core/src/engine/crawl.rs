//! Reading every deal. Paging is no transaction: whatever hints that the list moved makes the pass dirty, a dirty pass
//! is made again, twice at most, and only a clean one may say that a deal is gone.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::client::{Client, DealsQuery};
use crate::contract::deal::Deal;
use crate::contract::operation::PageForm;
use crate::contract::page::Page;
use crate::contract::pager::{Cursor, Pager};
use crate::error::{Error, ErrorKind};
use crate::store::{Change, Kept, Kind, Received, Store, StoreError};

use super::actor::Msg;
use super::clock::Clock;
use super::missing::Missing;
use super::refresh::FEW;
use super::{ColumnsBuilder, DealTable, RowData, digest, load};

/// How often a dirty pass is made again.
const AGAIN: usize = 2;
/// What to ask for where the service refuses a page size; then no size at all.
const MODEST: u64 = 100;
/// The table that grows on screen is made anew no more often than this, and never for more than a part of the time.
const GROWTH: std::time::Duration = std::time::Duration::from_millis(150);

/// What a reading reports.
#[derive(Debug)]
pub(super) enum PassReport {
    /// So much has been read.
    Progress {
        /// Different deals so far.
        read: u64,
        /// How many there are, as the service says.
        total: Option<u64>,
    },
    /// The deals read so far, while there is nothing better to show.
    Growing(Box<DealTable>),
    /// The end.
    Done(Result<Box<PassDone>, Error>),
}

/// A finished reading.
#[derive(Debug)]
pub(super) struct PassDone {
    /// Different deals read.
    pub(super) read: u64,
    /// How many there are, as the service says.
    pub(super) total: Option<u64>,
    /// Whether nothing was missed: the pass was clean, or as many deals came as there are.
    pub(super) whole: bool,
    /// Ids of deals that are new or changed.
    pub(super) changed: Vec<String>,
    /// Ids of deals that are gone.
    pub(super) removed: Vec<String>,
    /// Everything as a table, where too much changed to name it.
    pub(super) table: Option<DealTable>,
    /// When the pass ended.
    pub(super) at: Timestamp,
    /// The page size the service accepts.
    pub(super) limit: Option<u64>,
    /// How many pages there were.
    pub(super) pages: u64,
}

/// One reading of all deals.
pub(super) struct Crawl {
    pub(super) client: Client,
    pub(super) store: Arc<Store>,
    pub(super) clock: Clock,
    pub(super) zone: TimeZone,
    /// The page size to ask for.
    pub(super) limit: Option<u64>,
    /// How many pages may be under way at once.
    pub(super) ahead: usize,
    pub(super) me: UnboundedSender<Msg>,
    /// Set while there is no complete table yet: how many rows are shown.
    pub(super) growing: Option<usize>,
    /// How many rows of the table shown are patches.
    pub(super) patched: usize,
}

/// A page on its way. Dropping it stops the request.
struct Ahead {
    offset: u64,
    task: JoinHandle<Result<(Change, Page<Deal>), Error>>,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One pass.
struct Pass {
    number: i64,
    since: Change,
    started: Timestamp,
    pager: Pager,
    seen: HashSet<Box<str>>,
    pages: u64,
    step: u64,
    builder: Option<ColumnsBuilder>,
    grown: Instant,
    growth: std::time::Duration,
}

impl Crawl {
    /// Reads until a pass is clean, or dirty for the third time.
    pub(super) async fn run(mut self) -> Result<PassDone, Error> {
        let foreign = self.store.cache().foreign()?;
        let mut changed = BTreeSet::new();
        for again in 0..=AGAIN {
            let pass = self.pass(&mut changed).await?;
            if pass.pager.is_clean() || again == AGAIN {
                return self.end(pass, changed, foreign).await;
            }
        }
        Err(Error::unexpected("a reading of all deals did not end"))
    }

    async fn pass(&mut self, changed: &mut BTreeSet<String>) -> Result<Pass, Error> {
        loop {
            let mut pass = Pass {
                number: self.store.cache().begin_pass()?,
                since: self.store.cache().change()?,
                started: (self.clock)(),
                pager: Pager::new(PageForm::Items, self.limit),
                seen: HashSet::new(),
                pages: 0,
                step: 0,
                builder: self.growing.map(|_| ColumnsBuilder::default()),
                grown: Instant::now(),
                growth: GROWTH,
            };
            match self.pages(&mut pass, changed).await {
                Ok(()) => return Ok(pass),
                // Page sizes differ by route and are not documented: ask for less, then for none in particular.
                Err(error)
                    if error.kind() == ErrorKind::Invalid && pass.pages == 0 && self.limit.is_some() =>
                {
                    self.limit = self.limit.filter(|limit| *limit > MODEST).map(|_| MODEST);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn pages(&mut self, pass: &mut Pass, changed: &mut BTreeSet<String>) -> Result<(), Error> {
        let mut ahead: VecDeque<Ahead> = VecDeque::new();
        while let Some(Cursor::Offset(offset)) = pass.pager.next().map(|request| request.cursor) {
            // A page that came shorter or longer than the first makes every later start wrong.
            if ahead.front().is_none_or(|page| page.offset != offset) {
                ahead.clear();
                ahead.push_back(self.ask(offset));
            }
            let Some(mut page) = ahead.pop_front() else { break };
            self.look_ahead(pass, offset, &mut ahead);
            let (asked, page) = (&mut page.task)
                .await
                .map_err(|error| Error::unexpected(format!("a page was lost: {error}")))??;
            pass.pages += 1;
            if pass.step == 0 {
                pass.step = page.received() as u64;
            }
            let stuck = pass.pager.absorb(&page).is_err();
            self.keep(pass, offset, asked, page, changed).await?;
            if stuck {
                break;
            }
        }
        Ok(())
    }

    fn ask(&self, offset: u64) -> Ahead {
        let (client, store, limit) = (self.client.clone(), self.store.clone(), self.limit);
        let task = tokio::spawn(async move {
            let asked = store.cache().change()?;
            let page = client
                .deals_page(&DealsQuery {
                    limit,
                    offset: Some(offset),
                    status: None,
                })
                .await?;
            Ok((asked, page))
        });
        Ahead { offset, task }
    }

    /// Asks for the pages that will follow if all are as long as the first.
    fn look_ahead(&self, pass: &Pass, offset: u64, ahead: &mut VecDeque<Ahead>) {
        let Some(total) = pass.pager.total().filter(|_| pass.step > 0) else {
            return;
        };
        let mut next = ahead.back().map_or(offset, |page| page.offset) + pass.step;
        while ahead.len() + 1 < self.ahead && next < total {
            ahead.push_back(self.ask(next));
            next += pass.step;
        }
    }

    async fn keep(
        &mut self,
        pass: &mut Pass,
        offset: u64,
        asked: Change,
        page: Page<Deal>,
        changed: &mut BTreeSet<String>,
    ) -> Result<(), Error> {
        let received: Vec<Received> = page
            .items
            .iter()
            .zip(i64::try_from(offset).unwrap_or(i64::MAX)..)
            .map(|(deal, position)| received(deal, position, &self.zone))
            .collect();
        pass.seen
            .extend(received.iter().map(|record| Box::from(record.id.as_str())));
        let (store, number, at, growing) = (
            self.store.clone(),
            pass.number,
            (self.clock)(),
            pass.builder.is_some(),
        );
        let (received, kept, stages) = blocking(move || {
            let kept = store
                .cache()
                .save_page(Kind::Deal, "", number, asked, at, &received)?;
            let stages = if growing {
                store.cache().stages(received.iter().map(|r| r.id.as_str()))?
            } else {
                Vec::new()
            };
            Ok((received, kept, stages))
        })
        .await?;
        for (record, kept) in received.into_iter().zip(kept) {
            if matches!(kept, Kept::New | Kept::Changed) {
                changed.insert(record.id);
            }
        }
        if let Some(builder) = &mut pass.builder {
            for (deal, stage) in page.items.iter().zip(stages) {
                builder.push(&RowData::from_deal(deal, load::since(stage), &self.zone));
            }
        }
        let read = pass.pager.distinct();
        self.report(PassReport::Progress {
            read,
            total: pass.pager.total(),
        });
        self.grow(pass).await
    }

    /// Shows what has been read so far, where that is more than what is shown.
    async fn grow(&mut self, pass: &mut Pass) -> Result<(), Error> {
        let shown = self.growing.unwrap_or_default();
        let Some(builder) = pass.builder.as_ref().filter(|builder| builder.len() > shown) else {
            return Ok(());
        };
        // The first page is shown at once, the others at intervals.
        if pass.pages > 1 && pass.grown.elapsed() < pass.growth {
            return Ok(());
        }
        let (builder, began) = (builder.clone(), Instant::now());
        self.growing = Some(builder.len());
        let table = blocking(move || Ok(builder.finish())).await?;
        pass.growth = GROWTH.max(began.elapsed() * 4);
        pass.grown = Instant::now();
        self.report(PassReport::Growing(Box::new(table)));
        Ok(())
    }

    async fn end(&mut self, pass: Pass, changed: BTreeSet<String>, foreign: i64) -> Result<PassDone, Error> {
        let (read, total, clean) = (pass.pager.distinct(), pass.pager.total(), pass.pager.is_clean());
        let mut changed = changed;
        let (removed, kept) = if clean {
            self.sweep(&pass, &mut changed).await?
        } else {
            (Vec::new(), false)
        };
        let (store, zone, patched) = (self.store.clone(), self.zone.clone(), self.patched);
        let (limit, at, pages) = (self.limit, (self.clock)(), pass.pages);
        blocking(move || {
            let cache = store.cache();
            let table = match pass.builder {
                Some(builder) if clean && !kept => Some(builder.finish()),
                Some(_) => Some(load::table(cache, &zone)?),
                // Another process may have written what this one never saw change.
                None if changed.len() + removed.len() + patched > FEW || cache.foreign()? != foreign => {
                    Some(load::table(cache, &zone)?)
                }
                None => None,
            };
            let whole = clean || total.is_some_and(|total| total == read);
            let changed = if table.is_some() {
                Vec::new()
            } else {
                changed.into_iter().collect()
            };
            Ok(PassDone {
                read,
                total,
                whole,
                changed,
                removed,
                table,
                at,
                limit,
                pages,
            })
        })
        .await
    }

    /// Says what a clean pass did not show, and asks for it by its id: the deals that are deleted, and whether some that
    /// were not shown stay.
    async fn sweep(&self, pass: &Pass, changed: &mut BTreeSet<String>) -> Result<(Vec<String>, bool), Error> {
        let (store, seen) = (self.store.clone(), pass.seen.clone());
        let (since, span) = (pass.since, (pass.started, (self.clock)()));
        let swept = blocking(move || store.cache().sweep(Kind::Deal, "", &seen, since, span)).await?;
        let looked = Missing {
            client: &self.client,
            store: &self.store,
            clock: &self.clock,
            zone: &self.zone,
        }
        .look_for(&swept.not_seen)
        .await?;
        changed.extend(looked.found);
        let kept = looked.deleted.len() < swept.not_seen.len();
        Ok((swept.gone.into_iter().chain(looked.deleted).collect(), kept))
    }

    fn report(&self, report: PassReport) {
        // The loop has ended; so will this reading.
        let _ended = self.me.send(Msg::Pass(report));
    }
}

/// A deal on its way to the store.
pub(super) fn received(deal: &Deal, position: i64, zone: &TimeZone) -> Received {
    Received {
        id: deal.id().as_str().to_owned(),
        body: deal.record().as_str().to_owned(),
        position,
        status: deal.status().map(str::to_owned),
        digest: digest::encode(&RowData::from_deal(deal, None, zone)),
    }
}

/// Runs what reads or writes the disk at length on a thread made for that.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(Error::unexpected(format!(
            "the store's thread ended early: {error}"
        ))),
    }
}

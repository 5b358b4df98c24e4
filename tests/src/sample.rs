//! Generated deals for benches, identical in each run.

use std::sync::{Arc, LazyLock};

use encours_core::contract::models::kpi::{KpiKey, KpiUnit};
use encours_core::model::snapshot::{ConnectionState, Coverage, Snapshot};
use encours_core::model::table::{
    Chunk, ChunkSource, Chunks, ColumnStore, ColumnStoreBuilder, DealTable, IdIndex, RowData, StatusSince,
    TimePrecision, TopRows,
};
use jiff::Timestamp;
use rust_decimal::Decimal;

/// The status codes of the deals.
pub const STATUSES: [&str; 7] =
    ["sourcing", "screening", "due_diligence", "ic", "term_sheet", "closing", "lost"];

/// The time of the full sync.
pub fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap_or_default()
}

/// Returns the `n`th deal.
///
/// Three of five deals have all numeric metrics, computed from `seed`.
pub fn deal(n: u32, name: String, seed: u32) -> RowData {
    let metrics = KpiKey::numeric().map(|key| match key.unit() {
        KpiUnit::Money => (key, Decimal::new(i64::from(seed % 1_000_000) * 1_007 + 100_000_000, 2)),
        _ => (key, Decimal::new(i64::from(seed % 10_000), 4)),
    });
    RowData {
        id: format!("{n:08x}-0000-4000-8000-{n:012x}"),
        name,
        status: STATUSES[n as usize % STATUSES.len()].to_owned(),
        class: ["bureaux", "commerces", "residentiel"][n as usize % 3].to_owned(),
        owner: format!("Responsable {}", n % 40),
        since: Some(StatusSince {
            at: now().as_second() - i64::from(n % 90) * 86_400,
            precision: TimePrecision::AtLeast,
        }),
        numbers: if n % 5 < 3 { metrics.collect() } else { Vec::new() },
    }
}

/// Builds a table with that many deals.
pub fn table(deals: u32, deal: impl Fn(u32) -> RowData) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for n in 0..deals {
        builder.push(&deal(n));
    }
    builder.finish()
}

/// The source of the rows of a copied table.
#[derive(Debug)]
struct CopiedRows(DealTable);

impl ChunkSource for CopiedRows {
    fn chunk(&self, number: usize) -> Chunk {
        self.0.columns().chunks.iter().nth(number).cloned().unwrap_or_default()
    }

    fn index(&self) -> IdIndex {
        self.0.columns().chunks.index().clone()
    }

    fn is_intact(&self) -> bool {
        true
    }
}

/// Returns a copy of a table without delta that has read only its first rows, as after a start.
pub fn unread_copy(table: &DealTable) -> DealTable {
    let columns = table.columns();
    let top = TopRows::from_orders(table.rows_by_status(), &columns.chunks, table.texts());
    let source = Arc::new(CopiedRows(table.clone()));
    let chunks = Chunks::from_source(source, columns.chunks.chunk_count(), top);
    let columns = ColumnStore::new(chunks, table.rows_by_status().to_vec(), table.len());
    DealTable::from_columns(columns, table.texts().clone())
}

/// What all snapshots share. The engine, too, keeps what has not changed as the same object.
static SHARED: LazyLock<Snapshot> = LazyLock::new(Snapshot::default);

/// Returns a snapshot of all `deals`, fully synced and online.
pub fn snapshot(revision: u64, deals: DealTable) -> Arc<Snapshot> {
    let count = deals.len() as u64;
    Arc::new(Snapshot {
        revision,
        deals: Arc::new(deals),
        coverage: Coverage {
            fetched: count,
            total: Some(count),
            complete_at: Some(now()),
            syncing: false,
            in_unknown_status: 0,
            count_mismatch: false,
        },
        connection: ConnectionState::Online,
        ..SHARED.clone()
    })
}

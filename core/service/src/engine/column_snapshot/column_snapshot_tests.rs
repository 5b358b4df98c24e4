use std::io::Cursor;

use jiff::Timestamp;
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{ColumnStoreBuilder, RowData, RowIdx, StatusSince, TimePrecision};
use crate::store::{ReceivedRecord, RecordKind, RecordOrigin};

fn row() -> impl Strategy<Value = RowData> {
    let texts = ("[a-c]{1,6}", "\\PC{0,12}", "[a-c]{0,1}", "[a-é]{0,2}");
    let rest = (any::<i64>(), 0u32..20, proptest::option::of(-9_999i64..9_999), 0usize..3);
    (texts, rest).prop_map(|((id, name, status, owner), (crd, scale, since, numbers))| RowData {
        id,
        name,
        status,
        owner,
        since: since.map(|at| StatusSince { at, precision: TimePrecision::Interval { after: at / 2 } }),
        numbers: [KpiKey::CrdTotal, KpiKey::Noi]
            .into_iter()
            .take(numbers)
            .map(|key| (key, Decimal::new(crd, scale)))
            .collect(),
        ..RowData::default()
    })
}

fn table(rows: &[RowData]) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in rows {
        builder.push(row);
    }
    builder.finish()
}

const REVISION: Revision = Revision { cache: -7, number: 3 };

fn bytes(table: &DealTable) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let header = encode(&mut file, table, &TimeZone::UTC).unwrap();
    let header = Header { revision: REVISION, ..header };
    write_header(&mut file, &header).unwrap();
    file.into_inner()
}

fn read_back(bytes: &[u8]) -> io::Result<DealTable> {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join(FILE_NAME);
    std::fs::write(&path, bytes)?;
    let header = read_header(&path)?.ok_or_else(damage_error)?;
    assert_eq!((header.revision, header.zone), (REVISION, zone_hash(&TimeZone::UTC)));
    decode(&path, &header)
}

/// Loads a whole file, with every chunk.
fn load_all(path: &Path) -> io::Result<DealTable> {
    let header = read_header(path)?.ok_or_else(damage_error)?;
    let table = decode(path, &header)?;
    if table.columns().load_all() { Ok(table) } else { Err(damage_error()) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_copy_is_the_table(rows in proptest::collection::vec(row(), 0..80)) {
        let table = table(&rows);
        let read = read_back(&bytes(&table)).unwrap();
        prop_assert_eq!(read.columns(), table.columns());
        prop_assert_eq!(read.texts(), table.texts());
        for row in table.rows() {
            prop_assert_eq!(read.find(row.id), Some(row.ix));
        }
    }

    /// Covers the zeros that a disk leaves after a power cut.
    #[test]
    fn snapshot_with_an_unwritten_tail_is_not_loaded(
        rows in proptest::collection::vec(row(), 1..9), from in 0usize..4_000,
    ) {
        let mut bytes = bytes(&table(&rows));
        let from = from % bytes.len();
        prop_assume!(bytes[from..].iter().any(|byte| *byte != 0));
        bytes[from..].fill(0);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE_NAME);
        std::fs::write(&path, &bytes).unwrap();
        prop_assert!(load_all(&path).is_err(), "nothing from byte {}", from);
    }

    #[test]
    fn a_damaged_copy_is_not_read(rows in proptest::collection::vec(row(), 1..9), at in 0usize..4_000, bit in 0u8..8) {
        let mut bytes = bytes(&table(&rows));
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE_NAME);
        std::fs::write(&path, &bytes).unwrap();
        prop_assert!(load_all(&path).is_err(), "byte {}", at);
        std::fs::write(&path, &bytes[..at]).unwrap();
        prop_assert!(load_all(&path).is_err(), "cut at {}", at);
    }

    #[test]
    fn individually_loaded_rows_match_the_table(
        rows in proptest::collection::vec(row(), 0..80), asked in proptest::collection::vec(0usize..80, 0..9)
    ) {
        let table = table(&rows);
        let read = read_back(&bytes(&table)).unwrap();
        for row in asked.into_iter().filter_map(|at| rows.get(at)) {
            let (Some(ix), Some(there)) = (table.find(&row.id), read.find(&row.id)) else {
                return Err(TestCaseError::fail("a deal is missing"));
            };
            prop_assert_eq!(there, ix);
            prop_assert_eq!(read.row(ix).map(|row| row.to_data()), table.row(ix).map(|row| row.to_data()));
        }
        prop_assert_eq!(read.len(), table.len());
        prop_assert!(read.columns().load_all());
    }
}

/// Returns a table of two full chunks and a partial one, in three statuses.
fn long() -> DealTable {
    let rows: Vec<RowData> = (0_i64..9_000)
        .map(|n| RowData {
            id: format!("d-{n}"),
            name: format!("Deal {n}"),
            status: ["sourcing", "ic", "closing"][(n % 3) as usize].into(),
            since: Some(StatusSince {
                at: (n * 7_919) % 30,
                precision: if n % 2 == 0 { TimePrecision::AtLeast } else { TimePrecision::Received },
            }),
            ..RowData::default()
        })
        .collect();
    table(&rows)
}

fn sourcing_rows(table: &DealTable) -> &[RowIdx] {
    let code = table.statuses().code("sourcing").unwrap();
    &table.rows_by_status()[code.index()].rows
}

#[test]
fn a_first_screen_asks_for_no_chunk() {
    let table = long();
    let read = read_back(&bytes(&table)).unwrap();
    assert_eq!(read.len(), 9_000);
    for (order, own) in read.rows_by_status().iter().zip(table.rows_by_status()) {
        assert_eq!(order, own);
        assert_eq!(order.entry_times.len() + order.lower_bounds.len(), order.rows.len());
        for ix in order.rows.iter().take(32) {
            let row = read.row(*ix).unwrap();
            assert_eq!(row.to_data(), table.row(*ix).unwrap().to_data());
            assert_eq!(read.find(row.id), Some(*ix));
            assert_eq!(read.status_since(*ix), table.status_since(*ix));
        }
    }
    assert_eq!(read.columns().chunks.loaded_parts(), 0);
    assert!(read.columns().has_unloaded() && !table.columns().has_unloaded());

    // A row further down is read with its chunk only.
    let below = sourcing_rows(&table)[1_000];
    assert_eq!(read.row(below).unwrap().name, table.row(below).unwrap().name);
    assert_eq!(read.columns().chunks.loaded_parts(), 1);
    assert!(read.columns().load_all() && !read.columns().has_unloaded());
    assert_eq!(read.columns(), table.columns());
}

#[test]
fn damage_beyond_the_first_screen_fails_the_full_load() {
    let table = long();
    let mut bytes = bytes(&table);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let read = read_back(&bytes).unwrap();
    let top = sourcing_rows(&table)[0];
    assert_eq!(read.row(top).unwrap().name, table.row(top).unwrap().name);
    assert!(!read.columns().load_all());
    let mut nowhere = Cursor::new(Vec::new());
    assert!(encode(&mut nowhere, &read, &TimeZone::UTC).is_err(), "no copy is made of half a table");
}

fn received(id: &str, fields: &str) -> ReceivedRecord {
    ReceivedRecord { id: id.into(), body: format!("{{\"id\":\"{id}\"{fields}}}"), position: 0, status: None }
}

#[test]
fn snapshot_plus_later_changes_gives_the_current_rows() {
    let dir = tempfile::tempdir().unwrap();
    let at = Timestamp::UNIX_EPOCH;
    let store = Store::open(&dir.path().join("p"), at).unwrap();
    let (cache, zone) = (store.cache(), TimeZone::UTC);
    let read = |fields: &str, ids: &[&str]| {
        let page: Vec<ReceivedRecord> = ids.iter().map(|id| received(id, fields)).collect();
        let (asked, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
        cache.save_page(RecordKind::Deal, "", pass, asked, at, &page).unwrap();
    };
    assert!(super::load_current(&store, &zone, None).unwrap().is_none(), "there is no copy yet");
    read(",\"name\":\"Îlot\",\"kpi_snapshot\":{\"ltv\":0.650}", &["a", "b", "c"]);
    let revision = cache.revision().unwrap();
    let rows = crate::engine::sync::rows::cached_rows::load_table(cache, &zone).unwrap();
    try_write(&store, &rows, AsOf::with_sync_time(cache, revision).unwrap(), &zone).unwrap();
    let (copy, touched) = super::load_current(&store, &zone, None).unwrap().unwrap();
    let all = |table: &DealTable| table.by_age().map(|row| row.to_data()).collect::<Vec<_>>();
    assert_eq!((all(&copy), touched), (all(&rows), Vec::new()));

    // A load that began earlier counts only if its file is still the present one.
    let (begun, before) = (Preload::new(store.dir()), Preload::new(store.dir()));
    let header = read_header(&store.dir().join(FILE_NAME)).unwrap().unwrap();
    let table = begun.unwrap().finish(&header).unwrap().unwrap();
    assert_eq!(all(&table), all(&rows));
    let later =
        Header { revision: Revision { number: header.revision.number + 1, ..header.revision }, ..header };
    assert!(before.unwrap().finish(&later).is_none());
    let nowhere = Preload::new(&dir.path().join("nowhere"));
    assert!(nowhere.unwrap().finish(&header).is_none());

    read(",\"name\":\"Tour\"", &["b", "d"]);
    cache.remove(RecordKind::Deal, "a", false, at).unwrap();
    let asked = cache.write_seq().unwrap();
    cache
        .confirm(RecordKind::Deal, "", at, &received("c", ""), RecordOrigin::Fetched { request_seq: asked })
        .unwrap();
    let (_, mut touched) = super::load_current(&store, &zone, None).unwrap().unwrap();
    touched.sort_unstable();
    assert_eq!(touched, ["a", "b", "c", "d"]);
    assert!(
        super::load_current(&store, &TimeZone::fixed(jiff::tz::offset(2)), None).unwrap().is_none(),
        "another zone"
    );

    let revision = cache.revision().unwrap();
    let as_of = AsOf::with_sync_time(cache, revision).unwrap();
    try_write(
        &store,
        &crate::engine::sync::rows::cached_rows::load_table(cache, &zone).unwrap(),
        as_of,
        &zone,
    )
    .unwrap();
    drop(store);
    std::fs::remove_file(dir.path().join("p/cache.db")).unwrap();
    let store = Store::open(&dir.path().join("p"), at).unwrap();
    assert!(
        super::load_current(&store, &zone, None).unwrap().is_none(),
        "a cache that took the place of another"
    );
}

#[test]
fn unwritten_block_is_rejected_at_its_end() {
    let mut input = ArrayReader::with_length(Cursor::new(vec![0; 64]), 64);
    assert!(input.array::<u64>().unwrap().is_empty());
    assert!(input.end().is_err());
}

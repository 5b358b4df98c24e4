use super::*;

fn row(id: &str, name: &str, status: &str, since: i64) -> RowData {
    RowData {
        id: id.into(),
        name: name.into(),
        status: status.into(),
        since: Some(StatusSince { at: since, precision: TimePrecision::AtLeast }),
        ..RowData::default()
    }
}

fn table() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&row("a", "Le Parc", "ic", 30));
    builder.push(&row("b", "Îlot", "ic", 10));
    builder.push(&row("c", "Halle", "sourcing", 20));
    builder.finish()
}

fn ids(table: &DealTable) -> Vec<&str> {
    table.by_age().map(|row| row.id).collect()
}

#[test]
fn rows_come_oldest_stage_first() {
    assert_eq!(ids(&table()), ["b", "c", "a"]);
}

#[test]
fn overlaid_row_moves_without_changing_the_columns() {
    let base = table();
    let mut seen = base.clone();
    seen.set_row(row("b", "Îlot", "closing", 40), None);
    assert_eq!(ids(&seen), ["c", "a", "b"]);
    assert_eq!(seen.find("b").and_then(|ix| seen.row(ix)).map(|r| r.status), Some("closing"));
    assert_eq!(ids(&base), ["b", "c", "a"]);
    assert!(seen.same_columns(&base));
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_status_counts_its_rows_as_they_are_seen() {
    let mut seen = table();
    let counts = |seen: &DealTable| ["ic", "sourcing", "", "lost"].map(|code| seen.count_of_status(code));
    assert_eq!(counts(&seen), [2, 1, 0, 0]);
    seen.set_row(row("b", "Îlot", "", 40), None);
    seen.set_row(row("new", "Tour", "", 5), None);
    seen.set_row(row("a", "Le Parc", "ic", 31), None);
    seen.remove("c");
    assert_eq!(counts(&seen), [1, 0, 2, 0]);
}

#[test]
fn new_deal_is_added_and_deleted_deal_removed() {
    let mut seen = table();
    seen.set_row(row("new", "Tour", "sourcing", 5), None);
    seen.remove("a");
    assert_eq!(ids(&seen), ["new", "b", "c"]);
    assert_eq!(seen.len(), 3);
    assert_eq!(seen.find("a"), None);
    seen.remove("new");
    assert_eq!(seen.len(), 2);
}

#[test]
fn duplicate_row_is_stored_once_with_the_later_body() {
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&row("a", "Le Parc", "ic", 30));
    builder.push(&row("a", "Le Parc, Lyon", "closing", 30));
    let table = builder.finish();
    assert_eq!(table.len(), 1);
    assert_eq!(table.row(0).map(|r| r.name), Some("Le Parc, Lyon"));
}

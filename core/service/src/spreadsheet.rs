//! Reading of spreadsheets to import: CSV text, and the first or a named sheet of a workbook.
//!
//! Cells become text. A workbook is read cell by cell, so that a far cell in a small file cannot fill the memory.

use std::io::Cursor;
use std::path::Path;

use calamine::{Data, DataRef, Reader as _, Xlsx, XlsxError};

use crate::error::{Error, ErrorKind};
use crate::files;
use crate::import::table::{ImportCell, ImportLine, ImportTable};

/// Largest number of rows.
const MAX_ROWS: usize = 100_000;
/// Largest number of columns.
const MAX_COLUMNS: usize = 256;

/// Reads a file. Its first bytes tell a workbook from text. `sheet` names a sheet of a workbook.
///
/// # Errors
/// The file cannot be read, is too large, or has no such sheet or no rows.
pub fn read(path: &Path, sheet: Option<&str>) -> Result<ImportTable, Error> {
    let file = path.display().to_string();
    let failed = |why: String| usage("import-unreadable", &[("file", &file), ("why", &why)]);
    let bytes =
        files::read_argument_file(path, files::MAX_INPUT_FILE).map_err(|error| failed(error.to_string()))?;
    let name = path.file_name().map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
    let no_sheet = |names: &[String]| {
        let args = [("file", &*file), ("sheet", sheet.unwrap_or_default()), ("names", &names.join(", "))];
        usage("import-no-sheet", &args)
    };
    // A workbook is a ZIP archive.
    let table = if bytes.starts_with(b"PK\x03\x04") {
        let mut book =
            Xlsx::new(Cursor::new(&bytes)).map_err(|error: XlsxError| failed(error.to_string()))?;
        let names = book.sheet_names();
        let is_meant = |name: &&String| sheet.is_none_or(|wanted| name.eq_ignore_ascii_case(wanted));
        let sheet = names.iter().find(is_meant).ok_or_else(|| no_sheet(&names))?;
        let rows = xlsx_rows(&mut book, sheet).map_err(failed)?;
        ImportTable::new(name, &[&bytes, sheet.as_bytes()].concat(), rows)
    } else if sheet.is_some() {
        return Err(no_sheet(&[]));
    } else {
        parse_csv(name, &bytes).map_err(failed)?
    };
    if table.lines.is_empty() { Err(usage("import-empty", &[("file", &file)])) } else { Ok(table) }
}

fn usage(key: &'static str, args: &[(&'static str, &str)]) -> Error {
    Error::localized(ErrorKind::Usage, key, args)
}

/// Parses text with one row a line. `name` is that of the file.
///
/// # Errors
/// The text has too many rows or columns, or a quotation without an end.
pub fn parse_csv(name: String, bytes: &[u8]) -> Result<ImportTable, String> {
    // A lone carriage return ends a line, too.
    let mut text = decode(bytes)?.replace("\r\n", "\n").replace('\r', "\n");
    let end = text.len();
    // An open quotation would contain this additional row.
    text.push_str("\n.");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut number, mut offset) = (1, 0);
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        // The parser's own number is that of the line before, if it has skipped a line break.
        let start = record.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let skipped = text.get(start..).map_or(0, |rest| rest.len() - rest.trim_start_matches('\n').len());
        let passed = text.get(offset..start + skipped).unwrap_or_default();
        number += passed.matches('\n').count();
        offset = start + skipped;
        if offset > end {
            return Ok(ImportTable::new(name, bytes, rows));
        }
        check_size(rows.len(), record.len())?;
        rows.push(ImportLine { number, cells: record.iter().map(text_cell).collect() });
    }
    Err(format!("a quotation in the row that begins in line {number} has no end"))
}

fn xlsx_rows(book: &mut Xlsx<Cursor<&Vec<u8>>>, sheet: &str) -> Result<Vec<ImportLine>, String> {
    let mut cells = book.worksheet_cells_reader(sheet).map_err(|error| error.to_string())?;
    let mut rows: Vec<ImportLine> = Vec::new();
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(|error| error.to_string())? {
        let (row, column) = cell.pos;
        let (row, column) = (usize::try_from(row).unwrap_or(MAX_ROWS), usize::try_from(column));
        let column = column.unwrap_or(MAX_COLUMNS);
        let value = match (cell.value, cell.formula) {
            (DataRef::Empty, Some(_)) => Err("=?".to_owned()),
            (value, _) => cell_text(value.into()),
        };
        if value.as_ref().is_ok_and(String::is_empty) {
            continue;
        }
        if rows.last().is_none_or(|line| line.number != row + 1) {
            rows.push(ImportLine { number: row + 1, cells: Vec::new() });
        }
        check_size(rows.len(), column + 1)?;
        if let Some(line) = rows.last_mut() {
            line.cells.resize(line.cells.len().max(column), Ok(String::new()));
            line.cells.push(value);
        }
    }
    // A workbook contains no empty cells at the end of a row.
    let width = rows.first().map_or(0, |header| header.cells.len());
    for line in &mut rows {
        line.cells.resize(line.cells.len().max(width), Ok(String::new()));
    }
    Ok(rows)
}

/// Checks the number of rows before a row, and of its columns.
fn check_size(rows: usize, columns: usize) -> Result<(), String> {
    if rows > MAX_ROWS || columns > MAX_COLUMNS {
        return Err(format!("more than {MAX_ROWS} rows or {MAX_COLUMNS} columns"));
    }
    Ok(())
}

fn cell_text(value: Data) -> ImportCell {
    match value {
        Data::DateTime(time) if time.is_datetime() => {
            let (year, month, day, ..) = time.to_ymd_hms_milli();
            Ok(format!("{year:04}-{month:02}-{day:02}"))
        }
        Data::Error(error) => Err(error.to_string()),
        value => text_cell(&value.to_string()),
    }
}

/// Returns the text of a cell, unless it is the text of an error, or was decoded twice by another program.
fn text_cell(text: &str) -> ImportCell {
    let error = text.strip_prefix('#').is_some_and(|rest| {
        let name = rest.trim_end_matches(['!', '?']);
        let is_name = |letter: char| letter.is_ascii_uppercase() || matches!(letter, '/' | '0' | '_');
        !name.is_empty() && (name.len() < rest.len() || name == "N/A") && name.chars().all(is_name)
    });
    // `Ã©` is UTF-8 for `é`, read as Windows-1252.
    let (bytes, _, is_lossy) = encoding_rs::WINDOWS_1252.encode(text);
    let is_decoded_twice = !text.is_ascii() && !is_lossy && std::str::from_utf8(&bytes).is_ok();
    if error || is_decoded_twice { Err(text.to_owned()) } else { Ok(text.to_owned()) }
}

/// Decodes UTF-8, or the encoding of older spreadsheets in western languages if no mark says that it is UTF-8.
fn decode(bytes: &[u8]) -> Result<String, String> {
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf");
    match (std::str::from_utf8(marked.unwrap_or(bytes)), marked) {
        (Ok(text), _) => Ok(text.to_owned()),
        (Err(error), Some(text)) => {
            let before = text.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.split(|byte| *byte == b'\n').count();
            Err(format!("line {line} has a character that is not UTF-8"))
        }
        (Err(_), None) => Ok(encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned()),
    }
}

/// Returns the usual separator that gives the first row the most cells. Of equal ones, the comma comes last and wins.
fn delimiter(text: &str) -> u8 {
    let width = |separator: &u8| {
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).delimiter(*separator).from_reader(text.as_bytes());
        reader.records().next().and_then(Result::ok).map_or(0, |record| record.len())
    };
    [b'\t', b';', b','].into_iter().max_by_key(width).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(table: &ImportTable) -> Vec<(usize, Vec<String>)> {
        let text = |cell: &ImportCell| cell.clone().unwrap_or_else(|error| format!("!{error}"));
        table.lines.iter().map(|line| (line.number, line.cells.iter().map(text).collect())).collect()
    }

    #[test]
    fn csv_is_read_in_each_usual_form() {
        let lines = vec![(2, vec!["Île; \"x\"".to_owned(), "ic".to_owned()])];
        for text in [
            "nom,statut\n\"Île; \"\"x\"\"\",ic\n",
            "\u{feff}nom;statut\r\n\"Île; \"\"x\"\"\";ic\r\n",
            "nom\tstatut\n\"Île; \"\"x\"\"\"\tic",
        ] {
            let table = parse_csv("a.csv".into(), text.as_bytes()).unwrap();
            assert_eq!(
                (table.header, texts(&parse_csv(String::new(), text.as_bytes()).unwrap())),
                (vec!["nom".into(), "statut".into()], lines.clone())
            );
        }
        let latin = parse_csv(String::new(), b"nom;statut\n\xcele;ic").unwrap();
        assert_eq!(texts(&latin)[0].1[0], "Île");
        let broken = parse_csv(String::new(), "nom,statut\n\"a\nb\",x\n,\nc,y".as_bytes()).unwrap();
        assert_eq!(texts(&broken).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 5]);
        for (text, line) in [("nom,statut\nx,ic\n\"a, b\nc,ic\n", "line 3"), ("nom\n\"a\"\n\n\"", "line 4")] {
            assert!(parse_csv(String::new(), text.as_bytes()).unwrap_err().contains(line), "{text}");
        }
        let mixed = parse_csv(String::new(), "nom;statut\n\u{ce}le;#N/A\n#REF!;b\n#1;c".as_bytes()).unwrap();
        assert_eq!(
            texts(&mixed).into_iter().map(|(_, cells)| cells[0].clone() + &cells[1]).collect::<Vec<_>>(),
            ["Île!#N/A", "!#REF!b", "#1c"]
        );
        let twice = parse_csv(String::new(), "nom\n\u{c3}\u{2030}lan\n\u{c9}lan".as_bytes()).unwrap();
        assert_eq!(
            texts(&twice).into_iter().map(|(_, cells)| cells[0].clone()).collect::<Vec<_>>(),
            ["!Ã‰lan", "Élan"]
        );
        let stray = parse_csv(String::new(), b"\xef\xbb\xbfnom\nx\n\xe9lan").unwrap_err();
        assert!(stray.contains("line 3"), "{stray}");
        let returns = parse_csv(String::new(), b"nom\ra\rb\r\nc").unwrap();
        assert_eq!(returns.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn workbook_cells_become_text() {
        let mut book = rust_xlsxwriter::Workbook::new();
        book.add_worksheet().set_name("Autre").unwrap().write(0, 0, "x").unwrap();
        let sheet = book.add_worksheet().set_name("Deals").unwrap();
        for (at, name) in ["nom", "statut", "montant", "date"].into_iter().enumerate() {
            sheet.write(0, u16::try_from(at).unwrap(), name).unwrap();
        }
        let date = rust_xlsxwriter::ExcelDateTime::from_ymd(2026, 11, 30).unwrap();
        let format = rust_xlsxwriter::Format::new().set_num_format("yyyy-mm-dd");
        sheet.write(2, 0, "Île").unwrap().write(2, 2, 1_250_000).unwrap();
        sheet.write_with_format(2, 3, date, &format).unwrap();
        sheet.write_formula(3, 0, rust_xlsxwriter::Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
        sheet.write(4, 0, "x").unwrap();
        sheet.write_formula(4, 1, rust_xlsxwriter::Formula::new("=1/0").set_result("")).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deals.xlsx");
        std::fs::write(&path, book.save_to_buffer().unwrap()).unwrap();
        let table = read(&path, Some("deals")).unwrap();
        assert_eq!(texts(&table)[0], (3, ["Île", "", "1250000", "2026-11-30"].map(str::to_owned).to_vec()));
        let error = read(&path, Some("nope")).unwrap_err();
        assert!(error.message().contains("Autre, Deals"), "{error:?}");
        assert!(read(&path, None).unwrap_err().message().contains("no rows"), "the first sheet");
        std::fs::write(&path, b"PK\x03\x04 broken").unwrap();
        assert!(read(&path, None).unwrap_err().message().contains("can’t be imported"));
    }
}

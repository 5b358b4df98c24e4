//! Tests of the content of exported files.

use super::*;
use crate::text::Lang;
use serde_json::value::RawValue;

fn raw(json: &str) -> WorksheetCell {
    WorksheetCell::from_json(&RawValue::from_string(json.to_owned()).unwrap())
}

fn worksheet() -> Worksheet {
    Worksheet {
        name: "deals".into(),
        columns: vec!["name".into(), "ltv".into(), "open".into()],
        rows: vec![
            vec![WorksheetCell::text("=1+1"), raw("0.650"), raw("true")],
            vec![WorksheetCell::text("a; \"b\", é"), raw("\"-12.50\"")],
        ],
    }
}

fn text(worksheets: &[Worksheet], form: FileFormat) -> String {
    String::from_utf8(to_bytes(worksheets.to_vec(), form).unwrap()).unwrap()
}

#[test]
fn csv_values_are_exact_and_formulas_are_inert() {
    assert_eq!(
        text(&[worksheet()], FileFormat::Csv),
        "name,ltv,open\r\n'=1+1,0.650,true\r\n\"a; \"\"b\"\", é\",-12.50,\r\n"
    );
}

#[test]
fn a_spreadsheet_reads_it_in_its_language() {
    assert_eq!(
        text(&[worksheet()], FileFormat::Spreadsheet(Lang::Fr)),
        "\u{feff}name;ltv;open\r\n'=1+1;0,650;true\r\n\"a; \"\"b\"\", é\";-12,50;\r\n"
    );
    assert!(text(&[worksheet()], FileFormat::Spreadsheet(Lang::En)).starts_with("\u{feff}name,ltv,open\r\n"));
}

#[test]
fn json_keeps_every_digit() {
    let json = text(&[worksheet()], FileFormat::Json);
    assert!(json.contains(r#"{"name":"=1+1","ltv":0.650,"open":true}"#), "{json}");
    assert!(json.contains(r#""ltv":-12.50,"open":null}"#), "{json}");
    let several = text(&[worksheet(), worksheet()], FileFormat::Json);
    assert!(serde_json::from_str::<serde_json::Value>(&several).unwrap().is_object());
}

#[test]
fn csv_combines_several_tables_into_one() {
    let other = Worksheet {
        name: "totals".into(),
        columns: vec!["ltv".into(), "value".into()],
        rows: vec![vec![WorksheetCell::Empty, WorksheetCell::count(7)]],
    };
    let text = text(&[worksheet(), other], FileFormat::Csv);
    assert!(text.starts_with("sheet,name,ltv,open,value\r\ndeals,'=1+1,"), "{text}");
    assert!(text.ends_with("totals,,,,7\r\n"), "{text}");
}

#[test]
fn spreadsheet_format_stacks_several_tables() {
    let totals = Worksheet {
        name: "=Totaux".into(),
        columns: vec!["LTV".into(), "Valeur".into()],
        rows: vec![vec![WorksheetCell::Empty, raw("0.5")]],
    };
    assert_eq!(
        text(&[worksheet(), totals.clone()], FileFormat::Spreadsheet(Lang::Fr)),
        "\u{feff}deals\r\nname;ltv;open\r\n'=1+1;0,650;true\r\n\"a; \"\"b\"\", é\";-12,50;\r\n\
         \r\n'=Totaux\r\nLTV;Valeur\r\n;0,5\r\n"
    );
    assert_eq!(
        text(&[totals], FileFormat::Spreadsheet(Lang::En)),
        "\u{feff}LTV,Valeur\r\n,0.5\r\n",
        "one alone needs no name"
    );
}

#[test]
fn only_exact_decimals_are_numbers_of_a_workbook() {
    let number = |json: &str| match raw(json) {
        WorksheetCell::Number(value) => xlsx::exact_float(value),
        _ => None,
    };
    for (json, expected) in [
        ("0.650", 0.65),
        ("\"-12.50\"", -12.5),
        ("486215400.00", 486_215_400.0),
        ("123456789012345", 123_456_789_012_345.0),
    ] {
        assert_eq!(number(json), Some(expected), "{json}");
    }
    for json in [
        "12345678901234567.89",
        "1234567890123456",
        "0.1234567890123456",
        "1e400",
        "\"732829320\"",
        "\"2026-01-02\"",
        "\"1_000.0\"",
        "\"A.\"",
    ] {
        assert_eq!(number(json), None, "{json}");
    }
}

#[test]
fn dates_are_iso_text_and_early_dates_export_too() {
    let day = |text: &str| Worksheet {
        name: "days".into(),
        columns: vec!["due".into()],
        rows: vec![vec![WorksheetCell::Date(text.parse().unwrap())]],
    };
    assert_eq!(text(&[day("2026-12-01")], FileFormat::Csv), "due\r\n2026-12-01\r\n");
    assert!(text(&[day("2026-12-01")], FileFormat::Json).contains(r#"{"due":"2026-12-01"}"#));
    for written in ["2026-12-01", "1850-01-01", "-000400-01-01"] {
        assert!(to_bytes(vec![day(written)], FileFormat::Xlsx).is_ok(), "{written}");
    }
}

#[test]
fn worksheet_name_is_valid_in_a_workbook() {
    assert_eq!(xlsx::worksheet_name("operations_by_type_investissement"), "operations_by_type_investisseme");
    assert_eq!(xlsx::worksheet_name("a/b'[c]"), "a_b__c_");
    assert_eq!(xlsx::worksheet_name(""), "_");
}

#[test]
fn file_extension_selects_the_format() {
    assert_eq!(FileFormat::from_path(Path::new("a/B.XLSX")), Some(FileFormat::Xlsx));
    assert_eq!(FileFormat::from_path(Path::new("a.csv")), Some(FileFormat::Csv));
    assert_eq!(FileFormat::from_path(Path::new("a")), None);
}

#[test]
fn overlong_cell_text_is_truncated_with_a_notice() {
    let holds = |text: &str| fit_text(text).encode_utf16().count();
    for text in ["é".repeat(32_767), "x".repeat(32_767), "🏢".repeat(16_383)] {
        assert_eq!(fit_text(&text), text);
    }
    for text in ["é".repeat(32_768), "x".repeat(40_000), "🏢".repeat(20_000)] {
        assert!(fit_text(&text).ends_with("characters]") && holds(&text) <= 32_767);
        assert!(holds(&text) > 32_760, "as much as there is room for");
    }
    assert!(fit_text(&"x".repeat(40_000)).contains("40000"));
    let long = Worksheet {
        name: "deals".to_owned(),
        columns: vec!["y".repeat(33_000)],
        rows: vec![vec![WorksheetCell::text(&"x".repeat(33_000))]],
    };
    assert!(to_bytes(vec![long], FileFormat::Xlsx).is_ok());
}

//! JSON: one sheet is an array of objects, several are an object of such arrays. Numbers are written with the digits
//! they have; an empty cell is `null`.

use super::{Cell, Sheet};

pub(super) fn bytes(sheets: &[Sheet]) -> Vec<u8> {
    let mut text = String::new();
    if let [one] = sheets {
        array(&mut text, one);
    } else {
        text.push('{');
        for (at, sheet) in sheets.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            string(&mut text, &sheet.name);
            text.push(':');
            array(&mut text, sheet);
        }
        text.push('}');
    }
    text.push('\n');
    text.into_bytes()
}

fn array(text: &mut String, sheet: &Sheet) {
    text.push('[');
    for (at, row) in sheet.rows.iter().enumerate() {
        text.push_str(if at > 0 { ",\n{" } else { "\n{" });
        for (n, name) in sheet.columns.iter().enumerate() {
            if n > 0 {
                text.push(',');
            }
            string(text, name);
            text.push(':');
            match row.get(n) {
                None | Some(Cell::Empty) => text.push_str("null"),
                Some(Cell::Text(value)) => string(text, value),
                Some(Cell::Number(value) | Cell::Ratio(value) | Cell::Amount(value)) => {
                    text.push_str(&value.to_string());
                }
                Some(Cell::Moment(moment)) => string(text, &Cell::moment(*moment)),
                Some(Cell::Boolean(yes)) => text.push_str(if *yes { "true" } else { "false" }),
            }
        }
        text.push('}');
    }
    text.push_str("\n]");
}

fn string(text: &mut String, value: &str) {
    text.push_str(&serde_json::Value::from(value).to_string());
}

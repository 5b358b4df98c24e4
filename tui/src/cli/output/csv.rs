//! CSV as RFC 4180 has it: a header, CRLF between records, quotes where they are needed.
//!
//! The documented fields come first and are always there; fields the service added follow in the order first
//! met, so that nothing received is lost.

use std::io::{self, Write};

use encours_core::contract::Record;
use encours_core::export::guarded;

use super::{Kind, cell};

/// Writes a header and one line per record.
pub(super) fn write(sink: &mut dyn Write, kind: Kind, records: &[Record]) -> io::Result<()> {
    let mut fields: Vec<&str> = kind.columns().iter().map(|column| column.field).collect();
    let mut known: std::collections::HashSet<&str> = fields.iter().copied().collect();
    if kind == Kind::Token && !records.iter().any(|record| record.has("access_token")) {
        fields.retain(|field| *field != "access_token");
    }
    for (name, _) in records.iter().flat_map(Record::fields) {
        if known.insert(name) {
            fields.push(name);
        }
    }
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(sink);
    let heads = fields.iter().map(|field| guarded((*field).into()).into_owned());
    writer.write_record(heads).map_err(cause)?;
    for record in records {
        let cells = fields
            .iter()
            .map(|field| cell::csv(record.raw(field)).into_owned());
        writer.write_record(cells).map_err(cause)?;
    }
    writer.flush()
}

/// What the sink itself said: that nobody reads any more must stay recognisable.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: Kind, records: &[&str]) -> String {
        let records: Vec<_> = records.iter().map(|json| Record::parse(json).unwrap()).collect();
        let mut out = Vec::new();
        write(&mut out, kind, &records).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn documented_columns_first_then_what_was_added() {
        let text = written(
            Kind::Deal,
            &[
                r#"{"id":"1","x":1.10,"name":"a, \"b\""}"#,
                r#"{"status":"ic","id":"2","name":"=1+1","y":{ "z": -1 }}"#,
            ],
        );
        assert_eq!(
            text,
            "id,name,status,classe_actif,responsable,x,y\r\n\
             1,\"a, \"\"b\"\"\",,,,1.10,\r\n\
             2,'=1+1,ic,,,,\"{\"\"z\"\":-1}\"\r\n"
        );
    }

    #[test]
    fn a_reader_who_left_is_recognised() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        // More than the writer's own buffer, so that it meets the pipe while records are written.
        let long = Record::parse(format!("{{\"name\":\"{}\"}}", "x".repeat(100_000))).unwrap();
        for records in [&[][..], &[long]] {
            let error = write(&mut Gone, Kind::Deal, records).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }

    #[test]
    fn an_empty_list_still_has_its_header() {
        assert_eq!(written(Kind::Note, &[]), "id,content\r\n");
    }
}

//! The sections of a column snapshot, each stored as arrays.

use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

use super::checksum_io::{ArrayReader, ArrayWriter, damage_error};
use crate::contract::models::kpi::KpiKey;
use crate::model::intern::Interner;
use crate::model::table::{
    Chunk, ExactSum, IdIndex, InternedTexts, Mantissas, NumberColumn, NumberColumns, StatusRows, TextColumn,
    TopRows,
};

pub(super) fn write_interned<W: Write + Seek>(
    out: &mut ArrayWriter<W>,
    interned: &InternedTexts,
) -> io::Result<()> {
    for texts in [&interned.statuses, &interned.classes, &interned.owners] {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for (_, is_own) in texts.iter() {
            text.push_str(is_own);
            ends.push(text.len() as u32);
        }
        write_texts(out, &TextColumn { text, ends })?;
    }
    Ok(())
}

pub(super) fn read_interned<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<InternedTexts> {
    let mut interned = InternedTexts::default();
    for texts in [&mut interned.statuses, &mut interned.classes, &mut interned.owners] {
        *texts = interner(&read_texts(input)?)?;
    }
    Ok(interned)
}

/// Rebuilds the interner of texts with their original codes.
fn interner(texts: &TextColumn) -> io::Result<Interner> {
    let (mut interner, mut start) = (Interner::default(), 0);
    for (code, end) in texts.ends.iter().enumerate() {
        let text = texts.text.get(start..*end as usize).ok_or_else(damage_error)?;
        if interner.intern(text).index() != code {
            return Err(damage_error());
        }
        start = *end as usize;
    }
    Ok(interner)
}

pub(super) fn write_orders<W: Write + Seek>(
    out: &mut ArrayWriter<W>,
    orders: &[StatusRows],
) -> io::Result<()> {
    out.array(&[orders.len() as u64])?;
    for order in orders {
        debug_assert!(order.entry_times.len() + order.lower_bounds.len() <= order.rows.len());
        out.array(&order.rows)?;
        let parts = order.principal.parts();
        let scales: Vec<u32> = parts.iter().map(|(scale, _)| *scale).collect();
        let sums: Vec<[u8; 16]> = parts.iter().map(|(_, sum)| sum.to_ne_bytes()).collect();
        out.array(&scales)?;
        out.array(&sums)?;
        let counts = [order.principal.count(), order.intervals];
        out.array(&counts.map(|count| count as u64))?;
        out.array(&order.entry_times)?;
        out.array(&order.lower_bounds)?;
    }
    Ok(())
}

pub(super) fn read_orders<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<Vec<StatusRows>> {
    let mut orders = Vec::new();
    for _ in 0..read_number(input)? {
        let rows = Arc::new(input.array()?);
        let scales: Vec<u32> = input.array()?;
        let sums: Vec<[u8; 16]> = input.array()?;
        let parts = scales.into_iter().zip(sums.into_iter().map(i128::from_ne_bytes));
        let counts: Vec<u64> = input.array()?;
        let [count, intervals] = *counts.as_slice() else {
            return Err(damage_error());
        };
        orders.push(StatusRows {
            rows,
            principal: ExactSum::from_parts(parts.collect(), count as usize),
            intervals: intervals as usize,
            entry_times: Arc::new(input.array()?),
            lower_bounds: Arc::new(input.array()?),
        });
    }
    Ok(orders)
}

fn read_number<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<u64> {
    input.array::<u64>()?.first().copied().ok_or_else(damage_error)
}

pub(super) fn write_top<W: Write + Seek>(out: &mut ArrayWriter<W>, top: &TopRows) -> io::Result<()> {
    out.array(&top.rows)?;
    write_chunk(out, &top.chunk)
}

pub(super) fn read_top<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<TopRows> {
    Ok(TopRows { rows: input.array()?, chunk: read_chunk(input)? })
}

pub(super) fn write_index<W: Write + Seek>(out: &mut ArrayWriter<W>, index: &IdIndex) -> io::Result<()> {
    out.array(&[index.seed(), index.len() as u64])?;
    out.array(index.slots())
}

pub(super) fn read_index<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<IdIndex> {
    let header: Vec<u64> = input.array()?;
    let [seed, rows] = *header.as_slice() else {
        return Err(damage_error());
    };
    IdIndex::restore(seed, input.array()?, rows as usize).ok_or_else(damage_error)
}

fn write_texts<W: Write + Seek>(out: &mut ArrayWriter<W>, texts: &TextColumn) -> io::Result<()> {
    out.array(texts.text.as_bytes())?;
    out.array(&texts.ends)
}

fn read_texts<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<TextColumn> {
    Ok(TextColumn { text: input.text()?, ends: input.array()? })
}

pub(super) fn write_chunk<W: Write + Seek>(out: &mut ArrayWriter<W>, chunk: &Chunk) -> io::Result<()> {
    for texts in [&chunk.ids, &chunk.names, &chunk.folded] {
        write_texts(out, texts)?;
    }
    out.array(&chunk.letter_masks)?;
    for codes in [&chunk.status, &chunk.class, &chunk.owner] {
        out.array(codes)?;
    }
    out.array(&chunk.since)?;
    out.array(&chunk.bound)?;
    out.array(&chunk.interval)?;
    out.array(&chunk.interval_starts)?;
    write_numbers(out, &chunk.numbers)
}

fn write_numbers<W: Write + Seek>(out: &mut ArrayWriter<W>, numbers: &NumberColumns) -> io::Result<()> {
    out.array(numbers.present())?;
    for column in numbers.columns() {
        // One of the two is always empty.
        let (short, long): (&[i32], &[i64]) = match &column.mantissas {
            Mantissas::Short(short) => (short, &[]),
            Mantissas::Long(long) => (&[], long),
        };
        out.array(short)?;
        out.array(long)?;
        out.array(&column.scales)?;
        out.array(&column.full_positions)?;
        out.array(&column.full_values)?;
    }
    Ok(())
}

fn read_numbers<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<NumberColumns> {
    let presence = input.array()?;
    let mut columns: [NumberColumn; KpiKey::ALL.len()] = Default::default();
    for column in &mut columns {
        let (short, long) = (input.array()?, input.array::<i64>()?);
        *column = NumberColumn {
            mantissas: if long.is_empty() { Mantissas::Short(short) } else { Mantissas::Long(long) },
            scales: input.array()?,
            full_positions: input.array()?,
            full_values: input.array()?,
        };
    }
    Ok(NumberColumns::restore(presence, columns))
}

pub(super) fn read_chunk<R: Read + Seek>(input: &mut ArrayReader<R>) -> io::Result<Chunk> {
    Ok(Chunk {
        ids: read_texts(input)?,
        names: read_texts(input)?,
        folded: read_texts(input)?,
        letter_masks: input.array()?,
        status: input.array()?,
        class: input.array()?,
        owner: input.array()?,
        since: input.array()?,
        bound: input.array()?,
        interval: input.array()?,
        interval_starts: input.array()?,
        numbers: read_numbers(input)?,
    })
}

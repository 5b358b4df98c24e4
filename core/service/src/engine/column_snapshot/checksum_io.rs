//! Arrays of numbers and bytes in a file, in blocks with a checksum. A block is read into place, without a copy in
//! between.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use bytemuck::Pod;

/// Returns the error for a file whose content is damaged.
pub(super) fn damage_error() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file is damaged")
}

/// A checksum over bytes. That of an empty block is not zero, so a block that the disk never wrote is detected.
#[derive(Clone, Copy)]
struct BlockSum([u64; 4]);

impl Default for BlockSum {
    fn default() -> Self {
        Self([1, 2, 3, 4])
    }
}

impl BlockSum {
    fn add(&mut self, bytes: &[u8]) {
        const K: u64 = 0x9e37_79b9_7f4a_7c15;
        let Self(swimlanes) = self;
        let (blocks, remaining) = bytes.as_chunks::<32>();
        for block in blocks {
            let (words, _) = block.as_chunks::<8>();
            for (accumulator, word) in swimlanes.iter_mut().zip(words) {
                *accumulator = (*accumulator ^ u64::from_le_bytes(*word)).wrapping_mul(K).rotate_left(29);
            }
        }
        for byte in remaining {
            swimlanes[0] = (swimlanes[0] ^ u64::from(*byte)).wrapping_mul(K).rotate_left(29);
        }
        swimlanes[1] = (swimlanes[1] ^ bytes.len() as u64).wrapping_mul(K);
    }

    fn value(self) -> u64 {
        let mut value = 0_u64;
        for accumulator in self.0 {
            value = (value ^ accumulator).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
        }
        value
    }
}

/// Writes arrays.
pub(super) struct ArrayWriter<W: Write + Seek> {
    file: BufWriter<W>,
    sum: BlockSum,
}

impl<W: Write + Seek> ArrayWriter<W> {
    pub(super) fn new(file: W) -> Self {
        Self { file: BufWriter::with_capacity(1 << 16, file), sum: BlockSum::default() }
    }

    /// Writes one array, preceded by its length.
    pub(super) fn array<T: Pod>(&mut self, values: &[T]) -> io::Result<()> {
        let bytes = bytemuck::cast_slice(values);
        self.file.write_all(&(values.len() as u64).to_ne_bytes())?;
        self.sum.add(bytes);
        self.file.write_all(bytes)
    }

    /// Ends a block with its checksum.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let sum = std::mem::take(&mut self.sum).value();
        self.file.write_all(&sum.to_ne_bytes())?;
        self.file.flush()
    }

    pub(super) fn position(&mut self) -> io::Result<u64> {
        self.file.stream_position()
    }

    pub(super) fn rewind(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0)).map(|_| ())
    }
}

/// Reads arrays.
pub(super) struct ArrayReader<R> {
    file: R,
    length: u64,
    sum: BlockSum,
}

impl<'a> ArrayReader<BufReader<&'a File>> {
    pub(super) fn new(file: &'a File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        // Large arrays bypass the buffer and are read into place.
        Ok(Self::with_length(BufReader::new(file), length))
    }
}

impl<R: Read + Seek> ArrayReader<R> {
    pub(super) fn with_length(file: R, length: u64) -> Self {
        Self { file, length, sum: BlockSum::default() }
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.file.read_exact(&mut bytes)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    /// Reads one array.
    pub(super) fn array<T: Pod>(&mut self) -> io::Result<Vec<T>> {
        let length = self.number()?;
        if length > self.length / size_of::<T>() as u64 {
            return Err(damage_error());
        }
        let mut values = vec![T::zeroed(); length as usize];
        self.file.read_exact(bytemuck::cast_slice_mut(&mut values))?;
        self.sum.add(bytemuck::cast_slice(&values));
        Ok(values)
    }

    /// Reads one text.
    pub(super) fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.array()?).map_err(|_| damage_error())
    }

    /// Ends a block and verifies its checksum.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let sum = std::mem::take(&mut self.sum).value();
        if self.number()? == sum { Ok(()) } else { Err(damage_error()) }
    }

    pub(super) fn seek(&mut self, to: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(to)).map(|_| ())
    }
}

//! Small bodies that decode to enormous ones.
//!
//! They are written by hand, because repeating one byte needs no compressor.

use super::Compression;

/// Returns the compressed body and its decoded length in bytes.
pub(crate) fn bomb(compression: Compression) -> (Vec<u8>, u64) {
    match compression {
        Compression::Zstd => zstd(8_192),
        Compression::Gzip => gzip(4_161_791),
    }
}

/// Builds a Zstandard frame (RFC 8878, 3.1.1) of run-length blocks, 128 KiB of spaces each.
fn zstd(blocks: u32) -> (Vec<u8>, u64) {
    const BLOCK: u32 = 128 * 1024;
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd];
    // No content size, no checksum, no dictionary; window descriptor for 128 KiB (exponent 7, mantissa 0).
    out.extend([0x00, 7 << 3]);
    for block in 0..blocks {
        let last = u32::from(block + 1 == blocks);
        let header = BLOCK << 3 | 1 << 1 | last;
        out.extend(header.to_le_bytes().iter().take(3));
        out.push(b' ');
    }
    (out, u64::from(blocks) * u64::from(BLOCK))
}

/// Builds a gzip member (RFC 1952): one deflate block with a space, then repeats of 258 spaces.
fn gzip(repeats: u32) -> (Vec<u8>, u64) {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut bits = BitWriter { out: &mut out, buffer: 0, count: 0 };
    bits.write_bits(0b1, 1);
    bits.write_bits(0b01, 2);
    bits.write_code(0x30 + u32::from(b' '), 8);
    // A repeat has 13 bits, so eight of them are 13 whole bytes. These bytes are always the same once one repeat has
    // been written.
    let unrolled = 16 + (repeats - 16) % 8;
    for _ in 0..unrolled {
        bits.write_repeat();
    }
    let (buffer, count) = (bits.buffer, bits.count);
    let pattern: Vec<u8> = out.iter().skip(out.len() - 13).copied().collect();
    for _ in 0..(repeats - unrolled) / 8 {
        out.extend_from_slice(&pattern);
    }
    let mut bits = BitWriter { out: &mut out, buffer, count };
    bits.write_code(0, 7);
    bits.write_bits(0, 7);
    let length = 1 + u64::from(repeats) * 258;
    out.extend(crc32_of_spaces(length).to_le_bytes());
    out.extend((length as u32).to_le_bytes());
    (out, length)
}

/// Writes deflate's bit order (RFC 1951, 3.1.1): values from the low bit, Huffman codes from the high bit.
struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    buffer: u32,
    count: u32,
}

impl BitWriter<'_> {
    fn write_bits(&mut self, value: u32, width: u32) {
        for bit in 0..width {
            self.buffer |= (value >> bit & 1) << self.count;
            self.count += 1;
            if self.count == 8 {
                self.out.push(self.buffer as u8);
                (self.buffer, self.count) = (0, 0);
            }
        }
    }

    /// Writes length code 285 (258 bytes, 11000101) and distance code 0 (one byte back, 00000).
    fn write_repeat(&mut self) {
        self.write_code(0b1100_0101, 8);
        self.write_code(0, 5);
    }

    fn write_code(&mut self, code: u32, width: u32) {
        for bit in (0..width).rev() {
            self.write_bits(code >> bit & 1, 1);
        }
    }
}

/// Computes the CRC-32 of that many spaces.
///
/// Appending a space is an affine map on the register. A gigabyte of spaces therefore needs thirty squarings of that
/// map instead of a gigabyte of steps.
fn crc32_of_spaces(length: u64) -> u32 {
    let mut step = AffineMap::from_step(add_space);
    let mut register = !0;
    for bit in 0..64 - length.leading_zeros() {
        if length >> bit & 1 == 1 {
            register = step.apply(register);
        }
        step = AffineMap::from_step(|register| step.apply(step.apply(register)));
    }
    !register
}

/// Returns the register after one more space, bit by bit (RFC 1952, 8).
fn add_space(register: u32) -> u32 {
    (0..8).fold(register ^ u32::from(b' '), |c, _| if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 })
}

/// An affine map over GF(2): the contribution of each bit, and a constant.
#[derive(Clone, Copy)]
struct AffineMap {
    bits: [u32; 32],
    constant: u32,
}

impl AffineMap {
    fn from_step(step: impl Fn(u32) -> u32) -> Self {
        let constant = step(0);
        let mut bits = [0; 32];
        for (at, bit) in bits.iter_mut().enumerate() {
            *bit = step(1 << at) ^ constant;
        }
        Self { bits, constant }
    }

    fn apply(&self, register: u32) -> u32 {
        self.bits
            .iter()
            .enumerate()
            .filter(|(at, _)| register >> at & 1 == 1)
            .fold(self.constant, |sum, (_, bit)| sum ^ bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bombs_are_small_and_promise_much() {
        let (zstd, decoded) = bomb(Compression::Zstd);
        assert!(zstd.len() < 64 * 1024 && decoded == 1 << 30);
        let (gzip, decoded) = bomb(Compression::Gzip);
        assert!(gzip.len() < 7 * 1024 * 1024 && decoded >= 1 << 30);
    }

    #[test]
    fn the_checksum_is_crc_32() {
        // CRC-32 of eight spaces, as computed by zlib.
        assert_eq!(crc32_of_spaces(8), 0xa311_4325);
        for length in [0, 1, 7, 258, 10_007] {
            assert_eq!(crc32_of_spaces(length), !(0..length).fold(!0, |crc, _| add_space(crc)), "{length}");
        }
    }

    #[test]
    fn repeats_written_in_bulk_are_those_written_by_hand() {
        for repeats in [16, 23, 24, 61] {
            let mut out = Vec::new();
            let mut bits = BitWriter { out: &mut out, buffer: 0, count: 0 };
            bits.write_bits(0b1, 1);
            bits.write_bits(0b01, 2);
            bits.write_code(0x30 + u32::from(b' '), 8);
            for _ in 0..repeats {
                bits.write_repeat();
            }
            bits.write_code(0, 7);
            bits.write_bits(0, 7);
            let (bytes, _) = gzip(repeats);
            assert_eq!(bytes[10..bytes.len() - 8], out, "{repeats}");
        }
    }
}

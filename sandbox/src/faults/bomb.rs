//! Small bodies that decode to enormous ones, written by hand: no compressor is needed to repeat one byte.

use super::Compression;

/// The packed body and what it decodes to, in bytes.
pub(crate) fn bomb(compression: Compression) -> (Vec<u8>, u64) {
    match compression {
        Compression::Zstd => zstd(8_192),
        Compression::Gzip => gzip(260_112),
    }
}

/// A Zstandard frame (RFC 8878, 3.1.1) of run-length blocks, 128 KiB of spaces each.
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

/// A gzip member (RFC 1952) with one deflate block of fixed codes: a space, then repeats of 258 spaces.
fn gzip(repeats: u32) -> (Vec<u8>, u64) {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut bits = Bits {
        out: &mut out,
        hold: 0,
        count: 0,
    };
    bits.put(0b1, 1);
    bits.put(0b01, 2);
    bits.code(0x30 + u32::from(b' '), 8);
    for _ in 0..repeats {
        // Length code 285 (258 bytes) is 11000101, distance code 0 (one byte back) is 00000.
        bits.code(0b1100_0101, 8);
        bits.code(0, 5);
    }
    bits.code(0, 7);
    bits.put(0, 7);
    let length = 1 + u64::from(repeats) * 258;
    let crc = crc32_of_spaces(length);
    out.extend(crc.to_le_bytes());
    out.extend((length as u32).to_le_bytes());
    (out, length)
}

/// Deflate's bit order (RFC 1951, 3.1.1): values from the low bit, Huffman codes from the high bit.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    hold: u32,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, value: u32, width: u32) {
        for bit in 0..width {
            self.hold |= (value >> bit & 1) << self.count;
            self.count += 1;
            if self.count == 8 {
                self.out.push(self.hold as u8);
                (self.hold, self.count) = (0, 0);
            }
        }
    }

    fn code(&mut self, code: u32, width: u32) {
        for bit in (0..width).rev() {
            self.put(code >> bit & 1, 1);
        }
    }
}

fn crc32_of_spaces(length: u64) -> u32 {
    let entry = |index: u32| {
        (0..8).fold(index, |c, _| {
            if c & 1 == 1 {
                0xedb8_8320 ^ (c >> 1)
            } else {
                c >> 1
            }
        })
    };
    let table: Vec<u32> = (0..256).map(entry).collect();
    let step = |crc: u32| table[((crc ^ u32::from(b' ')) & 0xff) as usize] ^ (crc >> 8);
    !(0..length).fold(!0, |crc, _| step(crc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bombs_are_small_and_promise_much() {
        let (zstd, decoded) = bomb(Compression::Zstd);
        assert!(zstd.len() < 64 * 1024 && decoded == 1 << 30);
        let (gzip, decoded) = bomb(Compression::Gzip);
        assert!(gzip.len() < 512 * 1024 && decoded > 64 * 1024 * 1024);
    }

    #[test]
    fn the_checksum_is_crc_32() {
        // CRC-32 of eight spaces, as zlib gives it.
        assert_eq!(crc32_of_spaces(8), 0xa311_4325);
    }
}

//! Decrypted pages of a damaged database, for the search without SQLite. `SQLCipher` decrypts them in its mode for that
//! purpose: a damaged page reads as zeros, and the first page, which must be readable otherwise, is plain.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{DataKey, Mark, PLAIN_HEADER, hex, known_key, profile_of, set_key};
use crate::store::StoreError;
use crate::store::files::companion_files::companion_path;
use crate::store::files::private_dir::private_file;
use crate::store::recovery::remove;

/// Size of an encrypted page in bytes.
pub(in crate::store) const PAGE_SIZE: usize = 4_096;
/// Size of its content; nonce and checksum follow.
pub(in crate::store) const CONTENT_SIZE: usize = PAGE_SIZE - RESERVED;
const RESERVED: usize = 80;

/// Decrypts `pages`, the encrypted pages of `file`. Returns their contents one after the other, that of the first page
/// without rows; `None` if no page is readable.
pub(in crate::store) fn decrypt(file: &Path, mut pages: Vec<u8>) -> Option<Vec<u8>> {
    let key = known_key(&Mark::read(profile_of(file)).ok()?.key?)?;
    let salts = [hex(pages.get(..PLAIN_HEADER.len())?), key.salt()];
    let first_page = empty_page(u32::try_from(pages.len() / PAGE_SIZE).ok()?);
    pages.get_mut(..CONTENT_SIZE)?.copy_from_slice(&first_page);
    let image = companion_path(file, ".building");
    let decrypt_with = |salt: &String| {
        remove(&image)?;
        private_file(&image)?;
        fs::write(&image, &pages).map_err(|error| StoreError::io(&image, error))?;
        read(&image, &key, salt)
    };
    // Without the virtual table, which the build turns on, nothing is readable.
    let is_readable = |contents: &Vec<u8>| contents.iter().skip(CONTENT_SIZE).any(|byte| *byte != 0);
    let contents = salts.iter().filter_map(|salt| decrypt_with(salt).ok()).find(is_readable);
    let _swept_later = remove(&image);
    contents
}

fn read(image: &Path, key: &DataKey, salt: &str) -> Result<Vec<u8>, StoreError> {
    let db = Connection::open_with_flags(image, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    set_key(&db, key, salt)?;
    db.execute_batch(&format!("PRAGMA cipher_plaintext_header_size = {CONTENT_SIZE}"))?;
    let mut statement = db.prepare("SELECT data FROM sqlite_dbpage ORDER BY pgno")?;
    let mut rows = statement.query([])?;
    let mut contents = Vec::new();
    while let Some(row) = rows.next()? {
        let page = row.get_ref(0)?.as_blob().unwrap_or_default();
        contents.extend_from_slice(page.get(..CONTENT_SIZE).unwrap_or(&[0; CONTENT_SIZE]));
    }
    Ok(contents)
}

/// Returns the first page of a database of `count` pages without tables (<https://sqlite.org/fileformat2.html>).
fn empty_page(count: u32) -> Vec<u8> {
    let mut page = vec![0; CONTENT_SIZE];
    let mut put = |at: usize, bytes: &[u8]| {
        if let Some(place) = page.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    };
    put(0, PLAIN_HEADER);
    // Page size, format, reserved bytes, fractions of payloads, number of changes.
    put(16, &[16, 0, 1, 1, RESERVED as u8, 64, 32, 32, 0, 0, 0, 1]);
    put(28, &count.to_be_bytes());
    // Format of the schema, encoding; the number of changes for which the number of pages is valid.
    put(47, &[4]);
    put(59, &[1]);
    put(95, &[1]);
    // A leaf without cells.
    put(100, &[0x0d, 0, 0, 0, 0, (CONTENT_SIZE >> 8) as u8, CONTENT_SIZE as u8]);
    page
}

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| encours_fuzz::import(bytes));

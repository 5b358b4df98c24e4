//! Images drawn by the software Vulkan device, compared with stored ones.
//!
//! To save space, a stored image has at most 256 colours: flat areas are exact, antialiased edges approximate. For the
//! comparison, a new image is reduced to the same colours; the same device then gives the same pixels.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Error, ErrorKind};
use std::path::Path;
use std::rc::Rc;

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::wgpu::WgpuTestRenderer;
use egui_kittest::{SnapshotError, SnapshotResult, TestRenderer};
use image::{ImageError, RgbaImage};

/// The directory of stored images, relative to the crate's root.
pub const STORED_DIR: &str = "tests/snapshots";
/// The number of pixels that may differ.
const MAX_DIFFERENT_PIXELS: usize = 10;
/// The number of colours that a one-byte index allows.
const MAX_COLORS: usize = 256;

/// Red, green, blue.
type PixelColor = [u8; 3];

/// A stored image with a reduced palette.
struct StoredImage {
    size: (u32, u32),
    palette: Vec<PixelColor>,
    /// The palette index of each pixel.
    indices: Vec<u8>,
}

/// Compares an image with the one stored under its name.
///
/// `UPDATE_SNAPSHOTS=1` stores images that differ, `force` stores all.
pub fn compare(picture: &RgbaImage, name: &str) -> SnapshotResult {
    let path = Path::new(STORED_DIR).join(format!("{name}.png"));
    let (new, diff) = (path.with_extension("new.png"), path.with_extension("diff.png"));
    for stale_path in [&new, &diff] {
        if stale_path.exists() {
            fs::remove_file(stale_path).unwrap();
        }
    }
    let result = match read_image(&path) {
        Ok(stored) => assert_similar(picture, &stored, name, &diff),
        Err(error) => {
            Err(SnapshotError::OpenSnapshot { path: path.clone(), err: ImageError::IoError(error) })
        }
    };
    let update = std::env::var("UPDATE_SNAPSHOTS").unwrap_or_default();
    match (update.as_str(), result) {
        ("force", _) | ("1" | "true", Err(_)) => write_image(&reduce_palette(picture), &path),
        (_, Ok(())) => {}
        (_, Err(error)) => {
            write_image(&reduce_palette(picture), &new);
            return Err(error);
        }
    }
    Ok(())
}

/// Returns an error if more than a few pixels differ, and draws where.
fn assert_similar(picture: &RgbaImage, stored: &StoredImage, name: &str, diff: &Path) -> SnapshotResult {
    if picture.dimensions() != stored.size {
        return Err(SnapshotError::SizeMismatch {
            name: name.to_owned(),
            expected: stored.size,
            actual: picture.dimensions(),
        });
    }
    let others = different_pixels(picture, stored);
    if others.len() <= MAX_DIFFERENT_PIXELS {
        return Ok(());
    }
    // Equal pixels are faded, different ones are highlighted.
    let mut diff_image = picture.clone();
    diff_image.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|channel| 192 + channel / 4));
    let width = picture.width() as usize;
    for at in &others {
        let (x, y) = (u32::try_from(at % width).unwrap(), u32::try_from(at / width).unwrap());
        diff_image.get_pixel_mut(x, y).0 = [220, 0, 60, u8::MAX];
    }
    write_image(&reduce_palette(&diff_image), diff);
    Err(SnapshotError::Diff {
        name: name.to_owned(),
        diff: i32::try_from(others.len()).unwrap(),
        diff_path: diff.to_owned(),
        failing_pixels_by_threshold: Vec::new(),
    })
}

/// Returns the indices of different pixels.
fn different_pixels(picture: &RgbaImage, stored: &StoredImage) -> Vec<usize> {
    let width = stored.size.0 as usize;
    let mut nearest = NearestColors::new(&stored.palette);
    let mut others = Vec::new();
    let rows = picture.as_raw().chunks_exact(4 * width).zip(stored.indices.chunks_exact(width));
    let (mut last_index, mut clean) = (None, false);
    for (y, row) in rows.enumerate() {
        // Many rows equal the previous one.
        if clean && last_index == Some(row) {
            continue;
        }
        let known = others.len();
        for (x, (pixel, palette_index)) in row.0.chunks_exact(4).zip(row.1).enumerate() {
            if nearest.index_of(pixel) != *palette_index {
                others.push(y * width + x);
            }
        }
        (last_index, clean) = (Some(row), known == others.len());
    }
    others
}

/// Counts the pixels of each colour.
fn count_colors(picture: &RgbaImage) -> BTreeMap<PixelColor, u64> {
    let mut counts = BTreeMap::new();
    // Most pixels equal the previous one.
    let (mut last, mut run) = (pixel_color(&picture.as_raw()[..4]), 0);
    for pixel in picture.as_raw().chunks_exact(4) {
        assert_eq!(pixel[3], u8::MAX, "the window fills its picture");
        if pixel[..3] != last {
            *counts.entry(last).or_default() += run;
            (last, run) = (pixel_color(pixel), 0);
        }
        run += 1;
    }
    *counts.entry(last).or_default() += run;
    counts
}

fn pixel_color(pixel: &[u8]) -> PixelColor {
    [pixel[0], pixel[1], pixel[2]]
}

fn color_distance(first: PixelColor, second: PixelColor) -> u64 {
    let [r, g, b] = [0, 1, 2].map(|channel| u64::from(first[channel].abs_diff(second[channel])));
    r * r + g * g + b * b
}

/// Reduces an image to a palette: it repeatedly adds the colour worst represented so far.
fn reduce_palette(picture: &RgbaImage) -> StoredImage {
    let mut waiting: Vec<_> = count_colors(picture)
        .into_iter()
        .map(|(colour, count)| (colour, count, u64::from(u16::MAX)))
        .collect();
    let mut palette = Vec::new();
    while palette.len() < MAX_COLORS {
        let worst = waiting.iter().max_by_key(|(_, count, off)| count * off);
        let Some((chosen, ..)) = worst.copied().filter(|(_, _, off)| *off > 0) else {
            break;
        };
        palette.push(chosen);
        for (colour, _, off) in &mut waiting {
            *off = (*off).min(color_distance(*colour, chosen));
        }
    }
    let mut nearest = NearestColors::new(&palette);
    let indices = picture.as_raw().chunks_exact(4).map(|pixel| nearest.index_of(pixel)).collect();
    StoredImage { size: picture.dimensions(), indices, palette }
}

/// A cache of the nearest palette colours.
struct NearestColors<'a> {
    palette: &'a [PixelColor],
    cache: HashMap<PixelColor, u8>,
    last: Option<(PixelColor, u8)>,
}

impl<'a> NearestColors<'a> {
    fn new(palette: &'a [PixelColor]) -> Self {
        Self { palette, cache: HashMap::new(), last: None }
    }

    fn index_of(&mut self, pixel: &[u8]) -> u8 {
        if let Some((last, palette_index)) = self.last
            && pixel[..3] == last
        {
            return palette_index;
        }
        let (colour, palette) = (pixel_color(pixel), self.palette);
        let palette_index = *self.cache.entry(colour).or_insert_with(|| {
            let nearest = (0..palette.len())
                .min_by_key(|palette_index| color_distance(palette[*palette_index], colour));
            u8::try_from(nearest.unwrap()).unwrap()
        });
        self.last = Some((colour, palette_index));
        palette_index
    }
}

/// Writes an image without a PNG filter, which is smallest for flat areas and letters.
fn write_image(stored: &StoredImage, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let file = BufWriter::new(File::create(path).unwrap());
    let mut encoder = png::Encoder::new(file, stored.size.0, stored.size.1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(stored.palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&stored.indices).unwrap();
    writer.finish().unwrap();
}

/// Reads a stored image.
fn read_image(path: &Path) -> Result<StoredImage, Error> {
    let strange = |reason: &str| Error::new(ErrorKind::InvalidData, reason.to_owned());
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info()?;
    let info = reader.info();
    let palette = info.palette.as_ref().ok_or_else(|| strange("it has no palette"))?;
    let palette = palette.chunks_exact(3).map(pixel_color).collect();
    let size = info.size();
    let buffer_size = reader.output_buffer_size().ok_or_else(|| strange("it is too large"))?;
    let mut indices = vec![0; buffer_size];
    reader.next_frame(&mut indices)?;
    Ok(StoredImage { size, palette, indices })
}

thread_local! {
    static DEVICE: Rc<RefCell<WgpuTestRenderer>> = Rc::new(RefCell::new(WgpuTestRenderer::new()));
}

/// The rendering device of this thread, shared by successive windows.
///
/// Creating a device takes longer than drawing an image. The textures of a new window replace those of the previous
/// one, so two windows must not be drawn alternately.
pub struct SharedDevice(Rc<RefCell<WgpuTestRenderer>>);

impl SharedDevice {
    /// Returns the device of this thread.
    pub fn of_thread() -> Self {
        Self(DEVICE.with(Rc::clone))
    }
}

impl TestRenderer for SharedDevice {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.borrow_mut().handle_delta(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        self.0.borrow_mut().render(ctx, output)
    }
}

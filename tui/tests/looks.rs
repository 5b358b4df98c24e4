//! How the screens look, cell by cell.

mod support;
use encours_core::view::text::Lang;
#[test]
fn show() {
    for (size, keys) in [
        ((120, 36), ""),
        ((80, 24), ""),
        ((40, 12), ""),
        ((120, 36), "<enter>"),
        ((80, 24), "<enter>"),
        ((120, 36), "3"),
        ((80, 24), "3"),
        ((120, 36), "4"),
        ((80, 24), "4X"),
        ((120, 36), "8"),
        ((120, 36), "?"),
        ((80, 24), "?"),
        ((120, 36), ":dep"),
        ((80, 24), "m"),
        ((80, 24), "n"),
        ((200, 60), ""),
        ((120, 36), "zlz/ltv>0.7"),
        ((120, 36), "L"),
    ] {
        let mut f = support::front(Lang::Fr, support::snapshot(), size);
        f.draw();
        support::press(&mut f, keys);
        println!("=== {size:?} {keys}\n{}", support::picture(&mut f));
    }
}

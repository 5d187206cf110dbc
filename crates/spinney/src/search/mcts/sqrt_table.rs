//! Square roots and logarithms of small counts, computed at compile time: selection needs them at every child.

/// 1 / √n, and a very large number for 0: a child that was opened by a simulation that the budget ended comes next.
pub(crate) static INVERSE_ROOTS: [f32; 2048] = {
    let mut table = [1e15; 2048];
    let mut n = 1;
    while n < table.len() {
        table[n] = (1.0 / root(n as f64)) as f32;
        n += 1;
    }
    table
};

/// √(ln n), with ln 0 = 0.
pub(crate) static ROOTS_OF_LOGS: [f64; 1024] = {
    let mut table = [0.0; 1024];
    let mut n = 2;
    while n < table.len() {
        table[n] = root(log(n as f64));
        n += 1;
    }
    table
};

/// √x for x > 0, by Newton's method.
const fn root(x: f64) -> f64 {
    let mut guess = if x > 1.0 { x } else { 1.0 };
    let mut step = 0;
    while step < 40 {
        guess = 0.5 * (guess + x / guess);
        step += 1;
    }
    guess
}

/// ln x for x ≥ 1: halved into 1…2, then by the series of the inverse hyperbolic tangent.
const fn log(x: f64) -> f64 {
    let (mut rest, mut result) = (x, 0.0);
    while rest > 2.0 {
        rest *= 0.5;
        result += std::f64::consts::LN_2;
    }
    let t = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut n) = (t, 1.0);
    while n < 40.0 {
        result += 2.0 * power / n;
        power *= t * t;
        n += 2.0;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_the_standard_library() {
        for (n, &inverse) in INVERSE_ROOTS.iter().enumerate().skip(1) {
            assert!((f64::from(inverse) * (n as f64).sqrt() - 1.0).abs() < 1e-7, "{n}");
        }
        for (n, root) in ROOTS_OF_LOGS.iter().enumerate().skip(1) {
            assert!((root - (n as f64).ln().sqrt()).abs() < 1e-12, "{n}");
        }
    }
}

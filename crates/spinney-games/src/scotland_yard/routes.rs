//! Where stations and lines lie in the picture: stations far enough apart for their numbers, and lines bent around the
//! stations that they do not serve.

use std::sync::LazyLock;

use spinney::drawing::{Curve, Point};

use super::STATIONS;
use super::map::{LINES, coordinates};

/// The width of the map in pixels; it is three quarters as high.
pub(super) const WIDTH: f32 = 1_280.0;
pub(super) const HEIGHT: f32 = WIDTH * 0.75;
/// The radius of a station.
pub(super) const RADIUS: f32 = 16.0;

/// Between the middles of two stations.
const APART: f32 = 42.0;
/// Between a line and the middle of a station that it does not serve.
const CLEAR: f32 = RADIUS + 2.0;
/// A curve is measured in this many straight pieces.
const PIECES: usize = 24;

static SPOTS: LazyLock<Vec<Point>> = LazyLock::new(spread);

/// The lines of the classic board with their curves.
static ROUTES: LazyLock<Vec<(u8, u8, Curve)>> = LazyLock::new(|| {
    let pairs = LINES.iter().map(|line| (line.from, line.to));
    pairs.map(|(from, to)| (from, to, route(from, to))).collect()
});

/// The middle of a station.
pub(super) fn spot(station: u8) -> Point {
    SPOTS[usize::from(station)]
}

/// The line between two stations. Lines of several transports between the same stations lie on each other.
pub(super) fn line(from: u8, to: u8) -> (Point, Curve) {
    let known = ROUTES.iter().find(|&&(a, b, _)| (a, b) == (from, to));
    (spot(from), known.map_or(Curve::Line(spot(to)), |&(_, _, curve)| curve))
}

/// The places of the stations, moved apart where they are too close for their size.
fn spread() -> Vec<Point> {
    let mut spots: Vec<Point> = vec![(0.0, 0.0)];
    spots.extend((1..=STATIONS as u8).map(|station| {
        let (x, y) = coordinates(station);
        (x * WIDTH, y * HEIGHT)
    }));
    for _ in 0..300 {
        let mut close = false;
        for one in 1..spots.len() {
            for other in one + 1..spots.len() {
                let ((x, y), (to_x, to_y)) = (spots[one], spots[other]);
                let distance = (to_x - x).hypot(to_y - y).max(1.0);
                if distance < APART - 0.5 {
                    close = true;
                    let push = (APART - distance) / (2.0 * distance);
                    let (right, down) = ((to_x - x) * push, (to_y - y) * push);
                    spots[one] = (x - right, y - down);
                    spots[other] = (to_x + right, to_y + down);
                }
            }
        }
        if !close {
            break;
        }
    }
    spots
}

/// The least bent curve that keeps clear of other stations: straight, an arc, or bent twice.
fn route(from: u8, to: u8) -> Curve {
    let (start, end) = (spot(from), spot(to));
    let (right, down) = (end.0 - start.0, end.1 - start.1);
    let length = right.hypot(down);
    // A point beside the straight line: a share of the way along it, and so far to its side.
    let beside = |share: f32, side: f32| {
        (start.0 + right * share - down / length * side, start.1 + down * share + right / length * side)
    };
    let others: Vec<Point> =
        (1..=STATIONS as u8).filter(|&station| station != from && station != to).map(spot).collect();
    let is_clear = |curve: &Curve| {
        let points = points(start, *curve);
        points.windows(2).all(|piece| others.iter().all(|&other| distance(other, piece[0], piece[1]) >= CLEAR))
    };
    let straight = Curve::Line(end);
    if is_clear(&straight) {
        return straight;
    }
    let arcs = (1..=15).flat_map(|step| [16.0, -16.0].map(|side| side * step as f32));
    if let Some(arc) = arcs.map(|side| Curve::Quadratic(beside(0.5, side), end)).find(is_clear) {
        return arc;
    }
    let mut bends = Vec::new();
    for shares in [(0.33, 0.67), (0.2, 0.8), (0.45, 0.55), (0.2, 0.5), (0.5, 0.8)] {
        for first in -14..=14_i32 {
            bends.extend((-14..=14_i32).map(|second| (shares, first * 15, second * 15)));
        }
    }
    bends.sort_by_key(|(_, first, second)| 3 * (first.abs() + second.abs()) + (first - second).abs());
    let curve = |((one, two), first, second): ((f32, f32), i32, i32)| {
        Curve::Cubic(beside(one, first as f32), beside(two, second as f32), end)
    };
    bends.into_iter().map(curve).find(is_clear).unwrap_or(straight)
}

/// Points of a curve, close to each other.
fn points(start: Point, curve: Curve) -> Vec<Point> {
    let corners = match curve {
        Curve::Line(end) => return vec![start, end],
        Curve::Quadratic(by, end) => vec![start, by, end],
        Curve::Cubic(by, and, end) => vec![start, by, and, end],
    };
    let at = |share: f32| {
        let mut corners = corners.clone();
        while corners.len() > 1 {
            let mix = |pair: &[Point]| {
                (pair[0].0 + (pair[1].0 - pair[0].0) * share, pair[0].1 + (pair[1].1 - pair[0].1) * share)
            };
            corners = corners.windows(2).map(mix).collect();
        }
        corners[0]
    };
    (0..=PIECES).map(|piece| at(piece as f32 / PIECES as f32)).collect()
}

/// From a point to a straight line between two others.
fn distance((x, y): Point, (from_x, from_y): Point, (to_x, to_y): Point) -> f32 {
    let (right, down) = (to_x - from_x, to_y - from_y);
    let square = (right * right + down * down).max(f32::EPSILON);
    let share = (((x - from_x) * right + (y - from_y) * down) / square).clamp(0.0, 1.0);
    (x - from_x - right * share).hypot(y - from_y - down * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stations that lie on lines which do not serve them.
    fn crossings(curve_of: impl Fn(u8, u8) -> (Point, Curve), spot: impl Fn(u8) -> Point) -> usize {
        let crossed = |from: u8, to: u8| {
            let (start, curve) = curve_of(from, to);
            let points = points(start, curve);
            let crosses =
                |&station: &u8| points.windows(2).any(|piece| distance(spot(station), piece[0], piece[1]) < RADIUS);
            (1..=STATIONS as u8).filter(|&station| station != from && station != to).filter(crosses).count()
        };
        LINES.iter().map(|line| crossed(line.from, line.to)).sum()
    }

    #[test]
    fn lines_pass_only_through_the_stations_that_they_serve() {
        assert_eq!(crossings(line, spot), 0);
        let straight = |from: u8, to: u8| (spot(from), Curve::Line(spot(to)));
        assert!(crossings(straight, spot) > 70, "straight lines would pass through others");
    }

    #[test]
    fn lines_end_at_their_stations_and_stay_on_the_map() {
        for one in LINES.iter() {
            let (start, curve) = line(one.from, one.to);
            let points = points(start, curve);
            for (end, station) in [(points[0], one.from), (points[points.len() - 1], one.to)] {
                let away = (end.0 - spot(station).0).hypot(end.1 - spot(station).1);
                assert!(away < 0.01, "{station}: {away} pixels");
            }
            let inside = |&(x, y): &Point| (0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y);
            assert!(points.iter().all(inside), "{} {}", one.from, one.to);
        }
    }

    #[test]
    fn stations_do_not_touch_and_are_near_where_they_belong() {
        for one in 1..=STATIONS as u8 {
            let (x, y) = coordinates(one);
            let moved = (spot(one).0 - x * WIDTH).hypot(spot(one).1 - y * HEIGHT);
            assert!(moved < RADIUS, "{one} is {moved} pixels from its place");
            for other in one + 1..=STATIONS as u8 {
                let apart = (spot(one).0 - spot(other).0).hypot(spot(one).1 - spot(other).1);
                assert!(apart > 2.4 * RADIUS, "{one} and {other} are {apart} pixels apart");
            }
        }
    }
}

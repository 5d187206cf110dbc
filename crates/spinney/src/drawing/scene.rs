//! A picture as a list of items: shapes, texts, and places that can be clicked.
//!
//! Everything is measured in pixels from the upper left corner. Later items are drawn over earlier ones. There is
//! nothing about games here: a game builds its items itself, or with the helpers of the modules beside this one.

use super::text::Text;
use super::{Colour, PlaceId};

/// A picture, and what a terminal shows instead of it.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// How far it goes to the right.
    pub width: f32,
    /// How far it goes down.
    pub height: f32,
    /// The items, from the lowest to the uppermost.
    pub items: Vec<Item>,
    /// The same as text.
    pub text: Text,
}

/// Something in a [`Scene`].
#[derive(Clone, Debug)]
pub enum Item {
    /// A shape.
    Mark(Mark),
    /// A line of text.
    Label(Label),
    /// A place that can be clicked.
    Place(Place),
}

/// A place that can be clicked, with everything that lies on it. The first item is its outline.
#[derive(Clone, Debug)]
pub struct Place {
    /// The name by which clicks refer to it, unique in the drawing.
    pub id: PlaceId,
    /// What a screen reader says, and what a pointer shows: `d4, white`.
    pub title: String,
    /// What it looks like. The outline comes first.
    pub items: Vec<Item>,
}

/// A shape with its colours.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The shape.
    pub outline: Outline,
    /// The colour inside, if it is filled.
    pub fill: Option<Colour>,
    /// The line around it, if there is one.
    pub stroke: Option<Stroke>,
    /// From 0 for invisible to 1.
    pub opacity: f32,
}

/// The form of a [`Mark`].
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle by its middle and radius.
    Circle(f32, f32, f32),
    /// A rectangle by its left, top, width, height and the radius of its corners.
    Rect(f32, f32, f32, f32, f32),
    /// A closed polygon.
    Polygon(Vec<(f32, f32)>),
    /// Lines and curves, each beginning somewhere.
    Path(Vec<(Point, Curve)>),
}

/// How far right and how far down.
pub type Point = (f32, f32);

/// One piece of a path, from where it begins to its last point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// A straight line.
    Line(Point),
    /// A quadratic Bézier curve with its control point.
    Quadratic(Point, Point),
    /// A cubic Bézier curve with its two control points.
    Cubic(Point, Point, Point),
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width in pixels.
    pub width: f32,
    /// Whether it is interrupted.
    pub dash: Dash,
}

/// Whether a line is dashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// It is not.
    Solid,
    /// By gaps shorter than its pieces.
    Dashed,
    /// It is a row of dots.
    Dotted,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Where it begins, or its middle.
    pub x: f32,
    /// Its middle.
    pub y: f32,
    /// The size of its letters in pixels.
    pub size: f32,
    /// The colour.
    pub colour: Colour,
    /// Whether `x` is the beginning of the text or its middle.
    pub align: Align,
    /// Heavier letters.
    pub bold: bool,
    /// Letters of one width, for tables.
    pub fixed_width: bool,
}

/// What the `x` of a [`Label`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The beginning of the text.
    Start,
    /// Its middle.
    Middle,
}

impl Stroke {
    /// An uninterrupted line.
    pub fn solid(colour: Colour, width: f32) -> Self {
        Stroke { colour, width, dash: Dash::Solid }
    }
}

impl Mark {
    /// A shape of one colour.
    pub fn filled(outline: Outline, fill: Colour) -> Self {
        Mark { outline, fill: Some(fill), stroke: None, opacity: 1.0 }
    }

    /// A line, or a shape that is empty inside.
    pub fn drawn(outline: Outline, stroke: Stroke) -> Self {
        Mark { outline, fill: None, stroke: Some(stroke), opacity: 1.0 }
    }

    /// A shape that cannot be seen, but clicked.
    pub fn invisible(outline: Outline) -> Self {
        Mark { outline, fill: Some(Colour::Paper), stroke: None, opacity: 0.0 }
    }

    /// The same with a line around it.
    #[must_use]
    pub fn edged(mut self, colour: Colour, width: f32) -> Self {
        self.stroke = Some(Stroke::solid(colour, width));
        self
    }

    /// The same, more or less transparent.
    #[must_use]
    pub fn faded(mut self, opacity: f32) -> Self {
        self.opacity = opacity;
        self
    }
}

impl Label {
    /// A text around a point.
    pub fn middle(text: impl Into<String>, (x, y): Point, size: f32, colour: Colour) -> Self {
        let (bold, fixed_width) = (false, false);
        Label { text: text.into(), x, y, size, colour, align: Align::Middle, bold, fixed_width }
    }

    /// A text that begins at a point.
    pub fn start(text: impl Into<String>, at: Point, size: f32, colour: Colour) -> Self {
        Label { align: Align::Start, ..Label::middle(text, at, size, colour) }
    }

    /// The same in heavier letters.
    #[must_use]
    pub fn bold(self) -> Self {
        Label { bold: true, ..self }
    }

    /// The same in letters of one width.
    #[must_use]
    pub fn fixed_width(self) -> Self {
        Label { fixed_width: true, ..self }
    }

    /// About the width of the text in pixels: renderers have different fonts.
    pub fn width(&self) -> f32 {
        self.text.chars().count() as f32 * self.size * 0.6
    }
}

impl Place {
    /// A place with its outline.
    pub fn new(id: impl Into<PlaceId>, title: impl Into<String>, outline: Mark) -> Self {
        Place { id: id.into(), title: title.into(), items: vec![outline.into()] }
    }

    /// The same with more on it.
    #[must_use]
    pub fn with<I: Into<Item>>(mut self, items: impl IntoIterator<Item = I>) -> Self {
        self.items.extend(items.into_iter().map(Into::into));
        self
    }
}

impl From<Mark> for Item {
    fn from(mark: Mark) -> Item {
        Item::Mark(mark)
    }
}

impl From<Label> for Item {
    fn from(label: Label) -> Item {
        Item::Label(label)
    }
}

impl From<Place> for Item {
    fn from(place: Place) -> Item {
        Item::Place(place)
    }
}

impl Scene {
    /// An empty picture of a size.
    pub fn new(width: f32, height: f32) -> Self {
        Scene { width, height, ..Scene::default() }
    }

    /// Adds an item on top of the others.
    pub fn push(&mut self, item: impl Into<Item>) {
        self.items.push(item.into());
    }

    /// Adds items on top of the others.
    pub fn extend<I: Into<Item>>(&mut self, items: impl IntoIterator<Item = I>) {
        self.items.extend(items.into_iter().map(Into::into));
    }

    /// The names of all places, in the order in which they are drawn.
    pub fn places(&self) -> impl Iterator<Item = &PlaceId> {
        self.items.iter().filter_map(|item| match item {
            Item::Place(place) => Some(&place.id),
            _ => None,
        })
    }
}

//! The SVG of a [`Drawing`]: self-contained, in the light or dark theme of the reader.
//!
//! Shapes, colours and the positions of texts are plain attributes, which every renderer understands; a style sheet only
//! changes the colours for the dark theme. All class names begin with `sp-`, so that the drawing can be embedded in a
//! page.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::scene::{Align, Curve, Dash, Item, Label, Mark, Outline, Place, Scene, Stroke};
use super::{Body, Colour, Drawing, PlaceId, Text};

/// Around everything.
const PADDING: f32 = 8.0;
/// The height of a line of text, and the size of its letters.
const LINE: f32 = 22.0;
const LETTERS: f32 = 15.0;
/// Buttons: their height, the space around their text, and the gap between two.
const BUTTON: f32 = 30.0;
const MARGIN: f32 = 12.0;
const GAP: f32 = 8.0;
/// Buttons go on in the next row beyond this width, if the picture is not wider.
const WIDE: f32 = 480.0;

/// The theme of an SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// That of the reader's system; light where the renderer does not know it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// A place with a text that lies below the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The name by which clicks refer to it.
    pub id: PlaceId,
    /// What is written on it.
    pub text: String,
}

/// The picture of a drawing, without its caption.
fn scene(drawing: &Drawing) -> Scene {
    match &drawing.body {
        Body::Board(board) => board.scene(),
        Body::Scene(scene) => scene.clone(),
        Body::Lines(lines) => {
            let mut scene = Scene { text: Text::Lines(lines.clone()), ..Scene::default() };
            add_lines(&mut scene, lines, true);
            scene
        }
    }
}

/// Adds lines of text below everything.
fn add_lines(scene: &mut Scene, lines: &[String], fixed_width: bool) {
    for line in lines {
        let mut label = Label::start(line, (0.0, scene.height + LINE / 2.0), LETTERS, Colour::Ink);
        label.fixed_width = fixed_width;
        scene.width = scene.width.max(label.width());
        scene.height += LINE;
        scene.push(label);
    }
}

/// Adds a row of buttons below everything, or several.
fn add_buttons(scene: &mut Scene, buttons: &[Button]) {
    let most = scene.width.max(WIDE);
    let (mut left, mut top) = (0.0, scene.height + GAP);
    for button in buttons {
        let label = Label::middle(&button.text, (0.0, 0.0), LETTERS, Colour::Ink);
        let width = (label.width() + 2.0 * MARGIN).max(2.0 * BUTTON);
        if left > 0.0 && left + width > most {
            (left, top) = (0.0, top + BUTTON + GAP);
        }
        let outline = Outline::Rect(left, top, width, BUTTON, 6.0);
        let outline = Mark::filled(outline, Colour::Panel).edged(Colour::Edge, 1.0);
        let label = Label { x: left + width / 2.0, y: top + BUTTON / 2.0, ..label };
        scene.push(Place::new(button.id.clone(), button.text.clone(), outline).with([label]));
        scene.width = scene.width.max(left + width);
        left += width + GAP;
    }
    if !buttons.is_empty() {
        scene.height = top + BUTTON;
    }
}

pub(super) fn write(drawing: &Drawing, buttons: &[Button], title: &str, theme: Theme) -> String {
    let mut scene = scene(drawing);
    if !drawing.caption.is_empty() && scene.height > 0.0 {
        scene.height += GAP / 2.0;
    }
    add_lines(&mut scene, &drawing.caption, false);
    add_buttons(&mut scene, buttons);
    let mut writer = Writer { out: String::new(), dark: theme == Theme::Dark, colours: BTreeSet::new() };
    let (width, height) = (scene.width + 2.0 * PADDING, scene.height + 2.0 * PADDING);
    writer.mark(&Mark::filled(Outline::Rect(0.0, 0.0, width.ceil(), height.ceil(), 0.0), Colour::Paper));
    let _ = writeln!(writer.out, "<g transform=\"translate({PADDING} {PADDING})\">");
    scene.items.iter().for_each(|item| writer.item(item));
    let (width, height) = (width.ceil(), height.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sp-drawing\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\n\
         <title>{}</title>\n{}{}</g>\n</svg>\n",
        escape(title),
        if theme == Theme::System { writer.dark_theme() } else { String::new() },
        writer.out
    )
}

/// Writes items one by one, and notes the colours that differ between the themes.
struct Writer {
    out: String,
    /// Attributes have the colours of the dark theme.
    dark: bool,
    /// Classes for the style sheet: the property and its colour.
    colours: BTreeSet<(char, Colour)>,
}

impl Writer {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Mark(mark) => self.mark(mark),
            Item::Label(label) => self.label(label),
            Item::Place(place) => {
                let (id, title) = (escape(&place.id), escape(&place.title));
                let _ = writeln!(self.out, "<g data-place=\"{id}\"><title>{title}</title>");
                place.items.iter().for_each(|item| self.item(item));
                self.out.push_str("</g>\n");
            }
        }
    }

    fn mark(&mut self, mark: &Mark) {
        let _ = match &mark.outline {
            Outline::Circle(x, y, r) => {
                write!(self.out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", short(*x), short(*y), short(*r))
            }
            Outline::Rect(x, y, width, height, corner) => {
                let corner = if *corner > 0.0 { format!(" rx=\"{}\"", short(*corner)) } else { String::new() };
                let [x, y, width, height] = [x, y, width, height].map(|number| short(*number));
                write!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corner}")
            }
            Outline::Polygon(points) => {
                let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
                write!(self.out, "<polygon points=\"{}\"", points.join(" "))
            }
            Outline::Path(parts) => write!(self.out, "<path d=\"{}\"", path(parts)),
        };
        self.paint(mark.fill, mark.stroke);
        if mark.opacity < 1.0 {
            let _ = write!(self.out, " opacity=\"{}\"", short(mark.opacity));
        }
        self.out.push_str("/>\n");
    }

    /// The attributes of the inside and of the line around it.
    fn paint(&mut self, fill: Option<Colour>, stroke: Option<Stroke>) {
        let fill_shade = fill.map_or("none", |colour| self.shade(colour));
        let _ = write!(self.out, " fill=\"{fill_shade}\"");
        if let Some(Stroke { colour, width, dash }) = stroke {
            let shade = self.shade(colour);
            let _ = write!(self.out, " stroke=\"{shade}\" stroke-width=\"{}\"", short(width));
            let _ = match dash {
                Dash::Solid if fill.is_none() => write!(self.out, " stroke-linecap=\"round\""),
                Dash::Solid => Ok(()),
                Dash::Dashed => write!(self.out, " stroke-dasharray=\"{} {}\"", short(2.2 * width), short(1.3 * width)),
                Dash::Dotted => {
                    write!(self.out, " stroke-linecap=\"round\" stroke-dasharray=\"0 {}\"", short(2.2 * width))
                }
            };
        }
        let of_fill = fill.map(|colour| ('f', colour));
        let classes: Vec<(char, Colour)> =
            of_fill.into_iter().chain(stroke.map(|stroke| ('s', stroke.colour))).filter(|&(_, c)| differs(c)).collect();
        if !classes.is_empty() {
            let names: Vec<String> = classes.iter().map(|(kind, c)| format!("sp-{kind}-{}", c.name())).collect();
            let _ = write!(self.out, " class=\"{}\"", names.join(" "));
        }
        self.colours.extend(classes);
    }

    fn label(&mut self, label: &Label) {
        // The middle of a line of text is its base line less about a third: not every renderer can be asked for it.
        let (x, y) = (short(label.x), short(label.y + 0.35 * label.size));
        let anchor = if label.align == Align::Middle { " text-anchor=\"middle\"" } else { "" };
        let weight = if label.bold { " font-weight=\"700\"" } else { "" };
        let family = match label.fixed_width {
            true => " font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\"",
            false => "",
        };
        let _ =
            write!(self.out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}{weight}{family}", short(label.size));
        self.paint(Some(label.colour), None);
        // Renderers collapse spaces, but not those that do not break.
        let text = if label.fixed_width { label.text.replace(' ', "\u{a0}") } else { label.text.clone() };
        let _ = writeln!(self.out, ">{}</text>", escape(&text));
    }

    fn shade(&self, colour: Colour) -> &'static str {
        if self.dark { colour.dark() } else { colour.light() }
    }

    /// The style sheet: colours of the dark theme, where the reader prefers it.
    fn dark_theme(&self) -> String {
        let rule = |&(kind, colour): &(char, Colour)| {
            let property = if kind == 'f' { "fill" } else { "stroke" };
            format!(".sp-{kind}-{}{{{property}:{}}}", colour.name(), colour.dark())
        };
        let rules: String = self.colours.iter().map(rule).collect();
        format!("<style>@media(prefers-color-scheme:dark){{{rules}}}</style>\n")
    }
}

fn differs(colour: Colour) -> bool {
    colour.light() != colour.dark()
}

fn path(parts: &[((f32, f32), Curve)]) -> String {
    let mut path = String::new();
    let mut at = None;
    let pair = |(x, y): (f32, f32)| format!("{} {}", short(x), short(y));
    for &(from, curve) in parts {
        if at != Some(from) {
            let _ = write!(path, "M{}", pair(from));
        }
        let (text, to) = match curve {
            Curve::Line(to) => (format!("L{}", pair(to)), to),
            Curve::Quadratic(by, to) => (format!("Q{} {}", pair(by), pair(to)), to),
            Curve::Cubic(by, and, to) => (format!("C{} {} {}", pair(by), pair(and), pair(to)), to),
        };
        path.push_str(&text);
        at = Some(to);
    }
    path
}

/// A number with no more digits than can be seen.
fn short(number: f32) -> String {
    let text = format!("{number:.1}");
    let text = if number.abs() < 1.0 { format!("{number:.2}") } else { text };
    match text.trim_end_matches('0').trim_end_matches('.') {
        "" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Text that can stand between tags or in an attribute; characters that XML does not allow become `�`.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() && letter != '\t' && letter != '\n' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    #[test]
    fn a_board_has_all_its_parts() {
        let svg = examples::board().to_svg("3x2 <board>");
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sp-drawing\" role=\"img\""));
        for part in [
            "<title>3x2 &lt;board&gt;</title>",
            "prefers-color-scheme:dark",
            "<g data-place=\"b9\"><title>b9, &lt;</title>",
            ">&lt;</text>",
            ">x &amp; y to move</text>",
        ] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert_eq!(svg.matches("<g data-place=").count(), 6);
        assert_eq!(svg.matches(&format!("fill=\"{}\"", Colour::Mark.light())).count(), 3);
    }

    #[test]
    fn the_theme_is_chosen_or_that_of_the_reader() {
        let [system, light, dark] =
            [Theme::System, Theme::Light, Theme::Dark].map(|theme| examples::board().to_themed_svg("a board", theme));
        let paper = |colour: &str| format!("fill=\"{colour}\" class=\"sp-f-paper\"");
        assert!(system.contains(&paper(Colour::Paper.light())) && system.contains(".sp-f-paper{fill:#16181a}"));
        assert!(light.contains(&paper(Colour::Paper.light())) && !light.contains("<style>"));
        assert!(dark.contains(&paper(Colour::Paper.dark())) && !dark.contains("<style>"));
    }

    #[test]
    fn a_scene_is_written_item_by_item() {
        let svg = examples::scene().to_svg("a map");
        for part in [
            "<path d=\"M10 10Q30 0 100 50\" fill=\"none\" stroke=\"#c92a4b\" stroke-width=\"4\" stroke-dasharray=\"8.8 5.2\"",
            "<g data-place=\"a&lt;\"><title>a place</title>\n<circle cx=\"10\" cy=\"10\" r=\"11\"",
            ">a&lt;</text>",
        ] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
    }

    #[test]
    fn the_likelier_the_darker() {
        let opacity = |shade| {
            let mut drawing = examples::board();
            let Body::Board(board) = &mut drawing.body else { unreachable!("the example is a board") };
            board.cells[0].shade = shade;
            let svg = drawing.to_svg("shaded");
            let shade = format!("fill=\"{}\"", Colour::Shade.light());
            svg.lines().find(|line| line.contains(&shade)).map(|line| {
                let (_, rest) = line.split_once("opacity=\"").unwrap();
                rest.split('"').next().unwrap().parse::<f64>().unwrap()
            })
        };
        assert_eq!(opacity(None), None);
        assert!(opacity(Some(0.0)) > Some(0.0) && opacity(Some(0.0)) < opacity(Some(0.5)));
        assert!(opacity(Some(0.5)) < opacity(Some(1.0)) && opacity(Some(1.0)) < Some(1.0));
    }

    #[test]
    fn lines_keep_their_spaces_and_are_escaped() {
        let svg = examples::lines().to_svg("lines");
        assert!(svg.contains(">a\u{a0}\u{a0}&lt;b&gt;</text>"), "{svg}");
        assert_eq!(escape("a\u{1}\"'&"), "a\u{fffd}&quot;&#39;&amp;");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.001, 12.0, 12.34, 0.126, -3.5].map(short), ["0", "0", "12", "12.3", "0.13", "-3.5"]);
    }
}

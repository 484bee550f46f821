//! One plate, made ready: what its tracer says now, what was accepted, and the
//! figures that follow. `build` writes from it and `check` compares with it, so
//! the two cannot come to different results.

use super::caption::{self, Piece};
use super::finding::{Finding, Weight};
use super::manifest::{self, ENDINGS, Manifest, Origin, Plate, join, trace_path};
use crate::excerpt::excerpt;
use crate::figure::{self, Figure, Frame};
use crate::joint;
use crate::render::{self, Form};
use crate::source::FixtureSet;
use crate::trace::{self, Trace};

/// A plate with everything that follows from it.
#[derive(Debug)]
pub struct Prepared<'p> {
    /// The plate.
    pub plate: &'p Plate<'p>,
    /// The kind of its trace, where there is one.
    pub kind: &'static str,
    /// Where its accepted trace is.
    pub trace_path: String,
    /// The accepted trace, as it stands in its file.
    pub golden: Option<String>,
    /// What its tracer says now; nothing where the plate was refused.
    pub fresh: Option<String>,
    /// The trace that figures and sentences rest on.
    pub trace: Option<Trace>,
    /// What they would rest on if the new trace were accepted, where that is another.
    pub changed: Option<Trace>,
    /// The figure that follows from the trace.
    pub figure: Option<Figure>,
    /// Its forms.
    pub figures: Vec<Drawn>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What in its caption has to be changed by hand before the new trace can be taken.
    pub unfit: Vec<Finding>,
}

/// An accepted trace as it stands in its file, if there is one, or why it can't be read.
pub type Golden = Result<Option<String>, Box<Finding>>;

/// One form of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The file it belongs into.
    pub path: String,
    /// Its bytes.
    pub text: String,
}

/// What plates are prepared with.
#[derive(Clone, Copy, Debug)]
pub struct Prepare<'p, 'f> {
    /// The manifest.
    pub manifest: &'p Manifest<'p>,
    /// Its text, for places inside captions.
    pub text: &'p str,
    /// The tensors that it may name.
    pub fixtures: &'f FixtureSet,
    /// Whether a changed trace is taken without a question.
    pub accept: bool,
}

impl Prepared<'_> {
    /// Whether nothing is wrong with it, so that its files may be written.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|finding| finding.weight == Weight::Remark)
    }

    /// Whether something that was read is refused; what cannot be read is not.
    #[must_use]
    pub fn is_false(&self) -> bool {
        let refused = |finding: &Finding| matches!(finding.weight, Weight::Wrong | Weight::Misread);
        self.findings.iter().any(refused)
    }

    /// Whether a file of it is there, or may be, and cannot be read.
    #[must_use]
    pub fn is_out_of_reach(&self, path: &str) -> bool {
        // A folder that is closed keeps all in it out of reach.
        let holds = |above: &str| {
            path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let unread = |finding: &Finding| finding.weight == Weight::Unreachable;
        self.findings.iter().any(|finding| unread(finding) && holds(&finding.path))
    }

    /// Whether its tracer says something else than was accepted.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.fresh.is_some() && self.golden.is_some() && self.fresh != self.golden
    }
}

impl<'p> Prepare<'p, '_> {
    /// Makes one plate ready.
    #[must_use]
    pub fn plate(&self, plate: &'p Plate<'p>, golden: Golden) -> Prepared<'p> {
        let mut prepared = self.composed(plate, golden);
        self.draw(&mut prepared);
        prepared.findings.sort_by_key(|finding| finding.span.as_ref().map(|span| span.start));
        prepared
    }

    /// The same without the files of its figure.
    #[must_use]
    pub fn composed(&self, plate: &'p Plate<'p>, golden: Golden) -> Prepared<'p> {
        let (golden, unread) = match golden {
            Ok(golden) => (golden, None),
            Err(finding) => (None, Some(finding)),
        };
        let mut prepared = Prepared {
            plate,
            kind: match plate.origin {
                Origin::Kind(kind) => kind.name,
                Origin::File(_) => "trace",
            },
            trace_path: trace_path(self.manifest, plate),
            golden,
            fresh: None,
            trace: None,
            changed: None,
            figure: None,
            figures: Vec::new(),
            findings: Vec::new(),
            unfit: Vec::new(),
        };
        let fresh = match plate.trace(self.fixtures) {
            None => None,
            Some(Ok(trace)) => Self::printed(&mut prepared, &trace),
            Some(Err(faults)) => {
                let finding = |fault| Finding::field(manifest::NAME, fault);
                prepared.findings.extend(faults.into_iter().map(finding));
                None
            }
        };
        match unread {
            Some(finding) => self.replace(&mut prepared, fresh, *finding),
            None => self.settle(&mut prepared, fresh),
        }
        self.compose(&mut prepared);
        prepared.findings.sort_by_key(|finding| finding.span.as_ref().map(|span| span.start));
        prepared
    }

    /// The tracer's text, read back: figures are made from what a reader accepts.
    fn printed(prepared: &mut Prepared<'_>, trace: &Trace) -> Option<Trace> {
        let text = trace::print(trace);
        let read = trace::parse(&text);
        prepared.fresh = Some(text);
        match read {
            Ok(trace) => Some(trace),
            Err(error) => {
                let message = format!("the new trace is refused at its {}: {error}", error.at);
                let place = prepared.plate.place.clone();
                prepared.findings.push(Finding::wrong(manifest::NAME, place, message));
                prepared.fresh = None;
                None
            }
        }
    }

    /// An accepted trace that can't be read counts as one that says junk, and
    /// is replaced as such, unless it is no file at all.
    fn replace(&self, prepared: &mut Prepared<'_>, fresh: Option<Trace>, unread: Finding) {
        let is_text = unread.weight != Weight::Unreachable;
        if self.accept && is_text && fresh.is_some() {
            prepared.trace = fresh;
            return;
        }
        let finding = if is_text { Self::mended(prepared.plate, unread) } else { unread };
        prepared.findings.push(finding);
        prepared.changed = fresh;
    }

    /// What is wrong with an accepted trace, and what to do.
    fn mended(plate: &Plate<'_>, finding: Finding) -> Finding {
        match plate.origin {
            Origin::Kind(_) => finding
                .with_help("to put the new trace in its place")
                .with_mend(format!("build --accept {}", plate.id)),
            Origin::File(_) => finding.with_help("let the program that wrote it write it again"),
        }
    }

    /// Chooses the trace that counts: the accepted one, unless there is none or
    /// the new one is to be accepted.
    fn settle(&self, prepared: &mut Prepared<'_>, fresh: Option<Trace>) {
        let agrees = prepared.fresh.is_some() && prepared.fresh == prepared.golden;
        if agrees || (self.accept && fresh.is_some()) {
            prepared.trace = fresh;
            return;
        }
        let Some(golden) = &prepared.golden else {
            if prepared.plate.is_foreign() {
                let message =
                    "expected a trace that another program wrote, found nothing of that name";
                prepared.findings.push(Finding::file(
                    &prepared.trace_path,
                    message,
                    Weight::Unreachable,
                ));
            }
            prepared.trace = fresh;
            return;
        };
        match trace::parse(golden) {
            Ok(trace) => {
                if let Origin::File(_) = prepared.plate.origin {
                    prepared.kind = trace.kind();
                }
                prepared.trace = Some(trace);
            }
            Err(error) => {
                let finding = Finding::trace(&prepared.trace_path, golden, &error);
                prepared.findings.push(Self::mended(prepared.plate, finding));
            }
        }
        prepared.changed = fresh;
    }

    fn compose(&self, prepared: &mut Prepared<'_>) {
        let Some(trace) = &prepared.trace else { return };
        let plate = prepared.plate;
        prepared.findings.extend(self.typed_digits(plate));
        let changed = prepared.changed.as_ref().map(|trace| self.frame(plate, trace));
        let frame = match (self.frame(plate, trace), changed) {
            (Ok(frame), Some(Err(unfit))) => {
                let by_hand = |finding: Finding| Finding {
                    message: format!("by the new trace {}", finding.message),
                    help: Some("change it by hand before the new trace is taken".to_owned()),
                    mend: None,
                    ..finding
                };
                prepared.unfit = unfit.into_iter().map(by_hand).collect();
                frame
            }
            (Ok(frame), _) => frame,
            // A caption for the new trace need not fit the accepted one: the plate
            // is stale then, and nothing can be drawn before it is accepted.
            (Err(_), Some(Ok(_))) => return,
            (Err(findings), _) => return prepared.findings.extend(findings),
        };
        let labels = self.manifest.labels(plate);
        prepared.figure = Some(figure::compose(trace, &frame, labels));
    }

    fn draw(&self, prepared: &mut Prepared<'_>) {
        let (Some(trace), Some(figure)) = (&prepared.trace, &prepared.figure) else {
            return;
        };
        let plate = prepared.plate;
        let prefix = format!("plate-{}", plate.id);
        let texts = [
            render::svg(figure, Form::Wide, &prefix),
            render::svg(figure, Form::Narrow, &prefix),
            render::html::page(figure, &prefix),
        ];
        for (ending, text) in ENDINGS.into_iter().zip(texts) {
            let path = join(&self.manifest.figures, &format!("{}{ending}", plate.id));
            for fault in render::read_back(&text, figure, trace).faults {
                let place = format!("{path}:{}:{}", fault.line, fault.column);
                let message = format!(
                    "the figure would not say what its trace says, at {place}: {}",
                    fault.message
                );
                prepared.findings.push(Finding::wrong(
                    manifest::NAME,
                    plate.place.clone(),
                    message,
                ));
            }
            prepared.figures.push(Drawn { path, text });
        }
    }

    /// What the author adds to a plate's trace; all that is wrong with it otherwise.
    pub fn frame(&self, plate: &Plate<'_>, trace: &Trace) -> Result<Frame, Vec<Finding>> {
        let mut findings = self.braced_title(plate);
        for piece in plate.caption.iter().flat_map(|caption| caption::pieces(caption)) {
            let (part, message) = match piece {
                Piece::Words(_) => continue,
                Piece::Open(rest) => {
                    (rest.to_owned(), "expected `}` after `{`, found none".to_owned())
                }
                Piece::Fact(path) => match trace.value(path) {
                    Ok(_) => continue,
                    Err(error) => (format!("{{{path}}}"), error.to_string()),
                },
            };
            let at = plate.place_in("caption", &part, self.text);
            let finding = Finding::wrong(manifest::NAME, at, message);
            findings.push(if part.starts_with("{{") {
                finding.with_help("in a caption a path stands in single braces, without `#value`")
            } else {
                finding.with_mend(format!("show {} --paths", plate.id))
            });
        }
        if let Some(caption) = &plate.caption {
            for (range, joint) in caption::joints(caption, trace) {
                let at = plate.place_of("caption", caption, range, self.text);
                let finding = Finding::wrong(manifest::NAME, at, joint.to_string());
                findings.push(finding.with_help(joint::HELP));
            }
        }
        if !findings.is_empty() {
            return Err(findings);
        }
        // Each path was tried above.
        let caption =
            plate.caption.as_ref().and_then(|caption| caption::filled(caption, trace).ok());
        Ok(Frame { plate: plate.id.clone(), title: plate.title.clone(), caption })
    }

    /// A path in a title, which is a name and takes no facts.
    fn braced_title(&self, plate: &Plate<'_>) -> Vec<Finding> {
        let title = plate.title.as_deref().unwrap_or_default();
        let Some(brace) = title.find(['{', '}']) else {
            return Vec::new();
        };
        let end = title[brace..].find('}').map_or(title.len(), |at| brace + at + 1);
        let at = plate.place_of("title", title, brace..end, self.text);
        let message =
            format!("expected a title without braces, found {}", excerpt(&title[brace..end]));
        vec![Finding::wrong(manifest::NAME, at, message).with_help("a fact belongs in the caption")]
    }

    /// Digits in title and caption that no trace holds true.
    fn typed_digits(&self, plate: &Plate<'_>) -> Vec<Finding> {
        let sentences = [
            ("title", &plate.title, "say it without a number, or in the caption"),
            ("caption", &plate.caption, "`{PATH}` puts a fact in"),
        ];
        let mut findings = Vec::new();
        for (key, sentence, help) in sentences {
            let Some(sentence) = sentence else { continue };
            let Some((count, range)) = caption::digits(sentence) else {
                continue;
            };
            let digits = if count == 1 { "1 digit" } else { &format!("{count} digits") };
            let at = plate.place_of(key, sentence, range, self.text);
            let message = format!("{digits} in the {key} typed by hand, which no trace holds true");
            let finding =
                Finding { weight: Weight::Remark, ..Finding::wrong(manifest::NAME, at, message) };
            findings.push(finding.with_help(help));
        }
        findings
    }
}

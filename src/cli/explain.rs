//! `traceplate explain`: how a coordinate becomes an offset, term by term, or which coordinates
//! land on an offset. It needs no tensor, only a shape and, where they are not row-major, strides.

mod answer;
mod request;

use std::io::Write;

use self::answer::Answer;
use self::request::Request;
use super::stream::{complain, deliver};

/// The arguments of `traceplate explain`. Lists are kept as typed: what is wrong with one is
/// said by [`run`], with the expected form beside it.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Extents with commas between them; '' or none for a scalar
    #[arg(long, value_name = "EXTENTS", allow_hyphen_values = true)]
    pub shape: String,
    /// The coordinate to walk to, one index for each axis
    #[arg(long, value_name = "INDICES", allow_hyphen_values = true)]
    pub at: Option<String>,
    /// One stride for each axis, in elements, negative allowed [default: row-major]
    #[arg(long, value_name = "STRIDES", allow_hyphen_values = true)]
    pub strides: Option<String>,
    /// The offset at which the walk starts [default: 0]
    #[arg(long, value_name = "OFFSET", allow_hyphen_values = true)]
    pub base: Option<String>,
    /// Also give the byte, for elements of this type, such as f64
    #[arg(long, value_name = "DTYPE")]
    pub dtype: Option<String>,
    /// The way back: the coordinates that land on this offset
    #[arg(long, value_name = "OFFSET", allow_hyphen_values = true)]
    pub offset: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Explains what `args` ask for and answers the exit code: 0, 1 where the request is refused,
/// 2 where it is not understood, 3 where the answer cannot be written.
///
/// The answer goes to `out`, and with `--json` a refusal does too. All else goes to `err`.
pub fn run(args: &Args, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let request = match Request::read(args) {
        Ok(request) => request,
        Err(complaints) => {
            for complaint in complaints {
                complain(&complaint, err);
            }
            return 2;
        }
    };
    let (text, code) = match (Answer::to(&request), args.json) {
        (Ok(answer), false) => (Ok(answer.to_text()), 0),
        (Ok(answer), true) => (answer.to_json(), 0),
        (Err(refusal), true) => (refusal.to_json(), 1),
        (Err(refusal), false) => {
            complain(refusal.message(), err);
            return 1;
        }
    };
    match text {
        Ok(text) => deliver(&(text + "\n"), code, out, err),
        Err(error) => {
            complain(&format!("cannot write the result: {error}"), err);
            3
        }
    }
}

//! Loads sheets within small limits and measures what they cost: time by the clock, memory by an allocator that counts.

// An allocator cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

use spinney_gdl::game::{EngineChoice, LoadError, LoadOptions, RuleSheet};
use spinney_gdl::ground::Way;
use spinney_gdl::limits::Limits;

/// What a sheet may cost, unless said otherwise.
const LIMITS: Limits = Limits { time: Duration::from_millis(300), memory: 128 << 20 };
/// How much longer it may take: machines are busy.
const SLACK: Duration = Duration::from_secs(5);
/// How many times the memory may be needed in truth: stages count what they keep, not what they need in passing.
const MEMORY_FACTOR: usize = 4;

thread_local! {
    /// The bytes that this thread has in use, and the most it has had. Loading a sheet is the work of one thread.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(bytes: isize) {
    // Threads that end may give memory back after their counters are gone.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

// SAFETY: every call goes to the allocator of the system as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Loads a sheet and insists that the usual limits were kept, roughly.
pub(crate) fn load(name: &str, text: &str, engine: EngineChoice) -> Result<RuleSheet, LoadError> {
    load_within(name, text, LoadOptions { limits: LIMITS, engine, way: None })
}

/// The same for the network, grounded in one way.
#[allow(dead_code)]
pub(crate) fn load_grounded(name: &str, text: &str, way: Way) -> Result<RuleSheet, LoadError> {
    load_within(name, text, LoadOptions { limits: LIMITS, engine: EngineChoice::Network, way: Some(way) })
}

/// The same with any options.
pub(crate) fn load_within(name: &str, text: &str, options: LoadOptions) -> Result<RuleSheet, LoadError> {
    let LoadOptions { limits, engine, way } = options;
    let before = LIVE.get();
    PEAK.set(before);
    let begin = Instant::now();
    let loaded = RuleSheet::load(name, text, &options);
    let taken = begin.elapsed();
    let megabytes = (PEAK.get() - before) >> 20;
    if std::env::var_os("SPINNEY_GDL_COSTS").is_some() {
        println!("{name}, {engine:?}, {way:?}: {:.3} s, {megabytes} MB, {}", taken.as_secs_f64(), outcome(&loaded));
    }
    assert!(taken < limits.time + SLACK, "{name} with {engine:?}, {way:?} took {taken:?}, {}", outcome(&loaded));
    assert!(
        megabytes < ((MEMORY_FACTOR * limits.memory) >> 20) as isize,
        "{name} with {engine:?}, {way:?} took {megabytes} MB, {}",
        outcome(&loaded)
    );
    loaded
}

/// What became of a sheet, in short.
pub(crate) fn outcome(loaded: &Result<RuleSheet, LoadError>) -> String {
    let text = match loaded {
        Ok(sheet) => format!("plays: {}", sheet.report().engine),
        Err(LoadError::Invalid(errors)) => format!("invalid: {}", errors[0].message),
        Err(LoadError::Refused(refusal)) => format!("refused: {refusal}"),
    };
    text.chars().take(160).collect()
}

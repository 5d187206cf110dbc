//! Fetching memory ahead of its use.

/// Bytes of a cache line, on most processors.
pub(super) const CACHE_LINE: usize = 64;

/// The first lines of a block that are fetched ahead. The processor sees to the rest when it is read in order.
pub(super) const PREFETCHED_LINES: usize = 3;

/// Nodes with this many visits are assumed to have their children in the cache.
pub(super) const CACHED_VISITS: u32 = 1 << 10;

/// Asks the processor to bring memory into its caches. A hint without any effect on values.
#[inline(always)]
pub(super) fn fetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching does not access memory and cannot fault, whatever the address. SSE is part of x86-64.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Recording of latencies without loss: recorders that never block their writer, histograms in
/// HdrHistogram's layout with three significant digits, and tagged interval logs that every
/// HdrHistogram tool can read.
///
/// All values are nanoseconds.
@NullMarked
package dev.takt.record;

import org.jspecify.annotations.NullMarked;

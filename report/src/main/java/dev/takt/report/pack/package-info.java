/// Histograms of intervals for the page: packed, merged onto grids, and indexed in logs that are
/// too large to be sent.
@NullMarked
package dev.takt.report.pack;

import org.jspecify.annotations.NullMarked;

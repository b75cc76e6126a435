/// Histograms of intervals as the page is given them: packed, added up onto grids, and found
/// quickly in logs that are too large to be sent.
@NullMarked
package dev.takt.report.pack;

import org.jspecify.annotations.NullMarked;

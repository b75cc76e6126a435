/// Pictures of latency: percentile spectra, and percentiles over time, as SVG or PNG.
///
/// [LogPlot] lays a picture out as a [Drawing] of lines and texts, [PlotFormat] writes it.
@NullMarked
package dev.takt.report.plot;

import org.jspecify.annotations.NullMarked;

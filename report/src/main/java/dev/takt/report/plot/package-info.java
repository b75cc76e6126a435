/// Pictures of latency: percentile spectra, and percentiles over time, as SVG or PNG.
///
/// [LogPlot] lays out a picture as a [Drawing], and [PlotFormat] writes it.
@NullMarked
package dev.takt.report.plot;

import org.jspecify.annotations.NullMarked;

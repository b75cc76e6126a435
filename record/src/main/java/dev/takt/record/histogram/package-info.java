/// Histograms of any layout, and HdrHistogram's encodings of them.
@NullMarked
package dev.takt.record.histogram;

import org.jspecify.annotations.NullMarked;

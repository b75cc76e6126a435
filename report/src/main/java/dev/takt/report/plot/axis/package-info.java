/// Axes: map values to positions, and place their ticks.
@NullMarked
package dev.takt.report.plot.axis;

import org.jspecify.annotations.NullMarked;

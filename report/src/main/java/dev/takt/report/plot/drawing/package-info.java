/// Drawings: shapes, and the formats that they are written in.
@NullMarked
package dev.takt.report.plot.drawing;

import org.jspecify.annotations.NullMarked;

/// Differential flame graphs, each a self-contained HTML file.
@NullMarked
package dev.takt.report.flame;

import org.jspecify.annotations.NullMarked;

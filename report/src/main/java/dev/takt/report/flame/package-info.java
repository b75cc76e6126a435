/// Differential flame graphs, each one file of HTML that needs nothing else.
@NullMarked
package dev.takt.report.flame;

import org.jspecify.annotations.NullMarked;

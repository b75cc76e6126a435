/// Plans: everything that can be said of a run, read from a file and from flags, checked, and
/// written down again in full.
@NullMarked
package dev.takt.load.plan;

import org.jspecify.annotations.NullMarked;

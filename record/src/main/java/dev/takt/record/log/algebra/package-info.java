/// Operations on interval logs: adds, cuts, merges and splits them, on all cores.
@NullMarked
package dev.takt.record.log.algebra;

import org.jspecify.annotations.NullMarked;

/// The summary of a run that has ended, and whether the generator was at fault.
@NullMarked
package dev.takt.load.engine.summary;

import org.jspecify.annotations.NullMarked;

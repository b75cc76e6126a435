/// What the probes share: threads, processors, and collected values.
@NullMarked
package dev.takt.probes;

import org.jspecify.annotations.NullMarked;

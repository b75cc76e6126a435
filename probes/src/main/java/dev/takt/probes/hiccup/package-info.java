/// Measures hiccups of the machine or of another JVM.
@NullMarked
package dev.takt.probes.hiccup;

import org.jspecify.annotations.NullMarked;

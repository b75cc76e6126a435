/// Messages between two threads, in a JVM of its own.
@NullMarked
package dev.takt.probes.interthread.program;

import org.jspecify.annotations.NullMarked;

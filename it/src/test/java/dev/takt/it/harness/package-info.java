/// Runs the `takt` command, in the JVM of the tests and as a process of its own.
@NullMarked
package dev.takt.it.harness;

import org.jspecify.annotations.NullMarked;

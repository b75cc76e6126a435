/// The commands of `takt probe` that measure a machine and its JVM.
@NullMarked
package dev.takt.probes.command;

import org.jspecify.annotations.NullMarked;

/// Servers that a driver starts for the duration of a run.
@NullMarked
package dev.takt.load.server;

import org.jspecify.annotations.NullMarked;

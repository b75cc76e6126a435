/// Connections for what a driver has to know or do before a run.
@NullMarked
package dev.takt.load.wire.control;

import org.jspecify.annotations.NullMarked;

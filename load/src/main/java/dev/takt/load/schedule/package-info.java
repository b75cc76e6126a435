/// Schedules: when each operation is due. That is decided before the run, and does not depend on
/// any answer.
@NullMarked
package dev.takt.load.schedule;

import org.jspecify.annotations.NullMarked;

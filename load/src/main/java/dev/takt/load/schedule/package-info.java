/// Schedules: when each operation is due, decided before the run and independent of any answer.
@NullMarked
package dev.takt.load.schedule;

import org.jspecify.annotations.NullMarked;

/// Interval logs: their format, and operations on them.
///
/// [dev.takt.record.log.IntervalLogWriter] writes logs, [dev.takt.record.log.IntervalLogReader]
/// reads them interval by interval, and [dev.takt.record.log.LogAlgebra] adds, cuts, merges and
/// splits them, on all cores.
@NullMarked
package dev.takt.record.log;

import org.jspecify.annotations.NullMarked;

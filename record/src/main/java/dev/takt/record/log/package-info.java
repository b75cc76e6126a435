/// Interval logs: their format, and what can be made of them.
///
/// [dev.takt.record.log.IntervalLogWriter] writes logs, [dev.takt.record.log.IntervalLogReader]
/// reads them interval by interval, and [dev.takt.record.log.LogAlgebra] adds them up, cuts them,
/// joins them and takes them apart, on all cores.
@NullMarked
package dev.takt.record.log;

import org.jspecify.annotations.NullMarked;

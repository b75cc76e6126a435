/// Interval logs: their sources, their intervals, and the selection of some of them.
///
/// [dev.takt.record.log.write.IntervalLogWriter] writes logs,
/// [dev.takt.record.log.read.IntervalLogReader] reads them interval by interval, and
/// [dev.takt.record.log.algebra.LogAlgebra] adds, cuts, merges and splits them, on all cores.
@NullMarked
package dev.takt.record.log;

import org.jspecify.annotations.NullMarked;

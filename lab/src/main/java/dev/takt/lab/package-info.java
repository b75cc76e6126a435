/// Runs as an API. A [dev.takt.lab.RunSession] starts the target, watches it, drives it, and
/// returns a [dev.takt.lab.RunResult]. Events go to a [dev.takt.lab.RunListener]; nothing is
/// printed here.
///
/// [dev.takt.lab.LoadRetry] repeats the inserts of a load phase, [dev.takt.lab.CapacitySearch]
/// finds the highest rate that keeps its objectives.
@NullMarked
package dev.takt.lab;

import org.jspecify.annotations.NullMarked;

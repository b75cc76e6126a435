/// The load engine: sends operations at their intended starts and records their outcomes. [LoadRun]
/// is one run.
@NullMarked
package dev.takt.load.engine;

import org.jspecify.annotations.NullMarked;

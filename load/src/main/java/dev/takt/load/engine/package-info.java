/// The engine: sends what the schedule intends, when it intends it, and records what came of it.
@NullMarked
package dev.takt.load.engine;

import org.jspecify.annotations.NullMarked;

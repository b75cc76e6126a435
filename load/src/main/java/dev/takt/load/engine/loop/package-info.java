/// Event loops: each sends its share of the schedule over the slots of a transport.
@NullMarked
package dev.takt.load.engine.loop;

import org.jspecify.annotations.NullMarked;

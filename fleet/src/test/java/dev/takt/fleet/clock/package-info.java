@NullMarked
package dev.takt.fleet.clock;

import org.jspecify.annotations.NullMarked;

/// What the coordinator and its agents say to each other.
@NullMarked
package dev.takt.fleet.protocol;

import org.jspecify.annotations.NullMarked;

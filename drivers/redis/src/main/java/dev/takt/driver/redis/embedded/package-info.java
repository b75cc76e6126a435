/// A Redis server that runs only for the length of a run.
@NullMarked
package dev.takt.driver.redis.embedded;

import org.jspecify.annotations.NullMarked;

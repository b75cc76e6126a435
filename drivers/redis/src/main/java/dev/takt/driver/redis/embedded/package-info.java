/// A Redis server of one's own, for the length of a run.
@NullMarked
package dev.takt.driver.redis.embedded;

import org.jspecify.annotations.NullMarked;

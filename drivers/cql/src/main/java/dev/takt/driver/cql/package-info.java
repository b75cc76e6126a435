/// Drives Cassandra and other servers of CQL's native protocol.
@NullMarked
package dev.takt.driver.cql;

import org.jspecify.annotations.NullMarked;

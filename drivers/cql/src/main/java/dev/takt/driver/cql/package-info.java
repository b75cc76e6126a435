/// The driver of Cassandra and other databases that speak CQL.
@NullMarked
package dev.takt.driver.cql;

import org.jspecify.annotations.NullMarked;

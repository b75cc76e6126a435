/// A Cassandra server that runs only for the length of a run.
@NullMarked
package dev.takt.driver.cql.embedded;

import org.jspecify.annotations.NullMarked;

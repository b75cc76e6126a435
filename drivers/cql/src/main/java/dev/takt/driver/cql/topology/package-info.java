/// Which nodes a cluster has, and which of them have a partition.
@NullMarked
package dev.takt.driver.cql.topology;

import org.jspecify.annotations.NullMarked;

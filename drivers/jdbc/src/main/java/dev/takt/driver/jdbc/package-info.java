/// The JDBC driver: SQL statements with generated parameters, on one connection per worker.
@NullMarked
package dev.takt.driver.jdbc;

import org.jspecify.annotations.NullMarked;

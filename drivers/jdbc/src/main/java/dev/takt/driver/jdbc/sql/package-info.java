/// SQL statements with generated values: tokenises them, and passes the values to a database.
@NullMarked
package dev.takt.driver.jdbc.sql;

import org.jspecify.annotations.NullMarked;

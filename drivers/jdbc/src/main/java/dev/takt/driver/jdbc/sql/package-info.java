/// SQL statements with generated values: what of a text is code, and how the values reach a
/// database.
@NullMarked
package dev.takt.driver.jdbc.sql;

import org.jspecify.annotations.NullMarked;

/// JDBC drivers in users' jars: finds them, and isolates them from Takt's own libraries.
@NullMarked
package dev.takt.driver.jdbc.jars;

import org.jspecify.annotations.NullMarked;

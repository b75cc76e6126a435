/// JDBC drivers of the user's: finds them in jars, and loads them apart from Takt's own libraries.
@NullMarked
package dev.takt.driver.jdbc.jars;

import org.jspecify.annotations.NullMarked;

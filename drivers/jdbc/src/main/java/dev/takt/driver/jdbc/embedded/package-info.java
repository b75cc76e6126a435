/// A PostgreSQL server that runs only for the length of a run.
@NullMarked
package dev.takt.driver.jdbc.embedded;

import org.jspecify.annotations.NullMarked;

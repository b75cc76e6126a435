/// Results of statements as steps of journeys read them, and as people see them.
@NullMarked
package dev.takt.driver.jdbc.rows;

import org.jspecify.annotations.NullMarked;

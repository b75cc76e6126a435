/// What errors of databases mean for an operation and its connection.
@NullMarked
package dev.takt.driver.jdbc.error;

import org.jspecify.annotations.NullMarked;

/// The results of statements, as servers answer them.
@NullMarked
package dev.takt.driver.cql.result;

import org.jspecify.annotations.NullMarked;

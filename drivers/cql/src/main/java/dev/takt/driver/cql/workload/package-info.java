/// Operations that another module supplies: their statements, their values, and how their answers
/// are judged.
@NullMarked
package dev.takt.driver.cql.workload;

import org.jspecify.annotations.NullMarked;

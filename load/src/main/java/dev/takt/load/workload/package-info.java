/// Workloads: which operation comes next, and with which generated values.
@NullMarked
package dev.takt.load.workload;

import org.jspecify.annotations.NullMarked;

/// Workloads on records, from YCSB's properties or a class in Java.
@NullMarked
package dev.takt.load.config.ycsb;

import org.jspecify.annotations.NullMarked;

/// Key-value workloads on records with named fields, as defined by YCSB. Contains what a driver
/// must know about an operation, whatever workload generates it.
///
/// The model is that of Cooper, Silberstein, Tam, Ramakrishnan and Sears: Benchmarking Cloud
/// Serving Systems with YCSB (SoCC 2010).
@NullMarked
package dev.takt.load.keyvalue;

import org.jspecify.annotations.NullMarked;

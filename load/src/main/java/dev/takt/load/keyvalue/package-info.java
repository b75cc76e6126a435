/// Workloads on records of a key and named fields, as YCSB defined them: what a driver has to know
/// of an operation on such a store, whatever made it up.
///
/// The model is that of Cooper, Silberstein, Tam, Ramakrishnan and Sears: Benchmarking Cloud
/// Serving Systems with YCSB (SoCC 2010).
@NullMarked
package dev.takt.load.keyvalue;

import org.jspecify.annotations.NullMarked;

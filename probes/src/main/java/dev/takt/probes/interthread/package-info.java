/// Measures the latency of messages between threads, and finds the causes of outliers.
@NullMarked
package dev.takt.probes.interthread;

import org.jspecify.annotations.NullMarked;

/// Observers of the Linux host: kernel counters sampled from `/proc` and cgroup files, and the CPU
/// time of threads.
@NullMarked
package dev.takt.watch.host;

import org.jspecify.annotations.NullMarked;

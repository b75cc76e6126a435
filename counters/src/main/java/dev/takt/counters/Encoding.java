package dev.takt.counters;

import dev.takt.counters.perf.PerfAttributes;

/// How the kernel's call for an event names it: fields of `perf_event_attr`.
record Encoding(int type, long config, long config1, long config2) {

  PerfAttributes attributes() {
    return new PerfAttributes(type, config).moreConfig(config1, config2);
  }
}

/// The figures of a run while it goes on, for dashboards: an endpoint that Prometheus scrapes, and
/// pushes to an OpenTelemetry collector. Both show the interval histograms that go to the log,
/// added up; nothing here is known to the threads that send.
@NullMarked
package dev.takt.metrics;

import org.jspecify.annotations.NullMarked;

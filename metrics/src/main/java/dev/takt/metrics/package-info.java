/// Live metrics of a run, for dashboards: an endpoint that Prometheus scrapes, and pushes to an
/// OpenTelemetry collector. Both export the sum of the interval histograms that go to the log. The
/// sending threads do no work for it.
@NullMarked
package dev.takt.metrics;

import org.jspecify.annotations.NullMarked;

/// Counterfactual percentiles: what they would be without a cause, by replaying the recorded
/// arrivals through the same queue.
@NullMarked
package dev.takt.explain.counterfactual;

import org.jspecify.annotations.NullMarked;

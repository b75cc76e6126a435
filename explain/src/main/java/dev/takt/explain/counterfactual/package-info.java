/// What the percentiles would be without a cause: the recorded arrivals, sent through the same
/// queue once more.
@NullMarked
package dev.takt.explain.counterfactual;

import org.jspecify.annotations.NullMarked;

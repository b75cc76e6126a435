/// Scores explanations against injected faults, whose causes are known.
@NullMarked
package dev.takt.explain.truth;

import org.jspecify.annotations.NullMarked;

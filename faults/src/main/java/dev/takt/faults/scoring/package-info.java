/// Scores explanations against injected faults, whose causes are known.
@NullMarked
package dev.takt.faults.scoring;

import org.jspecify.annotations.NullMarked;

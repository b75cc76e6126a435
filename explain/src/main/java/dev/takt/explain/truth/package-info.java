/// How often explanations are right: what they say of faults that were made on purpose.
@NullMarked
package dev.takt.explain.truth;

import org.jspecify.annotations.NullMarked;

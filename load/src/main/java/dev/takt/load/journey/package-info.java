/// Journeys: what a simulated user does step by step, what a step takes from an answer, and what it
/// checks. Independent of protocols.
@NullMarked
package dev.takt.load.journey;

import org.jspecify.annotations.NullMarked;

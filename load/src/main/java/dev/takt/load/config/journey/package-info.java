/// Reads parts of the steps of journeys: think times, extractions and checks.
@NullMarked
package dev.takt.load.config.journey;

import org.jspecify.annotations.NullMarked;

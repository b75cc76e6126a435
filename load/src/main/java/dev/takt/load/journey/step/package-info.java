/// Steps of journeys in Java: what a user's class implements and is given, and what its calls cost.
@NullMarked
package dev.takt.load.journey.step;

import org.jspecify.annotations.NullMarked;

/// Models of systems under test: pure functions from arrival times to end times, and the exact
/// distributions of some of them.
@NullMarked
package dev.takt.driver.sim.model;

import org.jspecify.annotations.NullMarked;

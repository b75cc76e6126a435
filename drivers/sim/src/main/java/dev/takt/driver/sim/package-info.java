/// Simulated targets, for learning, for testing the generator, and for testing Takt itself. Each is
/// a small pure [dev.takt.driver.sim.model.SimulatedSystem] that can be driven by blocking workers,
/// by an event loop, or in virtual time.
@NullMarked
package dev.takt.driver.sim;

import org.jspecify.annotations.NullMarked;

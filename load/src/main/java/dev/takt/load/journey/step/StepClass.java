package dev.takt.load.journey.step;

/// A user's class, and the instance that a place in a plan calls.
///
/// @param className as the plan names it
public record StepClass(String className, JourneyStep instance) {}

package dev.takt.watch;

import java.time.Duration;
import java.util.Optional;

/// How to take a CPU profile.
///
/// @param period the CPU time between two samples of a thread
/// @param asyncProfiler the jar or library of async-profiler, which samples instead of JFR; an
///   empty text for the jar in the user's Maven repository; empty for JFR
public record CpuProfiling(Duration period, Optional<String> asyncProfiler) {}

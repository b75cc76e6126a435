package dev.takt.probes.interthread;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JVM to measure in.
///
/// @param java the home of its JDK; null for that of this process
/// @param options its options
public record InterthreadJvm(@Nullable Path java, List<String> options) {}

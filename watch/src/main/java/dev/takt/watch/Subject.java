package dev.takt.watch;

import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.OptionalLong;

/// What is to be watched.
///
/// @param directory where observers leave their files
/// @param level how closely
/// @param target the process that is the target
/// @param generator whether this JVM is to be watched as well
public record Subject(Path directory, WatchLevel level, OptionalLong target, boolean generator) {}

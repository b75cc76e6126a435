package dev.takt.process.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// What a launcher is made of; see `Launcher.Builder`.
///
/// @param eventLoops the number of event-loop threads
/// @param bufferBytes the size of a reactor's buffer
/// @param linger how long a thread without work remains
/// @param handlers calls the handlers; null for the default
/// @param name prefix of the thread names
public record LauncherSettings(
    int eventLoops, int bufferBytes, Duration linger, @Nullable Executor handlers, String name) {}

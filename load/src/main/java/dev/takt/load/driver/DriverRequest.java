package dev.takt.load.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Everything that a driver is created from.
///
/// @param target as the user wrote it
/// @param properties of the target as a whole; values as in [OperationSpec]
/// @param workload the operations, and what their values are generated from
/// @param timeout the time limit of one operation, or null for none
/// @param concurrency how many operations can be in flight at once
/// @param runDirectory where the driver may leave files of its own, such as the log of a target
///   that it started
/// @param progress receives messages about steps that take long
public record DriverRequest(
    String target,
    Map<String, Object> properties,
    WorkloadSpec workload,
    @Nullable Duration timeout,
    int concurrency,
    Path runDirectory,
    Consumer<String> progress) {}

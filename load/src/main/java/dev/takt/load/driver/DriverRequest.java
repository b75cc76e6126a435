package dev.takt.load.driver;

import dev.takt.load.keyvalue.KeyValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Everything that a driver is created from.
///
/// @param target as the user wrote it
/// @param properties of the target as a whole; values as in [OperationSpec]
/// @param operations the operations, in the order of the plan: an operation's index is its position
///   here
/// @param generators the named generators of the plan's templates, by name; see
///   [dev.takt.load.workload.Template]
/// @param keyValues what makes the operations of a key-value workload, or null if the plan has none
/// @param seed of all generated values
/// @param timeout the time limit of one operation, or null for none
/// @param concurrency how many operations can be in flight at once
/// @param runDirectory where the driver may leave files of its own, such as the log of a target
///   that it started
/// @param progress receives messages about steps that take long
public record DriverRequest(
    String target,
    Map<String, Object> properties,
    List<OperationSpec> operations,
    Map<String, String> generators,
    @Nullable KeyValues keyValues,
    long seed,
    @Nullable Duration timeout,
    int concurrency,
    Path runDirectory,
    Consumer<String> progress) {}

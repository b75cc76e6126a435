package dev.takt.load.driver;

import dev.takt.load.keyvalue.KeyValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The operations of a plan, and what their values are generated from.
///
/// @param operations in the order of the plan: an operation's index is its position here
/// @param generators the named generators of the plan's templates, by name; see
///   [dev.takt.load.workload.Template]
/// @param keyValues what makes the operations of a key-value workload, or null if the plan has none
/// @param seed of all generated values
public record WorkloadSpec(
    List<OperationSpec> operations,
    Map<String, String> generators,
    @Nullable KeyValues keyValues,
    long seed) {}

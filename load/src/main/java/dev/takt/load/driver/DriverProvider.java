package dev.takt.load.driver;

import dev.takt.load.journey.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Registers a driver. Found by [java.util.ServiceLoader]; stateless.
public interface DriverProvider {

  /// The driver's name, such as `http`.
  String name();

  /// Whether a target belongs to this driver, by its form alone.
  boolean accepts(String target);

  /// The form of a target, for help: `http://HOST:PORT/PATH`.
  String targetForm();

  /// The properties of the target as a whole. Each is a key in a plan and a flag of `takt run`.
  List<Property> targetProperties();

  /// The properties of an operation. Each is a key in a plan and, for a plan of one operation, a
  /// flag.
  List<Property> operationProperties();

  /// The operations of a plan that has none.
  List<OperationSpec> defaultOperations(String target);

  /// The name of an operation that has properties but no name, because it is given by flags alone.
  ///
  /// @param usual the name of the default operation
  default String operationName(Map<String, Object> properties, String usual) {
    return usual;
  }

  /// How many operations a connection carries at once ([WireDriver#pipelining]), if closed
  /// populations are to use it. A target may allow fewer.
  ///
  /// @param properties of the target, which have not been checked
  default int pipelining(Map<String, Object> properties) {
    return 1;
  }

  /// Whether the driver can turn the operations of a key-value workload, which
  /// [WorkloadSpec#keyValues] then holds, into those of its protocol.
  default boolean drivesKeyValues() {
    return false;
  }

  /// Whether the driver can send the steps of journeys: its templates take variables, and it shows
  /// answers to the user (see [dev.takt.load.journey.User#judge]).
  default boolean drivesJourneys() {
    return false;
  }

  /// Whether the driver can send the requests of a log, which [WorkloadSpec#replay] then holds.
  default boolean drivesReplays() {
    return false;
  }

  /// Whether a property of operations cannot be set in a replay, because the log has it.
  default boolean isReplayed(String property) {
    return false;
  }

  /// Why the answers of this driver never have what a step of a journey reads; empty if they can.
  default Optional<String> unreadable(Subject subject) {
    return subject instanceof Subject.Rows
        ? Optional.of("only an answer to SQL has rows")
        : Optional.empty();
  }

  /// What a step of a journey does with the transaction of its user.
  ///
  /// @param properties of the step, which have not been checked
  default Boundary boundary(Map<String, Object> properties) {
    return Boundary.NONE;
  }

  /// What a step does with a transaction. From a begin to an end a user keeps its connection.
  enum Boundary {
    /// Nothing.
    NONE,
    /// It begins one.
    BEGIN,
    /// It ends one.
    END
  }

  /// Whether the driver uses a property of a key-value workload that Takt itself does not know,
  /// such as `redis.timeout`. The user is warned that other properties have no effect.
  default boolean knowsWorkloadProperty(String name) {
    return false;
  }

  /// What to use in this driver instead of a property of other drivers, as the end of a sentence;
  /// empty if there is no equivalent, or none is needed.
  default String insteadOf(String property) {
    return "";
  }

  /// All problems of the request, found without connecting to the target; empty if there are none.
  List<PropertyProblem> check(DriverRequest request);

  /// Why several generators cannot share a load: an operation must depend on its number only, or
  /// the driver must share out what it depends on ([WorkloadSpec#share]). Empty if they can. Called
  /// with requests that have passed [#check].
  default Optional<String> sharingProblem(DriverRequest request) {
    return Optional.empty();
  }

  /// Creates the driver for a run. Called once, with a request that has passed [#check].
  ///
  /// @throws DriverException if the target cannot be driven, with a message for the user
  Driver open(DriverRequest request) throws DriverException;

  /// A property that a driver understands.
  ///
  /// @param name in kebab-case: `--name` as a flag
  /// @param type how its value is written
  /// @param description one line for help and for the schema
  record Property(String name, Type type, String description) {}

  /// How a property's value is written.
  enum Type {
    /// Text.
    STRING,
    /// A whole number.
    INTEGER,
    /// `true` or `false`; as a flag, its name alone.
    BOOLEAN,
    /// A time with its unit: `250ms`.
    DURATION,
    /// A list of texts; as a flag, given several times.
    STRINGS,
    /// A list of file names, which a driver may read as patterns; as a flag, given several times.
    /// In a plan they are relative to the plan's folder, in a flag to the current one.
    FILES
  }

  /// A problem with a property.
  ///
  /// @param operation the index of the operation, or -1 for the target as a whole
  /// @param property its name, or `target`
  /// @param message what was expected, and what was found
  record PropertyProblem(int operation, String property, String message) {}
}

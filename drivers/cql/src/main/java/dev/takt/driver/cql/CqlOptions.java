package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.workload.Database;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.PropertyChecks;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the properties of a request.
final class CqlOptions {

  static final String CQL = "cql";
  static final String EXPECT = "expect";

  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String KEYSPACE = "keyspace";
  private static final String CONSISTENCY = "consistency";
  private static final String SERIAL_CONSISTENCY = "serial-consistency";
  private static final String PROTOCOL = "protocol";
  private static final String COMPRESSION = "compression";
  private static final String STREAMS = "streams";
  private static final String PAGE_SIZE = "page-size";
  private static final String DATACENTER = "datacenter";
  private static final String ONLY_GIVEN_NODES = "only-given-nodes";
  static final String INIT_CQL = "init-cql";
  static final String CREATE_TABLE = "create-table";

  static final String STRESS = "cassandra-stress";
  private static final String STRESS_DATA = "stress-data";

  /// Properties of YCSB's `cassandra-cql` binding, with their defaults there.
  private static final String YCSB_KEYSPACE = "cassandra.keyspace";

  private static final String YCSB_READ_CONSISTENCY = "cassandra.readconsistencylevel";
  private static final String YCSB_WRITE_CONSISTENCY = "cassandra.writeconsistencylevel";
  private static final String DEFAULT_YCSB_KEYSPACE = "ycsb";

  /// The properties of a key-value workload that are used.
  static final Set<String> YCSB_PROPERTIES =
      Set.of(YCSB_KEYSPACE, YCSB_READ_CONSISTENCY, YCSB_WRITE_CONSISTENCY);

  /// Of the protocol.
  private static final long MAX_STREAMS = 16_384;

  private static final int DEFAULT_STREAMS = 128;
  private static final long MAX_PAGE_SIZE = 1_000_000;
  private static final int DEFAULT_PAGE_SIZE = 5_000;

  private final DriverRequest request;

  CqlOptions(DriverRequest request) {
    this.request = request;
  }

  static List<Property> targetProperties() {
    List<Property> properties = new ArrayList<>();
    properties.addAll(
        List.of(
            new Property(
                USER, DriverProvider.Type.STRING, "the user; also as USER:PASSWORD@ in the target"),
            new Property(PASSWORD, DriverProvider.Type.STRING, "the user's password"),
            new Property(
                KEYSPACE,
                DriverProvider.Type.STRING,
                "the keyspace of names without one; also in the target"),
            new Property(
                CONSISTENCY,
                DriverProvider.Type.STRING,
                "the consistency level of all operations; default LOCAL_ONE"),
            new Property(
                SERIAL_CONSISTENCY,
                DriverProvider.Type.STRING,
                "that of conditional statements: SERIAL or LOCAL_SERIAL; default SERIAL"),
            new Property(
                PROTOCOL,
                DriverProvider.Type.INTEGER,
                "version of the protocol: 4 or 5; default: the newest"),
            new Property(
                COMPRESSION,
                DriverProvider.Type.STRING,
                "compression of the protocol: none or lz4; default none"),
            new Property(
                STREAMS,
                DriverProvider.Type.INTEGER,
                "how many operations a connection carries at once; default " + DEFAULT_STREAMS),
            new Property(
                PAGE_SIZE,
                DriverProvider.Type.INTEGER,
                "rows of an answer; all pages are one operation; default " + DEFAULT_PAGE_SIZE),
            new Property(
                DATACENTER,
                DriverProvider.Type.STRING,
                "use the nodes of this datacenter; default: that of the first node"),
            new Property(
                ONLY_GIVEN_NODES,
                DriverProvider.Type.BOOLEAN,
                "use only the nodes that the target names"),
            new Property(
                INIT_CQL,
                DriverProvider.Type.STRINGS,
                "a statement to execute once before the run; may be given several times"),
            new Property(
                CREATE_TABLE,
                DriverProvider.Type.BOOLEAN,
                "create the keyspace and table of a key-value workload if they are missing"),
            new Property(
                STRESS,
                DriverProvider.Type.STRING,
                "a command line of cassandra-stress, such as write n=1M: its data and statements;"
                    + " takt cassandra-stress sets it, with all else that the line says"),
            new Property(
                STRESS_DATA,
                DriverProvider.Type.STRING,
                "whose data: those of cassandra-stress 3.x (and ScyllaDB's) or 4.x; default: those"
                    + " that are found"),
            new Property(
                TlsOptions.INSECURE,
                DriverProvider.Type.BOOLEAN,
                "accept any certificate of a cqls target, for any host name")));
    properties.addAll(TlsOptions.properties());
    return List.copyOf(properties);
  }

  static List<Property> operationProperties() {
    return List.of(
        new Property(
            CQL,
            DriverProvider.Type.STRING,
            "statement with generated values: SELECT * FROM shop.item WHERE id ="
                + " {uniform:1..1000}"),
        new Property(
            EXPECT,
            DriverProvider.Type.STRING,
            "results that count as success: any (default), rows (at least one), applied (a"
                + " conditional statement), or a number of rows"));
  }

  /// All problems with the properties.
  List<PropertyProblem> check() {
    List<PropertyProblem> problems = new ArrayList<>();
    checkTarget(problems);
    PropertyChecks.number(properties(), PROTOCOL, 4, 5, problems);
    PropertyChecks.number(properties(), STREAMS, 1, MAX_STREAMS, problems);
    PropertyChecks.number(properties(), PAGE_SIZE, 1, MAX_PAGE_SIZE, problems);
    PropertyChecks.value(-1, COMPRESSION, problems, this::compression);
    PropertyChecks.value(-1, CONSISTENCY, problems, this::consistency);
    PropertyChecks.value(-1, SERIAL_CONSISTENCY, problems, this::serialConsistency);
    KeyValues keyValues = request.workload().keyValues();
    if (text(STRESS_DATA) != null && !hasStressCommand()) {
      problems.add(new PropertyProblem(-1, STRESS_DATA, "is only for " + STRESS));
    }
    if (keyValues != null) {
      if (hasStressCommand()) {
        problems.add(new PropertyProblem(-1, STRESS, "the operations are those of the workload"));
      }
      PropertyChecks.value(-1, CONSISTENCY, problems, () -> recordOperations(keyValues));
    } else if (hasStressCommand()) {
      checkStress(problems);
    } else {
      for (int i = 0; i < request.workload().operations().size(); i++) {
        int operation = i;
        PropertyChecks.value(i, CQL, problems, () -> statement(operation));
        PropertyChecks.value(i, EXPECT, problems, () -> expectation(operation));
      }
    }
    return problems;
  }

  private void checkTarget(List<PropertyProblem> problems) {
    if (isEmbedded()) {
      for (String each : List.of(USER, PASSWORD, TlsOptions.INSECURE)) {
        if (properties().containsKey(each)) {
          problems.add(
              new PropertyProblem(-1, each, CqlTarget.EMBEDDED + " has neither passwords nor TLS"));
        }
      }
      problems.addAll(tls().check(false, "cqls://"));
      return;
    }
    try {
      CqlTarget target = CqlTarget.parse(request.target());
      problems.addAll(tls().check(target.tls(), "cqls://"));
      if ((text(USER) == null) != (text(PASSWORD) == null)) {
        problems.add(new PropertyProblem(-1, USER, "a --user needs a --password, and the reverse"));
      }
    } catch (IllegalArgumentException e) {
      problems.add(new PropertyProblem(-1, "target", String.valueOf(e.getMessage())));
    }
  }

  private void checkStress(List<PropertyProblem> problems) {
    for (int i = 0; i < request.workload().operations().size(); i++) {
      for (String each : request.workload().operations().get(i).properties().keySet()) {
        problems.add(
            new PropertyProblem(
                i, each, "is not for a plan with " + STRESS + ", which has all of its operations"));
      }
    }
    stressProvider()
        .problem(text(STRESS, ""), text(STRESS_DATA, ""), operationNames())
        .ifPresent(problem -> problems.add(new PropertyProblem(-1, STRESS, problem)));
  }

  private List<String> operationNames() {
    return request.workload().operations().stream().map(OperationSpec::name).toList();
  }

  /// Why several generators cannot share the operations; empty if they can.
  Optional<String> sharingProblem() {
    return hasStressCommand()
        ? stressProvider().sharingProblem(text(STRESS, ""), operationNames())
        : Optional.empty();
  }

  /// Whether the operations are those of cassandra-stress.
  boolean hasStressCommand() {
    return text(STRESS) != null;
  }

  Workload stressWorkload(Database database) throws DriverException {
    return stressProvider()
        .open(
            new WorkloadProvider.Setup(
                text(STRESS, ""),
                text(STRESS_DATA, ""),
                operationNames(),
                consistency(),
                seed(),
                request.workload().sharing(),
                database,
                request.progress()));
  }

  private static WorkloadProvider stressProvider() {
    return ServiceLoader.load(WorkloadProvider.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(STRESS + " is not part of this Takt"));
  }

  boolean isEmbedded() {
    return request.target().equals(CqlTarget.EMBEDDED);
  }

  TlsOptions tls() {
    return TlsOptions.of(properties());
  }

  /// Flags override the target.
  @Nullable Credentials credentials(CqlTarget target) {
    String user = text(USER);
    String password = text(PASSWORD);
    return user == null || password == null
        ? target.credentials()
        : new Credentials(user, password);
  }

  @Nullable String keyspace(@Nullable CqlTarget target) {
    String keyspace = text(KEYSPACE);
    return keyspace != null || target == null ? keyspace : target.keyspace();
  }

  Consistency consistency() {
    String name = text(CONSISTENCY);
    return name == null ? Consistency.LOCAL_ONE : Consistency.parse(name);
  }

  Consistency serialConsistency() {
    String name = text(SERIAL_CONSISTENCY);
    Consistency level = name == null ? Consistency.SERIAL : Consistency.parse(name);
    if (!level.isSerial()) {
      throw new IllegalArgumentException("expected SERIAL or LOCAL_SERIAL, found " + level);
    }
    return level;
  }

  long seed() {
    return request.workload().seed();
  }

  boolean createsTable() {
    return Boolean.TRUE.equals(properties().get(CREATE_TABLE));
  }

  /// Flags override the workload's properties.
  RecordOperations recordOperations(KeyValues keyValues) {
    Map<String, String> ycsb = keyValues.properties();
    String keyspace = text(KEYSPACE);
    return new RecordOperations(
        keyValues,
        keyspace != null ? keyspace : ycsb.getOrDefault(YCSB_KEYSPACE, DEFAULT_YCSB_KEYSPACE),
        consistency(ycsb.get(YCSB_READ_CONSISTENCY)),
        consistency(ycsb.get(YCSB_WRITE_CONSISTENCY)));
  }

  private Consistency consistency(@Nullable String ofWorkload) {
    return ofWorkload == null || text(CONSISTENCY) != null
        ? consistency()
        : Consistency.parse(ofWorkload);
  }

  /// The version to use; null for the newest that the server supports.
  @Nullable Version version() {
    return properties().get(PROTOCOL) instanceof Long number
        ? number == Version.V4.number() ? Version.V4 : Version.V5
        : null;
  }

  Compression compression() {
    String name = text(COMPRESSION);
    return name == null ? Compression.NONE : Compression.parse(name);
  }

  /// Maximum number of operations in flight on a connection.
  int streams() {
    return number(STREAMS, DEFAULT_STREAMS);
  }

  int pageSize() {
    return number(PAGE_SIZE, DEFAULT_PAGE_SIZE);
  }

  /// The datacenter to use; null for that of the first node.
  @Nullable String datacenter() {
    return text(DATACENTER);
  }

  boolean usesOnlyGivenNodes() {
    return Boolean.TRUE.equals(properties().get(ONLY_GIVEN_NODES));
  }

  /// The statements to execute before the run.
  List<String> initStatements() {
    return properties().get(INIT_CQL) instanceof List<?> statements
        ? statements.stream().map(String::valueOf).toList()
        : List.of();
  }

  /// The statements of all operations.
  List<CqlText> statements() {
    List<CqlText> statements = new ArrayList<>();
    for (int i = 0; i < request.workload().operations().size(); i++) {
      statements.add(statement(i));
    }
    return statements;
  }

  private CqlText statement(int operation) {
    Object cql = request.workload().operations().get(operation).properties().get(CQL);
    if (!(cql instanceof String text) || text.isBlank()) {
      throw new IllegalArgumentException(
          "a statement is needed, such as --cql 'SELECT * FROM shop.item WHERE id ="
              + " {uniform:1..1000}'");
    }
    return CqlText.parse(text, request.workload().generators());
  }

  Expectation expectation(int operation) {
    Object text = request.workload().operations().get(operation).properties().get(EXPECT);
    return Expectation.parse(text == null ? "any" : String.valueOf(text));
  }

  private int number(String name, int otherwise) {
    return properties().get(name) instanceof Long value ? value.intValue() : otherwise;
  }

  private Map<String, Object> properties() {
    return request.properties();
  }

  private @Nullable String text(String name) {
    return (String) properties().get(name);
  }

  private String text(String name, String otherwise) {
    return (String) properties().getOrDefault(name, otherwise);
  }
}

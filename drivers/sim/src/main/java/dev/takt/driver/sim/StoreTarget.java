package dev.takt.driver.sim;

import dev.takt.load.driver.DriverRequest;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.runs.text.EnglishText;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A parsed target text such as `sim:store,name=shop,error=0.01`.
///
/// @param name of a store that lives as long as the process; null for the run's own store, which
///   starts with all records of YCSB's core workload
/// @param errorShare the share of operations that fail
/// @param problems all problems of the text
record StoreTarget(@Nullable String name, double errorShare, List<String> problems) {

  static final String FORM = "sim:store[,name=NAME][,error=SHARE]";

  /// More records in memory would not be sensible.
  private static final long MAX_RECORDS = 10_000_000;

  private static final String PREFIX = SimTarget.PREFIX + "store";

  static boolean matches(String target) {
    return target.equals(PREFIX) || target.startsWith(PREFIX + ",");
  }

  static StoreTarget parse(String target) {
    List<String> parts = Arrays.stream(target.split(",")).map(String::strip).skip(1).toList();
    Parameters parameters = new Parameters(parts);
    String name = parameters.text("name", "");
    double errors = parameters.share("error", 0);
    return new StoreTarget(name.isEmpty() ? null : name, errors, parameters.problems());
  }

  /// Why the target does not fit the request; null if it does.
  @Nullable String problemWith(DriverRequest request) {
    KeyValues keyValues = request.workload().keyValues();
    if (keyValues == null) {
      return "a store needs a workload on records: --workload FILE";
    }
    boolean fills = name == null && !keyValues.isLoadPhase() && keyValues.loadPhase() != null;
    if (fills && keyValues.recordCount() > MAX_RECORDS) {
      return keyValues instanceof CoreWorkload core && !core.isRecordCountSet()
          ? "recordcount is not set: set the number of records with -p recordcount=N"
          : EnglishText.format(
              "expected at most %d records in memory, found recordcount %d",
              MAX_RECORDS, keyValues.recordCount());
    }
    return null;
  }
}

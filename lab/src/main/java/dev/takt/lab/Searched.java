package dev.takt.lab;

import dev.takt.load.config.Plan;
import dev.takt.load.rules.Assertion;
import dev.takt.load.schedule.Rate;
import dev.takt.runs.text.Units;
import java.math.BigDecimal;
import java.util.List;

/// What a capacity search varies from run to run.
public sealed interface Searched {

  /// The lowest one, as a number.
  double low();

  /// The highest one, as a number.
  double high();

  /// Whether it is a whole number.
  boolean isWhole();

  /// The plan of a run.
  ///
  /// @param rules added to those of the plan
  /// @param out the run directory
  Plan at(Plan plan, double number, List<Assertion> rules, String out);

  /// How directories of runs with this number are named.
  String nameOf(double number);

  /// The rate of the schedule.
  ///
  /// @param lowest as it was given
  /// @param highest as it was given
  record OfRates(Rate lowest, Rate highest) implements Searched {

    @Override
    public double low() {
      return lowest.perSecond();
    }

    @Override
    public double high() {
      return highest.perSecond();
    }

    @Override
    public boolean isWhole() {
      return false;
    }

    @Override
    public Plan at(Plan plan, double number, List<Assertion> rules, String out) {
      return plan.at(rate(number), rules, out);
    }

    @Override
    public String nameOf(double number) {
      return rate(number).toString().replace('/', '-');
    }

    /// The two ends as they were given, others in the few digits that the search rounds to.
    private Rate rate(double perSecond) {
      if (perSecond == low()) {
        return lowest;
      }
      return perSecond == high()
          ? highest
          : Rate.parse(BigDecimal.valueOf(perSecond).toPlainString() + "/s");
    }
  }

  /// The number of users of a closed population.
  record OfUsers(int fewest, int most) implements Searched {

    @Override
    public double low() {
      return fewest;
    }

    @Override
    public double high() {
      return most;
    }

    @Override
    public boolean isWhole() {
      return true;
    }

    @Override
    public Plan at(Plan plan, double number, List<Assertion> rules, String out) {
      return plan.ofUsers((int) number, rules, out);
    }

    @Override
    public String nameOf(double number) {
      return (int) number + "-users";
    }
  }

  /// A number as text: `120/s`, `120 users`.
  static String text(double number, boolean isOfUsers) {
    return isOfUsers
        ? Units.count((long) number) + (number == 1 ? " user" : " users")
        : Units.rate(number);
  }
}

package dev.takt.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import java.io.Console;
import java.text.MessageFormat;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Scanner;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/// What Takt writes does not depend on the user's locale. Error Prone's `DefaultLocale` and
/// `StringCaseLocaleUsage` find most of what would. This finds the rest: formats that are not
/// constant, and methods that Error Prone does not know.
class LocaleTest {

  private static final Set<String> FORMATS = Set.of("format", "printf", "formatted");

  @Test
  void nothingThatIsShippedUsesTheDefaultLocale() {
    noClasses()
        .should()
        .callCodeUnitWhere(
            DescribedPredicate.describe(
                "its result depends on the default locale",
                (JavaCall<?> call) -> usesDefaultLocale(call.getTarget())))
        .check(ShippedClasses.ALL);
  }

  private static boolean usesDefaultLocale(CodeUnitCallTarget target) {
    String name = target.getName();
    if (FORMATS.contains(name) && target.getOwner().getPackageName().startsWith("java.")) {
      return takes(target, Object[].class) && !takes(target, Locale.class);
    }
    return switch (name) {
      case "toLowerCase", "toUpperCase" -> isOf(target, String.class) && takesNothing(target);
      case "getDefault", "setDefault" -> isOf(target, Locale.class);
      case "getDisplayName" ->
          !takes(target, Locale.class)
              && (isOf(target, Currency.class)
                  || isOf(target, Locale.class)
                  || isOf(target, TimeZone.class));
      case "toLocaleString" -> isOf(target, Date.class);
      case "<init>" ->
          isOf(target, Scanner.class)
              || (isOf(target, MessageFormat.class) && !takes(target, Locale.class));
      default ->
          (isOf(target, DateTimeFormatter.class) && name.startsWith("ofLocalized"))
              || (isOf(target, Console.class) && takes(target, Object[].class));
    };
  }

  private static boolean isOf(CodeUnitCallTarget target, Class<?> type) {
    return target.getOwner().isEquivalentTo(type);
  }

  private static boolean takesNothing(CodeUnitCallTarget target) {
    return target.getRawParameterTypes().isEmpty();
  }

  private static boolean takes(CodeUnitCallTarget target, Class<?> type) {
    return target.getRawParameterTypes().stream().anyMatch(each -> each.isEquivalentTo(type));
  }
}

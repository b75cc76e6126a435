package dev.takt.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.AfterClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.BeforeClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Runs the tests of a class in the default locale and in each of three that format numbers or
/// letters differently: Arabic digits, a Turkish `i`, a decimal comma.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ClassTemplate
@ExtendWith(InEachLocale.Provider.class)
public @interface InEachLocale {

  /// Provides one invocation of the class for each locale.
  final class Provider implements ClassTemplateInvocationContextProvider {

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      return Stream.of(Locale.getDefault().toLanguageTag(), "ar-EG", "tr-TR", "de-DE")
          .map(Invocation::new);
    }
  }

  /// The invocation for one locale.
  record Invocation(String tag) implements ClassTemplateInvocationContext {

    @Override
    public String getDisplayName(int index) {
      return tag;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      Locale before = Locale.getDefault();
      BeforeClassTemplateInvocationCallback set =
          context -> Locale.setDefault(Locale.forLanguageTag(tag));
      AfterClassTemplateInvocationCallback restore = context -> Locale.setDefault(before);
      return List.of(set, restore);
    }
  }
}

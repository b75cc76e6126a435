package dev.takt.imports.jmx;

import java.util.ArrayList;
import java.util.List;

/// The elements that apply to all samplers of a part of a test plan: defaults, headers, timers,
/// extractors and assertions, the outer ones first.
///
/// @param elements without those that are switched off
record JmxScope(List<JmxNode> elements) {

  /// The same with more elements.
  JmxScope with(List<JmxNode> more) {
    List<JmxNode> all = new ArrayList<>(elements);
    all.addAll(more);
    return new JmxScope(all);
  }

  /// Those of a class.
  List<JmxNode> of(String testClass) {
    return elements.stream().filter(each -> each.tag().equals(testClass)).toList();
  }

  /// A property of the innermost defaults of HTTP; empty if none has it.
  String defaultOf(String property) {
    String value = "";
    for (JmxNode each : of("ConfigTestElement")) {
      String own = each.property(property);
      value = own.isEmpty() ? value : own;
    }
    return value;
  }
}
